#!/usr/bin/env python3
"""A folder of src/lilyan holds one idea: no more than forty files of its own. One that outgrows that is divided. A file holds one idea,
too: above 300 lines, the comment at its head says why they stand in one file.

    rooms_test.py REPOSITORY
"""

import collections
import pathlib
import sys
import unittest

MOST_FILES = 40
MOST_LINES = 300


def crowded(paths):
    """The folders of `paths` that hold more sources than MOST_FILES, with how many; their subfolders count for themselves."""
    held = collections.Counter(path.parent for path in map(pathlib.PurePosixPath, paths) if path.suffix in (".hpp", ".cpp"))
    return {str(folder): files for folder, files in held.items() if files > MOST_FILES}


def overlong(texts):
    """The names in `texts`, name to text, of those with more lines than MOST_LINES and no reason for it at their head."""
    heads = {name: text[:text.find("#include")] for name, text in texts.items() if text.count("\n") > MOST_LINES}
    return [name for name, head in heads.items() if "one file" not in head.replace("\n// ", " ")]


class Rooms(unittest.TestCase):
    repository = None

    def test_no_folder_is_crowded(self):
        paths = [file.relative_to(self.repository).as_posix() for file in (self.repository / "src" / "lilyan").rglob("*")]
        self.assertGreater(len(paths), 50)
        self.assertEqual(crowded(paths), {})

    def test_no_file_is_long_without_a_reason(self):
        files = [file for file in (self.repository / "src").rglob("*") if file.suffix in (".hpp", ".cpp")]
        self.assertEqual(overlong({file.name: file.read_text() for file in files}), [])

    def test_a_long_file_is_found(self):
        body = "#include <a>\n" + "x\n" * MOST_LINES
        self.assertEqual(overlong({"a.cpp": body, "b.cpp": "// In one file, because.\n" + body, "c.cpp": "x\n" * MOST_LINES}), ["a.cpp"])

    def test_a_crowded_folder_is_found(self):
        full = [f"lilyan/mesh/part{k}.hpp" for k in range(MOST_FILES)]
        below = [f"lilyan/mesh/gmsh/part{k}.cpp" for k in range(MOST_FILES)]
        self.assertEqual(crowded(full + below + ["lilyan/mesh/CMakeLists.txt"]), {})
        self.assertEqual(crowded(full + below + ["lilyan/mesh/one.cpp"]), {"lilyan/mesh": MOST_FILES + 1})


if __name__ == "__main__":
    Rooms.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
