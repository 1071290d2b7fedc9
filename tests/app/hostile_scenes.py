"""A grammar of scenes that mean harm: valid JSON, mostly valid by the schema, of bodies of domains, in contact, reduced, coarse and with
multigrid, whose values and combinations nobody would choose."""

import json
import subprocess

from hostile_meshes import BODY_FILES, SURFACE_FILES
from random_scenes import (COROTATED, FINE, MULTIDOMAIN, SOLID_LAWS, STVK, coarse, in_contact, in_vertices, of_domains, random_scene, reduced,
                           write_models)

NUMBERS = [0, -1, 5e-324, 1e-300, 1e-30, 1e-12, 1e-6, 1e6, 1e12, 1e16, 1e30, 1e154, 1e300, -1e300, 1.7e308]
COUNTS = [0, -1, 1, 2, 3, 7, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, 1e30, 0.5]
NO_COUNTS = [0, -1, 2**31, 2**62, 2**64, 1e18, 0.5]  # of cells: a million of them is no attack, only work
NAMES = ["", "body", "nobody", "left", "body0", "body\u0000", "../..", "ground", "x" * 300]
METHODS = ["avf", "energy_momentum", "discrete_gradient", "static", "corotational_reversible", "velocity_verlet", *MULTIDOMAIN]


def write_files(program, folder):
    """All that scenes of this grammar name."""
    for name, text in (BODY_FILES | SURFACE_FILES).items():
        (folder / name).write_text(text)
    write_models(program, folder)
    body = FINE["bodies"][0]
    for name, kind, method in (("reduced", {"reduce": {"modes": 4}}, "avf"), ("cut", {"domains": {"count": 2, "modes": 6}}, MULTIDOMAIN[0])):
        (folder / f"{name}.json").write_text(json.dumps(FINE | {"bodies": [body | kind], "integrator": {"type": method}}))
        subprocess.run([program, "reduce", f"{name}.json", "-o", name, "--quiet"], cwd=folder, check=True)


def fine(chance, steps):
    """What a coarse body is made of."""
    scene = json.loads(json.dumps(FINE)) | {"name": "fine", "gravity": [0, -9.81, 0]}
    first(scene)["mesh"]["cells"] = [chance.randint(1, 6), chance.randint(1, 2), chance.randint(1, 2)]
    first(scene)["material"] = chance.choice(SOLID_LAWS)
    if chance.random() < 0.2:
        first(scene)["mesh"] = {"type": "rectangle", "size": [1, 0.25], "cells": [chance.randint(1, 8), 2], "thickness": 0.1}
    if chance.random() < 0.3:
        del scene["pins"]
    scene["time"]["steps"] = chance.randint(*steps)
    return scene | {"output": {}}


def first(scene):
    return scene["bodies"][0]


def amount(chance):
    """Mostly one that the schema allows."""
    return chance.choice(NUMBERS) if chance.random() < 0.1 else chance.choice([5e-324, 1e-300, 1e-30, 1e-12, 1e-6, 0.01, 1, 100, 1e6, 1e12, 1e15])


def vector(chance):
    return [chance.choice([0, 0, 1, -1, amount(chance)]) for _ in range(3)]


def name_of_body(scene, chance):
    return "nobody" if chance.random() < 0.05 else chance.choice(scene["bodies"])["name"]


def rarely(chance, often, seldom):
    """One of `often`, or of `seldom` at times."""
    return chance.choice(seldom if chance.random() < 0.15 else often)


