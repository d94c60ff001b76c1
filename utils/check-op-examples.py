#!/usr/bin/env python3
"""Every op description holds an example, and every example runs.

usage: check-op-examples.py --tblgen llvm-tblgen --opt tf-opt --mlir-include DIR

Takes the ```mlir blocks of the op and attribute descriptions of the dialect, as
`llvm-tblgen -dump-json` states them, and runs each through tf-opt twice: the printed
form must parse and print to itself. An op without an example is an error.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
DIALECT = ROOT / "include" / "tilefoundry" / "Dialect" / "HIR"
GROUPS = ("Structured", "Math", "Tensor", "NN", "Sharding")


def records(tblgen, mlir_include):
    """Ops and attributes of the dialect: name -> description."""
    found = {}
    for group in GROUPS:
        text = subprocess.run(
            [tblgen, "-dump-json", f"-I{ROOT / 'include'}", f"-I{mlir_include}",
             str(DIALECT / f"HIR{group}Ops.td")],
            check=True, capture_output=True, text=True).stdout
        table = json.loads(text)
        for name in table["!instanceof"]["Op"]:
            record = table[name]
            if record["opDialect"]["def"] == "HIR_Dialect":
                found["hir." + record["opName"]] = record["description"]
        for name in table["!instanceof"]["AttrDef"]:
            record = table[name]
            if record["dialect"]["def"] == "HIR_Dialect" and record["mnemonic"]:
                found["#hir." + record["mnemonic"]] = record["description"]
    return found


def examples(description):
    return [textwrap.dedent(block) for block in
            re.findall(r"```mlir\n(.*?)```", description or "", re.S)]


def run(opt, text):
    return subprocess.run([opt, "-"], input=text, capture_output=True, text=True)


def problem_of(opt, name, example):
    """What is wrong with one example, or nothing."""
    if name not in example:
        return "does not show it"
    first = run(opt, example)
    if first.returncode != 0:
        return first.stderr.strip()
    second = run(opt, first.stdout)
    if second.returncode != 0 or second.stdout != first.stdout:
        return "prints to another text than it parses from"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("--opt", required=True)
    parser.add_argument("--mlir-include", required=True)
    arguments = parser.parse_args()
    problems = []
    count = 0
    for name, description in sorted(
            records(arguments.tblgen, arguments.mlir_include).items()):
        blocks = examples(description)
        if not blocks and name.startswith("hir."):
            problems.append(f"{name}: the description has no example")
        for block in blocks:
            count += 1
            problem = problem_of(arguments.opt, name, block)
            if problem:
                problems.append(f"{name}: an example fails: {problem}")
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{count} examples, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
