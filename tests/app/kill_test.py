#!/usr/bin/env python3
"""Kills `lilyan run` again and again and expects that the resumed run leaves the bytes of an uninterrupted one.

    kill_test.py PROGRAM KILLS SCENE [--set PATH=VALUE]... [--seed N]

Half of the kills come at random instants, half while a checkpoint is being written. After that: a signal that asks the
program to stop, a damaged checkpoint, and a resume of a run that is finished. Everything but the column wall_ms of the
ledger, the summary and the checkpoints themselves is compared byte for byte.
"""

import argparse
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

KILLED, DONE, STOPPED = -signal.SIGKILL, 0, 4
UNWRITTEN_ROWS = 10  # of the ledger: more than the scenes' runs hold in memory between two checkpoints


class Promise(Exception):
    """A promise that was not kept, in words."""


def expect(condition, promise):
    if not condition:
        raise Promise(promise)


def lasting_files(folder):
    """Name and bytes of every file that must not depend on interruptions."""
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or name.startswith("checkpoint") or name in ("summary.json", "report.html"):
            continue
        content = path.read_bytes()
        if name == "ledger.csv":
            rows = [line.split(b",") for line in content.splitlines()]
            place = rows[0].index(b"wall_ms")
            content = b"\n".join(b",".join(row[:place] + row[place + 1:]) for row in rows)
        files[name] = content
    return files


def expect_same_files(folder, expected, what):
    found = lasting_files(folder)
    expect(found.keys() == expected.keys(), f"{what}: other files: {sorted(found.keys() ^ expected.keys())}")
    for name, content in expected.items():
        if found[name] == content:
            continue
        at = next((i for i, (a, b) in enumerate(zip(found[name], content)) if a != b), min(len(found[name]), len(content)))
        line = content[:at].count(b"\n") + 1
        raise Promise(f"{what}: {name} differs at byte {at} (line {line})")


class Program:
    def __init__(self, program, scene, changes):
        self.program, self.scene, self.changes = program, scene, [word for change in changes for word in ("--set", change)]

    def start(self, folder, *options):
        command = [self.program, "run", self.scene, *self.changes, "-o", str(folder), *options]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, folder, *options, status=DONE):
        process = self.start(folder, *options)
        text, _ = process.communicate()
        expect(process.returncode == status, f"exit status {process.returncode} instead of {status}:\n{text}")
        return text


def wait_until(process, condition):
    """Polls until the condition holds or the process has ended; true where the condition came first."""
    while process.poll() is None:
        if condition():
            return True
        time.sleep(5e-5)
    return False


def kill_at_random(process, chance, longest):
    wait = chance.uniform(0, longest)
    end = time.monotonic() + wait
    wait_until(process, lambda: time.monotonic() >= end)
    process.kill()
    return f"after {wait:.3f} s"


def kill_in_checkpoint(process, chance, longest, folder):
    """Waits a while, then kills as soon as a checkpoint is under way or a moment later."""
    end = time.monotonic() + chance.uniform(0, longest)
    temporary = folder / "checkpoint.tmp"
    wait_until(process, lambda: time.monotonic() >= end)
    seen = wait_until(process, temporary.exists)
    moment = time.monotonic() + chance.choice([0, 0, 1e-4, 1e-3])
    wait_until(process, lambda: time.monotonic() >= moment)
    process.kill()
    return "while a checkpoint was written" if seen else "at the end"


def test_kills(program, kills, chance, folder, expected, longest):
    made, resumed = 0, False
    while made < kills:
        process = program.start(folder, *(["--resume"] if resumed else []))
        if made % 2 == 0:
            how = kill_at_random(process, chance, longest)
        else:
            how = kill_in_checkpoint(process, chance, longest, folder)
        text, _ = process.communicate()
        expect(process.returncode in (KILLED, DONE), f"exit status {process.returncode} of a resumed run:\n{text}")
        resumed = True
        if process.returncode == KILLED:
            made += 1
            print(f"kill {made}: {how}", flush=True)
        else:
            # Finished before the kill: what it left is compared, and the rest of the kills goes to a new run.
            expect_same_files(folder, expected, f"after {made} kills")
            shutil.rmtree(folder)
            resumed = False
    program.run(folder, "--resume")
    expect_same_files(folder, expected, f"after {made} kills")


def test_stop(program, folder, expected, name):
    lines = expected["ledger.csv"].count(b"\n")
    for attempt in range(100):  # a busy machine may let the whole run pass before it lets us look again
        process = program.start(folder)
        wait_until(process, (folder / "checkpoint").exists)
        process.send_signal(signal.SIGSTOP)  # so that what is left to do is known when the signal comes
        written = (folder / "ledger.csv").read_bytes().count(b"\n")
        is_half_way = process.poll() is None and written + UNWRITTEN_ROWS < lines
        process.send_signal(name)
        process.send_signal(signal.SIGCONT)
        text, _ = process.communicate()
        if is_half_way:
            break
        print(f"{name.name}: try {attempt + 1} came when the run was at its end", flush=True)
        shutil.rmtree(folder)
    else:
        raise Promise(f"no run could be stopped by {name.name} before its end")
    expect(process.returncode == STOPPED, f"exit status {process.returncode} after {name.name} instead of {STOPPED}:\n{text}")
    expect((folder / "summary.json").exists(), f"a run stopped by {name.name} has a summary")
    program.run(folder, "--resume")
    expect_same_files(folder, expected, f"resumed after {name.name}")
    print(f"{name.name}: stopped and resumed", flush=True)


def test_damage(program, folder, expected):
    process = program.start(folder)
    wait_until(process, (folder / "checkpoint.previous").exists)
    process.kill()
    process.communicate()
    newest = folder / "checkpoint"
    if not newest.exists():  # killed between the two renames
        shutil.copy(folder / "checkpoint.previous", newest)
    content = bytearray(newest.read_bytes())
    content[len(content) // 2] ^= 0x10
    newest.write_bytes(content)
    text = program.run(folder, "--resume")
    expect("checkpoint.previous" in text, f"a damaged checkpoint is spoken of, not:\n{text}")
    expect_same_files(folder, expected, "resumed from the previous checkpoint")
    print("damaged checkpoint: fell back and said so", flush=True)


def test_finished(program, folder):
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    text = program.run(folder, "--resume")
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    expect("finished" in text, f"a finished run says so, not:\n{text}")
    expect(before == after, "a finished run is not changed by --resume")
    print("finished run: left alone", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("kills", type=int)
    parser.add_argument("scene")
    parser.add_argument("--set", metavar="PATH=VALUE", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    program = Program(arguments.program, arguments.scene, arguments.set)
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory(prefix="lilyan-kill-") as name:
        base = pathlib.Path(name)
        start = time.monotonic()
        program.run(base / "whole")
        duration = time.monotonic() - start
        expected = lasting_files(base / "whole")
        expect("ledger.csv" in expected, "a run writes a ledger")
        print(f"uninterrupted: {duration:.2f} s, {len(expected)} files", flush=True)
        try:
            test_kills(program, arguments.kills, chance, base / "killed", expected, duration / 2)
            test_stop(program, base / "terminated", expected, signal.SIGTERM)
            test_stop(program, base / "interrupted", expected, signal.SIGINT)
            test_damage(program, base / "damaged", expected)
            test_finished(program, base / "whole")
        except Promise as promise:
            print(f"FAILED: {promise}", flush=True)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
