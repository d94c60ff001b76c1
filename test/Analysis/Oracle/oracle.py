#!/usr/bin/env python3
"""Compares what tf-opt states about random programs with what a run touches.

  oracle.py TF_OPT first count       `count` programs from seed `first` on
  oracle.py TF_OPT seed --print      the program of one seed
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Generator"))

from generate import Maker
from interpreter import Interpreter

# A value partial along one part of a scope's axis and not along another.
REFUSED = "is not shared alike along them"


def strip(label):
    return label.split(":")[0]


def tf_opt(tool, program, level):
    options = f"{program.options()} analysis=compute-cost,memory emit=json operands=true"
    if level:
        options += f" level={level}"
    done = subprocess.run([tool, "-", f"--tf-analyze={options}"], input=program.text(),
                          capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr
    return json.loads(done.stdout), ""


def add(table, level, side, amount):
    row = table.setdefault(level, [0, 0])
    row[side == "w"] += amount


def plain(traffic):
    return {k: [v["read"], v["write"]] for k, v in traffic.items()}


def without_zeros(table):
    return {k: v for k, v in table.items() if any(v)}


class Comparison:
    def __init__(self, seed, tool):
        self.maker = Maker(seed)
        self.program = self.maker.run()
        self.errors, self.contained = [], 0
        self.tool = tool

    def check(self, what, stated, run, exact=True):
        if stated == run:
            return
        if not exact:
            self.contained += 1
            if self.holds(stated, run):
                return
        self.errors.append(f"{what}: stated {stated}, run {run}"
                           f"{'' if exact else ' (a lower bound)'}")

    def holds(self, stated, run):
        """Whether every figure of the run is at most the stated one."""
        if run is None or stated is None:
            return True
        if isinstance(run, dict):
            return all(k in stated and self.holds(stated[k], v)
                       for k, v in run.items())
        if isinstance(run, (list, tuple)):
            return all(self.holds(s, r) for s, r in zip(stated, run))
        return run <= stated

    def run(self):
        self.oracle = Interpreter(self.program, self.maker.level)
        if self.oracle.runs() > 1500 or self.oracle.largest() > 6000:
            return False        # too much to walk element by element
        report, error = tf_opt(self.tool, self.program, self.maker.level)
        if report is None and REFUSED in error:
            return False
        if report is None:
            self.errors.append("refused: " + error.strip().split("\n")[0][:300])
            return True
        calls = {strip(c["value"]): c for c in report["calls"]}
        totals, unit_totals, all_exact = {}, {}, True
        work_totals = [{}, {}, {}, {}]
        for op in self.oracle.ops:
            names = [v.name for v in op.results]
            call = next((calls[n] for n in names if n in calls), None)
            if call is None:
                self.errors.append(f"{op.kind} {names}: no record")
                continue
            all_exact &= self.compare_traffic(op, call["traffic"], totals, unit_totals)
            self.compare_work(op, call["compute-cost"], work_totals)
        records = report["function_records"]
        self.check("function whole", plain(records["traffic"]["whole"]),
                   without_zeros(totals), all_exact)
        self.check("function per unit", plain(records["traffic"]["per_unit"]),
                   without_zeros(unit_totals), all_exact)
        cost = records["compute-cost"]
        for key, total in zip(("flops", "service", "flops_per_unit",
                               "service_per_unit"), work_totals):
            self.check("function " + key, cost[key],
                       {k: v for k, v in total.items() if v})
        self.compare_loops(report["loops"])
        return True

    def compare_traffic(self, op, stated, totals, unit_totals):
        oracle, whole, unit = self.oracle, {}, {}
        operands = {}
        oracle.exact = True
        for side, number in oracle.boundaries(op):
            value = op.operands[number] if side == "r" else op.results[number]
            storage = value.storage if value.shape is not None else "rmem"
            amounts = oracle.traffic(op, (side, number))
            add(whole, storage, side, amounts[0])
            add(unit, storage, side, amounts[1])
            add(totals, storage, side, amounts[2])
            add(unit_totals, storage, side, amounts[3])
            key = number if side == "r" else "result"
            operands[key] = operands.get(key, 0) + amounts[0]
        what = f"{op.kind} %{op.results[0].name}"
        exact = oracle.exact
        self.check(what + " whole", plain(stated["whole"]), without_zeros(whole), exact)
        self.check(what + " per unit", plain(stated["per_unit"]), without_zeros(unit),
                   exact)
        shown = {o["arg"]: o["read"] + o["write"] for o in stated["operands"]
                 if o["read"] + o["write"]}
        self.check(what + " operands", shown,
                   {k: v for k, v in operands.items() if v}, exact)
        return exact

    def compare_work(self, op, stated, totals):
        whole, unit, repeat = self.oracle.work(op)
        what = f"{op.kind} %{op.results[0].name}"
        for key, own, total in zip(
                ("flops", "service", "flops_per_unit", "service_per_unit"),
                (whole[0], whole[1], unit[0], unit[1]), totals):
            self.check(f"{what} {key}", stated[key], own)
            for k, v in own.items():
                total[k] = total.get(k, 0) + v * repeat

    def compare_loops(self, stated):
        by_name = {strip(l["value"]): l["loop-footprint"] for l in stated}
        for loop in self.oracle.loops:
            self.oracle.exact = True
            rows, known = self.oracle.footprint(loop)
            own = by_name.get(loop.iv.name)
            if own is None:
                self.errors.append(f"loop %{loop.iv.name}: no record")
                continue
            found = {(strip(r["buffer"]), r["level"]):
                     (r["bytes"], r["device_bytes"], r["repeated_bytes"])
                     for r in own["footprints"]}
            what = f"loop %{loop.iv.name}"
            exact = self.oracle.exact
            for key in sorted(set(rows) | set(found)):
                self.check(f"{what} {key}", found.get(key), rows.get(key),
                           exact)
            if exact:
                self.check(what + " known", own["known"], known)


def main():
    tool, first = sys.argv[1], int(sys.argv[2])
    if sys.argv[3:] == ["--print"]:
        maker = Maker(first)
        print(maker.run().text())
        print("// level", maker.level)
        return 0
    failed = ops = contained = done = 0
    kinds, seed = {}, first - 1
    while done < int(sys.argv[3]):
        seed += 1
        comparison = Comparison(seed, tool)
        if not comparison.run():
            continue
        done += 1
        if comparison.errors:
            failed += 1
            for error in comparison.errors[:6]:
                print(f"seed {seed}: {error}")
            continue
        ops += len(comparison.oracle.ops)
        contained += comparison.contained
        for op in comparison.oracle.ops:
            kinds[op.kind] = kinds.get(op.kind, 0) + 1
    print(f"{sys.argv[3]} programs, {ops} ops of {len(kinds)} kinds agree, "
          f"{contained} figures contained, {failed} programs disagree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
