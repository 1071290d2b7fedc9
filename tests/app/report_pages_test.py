#!/usr/bin/env python3
"""The pages of reports are well-formed, need nothing from outside, and their numbers are those of the ledger.

    report_pages_test.py PROGRAM SCENE
"""

import csv
import html.parser
import json
import pathlib
import re
import sys
import xml.etree.ElementTree

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from program_case import ProgramCase, main

EMPTY = {"meta", "link", "img", "br"}  # elements of HTML that have no end


class Page(html.parser.HTMLParser):
    """Follows the tags of a page and notes what is wrong."""

    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.outside = [], [], []
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> has an attribute twice")
        for name, value in attributes:
            if name in ("src", "href") and not value.startswith("data:"):
                self.outside.append(value)
            if name.startswith("on"):
                self.faults.append(f"<{tag} {name}> is code in an attribute")
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def charts(text):
    """Title, legend and data of every plot of a page."""
    for figure in re.findall(r'<figure class="chart">.*?</figure>', text, re.DOTALL):
        data = json.loads(re.search(r'<script type="application/json">(.*?)</script>', figure, re.DOTALL).group(1))
        for k, curve in enumerate(data["c"]):
            curve.setdefault("t", data["c"][k - 1].get("t"))
        names = [html.unescape(name) for name in re.findall(r"</i>([^<]*)<output>", figure)]
        yield re.search(r"<figcaption>([^<]*)<", figure).group(1), dict(zip(names, data["c"]))


class ReportPages(ProgramCase):
    scene = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lilyan("compare", cls.scene, "-o", cls.folder, "--quiet", "--set", "time.steps=60",
                   "--set", "name=<script>alert(1) & co", "--integrators", "avf,backward_euler,velocity_verlet")
        cls.pages = {path: path.read_text() for path in sorted(cls.folder.rglob("report.html"))}

    def test_pages_are_well_formed(self):
        self.assertEqual(len(self.pages), 4)
        for path, text in self.pages.items():
            self.assertEqual(Page(text).faults, [], path)

    def test_plots_are_well_formed_xml(self):
        for path, text in self.pages.items():
            pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
            self.assertGreaterEqual(len(pictures), 5, path)
            for picture in pictures:
                xml.etree.ElementTree.fromstring(picture)
                self.assertNotRegex(picture, r"\b(nan|inf)\b")

    def test_pages_need_nothing_from_outside(self):
        for path, text in self.pages.items():
            for target in Page(text).outside:
                self.assertTrue((path.parent / target).exists(), f"{path}: {target}")
            self.assertNotRegex(text.replace("http://www.w3.org/2000/svg", ""), r"https?://")

    def test_hostile_names_are_text(self):
        for path, text in self.pages.items():
            self.assertNotIn("<script>alert", text, path)
            self.assertIn("&lt;script&gt;alert(1) &amp; co", text, path)

    def test_numbers_are_those_of_the_ledger(self):
        folder = self.folder / "avf"
        with open(folder / "ledger.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        plots = dict(charts(self.pages[folder / "report.html"]))
        for plot, curve, column in (("Energies", "kinetic", "kinetic"), ("Energies", "total", "total"),
                                    ("Angular momentum", "z", "lz"), ("Solver work a step", "Newton iterations", "newton_iterations")):
            data = plots[plot][curve]
            self.assertEqual(len(data["v"]), len(rows))
            for row, value, time in zip(rows, data["v"], data["t"]):
                self.assertAlmostEqual(value, float(row[column]), delta=1e-5 * abs(value) + 1e-300)
                self.assertAlmostEqual(time, float(row["time"]), delta=1e-5 * time)


if __name__ == "__main__":
    main(ReportPages, "program", "scene")
