#!/usr/bin/env python3
"""A run that is replaced is kept until the new one has ended well, whatever becomes of that one.

    kept_runs_test.py PROGRAM CXX_COMPILER
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from patience import HANGS, wait_for
from run_case import ENDLESS, RunCase, contents

HERE = pathlib.Path(__file__).parent
QUICK = ["--no-report", "--set", 'output.frames=["vtu"]']
FAILING = ["--set", "integrator.type=velocity_verlet", "--set", "time.step=1", "--set", "time.steps=2000"]
FAILING_AT_ONCE = ["--set", "contact=[]", "--set", "integrator.type=velocity_verlet", "--set", "time.step=1e200"]


def without_hidden(files):
    return {name: held for name, held in files.items() if not any(part.startswith(".") for part in pathlib.Path(name).parts)}


class KeptRuns(RunCase):
    compiler = None

    def run_to(self, folder, *words, status=0):
        return self.lilyan("run", "bar.json", "-o", folder, *QUICK, *words, status=status)

    def stopped(self, folder, *words):
        """A run that has been stopped, and how many steps it has made."""
        place, before = self.folder / folder, self.kept(folder)
        is_first = not (place / "checkpoint").exists()
        process = self.start("run", "bar.json", "-o", folder, "--quiet", "--no-report", *ENDLESS, *words)

        def has_begun():
            is_new = is_first or any(name not in before and not name.endswith(".part") for name in self.kept(folder))
            return process.poll() is not None or (is_new and (place / "checkpoint").exists())

        self.assertTrue(wait_for(has_begun))
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 4)
        return int((self.folder / folder / "ledger.csv").read_text().splitlines()[-1].split(",")[0])

    def kept(self, folder):
        return sorted(path.name for path in (self.folder / folder).glob("earlier.*"))

    def test_a_finished_run_outlives_trials_that_fail(self):
        self.run_to("out")
        (self.folder / "out/frames/mine.txt").write_text("mine")
        whole = contents(self.folder / "out")
        mine = whole.pop("frames/mine.txt")
        for failing in (FAILING, FAILING_AT_ONCE, FAILING):
            said = self.run_to("out", *failing, status=3)
            self.assertEqual(said.count("note: the finished run that was in out before is kept in out/earlier.1\n"), 1, said)
            self.assertEqual(self.kept("out"), ["earlier.1"])
            self.assertEqual(without_hidden(contents(self.folder / "out/earlier.1")), whole)
            self.assertEqual((self.folder / "out/frames/mine.txt").read_bytes(), mine)
        self.assertIn("finished", self.lilyan("info", "out/earlier.1"))
        self.lilyan("report", "out/earlier.1")
        self.lilyan("render", "out/earlier.1", "-o", "bar.png", "--size", "64x48")

    def test_it_goes_once_the_new_one_has_ended_well(self):
        self.run_to("out")
        self.assertNotIn("note: ", self.run_to("out", "--set", "time.step=0.02"))
        self.assertEqual(self.kept("out"), [])
        self.run_to("out", *FAILING, status=3)
        self.assertNotIn("earlier", self.run_to("out"))
        self.assertEqual(self.kept("out"), [])
        self.run_to("whole")
        self.assertEqual(sorted(contents(self.folder / "out")), sorted(contents(self.folder / "whole")))

    def test_what_is_refused_touches_neither(self):
        self.run_to("out")
        before = contents(self.folder / "out")
        self.run_to("out", "--set", "time.step=-1", status=2)
        self.run_to("out", "--set", "time.steps=1000000000000000000", status=2)
        self.assertEqual(contents(self.folder / "out"), before)

    def test_an_unfinished_run_that_is_not_taken_up_is_told_and_kept(self):
        steps = self.stopped("out")
        whole = contents(self.folder / "out")
        said = self.lilyan("run", "bar.json", "-o", "out", "--no-report")
        self.assertIn(f"note: the unfinished run of {steps} steps that was in out is kept in out/earlier.1; to go on with it: --resume -o out/earlier.1\n",
                      said)
        self.assertEqual(without_hidden(contents(self.folder / "out/earlier.1")), whole, "it had come further, and stays")
        self.lilyan("run", "bar.json", "-o", "out/earlier.1", "--resume", "--no-report", "--quiet", "--set", f"time.steps={steps + 10}")
        self.lilyan("run", "bar.json", "-o", "out", "--no-report", "--quiet")
        self.assertTrue((self.folder / "out/earlier.1/ledger.csv").exists(), "who goes on with it makes it a run like any other")

    def test_a_shorter_one_goes_when_the_same_scene_has_gone_further(self):
        steps = self.stopped("out")
        self.lilyan("run", "bar.json", "-o", "out", "--no-report", "--quiet", "--set", f"time.steps={steps}")
        self.assertEqual(self.kept("out"), [])

    def test_of_many_one_generation_is_kept(self):
        self.run_to("out", "--quiet")
        for _ in range(3):
            self.stopped("out")
        kept = self.kept("out")
        self.assertEqual(len(kept), 2, kept)
        self.assertIn("finished", self.lilyan("info", f"out/{kept[0]}"))
        self.assertIn("stopped by a signal", self.lilyan("info", f"out/{kept[1]}"))

    def test_a_comparison_keeps_the_runs_of_its_methods(self):
        self.lilyan("compare", "bar.json", "--integrators", "avf,velocity_verlet", "-o", "both", "--quiet")
        finished = contents(self.folder / "both/velocity_verlet")
        self.lilyan("compare", "bar.json", "--integrators", "avf,velocity_verlet", "-o", "both", "--quiet", "--set", "time.step=1", "--set", "time.steps=300")
        self.assertEqual(without_hidden(contents(self.folder / "both/velocity_verlet/earlier.1")), finished)
        self.assertEqual(self.kept("both/avf"), [])

    def test_a_folder_of_that_name_is_left_alone(self):
        (self.folder / "out/earlier.1").mkdir(parents=True)
        (self.folder / "out/earlier.1/notes.txt").write_text("mine")
        self.run_to("out", "--replace", "--quiet")
        self.run_to("out", *FAILING, status=3)
        self.assertEqual(self.kept("out"), ["earlier.1", "earlier.2"])
        self.run_to("out", "--quiet")
        self.assertEqual(self.kept("out"), ["earlier.1"])
        self.assertEqual(list(contents(self.folder / "out/earlier.1")), ["notes.txt"])

    def test_a_kill_at_any_moment_loses_nothing(self):
        library, counter = self.folder / "faulty_calls.so", self.folder / "calls"
        subprocess.run([self.compiler, "-std=c++20", "-shared", "-fPIC", HERE / "faulty_calls.cpp", "-o", library], check=True)
        self.run_to("whole", "--quiet")
        whole = contents(self.folder / "whole")
        trial = ["run", "bar.json", "-o", "out", *QUICK, "--quiet", "--set", "time.step=0.02", "--set", "time.steps=1"]

        def run_until(call):
            counter.write_bytes(bytes(8))
            self.environment.update(LD_PRELOAD=str(library), FAULTY_COUNT=str(counter), FAULTY_AT=str(call), FAULTY_HOW="KILL")
            process = self.start(*trial)
            process.communicate()
            for name in ("LD_PRELOAD", "FAULTY_COUNT", "FAULTY_AT", "FAULTY_HOW"):
                del self.environment[name]
            return process.returncode

        def is_whole(folder):
            found = without_hidden(contents(folder))
            return all(found.get(name) == held for name, held in whole.items())

        call, kept_at = 0, set()
        while True:
            call += 1
            shutil.copytree(self.folder / "whole", self.folder / "out")
            status = run_until(call)
            if status == 0:
                break
            self.assertEqual(status, -signal.SIGKILL)
            finished = (self.folder / "out/summary.json").exists() and '"done"' in (self.folder / "out/summary.json").read_text() and \
                not is_whole(self.folder / "out") and not (self.folder / "out/earlier.1.part").exists()
            if (self.folder / "out/earlier.1.part").exists():
                self.lilyan("report", "out")  # any writer
                (self.folder / "out/report.html").unlink()
                self.assertFalse((self.folder / "out/earlier.1.part").exists())
            kept = [is_whole(self.folder / "out"), is_whole(self.folder / "out/earlier.1")]
            self.assertTrue(any(kept) or finished, f"killed at call {call}: {sorted(contents(self.folder / 'out'))}")
            kept_at.add(kept.index(True) if any(kept) else "replaced")
            shutil.rmtree(self.folder / "out")
        self.assertLessEqual({0, 1}, kept_at, "some kills before the new run has begun, and some after")


if __name__ == "__main__":
    KeptRuns.compiler = sys.argv.pop(2)
    KeptRuns.program = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
