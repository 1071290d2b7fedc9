#!/usr/bin/env python3
"""The program under attack: nothing is lost, nothing dies by itself, nothing hangs.

    attack_test.py PROGRAM CXX_COMPILER [--kills N] [--faults N] [--limits N] [--pairs N] [--seed N]

kills   commands killed at a random call that changes files, over random scenes of every kind: runs are resumed until finished, all others
        repeated; each leaves the bytes of an undisturbed one, and nothing else
faults  a full or broken disk at a write, fsync, rename or truncation of a command, once or from then on; 0: at every single one
limits  runs under limits on memory (memory_limits_test.py)
pairs   two processes in one folder: one at least ends well, and the folder holds a whole run
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from kill_test import Promise, expect_same_files, lasting_files  # noqa: E402
from memory_limits_test import HANGS, ProcessorTime, answer, contents, run_under_limits  # noqa: E402
from random_scenes import KINDS, coarse, in_vertices, of_domains, random_scene, reduced, write_models  # noqa: E402
from writers_test import TETRAHEDRON, Writer, lasting  # noqa: E402

ALLOWED = (0, 2, 3, 4)
HERE = pathlib.Path(__file__).parent


def is_kept(file):
    """Whether it is of an unfinished run, which `compare` keeps as `run` does when it is repeated."""
    return "earlier.1" in pathlib.Path(file).parts


class Attack:
    def __init__(self, program, compiler, base, chance):
        self.program, self.base, self.chance, self.broken = program, base, chance, []
        self.library = base / "faulty_calls.so"
        subprocess.run([compiler, "-std=c++20", "-shared", "-fPIC", "-O1", HERE / "faulty_calls.cpp", "-o", self.library], check=True)
        self.counter = base / "calls"
        write_models(program, base)
        (base / "surface.obj").write_text(TETRAHEDRON)

    def run(self, *words, at=0, how="KILL", lasts=False):
        """Status and text of a command, of which call number `at` goes wrong; how many calls it made is in self.calls."""
        self.counter.write_bytes(bytes(8))
        environment = os.environ | {"LD_PRELOAD": str(self.library), "FAULTY_COUNT": str(self.counter), "FAULTY_AT": str(at), "FAULTY_HOW": how}
        if lasts:
            environment["FAULTY_LASTS"] = "1"
        taken = ProcessorTime()
        process = subprocess.Popen([str(word) for word in (self.program, *words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   errors="replace", env=environment, cwd=self.base)
        status, text = answer(process, taken)
        self.calls = int.from_bytes(self.counter.read_bytes(), sys.byteorder)
        return status, text

    def fail(self, text):
        self.broken.append(text)
        print("FAILED:", text, flush=True)

    def draw_scene(self, name, steps=(10, 40), kinds=(*KINDS, coarse)):
        scene = random_scene(self.chance, steps, kinds)
        file = self.base / f"{name}.json"
        file.write_text(json.dumps(scene))
        return file, scene["name"]

    def kills(self, wanted):
        kinds, made, scenes, killed = [*KINDS, coarse], 0, 0, {}
        while made < wanted:
            kind = kinds[scenes % len(kinds)]
            scenes += 1
            file, name = self.draw_scene("killed", kinds=[kind])
            whole = self.base / "whole"
            status, text = self.run("run", file, "-o", whole, "--quiet")
            if status not in (0, 3):
                self.fail(f"{name}: status {status}:\n{text}")
                return
            counts = {"run": self.kills_of_run(file, name, whole, status)}
            for writer in self.chance.sample(self.writers(kind, file), 2):
                counts[writer.name] = counts.get(writer.name, 0) + self.kills_of_writer(writer, name)
            for command, count in counts.items():
                killed[command] = killed.get(command, 0) + count
                made += count
            shutil.rmtree(whole)
        print(f"{made} kills over {scenes} scenes: {killed}", flush=True)

    def kills_of_run(self, file, name, whole, status):
        made, calls, expected, folder = 0, self.calls, lasting_files(whole), self.base / "interrupted"
        for _ in range(self.chance.randint(1, 4)):
            got, text = self.run("run", file, "-o", folder, "--quiet", "--resume", at=self.chance.randint(1, calls))
            made += got == -signal.SIGKILL
            if got not in (-signal.SIGKILL, 0, 3):
                self.fail(f"{name}: status {got} of a run taken up after a kill:\n{text}")
        got, text = self.run("run", file, "-o", folder, "--quiet", "--resume")
        if got != status:
            self.fail(f"{name}: status {got} instead of {status} after kills:\n{text}")
        try:
            expect_same_files(folder, expected, f"{name} after kills")
        except Promise as promise:
            self.fail(str(promise))
        shutil.rmtree(folder, ignore_errors=True)
        return made

    def writers(self, kind, file):
        """The commands that a scene of this kind can be given to, or the run of it in "whole", and writes from it."""
        method = json.loads(file.read_text())["integrator"]["type"]
        found = [Writer("modes", ["modes", file, "-n", 5, "-o", "PLACE"]), Writer("report", ["report", "PLACE"], needs_run=True),
                 Writer("compare", ["compare", file, "--integrators", method, "-o", "PLACE", "--quiet"]),
                 Writer("render", ["render", file, "--size", "64x48", "-o", "PLACE/scene.png", "--quiet"], file="scene.png"),
                 Writer("render of a run", ["render", "whole", "--size", "64x48", "-o", "PLACE/run_%02d.png", "--quiet"], file="run_%02d.png"),
                 Writer("mesh", ["mesh", "surface.obj", "--tets", 50, "-o", "PLACE/tets.msh", "--scene", "PLACE/tets.json", "--quiet"],
                        file="tets.msh")]
        for form in ("obj", "pc2", "glb", "npy"):
            found.append(Writer(f"convert to {form}", ["convert", "PLACE", "--to", form, "--quiet"], needs_run=True))
        found.append(Writer("convert elsewhere", ["convert", "whole", "--to", "obj", "-o", "PLACE", "--quiet"]))
        if kind in (reduced, of_domains):
            found += 3 * [Writer("reduce", ["reduce", file, "-o", "PLACE", "--quiet"])]
        if kind in (in_vertices, coarse):
            found += 3 * [Writer("coarsen", ["coarsen", "fine.json", "-o", "PLACE", "--cells", self.chance.randint(1, 2), 1, 1, "--quiet"])]
        return found

    def place(self, writer):
        place = self.base / "place"
        shutil.rmtree(place, ignore_errors=True)
        if writer.needs_run:
            shutil.copytree(self.base / "whole", place)
        else:
            place.mkdir()
        return place

    def kills_of_writer(self, writer, name):
        """How many there were; none where the command refuses the scene."""
        words = writer.command(self.place(writer))
        status, text = self.run(*words)
        if status != 0:
            if status not in ALLOWED:
                self.fail(f"{writer.name} of {name}: status {status}:\n{text}")
            return 0
        place, calls, made = self.base / "place", self.calls, 0
        expected = lasting(place)
        self.place(writer)
        before = lasting(place)
        for _ in range(self.chance.randint(1, 3)):
            at = self.chance.randint(1, calls)
            what = f"{writer.name} of {name}, killed at call {at} of {calls}"
            got, text = self.run(*words, at=at)
            made += got == -signal.SIGKILL
            if got not in (-signal.SIGKILL, 0):
                self.fail(f"{what}: status {got}:\n{text}")
            found = lasting(place)
            if lost := [file for file, held in before.items() if found.get(file) not in (held, expected.get(file))]:
                self.fail(f"{what}: lost {lost}")
        status, text = self.run(*words)
        if status != 0:
            self.fail(f"{what}: status {status} when it was repeated:\n{text}")
        elif (found := {file: held for file, held in lasting(place).items() if not is_kept(file)}) != expected:
            other = sorted(file for file in {*found, *expected} if found.get(file) != expected.get(file))
            self.fail(f"{what}: other files than of an undisturbed one: {other}")
        left = [path.relative_to(place) for path in place.rglob("*") if ".lilyan" in path.name or path.suffix in (".tmp", ".part")]
        if left := [str(path) for path in left if not is_kept(path)]:
            self.fail(f"{what}: {left} are left after it was repeated")
        shutil.rmtree(place)
        return made

    def commands(self):
        """Commands that write, as (name, words, folder or file that they make)."""
        file, _ = self.draw_scene("faulty", steps=(4, 8))
        scene = json.loads(file.read_text())
        scene["output"] |= {"frames": ["vtu"], "interval": 0.002}
        file.write_text(json.dumps(scene))
        solid = self.base / "solid.json"
        solid.write_text(json.dumps({"lilyan": 1, "integrator": {"type": "avf"}, "time": {"step": 0.001, "steps": 6}, "bodies": [
            {"name": "body", "mesh": {"type": "box", "size": [1, 0.25, 0.25], "cells": [3, 1, 1]}, "density": 1000,
             "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}]}))
        done = self.base / "done"
        self.run("run", file, "-o", done, "--quiet")
        made = self.base / "made"
        return [("run", ("run", file, "-o", made, "--quiet"), made),
                ("compare", ("compare", solid, "--integrators", "avf,bdf2", "-o", made, "--quiet"), made),
                ("report", ("report", done), None),
                ("convert obj", ("convert", done, "--to", "obj", "-o", made, "--quiet"), made),
                ("convert glb", ("convert", done, "--to", "glb", "-o", made.with_suffix(".glb"), "--quiet"), made.with_suffix(".glb")),
                ("modes", ("modes", solid, "-n", "8", "-o", made), made),
                ("mesh", ("mesh", "surface.obj", "--tets", "50", "-o", made.with_suffix(".msh"), "--quiet"), made.with_suffix(".msh")),
                ("render", ("render", done, "--size", "64x48", "-o", made.with_suffix(".png"), "--quiet"), made.with_suffix(".png"))]

    def fault(self, name, words, target, at, how, lasts):
        what = f"{name}: {how} {'from' if lasts else 'at'} call {at}"
        status, text = self.run(*words, at=at, how=how, lasts=lasts)
        if status not in ALLOWED:
            self.fail(f"{what}: status {status}:\n{text}")
        if status != 0 and "error: " not in text:
            self.fail(f"{what}: status {status} without an error:\n{text}")
        left = sorted([*self.base.rglob("*.tmp"), *self.base.rglob("*.part")])
        if left:
            self.fail(f"{what}: left {left} behind")
        if name == "run" and target.exists():
            status, text = self.run(*words, "--resume")
            if status not in (0, 2):
                self.fail(f"{what}: status {status} when taken up:\n{text}")
            elif status == 0:
                try:
                    expect_same_files(target, self.expected, what)
                except Promise as promise:
                    self.fail(str(promise))
        if target:
            shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)

    def faults(self, wanted):
        todo = []
        for name, words, target in self.commands():
            status, text = self.run(*words, how="EIO")  # counts what can fail on a full disk
            if status != 0:
                self.fail(f"{name}: status {status} without a fault:\n{text}")
            if name == "run":
                self.expected = lasting_files(target)
            if target:
                shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
            todo += [(name, words, target, at, how, lasts) for at in range(1, self.calls + 1) for how in ("ENOSPC", "EIO") for lasts in (False, True)]
        chosen = self.chance.sample(todo, wanted) if 0 < wanted < len(todo) else todo
        for fault in chosen:
            self.fault(*fault)
        print(f"{len(chosen)} of {len(todo)} faults", flush=True)

    def pairs(self, wanted):
        for _ in range(wanted):
            file, name = self.draw_scene("pair")
            folder, alone = self.base / "pair", self.base / "alone"
            words = [str(word) for word in (self.program, "run", file, "-o", folder, "--quiet", "--no-report")]
            status, _ = self.run("run", file, "-o", alone, "--quiet", "--no-report")
            processes = []
            for _ in range(2):
                processes.append(subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
                time.sleep(self.chance.choice([0, 0.002, 0.02, 0.05]))
            results = []
            for process in processes:
                try:
                    results.append((process.communicate(timeout=HANGS)[0], process.returncode))
                except subprocess.TimeoutExpired:
                    process.kill()
                    results.append((process.communicate()[0], None))
            statuses = sorted((code for _, code in results), key=str)
            if any(code not in ALLOWED for code in statuses) or status not in statuses:
                self.fail(f"{name}: a pair of runs ended with {statuses}:\n{results}")
            try:
                expect_same_files(folder, lasting_files(alone), f"{name} by a pair of runs")
            except Promise as promise:
                self.fail(str(promise))
            shutil.rmtree(folder, ignore_errors=True)
            shutil.rmtree(alone, ignore_errors=True)
        print(f"{wanted} pairs", flush=True)

    def limits(self, wanted):
        folder = self.base / "limits"
        folder.mkdir()
        for text in run_under_limits(self.program, folder, wanted, self.chance):
            self.fail(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("compiler")
    for name, number in (("kills", 500), ("faults", 0), ("limits", 200), ("pairs", 50)):
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--only", choices=("kills", "faults", "limits", "pairs"))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lilyan-attack-") as name:
        attack = Attack(arguments.program, arguments.compiler, pathlib.Path(name), random.Random(arguments.seed))
        for kind in ("kills", "faults", "limits", "pairs"):
            if arguments.only in (None, kind):
                start = time.monotonic()
                getattr(attack, kind)(getattr(arguments, kind))
                print(f"{kind}: {time.monotonic() - start:.1f} s", flush=True)
    print(f"{len(attack.broken)} promises broken", flush=True)
    return 1 if attack.broken else 0


if __name__ == "__main__":
    sys.exit(main())
