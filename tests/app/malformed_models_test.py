#!/usr/bin/env python3
"""Models that are cut short, damaged, foreign or hold nonsense: every command refuses them soon, names the file, and leaves the folder
of an earlier run as it was.

    malformed_models_test.py PROGRAM [MalformedModels.test_KIND...]

A model that was changed and given the checksum of what it now holds is what a faulty program would write: these reach the readers of
the sections.
"""

import dataclasses
import itertools
import os
import pathlib
import random
import struct
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from checksum import checksum
from patience import soon
from program_case import main
from run_case import RunCase, contents

SOON = 2 * float(os.environ.get("LILYAN_TEST_SLOWNESS", 1))  # [s] of processor time
BODY = {"name": "bar", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [4, 1, 1]},
        "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000}
HALVES = [{"name": name, "modes": 4, "select": {"type": "box", "min": [low, -9, -9], "max": [high, 9, 9]}}
          for name, low, high in (("left", -9, 0), ("right", 0, 9))]
SLICE = {**BODY, "mesh": {"type": "rectangle", "size": [2, 1], "cells": [8, 2]}}
# What makes a model of each kind: the body, its integrator and the command.
KINDS = {"reduced": ({**BODY, "reduce": {"modes": 4}}, "avf", ["reduce"]),
         "domains": ({**BODY, "domains": HALVES}, "multidomain_newmark", ["reduce"]),
         "boxes": (BODY, "avf", ["coarsen", "--cells", 2, 1, 1]),
         "slice": (SLICE, "avf", ["coarsen", "--cells", 2, 1]),
         "tets": (BODY, "avf", ["coarsen", "--onto", "cage.msh"])}
PINS = [{"body": "bar", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}}]


@dataclasses.dataclass
class Model:
    """The parts of a model file, core/model_file.hpp."""
    kind: bytes
    sections: list  # pairs of name and bytes
    form: int = 1
    version: int = 1

    @staticmethod
    def of(data):
        at = 16

        def take(form):
            nonlocal at
            (value,) = struct.unpack_from(form, data, at)
            at += struct.calcsize(form)
            return value

        def text():
            nonlocal at
            size = take("<B")
            at += size
            return data[at - size:at]

        form = take("<I")
        kind = text()
        version, count = take("<I"), take("<I")
        heads = [(text(), take("<Q")) for _ in range(count)]
        sections = []
        for name, size in heads:
            sections.append((name, data[at:at + size]))
            at += size
        return Model(kind, sections, form, version)

    def sealed(self):
        """The bytes of the file, with the right length and checksum."""
        body = struct.pack("<I", self.form) + bytes([len(self.kind)]) + self.kind + struct.pack("<II", self.version, len(self.sections))
        body += b"".join(bytes([len(name)]) + name + struct.pack("<Q", len(held)) for name, held in self.sections)
        body += b"".join(held for _, held in self.sections)
        data = b"LILYANMF" + struct.pack("<Q", 24 + len(body)) + body
        return data + struct.pack("<Q", checksum(data))

    def with_section(self, k, held):
        sections = list(self.sections)
        sections[k] = (sections[k][0], held)
        return dataclasses.replace(self, sections=sections)


