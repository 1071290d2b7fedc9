#!/usr/bin/env python3
"""Coarse bodies that `lilyan coarsen` makes: they weigh, move and are used as the fine ones are.

    coarsen_test.py PROGRAM
"""

import json
import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from coarse_case import BODY, BOXES, FREE, LEFT, PINNED, PLATE, RIGHT, CoarseCase, cell_fields, numbers, read_scene
from patience import HANGS, wait_for
from program_case import main

LINEAR, ANGULAR = ("px", "py", "pz"), ("lx", "ly", "lz")
PLATE_PINS = [{"body": "plate", "select": LEFT}]


class Coarsen(CoarseCase):
    def mass(self, scene):
        return self.told("info", scene)["mass"]

    def runs(self, name, *words, kind, cells, **changes):
        """The model is of so many cells of the kind, weighs what the fine body does, and moves."""
        scene = self.coarse(name, *words, **changes)
        folder = self.folder / f"coarse_{name}"
        fine = read_scene(self.folder / f"{name}.json")["bodies"][0]["name"]
        self.assertEqual(sorted(path.name for path in folder.iterdir()), sorted([f"{fine}.model", f"{name}.json", "report.html"]))
        model = self.told("info", f"coarse_{name}/{fine}.model")
        self.assertEqual((model["kind"], model["cells"]), (kind, cells))
        mass = self.mass(f"{name}.json")
        self.assertAlmostEqual(model["mass"] / mass, 1, delta=1e-12)
        self.assertAlmostEqual(self.mass(scene) / mass, 1, delta=1e-12)
        last = self.run_scene(scene, f"run_{name}")[-1]
        self.assertEqual(last["step"], "4")
        self.assertLess(float(last["py"]), -0.01 * mass, "it falls")
        return model

    def test_a_box_of_two_materials_becomes_boxes_that_fall(self):
        model = self.runs("bar", *BOXES, kind="hexes", cells=3)
        self.assertEqual((model["method"], model["probes"], model["fine"]["cells"]), ("hg18", "pinned", 120))
        page = (self.folder / "coarse_bar/report.html").read_text()
        self.assertIn("hg18", page)
        self.assertIn("Hz", page)

    def test_a_free_body_is_pulled_in_place_of_sagging(self):
        self.scene("held.json", **PINNED)
        said = self.lilyan("coarsen", "held.json", "-o", "held", *BOXES)
        self.assertRegex(said, r"\n  sag +[\d.]+ of the fine body's\n")
        self.assertNotIn("pull along", (self.folder / "held/report.html").read_text())
        stripes = [{"select": {"type": "box", "min": [-9, -9, low], "max": [9, 9, low + 0.25]}, "material": {**BODY["material"], "youngs_modulus": 1e7}}
                   for low in (-0.5, 0)]
        mesh = {**BODY["mesh"], "cells": [12, 4, 4]}
        for name, regions, method, low, high in (("even", [], "hg18", 1, 1), ("striped", stripes, "hg18", 0.85, 1.05),
                                                 ("mean", stripes, "arithmetic", 0, 0.8)):
            self.scene(f"{name}.json", **{**FREE, "bodies": [{**BODY, "mesh": mesh, "regions": regions}]})
            said = self.lilyan("coarsen", f"{name}.json", "-o", name, "--cells", 6, 2, 2, "--method", method)
            found = re.search(r"\n  pulls +x ([\d.]+), y ([\d.]+), z ([\d.]+) of the fine body's\n", said)
            self.assertTrue(found, said)
            for pull in map(float, found.groups()):
                self.assertTrue(low <= pull <= high, said)
            if name != "striped":
                self.assertEqual(said.count("NOTE      pulls or frequencies are off"), int(name == "mean"), said)
            page = (self.folder / name / "report.html").read_text()
            for axis in "xyz":
                self.assertIn(f"pull along {axis} [J]", page)
            self.assertNotIn("sag [J]", page)

    def test_options_of_several_numbers_may_stand_before_the_scene(self):
        scene = self.coarse("bar", *BOXES)
        self.lilyan("coarsen", *BOXES, "bar.json", "-o", "before", "--quiet")
        self.assertEqual((self.folder / "before/bar.model").read_bytes(), (self.folder / scene).with_name("bar.model").read_bytes())

    def test_a_slice_becomes_quads_or_triangles_that_fall(self):
        about = {"bodies": [PLATE], "pins": PLATE_PINS}
        self.runs("quads", "--cells", 3, 1, kind="quads", cells=3, **about)
        self.mesh("quads.vtk", "quads", cells=(4, 1, 0))
        self.assertEqual(self.runs("onto", "--onto", "quads.vtk", kind="quads", cells=4, **about)["method"], "hg18")
        self.mesh("cage.vtk", "triangles", cells=(3, 2, 0))
        self.runs("triangles", "--onto", "cage.vtk", kind="triangles", cells=12, **about)
        for last in (self.ledger("run_quads")[-1], self.ledger("run_triangles")[-1]):
            self.assertEqual(float(last["pz"]), 0)

    def test_cells_come_from_a_mesh_of_the_user(self):
        self.mesh("hexes.vtk", "hexes", low=[-1.6, -0.5, -0.6], cells=(4, 1, 1))
        self.mesh("tets.vtk", "tets")
        self.assertEqual(self.runs("hexes", "--onto", "hexes.vtk", kind="hexes", cells=4)["method"], "hg18")
        self.assertEqual(self.runs("tets", "--onto", "tets.vtk", kind="tets", cells=18)["method"], "averaged")
        self.lilyan("mesh", "box", "-o", "box.msh", "--size", 3, 1, 1, "--cells", 3, 1, 1, "--quiet")
        self.runs("msh", "--onto", "box.msh", kind="tets", cells=15)

    def test_cells_that_the_body_does_not_fill_are_left_out(self):
        self.mesh("hexes.vtk", "hexes", low=[-1.5, -0.5, -0.5], high=[4.5, 0.5, 0.5], cells=(6, 1, 1))
        self.runs("hexes", "--onto", "hexes.vtk", kind="hexes", cells=3)
        self.mesh("tets.vtk", "tets", low=[-1.5, -0.5, -0.5], high=[4.5, 0.5, 0.5], cells=(6, 1, 1))
        self.runs("tets", "--onto", "tets.vtk", kind="tets", cells=18)

    def test_every_method_of_boxes_with_both_kinds_of_probes(self):
        self.each_method("hexes", ("hg18", "galerkin", "arithmetic", "harmonic"))

    def test_every_method_of_tets_with_both_kinds_of_probes(self):
        self.each_method("tets", ("averaged", "galerkin", "arithmetic", "harmonic"))
        self.each_method("tets", ("nodal",), ("free",))

    def each_method(self, kind, methods, supports=("pinned", "free")):
        self.mesh("cage.vtk", kind, cells=(2, 1, 1))
        self.scene("bar.json", **PINNED)
        for method in methods:
            for probes in supports:
                with self.subTest(method=method, probes=probes):
                    folder = f"{method}_{probes}"
                    self.coarsen("bar.json", "-o", folder, "--quiet", "--onto", "cage.vtk", "--method", method, "--probes", probes)
                    model = self.told("info", f"{folder}/bar.model")
                    self.assertEqual((model["method"], model["probes"]), (method, probes))
                    rows = self.run_scene(f"{folder}/bar.json", f"run_{folder}", **{"time.steps": 2})
                    self.assertGreater(float(rows[-1]["elastic"]), 0)

    def test_nodal_probes_are_free_unless_something_else_is_said(self):
        self.mesh("cage.vtk", "tets")
        self.coarse("bar", "--onto", "cage.vtk", "--method", "nodal")
        self.assertEqual(self.told("info", "coarse_bar/bar.model")["probes"], "free")

    def test_boxes_end_at_cuts(self):
        self.coarse("bar", "--cells", 2, 1, 1, "--cut", "x=-0.7", "--cut", "y=-0.2")
        self.run_scene("coarse_bar/bar.json", "out", **{"output.frames": ["vtu"], "output.interval": 0.01})
        self.lilyan("convert", "out", "--to", "npy", "--quiet")
        values = memoryview((self.folder / "out/npy/positions.npy").read_bytes()[128:]).cast("d")
        first = [tuple(values[3 * i:3 * i + 3]) for i in range(self.told("info", "coarse_bar/bar.model")["vertices"])]
        self.assertIn(-0.7, [round(x, 12) for x, _, _ in first])
        self.assertIn(-0.2, [round(y, 12) for _, y, _ in first])

    def test_one_body_of_two_is_coarsened(self):
        other = {**BODY, "name": "other", "mesh": {**BODY["mesh"], "center": [0, 4, 0]}}
        scene = self.coarse("two", *BOXES, "--body", "other", bodies=[BODY, other])
        first, second = self.told("info", scene)["bodies"]
        self.assertEqual((first["tets"], second["hexes"]), (120, 3))
        self.run_scene(scene, "out")
        self.coarsen(scene, "-o", "both", *BOXES, "--quiet")  # the only one that is left
        self.assertEqual(self.told("info", "both/two.json")["hexes"], 6)
        self.run_scene("both/two.json", "out_both")

    def test_what_was_written_is_replaced_and_other_files_stay(self):
        self.coarse("bar", *BOXES)
        folder = self.folder / "coarse_bar"
        (folder / "notes.txt").write_text("mine")
        before = (folder / "bar.model").read_bytes()
        self.coarsen("bar.json", "-o", "coarse_bar", "--cells", 2, 1, 1, "--quiet")
        self.assertNotEqual((folder / "bar.model").read_bytes(), before)
        self.assertEqual((folder / "notes.txt").read_text(), "mine")
        self.coarsen("bar.json", "-o", "coarse_bar", *BOXES, "--quiet")
        self.assertEqual((folder / "bar.model").read_bytes(), before)

    def test_files_of_the_fine_scene_are_found_from_the_folder_of_the_coarse_one(self):
        (self.folder / "fine/meshes").mkdir(parents=True)
        self.lilyan("mesh", "box", "-o", "fine/meshes/box.msh", "--size", 3, 1, 1, "--cells", 6, 2, 2, "--quiet")
        body = {key: value for key, value in BODY.items() if key != "regions"} | {"mesh": {"type": "file", "path": "meshes/box.msh"}}
        other = {**body, "name": "other", "mesh": {**body["mesh"], "transform": {"translate": [0, 4, 0]}}}
        self.scene("fine/two.json", **{**PINNED, "bodies": [body, other]})
        self.coarsen("fine/two.json", "-o", "far/away/coarse", "--body", "bar", *BOXES, "--quiet")
        scene = self.told("info", "far/away/coarse/two.json")
        self.assertEqual((scene["hexes"], scene["bodies"][1]["tets"]), (3, self.told("info", "fine/two.json")["bodies"][1]["tets"]))
        self.run_scene("far/away/coarse/two.json", "out", **{"time.steps": 1})

    def test_every_integrator_runs_or_refuses_by_name(self):
        scene = self.coarse("bar", *BOXES)
        names = [one["name"] for one in self.told("list", "integrators")]
        self.assertGreater(len(names), 12)
        ran = 0
        for name in names:
            with self.subTest(name):
                process = self.start("run", scene, "-o", name, "--quiet", "--no-report", "--set", "time.step=0.001", "--set", "time.steps=2",
                                     "--set", f"integrator={json.dumps({'type': name})}")
                said = "".join(process.communicate(timeout=HANGS))
                self.assertIn(process.returncode, (0, 2), said)
                if process.returncode == 2:
                    self.assertIn("error: integrator/type: ", said)
                    continue
                ran += 1
                self.assertEqual(self.ledger(name)[-1]["step"], "2")
        self.assertGreaterEqual(ran, 14)

    def test_modes_and_compare_take_coarse_scenes(self):
        scene = self.coarse("bar", *BOXES)
        fine, coarse = (self.told("modes", file, "-n", 2)["frequencies"] for file in ("bar.json", scene))
        self.assertLess(abs(coarse[0] / fine[0] - 1), 0.2)
        self.lilyan("modes", scene, "-n", 2, "--prestressed", "-o", "shapes")
        self.assertTrue((self.folder / "shapes/modes.csv").exists())
        said = self.lilyan("compare", scene, "--integrators", "avf,backward_euler,corotational_reversible", "-o", "compared",
                           "--set", "time.steps=2")
        for method in ("avf", "backward_euler", "corotational_reversible"):
            self.assertIn(f"| {method} ", said)

    def test_frames_are_drawn_and_converted(self):
        for name, words, about in (("bar", BOXES, {}), ("plate", ["--cells", 3, 1], {"bodies": [PLATE], "pins": PLATE_PINS})):
            with self.subTest(name):
                scene = self.coarse(name, *words, **about)
                self.run_scene(scene, f"out_{name}", **{"output.frames": ["vtu"], "output.interval": 0.02})
                fields = cell_fields(self.folder / f"out_{name}/frames/frame_000002.vtu")
                self.assertTrue(all(value > 0 for value in fields["energy_density"]))
                self.assertTrue(all(0.9 < value < 1.1 for value in fields["J"]))
                # A cell that is known by its stiffness has no stress.
                self.assertNotIn("von_mises", fields)
                said = self.lilyan("render", f"out_{name}", "-o", "stress.png", "--field", "von_mises", status=2)
                self.assertIn('there is no field "von_mises"', said)
                self.assertFalse((self.folder / "stress.png").exists())
                for source, picture in ((f"out_{name}", "run.png"), (scene, "scene.png")):
                    for field in ("energy_density", "J"):
                        self.lilyan("render", source, "-o", picture, "--field", field, "--size", "64x48", "--quiet")
                        self.assertTrue((self.folder / picture).read_bytes().startswith(b"\x89PNG"))
                        (self.folder / picture).unlink()
                for form in ("obj", "pc2", "glb", "npy"):
                    self.lilyan("convert", f"out_{name}", "--to", form, "-o", f"{name}_{form}.{form}", "--quiet")
                    self.assertTrue((self.folder / f"{name}_{form}.{form}").exists())

    def test_info_and_check_tell_of_models_and_scenes(self):
        scene = self.coarse("bar", *BOXES)
        self.assertIn("model of a coarse body", self.lilyan("info", "coarse_bar/bar.model"))
        self.assertIn("3 hexes", self.lilyan("info", scene))
        self.assertTrue(self.lilyan("check", scene).startswith("ok: "))
        model = self.told("info", "coarse_bar/bar.model")
        self.assertEqual(model["source"], read_scene(self.folder / scene)["bodies"][0]["mesh"]["source"])
        self.assertEqual(self.told("info", scene)["notes"], [])

    def test_a_killed_run_is_resumed_as_if_nothing_had_been(self):
        scene = self.coarse("bar", *BOXES)
        checkpoints = ["--set", "output.checkpoint.steps=5"]
        process = self.start("run", scene, "-o", "out", "--quiet", "--no-report", "--set", "time.steps=100000000", *checkpoints)
        checkpoint = self.folder / "out/checkpoint"
        wait_for(lambda: checkpoint.exists() or process.poll() is not None)
        self.assertIsNone(process.poll(), "no checkpoint")
        self.end(process)
        steps = len(self.ledger("out")) + 20
        resumed = self.run_scene(scene, "out", "--resume", *checkpoints, **{"time.steps": steps})
        self.assertEqual(resumed, self.run_scene(scene, "whole", *checkpoints, **{"time.steps": steps}))
        self.assertEqual(len(resumed), steps + 1)

    def test_results_do_not_depend_on_the_number_of_threads(self):
        self.environment.pop("OMP_THREAD_LIMIT")
        self.mesh("tets.vtk", "tets")
        for name, words in (("boxes", BOXES), ("tets", ["--onto", "tets.vtk"])):
            one, two = (self.coarse(f"{name}{count}", *words, "--threads", count) for count in (1, 2))
            self.assertEqual((self.folder / one).with_name("bar.model").read_bytes(), (self.folder / two).with_name("bar.model").read_bytes())
            rows = [self.run_scene(one, f"{name}_run{count}", "--threads", count) for count in (1, 2)]
            self.assertEqual(*rows)

    def test_loads_keep_their_resultant(self):
        part = {"type": "box", "min": [-0.6, -9, -9], "max": [0.6, 0.2, 9]}
        self.mesh("tets.vtk", "tets", cells=(2, 1, 1))
        for load in ({"type": "force", "force": [10, 20, -5], "select": RIGHT}, {"type": "traction", "traction": [10, 20, -5], "select": RIGHT},
                     {"type": "acceleration", "acceleration": [1, 2, -5], "select": part}):
            for kind, words in (("boxes", ["--cells", 2, 1, 1]), ("tets", ["--onto", "tets.vtk"])):
                with self.subTest(load=load["type"], kind=kind):
                    name = f"{load['type']}_{kind}"
                    scene = self.coarse(name, *words, **{**FREE, "pins": [], "loads": [{"body": "bar", **load}]})
                    fine, coarse = self.run_scene(f"{name}.json", f"fine_{name}")[-1], self.run_scene(scene, f"run_{name}")[-1]
                    scale = max(map(abs, numbers(fine, *LINEAR)))
                    self.assertGreater(scale, 0.1)
                    for expected, found in zip(numbers(fine, *LINEAR), numbers(coarse, *LINEAR)):
                        self.assertAlmostEqual(found, expected, delta=1e-9 * scale)

    def test_a_tumbling_body_keeps_its_momenta(self):
        body = {**BODY, "deform": [{"type": "stretch", "factors": [1.05, 1, 1]}], "velocity": {"linear": [1, 2, 3], "angular": [1, 2, 3]}}
        self.mesh("tets.vtk", "tets")
        for kind, words in (("boxes", BOXES), ("tets", ["--onto", "tets.vtk"])):
            scene = self.coarse(kind, *words, **{**FREE, "pins": [], "bodies": [body]})
            rows = self.run_scene(scene, f"out_{kind}", **{"integrator": {"type": "implicit_midpoint"}, "time.steps": 40})
            mass = self.mass(f"{kind}.json")
            for found, expected in zip(numbers(rows[0], *LINEAR), (mass, 2 * mass, 3 * mass)):
                self.assertAlmostEqual(found / expected, 1, delta=1e-12)
            for names, allowed in ((LINEAR, 1e-12), (ANGULAR, 1e-10)):
                first = numbers(rows[0], *names)
                off = max(abs(a - b) for row in rows for a, b in zip(numbers(row, *names), first))
                self.assertLess(off, allowed * max(map(abs, first)), (kind, names))

    def test_pins_name_fine_vertices_however_they_select_them(self):
        selections = {"plane": LEFT, "box": {"type": "box", "min": [-9, -9, -9], "max": [-1.4, 9, 9]},
                      "vertices": {"type": "vertices", "indices": list(range(9))}}
        found = []
        for name, select in selections.items():
            scene = self.coarse(name, "--cells", 2, 1, 1, pins=[{"body": "bar", "select": select}])
            found.append(((self.folder / f"coarse_{name}/bar.model").read_bytes(), self.run_scene(scene, f"out_{name}")))
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])

    def test_a_probe_at_rest_sits_at_its_fine_vertex(self):
        places = [[-1.5, 0, 0.5], [-0.5, -0.5, 0], [0, 0, 0], [0.5, 0.5, -0.5], [1.5, 0.5, 0.5], [-0.5, 0, 0.5]]
        probes = [{"name": f"p{k}", "body": "bar", "nearest": [x + 0.01 for x in place]} for k, place in enumerate(places)]
        self.mesh("tets.vtk", "tets", cells=(2, 1, 1))
        self.mesh("hexes.vtk", "hexes", low=[-1.7, -0.6, -0.8], high=[1.6, 0.9, 0.51], cells=(2, 1, 1))
        for kind, words in (("boxes", ["--cells", 2, 1, 1]), ("hexes", ["--onto", "hexes.vtk"]), ("tets", ["--onto", "tets.vtk"])):
            scene = self.coarse(kind, *words, output={"probes": probes})
            self.run_scene(scene, f"out_{kind}")
            rows = self.table(f"out_{kind}", "probes.csv")
            for k, place in enumerate(places):
                for axis, found in zip(range(3), numbers(rows[0], f"p{k}.x", f"p{k}.y", f"p{k}.z")):
                    self.assertAlmostEqual(found, place[axis], delta=1e-12, msg=f"{kind}, probe {k}")
            # What is pinned in a side of the cage stays. Of the hexes the pins lie inside the first cell, 0.2 m from the side of the cage that
            # is held, and p5 on the same line 1.2 m from it: displacements grow linearly along that line.
            share = 0.2 / 1.2 if kind == "hexes" else 0
            for row in rows:
                for axis, of in enumerate("xyz"):
                    pinned, beside = numbers(row, f"p0.{of}", f"p5.{of}")
                    self.assertAlmostEqual(pinned - places[0][axis], share * (beside - places[5][axis]), delta=1e-12, msg=kind)

    def test_a_mass_in_place_of_a_density_is_kept(self):
        body = {key: value for key, value in BODY.items() if key != "density"}
        scene = self.coarse("bar", *BOXES, bodies=[{**body, "mass": 7}])
        self.assertAlmostEqual(self.mass(scene), 7, delta=7e-12)

    def test_planes_drag_and_velocities_of_the_scene_act_on_the_coarse_body(self):
        scene = self.coarse("bar", *BOXES, pins=[], contact=[{"type": "plane", "point": [0, -0.52, 0], "normal": [0, 1, 0]}],
                            damping=[{"type": "drag", "slow": 1}], bodies=[{**BODY, "velocity": {"linear": [1, 0, 0]}}])
        rows = self.run_scene(scene, "out", **{"time.steps": 12})
        self.assertGreater(float(rows[-1]["contact"]), 0)
        self.assertGreater(float(rows[-1]["dissipated"]), 0)
        self.assertGreater(float(rows[-1]["px"]), 0)


if __name__ == "__main__":
    main(Coarsen, "program")
