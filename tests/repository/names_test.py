#!/usr/bin/env python3
"""Two things never share a name: no type of src/lilyan is defined twice in a namespace.

    names_test.py REPOSITORY

Types are classes, structs, enums and aliases at namespace scope. Declarations without a body, specialisations of templates and
what stands in anonymous namespaces do not count.
"""

import collections
import pathlib
import re
import sys
import unittest

# Comments and the insides of literals; what is left has no braces but those of the language.
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'|'
                   r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.DOTALL | re.MULTILINE)
TOKEN = re.compile(r"[A-Za-z_]\w*|::|\S")
NAMESPACE = re.compile(r"(?:inline )?namespace( \w+(?: :: \w+)*)?$")
TYPE = re.compile(r"(?:class|struct|union|enum(?: class| struct)?)(?: \[ \[.*?\] \])?(?: alignas \(.*?\))?"
                  r" (\w+)(?: final)?(?: :(?!:).*)?$")
ALIAS = re.compile(r"using (\w+) =")


def without_template(words):
    """The words of a statement behind its `template <...>`."""
    while words and words[0] == "template":
        depth, end = 0, 1
        while end < len(words):
            depth += {"<": 1, ">": -1}.get(words[end], 0)
            end += 1
            if depth == 0:
                break
        words = words[end:]
    return words


def types_of(text):
    """The full names of the types that `text` defines at the scope of a namespace with a name."""
    names, scopes, words = [], [], []  # a scope is a namespace's name, or None for anything else
    for token in TOKEN.findall(NOISE.sub(" ", text)):
        at_namespace = None not in scopes
        if token not in "{};":
            if at_namespace:
                words.append(token)
            continue
        statement, words = " ".join(without_template(words)), []
        if token == "{":
            opened = NAMESPACE.match(statement) if at_namespace else None
            defined = TYPE.match(statement) if at_namespace else None
            if defined:
                names.append("::".join(scopes + [defined[1]]))
            scopes.append(opened[1].replace(" ", "") if opened and opened[1] else None)
        elif token == ";":
            alias = ALIAS.match(statement) if at_namespace else None
            if alias:
                names.append("::".join(scopes + [alias[1]]))
        elif scopes:
            scopes.pop()
    return names


def twice(sources):
    """Names that more than one place of `sources`, a text for each path, defines, with these paths."""
    places = collections.defaultdict(list)
    for path, text in sorted(sources.items()):
        for name in types_of(text):
            places[name].append(path)
    return {name: paths for name, paths in places.items() if len(paths) > 1}


class Names(unittest.TestCase):
    repository = None

    def test_no_type_is_defined_twice(self):
        files = [file for file in (self.repository / "src" / "lilyan").rglob("*") if file.suffix in (".hpp", ".cpp")]
        sources = {file.relative_to(self.repository).as_posix(): file.read_text() for file in files}
        known = {name for text in sources.values() for name in types_of(text)}
        self.assertLessEqual({"lilyan::System", "lilyan::Index", "lilyan::EnergyKind", "lilyan::Result", "lilyan::TimeSpan"}, known)
        self.assertEqual(twice(sources), {})

    def test_a_second_definition_is_found(self):
        first = "namespace lilyan {\ntemplate <class T, int N = 3>\nclass Stage final : public Base<T> {\n struct Part {};\n};\n}\n"
        for second in ("struct Stage { double h; };", "enum class Stage : char { one };", "using Stage = std::vector<int>;",
                       "template <class T> using Stage = std::vector<T>;", "inline namespace a {}\nclass Stage {};"):
            with self.subTest(second):
                text = "#include <x>  // {\nnamespace lilyan {\n" + second + "\n}\n"
                self.assertEqual(twice({"a.hpp": first, "b.hpp": text}), {"lilyan::Stage": ["a.hpp", "b.hpp"]})

    def test_what_only_looks_alike_is_left_alone(self):
        first = "namespace lilyan {\nstruct Stage {};\nstruct Part {};\n}\n"
        for second in ("class Stage;", "enum class Stage : int;", "template <>\nstruct Stage<double> { int x; };",
                       "// struct Stage {};",
                       'const char* text = "struct Stage {";\nconst char* raw = R"(struct Stage {)";\nchar brace = \'{\';',
                       "namespace {\nstruct Stage {};\n}", "namespace render {\nstruct Stage {};\n}",
                       "class Other { struct Stage {}; };",
                       "void f() {\n  struct Stage {};\n}", "struct Stage make();\nusing other::Stage;", "struct Stage::Inner {};"):
            with self.subTest(second):
                self.assertEqual(twice({"a.hpp": first, "b.hpp": "namespace lilyan {\n" + second + "\n}\n"}), {})


if __name__ == "__main__":
    Names.repository = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
