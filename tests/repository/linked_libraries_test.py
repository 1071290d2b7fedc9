#!/usr/bin/env python3
"""The program loads no library under the GPL: neither CHOLMOD nor another module of SuiteSparse that is, nor FFTW.

    linked_libraries_test.py PROGRAM
"""

import re
import shutil
import sys
import unittest

from running import run

UNDER_THE_GPL = re.compile(r"cholmod|umfpack|spqr|fftw", re.IGNORECASE)


def refused(listing):
    """The libraries of a listing of `ldd` that must not be there."""
    names = [line.split()[0] for line in listing.splitlines() if line.strip()]
    return [name for name in names if UNDER_THE_GPL.search(name)]


class LinkedLibraries(unittest.TestCase):
    program = None

    def test_no_library_under_the_gpl_is_loaded(self):
        listing = run("ldd", self.program)
        self.assertIn("libmetis", listing)
        self.assertEqual(refused(listing), [])

    def test_one_that_is_would_be_found(self):
        listing = "\tlinux-vdso.so.1 (0x1)\n\tlibcholmod.so.3 => /lib/libcholmod.so.3 (0x2)\n\tlibc.so.6 => /lib/libc.so.6 (0x3)\n"
        self.assertEqual(refused(listing), ["libcholmod.so.3"])
        self.assertEqual(refused(listing.replace("cholmod", "amd")), [])


if __name__ == "__main__":
    if not shutil.which("ldd"):
        print("this needs ldd")
        sys.exit(77)
    LinkedLibraries.program = sys.argv.pop(1)
    unittest.main()
