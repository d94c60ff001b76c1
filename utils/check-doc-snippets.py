#!/usr/bin/env python3
"""Checks that the code in a page is code that a test compiles and runs.

    check-doc-snippets.py PAGE.md...

In PAGE.md every fenced block of a programming or build language stands below a
comment that names a file and a region of it:

    <!-- test/Embedding/ExampleCompiler/example-compiler.cpp: build -->

The block equals that region line by line. In the file the region stands between
two lines that say [build] in a comment and nothing else; text inside is taken with
the common indentation removed, and inner markers left out. A region `*` is the
whole file. Exit status 1 and one line per difference.
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUOTED = {"c", "cpp", "c++", "cmake", "sh", "tablegen", "python", "toml"}
SOURCE = re.compile(r"^<!-- (\S+): (\S+) -->$")
MARKER = re.compile(r"^\s*(?://|#|/\*)\s*\[([\w-]+)\](?:\s*\*/)?\s*$")


def region(path: str, name: str) -> str:
    lines = (ROOT / path).read_text().splitlines()
    if name != "*":
        marks = [i for i, line in enumerate(lines)
                 if (m := MARKER.match(line)) and m.group(1) == name]
        if len(marks) != 2:
            raise ValueError(f"{path} has {len(marks)} markers [{name}], not 2")
        lines = lines[marks[0] + 1:marks[1]]
    kept = [line for line in lines if not MARKER.match(line)]
    return textwrap.dedent("\n".join(kept)).strip("\n")


def check(page: str) -> tuple[int, list[str]]:
    lines = (ROOT / page).read_text().splitlines()
    checked, offences, i = 0, [], 0
    while i < len(lines):
        if not lines[i].startswith("```"):
            i += 1
            continue
        start, language = i, lines[i][3:].strip()
        end = lines.index("```", start + 1)
        i = end + 1
        if language not in QUOTED:
            continue
        where = f"{page}:{start + 1}"
        source = SOURCE.match(lines[start - 1]) if start else None
        if not source:
            offences.append(f"{where}: a {language} block that quotes no file")
            continue
        try:
            wanted = region(source.group(1), source.group(2))
        except (OSError, ValueError) as error:
            offences.append(f"{where}: {error}")
            continue
        checked += 1
        if "\n".join(lines[start + 1:end]) != wanted:
            offences.append(f"{where}: differs from {source.group(1)}, region "
                            f"{source.group(2)}")
    return checked, offences


def main() -> int:
    pages = sys.argv[1:]
    if not pages:
        print("usage: check-doc-snippets.py PAGE.md...", file=sys.stderr)
        return 2
    status = 0
    for page in pages:
        checked, offences = check(page)
        for line in offences:
            print(line)
        if offences or not checked:
            status = 1
        print(f"{page}: {checked} snippets quote tested files")
    return status


if __name__ == "__main__":
    sys.exit(main())
