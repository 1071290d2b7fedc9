#!/usr/bin/env python3
"""The bodies that examples/bodies writes are scenes that Lilyan accepts, the same for the same seed, and those in scenes/ are of them.

    bodies_test.py LILYAN BODIES SCENES [--whole NAME...]

With --whole the large bodies named are checked, and nothing else.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

# Domains, coordinates and cells in the table of [Barbic 2011].
TABLE = {"flower": (12, 240, 7600), "letters": (15, 160, 84000), "dragon": (40, 454, 160000), "station": (48, 921, 107000),
         "oak": (1435, 11972, 600000)}
LINE = re.compile(r"(\w+)\.json +(\d+) domains +(\d+) coordinates +(\d+) (?:tets|hexes)")
# Bodies of several materials: vertices and cells.
MIXED_LINE = re.compile(r"(\w+)\.json +(\d+) vertices +(\d+) (tets|triangles)")


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def contents(folder):
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def numbers(text):
    return [float(word) for word in re.findall(r"[-+.\de]*\d[-+.\de]*", text)]


class Bodies(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def write(self, name, folder, *options):
        done = run(bodies, name, self.scratch / folder, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {name: tuple(map(int, figures)) for name, *figures in LINE.findall(done.stdout)}

    def check(self, scene):
        done = run(lilyan, "check", self.scratch / scene)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def check_whole(self, name):
        domains, coordinates, cells = self.write(name, "whole")[name]
        self.assertEqual((domains, coordinates), TABLE[name][:2])
        self.assertAlmostEqual(cells / TABLE[name][2], 1, delta=0.03)
        return self.check(f"whole/{name}.json")

    def write_mixed(self, name, folder, *options):
        done = run(bodies, name, self.scratch / folder, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        written, vertices, cells, kind = MIXED_LINE.match(done.stdout).groups()
        self.assertEqual(written, name)
        self.assertIn(f"{vertices} vertices, {cells} {kind}", self.accepted_without_notes(f"{folder}/{name}.json"))
        lines = (self.scratch / folder / f"{name}.json").read_text().splitlines()
        scene = json.loads("\n".join(line for line in lines if not line.startswith("//")))
        return int(vertices), int(cells), scene

    def accepted_without_notes(self, scene):
        accepted = self.check(scene)
        self.assertNotIn("note", accepted)
        return accepted

    def check_materials(self, scene):
        body = scene["bodies"][0]
        materials = [body["material"]] + [region["material"] for region in body["regions"]]
        moduli = [material["youngs_modulus"] for material in materials if material["type"] == "corotated"]
        self.assertEqual({material["type"] for material in materials} - {"void"}, {"corotated"})
        self.assertLessEqual(max(moduli) / min(moduli), 100.000001)
        return moduli


class SmallBodies(Bodies):
    def test_small_ones_are_accepted_for_every_seed(self):
        for seed in (1, 2, 77):
            written = self.write("all", f"seed{seed}", "--small", "--seed", seed)
            self.assertEqual(sorted(written), ["flower", "letters"])
            for name, (domains, coordinates, cells) in written.items():
                self.assertLess(cells, 3000)
                self.assertGreater(domains, 5)
                accepted = self.check(f"seed{seed}/{name}.json")
                unknowns = coordinates + (6 if name == "letters" else 0)  # the letters fly
                self.assertIn(f"{cells} tets, {unknowns} unknowns", accepted)
                self.assertNotIn("note", accepted)

    def test_the_same_seed_gives_the_same_bytes_and_another_others(self):
        for folder, seed in (("one", 5), ("same", 5), ("other", 6)):
            self.write("flower", folder, "--seed", seed, "--small")
        one, same, other = (contents(self.scratch / folder) for folder in ("one", "same", "other"))
        self.assertEqual(sorted(one), ["flower.json", "flower.msh"])
        self.assertEqual(one, same)
        self.assertNotEqual(one["flower.msh"], other["flower.msh"])

    def test_the_shipped_scenes_are_what_the_program_writes(self):
        self.write("all", "small", "--small")
        for name in ("flower", "letters"):
            self.assertEqual((self.scratch / "small" / f"{name}.json").read_text(), (scenes / f"{name}.json").read_text())
            ours, shipped = (numbers((folder / f"{name}.msh").read_text()) for folder in (self.scratch / "small", scenes))
            self.assertEqual(len(ours), len(shipped))
            # Another processor may round another way, by a micrometre.
            self.assertLess(max(abs(a - b) for a, b in zip(ours, shipped)), 2e-6)

    def test_the_flower_has_the_size_of_the_table(self):
        self.assertIn("240 unknowns", self.check_whole("flower"))

    def test_wrong_words_are_refused_with_what_is_right(self):
        (self.scratch / "file").write_text("")
        for words, says in ((("rose", "x"), "flower letters dragon station oak"), (("flower",), "a folder"), (("flower", "x", "--sed", "1"), "--seed N"),
                            (("flower", "x", "--seed", "one"), "--seed N"), (("flower", "x", "--seed"), "--seed N"),
                            (("dragon", "x", "--small"), "--small"), (("flower", "file/x"), "file/x")):
            done = subprocess.run([bodies, *words], capture_output=True, text=True, cwd=self.scratch)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(says, done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertFalse((self.scratch / "x").exists(), words)


class MixedBodies(Bodies):
    """Bodies of several materials, to coarsen."""

    def sag(self, scene, steps):
        """How far the probe goes down, or along z, in a few steps [m]."""
        out = self.scratch / "run"
        done = run(lilyan, "run", self.scratch / scene, "-o", out, "--quiet", "--replace", "--set", "output.frames=[]", "--set",
                   f"time={{\"step\": 0.02, \"steps\": {steps}}}")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [[float(word) for word in line.split(",")] for line in (out / "probes.csv").read_text().splitlines()[1:]]
        return rows[0][3] - rows[-1][3], rows[-1][4] - rows[0][4]

    def test_the_cube_has_layers_and_bends_across_and_along_them(self):
        vertices, cells, scene = self.write_mixed("layered_cube", "cube")
        self.assertTrue(6000 <= cells <= 12000)
        self.assertEqual(vertices, 13**3)
        self.assertEqual(sorted(set(self.check_materials(scene))), [1e4, 1e6])
        down, along = self.sag("cube/layered_cube.json", 6)
        self.assertGreater(down, 0.002)
        self.assertGreater(along, 0.001)

    def test_the_bar_has_a_soft_crack_and_bends(self):
        vertices, cells, scene = self.write_mixed("cracked_bar", "bar")
        self.assertEqual((vertices, cells), (65 * 17, 64 * 16 * 2))
        self.assertEqual(self.check_materials(scene), [1e7, 1e5])
        self.assertGreater(self.sag("bar/cracked_bar.json", 10)[0], 0.05)

    def test_the_cheese_has_holes_in_one_half_only_for_every_seed(self):
        for seed in (1, 2, 77):
            _, cells, scene = self.write_mixed("cheese", f"seed{seed}", "--seed", seed)
            self.assertAlmostEqual(cells / 35000, 1, delta=0.06)
            self.assertEqual(self.check_materials(scene), [2e4])
            holes = [region["select"] for region in scene["bodies"][0]["regions"]]
            self.assertGreater(len(holes), 10)
            for hole in holes:
                self.assertGreaterEqual(hole["center"][2], hole["radius"])
        first, again = (self.scratch / "seed1" / "cheese.json").read_bytes(), (self.scratch / "seed2" / "cheese.json").read_bytes()
        self.assertNotEqual(first, again)
        self.write_mixed("cheese", "same", "--seed", 1)
        self.assertEqual(contents(self.scratch / "same"), contents(self.scratch / "seed1"))


class WholeBodies(Bodies):
    def test_whole_bodies_have_the_sizes_of_the_table_and_are_accepted(self):
        for name in whole:
            with self.subTest(name):
                self.check_whole(name) if name in TABLE else self.check_liver()

    def check_liver(self):
        """Stiff vessels, a flat top, and the same bytes again."""
        _, cells, scene = self.write_mixed("liver", "liver")
        self.assertAlmostEqual(cells / 200000, 1, delta=0.03)
        self.assertEqual(sorted(set(self.check_materials(scene))), [2.5e4, 1.25e6])
        self.assertGreater(len(scene["bodies"][0]["regions"]), 10)
        height = scene["pins"][0]["select"]["point"][1]
        text = (self.scratch / "liver" / "liver.msh").read_text()
        nodes = text[text.index("$Nodes") + 7:text.index("$EndNodes")].splitlines()[1:]
        heights = [float(node.split()[2]) for node in nodes]
        self.assertLessEqual(max(heights), height + 1e-9)
        self.assertGreater(sum(abs(y - height) < 1e-9 for y in heights), 100)
        self.write_mixed("liver", "same")
        self.assertEqual(contents(self.scratch / "same"), contents(self.scratch / "liver"))


if __name__ == "__main__":
    lilyan, bodies, scenes = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    whole = sys.argv[5:]
    chosen = ["WholeBodies"] if whole else ["SmallBodies", "MixedBodies"]
    unittest.main(argv=sys.argv[:1] + chosen)
