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

print("| method | energy at the end / at first | largest energy error | linear momentum | angular momentum |")
print("| --- | --- | --- | --- | --- |")
for method in methods:
    folder = pathlib.Path("out") / method
    run = subprocess.run(["lilyan", "run", scene, "--set", f"integrator.type={method}", "-o", folder, "--quiet"], capture_output=True)
    if run.returncode not in (0, 3):  # 3: the simulation could not go on; what it wrote is valid
        sys.exit(run.stderr.decode())
    summary = json.loads((folder / "summary.json").read_text())
    energy, momentum = summary["energy"], summary["momentum"]
    end = "%.3g" % (energy["final"] / energy["initial"]) if run.returncode == 0 else f"stopped at step {summary['steps']}"
    print(f"| {method} | {end} | {energy['max_drift']:.0e} | {momentum['linear_drift']:.0e} | {momentum['angular_drift']:.0e} |")
