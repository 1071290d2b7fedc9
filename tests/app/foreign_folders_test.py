#!/usr/bin/env python3
"""A run folder that comes from elsewhere: what its files say is shown, never acted on, and a ledger that no run wrote is called that.

    foreign_folders_test.py PROGRAM
"""

import html.parser
import json
import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from program_case import main
from run_case import RunCase

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;"
ESCAPE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"


class Elements(html.parser.HTMLParser):
    """Elements with their attributes, and the scripts."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.scripts = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attributes}

    def handle_data(self, data):
        if self.tags and self.tags[-1] == "script":
            self.scripts.append(data)


def with_strings(value, words):
    """The same JSON with the words behind every text in it."""
    if isinstance(value, str):
        return value + words
    if isinstance(value, list):
        return [with_strings(item, words) for item in value]
    if isinstance(value, dict):
        return {key: with_strings(item, words) for key, item in value.items()}
    return value


class ForeignFolders(RunCase):
    def setUp(self):
        super().setUp()
        self.lilyan("run", "bar.json", "-o", "out", "--quiet", "--set", "time.steps=8")
        self.out = self.folder / "out"

    def spoil(self, words):
        for name in ("setting.json", "summary.json"):
            file = self.out / name
            spoilt = with_strings(json.loads(file.read_text()), words)
            if name == "summary.json":
                spoilt["status"] = "failed"
                spoilt["failure"] = {"reason": "why" + words, "step": 3, "t": 0.1, "h": 0.1, "causes": ["cause" + words]}
            else:
                spoilt.update(notes=["note" + words], pins=["pin" + words], overrides=["a=" + words], outside_influences=["x" + words])
                spoilt["time"]["adaption"] = "rule" + words
            file.write_text(json.dumps(spoilt))

    def test_every_string_is_escaped_in_a_report(self):
        clean = Elements((self.out / "report.html").read_text())
        self.spoil(EVIL)
        self.lilyan("report", "out")
        text = (self.out / "report.html").read_text()
        page = Elements(text)
        self.assertNotIn("<script>alert", text)
        self.assertNotIn("<img src=x", text)
        self.assertEqual([data for data in page.scripts if "alert(" in data], [])
        self.assertEqual(page.attributes - clean.attributes, set())
        for place in ("tets", "bar", "why", "cause", "ote", "pin", "rule"):  # kind and name of a body, and so on
            self.assertIn(f"{place}&lt;script&gt;", text)

    def test_control_characters_are_shown_and_not_sent(self):
        self.spoil(ESCAPE)
        (self.out / ("file" + ESCAPE)).touch()
        (self.out / "file\nforged   line").touch()
        (self.out / ("folder" + ESCAPE)).mkdir()
        said = self.lilyan("info", "out")
        self.assertIn(r"file\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e", said)
        self.assertIn(r"scene     bar\u001b]", said)
        self.assertIn(r"file\u000aforged", said)
        said += self.lilyan("info", "out", "--json") + self.lilyan("report", "out")
        (self.folder / ("scene" + ESCAPE + ".json")).write_text("{")
        for words in (["run", "scene" + ESCAPE + ".json"], ["run", ESCAPE], [ESCAPE], ["info", "none" + ESCAPE], ["list", ESCAPE],
                      ["run", "bar.json", "--set", "name=" + ESCAPE], ["run", "bar.json", "--set", "integrator.type=" + ESCAPE],
                      ["run", "bar.json", "-o", "out", "--resume", "--set", "bodies.0.name=" + ESCAPE], ["report", "none" + ESCAPE],
                      ["mesh", "x" + ESCAPE, "-o", "y.msh"], ["render", "out", "-o", "x" + ESCAPE], ["compare", "bar.json", "--integrators", ESCAPE]):
            said += self.lilyan(*words, status=2)
        self.assertEqual(re.findall(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", said), [])

    def test_json_keeps_the_names_as_they_are(self):
        (self.out / ("file" + ESCAPE)).touch()
        self.assertIn("file" + ESCAPE, json.loads(self.lilyan("info", "out", "--json"))["files"])

    def test_nothing_long_is_echoed(self):
        long = "a" * 100000
        self.spoil(long)
        (self.folder / "long.json").write_text('{"lilyan": 1, "%s": "%s"}' % (long, long))
        (self.folder / "broken.json").write_text('{"lilyan": "%s' % long)
        texts = [self.lilyan("info", "out")]
        for words in (["run", "long.json"], ["run", "broken.json"], ["run", long], [long], ["info", long], ["list", long],
                      ["run", "bar.json", "--set", long], ["run", "bar.json", "--set", f"{long}=1"], ["run", "bar.json", "--set", f"time.step={long}"],
                      ["run", "bar.json", "--set", f"name={long}"], ["render", "out", "-o", long], ["render", "out", "-o", "x.png", "--size", long],
                      ["compare", "bar.json", "--integrators", long], ["mesh", long, "-o", "x.msh"], ["mesh", "box", "-o", long]):
            texts.append(self.lilyan(*words, status=2))
        (self.out / "summary.json").write_text('{"status": "%s' % long)
        texts += [self.lilyan("info", "out"), self.lilyan("report", "out", status=2)]
        for text in texts:
            self.assertLess(max(map(len, re.findall("a{50,}", text)), default=0), 700, text[:200])
            self.assertLess(len(text), 6000)

    def rows(self, change):
        lines = (self.out / "ledger.csv").read_text().splitlines()
        change(lines)
        (self.out / "ledger.csv").write_text("\n".join(lines) + "\n")
        self.lilyan("report", "out")
        page = (self.out / "report.html").read_text()
        faults = json.loads(self.lilyan("info", "out", "--json"))["faults"]
        return self.lilyan("info", "out"), page, faults

    def test_a_ledger_that_no_run_wrote_is_called_that(self):
        kept = (self.out / "ledger.csv").read_text()

        def nan(lines):
            cells = lines[4].split(",")
            cells[8] = "nan"
            lines[4] = ",".join(cells)

        def infinite(lines):
            lines[4] = re.sub(r"^(\d+,[^,]*,[^,]*),[^,]*", r"\1,-inf", lines[4])

        def doubled(lines):
            lines.insert(5, lines[4])

        def backwards(lines):
            lines[4], lines[5] = lines[5], lines[4]

        def time_stands(lines):
            lines[5] = "4," + lines[4].split(",", 1)[1]

        for change, words in ((nan, "1 of its rows hold values that are not finite, the first at step 3"),
                              (infinite, "1 of its rows hold values that are not finite, the first at step 3"),
                              (doubled, "1 of its rows repeat a step or go back in time, the first at step 3"),
                              (backwards, "1 of its rows repeat a step or go back in time, the first at step 3"),
                              (time_stands, "1 of its rows repeat a step or go back in time, the first at step 4")):
            with self.subTest(change.__name__):
                (self.out / "ledger.csv").write_text(kept)
                text, page, faults = self.rows(change)
                self.assertIn("fault     out/ledger.csv: " + words, text)
                self.assertIn('<span class="verdict bad">Its ledger cannot be trusted: ' + words, page)
                self.assertEqual(len(faults), 1)
        (self.out / "ledger.csv").write_text(kept)
        text, page, faults = self.rows(lambda lines: None)
        self.assertEqual(faults, [])
        self.assertNotIn("cannot be trusted", page)


if __name__ == "__main__":
    main(ForeignFolders, "program")
