#!/usr/bin/env python3
"""Lilyan is installed, found by find_package and used by the programs of examples/, which share none of its compile options.

    install_test.py CMAKE BUILD_FOLDER REPOSITORY SCRATCH_FOLDER CXX_COMPILER

Installs what is built already; compiles nothing but the examples.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest

PRIVATE_LIBRARIES = ("nlohmann", "tbb", "fmt", "metis", "CLI")  # their headers are not part of the interface


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = scratch / "prefix"
        cls.hello, cls.pull, cls.coarsen, cls.bodies = (scratch / name for name in ("hello", "pull", "coarsen", "bodies"))
        shutil.rmtree(scratch, ignore_errors=True)
        run(cmake, "--install", build, "--prefix", cls.prefix)
        for example in (cls.hello, cls.pull, cls.coarsen, cls.bodies):
            run(cmake, "-S", repository / "examples" / example.name, "-B", example, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={cls.prefix}",
                f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror -march=x86-64" if x86 else "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
            run(cmake, "--build", example)

    def test_a_program_against_the_installed_package_keeps_its_energy(self):
        printed = run(self.hello / "hello")
        self.assertIn("300 of 300 steps", printed)
        first, last = map(float, re.search(r"([\d.]+) J at first, ([\d.]+) J at last", printed).groups())
        self.assertGreater(first, 1)
        self.assertEqual(first, last)
        self.assertLess(float(re.search(r"relative drift (\S+)", printed).group(1)), 1e-9)

    def test_the_work_of_a_pull_closes_the_balance(self):
        printed = run(self.pull / "pull", repository / "examples" / "pull" / "bar.json")
        work, taken = map(float, re.search(r"the hand did ([\d.]+) J of work, damping took ([\d.]+) J", printed).groups())
        self.assertGreater(work, 1)
        self.assertGreater(taken, 0.1)
        self.assertLess(float(re.search(r"the balance closes to (\S+) of the energy", printed).group(1)), 1e-9)

    def test_a_coarse_body_sags_and_vibrates_like_the_fine_one(self):
        printed = run(self.coarsen / "coarsen", repository / "examples" / "coarsen" / "bar.json")
        bodies = {name: [float(sag), *map(float, hertz.split())]
                  for name, sag, hertz in re.findall(r"^(\w+) .* sag (\S+) J, frequencies (.*) Hz$", printed, re.MULTILINE)}
        ratios = [coarse / fine for coarse, fine in zip(bodies["probed"], bodies["fine"], strict=True)]
        self.assertEqual(len(ratios), 6)
        self.assertTrue(all(0.8 < ratio < 1.25 for ratio in ratios), ratios)
        self.assertGreater(bodies["arithmetic"][3] / bodies["fine"][3], 1.5)

    def test_a_program_of_several_files_writes_a_scene_that_the_installed_program_accepts(self):
        printed = run(self.bodies / "bodies", "letters", scratch / "written", "--small")
        self.assertIn("letters.json", printed)
        self.assertIn("ok: letters", run(self.prefix / "bin" / "lilyan", "check", scratch / "written" / "letters.json"))

    def test_the_public_header_brings_no_other_library_but_eigen(self):
        # A compiler cache may have made paths relative.
        headers = [str((self.hello / line.strip()).resolve()) for line in run("ninja", "-C", self.hello, "-t", "deps").splitlines()]
        for library in PRIVATE_LIBRARIES:
            self.assertFalse([h for h in headers if re.search(rf"/include/.*\b{library}[\w]*(/|\.h)", h) and "/lilyan/" not in h])
        self.assertTrue([h for h in headers if str(self.prefix) in h], "the installed headers were not used")
        self.assertFalse([h for h in headers if str(repository / "src") in h], "headers of the source tree were used")

    def test_a_program_that_draws_links_the_library_of_pictures_alone(self):
        project = scratch / "picture"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(picture LANGUAGES CXX)\nfind_package(lilyan REQUIRED)\n"
            "add_executable(picture main.cpp)\ntarget_link_libraries(picture PRIVATE lilyan::render)\n")
        (project / "main.cpp").write_text(
            "#include <lilyan/mesh/box.hpp>\n#include <lilyan/render/picture.hpp>\n#include <lilyan/render/png.hpp>\n"
            "using namespace lilyan;\nint main() {\n  const TetMesh mesh = box({1, 1, 1}, {2, 2, 2}, Vec3::Zero(), Split::five);\n"
            "  const Skin skin = CellSkin(Cells{mesh.tets}).at(mesh.X);\n"
            "  render::write_png(\"box.png\", render::render_picture(skin, {.width = 64, .height = 48}));\n}\n")
        run(cmake, "-S", project, "-B", project / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_COMPILER={compiler}")
        run(cmake, "--build", project / "build")
        run(project / "build" / "picture", cwd=project)
        self.assertEqual((project / "box.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_the_package_names_no_folder_of_the_source_tree(self):
        for file in self.prefix.rglob("*.cmake"):
            self.assertNotIn(str(repository), file.read_text(), file.name)

    def test_the_installed_program_finds_its_scenes(self):
        program = self.prefix / "bin" / "lilyan"
        self.assertIn("twisting_bar", run(program, "list", "scenes", cwd=scratch))


if __name__ == "__main__":
    cmake, compiler = sys.argv[1], sys.argv.pop(5)
    build, repository, scratch = (pathlib.Path(word).resolve() for word in sys.argv[2:5])
    del sys.argv[1:5]
    x86 = subprocess.run([compiler, "-dumpmachine"], capture_output=True, text=True).stdout.startswith("x86_64")
    unittest.main()
