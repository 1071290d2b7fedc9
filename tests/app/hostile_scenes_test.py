#!/usr/bin/env python3
"""Scenes that mean harm, of bodies of domains, in contact, reduced, coarse and with multigrid: every command answers, and soon.

    hostile_scenes_test.py PROGRAM [--scenes N] [--seed N] [--only K]

Each scene is checked, described, run for a few steps and given to some of the other commands. Nothing ends by a signal, every answer
comes within ten seconds of CPU, with status 0, 2, 3 or 4; under status 0 no file and no text holds what is no number; any other status
comes with an error in words, and refused input leaves no folder. --only K: the scene of this number alone, and what was done to it.
"""

import argparse
import collections
import json
import math
import pathlib
import random
import re
import shutil
import struct
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
sys.dont_write_bytecode = True
from forged_checkpoints_test import Program  # noqa: E402
from hostile_scenes import hostile_scene, rarely, write_files  # noqa: E402

ALLOWED = (0, 2, 3, 4)
NO_NUMBER = re.compile(r"(?i)(?<![\w.])[-+]?(nan|inf)(?![\w.])")
DATA = re.compile(rb'<DataArray type="Float64" Name="(\w+)"[^>]*offset="(\d+)"')
UNKNOWN_AT_TIMES = {b"contact_pressure", b"J", b"energy_density", b"von_mises"}  # nan where there is no area, or a body tells nothing of its cells


def strange_frame(data):
    """Names of the arrays of a .vtu file that hold what is no number."""
    start = data.find(b"_", data.find(b'encoding="raw"')) + 1
    found = []
    for name, offset in DATA.findall(data):
        (size,) = struct.unpack_from("<Q", data, start + int(offset))
        values = struct.unpack_from(f"<{size // 8}d", data, start + int(offset) + 8)
        if not all(math.isfinite(value) or (math.isnan(value) and name in UNKNOWN_AT_TIMES) for value in values):
            found.append(name.decode())
    return found


def strange_files(folder):
    """Names of files that hold what is no number."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".csv" and NO_NUMBER.search(path.read_text(errors="replace")):
            found.append(path.name)
        if path.suffix == ".vtu" and (names := strange_frame(path.read_bytes())):
            found.append(f"{path.name} {names}")
    return found


class HostileScenes(Program):
    def __init__(self, program, folder, seed):
        super().__init__(program, folder, random.Random(seed))
        self.seed, self.counts = seed, collections.Counter()
        write_files(program, folder)

    def commands(self, chance, is_fine):
        """Words of those that a scene is given to, with -o where they write; of what can be coarsened, it is."""
        out = ["-o", "out"]
        coarsen = ["coarsen", "--quiet", *out,
                   *rarely(chance, [[], ["--cells", 2, 1, 1], ["--cells", 1, 1, 1], ["--cut", "x=0"], ["--probes", "free"], ["--method", "harmonic"],
                                    ["--cells", 3, 2, 2, "--method", "galerkin"]],
                           [["--onto", "one.vtk"], ["--cells", 1, 1], ["--cut", "x=1e300"], ["--cells", 10000, 10000, 10000]])]
        others = [["modes", "-n", chance.choice([1, 3, 30, 10000])] + chance.choice([[], ["--prestressed"], ["--check"]]) + chance.choice([[], out]),
                  ["run", "--set", "integrator.type=static", "--quiet", "--no-report", *out], ["reduce", "--quiet", *out],
                  ["render", "-o", "out.png", "--size", "32x24"], ["compare", "--integrators", "avf,bdf2", "--quiet", *out],
                  ["run", "--check-reversible", "--quiet", "--set", "time.steps=1"]]
        return [["check"], ["info"], ["run", "--quiet", *out], *([coarsen] if is_fine else chance.sample(others, 2))]

    def attempt(self, number):
        chance = random.Random(f"{self.seed} {number}")
        scene, done = hostile_scene(chance)
        (self.folder / "scene.json").write_text(json.dumps(scene))
        for words in self.commands(chance, scene.get("name") == "fine"):
            self.judge(f"scene {number} ({', '.join(done)}): {' '.join(map(str, words))}", words[0], self.lilyan(words[0], "scene.json", *words[1:]))
            for left in (self.folder / "out", self.folder / "out.png"):
                shutil.rmtree(left) if left.is_dir() else left.unlink(missing_ok=True)
        return scene, done

    def judge(self, what, command, answer):
        def wrong(why):
            self.faults.append(f"{what}: {why}: {(answer.stdout + answer.stderr).strip()[-700:]}")
            print("FAILED:", self.faults[-1], flush=True)

        status, out = answer.returncode, self.folder / "out"
        self.counts[command, status] += 1
        if status not in ALLOWED:
            wrong(f"status {status}")
        elif "fault of Lilyan" in answer.stderr or "unexpected" in answer.stderr:
            wrong(f"status {status}, not foreseen")
        elif status != 0 and not re.search(r"^error: ", answer.stderr, re.M):
            wrong(f"status {status} without an error")
        elif status == 2 and out.exists():
            wrong("refused, and a folder was made")
        elif status == 0 and (strange := NO_NUMBER.search(answer.stdout)):
            wrong(f"it printed {strange[0]}")
        elif status == 0 and (strange := strange_files(out)):
            wrong(f"{strange} hold what is no number")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--scenes", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lilyan-scenes-") as name:
        scenes = HostileScenes(arguments.program, pathlib.Path(name), arguments.seed)
        for number in range(arguments.scenes) if arguments.only is None else [arguments.only]:
            scene, done = scenes.attempt(number)
        if arguments.only is not None:
            print(json.dumps(scene, indent=1), done)
    print(", ".join(f"{command} {status}: {count}" for (command, status), count in sorted(scenes.counts.items())))
    print(f"{arguments.scenes} scenes: {len(scenes.faults)} promises broken")
    return 1 if scenes.faults else 0


if __name__ == "__main__":
    sys.exit(main())
