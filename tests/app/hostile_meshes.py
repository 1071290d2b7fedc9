"""Meshes that nobody would take for a body or an obstacle, and a few that one would: text by the name of the file."""

VTK = "# vtk DataFile Version 3.0\nmesh\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS {} double\n{}\nCELLS {} {}\n{}\nCELL_TYPES {}\n{}\n"


def vtk(points, tets):
    cells = "\n".join(" ".join(map(str, (4, *tet))) for tet in tets)
    return VTK.format(len(points), "\n".join(" ".join(map(str, point)) for point in points), len(tets), 5 * len(tets), cells, len(tets),
                      "\n".join(["10"] * len(tets)))


def obj(points, triangles):
    return "".join(f"{kind} {a} {b} {c}\n" for kind, rows in (("v", points), ("f", triangles)) for a, b, c in rows)


CORNERS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
FAR = [(x + 5, y, z) for x, y, z in CORNERS]
BODY_FILES = {
    "one.vtk": vtk(CORNERS, [(0, 1, 2, 3)]),
    "two.vtk": vtk(CORNERS + FAR, [(0, 1, 2, 3), (4, 5, 6, 7)]),
    "twice.vtk": vtk(CORNERS, [(0, 1, 2, 3), (0, 1, 2, 3)]),
    "at_a_vertex.vtk": vtk(CORNERS + [(-1, 0, 0), (0, -1, 0), (0, 0, -1)], [(0, 1, 2, 3), (0, 5, 4, 6)]),
    "flat.vtk": vtk([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], [(0, 1, 2, 3)]),
    "turned.vtk": vtk(CORNERS, [(0, 2, 1, 3)]),
    "sliver.vtk": vtk([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0.3, 0.3, 1e-12)], [(0, 1, 2, 3)]),
    "tiny.vtk": vtk([(1e-150 * x, 1e-150 * y, 1e-150 * z) for x, y, z in CORNERS], [(0, 1, 2, 3)]),
    "huge.vtk": vtk([(1e150 * x, 1e150 * y, 1e150 * z) for x, y, z in CORNERS], [(0, 1, 2, 3)]),
    "loose.vtk": vtk(CORNERS + [(9, 9, 9)], [(0, 1, 2, 3)]),
    "no_cells.vtk": vtk(CORNERS, []),
    "nothing.vtk": "",
}
SURFACE_FILES = {
    "solid.obj": obj(CORNERS, [(1, 3, 2), (1, 2, 4), (2, 3, 4), (1, 4, 3)]),
    "inside_out.obj": obj(CORNERS, [(1, 2, 3), (1, 4, 2), (2, 4, 3), (1, 3, 4)]),
    "open.obj": "v -9 0 -9\nv 9 0 -9\nv 0 0 9\nf 1 3 2\n",
    "line.obj": "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n",
    "point.obj": "v 0 0 0\nf 1 1 1\n",
    "pair.obj": "v -9 0 -9\nv 9 0 -9\nv 0 0 9\nf 1 3 2\nf 1 3 2\n",
    "huge.obj": "v -1e200 0 -1e200\nv 1e200 0 -1e200\nv 0 0 1e200\nf 1 3 2\n",
    "nothing.obj": "",
}
