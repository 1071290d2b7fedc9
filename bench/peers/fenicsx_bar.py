#!/usr/bin/env python3
"""A bar of tets that bends under its weight in FEniCSx, for the table that bench/peers/compare prints.

    fenicsx_bar.py MESH.veg FRAMES

It reads the tets, holds the vertices at the end of least z, and simulates FRAMES steps of 1/30 s. It prints one line of JSON: what
it is and what it did (the keys are described in bench/peers/compare).

The equations are Lilyan's: St. Venant-Kirchhoff, linear tets, masses lumped at the vertices, backward Euler. Newton's method begins
at the last displacement and ends when the residual is 1e-6 of its first one. MUMPS factorises the symmetric matrix (LDL^T) anew
in every iteration, with the analysis of the first. Generated code is compiled for this processor. Written for dolfinx 0.5, which
Debian 12 ships as python3-dolfinx.
"""

import json
import sys
import time

import dolfinx
import numpy
import ufl
from dolfinx import fem, mesh
from dolfinx.fem.petsc import NonlinearProblem
from dolfinx.nls.petsc import NewtonSolver
from mpi4py import MPI
from petsc4py import PETSc

YOUNGS_MODULUS = 1e6  # Pa
POISSONS_RATIO = 0.4
DENSITY = 1000.0  # kg/m^3
GRAVITY = 9.81  # m/s^2
STEP = 1 / 30  # s
TOLERANCE = 1e-6


def read_mesh(path):
    """The vertices and tets of a file in VegaFEM's format, whose indices begin with 1."""
    lines = open(path).read().splitlines()

    def table(first):
        rows = int(lines[first].split()[0])
        return numpy.loadtxt(lines[first + 1:first + 1 + rows])[:, 1:]

    X = table(lines.index("*VERTICES") + 1)
    tets = table(lines.index("*ELEMENTS") + 2).astype(numpy.int64) - 1
    return X, tets


def main():
    path, frames = sys.argv[1], int(sys.argv[2])
    X, tets = read_mesh(path)
    domain = mesh.create_mesh(MPI.COMM_SELF, tets, X, ufl.Mesh(ufl.VectorElement("Lagrange", "tetrahedron", 1)))
    V = fem.VectorFunctionSpace(domain, ("Lagrange", 1))
    end = X[:, 2].min()
    held = fem.locate_dofs_geometrical(V, lambda x: x[2] < end + 1e-3)
    pins = fem.dirichletbc(numpy.zeros(3), held, V)

    u, target, w = fem.Function(V), fem.Function(V), ufl.TestFunction(V)
    identity = ufl.Identity(3)
    F = identity + ufl.grad(u)
    E = 0.5 * (F.T * F - identity)
    mu = YOUNGS_MODULUS / (2 * (1 + POISSONS_RATIO))
    lame = YOUNGS_MODULUS * POISSONS_RATIO / ((1 + POISSONS_RATIO) * (1 - 2 * POISSONS_RATIO))
    P = F * (lame * ufl.tr(E) * identity + 2 * mu * E)
    # The rule at the vertices lumps the mass.
    at_vertices = ufl.dx(metadata={"quadrature_rule": "vertex", "quadrature_degree": 1})
    weight = ufl.as_vector((0, -GRAVITY, 0))
    residual = (DENSITY * ufl.inner((u - target) / STEP**2 - weight, w) * at_vertices + ufl.inner(P, ufl.grad(w)) * ufl.dx)

    problem = NonlinearProblem(residual, u, bcs=[pins],
                               jit_params={"cffi_extra_compile_args": ["-O3", "-march=native"], "cffi_libraries": ["m"]})
    solver = NewtonSolver(MPI.COMM_SELF, problem)
    solver.convergence_criterion = "residual"
    solver.rtol = TOLERANCE
    solver.atol = 1e-30
    solver.A.setOption(PETSc.Mat.Option.SYMMETRIC, True)
    solver.A.setOption(PETSc.Mat.Option.SYMMETRY_ETERNAL, True)
    linear = solver.krylov_solver
    linear.setType("preonly")
    linear.getPC().setType("cholesky")
    linear.getPC().setFactorSolverType("mumps")

    tip = fem.locate_dofs_geometrical(V, lambda x: numpy.isclose(x[2], X[:, 2].max()) & (numpy.hypot(x[0], x[1]) < 1e-3))[0]
    iterations = 0
    before = u.x.array.copy()  # u_n-1; the bar starts at rest
    start = time.process_time()
    for _ in range(frames):
        now = u.x.array.copy()
        target.x.array[:] = 2 * now - before  # u_n + h v_n
        before = now
        iterations += solver.solve(u)[0]
    print(json.dumps({
        "program": f"FEniCSx {dolfinx.__version__}", "integrator": "backward_euler", "law": "stvk", "precision": "double",
        "tolerance": "residual 1e-6 of the first one", "linear": "MUMPS, LDL^T", "steps": frames, "iterations": iterations,
        "tip": u.x.array[3 * tip + 1], "seconds": time.process_time() - start}))


if __name__ == "__main__":
    main()
