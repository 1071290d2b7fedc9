#!/usr/bin/env python3
"""What `make` says while it builds: nothing of the compiler where it succeeds, everything where it does not.

    makefile_test.py REPOSITORY
"""

import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import unittest

# A cmake that compiles nothing and says much.
CMAKE = """#!/bin/sh
[ "$1" = --build ] || exit 0
echo "[1/2] Building CXX object one.cpp.o"
echo "two.cpp:3: error: expected a semicolon" >&2
exit $BUILD_STATUS
"""


class Makefile(unittest.TestCase):
    repository = None

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        shutil.copy(self.repository / "Makefile", self.folder)
        cmake = self.folder / "bin/cmake"
        cmake.parent.mkdir()
        cmake.write_text(CMAKE)
        cmake.chmod(0o755)

    def make(self, status, **streams):
        environment = os.environ | {"PATH": f"{self.folder}/bin:{os.environ['PATH']}", "BUILD_STATUS": str(status), "TERM": "xterm"}
        for inherited in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
            environment.pop(inherited, None)
        return subprocess.run(["make", "build"], cwd=self.folder, env=environment, text=True, **streams)

    def test_a_build_that_succeeds_is_quiet(self):
        made = self.make(0, capture_output=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertRegex(made.stdout, r"\ALilyan: building build/release/bin/lilyan \(some minutes the first time\)\nLilyan: built in \d+ s\n\Z")
        self.assertEqual(made.stderr, "")

    def test_a_build_that_fails_tells_everything(self):
        made = self.make(1, capture_output=True)
        self.assertNotEqual(made.returncode, 0)
        self.assertIn("[1/2] Building CXX object one.cpp.o", made.stderr)
        self.assertIn("expected a semicolon", made.stderr)

    def test_a_terminal_sees_the_progress(self):
        ours, theirs = pty.openpty()
        made = self.make(0, stdout=theirs, stderr=subprocess.PIPE)
        os.close(theirs)
        self.assertEqual(made.returncode, 0, made.stderr)
        seen = b""
        try:
            while piece := os.read(ours, 10000):
                seen += piece
        except OSError:  # how a terminal says that nobody writes to it any more
            pass
        os.close(ours)
        self.assertIn(b"[1/2] Building", seen)


if __name__ == "__main__":
    Makefile.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
