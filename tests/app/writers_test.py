#!/usr/bin/env python3
"""Every command that writes does so alone: it locks its folder or file from the start to the end, is refused while another one writes there,
whoever that is, and leaves nothing when it is ended.

    writers_test.py PROGRAM [--pairs N] [--seed N]

With --pairs, N pairs of commands are started at once in one place; without, the tests are run.
"""

import argparse
import ctypes
import fcntl
import json
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from patience import HANGS, wait_for
from run_case import BAR, RunCase, contents

LOCK = ".lilyan.lock"
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
HELD = [{"body": "bar", "select": {"type": "plane", "point": [-0.99, 0, 0], "normal": [-1, 0, 0]}}]
FINE = {**BAR["bodies"][0], "mesh": {**BAR["bodies"][0]["mesh"], "cells": [6, 2, 2]}, "velocity": {}}


class Writer:
    """A command with the place that it writes to, a folder or a file."""

    def __init__(self, name, words, file=None, needs_run=False):
        self.name, self.words, self.file, self.needs_run = name, words, file, needs_run

    def command(self, place):
        """The words, where `place` is a folder: files lie in it."""
        return [str(word).replace("PLACE", str(place)) for word in self.words]

    def lock(self, place):
        return pathlib.Path(place) / (f"{LOCK}.{self.file}" if self.file else LOCK)


WRITERS = [
    Writer("run", ["run", "bar.json", "-o", "PLACE", "--quiet", "--no-report"]),
    Writer("compare", ["compare", "bar.json", "--integrators", "avf", "-o", "PLACE", "--quiet"]),
    Writer("report", ["report", "PLACE"], needs_run=True),
    Writer("convert", ["convert", "PLACE", "--to", "obj", "--quiet"], needs_run=True),
    Writer("convert glb", ["convert", "PLACE", "--to", "glb", "--quiet"], needs_run=True),
    Writer("modes", ["modes", "bar.json", "-n", "7", "-o", "PLACE"]),
    Writer("reduce", ["reduce", "reduced.json", "-o", "PLACE", "--quiet"]),
    Writer("coarsen", ["coarsen", "fine.json", "-o", "PLACE", "--cells", "3", "1", "1", "--quiet"]),
    Writer("convert obj there", ["convert", "done", "--to", "obj", "-o", "PLACE", "--quiet"]),
    Writer("convert pc2 there", ["convert", "done", "--to", "pc2", "-o", "PLACE", "--quiet"]),
    Writer("convert npy there", ["convert", "done", "--to", "npy", "-o", "PLACE", "--quiet"]),
    Writer("convert glb there", ["convert", "done", "--to", "glb", "-o", "PLACE/bar.glb", "--quiet"], file="bar.glb"),
    Writer("mesh", ["mesh", "tet.obj", "--tets", "50", "-o", "PLACE/tet.msh", "--quiet"], file="tet.msh"),
    Writer("mesh scene", ["mesh", "tet.obj", "--tets", "50", "-o", "PLACE/other.msh", "--scene", "PLACE/tet.json", "--quiet"], file="tet.json"),
    Writer("render", ["render", "done", "--size", "64x48", "-o", "PLACE/bar.png", "--quiet"], file="bar.png"),
    Writer("render series", ["render", "done", "--size", "64x48", "-o", "PLACE/bar_%02d.png", "--quiet"], file="bar_%02d.png")]
FOLDER_WRITERS = [writer for writer in WRITERS if not writer.file]


def write_inputs(folder):
    def write(name, **changes):
        (folder / name).write_text(json.dumps({**BAR, **changes}))
    write("bar.json")
    write("fine.json", bodies=[FINE], pins=HELD)
    write("reduced.json", bodies=[{**FINE, "reduce": {"modes": 6}}], pins=HELD)
    write("frames.json", output={"frames": ["vtu"]})
    (folder / "tet.obj").write_text(TETRAHEDRON)


def lasting(folder):
    """Name and bytes of the files that do not tell how long something took."""
    found = {}
    for name, held in contents(folder).items():
        if name.endswith((".html", "summary.json")) or pathlib.Path(name).name.startswith("checkpoint") or LOCK in name:
            continue
        found[name] = re.sub(rb",[^,\n]*(,[^,\n]*,[^,\n]*\n)", rb"\1", held) if name.endswith("ledger.csv") else held
    return found