def select(chance):
    return rarely(chance, [
        {"type": "all"}, {"type": "vertices", "indices": [0, 0, 0]}, {"type": "vertices", "indices": [chance.randint(0, 3)]},
        {"type": "sphere", "center": [chance.uniform(-0.5, 0.5), 0, 0], "radius": chance.choice([0.3, 1e300])},
        {"type": "plane", "point": [chance.uniform(-0.5, 0.5), 0, 0],
         "normal": chance.choice([[1, 0, 0], [-1e300, 0, 0], [1e-320, 0, 0], [0, 1, 0]])},
    ], [
        {"type": "sphere", "center": [99, 0, 0], "radius": 1}, {"type": "vertices", "indices": [chance.choice([10**9, 2**31, 2**63])]},
        {"type": "set", "name": "feet"}, {"type": "box", "min": [1, 1, 1], "max": [-1, -1, -1]},
        {"type": "plane", "point": [0, 0, 0], "normal": [0, 0, 0]}, {"type": "tube", "points": [[0, 0, 0], [0, 0, 0]], "radius": 1e300}])


def cells(chance):
    return rarely(chance, [
        {"type": "all"}, {"type": "cells", "indices": [0, 0]}, {"type": "cells", "indices": [chance.randint(0, 9)]},
        {"type": "box", "min": [chance.choice([-9, -0.4, 0, 0.1]), -9, -9], "max": [chance.choice([0, 0.1, 0.3, 9]), 9, 9]},
        {"type": "plane", "point": [chance.choice([0, -0.2]), 0, 0], "normal": [chance.choice([-1, 1, 1e300]), 0, 0]},
        {"type": "sphere", "center": [chance.uniform(-0.5, 0.5), 0, 0], "radius": chance.choice([0.1, 0.3, 1])},
    ], [{"type": "cells", "indices": [chance.choice([10**9, 2**63])]}, {"type": "plane", "point": [0, 0, 0], "normal": [0, 0, 0]}])


# What is done to a scene of domains, each a function of the scene and the dice.

def domains_of_a_count(scene, chance):
    first(scene)["domains"] = {"count": rarely(chance, [2, 3, 4, 5], [0, 1, 9, 64, 1000, 2**31]), "modes": chance.choice([0, 1, 6, 13, 40, 128])}
    if chance.random() < 0.3:
        first(scene)["mesh"] = {"type": "file", "path": chance.choice(list(BODY_FILES))}


def domains_by_cells(scene, chance):
    """Two or three whose cells may be those of others, or nobody's."""
    places = sorted(chance.sample(rarely(chance, [[-0.25, 0, 0.25]], [[-0.6, -0.25, 0, 0.6]]), chance.randint(1, 3)))
    first(scene)["domains"] = [{"name": f"d{k}", "modes": rarely(chance, [0, 1, 2, 6, 9], [60, 128]),
                                "basis": chance.choice(["loaded", "derivatives", "modes"]),
                                "weights": chance.choice(["area", "equal"]), "frequency": chance.choice([1, 1, 1, amount(chance)]),
                                "select": {"type": "box", "min": [low + 1e-7, -9, -9], "max": [high, 9, 9]}
                                if chance.random() < 0.95 else cells(chance)}
                               for k, (low, high) in enumerate(zip([-9, *places], [*places, 9]))]


def domains_with_parents(scene, chance):
    parents = chance.choice([["b", "a"], ["a", "b"], ["b", "nobody"], ["c", "a", "b"], [None, "a", "a"], [None, None, "c"], [None, "a", "b"],
                             ["b", "c", None]])
    ends = [k / len(parents) - 0.5 for k in range(1, len(parents))]
    first(scene)["domains"] = [{"name": name, "modes": 4, "select": {"type": "box", "min": [low, -9, -9], "max": [high, 9, 9]}}
                               | ({"parent": parent} if parent else {}) for name, parent, low, high in zip("abc", parents, [-9, *ends], [*ends, 9])]
    first(scene)["mesh"] = {"type": "box", "size": [1, 0.25, 0.25], "cells": [6, 1, 1]}


