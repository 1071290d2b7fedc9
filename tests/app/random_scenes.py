"""Small scenes of every kind of body and integrator, drawn at random; each is run in well under a second."""

import json
import subprocess

SOLID_LAWS = [{"type": name, "youngs_modulus": 1e5, "poissons_ratio": 0.3}
              for name in ("linear", "stvk", "neo_hookean", "stable_neo_hookean", "mooney_rivlin", "corotated")]
SOLID_LAWS.append({"type": "orthotropic", "youngs_moduli": [1e5, 5e4, 2e4], "poissons_ratio": 0.3})
STVK = SOLID_LAWS[1]
COROTATED = {"type": "corotated", "youngs_moduli": [1e5, 5e4, 2e4], "poissons_ratio": 0.3}
INTEGRATORS = ["forward_euler", "symplectic_euler", "velocity_verlet", "backward_euler", "bdf2", "newmark", "implicit_midpoint", "variational",
               "avf", "energy_momentum", "discrete_gradient", "bathe", "static", "corotational_reversible"]
MINIMISED = ["backward_euler", "bdf2", "newmark", "implicit_midpoint", "variational", "avf", "bathe"]
MULTIDOMAIN = ["multidomain_newmark", "multidomain_midpoint", "multidomain_variational"]


def tets(chance):
    return {"mesh": {"type": "box", "size": [1, 0.25, 0.25], "cells": [chance.randint(2, 5), chance.randint(1, 2), chance.randint(1, 2)]},
            "material": chance.choice(SOLID_LAWS), "density": 1000, "deform": [{"type": "stretch", "factors": [1.05, 1, 1]}]}


def hexes(chance):
    body = tets(chance)
    body["mesh"]["elements"] = "hexes"
    return body


def sheet(chance):
    return {"mesh": {"type": "sheet", "size": [1, 1], "cells": [chance.randint(2, 5), 3]},
            "material": {"type": "springs", "law": "stvk", "stretching": 1e4, "bending": 100}, "mass": 0.2}


def rod(chance):
    return {"mesh": {"type": "rod", "from": [-0.5, 0, 0], "to": [0.5, 0, 0], "cells": chance.randint(3, 12)},
            "material": {"type": "rod", "law": "stvk", "stiffness": 500}, "density": 1000}


def triangles(chance):
    return {"mesh": {"type": "rectangle", "size": [1, 0.2], "cells": [chance.randint(2, 8), 2], "thickness": 1},
            "material": chance.choice(SOLID_LAWS), "density": 1000}


def points(chance):
    return {"mesh": {"type": "points", "positions": [[-0.5, 0, 0], [chance.uniform(0.4, 0.6), 0, 0]], "masses": [1, 2]},
            "velocity": {"linear": [0, 0.5, 0.1]}}


BODIES = [tets, hexes, sheet, rod, triangles, points]
GRIP = {"name": "grip", "body": "body", "select": {"type": "sphere", "center": [-0.5, 0, 0], "radius": 0.3}}
TURN = {"rotate": {"axis": [0, 0, 1], "degrees": 30}, "to": 0.05}


def scene_of(chance, name, integrator, bodies, steps, step=0.001):
    output = {"ledger": {"every": chance.randint(1, 3)}, "checkpoint": {"steps": chance.randint(1, 7)}}
    if chance.random() < 0.6:
        output |= {"frames": ["vtu"], "interval": 4 * step}
    if chance.random() < 0.5:
        output["probes"] = [{"name": "tip", "body": bodies[0]["name"], "nearest": [0.5, 0, 0]}]
    return {"lilyan": 1, "name": f"{name} by {integrator}", "gravity": [0, chance.choice([0, -9.81]), 0], "bodies": bodies,
            "integrator": {"type": integrator}, "time": {"step": step, "steps": chance.randint(*steps)}, "output": output}


def in_vertices(chance, steps):
    """One body of any kind, which moves with all its vertices; some with multigrid."""
    make, integrator = chance.choice(BODIES), chance.choice(INTEGRATORS)
    if integrator in ("static", "corotational_reversible"):
        make = chance.choice([tets, hexes, triangles])
    scene = scene_of(chance, make.__name__, integrator, [{"name": "body"} | make(chance)], steps)
    if integrator == "corotational_reversible":
        scene["bodies"][0]["material"] = COROTATED
    if make in (tets, hexes) and integrator in ("avf", "implicit_midpoint") and chance.random() < 0.4:
        scene["time"]["adaption"] = {"type": "poses", "speed": 1}
    if chance.random() < 0.5 or integrator == "static":
        scene["pins"] = [GRIP | {"motion": TURN}]
    elif make is tets and chance.random() < 0.5:
        scene["constraints"] = [{"type": "point", "name": "hook", "body": "body", "select": {"type": "vertices", "indices": [0]}}]
    if integrator in MINIMISED and make in (tets, hexes, triangles, sheet) and "constraints" not in scene and chance.random() < 0.4:
        scene["solver"] = {"linear": "multigrid"}
    return scene


