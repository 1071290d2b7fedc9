"""What tests that forge files share: their command line, and forgeries dealt out to the kinds in turn."""

import argparse
import pathlib
import random
import tempfile


def main(make_forgeries, all_kinds, default):
    """`make_forgeries(program, folder, chance)` has make(kind), attempt(kind) and end(count); `default`: how many are attempted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--forgeries", type=int, default=default)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=all_kinds)
    options = parser.parse_args()
    kinds = [options.kind] if options.kind else list(all_kinds)
    with tempfile.TemporaryDirectory() as scratch:
        forgeries = make_forgeries(options.program, pathlib.Path(scratch), random.Random(options.seed))
        for number, kind in enumerate(kinds):
            forgeries.make(kind)
            for _ in range(number, options.forgeries, len(kinds)):
                forgeries.attempt(kind)
    forgeries.end(options.forgeries)
