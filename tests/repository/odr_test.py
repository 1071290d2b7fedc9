#!/usr/bin/env python3
"""No name means two things in the library and the program: the linker sees both and compares them (-flto -Wodr).

    odr_test.py CMAKE REPOSITORY BUILD_FOLDER CXX_COMPILER

Compiles the library anew: minutes.
"""

import pathlib
import shutil
import sys
import unittest

from running import run

FLAGS = "-O1 -flto=auto -Wodr -Wlto-type-mismatch"


def complaints(text):
    return [line for line in text.splitlines() if "-Wodr" in line or "-Wlto-type-mismatch" in line]


class OneDefinition(unittest.TestCase):
    def test_the_linker_notices_two_types_of_one_name(self):
        folder = scratch / "control"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "a.cpp").write_text("struct Stage { virtual ~Stage(); int a; };\nStage::~Stage() {}\nint main() { return Stage().a; }\n")
        (folder / "b.cpp").write_text("struct Stage { virtual ~Stage() {} double b, c; };\ndouble of(Stage s) { return s.c; }\n")
        said = run(compiler, *FLAGS.split(), folder / "a.cpp", folder / "b.cpp", "-o", folder / "both")
        self.assertTrue(complaints(said), said)

    def test_every_name_has_one_definition(self):
        run(cmake, "-S", repository, "-B", scratch / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
            f"-DCMAKE_CXX_FLAGS_RELEASE={FLAGS}", "-DLILYAN_TESTS=OFF", f"-DCMAKE_CXX_COMPILER={compiler}",
            f"-DCMAKE_AR={shutil.which('gcc-ar')}", f"-DCMAKE_RANLIB={shutil.which('gcc-ranlib')}")
        said = run(cmake, "--build", scratch / "build", "--target", "lilyan_program", "--clean-first")
        self.assertEqual(complaints(said), [])


if __name__ == "__main__":
    if not shutil.which("gcc-ar") or "clang" in sys.argv[4]:
        print("this needs GCC with link-time optimisation")
        sys.exit(77)
    cmake, compiler = sys.argv[1], sys.argv[4]
    repository, scratch = (pathlib.Path(word).resolve() for word in sys.argv[2:4])
    del sys.argv[1:5]
    unittest.main()
