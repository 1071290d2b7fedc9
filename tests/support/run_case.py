"""What tests of run folders share: a small scene, runs that are started and ended, and folders compared by their bytes."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from patience import HANGS, wait_for

BAR = {
    "lilyan": 1, "name": "bar",
    "bodies": [{"name": "bar", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
                "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000,
                "velocity": {"angular": [0, 3, 1]}}],
    "gravity": [0, 0, 0], "integrator": {"type": "avf"}, "time": {"step": 0.025, "steps": 4},
}
ENDLESS = ["--set", "time.steps=100000000", "--set", "output.checkpoint.steps=5"]


def contents(folder):
    """Name and bytes of every file, hidden ones included; links by where they lead."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = "-> " + os.readlink(path)
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


class RunCase(unittest.TestCase):
    """Every test has a folder of its own with bar.json in it, where the program runs."""

    program = None

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
        self.scene("bar.json")

    def scene(self, file, **changes):
        (self.folder / file).write_text(json.dumps({**BAR, **changes}))

    def start(self, *words, **options):
        """The process, which is killed at the end of the test where it is still running."""
        process = subprocess.Popen([self.program, *map(str, words)], cwd=self.folder, env=self.environment, text=True, errors="replace",
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        process.kill()
        process.communicate()

    def lilyan(self, *words, status=0, seconds=HANGS, **options):
        """What it wrote to both streams."""
        process = self.start(*words, **options)
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.fail(f"{words}: no answer within {seconds} s")
        self.assertEqual(process.returncode, status, f"{words}: {out}{err}")
        return out + err

    def endless(self, folder, *words):
        """A run that is under way and has a checkpoint."""
        process = self.start("run", "bar.json", "-o", folder, "--quiet", *ENDLESS, *words)
        checkpoint = self.folder / folder / "checkpoint"
        wait_for(lambda: checkpoint.exists() or process.poll() is not None)
        self.assertIsNone(process.poll(), "no checkpoint")
        return process

    def killed(self, folder, *words):
        """The folder of a run that was killed, with a checkpoint."""
        self.end(self.endless(folder, *words))
        return self.folder / folder
