#!/usr/bin/env python3
"""Random programs through every pass: no internal error, the verifier holds after each pass,
and the output is the same however often, on however many threads and at whatever addresses
it is made.

    robust.py TF_OPT FIRST COUNT

Programs that need the same options share one run.
"""

import os
import platform
import re
import shutil
import subprocess
import sys

from generate import Maker

BATCH = 50
SPLIT = "// -----\n"
# What a program that the generator makes may be told: a value that is partial along one part
# of a scope's axis and not along another, work that no position is said to perform, and work on
# a type that the machine publishes no rate of.
REFUSALS = ("is not shared alike along them", "stands in no 'hir.mesh_scope'",
            "for which the target states no rate")
# Each pass after the other; MLIR verifies after each.
PIPELINES = {
    "families": ["--tf-check-program={options}", "--tf-inline-view={options}",
                 "--tf-compute-cost", "--tf-memory", "--tf-roofline",
                 "--verify-roundtrip"],
    "binding": ["--tf-bind-dims={dims}",
                "--tf-analyze=function=f emit=annotated operands=true"],
    "records": ["--tf-analyze={options} analysis=compute-cost,memory,roofline emit=ir",
                "--tf-print-report=format=html", "--tf-strip-records"],
    "timelines": ["--tf-analyze=function=f {dims} level=cta analysis=performance,memory "
                  "emit=json"],
}


def no_randomisation():
    """The command that switches address-space randomisation off, where there is one."""
    command = ["setarch", platform.machine(), "-R"]
    if shutil.which("setarch") and not subprocess.run(
            command + ["true"], capture_output=True).returncode:
        return command
    return []


def commands(tool, passes):
    """The same run in the ways that must not matter."""
    base = [tool, "-", "-split-input-file"] + passes
    return [base, base + ["--mlir-disable-threading"], no_randomisation() + base]


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True,
                          env=dict(os.environ, LC_ALL="C"))
    return done.returncode, done.stdout, done.stderr


class Program:
    def __init__(self, seed):
        maker = Maker(seed)
        program = maker.run()
        self.seed, self.text = seed, program.text()
        options = program.options()
        dims = re.search(r"dims=\S+", options)
        self.dims = dims.group(0) if dims else ""
        self.options = options + (f" level={maker.level}" if maker.level else "")
        self.ops = self.text.count(" = hir.")
        # Nothing to bind without dimensions, nobody to time without levels.
        self.skipped = ([] if dims else ["binding"]) + (
            [] if maker.level else ["timelines"])

    def passes(self, pipeline):
        return [p.format(options=self.options, dims=self.dims)
                for p in PIPELINES[pipeline]]


class Check:
    def __init__(self, tool):
        self.tool, self.problems, self.refused, self.outputs = tool, 0, 0, 0

    def report(self, programs, what):
        self.problems += 1
        seeds = ", ".join(str(p.seed) for p in programs[:5])
        print(f"seed {seeds}: " + what.split("\n", maxsplit=1)[0][:600], flush=True)

    def accepted(self, programs, pipeline):
        """Those of the programs that the pipeline does not refuse."""
        code, _, _ = run(commands(self.tool, programs[0].passes(pipeline))[0],
                         SPLIT.join(p.text for p in programs))
        if code == 0:
            return programs
        kept = []
        for program in programs:
            code, _, errors = run(
                commands(self.tool, program.passes(pipeline))[0], program.text)
            if code == 0:
                kept.append(program)
            elif code == 1 and any(r in errors for r in REFUSALS):
                self.refused += 1
            else:
                self.report([program], f"{pipeline}: exit code {code}: {errors}")
        return kept

    def check(self, programs, pipeline):
        programs = programs and self.accepted(programs, pipeline)
        if not programs:
            return
        text = SPLIT.join(p.text for p in programs)
        results = [run(c, text) for c in commands(self.tool, programs[0].passes(pipeline))]
        self.outputs += len(programs)
        for result, way in zip(results[1:], ("without threads",
                                             "without address randomisation")):
            if result != results[0]:
                self.report(programs, f"{pipeline}: another output {way}")
        if pipeline in ("families", "binding"):
            self.check_reads(programs, pipeline, results[0][1])

    def check_reads(self, programs, pipeline, text):
        """What was printed as IR parses, and prints as the same text."""
        modules = re.sub(r"^}\n(?=\s*\S)", "}\n" + SPLIT, text, flags=re.M)
        code, again, errors = run([self.tool, "-", "-split-input-file",
                                   "--verify-roundtrip"], modules)
        if code:
            self.report(programs, f"{pipeline}: the output does not parse: {errors}")
        elif pipeline == "families" and again.strip() != text.strip():
            self.report(programs, f"{pipeline}: the output parses to another program")


def main():
    tool, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    check, waiting, ops = Check(tool), {}, 0

    def flush(programs):
        for pipeline in PIPELINES:
            check.check([p for p in programs if pipeline not in p.skipped], pipeline)
        programs.clear()

    for seed in range(first, first + count):
        program = Program(seed)
        ops += program.ops
        batch = waiting.setdefault(program.options, [])
        batch.append(program)
        if len(batch) == BATCH:
            flush(batch)
    for batch in waiting.values():
        if batch:
            flush(batch)
    print(f"{count} programs, {ops} ops, {check.outputs} outputs compared, "
          f"{check.refused} refusals, {check.problems} problems")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
