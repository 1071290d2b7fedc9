#!/usr/bin/env python3
"""What the README and the documents say is true: their commands run, print what stands below them, and their links lead somewhere.

    readme_test.py REPOSITORY PROGRAM

A comment before a fenced block of a document says what it is:

    <!-- file: bar.json -->   the block is written to that file
    <!-- run -->              the block is run by sh, in a scratch folder with scenes/ and examples/, the program on the PATH
    <!-- run: ffmpeg -->      the same, where that program is installed
    <!-- not run: why -->     the block cannot be run here
    <!-- prints -->           the block, or the table, is what the last run printed (a line "..." stands for any number of lines)

Printed words must agree. A figure with five digits or more must agree to its last digit but one, a shorter one within a
factor of ten: it is an order of magnitude, which depends on the processor. Seconds of computing, which end a line, are not
compared, nor are blanks between words and the length of rules.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

MARKED = re.compile(r"^<!-- (file: \S+|run|run: \S+|not run: [^>]*|prints) -->\n+(?:```\w*\n(.*?)^```|((?:\|[^\n]*\n)+))", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w])")


def marked_blocks(text):
    return [(mark, fenced or table) for mark, fenced, table in MARKED.findall(text)]


def same_number(promised, printed):
    a, b = float(promised), float(printed)
    digits = len(re.sub(r"e.*|\D", "", promised).lstrip("0"))
    if digits >= 5:
        decimals = len(promised.partition(".")[2])
        return "e" not in promised and abs(a - b) < 10.5 * 10.0**-decimals
    if a == b or max(abs(a), abs(b)) < 1e-9:  # rounding
        return True
    return a * b > 0 and 0.1 <= a / b <= 10


def same_line(promised, printed):
    without_seconds = [re.sub(r"(?<= )[\d.e+-]+ s( \|)?$", "... s", " ".join(re.sub("-{3,}", "---", line).split()))
                       for line in (promised, printed)]
    if NUMBER.sub("#", without_seconds[0]) != NUMBER.sub("#", without_seconds[1]):
        return False
    return all(map(same_number, NUMBER.findall(without_seconds[0]), NUMBER.findall(without_seconds[1])))


def same_text(promised, printed):
    """Both are lists of lines."""
    if not promised:
        return not printed
    if promised[0].strip() == "...":
        return any(same_text(promised[1:], printed[k:]) for k in range(len(printed) + 1))
    return bool(printed) and same_line(promised[0], printed[0]) and same_text(promised[1:], printed[1:])


class Readme(unittest.TestCase):
    repository = program = None

    def documents(self):
        return sorted([*self.repository.glob("*.md"), *(self.repository / "docs").rglob("*.md")])

    def run_document(self, text):
        """Does what the marks say; returns how many commands were run."""
        runs, printed = 0, ""
        with tempfile.TemporaryDirectory() as scratch:
            for name in ("scenes", "examples"):
                (pathlib.Path(scratch) / name).symlink_to(self.repository / name)
            environment = os.environ | {"PATH": f"{self.program.parent}{os.pathsep}{os.environ['PATH']}"}
            for mark, block in marked_blocks(text):
                if mark.startswith("file: "):
                    (pathlib.Path(scratch) / mark.removeprefix("file: ")).write_text(block)
                elif mark.startswith("not run") or (mark.startswith("run: ") and not shutil.which(mark.removeprefix("run: "))):
                    continue
                elif mark.startswith("run"):
                    done = subprocess.run(["sh", "-euc", block], cwd=scratch, env=environment, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, f"{block}{done.stdout}{done.stderr}")
                    runs, printed = runs + 1, done.stdout
                else:
                    self.assertTrue(same_text(block.splitlines(), printed.splitlines()),
                                    f"the document says\n{block}but the command printed\n{printed}")
        return runs

    def test_commands_of_the_documents_run_and_print_what_they_promise(self):
        self.assertTrue(marked_blocks((self.repository / "README.md").read_text()), "the README has no commands to run")
        for document in self.documents():
            with self.subTest(document.relative_to(self.repository)):
                text = document.read_text()
                self.assertEqual(len(marked_blocks(text)), len(re.findall(r"^<!-- (?:file: |run[: ]|not run: |prints )", text, re.MULTILINE)),
                                 "a mark without a block")
                self.run_document(text)

    def test_every_command_of_a_document_has_a_mark(self):
        for document in self.documents():
            text = document.read_text()
            name = document.relative_to(self.repository)
            if name.parent.name == "reference":  # usages, made from the declarations
                continue
            self.assertEqual(re.findall(r"^    (?:lilyan|blender|python3|cmake|make|build/|scripts/).*", text, re.MULTILINE), [],
                             f"{name}: commands stand in fenced blocks, with a mark")
            for fence in re.finditer(r"^```sh\n", text, re.MULTILINE):
                before = text[: fence.start()].rstrip("\n").splitlines()
                self.assertRegex(before[-1] if before else "", r"^<!-- (run|run: \S+|not run: .*) -->$",
                                 f"{name}: {text[fence.end():].splitlines()[0]}")

    def test_relative_links_lead_somewhere(self):
        for document in self.documents():
            for link in LINK.findall(document.read_text()):
                if not re.match(r"[a-z]+:|#", link):
                    target = document.parent / link.partition("#")[0]
                    self.assertTrue(target.exists(), f"{document.relative_to(self.repository)}: ({link})")

    def test_false_promises_are_found(self):
        self.assertTrue(same_text(["a", "...", "b 3e-13", "12.34567 J"], ["a", "x", "y", "b 7e-13", "12.34566 J"]))
        self.assertTrue(same_text(["3 s simulated in 0.5 s"], ["3 s simulated in 50 s"]))
        self.assertTrue(same_text(["| --- |", "| avf | 3e-02 | 5 s |"], ["| ------ |", "| avf   | 2e-02 | 0.07 s |"]))
        for promised, printed in ((["a"], []), ([], ["a"]), (["steps 3"], ["step 3"]), (["drift 1e-12"], ["drift 1e-5"]),
                                  (["106.77298 J"], ["106.77398 J"]), (["ratio 0.1"], ["ratio -0.1"]), (["ratio 0.1"], ["ratio 40"])):
            self.assertFalse(same_text(promised, printed), (promised, printed))
        with self.assertRaises(AssertionError):
            self.run_document("<!-- run -->\n```sh\nlilyan run no_such_scene.json\n```\n")
        with self.assertRaises(AssertionError):
            self.run_document("<!-- run -->\n```sh\necho yes\n```\n\n<!-- prints -->\n```\nno\n```\n")


if __name__ == "__main__":
    Readme.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    Readme.program = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
