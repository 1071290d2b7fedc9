#!/usr/bin/env python3
"""A run replaces what its scene can make again, and nothing else unless it is told to.

    replace_test.py PROGRAM
"""

import pathlib
import shutil
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from program_case import main
from run_case import RunCase, contents

OTHER = ["--set", "time.step=0.02"]
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"


class Replace(RunCase):
    def assert_refused(self, folder, error, *words):
        before = {name: held for name, held in contents(folder).items() if not name.endswith(".lilyan.lock")}  # a killed run's locks nothing
        said = self.lilyan(*words, status=2)
        self.assertIn(f"[{error}]", said)
        self.assertIn("--replace", said)
        self.assertEqual(contents(folder), before, f"{words} changes nothing")

    def test_an_unfinished_run_of_another_scene_is_replaced_only_when_told_to(self):
        out = self.killed("out", "--no-report")
        (out / "notes.txt").write_text("mine")
        self.assert_refused(out, "output.unfinished", "run", "bar.json", "-o", "out", *OTHER)
        self.assertIn("[checkpoint.scene]", self.lilyan("run", "bar.json", "-o", "out", "--resume", *OTHER, status=2))
        self.lilyan("run", "bar.json", "-o", "out", "--replace", "--quiet", *OTHER)
        self.assertEqual((out / "notes.txt").read_text(), "mine")
        self.assertIn("0.02", (out / "ledger.csv").read_text().splitlines()[2])

    def test_what_the_same_scene_or_a_finished_run_left_is_replaced_at_once(self):
        self.killed("out", "--no-report")
        self.lilyan("run", "bar.json", "-o", "out", "--no-report", "--quiet", "--set", "time.steps=3")
        self.lilyan("run", "bar.json", "-o", "out", "--no-report", "--quiet", *OTHER)

    def test_a_run_that_could_not_go_on_is_replaced_at_once(self):
        failing = ["--set", "integrator.type=velocity_verlet", "--set", "time.step=1", "--set", "time.steps=2000"]
        self.lilyan("run", "bar.json", "-o", "out", "--no-report", "--quiet", *failing, status=3)
        self.lilyan("run", "bar.json", "-o", "out", "--no-report", "--quiet", *OTHER)

    def test_what_a_run_left_that_was_killed_as_it_began_is_replaced_at_once(self):
        self.lilyan("run", "bar.json", "-o", "whole", "--no-report", "--quiet")
        setting = (self.folder / "whole/setting.json").read_text()
        for k, held in enumerate(("", setting[:12], setting[:-1])):
            for words in (["run", "bar.json", "--no-report"], ["run", "bar.json", "--no-report", "--resume"],
                          ["compare", "bar.json", "--integrators", "avf"]):
                out = self.folder / f"{words[0]}_{len(words)}_{k}"
                place = out / "avf" if words[0] == "compare" else out
                place.mkdir(parents=True)
                (place / "setting.json.part").write_text(held)
                self.lilyan(*words, "-o", out, "--quiet")
                self.assertEqual([name for name in contents(out) if name.endswith(".part")], [])

    def test_a_folder_of_other_files_is_written_to_only_when_told_to(self):
        for name in ("summary.json", "ledger.csv", "setting.json", "setting.json.part", "report.html", "photo.png", "frames/frame_000001.vtu"):
            with self.subTest(name):
                out = self.folder / ("part" if name.endswith(".part") else name.split(".")[0].replace("/", "_"))
                (out / name).parent.mkdir(parents=True)
                (out / name).write_text("mine")
                for words in (["run", "bar.json"], ["run", "bar.json", "--resume"], ["compare", "bar.json", "--integrators", "avf"]):
                    self.assert_refused(out, "output.foreign", *words, "-o", out)
        self.lilyan("run", "bar.json", "-o", "photo", "--replace", "--quiet", "--no-report")
        self.assertEqual((self.folder / "photo/photo.png").read_text(), "mine")
        self.lilyan("run", "bar.json", "-o", "photo", "--quiet", "--no-report", *OTHER)  # now it is a run's

    def test_an_empty_folder_and_hidden_files_need_no_word(self):
        (self.folder / "out").mkdir()
        (self.folder / "out/.gitkeep").touch()
        self.lilyan("run", "bar.json", "-o", "out", "--no-report", "--quiet")
        self.assertTrue((self.folder / "out/.gitkeep").exists())

    def test_a_run_killed_as_it_began_is_in_nobodys_way(self):
        (self.folder / "out/frames").mkdir(parents=True)
        (self.folder / "out/ledger.csv").touch()
        self.lilyan("run", "bar.json", "-o", "out", "--no-report", "--quiet", "--resume")

    def test_a_comparison_and_a_run_do_not_mix(self):
        self.lilyan("compare", "bar.json", "--integrators", "avf", "-o", "both", "--quiet")
        self.lilyan("compare", "bar.json", "--integrators", "avf,bdf2", "-o", "both", "--quiet", *OTHER)
        self.assert_refused(self.folder / "both", "output.foreign", "run", "bar.json", "-o", "both")
        self.lilyan("run", "bar.json", "-o", "one", "--quiet")
        self.assert_refused(self.folder / "one", "output.foreign", "compare", "bar.json", "--integrators", "avf", "-o", "one")
        self.lilyan("compare", "bar.json", "--integrators", "avf", "-o", "one", "--replace", "--quiet")
        self.assertFalse((self.folder / "one/ledger.csv").exists())

    def test_a_comparison_killed_as_it_began_is_in_nobodys_way(self):
        for method in ("avf", "bdf2"):
            (self.folder / "both" / method).mkdir(parents=True)
            (self.folder / "both" / method / ".lilyan.lock").touch()
        self.lilyan("compare", "bar.json", "--integrators", "avf,bdf2", "-o", "both", "--quiet")

    def test_a_comparison_looks_at_every_method_before_it_begins(self):
        words = ["--set", 'integrator={"type":"bdf2"}']
        self.lilyan("compare", "bar.json", "--integrators", "avf,bdf2", "-o", "both", "--quiet")
        shutil.rmtree(self.folder / "both/bdf2")
        self.killed("both/bdf2", *words)
        self.assert_refused(self.folder / "both", "output.unfinished", "compare", "bar.json", "--integrators", "avf,bdf2", "-o", "both", *OTHER)
        self.lilyan("compare", "bar.json", "--integrators", "avf,bdf2", "-o", "both", "--quiet")  # the same scene

    def test_replace_and_resume_contradict_each_other(self):
        self.lilyan("run", "bar.json", "-o", "out", "--resume", "--replace", status=2)

    def test_mesh_replaces_a_scene_that_nobody_has_changed(self):
        (self.folder / "tet.obj").write_text(TETRAHEDRON)
        scene, surface = self.folder / "tet.json", self.folder / "tet_surface.obj"
        make = ["mesh", "tet.obj", "-o", "tet.msh", "--scale", "0.5", "--scene", "tet.json", "--quiet"]
        self.lilyan(*make)
        first = scene.read_text()
        self.lilyan(*make)
        self.assertEqual(scene.read_text(), first)
        self.lilyan("check", "tet.json")
        for file, change in ((scene, lambda text: text.replace("0.4", "0.3")), (surface, lambda text: text + "# mine\n")):
            with self.subTest(file.name):
                kept = file.read_text()
                file.write_text(change(kept))
                said = self.lilyan(*make, status=2)
                self.assertIn("is there already and may be yours", said)
                self.assertIn("--replace", said)
                self.assertEqual(file.read_text(), change(kept))
                self.lilyan(*make, "--replace")
                self.assertEqual(file.read_text(), kept)
        scene.write_text("{}")
        self.lilyan(*make, status=2)
        self.assertEqual(scene.read_text(), "{}")


if __name__ == "__main__":
    main(Replace, "program")
