#!/usr/bin/env python3
"""Hardware numbers stand in hardware/ only.

Fails if any document value of five or more digits is written in the sources of
include, lib or tools, in whatever base or with digit separators.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = {".h", ".cpp", ".c", ".td", ".cmake", ".txt", ".in", ".inc"}
VALUE = re.compile(r"^\s*value\s*=\s*([0-9][0-9_]*|0x[0-9a-fA-F_]+)\s*(?:#.*)?$", re.M)
NUMBER = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)(?:[uUlLzZ]*)(?![\w.])")


def document_values():
    values = {}
    for path in sorted(ROOT.glob("hardware/*/*.toml")):
        for match in VALUE.finditer(path.read_text(encoding="utf-8")):
            value = int(match.group(1).replace("_", ""), 0)
            if value >= 10000:
                values.setdefault(value, path.relative_to(ROOT))
    return values


def numbers(text):
    for match in NUMBER.finditer(text):
        token = match.group(1).replace("'", "")
        try:
            base = 8 if re.fullmatch(r"0[0-7]+", token) else 0
            yield match.start(), int(token, base)
        except ValueError:
            yield match.start(), int(token)


def main():
    values = document_values()
    if not values:
        print("no values found under hardware/: the check would check nothing")
        return 1
    failures = 0
    for folder in ("include", "lib", "tools"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in SOURCES or not path.is_file():
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            for at, value in numbers(text):
                if value in values:
                    line = text.count("\n", 0, at) + 1
                    print(f"{path.relative_to(ROOT)}:{line}: the number {value} is "
                          f"recorded in {values[value]}; read it from a target's "
                          "facts (a size that merely looks the same: write it as a "
                          "product or a shift)")
                    failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
