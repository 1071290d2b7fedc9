#!/usr/bin/env python3
"""Programs that Lilyan starts, Gmsh and ffmpeg, and signals while they run: status 4 soon, and nothing left behind: no process, no
scratch folder, no half film. The programs are scripts of ours.

    outside_programs_test.py PROGRAM
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from patience import HANGS, wait_for

SCENE = {
    "lilyan": 1, "name": "bar",
    "bodies": [{"mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
                "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000}],
    "gravity": [0, 0, 0], "integrator": {"type": "avf"}, "time": {"step": 0.025, "steps": 20}, "output": {"frames": ["vtu"]},
}
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
HANG = "sleep 1000 &\necho $$ $! > \"$PIDS.new\"; mv \"$PIDS.new\" \"$PIDS\"\nsleep 1000\n"


def is_running(pid):
    try:
        return ") Z " not in pathlib.Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


class OutsidePrograms(unittest.TestCase):
    program = None

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        for name in ("bin", "tmp", "work"):
            (self.folder / name).mkdir()
        self.pids = self.folder / "pids"
        self.environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "TMPDIR": str(self.folder / "tmp"),
                            "PIDS": str(self.pids), "OPENBLAS_NUM_THREADS": "1"}

    def pretend(self, name, script):
        file = self.folder / "bin" / name
        file.write_text("#!/bin/sh\n" + script)
        file.chmod(0o755)

    def start(self, *arguments):
        return subprocess.Popen([self.program, *arguments], cwd=self.folder / "work", env=self.environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def stop(self, process, name):
        """Sends the signal once the program outside is running, and looks at what is left."""
        self.assertTrue(wait_for(self.pids.exists))
        process.send_signal(name)
        process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 4)
        for pid in self.pids.read_text().split():
            self.assertTrue(wait_for(lambda: not is_running(pid)), pid)
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])
        self.pids.unlink()

    def test_a_signal_ends_an_outside_mesher_with_its_children(self):
        self.pretend("gmsh", "echo half > body.msh\n" + HANG)
        (self.folder / "work/tet.obj").write_text(TETRAHEDRON)
        for name in (signal.SIGINT, signal.SIGTERM):
            self.stop(self.start("mesh", "tet.obj", "--mesher", "gmsh", "-o", "tet.msh"), name)
        self.assertEqual([path.name for path in (self.folder / "work").iterdir()], ["tet.obj"])

    def test_a_signal_ends_a_film_whose_maker_hangs(self):
        # Few pictures, which sanitizers make slow to draw, and each larger than what a socket holds.
        (self.folder / "work/bar.json").write_text(json.dumps({**SCENE, "time": {"step": 0.025, "steps": 3}}))
        subprocess.run([self.program, "run", "bar.json", "-o", "out", "--quiet", "--no-report"], cwd=self.folder / "work", check=True)
        for script in (HANG, "cat > /dev/null\n" + HANG):
            self.pretend("ffmpeg", script)
            self.stop(self.start("render", "out", "-o", "film.mp4", "--size", "320x240"), signal.SIGTERM)
        self.assertEqual(sorted(path.name for path in (self.folder / "work").iterdir()), ["bar.json", "out"])

    def test_a_film_whose_maker_fails_is_an_error(self):
        (self.folder / "work/bar.json").write_text(json.dumps(SCENE))
        self.pretend("ffmpeg", "echo no such codec >&2; exit 1\n")
        process = self.start("render", "bar.json", "-o", "film.mp4", "--size", "64x64")
        _, said = process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, 2)
        self.assertIn('ffmpeg could not make the film: "no such codec" [film.ffmpeg]', said)
        self.assertEqual([path.name for path in (self.folder / "work").iterdir()], ["bar.json"])


if __name__ == "__main__":
    OutsidePrograms.program = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
