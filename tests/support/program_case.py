"""What tests of the built program share: a folder for all tests of a class, and programs whose paths come from the command line."""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

from patience import HANGS


class ProgramCase(unittest.TestCase):
    program = folder = None

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)

    @classmethod
    def run_here(cls, *command):
        """In the folder; what it printed, or an AssertionError with what it said."""
        done = subprocess.run([str(word) for word in command], cwd=cls.folder, capture_output=True, text=True, timeout=HANGS)
        if done.returncode != 0:
            raise AssertionError(f"{command}: status {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    @classmethod
    def lilyan(cls, *arguments):
        return cls.run_here(cls.program, *arguments)


def has_module(name):
    return importlib.util.find_spec(name) is not None


def skip_unless(found, packages):
    if not found:
        print(f"skipped: apt-get install {packages}")
        sys.exit(77)


def main(case, *names):
    """Runs the tests; the first arguments are paths, which become attributes of the class."""
    for name in names:
        setattr(case, name, str(pathlib.Path(sys.argv.pop(1)).resolve()))
    unittest.main()
