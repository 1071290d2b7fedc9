#!/usr/bin/env python3
"""Models that are cut short, damaged, foreign or hold nonsense: every command refuses them soon, names the file, and leaves the folder
of an earlier run as it was.

    malformed_models_test.py PROGRAM

A model that was changed and given the checksum of what it now holds is what a faulty program would write: these reach the readers of
the sections.
"""

import dataclasses
import os
import pathlib
import random
import struct
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from program_case import main
from run_case import RunCase, contents

SOON = 2 * float(os.environ.get("LILYAN_TEST_SLOWNESS", 1))  # [s]
BODY = {"name": "bar", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [4, 1, 1]},
        "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000}
HALVES = [{"name": name, "modes": 4, "select": {"type": "box", "min": [low, -9, -9], "max": [high, 9, 9]}}
          for name, low, high in (("left", -9, 0), ("right", 0, 9))]
# What makes a model of each kind.
KINDS = {"reduced": ({"reduce": {"modes": 4}}, "avf"), "domains": ({"domains": HALVES}, "multidomain_newmark")}
PINS = [{"body": "bar", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}}]
MASK = (1 << 64) - 1


def checksum(data):
    """As core/checksum.cpp has it."""
    value = 0x9E3779B97F4A7C15 ^ len(data)
    whole = len(data) // 8 * 8
    for word in [*struct.unpack(f"<{whole // 8}Q", data[:whole]), *data[whole:]]:
        value = ((value ^ word) * 0xFF51AFD7ED558CCD) & MASK
        value ^= value >> 32
    return value


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


class MalformedModels(RunCase):
    def made(self, kind):
        keys, integrator = KINDS[kind]
        self.scene(f"{kind}.json", bodies=[{**BODY, **keys}], pins=PINS, integrator={"type": integrator})
        self.lilyan("reduce", f"{kind}.json", "-o", kind, "--quiet")
        return (self.folder / kind / "bar.model").read_bytes()

    def refused(self, what, *words):
        start = time.monotonic()
        said = self.lilyan(*words, status=2, seconds=20)
        self.assertLess(time.monotonic() - start, SOON, what)
        self.assertIn("bar.model", said, what)
        self.assertNotIn("unexpected", said, what)

    def test_every_command_refuses_them_soon(self):
        models = {kind: self.made(kind) for kind in KINDS}
        for kind, whole in models.items():
            other = next(data for name, data in models.items() if name != kind)
            scene, file = f"{kind}/{kind}.json", self.folder / kind / "bar.model"
            self.lilyan("run", scene, "-o", "out", "--quiet", "--replace")
            before = contents(self.folder / "out")
            count = 0
            for what, data in spoilt(whole, other):
                with self.subTest(kind=kind, what=what):
                    file.write_bytes(data)
                    self.refused(what, "info", f"{kind}/bar.model")
                    self.refused(what, "check", scene)
                    count += 1
            file.write_bytes(whole[:-1])
            self.refused("a byte short", "run", scene, "-o", "out", "--quiet", "--replace")
            self.assertEqual(contents(self.folder / "out"), before)
            self.assertGreaterEqual(count, 40, kind)


if __name__ == "__main__":
    main(MalformedModels, "program")
