#!/usr/bin/env python3
"""A folder of src/lilyan may include only itself and the folders above it in the list of src/CMakeLists.txt.

    include_order_test.py REPOSITORY
"""

import pathlib
import re
import sys
import unittest

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def folder_order(cmake_text):
    """The folders, lowest first."""
    return re.search(r"foreach\(folder ([a-z_ ]+)\)", cmake_text).group(1).split()


def faults(sources, order):
    """What is wrong with `sources`, a text for each path below src (such as lilyan/core/error.hpp)."""
    found = []
    for path, text in sorted(sources.items()):
        parts = path.split("/")
        home = parts[1] if len(parts) > 2 else None  # None: lilyan/lilyan.hpp, which stands above all
        if home is not None and home not in order:
            found.append(f"{path}: the folder {home} is not in the list of src/CMakeLists.txt")
            continue
        for bracket, included in INCLUDE.findall(text):
            if bracket == '"':
                found.append(f'{path}: includes "{included}"; write <lilyan/...>')
            if not included.startswith("lilyan/"):
                continue
            if included not in sources:
                found.append(f"{path}: includes <{included}>, which does not exist")
            elif included.count("/") < 2:
                found.append(f"{path}: includes <{included}>, which is for users of the library")
            elif home is not None and order.index(included.split("/")[1]) > order.index(home):
                found.append(f"{path}: includes <{included}>, but {home} stands below {included.split('/')[1]}")
    return found


class IncludeOrder(unittest.TestCase):
    repository = None

    def test_every_folder_includes_only_folders_above_it(self):
        src = self.repository / "src"
        files = [file for file in (src / "lilyan").rglob("*") if file.suffix in (".hpp", ".cpp")]
        sources = {file.relative_to(src).as_posix(): file.read_text() for file in files}
        self.assertGreater(len(sources), 50)
        found = faults(sources, folder_order((src / "CMakeLists.txt").read_text()))
        self.assertFalse(found, "\n" + "\n".join(found))

    def test_the_order_is_the_documented_one(self):
        order = folder_order((self.repository / "src" / "CMakeLists.txt").read_text())
        known = ("core algebra minimise mesh mesh_files meshing materials space "
                 "energy constraints dynamics integrators adaption reduction coarsening multidomain run convert output render report scene").split()
        self.assertEqual([folder for folder in order if folder in known], known)

    def test_a_wrong_include_is_found(self):
        order = ["core", "mesh", "scene"]
        good = {"lilyan/core/a.hpp": "#include <vector>\n", "lilyan/scene/b.hpp": "#include <lilyan/mesh/c.hpp>\n",
                "lilyan/mesh/c.hpp": "#include <lilyan/core/a.hpp>\n", "lilyan/lilyan.hpp": "#include <lilyan/scene/b.hpp>\n"}
        self.assertEqual(faults(good, order), [])
        bad = {
            "upwards": {"lilyan/core/a.hpp": "#include <lilyan/scene/b.hpp>"},
            "indented": {"lilyan/core/a.hpp": "  #  include <lilyan/mesh/c.hpp>"},
            "missing": {"lilyan/core/a.hpp": "#include <lilyan/core/none.hpp>"},
            "quoted": {"lilyan/mesh/c.hpp": '#include "a.hpp"'},
            "unlisted": {"lilyan/other/d.hpp": ""},
            "umbrella": {"lilyan/scene/b.hpp": "#include <lilyan/lilyan.hpp>"},
        }
        for what, change in bad.items():
            with self.subTest(what):
                self.assertEqual(len(faults(good | change, order)), 1)


if __name__ == "__main__":
    IncludeOrder.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
