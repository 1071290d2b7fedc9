#!/usr/bin/env python3
"""Films of a run have the size, the pictures and the duration that they should, and look like what they show.

    film_test.py PROGRAM

Skips (77) where ffmpeg is missing.
"""

import json
import pathlib
import shutil
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from program_case import ProgramCase, main, skip_unless

SCENE = {
    "lilyan": 1, "name": "bar",
    "bodies": [{"mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
                "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000,
                "velocity": {"angular": [0, 3, 1]}}],
    "gravity": [0, 0, 0], "integrator": {"type": "avf"}, "time": {"step": 0.025, "steps": 20},
    "output": {"frames": ["vtu"]},
}


def probe(film):
    words = ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames,avg_frame_rate,codec_name",
             "-of", "json", str(film)]
    return json.loads(subprocess.run(words, capture_output=True, check=True, text=True).stdout)["streams"][0]


def first_picture(film, width, height):
    words = ["ffmpeg", "-v", "error", "-i", str(film), "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    raw = subprocess.run(words, capture_output=True, check=True).stdout
    assert len(raw) == 3 * width * height
    return raw


class Films(ProgramCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "bar.json").write_text(json.dumps(SCENE))
        cls.lilyan("run", "bar.json", "-o", "out", "--quiet")

    def test_the_command_that_a_run_ends_with_makes_one(self):
        last = self.lilyan("run", "bar.json", "-o", "out", "--set", "time.steps=2").splitlines()[-1]
        self.assertEqual(last, "  film      lilyan render out -o out/film.mp4")
        self.lilyan(*last.split()[2:])
        self.assertEqual(probe(self.folder / "out/film.mp4")["codec_name"], "h264")

    def test_each_format_has_every_frame_once_in_real_time(self):
        for name, codec in (("film.mp4", "h264"), ("film.webm", "vp9"), ("film.gif", "gif")):
            with self.subTest(name):
                said = self.lilyan("render", "out", "-o", name, "--size", "160x120")
                self.assertIn("160 x 120 pixels, 21 pictures at 40 a second", said)
                stream = probe(self.folder / name)
                self.assertEqual((stream["codec_name"], stream["width"], stream["height"]), (codec, 160, 120))
                self.assertEqual(int(stream["nb_read_frames"]), 21)
                rate, base = map(int, stream["avg_frame_rate"].split("/"))
                self.assertAlmostEqual(rate / base, 40, delta=1.5)
                self.assertFalse((self.folder / (name + ".part")).exists())

    def test_speed_and_rate_choose_the_frames(self):
        self.lilyan("render", "out", "-o", "slow.mp4", "--size", "64x64", "--speed", "0.25", "--fps", "10")
        self.assertEqual(int(probe(self.folder / "slow.mp4")["nb_read_frames"]), 21)
        self.lilyan("render", "out", "-o", "fast.mp4", "--size", "64x64", "--speed", "2", "--fps", "20")
        self.assertEqual(int(probe(self.folder / "fast.mp4")["nb_read_frames"]), 6)

    def test_a_film_shows_what_its_pictures_show(self):
        self.lilyan("render", "out", "-o", "film.mp4", "--size", "160x120")
        self.lilyan("render", "out", "-o", "film_%02d.png", "--size", "160x120")
        film = first_picture(self.folder / "film.mp4", 160, 120)
        picture = first_picture(self.folder / "film_00.png", 160, 120)
        apart = sum(abs(a - b) for a, b in zip(film, picture)) / len(film)
        self.assertLess(apart, 4)


if __name__ == "__main__":
    skip_unless(shutil.which("ffmpeg") and shutil.which("ffprobe"), "ffmpeg")
    main(Films, "program")
