#!/usr/bin/env python3
"""Every source cited as [Name 2006, sec. 5] in a comment or a document stands in docs/references.bib as Name2006.

    citations_test.py REPOSITORY
"""

import pathlib
import re
import sys
import unittest

BRACKET = re.compile(r"\[([^\][\n]+)\]")
KEY = re.compile(r"\s*([A-Z][A-Za-z]+ \d{4}[a-z]?|Slides)\b(?!:)")


def cited(text):
    """Keys as docs/references.bib spells them."""
    keys = set()
    for bracket in BRACKET.findall(text):
        for part in bracket.split(";"):  # [Kharevych 2006, sec. 5; Rojas 2018, eq. 7-12]
            match = KEY.match(part)
            if match:
                keys.add(match.group(1).replace(" ", ""))
    return keys


def defined(bibliography):
    return re.findall(r"^@\w+\{([^,\s]+),", bibliography, re.MULTILINE)


class Citations(unittest.TestCase):
    repository = None

    def test_every_cited_source_is_in_the_bibliography(self):
        keys = defined((self.repository / "docs" / "references.bib").read_text())
        self.assertEqual(len(keys), len(set(keys)), "a key stands twice in docs/references.bib")
        found = set()
        for folder in ("src", "apps", "bench", "docs", "examples", "scenes", "tests"):
            for file in sorted((self.repository / folder).rglob("*")):
                if file.suffix not in (".hpp", ".cpp", ".md", ".json") or not file.is_file():
                    continue
                for key in cited(file.read_text()):
                    found.add(key)
                    self.assertIn(key, keys, f"{file.relative_to(self.repository)} cites it, docs/references.bib lacks it")
        self.assertLessEqual({"Kharevych2006", "Rojas2018"}, found)

    def test_citations_are_recognised(self):
        self.assertEqual(cited("// [Liu 1990, sec. 3] and [Kharevych 2006, sec. 5; Rojas 2018, eq. 7-12]; [Slides]"),
                         {"Liu1990", "Kharevych2006", "Rojas2018", "Slides"})
        self.assertEqual(cited("x[Index 3], a[i], [m], [kg m/s], [0, 1]"), set())
        self.assertEqual(defined("@book{Some1999,\n  title = {A},\n}\n@misc{Other,\n}\n"), ["Some1999", "Other"])


if __name__ == "__main__":
    Citations.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
