#!/usr/bin/env python3
"""The lists of tests/mutants match the code: every entry has exactly one place in it. And scripts/mutate does what its head says.

    mutant_lists_test.py REPOSITORY
"""

import importlib.machinery
import importlib.util
import pathlib
import re
import sys
import tempfile
import unittest

FEWEST = 150


def load_script(path):
    """The script as a module; it has no ending by which Python would know it."""
    loader = importlib.machinery.SourceFileLoader("mutate", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutate", loader))
    sys.modules["mutate"] = module
    loader.exec_module(module)
    return module


def mutant(name="core/one", find="a + b", instead="a - b", context="", kind="expression", file="src/lilyan/core/one.cpp"):
    return mutate.Mutant(name, file, "something", find, instead, context, kind, ["core"])


class MutantLists(unittest.TestCase):
    def test_every_entry_has_one_place_in_the_code(self):
        mutate.check(repository, mutants)

    def test_every_folder_has_mutants(self):
        self.assertGreaterEqual(len(mutants), FEWEST)
        listed = {entry.name.partition("/")[0] for entry in mutants}
        folders = {path.name for path in (repository / "src/lilyan").iterdir() if path.is_dir()}
        self.assertEqual(folders - listed, set())
        self.assertIn("apps", listed)

    def test_tests_are_programs_of_the_repository(self):
        known = set()
        for path in (repository / "tests").glob("*/CMakeLists.txt"):
            known |= {re.split(r"\W", line.partition("(")[2])[0] for line in path.read_text().splitlines() if line.startswith("lilyan_test(")}
        for entry in mutants:
            self.assertEqual({test.partition(":")[0] for test in entry.tests} - known, set(), entry.name)

    def test_few_mutants_need_a_build_of_their_own(self):
        self.assertLessEqual(sum(entry.kind == "patch" for entry in mutants), 3)


class Script(unittest.TestCase):
    def test_expressions_and_statements_are_put_behind_switches(self):
        one, two = mutant(), mutant("core/two", "return a + b;", "return 0;", kind="statement")
        text = mutate.mutated("int f() { return a + b; }", [one, two])
        self.assertEqual(text, "#include <lilyan/mutant.hpp>\n"
                         f"int f() {{ if (lilyan_mutant({two.number})) {{ return 0; }} else "
                         f"{{ return (lilyan_mutant({one.number}) ? (a - b) : (a + b)); }} }}")

    def test_two_mutants_may_have_one_place(self):
        one, two = mutant(), mutant("core/two", instead="0")
        self.assertIn(f"(lilyan_mutant({two.number}) ? (0) : ((lilyan_mutant({one.number}) ? (a - b) : (a + b))))",
                      mutate.mutated("x = a + b;", [one, two]))

    def test_a_replacement_may_say_itself_where_its_switch_stands(self):
        own = mutant(find="{1, 2}", instead="{1, MUTANT ? 3 : 2}")
        self.assertIn(f"{{1, lilyan_mutant({own.number}) ? 3 : 2}}", mutate.mutated("f({1, 2})", [own]))

    def test_a_context_tells_places_apart(self):
        self.assertEqual(mutant(context="y = a + b").place("x = a + b; y = a + b;"), 15)

    def test_entries_that_do_not_match_are_faults(self):
        for text in ("a * b", "a + b; a + b"):
            with self.assertRaisesRegex(mutate.Fault, "times, not once"):
                mutant().place(text)
        with self.assertRaisesRegex(mutate.Fault, "overlap"):
            mutate.mutated("a + b + c", [mutant(), mutant("core/two", find="b + c")])

    def test_entries_that_cannot_stand_behind_a_switch_are_faults(self):
        for find, instead in (("a + b;", "a - b;"), ("a == b ?", "true ?"), ("f(a", "f(b"), ("a + b", "")):
            with self.assertRaisesRegex(mutate.Fault, "no expression"):
                mutate.require_form(mutant(find=find, instead=instead))
        with self.assertRaisesRegex(mutate.Fault, "a label"):
            mutate.require_form(mutant(find="case 1: return 2;", instead="return 3;", kind="statement"))
        mutate.require_form(mutant(find="return a + b;", instead="", kind="statement"))

    def test_lists_are_checked(self):
        entry = '[[mutant]]\nname = "one"\nfile = "core/one.cpp"\nbreaks = "x"\nfind = "a"\nwith = "b"\n'
        for text, words in ((entry + entry, "same name"), (entry + 'kin = "patch"\n', "unknown keys"), (entry + 'kind = "odd"\n', "unknown kind"),
                            (entry.replace('"b"', '"a"'), "changes nothing"), (entry.replace("find", "look"), "lacks")):
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "core.toml").write_text(text)
                with self.assertRaisesRegex(mutate.Fault, words):
                    mutate.read_mutants(pathlib.Path(folder))

    def test_a_file_that_is_gone_is_a_fault(self):
        with self.assertRaisesRegex(mutate.Fault, "there is no file"):
            mutate.check(repository, [mutant(file="src/lilyan/core/no_such_file.cpp")])


if __name__ == "__main__":
    repository = pathlib.Path(sys.argv.pop(1)).resolve()
    mutate = load_script(repository / "scripts/mutate")
    mutants = mutate.read_mutants(repository / "tests/mutants")
    unittest.main()