class HeldLock:
    """As another process holds it, as long as it is not closed."""

    def __init__(self, file):
        self.file = file
        self.descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
        os.write(self.descriptor, b"12345\n")
        fcntl.fcntl(self.descriptor, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))

    def close(self):
        self.file.unlink()
        os.close(self.descriptor)


class FolderEvents:
    """What is made, renamed and removed in a folder, in order: ("+", name) and ("-", name)."""

    CREATE, DELETE, FROM, TO = 0x100, 0x200, 0x40, 0x80

    def __init__(self, folder):
        libc = ctypes.CDLL(None, use_errno=True)
        self.descriptor = libc.inotify_init1(os.O_NONBLOCK)
        if self.descriptor < 0 or libc.inotify_add_watch(self.descriptor, os.fsencode(folder), self.CREATE | self.DELETE | self.FROM | self.TO) < 0:
            raise unittest.SkipTest("no inotify here")

    def read(self):
        events, data = [], b""
        try:
            while chunk := os.read(self.descriptor, 1 << 16):
                data += chunk
        except BlockingIOError:
            pass
        os.close(self.descriptor)
        at = 0
        while at < len(data):
            _, mask, _, size = struct.unpack_from("iIII", data, at)
            name = data[at + 16:at + 16 + size].rstrip(b"\0").decode()
            events.append(("+" if mask & (self.CREATE | self.TO) else "-", name))
            at += 16 + size
        return events


