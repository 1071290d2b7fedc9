#!/usr/bin/env python3
"""Pipes, devices and links in the place of a run's files, and folders of very many files: every command answers soon, and nothing is
written through a link.

    odd_files_test.py PROGRAM
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from patience import HANGS, soon
from program_case import main
from run_case import RunCase, contents

SOON = 2 * float(os.environ.get("LILYAN_TEST_SLOWNESS", 1))  # [s] of processor time
FRAMES = ["--set", 'output.frames=["vtu"]', "--set", 'output.probes=[{"name":"tip","body":"bar","nearest":[1,0,0]}]']
FILES = ["ledger.csv", "summary.json", "setting.json", "checkpoint", "checkpoint.previous", "probes.csv", "frames.pvd",
         "frames/frame_000001.vtu", "pictures/step_000004.png", "report.html"]


def pipe(path):
    os.mkfifo(path)


def device(path):
    path.symlink_to("/dev/zero")


def loop(path):
    path.symlink_to(path.name)


def terminal(path):
    path.symlink_to("/dev/ptmx")


class OddFiles(RunCase):
    def made(self, folder):
        """A finished run with all kinds of files."""
        self.lilyan("run", "bar.json", "-o", folder, "--quiet", "--set", "output.checkpoint.steps=2", *FRAMES)
        return self.folder / folder

    def answers(self, *words):
        """Some answer with a status of our own, soon."""
        with soon(self, SOON, words):
            process = self.start(*words)
            try:
                _, said = process.communicate(timeout=HANGS)
            except subprocess.TimeoutExpired:
                self.fail(f"{words}: no answer")
        self.assertIn(process.returncode, (0, 2), f"{words}: {said}")
        self.assertNotIn("unexpected", said)

    def test_pipes_and_devices_keep_no_reader_waiting(self):
        good = self.made("good")
        cases = [(name, put) for name in FILES for put in (pipe, device)] + [(name, put) for name in FILES[:2] for put in (loop, terminal)]
        for name, put in cases:
            out = self.folder / "out"
            shutil.copytree(good, out)
            (out / name).unlink()
            put(out / name)
            with self.subTest(name=name, put=put.__name__):
                self.answers("info", "out")
                if put is pipe:
                    self.answers("report", "out")
                    self.answers("run", "bar.json", "-o", "out", "--resume", "--no-report", "--set", "time.steps=6", *FRAMES)
            shutil.rmtree(out)

    def test_a_new_run_takes_their_place(self):
        out = self.made("out")
        for name in FILES:
            (out / name).unlink()
            pipe(out / name)
        shutil.copy(self.made("good") / "setting.json", out / "about.json")
        self.lilyan("run", "bar.json", "-o", "out", "--quiet", "--replace", *FRAMES)
        self.assertIn("finished", self.lilyan("info", "out"))

    def test_a_folder_of_very_many_files_is_described_soon(self):
        # In memory where that is possible: a disk takes long to make and remove them.
        scratch = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        self.addCleanup(scratch.cleanup)
        out = pathlib.Path(shutil.copytree(self.made("out"), pathlib.Path(scratch.name) / "out"))
        for k in range(200000):
            os.close(os.open(f"{scratch.name}/out/file{k}", os.O_CREAT | os.O_WRONLY))
        with soon(self, SOON):
            said = self.lilyan("info", out)
        self.assertLess(len(said), 20000)
        self.assertRegex(said, r"others +\d{6} files and folders")
        self.assertGreater(json.loads(self.lilyan("info", out, "--json"))["others"], 199000)

    def test_a_link_to_the_root_is_not_walked(self):
        out = self.made("out")
        (out / "root").symlink_to("/")
        self.answers("info", "out")
        self.assertIn("file      root", self.lilyan("info", "out"))

    def test_nothing_is_written_through_a_link(self):
        mine = self.folder / "mine"
        mine.mkdir()
        (mine / "file").write_text("mine")
        good, out = self.made("good"), self.folder / "out"
        run = ["run", "bar.json", "-o", "out", "--set", "time.steps=6", *FRAMES]
        cases = [(name, [*run, *more]) for more in ([], ["--resume"])
                 for name in [*FILES, "frames", "pictures", "checkpoint.tmp", ".lilyan-write-test", "summary.json.part", "report.html.part",
                              "frames/frame_000002.vtu.part"]]
        cases += [(name, ["report", "out"]) for name in ("report.html", "report.html.part")]
        cases += [(name, ["convert", "out", "--to", "obj"]) for name in ("obj", "obj/frame_000000.obj", "obj/.lilyan.part")]
        before = contents(mine)
        for name, words in cases:
            shutil.copytree(good, out)
            if (out / name).is_dir():
                shutil.rmtree(out / name)
            (out / name).parent.mkdir(exist_ok=True)
            (out / name).unlink(missing_ok=True)
            (out / name).symlink_to(mine if name in ("frames", "pictures", "obj", "obj/.lilyan.part") else mine / "file")
            if words[0] == "run" and not name.startswith(("pictures", "report")):
                words = [*words, "--no-report"]
            with self.subTest(name=name, words=words):
                self.answers(*words)
                self.assertEqual(contents(mine), before)
            shutil.rmtree(out)

    def test_a_link_as_the_folder_itself_is_the_users_wish(self):
        (self.folder / "large_disk").mkdir()
        (self.folder / "out").symlink_to("large_disk")
        self.lilyan("run", "bar.json", "-o", "out", "--quiet", *FRAMES)
        self.assertTrue((self.folder / "out").is_symlink())
        self.assertTrue((self.folder / "large_disk/frames/frame_000004.vtu").exists())


if __name__ == "__main__":
    main(OddFiles, "program")
