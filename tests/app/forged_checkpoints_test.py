#!/usr/bin/env python3
"""Checkpoints whose content was changed, with the checksum that belongs to it: a run is taken up from none that makes no sense.

    forged_checkpoints_test.py PROGRAM [--forgeries N] [--seed N] [--kind NAME]

Runs of several kinds of scene are made, a number or a length inside their checkpoints is changed, and `run --resume` is asked to go on.
It refuses with status 2, one clear message and untouched files, or it goes on: then no file holds anything that is not a number. Nothing
ends by a signal, and every answer comes within ten seconds of CPU.
"""

import json
import math
import os
import pathlib
import re
import resource
import shutil
import struct
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
sys.dont_write_bytecode = True
from checksum import checksum
from forgeries import main
from run_case import contents

SECONDS = 10 * float(os.environ.get("LILYAN_TEST_SLOWNESS", 1))  # of CPU
ENVIRONMENT = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
HEAD = 28  # magic, format, hash of the scene, length of the payload

SOFT = {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}
BAR = {"name": "bar", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]}, "material": SOFT, "density": 1000}
CUBE = {"mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}, "material": {**SOFT, "type": "neo_hookean"}, "density": 1000}
GRIP = [{"name": "grip", "body": "bar", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}}]
HALVES = [{"name": name, "modes": 4, "select": {"type": "box", "min": [low, -9, -9], "max": [high, 9, 9]}}
          for name, low, high in (("left", -9, 0), ("right", 0, 9))]
FLOOR = {"type": "plane", "point": [0, -0.51, 0], "normal": [0, 1, 0], "distance": 0.02, "friction": 0.3}


def scene_of(**parts):
    scene = {"lilyan": 1, "name": "forged", "gravity": [0, -9.81, 0], "integrator": {"type": "avf"}, "time": {"step": 0.004, "steps": 6},
             "output": {"checkpoint": {"steps": 2}, "ledger": {"every": 2}}}
    return scene | parts


SCENES = {
    "friction": scene_of(
        bodies=[{**CUBE, "name": "lower", "velocity": {"linear": [0.5, -0.5, 0]}},
                {**CUBE, "name": "upper", "mesh": {**CUBE["mesh"], "center": [0.1, 1.015, 0.05]}, "velocity": {"linear": [0, -2, 0]}}],
        contact=[FLOOR, {"type": "between", "bodies": ["lower", "upper"], "distance": 0.02, "friction": 0.3}]),
    "vertices": scene_of(bodies=[BAR], pins=GRIP, output={"frames": ["vtu"], "interval": 0.004, "checkpoint": {"steps": 2},
                                                          "probes": [{"name": "tip", "body": "bar", "nearest": [1, 0, 0]}]}),
    "reduced": scene_of(bodies=[{**BAR, "reduce": {"modes": 4}}], pins=GRIP),
    "domains": scene_of(bodies=[{**BAR, "domains": HALVES}], pins=GRIP, integrator={"type": "multidomain_newmark"},
                        damping=[{"type": "rayleigh", "stiffness": 0.01}]),
    "flying": scene_of(bodies=[{**BAR, "domains": HALVES, "velocity": {"angular": [0, 3, 1]}}],
                       integrator={"type": "multidomain_midpoint"}),
    "coarse": scene_of(bodies=[{"name": "bar", "mesh": {"type": "model", "path": "cage/bar.model"}}], pins=GRIP),
    "adaptive": scene_of(bodies=[{**BAR, "velocity": {"angular": [0, 3, 1]}}],
                         time={"step": 0.004, "steps": 6, "adaption": {"type": "poses", "speed": 1}}),
    "bdf2": scene_of(bodies=[BAR], pins=GRIP, integrator={"type": "bdf2"}),
    "multigrid": scene_of(bodies=[BAR], pins=GRIP, solver={"linear": "multigrid"}),
    "constraint": scene_of(bodies=[{**BAR, "velocity": {"angular": [0, 3, 1]}}],
                           constraints=[{"type": "point", "name": "hook", "body": "bar", "select": {"type": "vertices", "indices": [0]}}]),
    "repulsion": scene_of(bodies=[{**CUBE, "name": "cube", "velocity": {"linear": [0, -3, 0]}}], integrator={"type": "implicit_midpoint"},
                          contact=[{"type": "plane", "point": [0, -0.501, 0], "normal": [0, 1, 0], "response": "repulsion"}]),
}

NUMBERS = [math.nan, math.inf, -math.inf, 0.0, -1.0, 0.5, 1e18, -1e18, 1e300, -1e300, 1e-300, 2.0**31, 2.0**63, 2.0**64]
COUNTS = [0, 1, 2, 3, 7, 1 << 20, (1 << 31) - 1, 1 << 31, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]