def spoilt(whole, other):
    """(what was done, bytes) for every way to spoil a model; none of the results is a model of its kind. `other`: of another kind."""
    model, dice = Model.of(whole), random.Random(5)
    assert model.sealed() == whole
    end = len(whole) - 8
    for name, held in reversed(model.sections):
        name = name.decode()
        yield f"cut within {name}", whole[:end - len(held) // 2 - 1]
        end -= len(held)
        yield f"cut before {name}", whole[:end]
    for _ in range(8):
        at = dice.randrange(len(whole))
        yield f"byte {at} flipped", whole[:at] + bytes([whole[at] ^ (1 << dice.randrange(8))]) + whole[at + 1:]
    yield "one byte more", whole + b"\0"
    yield "two models in one file", whole + whole
    yield "nothing", b""
    yield "zeros", bytes(len(whole))
    yield "text", b"o bar\nv 0 0 0\n" * 100
    yield "a picture", b"\x89PNG\r\n\x1a\n" + bytes(200)
    yield "the head alone", whole[:16]
    yield "a length of everything", whole[:8] + b"\xff" * 8 + whole[16:]
    yield "a newer version", dataclasses.replace(model, version=model.version + 1).sealed()
    yield "a newer format", dataclasses.replace(model, form=model.form + 1).sealed()
    yield "an unknown kind", dataclasses.replace(model, kind=b"marble").sealed()
    yield "the kind of another", dataclasses.replace(model, kind=Model.of(other).kind).sealed()
    for k, (name, held) in enumerate(model.sections):
        name = name.decode()
        yield f"without {name}", dataclasses.replace(model, sections=model.sections[:k] + model.sections[k + 1:]).sealed()
        if held:
            yield f"{name} twice as long", model.with_section(k, held + held).sealed()
            yield f"{name} a byte short", model.with_section(k, held[:-1]).sealed()
            yield f"{name} of ones alone", model.with_section(k, b"\xff" * len(held)).sealed()  # not a number, or an index of -1


def times(factor):
    return lambda held: struct.pack(f"<{len(held) // 8}d", *(factor * x for (x,) in struct.iter_unpack("<d", held)))


def with_first(form, change):
    """The first number of a section changed."""
    def changed(held):
        return struct.pack(form, change(struct.unpack_from(form, held)[0])) + held[struct.calcsize(form):]
    return changed


# Numbers of a coarse body that are numbers, and no body: section and change.
NO_BODIES = [
    ("form", with_first("<I", lambda _: 6)), ("form", with_first("<I", lambda _: 1 << 31)),
    ("positions", with_first("<d", lambda x: x + 0.3)), ("positions", times(1e200)), ("positions", times(1e-200)), ("positions", times(-1)),
    ("masses", with_first("<d", lambda _: 0.0)), ("masses", with_first("<d", lambda x: -x)), ("masses", times(1e-3)), ("masses", times(2)),
    ("shared masses", lambda held: held[:8] + struct.pack("<d", -1e6) + held[16:]),
    ("shared masses", lambda held: held[:8] + struct.pack("<d", 1e6) + held[16:]),
    ("shared masses", lambda held: held[16:] + held[:16]),
    ("cells", with_first("<i", lambda _: 999)), ("cells", lambda held: held[4:8] + held[4:]),
    ("volumes", with_first("<d", lambda _: 0.0)), ("volumes", times(3)),
    ("stiffness", times(-1)), ("stiffness", times(0)), ("stiffness", lambda held: held[:8] + times(2)(held[8:16]) + held[16:]),
    ("fine positions", with_first("<d", lambda _: 1e6)), ("fine positions", times(1e300)),
    ("fine masses", times(7)), ("fine masses", with_first("<d", lambda _: 0.0)), ("fine stiffness", times(-1)),
    ("surface", with_first("<i", lambda _: 999)), ("surface", lambda held: held[:12] * (len(held) // 12)),
    ("held components", with_first("<i", lambda _: 9999)), ("held components", lambda held: held[4:] + held[:4]),
    ("cells of vertices", with_first("<i", lambda _: 99)),
]
NO_BOXES = [("ends of shown vertices", with_first("<i", lambda _: 999)), ("shown vertices", with_first("<i", lambda _: 999)),
            ("shown vertices", lambda held: held[4:8] + held[:4] + held[8:]), ("probed cells", with_first("<i", lambda _: 1)),
            ("cells", lambda held: held[4:8] + held[:4] + held[8:]), ("stiffness", times(1e300)),
            ("stiffness", lambda held: struct.pack("<d", 1e9) + held[8:])]  # resists rigid motions


def no_bodies(whole):
    """(what was done, bytes) of coarse models whose numbers do not describe a body, with the right checksum."""
    model = Model.of(whole)
    if model.kind != b"coarse":
        return
    names = [name.decode() for name, _ in model.sections]
    for count, (name, change) in enumerate(NO_BODIES + (NO_BOXES if "probed cells" in names else [])):
        at = names.index(name)
        held = change(model.sections[at][1])
        assert held != model.sections[at][1], name
        yield f"{name}, number {count} of what is no body", model.with_section(at, held).sealed()


class MalformedModels(RunCase):
    def made(self, kind):
        body, integrator, command = KINDS[kind]
        self.scene(f"{kind}.json", bodies=[body], pins=PINS, integrator={"type": integrator})
        self.lilyan("mesh", "box", "-o", "cage.msh", "--size", 2, 1, 1, "--cells", 1, 1, 1, "--quiet")
        self.lilyan(command[0], f"{kind}.json", "-o", kind, "--quiet", *command[1:])
        return (self.folder / kind / "bar.model").read_bytes()

    def refused(self, what, *words):
        with soon(self, SOON, what):
            said = self.lilyan(*words, status=2)
        self.assertIn("bar.model", said, what)
        self.assertNotIn("unexpected", said, what)

    def every_command_refuses_them_soon(self, kind):
        whole = self.made(kind)
        other = self.made(next(name for name in KINDS if name in ("reduced", "domains") and name != kind))
        scene, file = f"{kind}/{kind}.json", self.folder / kind / "bar.model"
        self.lilyan("run", scene, "-o", "out", "--quiet", "--replace")
        before = contents(self.folder / "out")
        count = 0
        for what, data in itertools.chain(spoilt(whole, other), no_bodies(whole)):
            with self.subTest(what):
                file.write_bytes(data)
                self.refused(what, "info", f"{kind}/bar.model")
                self.refused(what, "check", scene)
                count += 1
        file.write_bytes(whole[:-1])
        self.refused("a byte short", "run", scene, "-o", "out", "--quiet", "--replace")
        self.assertEqual(contents(self.folder / "out"), before)
        self.assertGreaterEqual(count, 40, kind)

    def test_reduced(self):
        self.every_command_refuses_them_soon("reduced")

    def test_domains(self):
        self.every_command_refuses_them_soon("domains")

    def test_boxes(self):
        self.every_command_refuses_them_soon("boxes")

    def test_slice(self):
        self.every_command_refuses_them_soon("slice")

    def test_tets(self):
        self.every_command_refuses_them_soon("tets")


if __name__ == "__main__":
    main(MalformedModels, "program")
