#!/usr/bin/env python3
"""No file of the repository names a folder of the machine it was written on.

    private_words_test.py REPOSITORY

Skips (77) where this is no git checkout.
"""

import pathlib
import re
import subprocess
import sys
import unittest

# Absolute paths into someone's own folders; put together here so that this file does not name them itself.
PRIVATE = re.compile(rb"(?<![\w.}])/(?:" + b"|".join((b"root", b"home", b"work", b"Users")) + rb")/")


def private_places(content):
    return [f"line {content[:match.start()].count(10) + 1}: {match.group().decode()}" for match in PRIVATE.finditer(content)]


class PrivateWords(unittest.TestCase):
    repository = None

    def test_no_file_names_a_private_folder(self):
        for name in self.files:
            file = self.repository / name
            if file.is_file():
                self.assertEqual(private_places(file.read_bytes()), [], f"in {name}")

    def test_a_private_folder_is_found(self):
        for folder in (b"root", b"home", b"work"):
            self.assertTrue(private_places(b"first line\nsee /" + folder + b"/someone/notes"))
        self.assertFalse(private_places(b"see ../work/x, https://example.org/home/x, network/work/"))


if __name__ == "__main__":
    PrivateWords.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    # Also what is not yet committed, so that it is found before it is.
    listing = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                             cwd=PrivateWords.repository, capture_output=True)
    if listing.returncode != 0:
        print("skipped: not a git checkout, or no git")
        sys.exit(77)
    PrivateWords.files = [name.decode() for name in listing.stdout.split(b"\0") if name]
    unittest.main()