def handles_signals(process):
    """Whether it has come so far as to handle SIGINT."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search("SigCgt:\\s*(\\w+)", status)[1], 16) >> (signal.SIGINT - 1) & 1


class Writers(RunCase):
    def setUp(self):
        super().setUp()
        write_inputs(self.folder)
        self.lilyan("run", "frames.json", "-o", "done", "--quiet", "--no-report")

    def place(self, writer, name):
        """A folder that the command may write to: one that is there, with a run if it needs one."""
        place = self.folder / name
        if writer.needs_run:
            shutil.copytree(self.folder / "done", place)
        else:
            place.mkdir()
        return place

    def test_each_is_refused_while_another_writes_there(self):
        for k, writer in enumerate(WRITERS):
            with self.subTest(writer.name):
                place = self.place(writer, f"place{k}")
                lock = HeldLock(writer.lock(place))
                before = contents(place)
                said = self.lilyan(*writer.command(place), status=2)
                self.assertRegex(said, r"process 12345 is writing (into )?this (folder|file) \[output.locked\]")
                self.assertEqual(contents(place), before)
                lock.close()
                self.lilyan(*writer.command(place))
                self.assertEqual([name for name in contents(self.folder) if ".lilyan" in name or name.endswith(".part")], [])

    def test_what_takes_long_is_refused_before_it_begins(self):
        for name in ("modes", "reduce", "coarsen"):
            with self.subTest(name):
                place = self.folder / f"{name}_there"
                place.mkdir()
                lock = HeldLock(place / LOCK)
                self.assertIn("[output.locked]", self.lilyan(name, "no_scene.json", "-o", place, status=2))
                lock.close()
                self.lilyan(name, "no_scene.json", "-o", f"{name}_new", status=2)
                self.assertFalse((self.folder / f"{name}_new").exists())

    def test_each_locks_its_place_before_it_touches_anything_until_it_is_done(self):
        for k, writer in enumerate(WRITERS):
            with self.subTest(writer.name):
                place = self.place(writer, f"place{k}")
                events = FolderEvents(place)
                self.lilyan(*writer.command(place))
                seen = events.read()
                lock = writer.lock(place).name
                others = [event for event in seen if not event[1].startswith(LOCK)]
                self.assertTrue(others, "it wrote something")
                self.assertEqual([event for event in seen if event[1] == lock], [("+", lock), ("-", lock)])
                self.assertLess(seen.index(("+", lock)), seen.index(others[0]))
                self.assertGreater(seen.index(("-", lock)), len(seen) - 1 - seen[::-1].index(others[-1]))

    def test_a_new_folder_is_locked_before_its_files_are_made(self):
        for writer in FOLDER_WRITERS:
            if not writer.needs_run:
                with self.subTest(writer.name):
                    place = self.folder / "new"
                    events = FolderEvents(self.folder)
                    self.lilyan(*writer.command(place))
                    names = [name for what, name in events.read() if what == "+"]
                    self.assertEqual(names[0], "new")
                    self.assertLessEqual(set(names), {"new", "new.part"})
                    shutil.rmtree(place)

    def test_nothing_is_written_into_a_file_that_is_linked_to_the_lock(self):
        for k, writer in enumerate(WRITERS):
            with self.subTest(writer.name):
                place = self.place(writer, f"place{k}")
                (self.folder / "mine.txt").write_text("mine")
                os.link(self.folder / "mine.txt", writer.lock(place))
                self.lilyan(*writer.command(place))
                self.assertEqual((self.folder / "mine.txt").read_text(), "mine")
                self.assertFalse(writer.lock(place).exists())

    def test_a_signal_leaves_nothing_of_a_folder_that_was_begun(self):
        chance = random.Random(1)
        for writer in [one for one in WRITERS if one.name in ("reduce", "coarsen", "convert obj there", "convert glb there", "mesh")]:
            start = time.monotonic()
            self.lilyan(*writer.command(self.place(writer, "whole")))
            longest, before = time.monotonic() - start, contents(self.folder)
            for k in range(8):
                place = self.folder / "begun"
                if k % 2 or writer.file:
                    place.mkdir()
                process = self.start(*writer.command(place))
                while process.poll() is None and not handles_signals(process.pid):
                    pass
                time.sleep(chance.uniform(0, longest))
                process.send_signal(chance.choice([signal.SIGINT, signal.SIGTERM]))
                said = "".join(process.communicate())
                with self.subTest(writer=writer.name, number=k):
                    self.assertIn(process.returncode, (0, 4), said)
                    if process.returncode == 4:
                        self.assertEqual(contents(self.folder), before)
                        self.assertEqual(place.exists(), bool(k % 2 or writer.file), "a folder that it made is removed again")
                    else:
                        self.assertEqual([name for name in contents(self.folder) if ".lilyan" in name or ".part" in name], [])
                shutil.rmtree(place, ignore_errors=True)
            shutil.rmtree(self.folder / "whole")

    def test_what_a_kill_leaves_is_removed_by_the_next_writer(self):
        for part in ("left.part", "left/.lilyan.part"):
            folder = self.folder / part
            folder.mkdir(parents=True)
            (folder / "other.model").write_text("of another scene")
            (folder / LOCK).write_text("12345\n")
            (self.folder / "left").mkdir(exist_ok=True)
            (self.folder / "left" / LOCK).write_text("12345\n")
            self.lilyan("reduce", "reduced.json", "-o", "left", "--quiet")
            self.assertEqual(sorted(contents(self.folder / "left")), ["bar.model", "reduced.json", "report.html"])
            self.assertFalse(folder.exists())
            shutil.rmtree(self.folder / "left")

    def other_user(self):
        """What makes a process that of another user, who may reach the folder and the program."""
        if os.geteuid() != 0:
            self.skipTest("only root can become another user")
        path = pathlib.Path(self.program).resolve()
        if not all(folder.stat().st_mode & 0o005 == 0o005 for folder in path.parents):
            self.skipTest(f"other users cannot reach {path}")
        os.chmod(self.folder, 0o755)
        return lambda user: {"user": user, "group": user, "extra_groups": []}

    def test_another_user_is_refused_as_well(self):
        as_user = self.other_user()
        for k, writer in enumerate(FOLDER_WRITERS):
            with self.subTest(writer.name):
                place = self.place(writer, f"place{k}")
                for folder in (place, *place.rglob("*")):
                    os.chmod(folder, 0o777)
                lock = HeldLock(writer.lock(place))  # of root, who lets others read it
                before = contents(place)
                said = self.lilyan(*writer.command(place), *(["--replace"] if writer.name in ("run", "compare") else []), status=2, **as_user(65534))
                self.assertIn("[output.locked]", said)
                self.assertEqual(contents(place), before)
                lock.close()

    def test_a_run_of_one_user_is_not_replaced_by_another_until_it_is_gone(self):
        as_user = self.other_user()
        (self.folder / "out").mkdir()
        os.chmod(self.folder / "out", 0o777)
        words = ["run", "bar.json", "-o", "out", "--quiet", "--no-report"]
        first = self.start(*words, "--set", "time.steps=100000000", "--set", "output.checkpoint.steps=5", **as_user(12345))
        wait_for(lambda: (self.folder / "out/checkpoint").exists() or first.poll() is not None)
        for replace in ([], ["--replace"]):
            self.assertIn(f"process {first.pid} is writing into this folder", self.lilyan(*words, *replace, status=2, **as_user(65534)))
        self.assertIsNone(first.poll())
        self.end(first)
        self.lilyan(*words, "--replace", **as_user(65534))
        self.assertEqual([name for name in contents(self.folder / "out") if name.startswith(".")], [])


class Pairs:
    """Pairs of commands that are started at once, or nearly, in one place; some of them by two users."""

    def __init__(self, program, base, chance):
        self.program, self.base, self.chance, self.broken = program, base, chance, []
        self.users = [None, None]
        if os.geteuid() == 0 and all(folder.stat().st_mode & 0o005 == 0o005 for folder in pathlib.Path(program).parents):
            self.users = [None, 65534, 12345]
        os.chmod(base, 0o755)
        write_inputs(base)
        self.run(["run", "frames.json", "-o", "done", "--quiet", "--no-report"]).communicate()
        self.alone = {}
        for writer in WRITERS:
            place = self.place(writer)
            process = self.run(writer.command(place))
            text, _ = process.communicate()
            if process.returncode != 0:
                raise SystemExit(f"{writer.name} alone: status {process.returncode}: {text}")
            self.alone[writer.name] = lasting(place)
            shutil.rmtree(place)

    def run(self, words, user=None):
        as_user = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        return subprocess.Popen([self.program, *words], cwd=self.base, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **as_user)

    def place(self, writer):
        place = self.base / "place"
        if writer.needs_run:
            shutil.copytree(self.base / "done", place)
        else:
            place.mkdir()
        for path in (place, *place.rglob("*")):
            os.chmod(path, 0o777)
        return place

    def pair(self, first, second, users):
        place = self.place(first if first.needs_run else second)
        before = lasting(place)
        wait = self.chance.choice([0, 0.002, 0.01, 0.03, 0.1])
        processes = [self.run(first.command(place), users[0])]
        time.sleep(wait)
        processes.append(self.run(second.command(place), users[1]))
        texts = [process.communicate()[0] for process in processes]
        statuses = [process.returncode for process in processes]
        what = f"{first.name} and {second.name} after {wait} s by {users}: {statuses}: {texts}"
        if any(status not in (0, 2) for status in statuses):
            self.broken.append(what)
        found = lasting(place)
        # What is there is whole: of each kind all files of one of those who ended well, and nothing that none of them wrote.
        good = [self.alone[writer.name] for writer, status in zip((first, second), statuses) if status == 0]
        if before and not good:  # one may have been refused because the folder is that of a run
            good = [before]
        if not good:
            self.broken.append("nobody ended well: " + what)
        allowed = {}
        for files in (before, *good):
            for name, held in files.items():
                allowed.setdefault(name, []).append(held)
        for name, held in found.items():
            if held not in allowed.get(name, []):
                self.broken.append(f"{name} is of none of them: {what}")
        if not any(all(found.get(name) == held for name, held in files.items()) for files in good):
            self.broken.append("nothing is whole: " + what)
        if left := [str(path) for path in self.base.rglob("*") if path.name.endswith(".part") or LOCK in path.name]:
            self.broken.append(f"left {left}: {what}")
        shutil.rmtree(place)

    def attack(self, wanted):
        pairs = [(first, second) for first in WRITERS for second in WRITERS if bool(first.file) == bool(second.file)]
        for k in range(wanted):
            first, second = pairs[k % len(pairs)] if k < len(pairs) else self.chance.choice(pairs)
            users = [None, None] if first.file or k % 2 else [self.chance.choice(self.users) for _ in range(2)]
            self.pair(first, second, users)
        for text in self.broken:
            print("FAILED:", text)
        print(f"{wanted} pairs of {len(pairs)} kinds, {'as several users' if self.users[1] else 'as one user'}: {len(self.broken)} promises broken")
        return 1 if self.broken else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments, rest = parser.parse_known_args()
    if arguments.pairs is None:
        Writers.program = arguments.program
        unittest.main(argv=[sys.argv[0], *rest])
    with tempfile.TemporaryDirectory() as name:
        return Pairs(arguments.program, pathlib.Path(name), random.Random(arguments.seed)).attack(arguments.pairs)


if __name__ == "__main__":
    sys.exit(main())
