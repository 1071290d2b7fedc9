#!/usr/bin/env python3
"""A real bash on a terminal completes lilyan's command line at a real Tab.

    completion_test.py PROGRAM
"""

import os
import pathlib
import pty
import re
import select
import shutil
import sys
import tempfile
import time
import unittest

# What is typed before the Tab, and what then stands in the line.
COMPLETED = {
    "lilyan ren": "lilyan render ",
    "lilyan render ou": "lilyan render out/",
    "lilyan mesh ex": "lilyan mesh examples/",
    "lilyan mesh examples/b": "lilyan mesh examples/bun.obj ",
    "lilyan run my": r"lilyan run my\ bar.json ",
    "lilyan compare bar.json --integrators av": "lilyan compare bar.json --integrators avf ",
    "lilyan compare bar.json --integrators avf,imp": "lilyan compare bar.json --integrators avf,implicit_midpoint ",
    "lilyan compare bar.json --integrators=avf,imp": "lilyan compare bar.json --integrators=avf,implicit_midpoint ",
    "lilyan render out --title no": "lilyan render out --title notes.txt ",  # nothing else fits: the names of files
}


class Terminal:
    """bash on a terminal of its own, in a folder."""

    def __init__(self, folder, program):
        environment = {"PATH": f"{pathlib.Path(program).parent}:{os.environ['PATH']}", "PS1": "ready> ", "TERM": "dumb", "INPUTRC": "/dev/null",
                       "HISTFILE": "/dev/null", "HOME": str(folder), "COLUMNS": "200"}
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(shutil.which("bash"), ["bash", "--noprofile", "--norc", "-i"], environment)
        self.read_until("ready> ")
        self.type("bind 'set enable-bracketed-paste off'; source <(lilyan completion); echo lo''aded\n")
        self.read_until("\nloaded\r\nready> ")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, end, seconds=100):
        """What appears up to `end`; what there is where it does not come."""
        text, limit = "", time.monotonic() + seconds
        while end not in text and time.monotonic() < limit:
            if select.select([self.terminal], [], [], 0.1)[0]:
                text += os.read(self.terminal, 4096).decode(errors="replace")
        return text

    def completed(self, line):
        """The line after a Tab: it is made the word of a command that prints it, with a mark where it ends."""
        self.type(line + "\t")
        time.sleep(0.3)
        self.type("|end\x01echo 'line:' '\x05'\n")
        text = self.read_until("\nready> ")
        return re.findall(r"^line: (.*)\|end\r?$", text, re.MULTILINE)

    def close(self):
        os.close(self.terminal)  # bash hangs up
        os.waitpid(self.pid, 0)


class Completion(unittest.TestCase):
    program = None

    def test_tabs_complete_folders_files_and_names(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for path in ("out/bar", "examples"):
                (folder / path).mkdir(parents=True)
            for path in ("my bar.json", "bar.json", "notes.txt", "examples/bun.obj"):
                (folder / path).write_text("")
            terminal = Terminal(folder, self.program)
            self.addCleanup(terminal.close)
            for typed, expected in COMPLETED.items():
                with self.subTest(typed):
                    self.assertEqual(terminal.completed(typed), [expected])


if __name__ == "__main__":
    if not shutil.which("bash"):
        print("skipped: there is no bash")
        sys.exit(77)
    Completion.program = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
