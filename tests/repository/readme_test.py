#!/usr/bin/env python3
"""What the README and the documents say is true: their snippets run, print what stands below them, and their links lead somewhere.

    readme_test.py REPOSITORY PROGRAM CMAKE BUILD_FOLDER CXX_COMPILER DOCUMENT           the snippets of one document
    readme_test.py REPOSITORY PROGRAM CMAKE BUILD_FOLDER CXX_COMPILER --rules DOCUMENT...  what holds for all of them

Every document with something to run is a test of its own; the rules ask that none is missing in the list given to them.

A comment before every fenced block of a document says what it is:

    <!-- file: bar.json -->            the block is written to that file, which a command after it uses
    <!-- run -->                       the block is run in a scratch folder with scenes/ and examples/, the program on the PATH
    <!-- run: ffmpeg -->               the same, where that program, or module of Python, is installed
    <!-- not run: why -->              the block cannot be run here
    <!-- keys: bar.json -->            the block is keys of a scene: `lilyan check` accepts that scene with them
    <!-- keys: bar.json bodies.0 -->   the same for keys of a part of the scene
    <!-- prints -->                    the block, or the table, is what the last run printed (a line "..." stands for any number of lines)

The language after the fence says what runs a block: sh, /usr/bin/python3 (the one that Debian's modules belong to), or, for cpp, a
compiler: the block is the main.cpp of a project with the README's CMakeLists.txt, built against the installed library.

Printed words must agree. A figure with five digits or more must agree to its last digit but one, a shorter one within a
factor of ten: it is an order of magnitude, which depends on the processor. Seconds of computing, which end a line, are not
compared, nor are blanks between words and the length of rules.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

MARK = r"^<!-- (file: \S+|run|run: \S+|not run: \S[^>\n]*|keys: \S+(?: \S+)?|prints) -->\n+"
MARKED = re.compile(MARK + r"(?:```(\w*)\n(.*?)^```$|((?:\|[^\n]*\n)+))", re.MULTILINE | re.DOTALL)
# What stands indented is a formula or a table: commands and code belong into fences, where they have a mark.
INDENTED_CODE = re.compile(r"^    (?:lilyan|blender|paraview|python3|cmake|make|build/|scripts/|#include|import |[\"{]).*", re.MULTILINE)
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w])")
PYTHON = "/usr/bin/python3"


def marked_blocks(text):
    """(mark, language, block) of every block, in order."""
    return [(mark, language, fenced or table) for mark, language, fenced, table in MARKED.findall(text)]


def unmarked(text):
    """The first lines of all blocks, and all marks, that do not belong together."""
    rest = MARKED.sub("", text)
    return re.findall(r"^ *(?:```|~~~)\w*\n.*|^<!-- (?:file|run|not run|keys|prints)\b.*", rest, re.MULTILINE)


def unused_files(text):
    """The names of files that no later command or scene of the document names."""
    blocks = marked_blocks(text)
    uses = [mark + block if mark.startswith(("run", "keys")) else "" for mark, _, block in blocks]
    files = [(k, mark.removeprefix("file: ")) for k, (mark, _, _) in enumerate(blocks) if mark.startswith("file: ")]
    return [name for k, name in files if not any(name in use for use in uses[k + 1:])]


def is_installed(name, language):
    if language != "python":
        return shutil.which(name)
    return subprocess.run([PYTHON, "-c", f"import {name}"], capture_output=True).returncode == 0


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


def has_something_to_run(text):
    return any(mark.startswith(("run", "keys")) for mark, _, _ in marked_blocks(text))


class Documents(unittest.TestCase):
    """What tests of documents share."""

    repository = program = cmake = build = compiler = None
    given = []  # the documents that are tests of their own
    installed = None

    @classmethod
    def install(cls):
        """The library where a program of a document finds it, made once."""
        if cls.installed:
            return
        cls.installed = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.installed.cleanup)
        done = subprocess.run([cls.cmake, "--install", cls.build, "--prefix", cls.installed.name], capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)

    def documents(self):
        folders = [folder for folder in self.repository.iterdir() if folder.is_dir() and folder.name not in ("build", ".git")]
        return sorted([*self.repository.glob("*.md"), *(document for folder in folders for document in folder.rglob("*.md"))])

    def succeeds(self, words, block, **options):
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
        self.assertEqual(done.returncode, 0, f"{block}{done.stdout}{done.stderr}")
        return done.stdout

    def program_of(self, block, scratch):
        """The program whose main.cpp the block is, built in the scratch folder as the README says."""
        self.install()
        project = scratch / "program"
        project.mkdir(exist_ok=True)
        blocks = marked_blocks((self.repository / "README.md").read_text())
        (project / "CMakeLists.txt").write_text(next(text for mark, _, text in blocks if mark == "file: CMakeLists.txt"))
        (project / "main.cpp").write_text(block)
        self.succeeds([self.cmake, "-S", project, "-B", project / "build", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror",
                       f"-DCMAKE_PREFIX_PATH={self.installed.name}", f"-DCMAKE_CXX_COMPILER={self.compiler}"], block)
        self.succeeds([self.cmake, "--build", project / "build"], block)
        return project / "build" / "my_program"

    def run_document(self, text):
        """Does what the marks say; returns how many snippets were run."""
        runs, printed = 0, ""
        with tempfile.TemporaryDirectory() as folder:
            scratch = pathlib.Path(folder)
            for name in ("scenes", "examples"):
                (scratch / name).symlink_to(self.repository / name)
            environment = os.environ | {"PATH": f"{self.program.parent}{os.pathsep}{os.environ['PATH']}"}
            for mark, language, block in marked_blocks(text):
                kind, _, name = mark.partition(": ")
                if kind == "file":
                    (scratch / name).write_text(block)
                elif kind == "keys":
                    scene, _, part = name.partition(" ")
                    keys = json.loads("{" + block + "}")
                    sets = [f"{part + '.' if part else ''}{key}={json.dumps(value)}" for key, value in keys.items()]
                    self.succeeds([self.program, "check", scene, *(word for text in sets for word in ("--set", text))], block, cwd=scratch)
                    runs += 1
                elif kind == "run" and (not name or is_installed(name, language)):
                    words = {"sh": lambda: ["sh", "-euc", block], "python": lambda: [PYTHON, "-c", block],
                             "cpp": lambda: [self.program_of(block, scratch)]}[language]()
                    runs, printed = runs + 1, self.succeeds(words, block, cwd=scratch, env=environment)
                elif kind == "prints":
                    self.assertTrue(same_text(block.splitlines(), printed.splitlines()),
                                    f"the document says\n{block}but the command printed\n{printed}")
        return runs


class Snippets(Documents):
    def test_snippets_run_and_print_what_they_promise(self):
        for name in self.given:
            self.assertGreater(self.run_document((self.repository / name).read_text()), 0)


class Rules(Documents):
    def test_every_document_with_something_to_run_is_a_test(self):
        texts = {str(document.relative_to(self.repository)): document.read_text() for document in self.documents()}
        self.assertEqual(set(self.given), {name for name, text in texts.items() if has_something_to_run(text)})
        languages = {language for text in texts.values() for mark, language, _ in marked_blocks(text) if mark.startswith(("run", "keys"))}
        self.assertEqual(languages, {"sh", "json", "python", "cpp"})  # none is forgotten

    def test_every_snippet_of_a_document_has_a_mark(self):
        for document in self.documents():
            text, name = document.read_text(), document.relative_to(self.repository)
            self.assertEqual(unmarked(text), [], f"{name}: a block without a mark, or a mark without a block")
            self.assertEqual(set(unused_files(text)) - {"CMakeLists.txt"}, set(), f"{name}: a file that no command uses")
            if name.parent.name != "reference":  # it has the commands' usages, made from the declarations
                self.assertEqual(INDENTED_CODE.findall(MARKED.sub("", text)), [], f"{name}: commands and code stand in fenced blocks, with a mark")

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
        self.assertEqual(self.run_document('<!-- keys: scenes/minimal.json time -->\n```json\n"step": 0.1\n```\n'), 1)
        for block in ('json\n"step": -1', 'json\n"stop": 1', 'json\n"step": '):
            with self.assertRaises((AssertionError, json.JSONDecodeError)):
                self.run_document(f"<!-- keys: scenes/minimal.json time -->\n```{block}\n```\n")
        with self.assertRaises(AssertionError):
            self.run_document("<!-- run -->\n```python\nraise SystemExit(1)\n```\n")
        with self.assertRaises(AssertionError):
            self.run_document("<!-- run -->\n```cpp\n#include <lilyan/lilyan.hpp>\nint main() { return lilyan::no_such_thing; }\n```\n")

    def test_blocks_without_a_mark_are_found(self):
        self.assertEqual(unmarked("words\n\n<!-- run -->\n```sh\nls\n```\n\n<!-- prints -->\n| a |\n| b |\n"), [])
        for text in ("```json\n{}\n```\n", "```\nls\n```\n", "<!-- run -->\nwords\n\n```sh\nls\n```\n", "<!-- not run: -->\n```sh\nls\n```\n",
                     "- item\n\n  ```sh\n  ls\n  ```\n", "~~~\nls\n~~~\n", "<!-- run -->\nwords\n",
                     "<!-- run -->\n```sh\nls\n```\n```cpp\nint main() {}\n```\n"):
            self.assertNotEqual(unmarked(text), [], text)
        self.assertEqual(unused_files("<!-- file: a.json -->\n```\n```\n<!-- run -->\n```sh\nlilyan run a.json\n```\n"), [])
        self.assertEqual(unused_files("<!-- run -->\n```sh\nls a.json\n```\n<!-- file: a.json -->\n```\n```\n"), ["a.json"])
        self.assertTrue(INDENTED_CODE.findall('words\n\n    "pins": []\n'))


if __name__ == "__main__":
    arguments = sys.argv[1:]
    Documents.repository, Documents.program = (pathlib.Path(text).resolve() for text in arguments[:2])
    Documents.cmake, Documents.build, Documents.compiler = arguments[2:5]
    case = Rules if arguments[5] == "--rules" else Snippets
    Documents.given = [name for name in arguments[5:] if name != "--rules"]
    unittest.main(argv=[sys.argv[0], case.__name__])
