#!/usr/bin/env python3
"""Refuses an include that points down the list of rooms (docs/testing.md).

A file of room X may include headers of X and of the rooms before X in the list.
Exit status 1 and one line per offence.
"""
import pathlib
import re
import sys

ROOMS = ["Support", "Layout", "Access", "Interfaces", "Dialect/HIR", "Target",
         "Analysis", "Report", "Transforms", "Conversion", "CAPI"]
INCLUDE = re.compile(r'^\s*#?include\s+"tilefoundry/([^"]+)"', re.MULTILINE)


def room_of(path: str):
    for room in ROOMS:
        if path.startswith(room + "/"):
            return room
    return None


def main() -> int:
    root = pathlib.Path(__file__).resolve().parent.parent
    offences = []
    for folder in (root / "include" / "tilefoundry", root / "lib"):
        for path in sorted(folder.rglob("*")):
            if path.suffix not in (".h", ".cpp", ".td"):
                continue
            room = room_of(path.relative_to(folder).as_posix())
            if room is None:
                continue
            for target in INCLUDE.findall(path.read_text()):
                other = room_of(target)
                if other and ROOMS.index(other) > ROOMS.index(room):
                    offences.append(f"{path.relative_to(root)}: {room} may not "
                                    f"use {other} ({target})")
    for line in offences:
        print(line)
    if not offences:
        print("include arrows: every room uses only rooms above it")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
