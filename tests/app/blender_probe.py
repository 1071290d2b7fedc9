"""Runs inside Blender: the point cache, loaded by examples/blender, and the GLB file show the positions of the run's arrays.

    blender -b --python blender_probe.py -- RUN EXAMPLES
"""

import json
import pathlib
import struct
import sys

import bpy
import numpy

numpy.bool = bool  # the glTF importer of Blender 3.4 uses a name that Debian's numpy no longer has

run, examples = map(pathlib.Path, sys.argv[sys.argv.index("--") + 1:])
sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(examples)]
from other_programs_test import Arrays  # noqa: E402
import import_run  # noqa: E402

arrays = Arrays(run)
positions, times = arrays.skin_positions, arrays.times
# Where y is up in Lilyan, z is in Blender.
expected = numpy.stack([positions[..., 0], -positions[..., 2], positions[..., 1]], axis=-1)


def seen(thing):
    """World positions of the object as it is drawn now."""
    shape = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    local = numpy.empty(3 * len(shape.data.vertices), "f4")
    shape.data.vertices.foreach_get("co", local)
    matrix = numpy.array(shape.matrix_world)
    return local.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]


def check_point_cache():
    body = import_run.import_run(run)
    scene = bpy.context.scene
    assert (scene.frame_start, scene.frame_end) == (1, len(times))
    assert abs(scene.render.fps / scene.render.fps_base - 50) < 1e-4  # a step of 0.02 s
    assert body.data.polygons[0].use_smooth and scene.camera and len(bpy.data.lights) > 0
    for k in range(len(times)):
        scene.frame_set(k + 1)
        assert numpy.abs(seen(body) - expected[k]).max() < 1e-6, k
    # The camera sees all of it.
    from bpy_extras.object_utils import world_to_camera_view

    shape = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    for vertex in shape.data.vertices:
        place = world_to_camera_view(scene, scene.camera, shape.matrix_world @ vertex.co)
        assert 0 < place.x < 1 and 0 < place.y < 1 and place.z > 0, place


def check_glb():
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    file = run / "animation.glb"
    bpy.ops.import_scene.gltf(filepath=str(file))
    (body,) = [thing for thing in bpy.data.objects if thing.type == "MESH"]
    data = file.read_bytes()
    about = json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])
    assert len(body.data.vertices) == about["accessors"][1]["count"]
    assert len(body.data.polygons) == about["accessors"][0]["count"] // 3
    assert len(body.data.shape_keys.key_blocks) == len(times)  # the basis and a target for every later frame

    scene = bpy.context.scene
    rate = scene.render.fps / scene.render.fps_base
    scene.frame_set(0)
    # A vertex on a sharp edge is there once for each side.
    source = [numpy.abs(expected[0] - place).sum(axis=1).argmin() for place in seen(body)]
    assert set(source) == set(range(expected.shape[1]))
    for k, t in enumerate(times):
        frame = t * rate
        scene.frame_set(int(frame), subframe=frame - int(frame))
        assert numpy.abs(seen(body) - expected[k][source]).max() < 2e-5, k  # the animation's own times are in single precision


check_point_cache()
check_glb()
print("blender agrees")
