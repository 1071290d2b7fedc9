"""What tests of `lilyan coarsen` share: a small body of two materials, meshes to coarsen onto, and what a run wrote."""

import csv
import itertools
import json
import re
import struct

from run_case import RunCase, contents

SOFT = {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}
STIFF = {**SOFT, "youngs_modulus": 1e6}
RIGHT_HALF = {"type": "box", "min": [0, -9, -9], "max": [9, 9, 9]}
LEFT = {"type": "plane", "point": [-1.5, 0, 0], "normal": [-1, 0, 0]}
RIGHT = {"type": "plane", "point": [1.5, 0, 0], "normal": [1, 0, 0]}
LOW, HIGH = [-1.5, -0.5, -0.5], [1.5, 0.5, 0.5]
BODY = {"name": "bar", "mesh": {"type": "box", "size": [3, 1, 1], "cells": [6, 2, 2]}, "material": SOFT, "density": 1000,
        "regions": [{"select": RIGHT_HALF, "material": STIFF}]}
PLATE = {**BODY, "name": "plate", "mesh": {"type": "rectangle", "size": [3, 1], "cells": [12, 4], "thickness": 0.1}}
PINNED = {"gravity": [0, -9.81, 0], "bodies": [BODY], "pins": [{"body": "bar", "select": LEFT}], "time": {"step": 0.01, "steps": 4}}
FREE = {"gravity": [0, 0, 0], "bodies": [BODY], "time": {"step": 0.01, "steps": 4}}
BOXES = ["--cells", 3, 1, 1]

VTK_TYPES = {"hexes": 12, "tets": 10, "quads": 9, "triangles": 5}
TETS_OF_HEX = ([0, 1, 2, 6], [0, 2, 3, 6], [0, 3, 7, 6], [0, 7, 4, 6], [0, 4, 5, 6], [0, 5, 1, 6])


def box_mesh(kind, low=LOW, high=HIGH, cells=(3, 1, 1), at=lambda x: x):
    """Points and cells of a box of hexes or tets, or of a rectangle of quads or triangles; `at` moves a point."""
    is_flat = kind in ("quads", "triangles")
    nx, ny, nz = (*cells[:2], 0) if is_flat else cells
    points = [at([low[axis] + (high[axis] - low[axis]) * place / max(1, count) for axis, (place, count) in enumerate(zip(ijk, (nx, ny, nz)))])
              for ijk in itertools.product(range(nx + 1), range(ny + 1), range(nz + 1))]
    around = ((0, 0), (1, 0), (1, 1), (0, 1))
    layers = (0,) if is_flat else (0, 1)
    found = []
    for i, j, k in itertools.product(range(nx), range(ny), range(max(1, nz))):
        corners = [((i + a) * (ny + 1) + j + b) * (nz + 1) + k + c for c in layers for a, b in around]
        if kind == "tets":
            found += [[corners[a] for a in tet] for tet in TETS_OF_HEX]
        elif kind == "triangles":
            found += [[corners[a] for a in triangle] for triangle in ((0, 1, 2), (0, 2, 3))]
        else:
            found.append(corners)
    return points, found


def joined(*meshes):
    """Points and cells of several meshes; points at one place are one."""
    points, cells = [], []
    for of_mesh, cells_of_mesh in meshes:
        for point in of_mesh:
            if point not in points:
                points.append(point)
        cells += [[points.index(of_mesh[i]) for i in cell] for cell in cells_of_mesh]
    return points, cells


def vtk_text(kind, points, cells):
    return (f"# vtk DataFile Version 3.0\n{kind}\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS {len(points)} double\n"
            + "".join(" ".join(map(repr, map(float, point))) + "\n" for point in points)
            + f"CELLS {len(cells)} {sum(len(cell) + 1 for cell in cells)}\n"
            + "".join(" ".join(map(str, (len(cell), *cell))) + "\n" for cell in cells)
            + f"CELL_TYPES {len(cells)}\n" + f"{VTK_TYPES[kind]}\n" * len(cells))


def read_scene(file):
    """Without the line that says who wrote it."""
    return json.loads(re.sub(r"^//.*\n", "", file.read_text()))


def cell_fields(frame):
    """Name and values of the fields of one number per cell in a .vtu file that a run wrote."""
    data = frame.read_bytes()
    raw = data.index(b"_", data.index(b'encoding="raw"')) + 1
    head = data[data.index(b"<CellData>"):data.index(b"</CellData>")]
    fields = {}
    for name, offset in re.findall(rb'Name="(\w+)" NumberOfComponents="1" format="appended" offset="(\d+)"', head):
        (size,) = struct.unpack_from("<Q", data, raw + int(offset))
        fields[name.decode()] = struct.unpack_from(f"<{size // 8}d", data, raw + int(offset) + 8)
    return fields


class CoarseCase(RunCase):
    def mesh(self, file, kind, *meshes, **options):
        """A file with a box or, where given, with meshes of points and cells."""
        points, cells = joined(*meshes) if meshes else box_mesh(kind, **options)
        (self.folder / file).write_text(vtk_text(kind, points, cells))
        return file

    def coarsen(self, *words, **options):
        return self.lilyan("coarsen", *words, **options)

    def coarse(self, name, *words, **changes):
        """The path of the coarse scene that is made of a fine one, "<name>.json"; it lies in "coarse_<name>"."""
        self.scene(f"{name}.json", **{**PINNED, **changes})
        self.coarsen(f"{name}.json", "-o", f"coarse_{name}", "--quiet", *words)
        return f"coarse_{name}/{name}.json"

    def run_scene(self, scene, folder, *words, **changes):
        """The rows of its ledger, texts, without the wall times."""
        changed = [word for key, value in changes.items() for word in ("--set", f"{key}={json.dumps(value)}")]
        self.lilyan("run", scene, "-o", folder, "--quiet", "--no-report", *changed, *words)
        return self.ledger(folder)

    def table(self, folder, name):
        with open(self.folder / folder / name, newline="") as file:
            return list(csv.DictReader(file))

    def ledger(self, folder):
        return [{**row, "wall_ms": ""} for row in self.table(folder, "ledger.csv")]

    def told(self, *words):
        return json.loads(self.lilyan(*words, "--json"))

    def everything(self):
        """Files with their bytes, and folders."""
        return contents(self.folder), sorted(str(path) for path in self.folder.rglob("*"))

    def refused(self, *words, says):
        """With the status of bad input, in words that hold all of `says`; nothing is written, changed or left over."""
        before = self.everything()
        said = self.lilyan(*words, status=2)
        self.assertTrue(said.startswith("error: "), said)
        self.assertNotIn("unexpected", said)
        for part in says:
            self.assertIn(part, said)
        self.assertEqual(self.everything(), before, "what is in the folder")
        return said


def numbers(row, *names):
    return [float(row[name]) for name in names]
