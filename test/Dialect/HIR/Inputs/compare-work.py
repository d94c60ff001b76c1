"""Composite ops cost what their decomposition costs.

usage: compare-work.py tf-opt program.mlir

The program holds pairs of functions, @NAME_composite and @NAME_primitives. Both of a
pair must have the same flops by element type and the same service counts.
"""
import json
import re
import subprocess
import sys

TOOL, PROGRAM = sys.argv[1:]


def work(function):
    text = subprocess.run(
        [TOOL, PROGRAM,
         f"--tf-analyze=analysis=compute-cost emit=json function=@{function}"],
        check=True, capture_output=True, text=True).stdout
    record = json.loads(text)["function_records"]["compute-cost"]
    return record["flops"], record["service"]


with open(PROGRAM, encoding="utf-8") as file:
    names = re.findall(r"func\.func @(\w+)_composite", file.read())
failed = 0
for name in names:
    composite, primitives = work(name + "_composite"), work(name + "_primitives")
    if composite == primitives and any(composite):
        print(f"{name}: {composite[0]} {composite[1]}")
        continue
    failed += 1
    print(f"{name}: the composite has {composite}, its parts have {primitives}")
print(f"{len(names)} compared, {failed} differ")
sys.exit(1 if failed or not names else 0)
