#!/usr/bin/env python3
"""Reports and comparisons in a browser, wide and narrow: no error in the console, nothing beyond the page's edge, values that can be
read off the plots. Needs Chromium.

    report_browser_test.py PROGRAM SCENE
"""

import html
import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from program_case import ProgramCase, main, skip_unless

WIDTHS = (1280, 400)

# Opens the page in a frame of each width, moves the pointer over its first plot, presses its first legend entry, and says what it saw.
PROBE = """<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><body><pre id="seen"></pre><script>
const seen = [];
const look = (page, width) => new Promise(done => {
  const frame = document.createElement("iframe");
  frame.width = width; frame.height = 900; frame.src = page;
  frame.onload = () => {
    const inside = frame.contentDocument, root = inside.documentElement;
    const figure = inside.querySelector("figure.chart"), svg = figure.querySelector("svg"), box = svg.getBoundingClientRect();
    const plots = [...inside.querySelectorAll("figure.chart svg")];
    const crossing = (a, b) => a.left < b.right - .5 && b.left < a.right - .5 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    const crowded = plots.flatMap(plot => {
      const labels = [...plot.querySelectorAll("text")], boxes = labels.map(label => label.getBoundingClientRect());
      const edge = plot.getBoundingClientRect();
      return labels.filter((label, k) => boxes[k].left < edge.left - .5 || boxes[k].right > edge.right + .5
        || boxes.some((other, m) => m < k && crossing(other, boxes[k]))).map(label => label.textContent);
    });
    const small = [...inside.querySelectorAll("svg text")].map(text => text.getBoundingClientRect().height);
    svg.dispatchEvent(new frame.contentWindow.PointerEvent("pointermove", {clientX: box.left + box.width / 2, clientY: box.top + 50}));
    const entry = figure.querySelector(".legend button"), read = entry.querySelector("output").textContent;
    const when = figure.querySelector(".when").textContent;
    entry.click();
    seen.push({page, width, overflow: root.scrollWidth - root.clientWidth, read, when, charts: inside.querySelectorAll("svg").length,
               hidden: svg.querySelector(".curve").classList.contains("off"), letters: Math.min(...small), crowded,
               pictures: [...inside.images].filter(image => image.complete && image.naturalWidth > 100).length});
    frame.remove();
    done();
  };
  document.body.append(frame);
});
(async () => {
  for (const page of PAGES) for (const width of WIDTHS) await look(page, width);
  document.getElementById("seen").textContent = JSON.stringify(seen);
})();
</script>"""


class ReportsInABrowser(ProgramCase):
    scene = chromium = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = cls.folder
        cls.lilyan("compare", cls.scene, "-o", folder, "--quiet", "--integrators",
                   "avf,implicit_midpoint,backward_euler,velocity_verlet,variational:alpha=0.25,forward_euler")
        huge = [f"bodies.0.{name}" for name in ("material.mu=1e20", "material.lambda=1e20", "mass=1e17")]
        cls.lilyan("run", cls.scene, "-o", folder / "huge", "--quiet", "--set", "time.steps=5",
                   *(word for value in huge for word in ("--set", value)))
        cls.pages = ["report.html", "avf/report.html", "velocity_verlet/report.html", "forward_euler/report.html", "huge/report.html"]
        fault = '<div style="width:3000px">x</div><script>throw new Error("broken on purpose")</script></main>'
        (folder / "broken.html").write_text((folder / "report.html").read_text().replace("</main>", fault))
        probe = folder / "probe.html"
        probe.write_text(PROBE.replace("PAGES", json.dumps([*cls.pages, "broken.html"])).replace("WIDTHS", json.dumps(WIDTHS)))
        done = subprocess.run(
            [cls.chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", f"--user-data-dir={folder}/profile",
             "--allow-file-access-from-files", "--enable-logging=stderr", "--window-size=1400,1000", "--virtual-time-budget=30000",
             "--dump-dom", probe.as_uri()], capture_output=True, text=True, timeout=300)
        found = re.search(r'<pre id="seen">(.*?)</pre>', done.stdout, re.DOTALL)
        cls.console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
        looks = json.loads(html.unescape(found.group(1))) if found and found.group(1) else []
        cls.seen = [look for look in looks if look["page"] != "broken.html"]
        cls.broken = [look for look in looks if look["page"] == "broken.html"]

    def test_every_page_was_opened_at_every_width(self):
        self.assertEqual([(look["page"], look["width"]) for look in self.seen], [(p, w) for p in self.pages for w in WIDTHS])

    def test_the_console_stays_silent(self):
        self.assertEqual([line for line in self.console if "broken on purpose" not in line], [])

    def test_faults_would_be_found(self):
        self.assertEqual(sum("broken on purpose" in line for line in self.console), len(WIDTHS))
        self.assertTrue(all(look["overflow"] > 1000 for look in self.broken))
        self.assertEqual(len(self.broken), len(WIDTHS))

    def test_nothing_reaches_beyond_the_edge_and_letters_can_be_read(self):
        for look in self.seen:
            self.assertLessEqual(look["overflow"], 0, look)
            self.assertGreater(look["letters"], 8, look)

    def test_labels_of_plots_are_whole_and_apart(self):
        for look in self.seen:
            self.assertEqual(look["crowded"], [], look)

    def test_pictures_and_plots_are_there(self):
        for look in self.seen:
            self.assertGreaterEqual(look["charts"], 5, look)
            self.assertGreaterEqual(look["pictures"], 2 if re.search("verlet|forward", look["page"]) else 3, look)

    def test_values_are_read_and_curves_hidden(self):
        for look in self.seen:
            self.assertRegex(look["when"], r"^t = [\d.]+ s$", look)
            self.assertRegex(look["read"], r"^\S", look)
            self.assertTrue(look["hidden"], look)


if __name__ == "__main__":
    ReportsInABrowser.chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    skip_unless(ReportsInABrowser.chromium, "chromium")
    main(ReportsInABrowser, "program", "scene")
