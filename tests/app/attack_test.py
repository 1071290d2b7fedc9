#!/usr/bin/env python3
"""The program under attack: nothing is lost, nothing dies by itself, nothing hangs.

    attack_test.py PROGRAM CXX_COMPILER [--kills N] [--faults N] [--limits N] [--pairs N] [--seed N]

kills   runs killed at a random call that changes files, over random scenes; resumed until finished, each has the bytes of an uninterrupted run
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
from random_scenes import random_scene  # noqa: E402

ALLOWED = (0, 2, 3, 4)
HERE = pathlib.Path(__file__).parent


class Attack:
    def __init__(self, program, compiler, base, chance):
        self.program, self.base, self.chance, self.broken = program, base, chance, []
        self.library = base / "faulty_calls.so"
        subprocess.run([compiler, "-std=c++20", "-shared", "-fPIC", "-O1", HERE / "faulty_calls.cpp", "-o", self.library], check=True)
        self.counter = base / "calls"

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

    def draw_scene(self, name, steps=(10, 40)):
        scene = random_scene(self.chance, steps)
        file = self.base / f"{name}.json"
        file.write_text(json.dumps(scene))
        return file, scene["name"]

    def kills(self, wanted):
        made = runs = 0
        while made < wanted:
            runs += 1
            file, name = self.draw_scene("killed")
            whole, folder = self.base / "whole", self.base / "interrupted"
            status, text = self.run("run", file, "-o", whole, "--quiet", "--no-report")
            if status not in (0, 3):
                self.fail(f"{name}: status {status}:\n{text}")
                return
            calls, expected = self.calls, lasting_files(whole)
            for _ in range(self.chance.randint(1, 6)):
                got, text = self.run("run", file, "-o", folder, "--quiet", "--no-report", "--resume", at=self.chance.randint(1, calls))
                made += got == -signal.SIGKILL
                if got not in (-signal.SIGKILL, 0, 3):
                    self.fail(f"{name}: status {got} of a run taken up after a kill:\n{text}")
            got, text = self.run("run", file, "-o", folder, "--quiet", "--no-report", "--resume")
            if got != status:
                self.fail(f"{name}: status {got} instead of {status} after kills:\n{text}")
            try:
                expect_same_files(folder, expected, f"{name} after kills")
            except Promise as promise:
                self.fail(str(promise))
            shutil.rmtree(whole)
            shutil.rmtree(folder, ignore_errors=True)
        print(f"{made} kills in {runs} scenes", flush=True)

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
        surface = self.base / "surface.obj"
        surface.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
        done = self.base / "done"
        self.run("run", file, "-o", done, "--quiet")
        made = self.base / "made"
        return [("run", ("run", file, "-o", made, "--quiet"), made),
                ("compare", ("compare", solid, "--integrators", "avf,bdf2", "-o", made, "--quiet"), made),
                ("report", ("report", done), None),
                ("convert obj", ("convert", done, "--to", "obj", "-o", made, "--quiet"), made),
                ("convert glb", ("convert", done, "--to", "glb", "-o", made.with_suffix(".glb"), "--quiet"), made.with_suffix(".glb")),
                ("modes", ("modes", solid, "-n", "8", "-o", made), made),
                ("mesh", ("mesh", surface, "--tets", "50", "-o", made.with_suffix(".msh"), "--quiet"), made.with_suffix(".msh")),
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
            status, text = self.run(*words)
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
