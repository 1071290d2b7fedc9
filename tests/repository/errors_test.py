#!/usr/bin/env python3
"""The list of error ids in core/fault_kinds.cpp is the list of ids that the sources report, both ways.

    errors_test.py REPOSITORY
"""

import pathlib
import re
import sys
import unittest

LISTED = re.compile(r'^    \{"([a-z.-]+)",', re.MULTILINE)
# Where an id may stand: in a Fault, in a call that makes one, or as any text with the prefix of a listed id.
MADE = re.compile(r'(?:InputError\(\s*\{|Fault\s*\{|faults_?\.add\(|\bfail\()\s*"([a-z]+(?:\.[a-z-]+)?)"')
TEXT = re.compile(r'"([a-z]+\.[a-z][a-z-]*)"')
# Texts of that form which are no ids: file names and sections of a checkpoint.
FILE_ENDINGS = {"json", "csv", "msh", "pvd", "vtu", "vtk", "vtp", "veg", "obj", "stl", "ply", "mesh", "node", "ele", "png", "html", "npy",
                "glb", "pc"}
NO_IDS = {"solver.matrix", "solver.positions", "solver.state", "solver.shift"}


def listed_ids(text):
    return LISTED.findall(text)


def used_ids(text, prefixes):
    found = set(MADE.findall(text))
    for candidate in TEXT.findall(text):
        prefix, ending = candidate.split(".")
        if prefix in prefixes and ending not in FILE_ENDINGS and candidate not in NO_IDS:
            found.add(candidate)
    return found


class Errors(unittest.TestCase):
    repository = None

    def test_every_id_is_listed_and_every_listed_id_is_used(self):
        registry = self.repository / "src/lilyan/core/fault_kinds.cpp"
        listed = listed_ids(registry.read_text())
        self.assertGreater(len(listed), 50)
        self.assertEqual(listed, sorted(set(listed)))
        prefixes = {name.split(".")[0] for name in listed}
        used = set()
        for folder in ("src", "apps"):
            for file in (self.repository / folder).rglob("*.[ch]pp"):
                if file != registry:
                    used |= used_ids(re.sub(r"//.*", "", file.read_text()), prefixes)
        self.assertEqual(sorted(used - set(listed)), [], "reported but not in fault_kinds.cpp")
        self.assertEqual(sorted(set(listed) - used), [], "in fault_kinds.cpp but never reported")

    def test_an_unlisted_id_is_found(self):
        self.assertEqual(used_ids('throw InputError({"mesh.new", "", "x", ""});', {"mesh"}), {"mesh.new"})
        self.assertEqual(used_ids('scanner.fail("usage", "x"); path / "mesh.json"; sections.set("solver.shift")', {"mesh", "solver"}),
                         {"usage"})


if __name__ == "__main__":
    Errors.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
