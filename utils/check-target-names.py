#!/usr/bin/env python3
"""Refuses common code that names a concrete target (docs/testing.md).

  check-target-names.py [ROOT]

Analyses, reports and passes obtain hardware through declared facts. No identifier of their
sources holds the name of a backend, no include reaches into one, and no word is compared with
one. What binds the attributes to the targets is the one exception. Exit status 1 and one line
per offence.
"""
import pathlib
import re
import sys

ROOMS = ["Interfaces", "Analysis", "Report", "Transforms", "Conversion"]
BINDING = {"lib/Analysis/TargetAttrs.cpp", "include/tilefoundry/Analysis/TargetAttrs.h"}
BACKENDS = "Cuda|Amx|Cpu"
NAMED = [
    re.compile(rf"\b\w*(?:{BACKENDS})(?:[A-Z]\w*)?\b"),
    re.compile(rf"\b(?:{BACKENDS})(?:Target|Device|Architecture)", re.IGNORECASE),
    re.compile(rf'"(?:{BACKENDS})"', re.IGNORECASE),
    re.compile(rf'#include\s+"tilefoundry/Target/(?:{BACKENDS})/'),
]


def main() -> int:
    root = (pathlib.Path(sys.argv[1]) if len(sys.argv) > 1
            else pathlib.Path(__file__).resolve().parent.parent)
    offences, count = [], 0
    for room in ROOMS:
        for folder in (root / "lib" / room, root / "include" / "tilefoundry" / room):
            for path in sorted(folder.rglob("*")):
                name = path.relative_to(root).as_posix()
                if path.suffix not in (".h", ".cpp") or name in BINDING:
                    continue
                count += 1
                for number, line in enumerate(path.read_text().splitlines(), 1):
                    code = line.split("//", 1)[0]
                    found = next(filter(None, (p.search(code) for p in NAMED)), None)
                    if found:
                        offences.append(f"{name}:{number}: names a concrete target: "
                                        f"{found.group()}")
    if not count:
        offences.append(f"no sources below {root}")
    for line in offences:
        print(line)
    if not offences:
        print("target names: common code names no concrete target")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
