#!/usr/bin/env python3
"""Wherever an allocation fails, the program ends with a status and one clear message, not by a signal.

    no_memory_test.py PROGRAM CXX_COMPILER [--runs N] [--seed N]

A library is preloaded that has no memory at a random allocation, or from there on. A run that was interrupted so is taken up, and has the
bytes of an uninterrupted one.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from kill_test import Promise, expect_same_files, lasting_files  # noqa: E402
from memory_limits_test import ALLOWED, ProcessorTime, answer  # noqa: E402
from random_scenes import random_scene  # noqa: E402


def run(program, words, library=None, **settings):
    """Status and text; the status is None where it did not end."""
    environment = os.environ | ({"LD_PRELOAD": str(library)} if library else {}) | settings
    taken = ProcessorTime()
    return answer(subprocess.Popen([str(word) for word in (program, *words)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True, errors="replace"), taken)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("compiler")
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance, counts, broken = random.Random(arguments.seed), {}, 0
    with tempfile.TemporaryDirectory(prefix="lilyan-no-memory-") as name:
        base = pathlib.Path(name)
        library, file, folder, whole = base / "no_memory.so", base / "scene.json", base / "out", base / "whole"
        subprocess.run([arguments.compiler, "-std=c++20", "-shared", "-fPIC", "-O1", pathlib.Path(__file__).parent / "no_memory.cpp", "-o", library],
                       check=True)
        for _ in range(arguments.runs):
            scene = random_scene(chance, steps=(3, 6))
            file.write_text(json.dumps(scene))
            words = ["run", file, "-o", folder, "--quiet", "--no-report"]
            settings = {"NO_MEMORY_AT": str(int(10 ** chance.uniform(0, 5))), "NO_MEMORY_LEAST": chance.choice(["0", "0", "256", "4096"])}
            if chance.random() < 0.5:
                settings["NO_MEMORY_ONCE"] = "1"
            status, text = run(arguments.program, words, library, **settings)
            counts[status] = counts.get(status, 0) + 1
            complaint = None
            if status not in ALLOWED or (status != 0 and "error: " not in text):
                complaint = f"status {status}:\n{text}"
            elif folder.exists():
                again, text = run(arguments.program, [*words, "--resume"])
                expected, _ = run(arguments.program, ["run", file, "-o", whole, "--quiet", "--no-report"])
                try:
                    expect_same_files(folder, lasting_files(whole), "taken up")
                except Promise as promise:
                    complaint = str(promise)
                if again != expected:
                    complaint = f"status {again} instead of {expected} when taken up:\n{text}"
            if complaint:
                broken += 1
                print(f"FAILED: {scene['name']} with {settings}: {complaint}", flush=True)
            for made in (folder, whole):
                shutil.rmtree(made, ignore_errors=True)
    print(f"{arguments.runs} runs, by status: {counts}; {broken} promises broken", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
