#!/usr/bin/env python3
"""Gmsh and meshio write every format, we read it; we write every format, they read it: counts, volumes and sets agree.

    extern_test.py LILYAN CONVERT_MESH
"""

import json
import pathlib
import shutil
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from program_case import ProgramCase, has_module, main, skip_unless

# A brick in two halves with named volumes, a named surface and a named point.
GEO = """
SetFactory("Built-in");
Mesh.CharacteristicLengthMin = 0.4; Mesh.CharacteristicLengthMax = 0.4;
Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0}; Point(3) = {1, 1, 0}; Point(4) = {0, 1, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
lower[] = Extrude {0, 0, 1} { Surface{1}; };
upper[] = Extrude {0, 0, 0.5} { Surface{lower[0]}; };
Physical Volume("soft part") = {lower[1]};
Physical Volume("hard") = {upper[1]};
Physical Surface("floor") = {1};
Physical Curve("edge") = {1};
Physical Point("corner") = {1};
"""
VOLUME = 1.5


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120)


class Extern(ProgramCase):
    convert = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "brick.geo").write_text(GEO)
        cls.gmsh(cls, "brick.geo", "-3", "-format", "msh41", "-o", "brick.msh")
        cls.reference = cls.info(cls, cls.folder / "brick.msh")

    def gmsh(self, *arguments):
        done = subprocess.run(["gmsh", "-nopopup", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120)
        if done.returncode != 0 or "Error" in done.stderr:
            raise AssertionError(f"gmsh {arguments}: {done.stdout}{done.stderr}")

    def info(self, file):
        return json.loads(self.lilyan("info", "--json", file))

    def require_same_tets(self, file, vertices=None):
        found = self.info(file)
        self.assertEqual(found["tets"], self.reference["tets"], file)
        self.assertEqual(found["vertices"], vertices or self.reference["vertices"], file)
        self.assertAlmostEqual(found["volume"], VOLUME, 6, file)
        return found

    def require_same_surface(self, file):
        found = self.info(file)
        self.assertEqual(found["triangles"], self.reference["surface"]["triangles"], file)
        self.assertAlmostEqual(found["volume"], VOLUME, 5, file)
        self.assertTrue(found["surface"]["watertight"], file)

    def meshio(self):
        """The brick as meshio sees it: tets only, in Gmsh's order."""
        import meshio

        mesh = meshio.read(self.folder / "brick.msh")
        return meshio.Mesh(mesh.points, {"tetra": mesh.cells_dict["tetra"]})

    def test_the_brick_is_as_it_was_drawn(self):
        self.assertAlmostEqual(self.reference["volume"], VOLUME, 9)
        self.assertEqual(self.reference["faults"], {"inverted": 0, "degenerate": 0, "duplicate": 0})
        self.assertEqual(sorted(self.reference["tet_sets"]), ["hard", "soft part"])
        self.assertEqual(sum(self.reference["tet_sets"].values()), self.reference["tets"])
        self.assertEqual(sorted(self.reference["vertex_sets"]), ["corner", "edge", "floor"])
        self.assertEqual(self.reference["vertex_sets"]["corner"], 1)

    def test_we_read_what_gmsh_writes(self):
        for format in ("msh22", "msh41"):
            for binary in ((), ("-bin",)):
                name = f"{format}{len(binary)}.msh"
                self.gmsh("brick.geo", "-3", "-format", format, *binary, "-o", name)
                with self.subTest(name):
                    found = self.require_same_tets(self.folder / name)
                    self.assertEqual(found["tet_sets"], self.reference["tet_sets"])
                    self.assertEqual(found["vertex_sets"], self.reference["vertex_sets"])
        for binary in ((), ("-bin",)):
            name = f"gmsh{len(binary)}.vtk"
            self.gmsh("brick.geo", "-3", "-format", "vtk", *binary, "-o", name)
            with self.subTest(name):
                self.require_same_tets(self.folder / name)
        self.gmsh("brick.geo", "-3", "-format", "mesh", "-o", "gmsh.mesh")
        self.assertEqual(len(self.require_same_tets(self.folder / "gmsh.mesh")["tet_sets"]), 2)

    def test_we_read_partitioned_and_parametric_meshes_of_gmsh(self):
        self.gmsh("brick.geo", "-3", "-part", "3", "-format", "msh41", "-o", "parts.msh")
        found = self.require_same_tets(self.folder / "parts.msh")
        self.assertEqual(found["tet_sets"], self.reference["tet_sets"])
        self.gmsh("brick.geo", "-3", "-parametric", "-format", "msh41", "-bin", "-o", "parametric.msh")
        self.require_same_tets(self.folder / "parametric.msh")

    def test_we_read_what_meshio_writes(self):
        mesh = self.meshio()
        ways = [("ascii.vtu", "vtu", {"binary": False}), ("binary.vtu", "vtu", {"binary": True, "compression": None}),
                ("zlib.vtu", "vtu", {"binary": True, "compression": "zlib"}),
                ("medit.mesh", "medit", {}), ("tetgen.node", "tetgen", {})]
        for version in ("vtk42", "vtk51"):
            ways += [(f"{version}_{binary}.vtk", version, {"binary": binary}) for binary in (False, True)]
        for version in ("gmsh22", "gmsh"):
            ways += [(f"{version}_{binary}.msh", version, {"binary": binary}) for binary in (False, True)]
        for name, format, options in ways:
            with self.subTest(name):
                mesh.write(self.folder / name, file_format=format, **options)
                self.require_same_tets(self.folder / name)

    def test_we_read_the_surfaces_that_meshio_writes(self):
        import meshio

        self.assertEqual(run(self.convert, self.folder / "brick_tets.vtu", self.folder / "x.obj").returncode, 2)  # no such file
        self.meshio().write(self.folder / "tets.vtu")
        run(self.convert, self.folder / "tets.vtu", self.folder / "skin.obj")
        skin = meshio.read(self.folder / "skin.obj")
        ways = [("s.obj", "obj", {})]
        for format in ("stl", "ply"):
            ways += [(f"{binary}.{format}", format, {"binary": binary}) for binary in (False, True)]
        ways += [("skin.vtu", "vtu", {}), ("skin.vtk", "vtk", {}), ("skin.msh", "gmsh", {})]
        for name, format, options in ways:
            with self.subTest(name):
                skin.write(self.folder / name, file_format=format, **options)
                self.require_same_surface(self.folder / name)

    def test_they_read_what_we_write(self):
        import meshio
        import numpy

        for name in ("w.msh", "w.vtu", "w.vtk", "w.mesh", "w.node"):
            with self.subTest(name):
                done = run(self.convert, self.folder / "brick.msh", self.folder / name)
                self.assertEqual(done.returncode, 0, done.stderr)
                mesh = meshio.read(self.folder / name)
                corners = mesh.points[mesh.cells_dict["tetra"]]
                edges = corners[:, 1:] - corners[:, :1]
                self.assertEqual(len(corners), self.reference["tets"])
                self.assertAlmostEqual(numpy.linalg.det(edges).sum() / 6, VOLUME, 12)
        names = meshio.read(self.folder / "w.msh").field_data
        self.assertEqual({name for name, (_, dimension) in names.items() if dimension == 3}, {"hard", "soft part"})
        for name in ("w.obj", "w.stl", "w.ply"):
            with self.subTest(name):
                done = run(self.convert, self.folder / "w.vtu", self.folder / name)
                self.assertEqual(done.returncode, 0, done.stderr)
                mesh = meshio.read(self.folder / name)
                self.assertEqual(len(mesh.cells_dict["triangle"]), self.reference["surface"]["triangles"])
        # Gmsh takes our file, with its groups, and writes it again.
        self.gmsh("w.msh", "-save", "-format", "msh41", "-o", "again.msh")
        self.assertEqual(self.require_same_tets(self.folder / "again.msh")["tet_sets"], self.reference["tet_sets"])


if __name__ == "__main__":
    skip_unless(shutil.which("gmsh") and has_module("meshio"), "gmsh python3-meshio")
    main(Extern, "program", "convert")
