#!/usr/bin/env python3
"""docs/conformance.md names a test for every rule, and every named test exists.

A rule's label is <document><section>-c<bullet>: T10.1-c3 is the third bullet of
section 10.1 of the target document. A row is

    | T10.1-c3 | what it says | test/Target/DocumentTest.cpp: Document.T10_1_c3_... |

Several tests are separated by `<br>`. A GoogleTest is named Suite.Name; of a lit test
the part after the colon is text that stands in the file, and may be left out.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "conformance.md"

# Rules that must have a row: by document, section -> bullets. The analysis document's
# are added by the rooms that implement it.
TARGET = {
    "1": range(1, 6), "1.1": range(1, 4), "1.2": range(1, 5), "2": range(1, 8),
    "3": range(1, 8), "4": range(1, 16), "5": range(1, 3),
    # 6-c4 and 6-c7 describe modules and lowered functions without asking anything.
    "6": range(1, 9),
    "7": range(1, 7), "8": range(1, 8), "9": range(1, 11),
    "10.1": range(1, 7), "10.2": range(1, 10), "11": range(1, 10),
}
ANALYSIS = {
    "1": range(1, 3), "1.2": range(1, 17),
    "1.2.2": range(1, 18),
    # 2.1 states its rules in sentences; they are counted.
    "2": range(1, 31), "2.1": range(1, 9), "2.2": range(1, 8),
    "1.2.1": range(1, 6),
    "1.2.3": range(1, 15), "1.2.4": range(1, 12),
}

ROW = re.compile(r"^\|\s*([TA]\d+(?:\.\d+)*-c\d+)\s*\|(.*)\|(.*)\|\s*$")
LABELLED = re.compile(r"TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*([TA]\d+(?:_\d+)*_c\d+_\w+)\s*\)")


def required():
    for prefix, sections in (("T", TARGET), ("A", ANALYSIS)):
        for section, bullets in sections.items():
            for bullet in bullets:
                yield f"{prefix}{section}-c{bullet}"


def find_problem(test):
    """What is wrong with one named test, or nothing."""
    path, _, name = (part.strip() for part in test.partition(":"))
    file = ROOT / path
    if not path.startswith("test/") or not file.is_file():
        return f"there is no file '{path}' under test/"
    if not name:
        return None if file.suffix != ".cpp" else f"'{path}' needs the test's name"
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".cpp":
        suite, _, case = name.partition(".")
        pattern = rf"TEST(?:_F|_P)?\(\s*{re.escape(suite)}\s*,\s*{re.escape(case)}\s*\)"
        return None if re.search(pattern, text) else f"'{path}' has no test '{name}'"
    return None if name in text else f"'{path}' does not hold '{name}'"


def main():
    problems = []
    rows = {}
    for number, line in enumerate(TABLE.read_text(encoding="utf-8").splitlines(), 1):
        match = ROW.match(line)
        if not match:
            if re.match(r"^\|\s*[TA]\d", line):
                problems.append(f"line {number}: not a row of three columns")
            continue
        label, statement, tests = (part.strip() for part in match.groups())
        if label in rows:
            problems.append(f"line {number}: {label} has a row already")
        rows[label] = tests
        if not statement:
            problems.append(f"line {number}: {label} says nothing")
        for test in tests.split("<br>"):
            problem = find_problem(test.strip().strip("`"))
            if problem:
                problems.append(f"line {number}: {label}: {problem}")
    for label in required():
        if label not in rows:
            problems.append(f"{label} has no row")
    everything = "\n".join(rows.values())
    for file in sorted((ROOT / "test").rglob("*.cpp")):
        for suite, case in LABELLED.findall(file.read_text(encoding="utf-8")):
            if f"{suite}.{case}" not in everything:
                problems.append(f"{file.relative_to(ROOT)}: {suite}.{case} carries a "
                                "label and stands in no row")
    for problem in problems:
        print(f"docs/conformance.md: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
