#!/usr/bin/env python3
"""A closed terminal stops a run as SIGTERM does, and a limit on the size of files is a full disk: nothing is lost.

    signals_test.py PROGRAM
"""

import csv
import pathlib
import resource
import signal
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from patience import HANGS, wait_for
from program_case import main
from run_case import RunCase

STEPS = ["--no-report", "--quiet", "--set", "output.checkpoint.steps=5", "--set"]


class Signals(RunCase):
    def ledger(self, folder):
        """Without the wall times."""
        with open(self.folder / folder / "ledger.csv", newline="") as file:
            return [{**row, "wall_ms": ""} for row in csv.DictReader(file)]

    def test_a_closed_terminal_stops_a_run_that_can_be_resumed(self):
        process = self.endless("out", "--no-report")
        process.send_signal(signal.SIGHUP)
        _, said = process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 4)
        self.assertIn("stopped by a signal after step", said)
        steps = len(self.ledger("out")) + 20
        self.lilyan("run", "bar.json", "-o", "out", "--resume", *STEPS, f"time.steps={steps}")
        self.lilyan("run", "bar.json", "-o", "whole", *STEPS, f"time.steps={steps}")
        self.assertEqual(self.ledger("out"), self.ledger("whole"))

    def test_nohup_is_respected(self):
        process = self.start("run", "bar.json", "-o", "out", *STEPS, "time.steps=100000000",
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.assertTrue(wait_for((self.folder / "out/checkpoint").exists))
        process.send_signal(signal.SIGHUP)
        rows = len(self.ledger("out"))
        self.assertTrue(wait_for(lambda: len(self.ledger("out")) > rows + 5))
        self.assertIsNone(process.poll())

    def test_a_limit_on_the_size_of_files_is_a_full_disk(self):
        limit = 20000
        process = self.start("run", "bar.json", "-o", "out", *STEPS, "time.steps=200",
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY)))
        _, said = process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 3, said)
        self.assertIn("ledger.csv: cannot write this file: File too large [output.write]", said)
        self.assertIn("--resume", said)
        self.assertTrue((self.folder / "out/ledger.csv").read_text().endswith("\n"), "no half row")
        self.lilyan("run", "bar.json", "-o", "out", "--resume", *STEPS, "time.steps=200")
        self.lilyan("run", "bar.json", "-o", "whole", *STEPS, "time.steps=200")
        self.assertEqual(self.ledger("out"), self.ledger("whole"))

    def test_a_limit_that_leaves_room_for_nothing_is_bad_input(self):
        said = self.lilyan("render", "bar.json", "-o", "bar.png", status=2,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY)))
        self.assertIn("File too large", said)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["bar.json"])


if __name__ == "__main__":
    main(Signals, "program")
