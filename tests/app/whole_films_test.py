#!/usr/bin/env python3
"""A film that is not whole never takes the place of one that is, whatever the encoder says. The encoder is a script of ours.

    whole_films_test.py PROGRAM
"""

import os
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from program_case import main
from run_case import RunCase
from small_films import FILMS

# Takes all pictures and puts the bytes in $FILM in the place of a film.
ENCODER = """#!/bin/sh
cat > /dev/null
for out in "$@"; do :; done
cat "$FILM" > "${out#file:}"
exit ${STATUS:-0}
"""


class WholeFilms(RunCase):
    def setUp(self):
        super().setUp()
        (self.folder / "bin").mkdir()
        encoder = self.folder / "bin/ffmpeg"
        encoder.write_text(ENCODER)
        encoder.chmod(0o755)
        self.environment.update(PATH=f"{self.folder}/bin:{os.environ['PATH']}", FILM=str(self.folder / "film"))
        self.lilyan("run", "bar.json", "-o", "out", "--quiet", "--no-report", "--set", 'output.frames=["vtu"]')  # 5 frames

    def render(self, kind, film, status=0, **environment):
        (self.folder / "film").write_bytes(film)
        self.environment.update(environment)
        return self.lilyan("render", "out", "-o", "good" + kind, "--size", "64x64", "--quiet", status=status)

    def test_a_whole_film_is_taken(self):
        for kind, make in FILMS.items():
            with self.subTest(kind):
                self.render(kind, make(5))
                self.assertEqual((self.folder / ("good" + kind)).read_bytes(), make(5))

    def test_half_a_film_is_noticed_though_the_encoder_ends_well(self):
        for kind, make in FILMS.items():
            whole = make(5)
            good = self.folder / ("good" + kind)
            good.write_bytes(b"an earlier film")
            lengths = sorted({0, 1, 4, 8, 20, len(whole) // 2, len(whole) - 6, len(whole) - 1})
            wrong = [whole[:length] for length in lengths] + [make(4), make(6), b"no film at all", whole + b"more"]
            for film in wrong:
                with self.subTest(kind=kind, film=film[:60], length=len(film)):
                    self.assertIn("ffmpeg ended without an error, but the film", self.render(kind, film, status=2))
                    self.assertEqual(good.read_bytes(), b"an earlier film")
        self.assertEqual(list(self.folder.glob("*.part")), [])

    def test_a_whole_film_of_an_encoder_that_failed_is_not_taken(self):
        (self.folder / "good.mp4").write_bytes(b"an earlier film")
        self.assertIn("[film.ffmpeg]", self.render(".mp4", FILMS[".mp4"](5), status=2, STATUS="1"))
        self.assertEqual((self.folder / "good.mp4").read_bytes(), b"an earlier film")

    def test_an_encoder_that_removes_the_film_is_noticed(self):
        (self.folder / "bin/ffmpeg").write_text(ENCODER.replace('cat "$FILM" >', "rm"))
        self.assertIn("but the film cannot be read", self.render(".mp4", b"", status=2))


if __name__ == "__main__":
    main(WholeFilms, "program")
