#!/usr/bin/env python3
"""The heart stays one: one class sums the terms of a step, one file keeps the books, methods decide by few functions.

    heart_test.py REPOSITORY
"""

import pathlib
import re
import sys
import unittest

FOLDERS = ("dynamics", "integrators", "adaption")
DERIVED = re.compile(r"\b(?:class|struct)\s+(\w+)[^;{]*:[^;{]*\bpublic\s+(Objective|Residual)\b")
BOOKED = re.compile(r"\b(?:work|dissipated)\s*\+=")


def sums_of_terms(sources):
    """The classes of `sources`, a text for each path, that are something to be minimised or solved."""
    return sorted({match.group(1) for text in sources.values() for match in DERIVED.finditer(text)})


def other_books(sources):
    """Where work or dissipated energy is added up outside of dynamics/books."""
    return sorted(path for path, text in sources.items() if BOOKED.search(text) and not path.startswith("dynamics/books"))


def virtuals(text, name):
    """The virtual functions that the class declares, without its destructor."""
    body = re.search(r"class " + name + r" \{(.*?)\n\};", text, re.DOTALL).group(1)
    return [line.strip() for line in body.splitlines() if re.match(r"\s*virtual\b", line) and "~" not in line]


def lines_of(text, function):
    start = text.index(function)
    return text[start:text.index("\n}\n", start)].count("\n") + 1


class Heart(unittest.TestCase):
    repository = None

    def sources(self):
        root = self.repository / "src" / "lilyan"
        return {file.relative_to(root).as_posix(): file.read_text()
                for folder in FOLDERS for file in (root / folder).rglob("*") if file.suffix in (".hpp", ".cpp")}

    def test_one_class_sums_the_terms_of_a_step(self):
        self.assertEqual(sums_of_terms(self.sources()), ["StepProblem"])
        self.assertEqual(sums_of_terms({"a.hpp": "class Own final : public Objective {", "b.hpp": "class Objective {"}), ["Own"])

    def test_one_file_keeps_the_books(self):
        self.assertEqual(other_books(self.sources()), [])
        self.assertEqual(other_books({"dynamics/a.cpp": "memory.work += 1;", "dynamics/books.cpp": "work += 1;"}), ["dynamics/a.cpp"])

    def test_methods_decide_by_few_functions(self):
        text = (self.repository / "src/lilyan/dynamics/integrator.hpp").read_text()
        self.assertIn(len(virtuals(text, "Integrator")), range(1, 6))

    def test_the_step_fits_a_page(self):
        text = (self.repository / "src/lilyan/dynamics/stage_stepper.cpp").read_text()
        self.assertLessEqual(lines_of(text, "Result<Step, StepFailure> StageStepper::attempt"), 40)


class Recipes(unittest.TestCase):
    """docs/tour.md names every file that a new law or integrator touches: those that name an old one."""

    repository = None

    def section(self, title):
        text = (self.repository / "docs/tour.md").read_text()
        return text[text.index(title):].split("\n## ")[0]

    def unnamed(self, word, title, own):
        root = self.repository / "src" / "lilyan"
        section = self.section(title)
        files = [file for file in root.rglob("*") if file.suffix in (".hpp", ".cpp") and re.search(word, file.read_text())]
        self.assertGreater(len(files), 0)
        return [file.relative_to(root).as_posix() for file in files if file.name not in own and file.name not in section]

    def test_of_a_law(self):
        for law in ("StVenantKirchhoff", "NeoHookean", "StableNeoHookean", "MooneyRivlin"):
            self.assertEqual(self.unnamed(rf"\b{law}\b", "## Adding a law", ()), [], law)

    def test_of_an_integrator(self):
        # What other code uses by name, like backward_euler on the way to an equilibrium, a new method need not touch.
        for method in ("forward_euler", "newmark", "bathe"):
            self.assertEqual(self.unnamed(rf"\b{method}\b", "## Adding an integrator", ("bdf2.cpp",)), [], method)


if __name__ == "__main__":
    Heart.repository = Recipes.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
