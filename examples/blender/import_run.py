"""Loads a run of Lilyan into Blender (3.4), ready to play and to render.

    lilyan run SCENE -o DIR && lilyan convert DIR --to pc2
    blender --python import_run.py -- DIR

DIR is the run's folder, or the folder that `lilyan convert --to pc2` wrote. The mesh keeps Lilyan's coordinates, y up; the object is
turned so that y is Blender's z. A Mesh Cache modifier moves it; frame 1 is the run's first frame, and the frame rate that of the run.
"""

import json
import math
import pathlib
import sys

import bpy
from mathutils import Vector


def read_obj(path):
    """Vertices and triangles, in the file's order, which is that of the cache. (Importers may leave vertices out.)"""
    vertices, triangles = [], []
    for line in path.read_text().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append(tuple(map(float, words[1:4])))
        elif words[:1] == ["f"]:
            triangles.append(tuple(int(word) - 1 for word in words[1:4]))
    return vertices, triangles


def make_body(folder, about):
    vertices, triangles = read_obj(folder / "mesh.obj")
    if len(vertices) != about["vertices"]:
        sys.exit(f"{folder}: mesh.obj and mesh.json do not belong together; convert the run again")
    mesh = bpy.data.meshes.new("body")
    mesh.from_pydata(vertices, [], triangles)
    mesh.polygons.foreach_set("use_smooth", [True] * len(triangles))
    mesh.use_auto_smooth = True  # but edges sharper than this stay edges
    mesh.auto_smooth_angle = math.radians(40)
    body = bpy.data.objects.new("body", mesh)
    body.rotation_euler.x = math.pi / 2  # y up becomes z up
    bpy.context.collection.objects.link(body)

    cache = body.modifiers.new("run", "MESH_CACHE")
    cache.cache_format = "PC2"
    cache.filepath = str(folder / "mesh.pc2")
    cache.frame_start = 1
    material = bpy.data.materials.new("body")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (0.33, 0.55, 0.62, 1)
    shader.inputs["Roughness"].default_value = 0.55
    mesh.materials.append(material)
    return body


def set_time(about):
    """Blender knows whole frames a second and a divisor: their ratio is the run's rate."""
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, about["frames"]
    scene.render.fps = max(1, min(32767, round(about["fps"])))
    scene.render.fps_base = scene.render.fps / about["fps"]


def bounds_of_motion(body, frames):
    """The box around the body over the whole run, from a dozen of its frames."""
    lowest, highest = Vector((math.inf,) * 3), Vector((-math.inf,) * 3)
    for frame in sorted({1 + round(k * (frames - 1) / 12) for k in range(13)}):
        bpy.context.scene.frame_set(frame)
        shape = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
        for vertex in shape.data.vertices:
            place = shape.matrix_world @ vertex.co
            lowest = Vector(map(min, lowest, place))
            highest = Vector(map(max, highest, place))
    bpy.context.scene.frame_set(1)
    return lowest, highest


def add_camera_and_light(lowest, highest):
    middle, radius = (lowest + highest) / 2, max((highest - lowest).length / 2, 1e-6)
    view = Vector((0.5, -0.8, 0.35)).normalized()
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    render = bpy.context.scene.render
    sides = sorted((render.resolution_x, render.resolution_y))
    half_angle = math.atan(math.tan(camera.data.angle / 2) * sides[0] / sides[1])  # across the shorter side of the picture
    camera.location = middle + view * (radius / math.sin(half_angle))
    camera.rotation_euler = view.to_track_quat("Z", "Y").to_euler()
    camera.data.clip_start, camera.data.clip_end = radius / 100, radius * 100
    light = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    light.data.energy, light.data.angle = 3, math.radians(10)
    light.rotation_euler = Vector((-0.2, -1, 0.9)).to_track_quat("Z", "Y").to_euler()
    for thing in (camera, light):
        bpy.context.collection.objects.link(thing)
    bpy.context.scene.camera = camera
    if bpy.context.scene.world and bpy.context.scene.world.use_nodes:
        bpy.context.scene.world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.18, 0.19, 0.21, 1)
    if hasattr(bpy.context.scene, "cycles"):
        bpy.context.scene.cycles.use_denoising = False  # Debian's Blender is built without it


def import_run(folder):
    folder = pathlib.Path(folder).resolve()
    if not (folder / "mesh.pc2").exists():
        folder = folder / "pc2"
    if not (folder / "mesh.pc2").exists():
        sys.exit(f"{folder.parent}: there is no point cache; make it with `lilyan convert {folder.parent} --to pc2`")
    about = json.loads((folder / "mesh.json").read_text())
    for thing in list(bpy.data.objects):  # Blender's cube, camera and lamp
        bpy.data.objects.remove(thing)
    body = make_body(folder, about)
    set_time(about)
    add_camera_and_light(*bounds_of_motion(body, about["frames"]))
    return body


if __name__ == "__main__":
    arguments = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    if len(arguments) != 1:
        sys.exit("usage: blender --python import_run.py -- DIR")
    import_run(arguments[0])
