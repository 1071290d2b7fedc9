#!/usr/bin/env python3
"""Models whose content was changed, with the checksum that belongs to it: none makes the program crash, and no run is made of nonsense.

    forged_models_test.py PROGRAM [--forgeries N] [--seed N] [--kind NAME]

A number of a model is changed; `info`, `check`, `modes` and `run` refuse it with status 2, or `run` makes two steps of it. Then the ledger
holds numbers only. Nothing ends by a signal, and every answer comes within ten seconds of CPU.
"""

import json
import pathlib
import re
import shutil
import struct
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
sys.dont_write_bytecode = True
from forged_checkpoints_test import NUMBERS, Program
from forgeries import main
from malformed_models_test import KINDS, PINS, Model
from run_case import BAR

INDICES = [-1, 0, 1, 2, 7, 1 << 20, (1 << 31) - 1, -(1 << 31)]


def forged(whole, dice):
    """(what was done, bytes)"""
    model = Model.of(whole)
    k = dice.choice([k for k, (_, held) in enumerate(model.sections) if held])
    name, held = model.sections[k]
    if len(held) % 8 == 0 and dice.random() < 0.7:
        at = 8 * dice.randrange(len(held) // 8)
        (old,) = struct.unpack_from("<d", held, at)
        new = dice.choice([*NUMBERS, -old, 2 * old, old + 1, old * 1e6])
        count = dice.choice([1, 1, 1, len(held) // 8 - at // 8])  # this one, or all that follow
        changed = held[:at] + struct.pack("<d", new) * count + held[at + 8 * count:]
        return f"{name.decode()}: {count} from {at // 8} on, {old} is now {new}", model.with_section(k, changed).sealed()
    width = dice.choice([1, 4, 4, 8])
    at = dice.randrange(max(1, len(held) - width + 1))
    new = struct.pack("<q", dice.choice(INDICES))[:width]
    return f"{name.decode()}: bytes {at} to {at + width} are {new.hex()}", model.with_section(k, held[:at] + new + held[at + width:]).sealed()


class Forgeries(Program):
    def make(self, kind):
        body, integrator, command = KINDS[kind]
        scene = {**BAR, "bodies": [body], "pins": PINS, "integrator": {"type": integrator}}
        (self.folder / f"{kind}.json").write_text(json.dumps(scene))
        self.must("mesh", "box", "-o", "cage.msh", "--size", 2, 1, 1, "--cells", 1, 1, 1, "--quiet")
        self.must(command[0], f"{kind}.json", "-o", kind, "--quiet", *command[1:])
        self.whole = (self.folder / kind / "bar.model").read_bytes()

    def attempt(self, kind):
        what, data = forged(self.whole, self.dice)
        (self.folder / kind / "bar.model").write_bytes(data)
        scene = f"{kind}/{kind}.json"
        for words in (["info", f"{kind}/bar.model"], ["modes", scene, "-n", 3], ["run", scene, "-o", "out", "--quiet", "--set", "time.steps=2"]):
            done = self.lilyan(*words)
            allowed = (0, 2, 3) if words[0] == "run" else (0, 2)
            if done.returncode not in allowed or "unexpected" in done.stderr:
                self.faults.append(f"{kind}: {what}: {words[0]}: status {done.returncode}: {done.stderr.strip()[-500:]}")
        self.refused += done.returncode == 2
        self.gone_on += done.returncode == 0
        self.failed += done.returncode == 3
        ledger = self.folder / "out" / "ledger.csv"
        if ledger.exists() and done.returncode == 0 and re.search(r"(?i)\bnan\b|\binf\b", ledger.read_text()):
            self.faults.append(f"{kind}: {what}: the ledger holds what is no number")
        shutil.rmtree(self.folder / "out", ignore_errors=True)


if __name__ == "__main__":
    main(Forgeries, KINDS, 30)
