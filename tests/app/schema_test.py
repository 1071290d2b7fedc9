#!/usr/bin/env python3
"""Checks scenes against the JSON Schema that the program prints, and that the schema refuses what the program refuses.

    schema_test.py PROGRAM SCENE...
"""

import json
import re
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: jsonschema is missing; apt-get install python3-jsonschema")
    sys.exit(77)


def without_comments(text):
    """// comments removed, texts left alone."""
    return re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*', lambda match: match.group(1) or "", text)


program, scenes = sys.argv[1], sys.argv[2:]
schema = json.loads(subprocess.run([program, "schema"], check=True, capture_output=True, text=True).stdout)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for name in scenes:
    with open(name, encoding="utf-8") as file:
        scene = json.loads(without_comments(file.read()))
    validator.validate(scene)
    for change in ({"lilyan": 2}, {"domains": []}, {"gravity": [0, 0]}, {"bodies": []}, {"integrator": {"type": "none"}}, {"time": {"step": 0}}):
        if validator.is_valid({**scene, **change}):
            sys.exit(f"{name}: the schema accepts {change}")
print(f"{len(scenes)} scenes follow the schema")
