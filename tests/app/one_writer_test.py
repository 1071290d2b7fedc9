#!/usr/bin/env python3
"""One process at a time writes into a folder; a second one is refused with status 2 and the id of the first, and changes nothing.

    one_writer_test.py PROGRAM
"""

import json
import os
import pathlib
import signal
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from patience import HANGS, wait_for
from program_case import main
from run_case import ENDLESS, RunCase, contents


class OneWriter(RunCase):
    def assert_refused(self, process, *words):
        said = self.lilyan(*words, status=2)
        self.assertIn(f"process {process.pid} is writing into this folder [output.locked]", said)

    def test_a_second_run_resume_or_report_is_refused(self):
        first = self.endless("out")
        for words in (["run", "bar.json", "-o", "out"], ["run", "bar.json", "-o", "out", "--resume"], ["report", "out"],
                      ["modes", "bar.json", "-o", "out"], ["compare", "bar.json", "--integrators", "avf", "-o", "out"]):
            with self.subTest(words):
                self.assert_refused(first, *words)
        (self.folder / "link").symlink_to("out")
        self.assert_refused(first, "run", "bar.json", "-o", "link/.")
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=HANGS)
        self.assertEqual(first.returncode, 4, "the first run goes on undisturbed")
        self.assertEqual(self.lilyan("run", "bar.json", "-o", "out", "--resume", "--quiet", "--set", "time.steps=3"), "")

    def test_readers_need_no_lock_and_tell_who_writes(self):
        first = self.endless("out", "--set", 'output.frames=["vtu"]', "--set", "output.interval=1e4")  # few enough for the disk
        self.assertIn(f"under way, process {first.pid} is writing into it", self.lilyan("info", "out"))
        self.assertEqual(json.loads(self.lilyan("info", "out", "--json"))["process"], str(first.pid))
        self.lilyan("render", "out", "-o", "bar.png", "--size", "64x64", "--frame", "first")

    def test_a_killed_writer_blocks_nobody(self):
        out = self.killed("out")
        self.assertNotIn("process", json.loads(self.lilyan("info", "out", "--json")))
        self.lilyan("run", "bar.json", "-o", "out", "--quiet")
        self.assertEqual([name for name in contents(out) if name.startswith(".")], [], "nothing of the lock is left")

    def test_the_lock_is_held_until_the_comparison_is_written(self):
        first = self.start("compare", "bar.json", "--integrators", "avf,bdf2", "-o", "out", *ENDLESS)
        self.assertTrue(wait_for((self.folder / "out/avf/checkpoint").exists))
        for folder in ("out", "out/avf", "out/bdf2"):
            self.assert_refused(first, "run", "bar.json", "-o", folder)
        self.assert_refused(first, "compare", "bar.json", "--integrators", "bathe", "-o", "out")
        self.assertFalse((self.folder / "out/bathe").exists())

    def test_no_lock_is_left_by_any_end(self):
        self.lilyan("run", "bar.json", "-o", "done", "--quiet")
        self.lilyan("compare", "bar.json", "--integrators", "avf", "-o", "both", "--quiet")
        self.lilyan("report", "done")
        process = self.endless("stopped")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=HANGS)
        self.lilyan("report", "nowhere", status=2)
        self.assertFalse((self.folder / "nowhere").exists(), "a report makes no folder")
        self.assertEqual([name for name in contents(self.folder) if ".lilyan" in name], [])

    def test_a_run_refused_before_it_begins_leaves_no_folder(self):
        self.endless("out")
        self.lilyan("run", "bar.json", "-o", "out/deep/er", "--set", "output.checkpoint.steps=0", status=2)
        self.assertFalse((self.folder / "out/deep").exists())

    def test_a_lock_file_that_leads_elsewhere_is_not_followed(self):
        (self.folder / "mine.txt").write_text("mine")
        for make in (lambda path: path.symlink_to("../mine.txt"), os.mkfifo, os.mkdir):
            with self.subTest(make):
                out = self.folder / f"out{len(list(self.folder.iterdir()))}"
                out.mkdir()
                make(out / ".lilyan.lock")
                self.assertIn("cannot lock the folder", self.lilyan("run", "bar.json", "-o", out, status=2))
        self.assertEqual((self.folder / "mine.txt").read_text(), "mine")


if __name__ == "__main__":
    main(OneWriter, "program")