class Payload:
    """What a checkpoint holds: the state of the run, the history (dynamics/history.cpp), and what follows it."""

    def __init__(self, data):
        for at in range(len(data) - 8):
            (size,) = struct.unpack_from("<Q", data, at)
            if 16 < size <= len(data) - at - 8 and self.take_apart(data[at + 8:at + 8 + size]):
                self.before, self.after = data[:at], data[at + 8 + size:]
                return
        raise ValueError("no history in the checkpoint")

    def take_apart(self, data):
        at = 0

        def number(form):
            nonlocal at
            (value,) = struct.unpack_from(form, data, at)
            at += struct.calcsize(form)
            return value

        def numbers():
            count = number("<Q")
            if count > (len(data) - at) // 8:
                raise struct.error
            return [number("<d") for _ in range(count)]

        try:
            frames = number("<Q")
            if not 1 <= frames <= 3:
                return False
            self.frames = [[number("<q"), number("<d"), number("<d"), numbers(), numbers(), numbers()] for _ in range(frames)]
            self.sections = []
            for _ in range(number("<Q")):
                size = number("<Q")
                name = data[at:at + size]
                at += size
                self.sections.append([name, numbers()])
        except struct.error:
            return False
        return at == len(data)

    def bytes(self):
        def of(values):
            return struct.pack(f"<Q{len(values)}d", len(values), *values)

        past = struct.pack("<Q", len(self.frames))
        for step, t, h, *vectors in self.frames:
            past += struct.pack("<qdd", step, t, h) + b"".join(map(of, vectors))
        past += struct.pack("<Q", len(self.sections))
        for name, values in self.sections:
            past += struct.pack("<Q", len(name)) + name + of(values)
        return self.before + struct.pack("<Q", len(past)) + past + self.after


def other_number(value, dice):
    return dice.choice([*NUMBERS, -value, 2 * value, value + 1, value * 1e6])


def forge_numbers(values, dice):
    """Changes a list in place; says how."""
    how = dice.choice(["one", "one", "one", "all", "shorter", "longer", "none"])
    if how == "longer" or not values:
        values.append(dice.choice(NUMBERS))
    elif how == "shorter":
        values.pop(dice.randrange(len(values)))
    elif how == "none":
        values.clear()
    elif how == "all":
        factor = dice.choice([-1.0, 0.0, 1e-30, 1e6, 1e200])
        values[:] = [factor * value for value in values]
        how = f"all times {factor}"
    else:
        k = dice.randrange(len(values))
        old, values[k] = values[k], other_number(values[k], dice)
        how = f"number {k} of {len(values)}: {old} is now {values[k]}"
    return how


def forge_bytes(data, dice):
    """(changed bytes, how)"""
    width = dice.choice([1, 4, 8, 8, 8])
    at = dice.randrange(max(1, len(data) - width + 1))
    if width == 1:
        new = bytes([data[at] ^ (1 << dice.randrange(8))])
    elif dice.random() < 0.5:
        new = struct.pack("<Q", dice.choice(COUNTS))[:width]
    else:
        new = struct.pack("<d", dice.choice(NUMBERS))[-width:]
    return data[:at] + new + data[at + width:], f"bytes {at} to {at + width}: {data[at:at + width].hex()} is now {new.hex()}"


def forged(payload, dice):
    """(what was done, bytes of a changed payload)"""
    part = Payload(payload)
    kind = dice.choice(["state", "after", "frame", "frame", "section", "section", "section", "section", "bytes", "length"])
    if kind == "after" and not part.after:
        kind = "state"
    if kind == "section" and not part.sections:
        kind = "frame"
    if kind == "state":
        part.before, how = forge_bytes(part.before, dice)
    elif kind == "after":
        part.after, how = forge_bytes(part.after, dice)
    elif kind == "frame":
        k = dice.randrange(len(part.frames))
        field = dice.randrange(6)
        if field == 0:
            part.frames[k][0] = dice.choice([-1, 0, 1, 5, 7, 1 << 40, -(1 << 63)])
            how = f"step {part.frames[k][0]}"
        elif field < 3:
            part.frames[k][field] = other_number(part.frames[k][field], dice)
            how = f"{'th'[field - 1]} = {part.frames[k][field]}"
        else:
            how = ("x", "p", "held velocity")[field - 3] + ", " + forge_numbers(part.frames[k][field], dice)
        how = f"frame {k}, {how}"
    elif kind == "section":
        name, values = section = dice.choice(part.sections)
        if dice.random() < 0.1:
            part.sections.remove(section)
            how = f"{name.decode()} left out"
        else:
            how = f"{name.decode()}, {forge_numbers(values, dice)}"
    elif kind == "length":
        data = part.bytes()
        cut = dice.randrange(len(data))
        return f"cut after {cut} of {len(data)} bytes", data[:cut]
    else:
        data, how = forge_bytes(part.bytes(), dice)
        return f"{kind}, {how}", data
    return f"{kind}, {how}", part.bytes()