def copies(scene, chance):
    """Of a leaf, on whatever domains there are."""
    leaf = {"name": "leaf", "modes": rarely(chance, [0, 1, 4], [60]), "reach": rarely(chance, [0.2, 0.3, 1], [1e-12, 1e16]),
            "mesh": {"type": "box", "size": [0.2, 0.1, 0.1], "cells": [2, 1, 1], "center": [0.1, 0, 0]},
            "held": {"type": "plane", "point": [0.001, 0, 0], "normal": [-1, 0, 0]} if chance.random() < 0.9 else select(chance),
            "placements": [{"translate": [chance.choice([0.5, 0.5, -0.5, 0, 9]), 0, 0], "scale": rarely(chance, [1, 0.5, 2], [1e-9, 1e9, 1e300])}
                           for _ in range(rarely(chance, [1, 2, 3], [0]))]}
    if chance.random() < 0.2:
        leaf["parent"] = chance.choice(["left", "leaf", "leaf0", "nobody"])
    held = first(scene).get("domains")
    first(scene)["domains"] = (held if isinstance(held, list) else [{"name": "left", "select": {"type": "all"}, "modes": 4}]) + [leaf]


def method_of_domains(scene, chance):
    scene["integrator"] = rarely(chance, [{"type": kind} for kind in MULTIDOMAIN] + [{"type": MULTIDOMAIN[1], "iterations": chance.choice([1, 50])},
                                 {"type": MULTIDOMAIN[0], "coupling": chance.choice(["l1", "l2", "composite"])}],
                                 [{"type": "avf"}, {"type": "static"}])


# To bodies in contact.

def parameters_of_contact(contact, chance):
    for key, values, strange in (("friction", [0, 0.3, 1], [1e6, 1e300]), ("distance", [1e-6, 1e-3, 0.1, 1], [1e-300, 1e-12, 1e3, 1e16]),
                                 ("damping", [1e-3, 1], [1e300]), ("thickness", [0, 1e-9, 0.1], [0.3, 5, 1e16]),
                                 (chance.choice(["stiffness", "relative_stiffness"]), [1, 100, 1e6], [1e-300, 1e-9, 1e9, 1e300])):
        if chance.random() < 0.3:
            contact[key] = chance.choice(chance.choice([values, strange]))
    if contact["type"] == "plane" and chance.random() < 0.2:
        contact["response"] = chance.choice(["penalty", "repulsion"])
        contact.pop("friction", None)
        contact.pop("damping", None)


def obstacle(scene, chance):
    made = rarely(chance, [
        {"type": "plane", "point": [0, chance.choice([-0.13, -0.5, -3]), 0],
         "normal": chance.choice([[0, 1, 0], [1e-300, 1, 0], [0, 1e300, 0], [0, 1e-320, 0]])},
        {"type": "sphere", "center": [0, -2, 0], "radius": chance.choice([1e-300, 1e-9, 1, 1.5])},
        {"type": "sphere", "center": [0, -1e9 - 1, 0], "radius": 1e9},
        {"type": "box", "min": [-1, -1, -1], "max": [1, chance.choice([-0.9999999, -0.5, -0.2]), 1]},
        {"type": "box", "min": [-1e15, -1e15, -1e15], "max": [1e15, -0.5, 1e15]},
        {"type": "mesh", "path": chance.choice(["solid.obj", "open.obj", "pair.obj"]), "transform": {"translate": [0, -2, 0]}},
        {"type": "mesh", "path": "solid.obj", "transform": {"scale": chance.choice([1e-9, 1e-3, 1e3, 1e9]), "translate": [0, -2, 0]}}],
        [{"type": "plane", "point": vector(chance), "normal": vector(chance)}, {"type": "sphere", "center": [0, -2, 0], "radius": 1e16},
         {"type": "box", "min": [-1, -1, -1], "max": [1, 1, 1]}, {"type": "mesh", "path": chance.choice([*SURFACE_FILES, "one.vtk", "none.obj"])}])
    if chance.random() < 0.6:
        made["motion"] = [rarely(chance, [
            {"translate": [0, chance.choice([0.1, 1, 10]), 0], "to": chance.choice([1e-9, 0.01, 1])}, {"translate": [3, 0, 0], "to": 0.01},
            {"rotate": {"axis": [0, 0, 1], "degrees": chance.choice([0 if made["type"] == "plane" else 30, 720]), "center": [0, -2, 0]},
             "to": chance.choice([0.01, 1])}],
            [{"translate": vector(chance), "to": chance.choice(NUMBERS)}, {"translate": [0, 1e16, 0], "to": 1e-9},
             {"rotate": {"axis": [0, 0, 1], "degrees": chance.choice([1e9, 1e300])}, "to": chance.choice([1e-9, 1])}])
             for _ in range(chance.randint(1, 2))]
        if made["type"] == "plane":
            made["motion"] = [motion for motion in made["motion"] if "translate" in motion]
    parameters_of_contact(made, chance)
    scene.setdefault("contact", []).append(made)


