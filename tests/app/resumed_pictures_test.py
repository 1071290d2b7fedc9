#!/usr/bin/env python3
"""The pictures of a run that was stopped or killed and taken up again are those of an uninterrupted one, byte for byte.

    resumed_pictures_test.py PROGRAM
"""

import pathlib
import signal
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from patience import HANGS, wait_for
from program_case import main
from run_case import RunCase, contents

# Two masses on an ellipse: nothing is deformed, so that the picture between the first and the last is that of the middle of the time. The steps
# are short where the masses are near each other, so that this is not the middle of the steps.
ORBIT = {
    "lilyan": 1, "name": "orbit", "gravity": [0, 0, 0],
    "bodies": [{"name": "sun", "mesh": {"type": "points", "positions": [[0, 0, 0]], "masses": [1]}},
               {"name": "planet", "mesh": {"type": "points", "positions": [[1.9, 0, 0]], "masses": [0.001]},
                "velocity": {"linear": [0, 0.23, 0]}}],
    "potentials": [{"name": "attraction", "particles": ["sun", "planet"], "expression": "-G*planet.m/distance(sun, planet)",
                    "parameters": {"G": 1}, "energy": "gravity"}],
    "pins": [{"body": "sun", "select": {"type": "all"}}],
    "integrator": {"type": "implicit_midpoint"},
    "time": {"step": 0.02, "duration": 6, "adaption": {"type": "acceleration", "acceleration": 0.3, "shortest": 0.05, "enforced": "naive"}},
    "output": {"checkpoint": {"steps": 20}},
}
SWING = {"gravity": [0, -9.81, 0], "time": {"step": 0.01, "steps": 300}, "output": {"checkpoint": {"steps": 7}, "ledger": {"every": 4}},
         "pins": [{"body": "bar", "select": {"type": "plane", "point": [-0.99, 0, 0], "normal": [-1, 0, 0]}}]}


class ResumedPictures(RunCase):
    def rows(self, folder):
        ledger = self.folder / folder / "ledger.csv"
        return ledger.read_text().count("\n") if ledger.exists() else 0

    def interrupted(self, scene, folder, rows, name):
        """Goes on with the run, and sends the signal after so many rows of its ledger."""
        process = self.start("run", scene, "-o", folder, "--quiet", "--resume")
        wait_for(lambda: self.rows(folder) >= rows or process.poll() is not None)
        process.send_signal(name)
        process.communicate(timeout=HANGS)

    def expect_the_same(self, scene, signals):
        self.lilyan("run", scene, "-o", "whole", "--quiet")
        rows = self.rows("whole")
        for name in signals:
            for shares in ((0.6,), (0.3, 0.55, 0.8)):
                folder = f"{name.name}{len(shares)}{shares[0]}"
                for share in shares:
                    self.interrupted(scene, folder, int(share * rows), name)
                self.lilyan("run", scene, "-o", folder, "--quiet", "--resume")
                with self.subTest(scene=scene, signal=name.name, shares=shares):
                    whole, found = contents(self.folder / "whole/pictures"), contents(self.folder / folder / "pictures")
                    self.assertEqual(sorted(found), sorted(whole))
                    self.assertTrue(found == whole, "other bytes")

    def test_where_nothing_is_deformed(self):
        self.scene("orbit.json", **ORBIT)
        self.expect_the_same("orbit.json", (signal.SIGTERM, signal.SIGKILL))

    def test_of_a_bar_that_swings(self):
        self.scene("swing.json", **SWING)
        self.expect_the_same("swing.json", (signal.SIGTERM, signal.SIGKILL))


if __name__ == "__main__":
    main(ResumedPictures, "program")