def sealed(original, payload):
    data = original[:20] + struct.pack("<Q", len(payload)) + payload
    return data + struct.pack("<Q", checksum(data))


class Program:
    """The program in a folder, with what came of it."""

    def __init__(self, program, folder, dice):
        self.program, self.folder, self.dice = program, folder, dice
        self.refused = self.gone_on = self.failed = 0
        self.faults = []

    def lilyan(self, *words):
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(SECONDS), math.ceil(SECONDS) + 1))

        return subprocess.run([self.program, *map(str, words)], cwd=self.folder, env=ENVIRONMENT, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, capture_output=True, preexec_fn=limit, timeout=20 * SECONDS)

    def must(self, *words):
        done = self.lilyan(*words)
        if done.returncode != 0:
            sys.exit(f"{words}: status {done.returncode}: {done.stdout}{done.stderr}")

    def end(self, forgeries):
        for fault in self.faults:
            print(fault)
        print(f"{forgeries} forgeries: {self.refused} refused, {self.gone_on} gone on, {self.failed} failed; {len(self.faults)} faults")
        sys.exit(1 if self.faults or self.refused < forgeries // 4 else 0)


class Forgeries(Program):
    def make(self, kind):
        """A run of six steps, whose checkpoint is forged; and one of nine that is not."""
        if kind == "coarse" and not (self.folder / "cage").exists():
            (self.folder / "fine.json").write_text(json.dumps(scene_of(bodies=[BAR], pins=GRIP)))
            self.must("coarsen", "fine.json", "-o", "cage", "--cells", 2, 1, 1, "--quiet")
        (self.folder / f"{kind}.json").write_text(json.dumps(SCENES[kind]))
        self.must("run", f"{kind}.json", "-o", kind, "--quiet")
        shutil.copytree(self.folder / kind, self.folder / "honest")
        done = self.resume(kind, "honest")
        if done.returncode != 0:
            sys.exit(f"{kind}, not forged: status {done.returncode}: {done.stderr}")
        self.nulls = self.strange(self.folder / "honest")
        shutil.rmtree(self.folder / "honest")

    def resume(self, kind, folder):
        return self.lilyan("run", f"{kind}.json", "-o", folder, "--resume", "--quiet", "--set", "time.steps=9")

    def strange(self, folder):
        """What is no number in the files of a run."""
        found = []
        for name in ("ledger.csv", "probes.csv", "reactions.csv"):
            if (folder / name).exists():
                found += re.findall(r"(?i)\bnan\b|\binf\b", (folder / name).read_text(errors="replace"))
        if (folder / "summary.json").exists():
            found += re.findall(r"\bnull\b", (folder / "summary.json").read_text(errors="replace"))
        return found

    def attempt(self, kind):
        target = self.folder / "forged"
        shutil.copytree(self.folder / kind, target)
        checkpoint = target / "checkpoint"
        whole = checkpoint.read_bytes()
        what, payload = forged(whole[HEAD:-8], self.dice)
        checkpoint.write_bytes(sealed(whole, payload))
        if self.dice.random() < 0.9:
            (target / "checkpoint.previous").unlink()
        before = contents(target)
        done = self.resume(kind, "forged")
        self.judge(f"{kind}: {what}", done, target, before)
        shutil.rmtree(target)

    def judge(self, what, done, target, before):
        def wrong(why):
            self.faults.append(f"{what}: {why}: {done.stderr.strip()[-500:]}")

        if done.returncode not in (0, 2, 3):
            return wrong(f"status {done.returncode}")
        if "unexpected" in done.stderr:
            wrong("not foreseen")
        if done.returncode == 2:
            self.refused += 1
            if contents(target) != before:
                wrong("refused, and files were changed")
            if "checkpoint" not in done.stderr or done.stderr.count("error:") != (2 if (target / "checkpoint.previous").exists() else 1):
                wrong("no clear message")
            return None
        self.gone_on += done.returncode == 0
        self.failed += done.returncode == 3
        if self.strange(target) != self.nulls:
            wrong(f"status {done.returncode}, and files hold {self.strange(target)}")
        return None


if __name__ == "__main__":
    main(Forgeries, SCENES, 44)
