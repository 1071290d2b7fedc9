"""Small scenes of every kind of body and integrator, drawn at random; each is run in well under a second."""

SOLID_LAWS = [{"type": name, "youngs_modulus": 1e5, "poissons_ratio": 0.3}
              for name in ("linear", "stvk", "neo_hookean", "stable_neo_hookean", "mooney_rivlin", "corotated")]
SOLID_LAWS.append({"type": "orthotropic", "youngs_moduli": [1e5, 5e4, 2e4], "poissons_ratio": 0.3})
COROTATED = {"type": "corotated", "youngs_moduli": [1e5, 5e4, 2e4], "poissons_ratio": 0.3}
INTEGRATORS = ["forward_euler", "symplectic_euler", "velocity_verlet", "backward_euler", "bdf2", "newmark", "implicit_midpoint", "variational",
               "avf", "energy_momentum", "discrete_gradient", "bathe", "static", "corotational_reversible"]
MINIMISED = ["backward_euler", "bdf2", "newmark", "implicit_midpoint", "variational", "avf", "bathe"]


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


def random_scene(chance, steps=(10, 40)):
    """A scene as `lilyan run` reads it; `chance` is a random.Random."""
    make, integrator = chance.choice(BODIES), chance.choice(INTEGRATORS)
    if integrator in ("static", "corotational_reversible"):
        make = chance.choice([tets, hexes, triangles])
    output = {"ledger": {"every": chance.randint(1, 3)}, "checkpoint": {"steps": chance.randint(1, 7)}}
    if chance.random() < 0.6:
        output |= {"frames": ["vtu"], "interval": 0.004}
    if chance.random() < 0.5:
        output["probes"] = [{"name": "tip", "body": "body", "nearest": [0.5, 0, 0]}]
    scene = {"lilyan": 1, "name": f"{make.__name__} by {integrator}", "gravity": [0, chance.choice([0, -9.81]), 0],
             "bodies": [{"name": "body"} | make(chance)], "integrator": {"type": integrator},
             "time": {"step": 0.001, "steps": chance.randint(*steps)}, "output": output}
    if integrator == "corotational_reversible":
        scene["bodies"][0]["material"] = COROTATED
    if make in (tets, hexes) and integrator in ("avf", "implicit_midpoint") and chance.random() < 0.4:
        scene["time"]["adaption"] = {"type": "poses", "speed": 1}
    if chance.random() < 0.5 or integrator == "static":
        scene["pins"] = [{"name": "grip", "body": "body", "select": {"type": "sphere", "center": [-0.5, 0, 0], "radius": 0.3},
                          "motion": {"rotate": {"axis": [0, 0, 1], "degrees": 30}, "to": 0.05}}]
    elif make is tets and chance.random() < 0.5:
        scene["constraints"] = [{"type": "point", "name": "hook", "body": "body", "select": {"type": "vertices", "indices": [0]}}]
    if integrator in MINIMISED and make in (tets, hexes, triangles, sheet) and "constraints" not in scene and chance.random() < 0.4:
        scene["solver"] = {"linear": "multigrid"}
    return scene
