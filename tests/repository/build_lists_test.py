#!/usr/bin/env python3
"""The lists of the build name what is there: every source named in a CMakeLists.txt exists, every source of the repository is named in one,
and `make test-sanitize` builds every program whose tests it runs.

    build_lists_test.py REPOSITORY
"""

import pathlib
import re
import sys
import tempfile
import unittest

TOPS = ("src", "apps", "tests", "bench", "examples")
NAMED = re.compile(r"[\w./${}-]+\.cpp\b")
VARIABLE = re.compile(r"\$\{(\w+)\}")
TEST = re.compile(r"^lilyan_test\((\w+)([^()]*(?:\([^()]*\)[^()]*)*)\)", re.MULTILINE)


def lists_of(repository):
    """The text of every CMakeLists.txt and of what they include, without comments."""
    files = [file for top in TOPS for pattern in ("CMakeLists.txt", "*.cmake") for file in (repository / top).rglob(pattern)]
    return {file: re.sub(r"#.*", "", file.read_text()) for file in files}


def sources_of(repository, file, text):
    """The sources that a list names. A name with a variable of a loop stands for one source per turn."""
    values = {"PROJECT_SOURCE_DIR": [str(repository)], "CMAKE_CURRENT_SOURCE_DIR": [str(file.parent)], "CMAKE_CURRENT_LIST_DIR": [str(file.parent)]}
    for name, of_lists, words in re.findall(r"(?:set|foreach)\((\w+) (IN LISTS )?([^()]*)\)", text):
        values.setdefault(name, []).extend(f"${{{word}}}" if of_lists else word for word in words.split())

    def expanded(name):
        found = VARIABLE.search(name)
        if not found:
            return [name]
        return [whole for value in values.get(found.group(1), []) for whole in expanded(name[:found.start()] + value + name[found.end():])]

    return {(file.parent / name).resolve() for written in NAMED.findall(text) for name in expanded(written) if name.endswith(".cpp")}


def listed(repository):
    return {source: file for file, text in lists_of(repository).items() for source in sources_of(repository, file, text)}


def unlisted(repository):
    """The sources that no list names and no Python test beside them compiles."""
    named = set(listed(repository))
    return sorted(str(source.relative_to(repository)) for top in TOPS for source in (repository / top).rglob("*.cpp") if source not in named
                  and not any(source.name in script.read_text() for script in source.parent.glob("*.py")))


def missing(repository):
    return sorted(str(source) for source in listed(repository) if source.is_relative_to(repository) and not source.exists()
                  and "PROJECT_BINARY_DIR" not in str(source))


def unbuilt(repository):
    """Programs of tests that `make test-sanitize` would run and does not build."""
    makefile = (repository / "Makefile").read_text().replace("\\\n", " ")
    labels = set(re.search(r"^sanitized := \$\(foreach folder,([\w ]+),", makefile, re.MULTILINE).group(1).split())
    programs = labels | set(re.search(r"^sanitized_programs := \$\(sanitized\)(.*)$", makefile, re.MULTILINE).group(1).split())
    found = []
    for text in lists_of(repository).values():
        for name, arguments in TEST.findall(text):
            label = re.search(r"\bLABELS\s+(\w+)", arguments)
            if (label.group(1) if label else name) in labels and name not in programs:
                found.append(name)
    return found


class BuildLists(unittest.TestCase):
    repository = None

    def test_every_source_that_is_named_exists(self):
        self.assertGreater(len(listed(self.repository)), 500)
        self.assertEqual(missing(self.repository), [])

    def test_every_source_is_named(self):
        self.assertEqual(unlisted(self.repository), [])

    def test_the_sanitizers_build_what_they_run(self):
        self.assertEqual(unbuilt(self.repository), [])

    def test_what_is_wrong_is_found(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            tests = folder / "tests"
            (tests / "fuzz").mkdir(parents=True)
            for source in ("a_test.cpp", "forgotten_test.cpp", "fuzz/obj_fuzz.cpp"):
                (tests / source).touch()
            (folder / "Makefile").write_text("sanitized := $(foreach folder,core run,\\\n  $(folder))\nsanitized_programs := $(sanitized) known\n")
            (tests / "CMakeLists.txt").write_text("lilyan_test(core SOURCES a_test.cpp\n  gone_test.cpp)\n"
                                                  "lilyan_test(known SOURCES a_test.cpp LABELS run)\nlilyan_test(unknown SOURCES a_test.cpp LABELS run)\n"
                                                  "lilyan_test(apart SOURCES a_test.cpp)  # commented_test.cpp\n")
            (tests / "fuzz/CMakeLists.txt").write_text("set(source ${PROJECT_SOURCE_DIR}/src)\nforeach(reader obj ply)\n"
                                                       "  add_executable(${reader}_fuzz ${reader}_fuzz.cpp ${source}/gone.cpp)\nendforeach()\n")
            self.assertEqual(missing(folder), [str(folder / path) for path in ("src/gone.cpp", "tests/fuzz/ply_fuzz.cpp", "tests/gone_test.cpp")])
            self.assertEqual(unlisted(folder), ["tests/forgotten_test.cpp"])
            self.assertEqual(unbuilt(folder), ["unknown"])


if __name__ == "__main__":
    BuildLists.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
