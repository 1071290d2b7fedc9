#!/usr/bin/env python3
"""A folder of src/lilyan holds one idea: no more than forty files of its own. One that outgrows that is divided.

    rooms_test.py REPOSITORY
"""

import collections
import pathlib
import sys
import unittest

MOST_FILES = 40


def crowded(paths):
    """The folders of `paths` that hold more sources than MOST_FILES, with how many; their subfolders count for themselves."""
    held = collections.Counter(path.parent for path in map(pathlib.PurePosixPath, paths) if path.suffix in (".hpp", ".cpp"))
    return {str(folder): files for folder, files in held.items() if files > MOST_FILES}


class Rooms(unittest.TestCase):
    repository = None

    def test_no_folder_is_crowded(self):
        paths = [file.relative_to(self.repository).as_posix() for file in (self.repository / "src" / "lilyan").rglob("*")]
        self.assertGreater(len(paths), 50)
        self.assertEqual(crowded(paths), {})

    def test_a_crowded_folder_is_found(self):
        full = [f"lilyan/mesh/part{k}.hpp" for k in range(MOST_FILES)]
        below = [f"lilyan/mesh/gmsh/part{k}.cpp" for k in range(MOST_FILES)]
        self.assertEqual(crowded(full + below + ["lilyan/mesh/CMakeLists.txt"]), {})
        self.assertEqual(crowded(full + below + ["lilyan/mesh/one.cpp"]), {"lilyan/mesh": MOST_FILES + 1})


if __name__ == "__main__":
    Rooms.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
