#!/usr/bin/env python3
"""The pages below docs/reference are what the program makes of its registries today, and there is one for each.

    reference_test.py REPOSITORY PROGRAM
"""

import pathlib
import subprocess
import sys
import unittest


class Reference(unittest.TestCase):
    repository = program = None

    def printed(self, *arguments):
        return subprocess.run([self.program, "reference", *arguments], capture_output=True, text=True, check=True).stdout

    def test_every_page_is_up_to_date(self):
        folder = self.repository / "docs" / "reference"
        pages = self.printed().removeprefix("pages: ").strip().split(", ")
        self.assertEqual(sorted(file.stem for file in folder.glob("*.md")), sorted(pages), "run `make reference`")
        for page in pages:
            with self.subTest(page):
                self.assertEqual((folder / f"{page}.md").read_text(), self.printed(page), "run `make reference`")

    def test_links_inside_a_page_lead_to_its_headings(self):
        import re

        text = self.printed("scene")
        headings = set(re.findall(r"^## (\S+)$", text, re.MULTILINE))
        links = set(re.findall(r"\]\(#([^)]+)\)", text))
        self.assertGreater(len(links), 5)
        self.assertFalse(links - headings)


if __name__ == "__main__":
    Reference.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    Reference.program = sys.argv.pop(1)
    unittest.main()
