#!/usr/bin/env python3
"""A folder of src/lilyan or apps holds one idea: files of other folders include at most twenty of its headers, and its own files, without
those of its subfolders, have at most 3,000 lines. One that outgrows that is divided. A file holds one idea, too: above 300 lines, the
comment at its head says why they stand in one file.

    rooms_test.py REPOSITORY
"""

import collections
import pathlib
import re
import sys
import unittest

MOST_HEADERS = 20
MOST_LINES_OF_FOLDER = 3000
MOST_LINES = 300

INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<((?:lilyan|apps)/[^>]+)>", re.MULTILINE)


def folder_of(path):
    return path.rpartition("/")[0]


def wide(texts):
    """The folders of `texts`, a text for each path below the repository, of which files of other folders include more headers than
    MOST_HEADERS, with how many."""
    met = collections.defaultdict(set)
    for path, text in texts.items():
        for included in INCLUDE.findall(text):
            header = "src/" + included if included.startswith("lilyan/") else included
            if folder_of(header) != folder_of(path):
                met[folder_of(header)].add(header)
    return {folder: len(headers) for folder, headers in met.items() if len(headers) > MOST_HEADERS}


def crowded(texts):
    """The folders of `texts` whose own files have more lines than MOST_LINES_OF_FOLDER, with how many."""
    lines = collections.Counter()
    for path, text in texts.items():
        lines[folder_of(path)] += text.count("\n")
    return {folder: count for folder, count in lines.items() if count > MOST_LINES_OF_FOLDER}


def overlong(texts):
    """The paths of `texts` with more lines than MOST_LINES and no reason for it at their head."""
    heads = {path: text[:text.find("#include")] for path, text in texts.items() if text.count("\n") > MOST_LINES}
    return [path for path, head in heads.items() if "one file" not in head.replace("\n// ", " ")]


class Rooms(unittest.TestCase):
    repository = None

    def texts(self):
        files = [file for top in ("src/lilyan", "apps") for file in (self.repository / top).rglob("*") if file.suffix in (".hpp", ".cpp")]
        self.assertGreater(len(files), 100)
        return {file.relative_to(self.repository).as_posix(): file.read_text() for file in files}

    def test_no_folder_shows_too_much(self):
        self.assertEqual(wide(self.texts()), {})

    def test_no_folder_is_crowded(self):
        self.assertEqual(crowded(self.texts()), {})

    def test_no_file_is_long_without_a_reason(self):
        self.assertEqual(overlong(self.texts()), [])

    def test_a_long_file_is_found(self):
        body = "#include <a>\n" + "x\n" * MOST_LINES
        self.assertEqual(overlong({"a.cpp": body, "b.cpp": "// In one file, because.\n" + body, "c.cpp": "x\n" * MOST_LINES}), ["a.cpp"])

    def test_a_folder_that_shows_too_much_is_found(self):
        def including(count):
            return "".join(f"#include <lilyan/mesh/part{k}.hpp>\n" for k in range(count))

        beside = {"src/lilyan/mesh/all.cpp": including(MOST_HEADERS + 1)}
        self.assertEqual(wide(beside | {"apps/lilyan/main.cpp": including(MOST_HEADERS)}), {})
        self.assertEqual(wide(beside | {"apps/lilyan/main.cpp": including(MOST_HEADERS + 1)}), {"src/lilyan/mesh": MOST_HEADERS + 1})
        # Each reader alone sees few; a room below is another folder.
        several = {"src/lilyan/energy/a.cpp": including(MOST_HEADERS), "src/lilyan/mesh/parts/b.cpp": "#include <lilyan/mesh/one_more.hpp>\n"}
        self.assertEqual(wide(several), {"src/lilyan/mesh": MOST_HEADERS + 1})
        of_program = {"apps/lilyan/main.cpp": "".join(f"#include <apps/lilyan/console/part{k}.hpp>\n" for k in range(MOST_HEADERS + 1))}
        self.assertEqual(wide(of_program), {"apps/lilyan/console": MOST_HEADERS + 1})

    def test_a_crowded_folder_is_found(self):
        half = "x\n" * (MOST_LINES_OF_FOLDER // 2)
        full = {"src/lilyan/mesh/a.hpp": half, "src/lilyan/mesh/b.cpp": half, "src/lilyan/mesh/parts/c.cpp": half}
        self.assertEqual(crowded(full), {})
        self.assertEqual(crowded(full | {"src/lilyan/mesh/d.cpp": "x\n"}), {"src/lilyan/mesh": MOST_LINES_OF_FOLDER + 1})


if __name__ == "__main__":
    Rooms.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
