"""Explains the traffic of a layer in linalg by that of the same layer in hir.

usage: explain.py HIR.json LINALG.json

Calls are matched by the names of their values. Work must be equal, call by call and
in total. Each boundary of a call in both must move the same bytes, but for what only
linalg has, which is listed: initial values that are read, fills, and padding written
down as a value of its own. The totals must differ by the list exactly.
Exit status 1 and a line saying what is not explained otherwise.
"""
import collections
import json
import sys


def calls_of(report):
    return {call["value"].rsplit(":", 1)[0]: call for call in report["calls"]}


def level_of(operand):
    level = operand["type"].split()[-1]
    return "rmem" if level == "umat" else level


def moves_of(call):
    """(direction, level, bytes) of each boundary that moves, results last."""
    for operand in call["traffic"]["operands"]:
        for direction in ("read", "write"):
            if operand[direction]:
                yield operand, direction, operand[direction]


def main() -> int:
    hir, linalg = (json.load(open(path)) for path in sys.argv[1:])
    ours, theirs = calls_of(hir), calls_of(linalg)
    missing = [name for name in ours if name not in theirs]
    if missing:
        print("only in hir:", missing)
        return 1
    cost = [r["function_records"]["compute-cost"] for r in (hir, linalg)]
    if cost[0] != cost[1]:
        print("work differs:", *cost)
        return 1
    items = []
    for name, own in ours.items():
        other = theirs[name]
        if own["compute-cost"] != other["compute-cost"]:
            print("work differs:", name, own["compute-cost"], other["compute-cost"])
            return 1
        expected = [(d, level_of(o), b) for o, d, b in moves_of(own)]
        for operand, direction, count in moves_of(other):
            move = (direction, level_of(operand), count)
            source = operand["name"]
            if move in expected:
                expected.remove(move)
            elif direction == "read" and source == name + "0":
                items.append((name, "initial value read", *move))
            elif direction == "read" and source.endswith("_padded"):
                plain = theirs[source]["traffic"]["operands"][0]
                expected.remove(("read", level_of(plain), plain["read"]))
                items.append((name, "padding read", "read", move[1],
                              count - plain["read"]))
            else:
                print("unexplained:", name, operand, direction)
                return 1
        if expected:
            print("only in hir:", name, expected)
            return 1
    for name, call in theirs.items():
        if name in ours:
            continue
        if any(call["compute-cost"].values()):
            print("work only in linalg:", name)
            return 1
        kind = "padding" if name.endswith("_padded") else "fill"
        for operand, direction, count in moves_of(call):
            items.append((name, kind, direction, level_of(operand), count))
    print(f"calls in both: {len(ours)}, all of equal work and traffic but for these")
    total = collections.Counter()
    for name, kind, direction, level, count in items:
        print(f"{name}: {kind}, {level} {direction[0]} {count}")
        total[level, direction] += count
    for report, sign in ((hir, 1), (linalg, -1)):
        traffic = report["function_records"]["traffic"]["whole"]
        for level, sums in traffic.items():
            for direction, count in sums.items():
                total[level, direction] += sign * count
    if any(total.values()):
        print("the totals leave unexplained:", dict(total))
        return 1
    print("the totals differ by these and nothing else")
    return 0


if __name__ == "__main__":
    sys.exit(main())
