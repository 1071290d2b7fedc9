#!/usr/bin/env python3
"""Simulations stepped at the same time share nothing that changes: tests/run/simulations_test.cpp under ThreadSanitizer.

    thread_sanitizer_test.py CMAKE REPOSITORY BUILD_FOLDER

Builds what that program needs, by the preset tsan, in a folder of its own: minutes the first time.
"""

import os
import pathlib
import sys
import unittest

from running import run


class ThreadSanitizer(unittest.TestCase):
    def test_simulations_beside_each_other_share_nothing_that_changes(self):
        run(cmake, "--preset", "tsan", "-B", build, cwd=repository)
        run(cmake, "--build", build, "--target", "simulations_tests")
        options = {"TSAN_OPTIONS": "halt_on_error=0 exitcode=66",
                   "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        printed = run(build / "tests/run/simulations_tests", env=os.environ | options)
        self.assertIn("PASSED", printed)
        self.assertNotIn("WARNING: ThreadSanitizer", printed)


if __name__ == "__main__":
    cmake = sys.argv[1]
    repository, build = (pathlib.Path(word).resolve() for word in sys.argv[2:4])
    del sys.argv[1:4]
    unittest.main()
