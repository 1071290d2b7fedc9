#!/usr/bin/env python3
"""Runs are made and converted, one with a render mesh and one without; another program reads them and must see the same.

    other_programs_test.py vtk|meshio|numpy|blender PROGRAM
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from program_case import has_module, skip_unless

HERE = pathlib.Path(__file__).resolve().parent


def cube_obj(cells, half):
    """A cube of triangles, each vertex once."""
    numbers, vertices, faces = {}, [], []

    def number(place):
        if place not in numbers:
            numbers[place] = len(vertices) + 1
            vertices.append(tuple(half * (2 * i / cells - 1) for i in place))
        return numbers[place]

    for axis in range(3):
        for side in (0, cells):
            for i in range(cells):
                for j in range(cells):
                    corners = []
                    for di, dj in ((0, 0), (1, 0), (1, 1), (0, 1)):
                        place = [0, 0, 0]
                        place[axis], place[(axis + 1) % 3], place[(axis + 2) % 3] = side, i + di, j + dj
                        corners.append(number(tuple(place)))
                    if side == 0:
                        corners.reverse()
                    faces += [(corners[0], corners[1], corners[2]), (corners[0], corners[2], corners[3])]
    return "".join("v %r %r %r\n" % v for v in vertices) + "".join("f %d %d %d\n" % f for f in faces)


def make_run(program, folder, render):
    """A box of jelly, pinned at one side and falling, that may carry a finer cube; all formats."""
    (folder / "cube.obj").write_text(cube_obj(4, 0.45))
    scene = {
        "lilyan": 1, "name": "jelly", "gravity": [0, -9.81, 0],
        "bodies": [{"name": "jelly", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2]}, "density": 1000,
                    "material": {"type": "stvk", "mu": 2e4, "lambda": 2e4}}],
        "pins": [{"body": "jelly", "select": {"type": "box", "min": [-9, -9, -9], "max": [-0.49, 9, 9]}}],
        "integrator": {"type": "avf"}, "time": {"step": 0.02, "steps": 12},
        "output": {"frames": ["vtu", "obj", "pc2", "glb", "npy"]},
    }
    if render:
        scene["bodies"][0]["render"] = {"path": "cube.obj"}
    (folder / "scene.json").write_text(json.dumps(scene))
    subprocess.run([program, "run", "scene.json", "-o", "run", "--quiet"], cwd=folder, check=True)
    return folder / "run"


class Arrays:
    """The run as NumPy knows it, the yardstick of the others."""

    def __init__(self, run):
        import numpy

        for name in ("positions", "times", "tets", "triangles"):
            setattr(self, name, numpy.load(run / "npy" / f"{name}.npy"))
        assert self.positions.shape == (13, 27, 3) and self.positions.dtype == "float64"
        self.has_render_mesh = (run / "npy/skin_positions.npy").exists()
        if self.has_render_mesh:
            self.skin_positions, self.skin_triangles = (numpy.load(run / "npy" / f"skin_{name}.npy") for name in ("positions", "triangles"))
            assert self.skin_positions.shape == (13, 98, 3) and self.skin_triangles.shape == (192, 3)
        else:  # the boundary: its vertices in their order
            seen, places = numpy.unique(self.triangles, return_inverse=True)
            self.skin_positions, self.skin_triangles = self.positions[:, seen], places.reshape(-1, 3)
            assert self.skin_positions.shape == (13, 26, 3)
        assert numpy.array_equal(self.times, [0.02 * k for k in range(13)])
        assert self.tets.shape == (40, 4) and self.triangles.shape == (48, 3)
        assert abs(self.positions[12] - self.positions[0]).max() > 0.05  # it moved


def frame_files(run, k):
    return run / "frames" / f"frame_{k:06}.vtu", run / "frames" / f"skin_{k:06}.vtu"


def check_numpy(run):
    import numpy

    arrays = Arrays(run)
    x = arrays.positions[0]
    a, b, c, d = (x[arrays.tets[:, k]] for k in range(4))
    volumes = numpy.einsum("ij,ij->i", numpy.cross(b - a, c - a), d - a) / 6
    assert abs(volumes.sum() - 1) < 1e-12 and volumes.min() > 0
    # Outward triangles enclose the same volume.
    a, b, c = (x[arrays.triangles[:, k]] for k in range(3))
    assert abs(numpy.einsum("ij,ij->i", numpy.cross(a, b), c).sum() / 6 - 1) < 1e-12
    # The program in the document runs, and knows the same volume.
    document = (HERE.parent.parent / "docs" / "other_programs.md").read_text()
    code = document.split("```python\n")[1].split("```")[0].replace("arrays/", "npy/")
    printed = subprocess.run([sys.executable, "-c", code], cwd=run, capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[0] == "0.000 s: 1.0000 m^3" and len(printed.splitlines()) == 13


def check_meshio(run):
    import meshio
    import numpy

    arrays = Arrays(run)
    for k in (0, 7, 12):
        body = meshio.read(frame_files(run, k)[0])
        assert numpy.array_equal(body.points, arrays.positions[k])
        assert numpy.array_equal(body.cells_dict["tetra"], arrays.tets)
        assert set(body.cell_data) == {"J", "energy_density", "von_mises", "body"} and set(body.point_data) == {"velocity"}
        surface = meshio.read(run / "obj" / f"frame_{k:06}.obj")
        assert numpy.allclose(surface.points, arrays.skin_positions[k], rtol=0, atol=1e-15)
        if not arrays.has_render_mesh:
            continue
        skin = meshio.read(frame_files(run, k)[1])
        assert numpy.array_equal(skin.points, arrays.skin_positions[k])
        assert numpy.array_equal(skin.cells_dict["triangle"], arrays.skin_triangles)
        assert set(skin.point_data) == {"velocity", "J", "energy_density", "von_mises", "body"}


def check_vtk(run):
    import numpy
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader

    arrays = Arrays(run)
    for k in range(13):
        body, skin = frame_files(run, k)
        parts = [(body, arrays.positions, arrays.tets)]
        if arrays.has_render_mesh:
            parts.append((skin, arrays.skin_positions, arrays.skin_triangles))
        for file, positions, cells in parts:
            reader = vtkXMLUnstructuredGridReader()
            reader.SetFileName(str(file))
            reader.Update()
            assert reader.GetErrorCode() == 0
            grid = reader.GetOutput()
            assert numpy.array_equal(vtk_to_numpy(grid.GetPoints().GetData()), positions[k])
            assert numpy.array_equal(vtk_to_numpy(grid.GetCells().GetConnectivityArray()), cells.ravel())
            assert grid.GetCellType(0) == (10 if cells.shape[1] == 4 else 5)
            assert vtk_to_numpy(grid.GetPointData().GetArray("velocity")).shape == positions[k].shape


def check_blender(run):
    probe = HERE / "blender_probe.py"
    done = subprocess.run(["blender", "--background", "--factory-startup", "--python-exit-code", "1", "--python", probe, "--", run,
                           HERE.parent.parent / "examples" / "blender"], capture_output=True, text=True, timeout=240)
    if done.returncode != 0 or "blender agrees" not in done.stdout:
        sys.exit(done.stdout + done.stderr)


def main():
    reader, program = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    skip_unless(has_module("numpy"), "python3-numpy")
    if reader == "meshio":
        skip_unless(has_module("meshio"), "python3-meshio")
    if reader == "vtk":
        skip_unless(has_module("vtkmodules") and shutil.which("xvfb-run"), "python3-vtk9 xvfb")
        if "LILYAN_VTK_DISPLAY" not in os.environ:  # its modules want a display, even to read files
            sys.exit(subprocess.run(["xvfb-run", "-a", sys.executable, "-B", __file__, *sys.argv[1:]],
                                    env=dict(os.environ, LILYAN_VTK_DISPLAY="1")).returncode)
    if reader == "blender":
        skip_unless(shutil.which("blender"), "blender")
    check = {"numpy": check_numpy, "meshio": check_meshio, "vtk": check_vtk, "blender": check_blender}[reader]
    schema = subprocess.run([program, "schema"], capture_output=True, text=True, check=True).stdout
    for render in (False, True) if '"render"' in schema else (False,):
        with tempfile.TemporaryDirectory() as folder:
            check(make_run(program, pathlib.Path(folder), render))
    print(f"{reader} agrees")


if __name__ == "__main__":
    main()