def in_contact(chance, steps):
    """Bodies above each other that fall on an obstacle, which may move; half of them with friction."""
    bodies = []
    for k in range(chance.randint(1, 3)):
        body = {"name": f"body{k}"} | chance.choice([tets, tets, hexes, sheet, rod, points])(chance)
        body["mesh"]["transform"] = {"translate": [0.05 * k, 0.15 + 0.4 * k, 0.03 * k]}
        body["velocity"] = {"linear": [0.5, chance.choice([-1, -3]), 0]}
        body.pop("deform", None)
        bodies.append(body)
    friction = {"friction": chance.choice([0.1, 0.5])} if chance.random() < 0.5 else {}
    contact = [chance.choice([{"type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0]},
                              {"type": "sphere", "center": [0.1, -1, 0], "radius": 1},
                              {"type": "box", "min": [-1, -1, -1], "max": [1, 0, 1]}]) | friction]
    if chance.random() < 0.4:
        contact[0]["motion"] = chance.choice([{"translate": [0, 0.02, 0], "to": 0.01}, {"translate": [0.1, 0, 0], "to": 0.02}])
    if len(bodies) > 1:
        contact.append({"type": "between", "bodies": "all"} | friction)
    if chance.random() < 0.3:
        contact.append({"type": "self", "body": "body0"} | friction)
    scene = scene_of(chance, "contact" + (" with friction" if friction else ""), chance.choice(MINIMISED + ["energy_momentum"]), bodies, steps,
                     step=0.004)
    solids = all(body["mesh"]["type"] == "box" for body in bodies)
    if solids and scene["integrator"]["type"] in MINIMISED and chance.random() < 0.3:
        scene["solver"] = {"linear": "multigrid"}
    return scene | {"contact": contact}


def reduced(chance, steps):
    body = {"name": "body"} | chance.choice([tets, hexes])(chance) | {"material": chance.choice([STVK, SOLID_LAWS[0]])}
    body |= {"reduce": {"modes": chance.randint(1, 6), "basis": chance.choice(["derivatives", "modes"])}}
    del body["deform"]
    scene = scene_of(chance, "reduced", chance.choice(MINIMISED), [body], steps)
    return scene | {"pins": [GRIP]}


def of_domains(chance, steps):
    body = {"name": "body", "mesh": {"type": "box", "size": [1, 0.25, 0.25], "cells": [chance.choice([4, 6]), 1, chance.randint(1, 2)]},
            "material": STVK, "density": 1000}
    if chance.random() < 0.5:
        body["domains"] = {"count": 2, "modes": chance.choice([6, 12, 18])}
    else:
        body["domains"] = [{"name": name, "modes": chance.randint(0, 6), "select": {"type": "box", "min": [low, -9, -9], "max": [high, 9, 9]}}
                           for name, low, high in (("left", -9, 0), ("right", 0, 9))]
    scene = scene_of(chance, "domains", chance.choice(MULTIDOMAIN), [body], steps)
    scene["damping"] = [{"type": "rayleigh", "stiffness": 0.005}]
    if chance.random() < 0.6:
        scene["pins"] = [GRIP]
    else:
        body["velocity"] = {"angular": [0, 3, 1]}
    return scene


def coarse(chance, steps):
    """Of the model that write_models() makes."""
    body = {"name": "body", "mesh": {"type": "model", "path": "coarse/body.model"}}
    return scene_of(chance, "coarse", chance.choice(MINIMISED), [body], steps) | {"pins": [GRIP]}


FINE = {"lilyan": 1, "integrator": {"type": "avf"}, "time": {"step": 0.001, "steps": 4}, "pins": [GRIP], "bodies": [
    {"name": "body", "mesh": {"type": "box", "size": [1, 0.25, 0.25], "cells": [4, 2, 2]}, "material": STVK, "density": 1000}]}


def write_models(program, folder):
    """Makes the coarse body that scenes of this folder name."""
    (folder / "fine.json").write_text(json.dumps(FINE))
    subprocess.run([program, "coarsen", "fine.json", "-o", "coarse", "--cells", "2", "1", "1", "--quiet"], cwd=folder, check=True)


KINDS = [in_vertices, in_contact, reduced, of_domains]


def random_scene(chance, steps=(10, 40), kinds=KINDS):
    """A scene as `lilyan run` reads it; `chance` is a random.Random. Scenes of `coarse` need write_models()."""
    return chance.choice(kinds)(chance, steps)
