#!/usr/bin/env python3
"""What `lilyan coarsen` and coarse scenes refuse: with the place, the reason and what helps, and nothing is written or lost.

    coarsen_faults_test.py PROGRAM
"""

import json
import pathlib
import re
import shutil
import signal
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from coarse_case import BODY, BOXES, LEFT, PINNED, PLATE, SOFT, CoarseCase, box_mesh, read_scene
from patience import HANGS, wait_for
from program_case import main

OTHER = {**BODY, "name": "other", "mesh": {**BODY["mesh"], "center": [0, 4, 0]}}
POINTS = {"name": "points", "mesh": {"type": "points", "positions": [[0, 0, 0]], "masses": [1]}}
CLOTH = {"name": "cloth", "mesh": {"type": "sheet", "size": [1, 1], "cells": [4, 4]}, "material": {"type": "springs", "stretching": 100}, "mass": 1}
HEXES = {"name": "hexes", "mesh": {**BODY["mesh"], "elements": "hexes"}, "material": SOFT, "density": 1000}


def heeds_interrupts(process):
    """Whether it has come so far as to handle SIGINT."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search("SigCgt:\\s*(\\w+)", status)[1], 16) >> (signal.SIGINT - 1) & 1


class CoarsenFaults(CoarseCase):
    """What goes wrong before there is a model."""

    def setUp(self):
        super().setUp()
        self.scene("bar.json", **PINNED)

    def not_coarsened(self, *words, says, scene="bar.json"):
        said = self.refused("coarsen", scene, "-o", "made", *words, says=says)
        self.assertEqual(said.count("error: "), 1, said)
        self.assertIn("\n  hint: ", said)

    def test_meshes_that_miss_the_body_or_a_part_of_it(self):
        for kind in ("hexes", "tets"):
            self.mesh("far.vtk", kind, low=[10, 10, 10], high=[13, 11, 11])
            self.not_coarsened("--onto", "far.vtk", says=["far.vtk", "120 of 120 fine cells", "3 of 3 m^3", "[coarsening.outside]"])
            self.mesh("part.vtk", kind, high=[1, 0.5, 0.5])
            self.not_coarsened("--onto", "part.vtk", says=["part.vtk", "20 of 120 fine cells", "0.5 of 3 m^3", "[coarsening.outside]"])

    def test_meshes_of_cells_that_cannot_be_used(self):
        self.mesh("skewed.vtk", "hexes", at=lambda x: [x[0] + 0.1 * x[1], x[1], x[2]])
        self.not_coarsened("--onto", "skewed.vtk", says=["skewed.vtk", "cell 0 is not an axis-parallel box", "[coarsening.boxes]"])
        self.mesh("many.vtk", "hexes", cells=(11, 4, 3))
        self.not_coarsened("--onto", "many.vtk", says=["many.vtk", "132 cells", "only 120", "[coarsening.finer]"])
        self.mesh("flat.vtk", "triangles")
        self.not_coarsened("--onto", "flat.vtk", says=["flat.vtk", "no tets", "[coarsening.simplices]"])
        once = box_mesh("hexes", low=[-1.5, -0.5, -0.5], high=[1.5, 0.5, 0.5], cells=(1, 1, 1))
        twice = box_mesh("hexes", low=[0, -0.5, -0.5], high=[1.5, 0.5, 0.5], cells=(1, 1, 1))
        self.mesh("twice.vtk", "hexes", once, twice)
        self.not_coarsened("--onto", "twice.vtk", says=["twice.vtk", "[coarsening.overlap]"])
        self.scene("plate.json", **{**PINNED, "bodies": [PLATE], "pins": []})
        self.mesh("solid.vtk", "hexes")
        self.not_coarsened("--onto", "solid.vtk", says=["solid.vtk", "no quads", "[coarsening.boxes]"], scene="plate.json")

    def test_mesh_files_that_cannot_be_read(self):
        self.refused("coarsen", "bar.json", "-o", "made", "--onto", "none.vtk", says=["none.vtk", "[mesh.missing]"])
        (self.folder / "text.vtk").write_text("no mesh")
        self.refused("coarsen", "bar.json", "-o", "made", "--onto", "text.vtk", says=["text.vtk"])

    def test_methods_that_do_not_fit_the_cells(self):
        self.mesh("tets.vtk", "tets")
        self.not_coarsened("--onto", "tets.vtk", "--method", "nodal", "--probes", "pinned", says=["held pins", "[coarsening.nodal-pins]"])
        self.not_coarsened("--onto", "tets.vtk", "--method", "hg18", says=['--method: "hg18" is for boxes'])
        for method in ("averaged", "nodal"):
            self.not_coarsened(*BOXES, "--method", method, says=[f'--method: "{method}" is for tets and triangles'])
        self.not_coarsened("--method", "magic", says=["--method", "magic"])
        self.not_coarsened("--probes", "some", says=["--probes", "some"])

    def test_numbers_of_cells(self):
        self.not_coarsened("--cells", 100, 100, 100, says=["--cells: 1000000 boxes around a body of 120 cells"])
        self.not_coarsened("--cells", 3, 1, says=["--cells: 2 numbers for a body with 3 axes"])
        for words in ([0, 1, 1], ["many", 1, 1], [3], [3, 1, 1, 1], [-1, 1, 1], [1.5, 1, 1]):
            self.not_coarsened("--cells", *words, says=["--cells"])
        self.mesh("hexes.vtk", "hexes")
        self.not_coarsened(*BOXES, "--onto", "hexes.vtk", says=["--cells excludes --onto"])

    def test_texts_that_are_no_planes(self):
        for text in ("y", "y=", "w=1", "Y=0", "y=1x", "y=nan", "y=inf", "y=1e999", "=1", "xy=1", "0.5"):
            self.not_coarsened(*BOXES, "--cut", text, says=["--cut: ", text, "--cut y=0.12"])
        self.not_coarsened("--cut", "x=0", "--onto", "any.vtk", says=["--cut excludes --onto"])

    def test_bodies_that_cannot_be_coarsened(self):
        self.not_coarsened("--body", "foot", says=['--body: the scene has no body "foot"', "bar"])
        for body, why in ((POINTS, "it is of points"), (CLOTH, "it is made of springs"), (HEXES, "it is of hexes")):
            about = {**PINNED, "pins": []}
            self.scene("alone.json", **{**about, "bodies": [body]})
            self.not_coarsened(says=["no body of the scene can be coarsened", body["name"], why], scene="alone.json")
            self.scene("both.json", **{**about, "bodies": [BODY, body]})
            self.not_coarsened("--body", body["name"], says=[f'--body: "{body["name"]}" cannot be coarsened: {why}'], scene="both.json")
        self.scene("two.json", **{**PINNED, "bodies": [BODY, OTHER]})
        self.not_coarsened(says=['--body: "bar" and "other" can be coarsened', "name one of them"], scene="two.json")
        coarse = self.coarse("once", *BOXES)
        self.not_coarsened(says=["it is coarse already"], scene=coarse)

    def test_bodies_in_parts_that_turn_about_an_edge_or_a_vertex(self):
        one = box_mesh("tets", low=[0, 0, 0], high=[1, 1, 1], cells=(2, 2, 2))
        for name, low in (("edge", [1, 1, 0]), ("vertex", [1, 1, 1])):
            self.mesh("loose.vtk", "tets", one, box_mesh("tets", low=low, high=[x + 1 for x in low], cells=(2, 2, 2)))
            for pins in ([], [{"body": "bar", "select": {"type": "plane", "point": [0, 0, 0], "normal": [-1, 0, 0]}}]):
                self.scene("loose.json", **{**PINNED, "bodies": [{"name": "bar", "mesh": {"type": "file", "path": "loose.vtk"},
                                                                   "material": SOFT, "density": 1000}], "pins": pins})
                self.not_coarsened("--cells", 2, 2, 2, says=['"bar"', "can move without strain", "[coarsening.loose]"], scene="loose.json")

    def test_scenes_with_faults(self):
        self.scene("faulty.json", **{**PINNED, "time": {"step": -1, "steps": 4}, "pins": [{"body": "foot", "select": LEFT}]})
        self.refused("coarsen", "faulty.json", "-o", "made", says=["time/step", "pins/0/body"])
        self.refused("coarsen", "none.json", "-o", "made", says=["none.json", "[scene.missing]"])

    def test_folders_that_hold_something_else(self):
        self.lilyan("run", "bar.json", "-o", "out", "--quiet", "--no-report")
        self.refused("coarsen", "bar.json", "-o", "out", says=["-o: ", "is the folder of a run"])
        self.refused("coarsen", "bar.json", "-o", ".", says=["-o: ", "is the scene that is read"])
        self.refused("coarsen", "bar.json", "-o", self.folder, says=["-o: ", "is the scene that is read"])
        self.refused("coarsen", "bar.json", "-o", "", says=["-o: "])
        (self.folder / "file").write_text("mine")
        self.refused("coarsen", "bar.json", "-o", "file", *BOXES, says=["file: cannot make this folder"])
        self.refused("coarsen", "bar.json", "-o", "file/made", *BOXES, says=["cannot make this folder"])
        for name in ("bar.json", "bar.model", "report.html"):
            (self.folder / f"of_{name}").mkdir()
            (self.folder / f"of_{name}" / name).write_text("mine")
            self.refused("coarsen", "bar.json", "-o", f"of_{name}", says=["-o: ", name, "may be yours"])

    def test_a_coarse_scene_that_was_changed_is_kept(self):
        scene = self.folder / self.coarse("bar", *BOXES)
        scene.write_text(scene.read_text().replace('"steps": 4', '"steps": 5'))
        self.refused("coarsen", "bar.json", "-o", "coarse_bar", says=["-o: ", "may be yours"])

    def test_a_model_that_the_written_scene_does_not_name_is_kept(self):
        self.coarse("two", *BOXES, "--body", "other", bodies=[BODY, OTHER])
        (self.folder / "coarse_two/bar.model").write_text("mine")
        self.refused("coarsen", "two.json", "-o", "coarse_two", *BOXES, "--body", "bar", says=["bar.model", "may be yours"])

    def test_an_interrupt_leaves_nothing(self):
        body = {**BODY, "mesh": {**BODY["mesh"], "cells": [24, 8, 8]}}
        self.scene("large.json", **{**PINNED, "bodies": [body], "time": {"step": 0.01, "steps": 100000}})
        (self.folder / "kept").mkdir()
        (self.folder / "kept/notes.txt").write_text("mine")
        before = self.everything()
        for folder, part in (("new", "new.part"), ("kept", "kept/.lilyan.part")):
            for what, is_time in (("early", heeds_interrupts), ("while it compares", lambda _: (self.folder / part / "large.json").exists())):
                with self.subTest(folder=folder, what=what):
                    process = self.start("coarsen", "large.json", "-o", folder, "--cells", 6, 2, 2, "--quiet", "--threads", 1)
                    self.assertTrue(wait_for(lambda: is_time(process.pid) or process.poll() is not None))
                    process.send_signal(signal.SIGINT)
                    said = "".join(process.communicate(timeout=HANGS))
                    self.assertEqual(process.returncode, 4, said)
                    self.assertEqual(self.everything(), before)


class CoarseSceneFaults(CoarseCase):
    """What cannot be said about a coarse body."""

    def setUp(self):
        super().setUp()
        self.coarse("bar", *BOXES)
        self.whole = read_scene(self.folder / "coarse_bar/bar.json")

    def write(self, of_body=(), of_mesh=(), **changes):
        body = {**self.whole["bodies"][0], **dict(of_body)}
        body["mesh"] = {**body["mesh"], **dict(of_mesh)}
        scene = {**self.whole, **changes, "bodies": [body, *changes.get("bodies", [])]}
        (self.folder / "coarse_bar/changed.json").write_text(json.dumps(scene))
        return "coarse_bar/changed.json"

    def not_built(self, *says, **changes):
        scene = self.write(**changes)
        said = self.refused("check", scene, says=says)
        self.refused("run", scene, "-o", "out", says=says)
        self.assertEqual(said.count("error: "), 1, said)
        self.assertIn("\n  hint: ", said)

    def test_what_acts_on_single_vertices_or_cells_is_refused(self):
        coarse = '"bar", which is coarse [scene.model]'
        self.not_built("constraints/0: a constraint cannot act on " + coarse,
                       constraints=[{"type": "plane", "body": "bar", "select": LEFT, "point": [0, 0, 0], "normal": [1, 0, 0]}])
        self.not_built("potentials/0: a formula cannot act on " + coarse,
                       potentials=[{"expression": "x^2", "body": "bar", "select": {"type": "all"}}])
        for damping in ({"type": "strain", "coefficient": 0.01}, {"type": "strain", "coefficient": 0.01, "body": "bar"}):
            self.not_built("damping/0: strain damping cannot act on " + coarse, damping=[damping])
        self.not_built("bodies/0/deform/0: a coarse body has no places", of_body={"deform": [{"type": "positions", "path": "x.npy"}]})
        self.not_built("bodies/0/velocity/path: a coarse body has no places", of_body={"velocity": {"path": "v.npy"}})

    def test_contact_is_with_planes_alone_and_without_friction(self):
        plane = {"type": "plane", "point": [0, -3, 0], "normal": [0, 1, 0]}
        self.lilyan("check", self.write(contact=[plane]))
        for contact, bodies in (({**plane, "friction": 0.3}, []), ({**plane, "damping": 0.01}, []), ({"type": "self", "body": "bar"}, []),
                                ({"type": "box", "min": [0, -4, 0], "max": [1, -3, 1]}, []),
                                ({"type": "sphere", "center": [0, -4, 0], "radius": 1}, []),
                                ({"type": "between", "bodies": ["bar", "other"]}, [OTHER]), ({"type": "between", "bodies": "all"}, [OTHER])):
            self.not_built('contact/0: "bar" is coarse', "[scene.model]", contact=[contact], bodies=bodies)

    def test_what_the_model_was_made_with_is_not_said_again(self):
        for key, value in (("material", SOFT), ("density", 10), ("mass", 10), ("regions", BODY["regions"]), ("reduce", {"modes": 4}),
                           ("mass_matrix", "consistent")):
            self.not_built(f"bodies/0/{key}: a model has been made with its", of_body={key: value})
        for key, value in (("refine", 1), ("transform", {"translate": [1, 0, 0]}), ("thickness", 1)):
            self.not_built(f"bodies/0/mesh/{key}: unknown key", of_mesh={key: value})

    def test_the_scene_of_another_body(self):
        self.not_built("bodies/0/mesh/source", "and this scene belongs to 0123456789abcdef", of_mesh={"source": "0123456789abcdef"})
        self.coarse("stiff", *BOXES, bodies=[{**BODY, "regions": []}])
        shutil.copy(self.folder / "coarse_stiff/bar.model", self.folder / "coarse_bar/bar.model")
        self.refused("check", "coarse_bar/bar.json", says=["bodies/0/mesh/source", "lilyan coarsen"])
        self.lilyan("check", self.write(of_mesh={"source": ""}))  # who wants it so

    def test_a_model_of_another_kind(self):
        self.scene("reduced.json", **{**PINNED, "bodies": [{**BODY, "reduce": {"modes": 4}}]})
        self.lilyan("reduce", "reduced.json", "-o", "reduced", "--quiet")
        shutil.copy(self.folder / "reduced/bar.model", self.folder / "coarse_bar/bar.model")
        self.refused("run", "coarse_bar/bar.json", "-o", "out", says=["bodies/0/mesh"])

    def test_models_that_are_missing_or_no_models(self):
        self.not_built("bodies/0/mesh/path", "[model.missing]", of_mesh={"path": "none.model"})
        self.not_built("bodies/0/mesh/path", "[model.foreign]", of_mesh={"path": "bar.json"})

    def test_fine_vertices_and_sets_that_are_not_there(self):
        select = {"type": "vertices", "indices": [0, 63]}
        self.refused("check", self.write(pins=[{"body": "bar", "select": select}]), says=["pins/0/select", "63 is not in 0 to 62", "[select.index]"])
        self.refused("check", self.write(pins=[{"body": "bar", "select": {"type": "set", "name": "feet"}}]), says=["[select.set]"])

    def test_other_pins_are_noted_with_the_command_that_helps(self):
        for pins in ([], [{"body": "bar", "select": LEFT, "axes": ["x"]}], [{"body": "bar", "select": {"type": "vertices", "indices": [0]}}]):
            said = self.lilyan("check", self.write(pins=pins))
            self.assertIn('note: "bar" is pinned otherwise', said)
            self.assertIn("lilyan coarsen SCENE -o DIR", said)
        same = {"type": "box", "min": [-9, -9, -9], "max": [-1.4, 9, 9]}
        self.assertNotIn("note: ", self.lilyan("check", self.write(pins=[{"body": "bar", "select": same}])))

    def test_a_model_from_free_probes_may_be_pinned_anywhere(self):
        said = self.coarsen("bar.json", "-o", "free", *BOXES, "--probes", "free")
        self.assertNotIn("note: ", said)
        self.assertNotIn("note: ", self.lilyan("check", "free/bar.json"))


if __name__ == "__main__":
    CoarseSceneFaults.program = str(pathlib.Path(sys.argv[1]).resolve())
    main(CoarsenFaults, "program")