def bodies_that_meet(scene, chance):
    names = [body["name"] for body in scene["bodies"]]
    if len(names) > 1:
        made = rarely(chance, [{"type": "between", "bodies": "all"}, {"type": "between", "bodies": names[:2]}],
                      [{"type": "between", "bodies": names[:1] * 2}])
    else:
        made = rarely(chance, [{"type": "self", "body": names[0]}], [{"type": "self", "body": "nobody"}])
    parameters_of_contact(made, chance)
    scene["contact"] = [made] + (scene.get("contact", []) if chance.random() < 0.5 else [])


def changed_contact(scene, chance):
    if scene.get("contact"):
        parameters_of_contact(chance.choice(scene["contact"]), chance)


def bodies_in_one_place(scene, chance):
    body = json.loads(json.dumps(chance.choice(scene["bodies"])))
    body["name"] = rarely(chance, ["again"], [body["name"], ""])
    scene["bodies"].append(body)
    if chance.random() < 0.5:
        bodies_that_meet(scene, chance)


def alone(scene):
    """Without what names a body that is no longer there."""
    scene.pop("pins", None)
    scene["output"].pop("probes", None)


def thin_gap(scene, chance):
    """Two bodies, nearer to each other than anyone would put them."""
    gap = rarely(chance, [1e-12, 1e-9, 1e-6, 1e-4], [0, -1e-12])
    box = {"material": STVK, "density": 1000, "mesh": {"type": "box", "size": [1, 0.25, 0.25], "cells": [2, 1, 1]}}
    scene["bodies"] = [box | {"name": "lower"}, box | {"name": "upper", "velocity": {"linear": [0, chance.choice([0, -1, -100]), 0]},
                       "mesh": box["mesh"] | {"center": [chance.choice([0, 0.1]), 0.25 + gap, chance.choice([0, 1e-13])]}}]
    alone(scene)
    contact = {"type": "between", "bodies": "all"}
    parameters_of_contact(contact, chance)
    contact["thickness"] = chance.choice([0, 0, 1e-14])
    scene["contact"] = [contact]


def many_layers(scene, chance):
    """A stack of sheets that nearly touch."""
    gap = chance.choice([1e-9, 1e-6, 1e-3, 0.01])
    scene["bodies"] = [{"name": f"layer{k}", "mesh": {"type": "sheet", "size": [1, 1], "cells": [3, 3], "center": [0, k * gap, 0]},
                        "material": {"type": "springs", "stretching": 1e4}, "mass": 0.1} for k in range(chance.randint(2, 5))]
    alone(scene)
    bodies_that_meet(scene, chance)
    scene["contact"][0]["thickness"] = chance.choice([0, 1e-10])


# To reduced bodies and to bodies of models.

def plane_below(scene, chance):
    scene["contact"] = [{"type": "plane", "point": [0, chance.choice([-0.13, -0.125000001, -1]), 0], "normal": [0, 1, 0]}]
    if chance.random() < 0.4:
        scene["contact"][0]["motion"] = {"translate": [0, chance.choice([0.1, 1, 1e6, 1e15]), 0], "to": chance.choice([1e-9, 0.01, 1])}
    if chance.random() < 0.4:
        parameters_of_contact(scene["contact"][0], chance)


