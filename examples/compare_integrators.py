#!/usr/bin/env python3
"""Runs a scene with several integrators and prints, as a table, what each kept of energy and momenta.

    compare_integrators.py SCENE METHOD...

Calls `lilyan` from the PATH; each run's files are left in out/<method>.
"""

import json
import pathlib
import subprocess
import sys

scene, methods = sys.argv[1], sys.argv[2:]


def end_of(energy, exit_status, steps):
    if exit_status == 3:  # the simulation could not go on; what it wrote is valid
        return f"explodes, stopped after {steps} steps"
    times = energy["final"] / energy["initial"]
    if abs(times - 1) < 1e-3:
        return f"{energy['final']:.8g} J, off by {energy['max_drift']:.0e}"
    return f"{100 * times:.2g} %" if times < 10 else "more than 10 times as much"


def kept(drift):
    return "-" if drift is None else "kept" if drift < 1e-6 else f"off by {drift:.0e}"


print("| method | energy at the end | linear momentum | angular momentum |")
print("| --- | --- | --- | --- |")
for method in methods:
    folder = pathlib.Path("out") / method
    run = subprocess.run(["lilyan", "run", scene, "--set", f"integrator.type={method}", "-o", folder, "--quiet"], capture_output=True)
    if run.returncode not in (0, 3):
        sys.exit(run.stderr.decode())
    summary = json.loads((folder / "summary.json").read_text())
    end = end_of(summary["energy"], run.returncode, summary["steps"])
    momentum = summary["momentum"]
    print(f"| {method} | {end} | {kept(momentum['linear_drift'])} | {kept(momentum['angular_drift'])} |")
