#!/usr/bin/env python3
"""The comparison with other programs runs whatever is installed, and says what is not.

    peers_test.py REPOSITORY PROGRAM

It asks nothing of the timings.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

# A driver that simulates nothing, but reads the mesh as one must.
DRIVER = """#!/usr/bin/env python3
import json, pathlib, sys
lines = pathlib.Path(sys.argv[1]).read_text().splitlines()
vertices = int(lines[lines.index("*VERTICES") + 1].split()[0])
tets = int(lines[lines.index("TET") + 1].split()[0])
assert "ENU, 1000, 1000000.0, 0.4" in lines
steps = 2 * int(sys.argv[2])
print(json.dumps({"program": f"Driver of {vertices} vertices and {tets} tets", "integrator": "backward_euler", "law": "neo_hookean",
                  "precision": "half", "tolerance": "none", "linear": "oracle", "steps": steps, "iterations": 7 * steps,
                  "tip": -0.5}))
"""


class Peers(unittest.TestCase):
    repository = None
    program = None

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def compare(self, *words):
        command = [sys.executable, "-B", str(self.repository / "bench/peers/compare"), *words]
        return subprocess.run(command, capture_output=True, text=True)

    def compare_tiny(self, *words):
        """The smallest bar, without the peers that this machine may have."""
        return self.compare(self.program, "--bars", "tiny", "--runs", "1", "--steps", "1", "--bullet", "missing", "--python", "missing",
                            *words)

    def driver(self, text):
        file = self.folder / "driver"
        file.write_text(text)
        file.chmod(0o755)
        return str(file)

    @staticmethod
    def rows(printed):
        """The rows of the table by the names of its columns."""
        table = [[cell.strip() for cell in line.strip("|").split("|")] for line in printed.splitlines() if line.startswith("|")]
        return [dict(zip(table[0], cells)) for cells in table[2:]]

    def test_help_names_the_bars(self):
        asked = self.compare("--help")
        self.assertEqual(asked.returncode, 0, asked.stderr)
        self.assertIn("3k, 24k, 100k", " ".join(asked.stdout.split()))

    def test_missing_peers_are_named_and_no_error(self):
        done = self.compare_tiny()
        self.assertEqual(done.returncode, 0, done.stderr)
        for line in ("not run: Bullet: apt-get install libbullet-dev", "not run: FEniCSx: apt-get install python3-dolfinx",
                     "not run: VegaFEM: "):
            self.assertIn(line, done.stdout)
        rows = self.rows(done.stdout)
        self.assertEqual([row["integrator"] for row in rows], ["avf", "backward_euler"])
        for row in rows:
            self.assertTrue(row["program"].startswith("Lilyan "), row)
            self.assertLess(float(row["tip [m]"]), -0.005)

    def test_a_peer_stands_beside_lilyan_with_its_law_and_step(self):
        done = self.compare_tiny("--vega", self.driver(DRIVER))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("not run: VegaFEM", done.stdout)
        *_, like, peer = self.rows(done.stdout)
        self.assertEqual(peer["program"], "Driver of 63 vertices and 120 tets")
        self.assertEqual((peer["h"], peer["precision"], peer["it/step"], peer["tip [m]"]), ("1/60", "half", "7.0", "-0.500000"))
        self.assertTrue(like["program"].startswith("Lilyan "), like)
        self.assertEqual((like["integrator"], like["law"], like["h"]), ("backward_euler", "neo_hookean", "1/60"))

    def test_a_peer_that_fails_is_named_and_leaves_the_others(self):
        for text, words in (("#!/bin/sh\necho no licence >&2\nexit 3\n", "ended with status 3: no licence"),
                            ("#!/bin/sh\n", "printed no line of JSON"),
                            (f"#!/bin/sh\necho '{json.dumps({'program': 'x'})}'\n", "did not print integrator, law, linear")):
            with self.subTest(words):
                done = self.compare_tiny("--vega", self.driver(text))
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(words, done.stdout)
                self.assertEqual(len(self.rows(done.stdout)), 2)

    def test_an_unknown_bar_is_refused(self):
        done = self.compare(self.program, "--bars", "7k")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no bar 7k; choose from tiny, 3k, 24k, 100k", done.stderr)


if __name__ == "__main__":
    Peers.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    Peers.program = sys.argv.pop(1)
    unittest.main()