def reduced_body(scene, chance):
    first(scene)["reduce"] = {"modes": chance.choice([1, 2, 6, 40, 128]), "basis": rarely(chance, ["derivatives", "modes"], ["pca"])}


def another_model(scene, chance):
    kind = rarely(chance, ["coarse", "reduced", "cut"], ["none"])
    scene["bodies"] = [{"name": "body", "mesh": {"type": "model", "path": f"{kind}/body.model"}}]
    if chance.random() < 0.1:
        first(scene)["material"] = STVK
    if kind == "cut":
        method_of_domains(scene, chance)


def two_models(scene, chance):
    scene["bodies"].append({"name": "other", "mesh": {"type": "model", "path": f"{chance.choice(['coarse', 'reduced'])}/body.model"}})


# To any of them.

def body_of_a_file(scene, chance):
    good = ["one.vtk", "two.vtk", "at_a_vertex.vtk", "tiny.vtk", "loose.vtk"]
    mesh = {"type": "file", "path": rarely(chance, good, [*BODY_FILES, "none.vtk", "."]), "transform": {"translate": [0, 3, 0]}}
    scene["bodies"][0] = {"name": first(scene)["name"], "mesh": mesh, "material": STVK, "density": 1000}
    alone(scene)


def moved_mesh(scene, chance):
    if first(scene).get("mesh", {}).get("type") != "model":
        first(scene)["mesh"]["transform"] = first(scene)["mesh"].get("transform", {}) | rarely(chance, [
            {"scale": chance.choice([1e-12, 1e-6, 1e6])}, {"scale": [1, 1, chance.choice([1e-9, 1e-3, 1e3, 1e9])]},
            {"translate": [chance.choice([1e3, 1e9, 1e15]), 0, 0]}, {"rotate": {"axis": [1e-300, 0, 0], "degrees": 1e9}}],
            [{"scale": chance.choice(NUMBERS)}, {"translate": vector(chance)},
             {"rotate": {"axis": vector(chance), "degrees": chance.choice(NUMBERS)}}])


def sized_box(scene, chance):
    size = rarely(chance, [1e-12, 1e-6, 1e-3, 1e3, 1e6, 1e12], [5e-324, 1e-160, 1e-100, 1e100, 1e160, 1e308])
    if first(scene)["mesh"]["type"] == "box":
        first(scene)["mesh"]["size"] = [chance.choice([size, 1]), chance.choice([size, 1]), size]


def shape(scene, chance):
    if first(scene)["mesh"]["type"] == "box":
        first(scene)["mesh"] = chance.choice([
            {"type": "ball", "radius": chance.choice([1e-9, 1, 1e9]), "size": chance.choice([1, 1e9])},
            {"type": "torus", "radius": 1, "tube_radius": 0.3, "size": 1},
            {"type": "cylinder", "radius": 1, "length": chance.choice([1e-9, 1, 1e9]), "size": 1e9, "axis": vector(chance)},
            {"type": "box", "size": [1, 0.25, 0.25], "cells": [4, 1, 1], "elements": "hexes"},
            {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1], "split": 6}])


def void_regions(scene, chance):
    if "material" in first(scene) and first(scene)["mesh"]["type"] == "box":
        first(scene)["regions"] = [{"select": cells(chance), "material": chance.choice([{"type": "void"}, STVK | {"youngs_modulus": amount(chance)}])}
                                   for _ in range(chance.randint(1, 3))]


