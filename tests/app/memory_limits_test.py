#!/usr/bin/env python3
"""Under every limit on the address space a command ends soon, by itself, and with a status that says how.

    memory_limits_test.py PROGRAM [--runs N] [--seed N]

Scenes of every kind, and one with a larger factor, are run under limits from just above what `lilyan --version` needs to 2 GB.
A run that is refused leaves no folder and changes no file of an earlier run; one that fails keeps what it has.
"""

import argparse
import json
import math
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
sys.dont_write_bytecode = True
from patience import HANGS, ProcessorTime  # noqa: E402
from random_scenes import random_scene  # noqa: E402

MIB = 1 << 20
ALLOWED = (0, 2, 3, 4)
SECONDS = 10  # of processor time
# Large enough for fronts that threads share.
LARGE_FACTOR = {"lilyan": 1, "name": "large_factor", "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 2}, "bodies": [
    {"mesh": {"type": "box", "size": [2, 1, 1], "cells": [16, 8, 8]}, "density": 1000,
     "material": {"type": "neo_hookean", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}]}
WITHOUT_SETTINGS = {name: value for name, value in os.environ.items() if name not in ("OPENBLAS_NUM_THREADS", "OMP_THREAD_LIMIT")}


def limited(words, limit):
    """Status and what was printed of a command that may map `limit` bytes; the status is None where it did not end soon."""
    def set_limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    taken = ProcessorTime()
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace", preexec_fn=set_limit, env=WITHOUT_SETTINGS)
    return answer(process, taken)


def answer(process, taken):
    """Its status, None where it did not end within SECONDS of processor time, and what it printed."""
    try:
        text, _ = process.communicate(timeout=HANGS)
        return process.returncode if taken.spent() < SECONDS else None, text
    except subprocess.TimeoutExpired:
        process.kill()
        return None, process.communicate()[0]


def least_limit(program):
    """What `lilyan --version` needs, to 1 MiB."""
    low, high = 1, 4096
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if limited([program, "--version"], middle * MIB)[0] == 0 else (middle, high)
    return high * MIB


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def complaint_about(status, text):
    if status not in ALLOWED:
        return f"status {status}"
    if status != 0 and "error: " not in text:
        return f"status {status} without an error"
    if "fault of Lilyan" in text:
        return "a fault of Lilyan"
    return None


def run_under_limits(program, base, runs, chance):
    """What was promised and not kept, one text per run."""
    broken, counts = [], {}
    least = least_limit(program)
    for k in range(runs):
        # Narrow limits are met more often than wide ones, and those around the factor most of all.
        above = chance.uniform(1, 250) if k % 3 == 0 else math.exp(chance.uniform(math.log(1), math.log(2048)))
        limit = least + int(MIB * above)
        scene = LARGE_FACTOR if k % 3 == 0 else random_scene(chance, steps=(5, 15))
        folder, file = base / f"out_{k}", base / f"scene_{k}.json"
        file.write_text(json.dumps(scene))
        earlier = {}
        if k % 2 == 1:
            folder.mkdir()
            (folder / "summary.json").write_text("{}")
            earlier = contents(folder)
        command = chance.choice(["run", "run", "run", "check", "modes"])
        words = [program, command, file] + (["-o", folder] if command == "run" else [])
        status, text = limited(words, limit)
        complaint = complaint_about(status, text)
        if status == 2 and contents(folder) != earlier:
            complaint = "files were changed by a refused run"
        if status == 2 and not earlier and folder.exists():
            complaint = "a refused run left a folder"
        if complaint:
            broken.append(f"{complaint}: {command} of {scene['name']} under {limit / MIB:.0f} MiB (least {least / MIB:.0f}):\n{text}")
        counts[status] = counts.get(status, 0) + 1
    print(f"{runs} runs under limits above {least / MIB:.0f} MiB, by status: {counts}", flush=True)
    return broken


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lilyan-limits-") as name:
        broken = run_under_limits(arguments.program, pathlib.Path(name), arguments.runs, random.Random(arguments.seed))
    for text in broken:
        print("FAILED:", text, flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
