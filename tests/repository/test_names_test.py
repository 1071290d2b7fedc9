#!/usr/bin/env python3
"""No two tests have one name: ctest would give the labels of the second to the first, and one that is also there in long would not run.

    test_names_test.py CTEST BUILD_FOLDER
"""

import collections
import re
import sys
import unittest

from running import run


def repeated(listing):
    names = re.findall(r"^ *Test +#\d+: (.*)$", listing, re.MULTILINE)
    return [name for name, count in collections.Counter(names).items() if count > 1]


class TestNames(unittest.TestCase):
    def test_a_name_that_is_there_twice_is_found(self):
        self.assertEqual(repeated("  Test  #1: A.B\n  Test #22: C.D\n  Test #23: A.B\n"), ["A.B"])

    def test_every_test_has_a_name_of_its_own(self):
        listing = run(ctest, "-N", "--test-dir", build_folder)
        self.assertRegex(listing, r"Total Tests: \d\d\d")
        self.assertEqual(repeated(listing), [])


if __name__ == "__main__":
    ctest, build_folder = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