def material(scene, chance):
    if first(scene).get("material", {}).get("type") not in (None, "springs", "rod"):
        first(scene)["material"] = rarely(chance, [
            STVK | {"poissons_ratio": chance.choice([-0.999999, -0.5, 0, 0.4999, 0.4999999999, 0.49999999999999994])},
            STVK | {"youngs_modulus": amount(chance)},
            {"type": "neo_hookean", "youngs_modulus": amount(chance), "poissons_ratio": 0.4999},
            {"type": "linear", "mu": amount(chance), "lambda": amount(chance)}],
            [COROTATED, {"type": "anisotropic", "coefficients": [chance.choice([0, 1, -1, 1e300])] * 21}, {"type": "springs", "stretching": 1}])


def density(scene, chance):
    for key in ("density", "mass"):
        if key in first(scene):
            first(scene)[key] = amount(chance)


def deformed(scene, chance):
    if "domains" not in first(scene) and "reduce" not in first(scene):
        first(scene)["deform"] = [rarely(chance, [
            {"type": "stretch", "factors": [chance.choice([0.01, 0.5, 3, 100, 1e-9, 1e9]), 1, 1]},
            {"type": "affine", "matrix": [[1, chance.choice([0.5, 100]), 0], [0, 1, 0], [0, 0, 1]]},
            {"type": "rotate", "axis": [1, 1, 1e-300], "degrees": 1e12},
            {"type": "twist", "axis": [1, 0, 0], "degrees": chance.choice([90, 360, 1e5])},
            {"type": "bend", "along": [1, 0, 0], "axis": [0, 0, 1], "degrees": chance.choice([180, 360, 3600])}],
            [{"type": "stretch", "factors": [0, 0, 0]}, {"type": "affine", "matrix": [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]},
             {"type": "translate", "by": vector(chance)}])]


def velocity(scene, chance):
    first(scene)["velocity"] = {chance.choice(["linear", "angular"]): vector(chance)}


def everything_pinned(scene, chance):
    motion = {}
    if chance.random() < (0.02 if "domains" in first(scene) else 0.5):
        motion = {"motion": rarely(chance,
                                   [{"translate": [0, 0.1, 0], "to": chance.choice([1e-12, 0.01])},
                                    {"rotate": {"axis": [0, 0, 1], "degrees": 90}, "to": 0.01}],
                                   [{"translate": vector(chance), "to": chance.choice(NUMBERS)},
                                    {"rotate": {"axis": [0, 0, 1], "degrees": 1e300}, "to": 1}])}
    scene["pins"] = [{"body": body["name"], "select": {"type": "all"}} | motion for body in scene["bodies"]]


def strange_pins(scene, chance):
    scene["pins"] = []
    first(scene).pop("velocity", None)
    for _ in range(chance.randint(1, 3)):
        pin = {"body": name_of_body(scene, chance), "select": select(chance)}
        if chance.random() < 0.3:
            pin["axes"] = rarely(chance, [["x"], ["y", "z"]], [["x", "x"], []])
        if chance.random() < (0.02 if {"domains", "reduce"} & set(first(scene)) else 0.3):
            pin["motion"] = [rarely(chance, [{"translate": [chance.choice([0, 1, 1e3]), 0.1, 0], "to": chance.choice([1e-12, 0.01, 1, 1e300])}],
                                    [{"translate": vector(chance), "from": chance.choice([0, 2]), "to": chance.choice([0, 1, 1e300])}])]
        scene["pins"].append(pin)


def constraints(scene, chance):
    name = name_of_body(scene, chance)
    scene.pop("pins", None)
    scene["constraints"] = [rarely(chance, [
        {"type": "point", "body": name, "select": select(chance)}, {"type": "rigid", "body": name, "select": select(chance)},
        {"type": "volume", "body": name},
        {"type": "distance", "between": [{"body": name, "vertex": chance.randint(0, 1)}, {"body": name, "vertex": chance.randint(1, 3)}],
         "length": amount(chance)},
        {"type": "plane", "body": name, "select": select(chance), "normal": [chance.choice([0, 1e-300]), 1, 0]}],
        [{"type": "inextensible", "body": name},
         {"type": "glue", "body": name, "select": {"type": "all"}, "to": chance.choice([name, "nobody", "again"])},
         {"type": "plane", "body": name, "select": select(chance), "normal": vector(chance)}]) for _ in range(chance.randint(1, 3))]


