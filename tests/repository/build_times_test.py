#!/usr/bin/env python3
"""What scripts/build-times says of a build, and that it says so if there is nothing to tell of.

    build_times_test.py REPOSITORY CMAKE CXX_COMPILER
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

# begin, end [ms], time at the end [ns], output, hash of the command: as ninja writes them
LOG = """# ninja log v5
0\t2000\t1795000002000000000\tsrc/lilyan/core/CMakeFiles/lilyan_core.dir/error.cpp.o\ta
2000\t9000\t1795000009000000000\tsrc/lilyan/energy/CMakeFiles/lilyan_energy.dir/springs.cpp.o\tb
9000\t9500\t1795000009500000000\tsrc/lilyan/energy/CMakeFiles/lilyan_energy.dir/contact/friction/friction.cpp.o\tc
9500\t9600\t1795000009600000000\tbin/lilyan\td
0\t3000\t1795000103000000000\tsrc/lilyan/energy/CMakeFiles/lilyan_energy.dir/springs.cpp.o\tb
"""

# Four jobs at once for two seconds, then one of them alone for one; and a job of which only the length is known.
SHARED = """# ninja log v5
0\t2000\t1795000002000000000\tsrc/lilyan/core/CMakeFiles/x.dir/one.cpp.o\ta
0\t2000\t1795000002000000000\tsrc/lilyan/core/CMakeFiles/x.dir/two.cpp.o\tb
0\t2000\t1795000002000000000\tsrc/lilyan/core/CMakeFiles/x.dir/three.cpp.o\tc
0\t3000\t1795000003000000000\tsrc/lilyan/mesh/CMakeFiles/x.dir/four.cpp.o\td
0\t700\t0\tsrc/lilyan/space/CMakeFiles/x.dir/five.cpp.o\te
"""

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
add_executable(small main.cpp)
"""


class BuildTimes(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def build_times(self, *arguments):
        return subprocess.run([repository / "scripts" / "build-times", *arguments], capture_output=True, text=True)

    def row(self, printed, name):
        return [float(number) for number in re.search(rf"^{re.escape(name)} +(.*)$", printed, re.MULTILINE).group(1).split()]

    def test_the_last_build_of_each_piece_counts_by_folder_and_step(self):
        (self.folder / ".ninja_log").write_text(LOG)
        told = self.build_times(self.folder)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertEqual(self.row(told.stdout, "src/lilyan/energy"), [3.5, 0, 0, 3.5])
        self.assertEqual(self.row(told.stdout, "src/lilyan/core"), [2, 0, 0, 2])
        self.assertEqual(self.row(told.stdout, "all"), [5.5, 0, 0.1, 5.6])
        slowest = told.stdout.split("The slowest pieces:\n")[1].splitlines()
        self.assertEqual(slowest[0].split(), ["3.0", "src/lilyan/energy/CMakeFiles/lilyan_energy.dir/springs.cpp.o"])

    def test_jobs_that_ran_at_the_same_time_share_the_cores(self):
        (self.folder / ".ninja_log").write_text(SHARED)
        for cores, expected in ((1, [1.5, 1.5]), (2, [3, 2]), (4, [6, 3]), (8, [6, 3])):
            told = self.build_times(self.folder, "--cores", str(cores))
            self.assertEqual([self.row(told.stdout, f"src/lilyan/{folder}")[-1] for folder in ("core", "mesh")], expected, cores)
            self.assertEqual(self.row(told.stdout, "src/lilyan/space")[-1], 0.7)

    def test_pieces_can_be_chosen(self):
        (self.folder / ".ninja_log").write_text(LOG)
        told = self.build_times(self.folder, "--only", "contact", "--slowest", "0")
        self.assertEqual(self.row(told.stdout, "all"), [0.5, 0, 0, 0.5])
        self.assertNotIn("slowest", told.stdout)

    def test_without_a_log_it_says_so(self):
        for folder in (self.folder, self.folder / "nowhere"):
            told = self.build_times(folder)
            self.assertEqual(told.returncode, 2)
            self.assertIn("has no log of ninja", told.stderr)
            self.assertEqual(told.stdout, "")

    def test_a_log_of_nothing_is_no_build(self):
        (self.folder / ".ninja_log").write_text("# ninja log v5\n")
        told = self.build_times(self.folder)
        self.assertEqual(told.returncode, 2)
        self.assertIn("names nothing that was built", told.stderr)

    def test_the_compiler_tells_the_kinds(self):
        (self.folder / "CMakeLists.txt").write_text(PROJECT)
        (self.folder / "main.cpp").write_text("#include <map>\n#include <string>\nint main() { return static_cast<int>(std::map<std::string, int>().size()); }\n")
        build = self.folder / "build"
        for command in ([cmake, "-S", self.folder, "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}"], [cmake, "--build", build]):
            subprocess.run(command, check=True, capture_output=True)
        object_file = next(build.rglob("main.cpp.o"))
        built = object_file.stat().st_mtime_ns
        told = self.build_times(build, "--kinds")
        if "gcc" not in subprocess.run([compiler, "-v"], capture_output=True, text=True).stderr:
            self.skipTest("only GCC tells the kinds")
        self.assertEqual(told.returncode, 0, told.stderr)
        kinds = told.stdout.split("CPU seconds by kind:\n")[1]
        self.assertEqual(kinds.split()[:4], ["parsing", "instantiation", "optimisation", "sum"])
        self.assertGreater(self.row(kinds, "all")[3], 0)
        self.assertEqual(object_file.stat().st_mtime_ns, built)


if __name__ == "__main__":
    compiler, cmake, repository = sys.argv.pop(), sys.argv.pop(), pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
