"""Says whether reports agree but for the ops' names and the lines they stand on.

usage: same.py FIRST.json OTHER.json...
"""
import json
import re
import sys


def plain(value, key=""):
    if isinstance(value, dict):
        return {k: plain(v, k) for k, v in value.items()
                if k not in ("line", "op", "op_name", "operation")}
    if isinstance(value, list):
        return [plain(v, key) for v in value]
    if isinstance(value, str):
        return re.sub(r":\d+$", "", value)
    return value


def main() -> int:
    first, *others = [plain(json.load(open(path))) for path in sys.argv[1:]]
    for path, other in zip(sys.argv[2:], others):
        if other == first:
            continue
        print(f"{path} differs from {sys.argv[1]}")
        for key in first:
            if first[key] != other.get(key):
                print(key, json.dumps(first[key])[:4000], json.dumps(other.get(key))[:4000],
                      sep="\n  ")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