def loads(scene, chance):
    name = name_of_body(scene, chance)
    scene["loads"] = [rarely(chance, [{"type": "force", "body": name, "select": select(chance), "force": vector(chance)},
                                      {"type": "traction", "body": name, "select": {"type": "all"}, "traction": vector(chance)},
                                      {"type": "acceleration", "body": name, "acceleration": vector(chance), "from": 0.001, "to": 0.002}],
                             [{"type": "acceleration", "body": name, "acceleration": vector(chance), "from": 1, "to": 0}])]


def damping(scene, chance):
    often = [{"type": "rayleigh", "mass": amount(chance)}, {"type": "rayleigh", "stiffness": amount(chance)},
             {"type": "drag", "slow": amount(chance), "wind": vector(chance)},
             {"type": "drag", "fast": amount(chance), "wind": [0, chance.choice([0, 1, 1e6]), 0]}]
    often.append({"type": "relative" if "domains" in first(scene) else "strain", "coefficient": amount(chance)})
    scene["damping"] = [rarely(chance, often, [{"type": "viscous", "coefficient": amount(chance)}]) for _ in range(chance.randint(1, 2))]


def step(scene, chance):
    scene["time"]["step"] = rarely(chance, [1e9, 1e6, 1e3, 1, 1e-6, 1e-12], [1e-300, 5e-324, 1e300, 0, -1])


def adaption(scene, chance):
    scene["time"]["adaption"] = {"type": "poses", "speed": amount(chance), "shortest": rarely(chance, [1, 0.01, 1e-3], [1e-12, 5e-324]),
                                 "enforced": chance.choice(["naive", "naive_implicit", "reversible", "variational"])}


def method(scene, chance):
    if scene["integrator"]["type"] not in MULTIDOMAIN:
        scene["integrator"] = chance.choice([{"type": kind} for kind in METHODS[:6]] + [
            {"type": "avf", "order": 4}, {"type": "avf", "momentum": "conserved"}, {"type": "avf", "quadrature": "gauss8"},
            {"type": "newmark", "beta": 0, "gamma": 1},
            {"type": "newmark", "beta": 1, "gamma": 0}, {"type": "variational", "alpha": 0.999999}, {"type": "discrete_gradient", "form": "joint"}])


def solver(scene, chance):
    scene["solver"] = {"linear": chance.choice(["multigrid", "factor"]), "hessian": chance.choice(["exact", "projected", "regularised"]),
                       "find": chance.choice(["minimum", "minimum", "root"]), "on_failure": chance.choice(["stop", "halve"]),
                       "tolerance": chance.choice([5e-324, 1e-300, 1e-16, 1e-12, 0.999]), "max_iterations": chance.choice([1, 2, 40])}


def gravity(scene, chance):
    scene["gravity"] = vector(chance)


def output(scene, chance):
    scene["output"] = rarely(chance, [
        {"interval": amount(chance), "frames": ["vtu"]}, {"frames": ["vtu", "obj", "pc2", "glb", "npy"]}, {"ledger": {"every": 1000}},
        {"probes": [{"name": name, "body": first(scene)["name"], "nearest": vector(chance)} for name in "ab"]}, {"checkpoint": {"steps": 1}}],
        [{"probes": [{"name": "tip", "body": first(scene)["name"], "nearest": [0, 0, 0]}] * 2}, {"ledger": {"every": 2**62}}])


def potential(scene, chance):
    scene["potentials"] = [{"expression": chance.choice(["x^2", "1/x", "log(x)", "sqrt(y)", "exp(1e3*y)", "x^1e300", "y-y", "abs(x)"]),
                            "body": name_of_body(scene, chance), "select": select(chance)}]


