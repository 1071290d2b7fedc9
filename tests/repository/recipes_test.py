#!/usr/bin/env python3
"""Adding a law and an integrator takes what docs/tour.md says and no more: both are added to a copy, which builds and passes.

    recipes_test.py CMAKE REPOSITORY BUILD_FOLDER

Compiles most of the library anew: minutes.
"""

import json
import pathlib
import shutil
import sys
import unittest

from running import run

LAW = """\
// Harder the more it is dilated: Psi = mu |E|^2 + lambda/2 tr(E)^2 + lambda/4 tr(E)^4.
#pragma once

#include <lilyan/materials/response.hpp>

#include <array>
#include <optional>

namespace lilyan {

struct Hardening {
  double mu, lambda;  // Lame's moduli [Pa]

  static constexpr StrainMeasure kMeasure = StrainMeasure::green;
  static constexpr bool kVolumetric = false;
  static constexpr bool kSecondInvariantCurves = false;
  static constexpr std::optional<int> kDegree = std::nullopt;
  std::array<double, 2> moduli() const { return {mu, lambda}; }

  template <class T>
  static Response<T> response(const Invariants<T>& I, const std::array<T, 2>& m) {
    const auto& [mu, lambda] = m;
    const T square = I.a * I.a;
    Response<T> psi{};
    psi.psi = mu * (square - 2.0 * I.b) + 0.5 * lambda * square + 0.25 * lambda * square * square;
    psi.a = (2.0 * mu + lambda + lambda * square) * I.a;
    psi.b = -2.0 * mu;
    psi.aa = 2.0 * mu + lambda + 3.0 * lambda * square;
    return psi;
  }
};

}  // namespace lilyan
"""

SCENE = {
    "lilyan": 1, "name": "bar", "gravity": [0, 0, 0],
    "bodies": [{"mesh": {"type": "box", "size": [2, 1, 1], "cells": [4, 2, 2]}, "density": 1000,
                "material": {"type": "hardening", "youngs_modulus": 1e5, "poissons_ratio": 0.3},
                "deform": [{"type": "stretch", "factors": [1.2, 1, 1]}]}],
    "time": {"step": 0.01, "steps": 50},
}


def insert(file, before, text):
    """Writes text into the file, in front of the first place that reads `before`."""
    content = file.read_text()
    place = content.index(before)
    file.write_text(content[:place] + text + content[place:])


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        copy = scratch / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        at_the_top = {".git", "build", "out"}
        shutil.copytree(repository, copy, ignore=lambda folder, names: at_the_top if pathlib.Path(folder) == repository else ())
        source, tests = copy / "src/lilyan", copy / "tests"

        (source / "materials/hardening.hpp").write_text(LAW)
        insert(source / "materials/laws.hpp", "#include <lilyan/materials/response.hpp>", "#include <lilyan/materials/hardening.hpp>\n")
        insert(source / "materials/laws.hpp", "Linear, StVenantKirchhoff", "Hardening, ")
        insert(source / "materials/registry.cpp", 'entries.push_back(lame_entry<Linear>',
               'entries.push_back(lame_entry<Hardening>("hardening", "harder the more it is dilated", true));\n  ')

        insert(source / "integrators/one_step.hpp", "OneStep forward_euler();", "OneStep late_point();\n")
        insert(source / "integrators/one_step.cpp", "OneStep forward_euler()",
               "OneStep late_point() { return {{{2.0 / 3, 1.0 / 3, 1}}, 0.5 - 2.0 / 3, kAtStart}; }\n")
        insert(source / "integrators/registry.cpp", 'all.push_back(entry("forward_euler"',
               'all.push_back(entry("late_point", "variational, its point at two thirds", variational_properties(2.0 / 3),\n'
               '                      always(late_point())));\n  ')
        insert(tests / "integrators/methods.hpp", 'method("bdf2"),', 'method("late_point"), ')

        cls.build = scratch / "build"
        run(cmake, "-S", copy, "-B", cls.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
            "-DLILYAN_WARNINGS_AS_ERRORS=ON")
        run(cmake, "--build", cls.build, "--target", "lilyan_program", "materials_tests", "energy_tests", "integrators_tests")
        cls.program = cls.build / "bin/lilyan"

    def test_the_suites_of_laws_pass_with_the_new_one_among_them(self):
        listed = run(self.build / "tests/materials/materials_tests", "--gtest_list_tests")
        self.assertIn("hardening", listed)
        run(self.build / "tests/materials/materials_tests")
        run(self.build / "tests/energy/energy_tests")

    def test_the_suites_of_integrators_pass_with_the_new_one_among_them(self):
        printed = run(self.build / "tests/integrators/integrators_tests", "--gtest_filter=*late_point*:Order.IsListed*:Reversal.IsListed*")
        self.assertRegex(printed, r"PASSED  \] ([5-9]|\d\d) tests")

    def test_scenes_know_both(self):
        scene = scratch / "bar.json"
        for method, largest in (("avf", 1e-9), ("late_point", 0.5), ("energy_momentum", 1e-9)):
            scene.write_text(json.dumps({**SCENE, "integrator": {"type": method}}))
            run(self.program, "run", scene, "-o", scratch / "out" / method, "--quiet", "--no-report")
            summary = json.loads((scratch / "out" / method / "summary.json").read_text())
            self.assertLess(abs(summary["energy"]["max_drift"]), largest)


if __name__ == "__main__":
    cmake = sys.argv[1]
    repository, scratch = (pathlib.Path(word).resolve() for word in sys.argv[2:4])
    del sys.argv[1:4]
    unittest.main()