def no_bodies(scene, chance):
    scene["bodies"] = []


COMMON = [sized_box, sized_box, moved_mesh, shape, material, material, density, velocity, strange_pins, everything_pinned, loads, damping,
          step, step, solver, gravity, output, void_regions]
OF_VERTICES = [*COMMON, body_of_a_file, body_of_a_file, deformed, deformed, adaption, method, method, constraints, potential]
KINDS = {
    of_domains: [domains_of_a_count, domains_by_cells, domains_by_cells, domains_with_parents, copies, copies, method_of_domains, velocity, velocity,
                 *COMMON],
    in_contact: [obstacle, obstacle, obstacle, obstacle, bodies_that_meet, bodies_that_meet, changed_contact, changed_contact, changed_contact,
                 bodies_in_one_place, thin_gap, thin_gap, many_layers, *OF_VERTICES],
    reduced: [reduced_body, reduced_body, plane_below, plane_below, two_models, moved_mesh, shape, material, material, density, strange_pins, loads,
              loads, damping, damping, step, step, solver, gravity, output],
    fine: [void_regions, void_regions, material, material, density, sized_box, moved_mesh, shape, body_of_a_file, strange_pins, everything_pinned,
           deformed, velocity, loads, constraints, step, gravity, method, bodies_in_one_place],
    coarse: [another_model, another_model, two_models, plane_below, plane_below, velocity, strange_pins, everything_pinned, loads, damping, step,
             gravity, output, method],
    in_vertices: [bodies_in_one_place, *OF_VERTICES]}


def leaves(value, path=()):
    """(holder, key, path) of all that is no object and no list."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, held in list(pairs):
        if isinstance(held, (dict, list)):
            yield from leaves(held, (*path, key))
        else:
            yield value, key, (*path, key)


def lists(value):
    for held in value.values() if isinstance(value, dict) else value:
        if isinstance(held, list):
            yield held
        if isinstance(held, (dict, list)):
            yield from lists(held)


def other_value(scene, chance):
    holder, key, path = chance.choice(list(leaves(scene)))
    old = holder[key]
    if path in (("time", "steps"), ("lilyan",)):  # how long a run takes is asked of the grammar, not of the program
        return
    if isinstance(old, str):
        holder[key] = chance.choice(NAMES)
    elif "cells" in path:
        holder[key] = chance.choice(NO_COUNTS)
    elif isinstance(old, int) and chance.random() < 0.7 and "modes" not in path:
        holder[key] = chance.choice(COUNTS)
    else:
        holder[key] = chance.choice([*NUMBERS, -old, 2 * old, True, None, "1"])


def other_list(scene, chance):
    held = chance.choice(list(lists(scene)))
    how = chance.choice(["twice", "empty", "shorter", "shuffled"])
    if how == "twice" and held:
        held.append(chance.choice(held))
    elif how == "empty":
        held.clear()
    elif how == "shorter" and held:
        held.pop()
    else:
        chance.shuffle(held)


def hostile_scene(chance):
    """(scene, what was done to it); `chance` is a random.Random. The scene belongs to a folder of write_files()."""
    kind = chance.choices(list(KINDS), weights=[4, 6, 2, 2, 2, 2])[0]
    scene = json.loads(json.dumps(random_scene(chance, (1, 4), [kind])))
    done = [scene["name"]]
    for twist in chance.sample(KINDS[kind], chance.choice([1, 1, 2, 3])):
        twist(scene, chance)
        done.append(twist.__name__)
    scene = json.loads(json.dumps(scene))
    if kind is in_contact:  # how long is searched for a step is asked of the grammar, too
        scene["solver"] = {"max_iterations": 40} | scene.get("solver", {})
    for change in chance.choices([other_value, other_list, no_bodies], weights=[12, 4, 1], k=chance.choice([0, 0, 0, 0, 0, 1, 2])):
        change(scene, chance)
        done.append(change.__name__)
    return scene, done
