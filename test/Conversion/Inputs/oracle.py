"""Random generic ops, run element by element.

usage: oracle.py TF_OPT FIRST_SEED COUNT

Each program holds five `linalg.generic` ops with random maps and payloads. Work is the
payload's ops times the iterations that were walked, and the bytes of a boundary are the
distinct elements that were touched. Exit status 1 when a figure of the report differs.
"""
import itertools
import json
import random
import subprocess
import sys

DIMS = "ijk"
#      text of the payload op, what it counts as
OPS = [("arith.addf {0}, {1} : f32", ("flops", "f32")),
       ("arith.mulf {0}, {1} : f32", ("flops", "f32")),
       ("arith.maximumf {0}, {1} : f32", ("service", "predicate")),
       ("math.exp {0} : f32", ("service", "special")),
       ("arith.negf {0} : f32", ("flops", "f32"))]


class Axis:
    """(sum of coefficient * dim + offset) // divisor."""

    def __init__(self, terms, offset=0, divisor=1):
        self.terms, self.offset, self.divisor = terms, offset, divisor

    @staticmethod
    def pick(rng, rank):
        count = rng.choice([0, 1, 1, 1, 2])
        dims = rng.sample(range(rank), min(count, rank))
        return Axis([(rng.randint(1, 3), d) for d in dims], rng.randint(0, 2),
                    rng.choice([1, 1, 1, 2, 3]))

    def is_dim(self):
        return (len(self.terms) == 1 and self.terms[0][0] == self.divisor
                and self.offset < self.divisor)

    def at(self, point):
        return (sum(c * point[d] for c, d in self.terms) + self.offset) // self.divisor

    def text(self):
        parts = [f"{DIMS[d]} * {c}" for c, d in self.terms] + [str(self.offset)]
        return f"({' + '.join(parts)}) floordiv {self.divisor}"


class Generic:
    def __init__(self, rng, name):
        self.name = name
        rank = rng.randint(1, 3)
        self.extents = [rng.choice([2, 3, 5, 7]) for _ in range(rank)]
        # One operand walks the dims as they are, so that their extents are known.
        self.inputs = [[Axis([(1, d)]) for d in rng.sample(range(rank), rank)]]
        for _ in range(rng.randint(0, 2)):
            self.inputs.append([Axis.pick(rng, rank) for _ in range(rng.randint(1, 3))])
        self.kept = rng.sample(range(rank), rng.randint(0, rank))
        self.output = [Axis([(1, d)]) for d in self.kept]
        # An axis that is a dim states the dim's extent; others may reach further.
        self.slack = [[0 if axis.is_dim() else rng.choice([0, 0, 1]) for axis in axes]
                      for axes in self.inputs]
        known = [f"%v{i}" for i in range(len(self.inputs))] + ["%out"]
        self.payload, self.counts, used = [], {}, set()
        for step in range(rng.randint(1, 4)):
            form, what = rng.choice(OPS)
            # The last op's value is used by the next, so that none is dead.
            args = [known[-1] if step else rng.choice(known), rng.choice(known)]
            used.update(args[:form.count("{")])
            known.append(f"%p{step}")
            self.payload.append(f"{known[-1]} = {form.format(*args)}")
            self.counts[what] = self.counts.get(what, 0) + 1
        self.result = known[-1]
        self.reads = [f"%v{i}" in used for i in range(len(self.inputs))] + ["%out" in used]

    def points(self):
        return itertools.product(*map(range, self.extents))

    def shape(self, axes, slack=None):
        slack = slack or [0] * len(axes)
        return [max(axis.at(p) for p in self.points()) + 1 + s
                for axis, s in zip(axes, slack)]

    def touched(self, axes):
        return 4 * len({tuple(axis.at(p) for axis in axes) for p in self.points()})

    def types(self):
        shapes = [self.shape(a, s) for a, s in zip(self.inputs, self.slack)]
        shapes.append(self.shape(self.output))
        return ["tensor<" + "".join(f"{e}x" for e in shape) + "f32>" for shape in shapes]

    def arguments(self):
        return [f"%{self.name}_{i}: {t}" for i, t in enumerate(self.types())]

    def text(self):
        dims = ", ".join(DIMS[:len(self.extents)])
        maps = ", ".join(f"affine_map<({dims}) -> ({', '.join(a.text() for a in axes)})>"
                         for axes in self.inputs + [self.output])
        kinds = ", ".join('"parallel"' if d in self.kept else '"reduction"'
                          for d in range(len(self.extents)))
        types, last = self.types(), len(self.inputs)
        names = [f"%{self.name}_{i}" for i in range(last + 1)]
        block = ", ".join([f"%v{i}: f32" for i in range(last)] + ["%out: f32"])
        lines = [f"%{self.name} = linalg.generic {{indexing_maps = [{maps}], "
                 f"iterator_types = [{kinds}]}} ins({', '.join(names[:-1])} : "
                 f"{', '.join(types[:-1])}) outs({names[-1]} : {types[-1]}) {{",
                 f"^bb0({block}):", *self.payload, f"linalg.yield {self.result} : f32",
                 f"}} -> {types[-1]}"]
        return "\n".join(lines)

    def disagreements(self, call):
        iterations = sum(1 for _ in self.points())
        for (family, kind), count in self.counts.items():
            stated = call["compute-cost"][family].get(kind, 0)
            if stated != count * iterations:
                yield f"{kind}: {stated}, walked {count * iterations}"
        operands = call["traffic"]["operands"]
        for i, axes in enumerate(self.inputs + [self.output]):
            walked = self.touched(axes) if self.reads[i] else 0
            if operands[i]["read"] != walked:
                yield f"operand {i}: {operands[i]['read']} read, walked {walked}"
        if operands[-1]["write"] != self.touched(self.output):
            yield f"{operands[-1]['write']} written, walked {self.touched(self.output)}"


def main() -> int:
    tool, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    wrong = ops = 0
    for seed in range(first, first + count):
        rng = random.Random(seed)
        generics = [Generic(rng, f"r{i}") for i in range(5)]
        arguments = ", ".join(a for g in generics for a in g.arguments())
        results = ", ".join(g.types()[-1] for g in generics)
        program = ('module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, '
                   f"hir.entry = @f}} {{\nfunc.func @f({arguments}) -> ({results}) {{\n"
                   + "\n".join(g.text() for g in generics)
                   + "\nreturn " + ", ".join(f"%{g.name}" for g in generics)
                   + f" : {results}\n}}\n}}\n")
        run = subprocess.run([tool, "--tf-analyze=analysis=compute-cost,memory emit=json"],
                             input=program, capture_output=True, text=True)
        if run.returncode:
            print(f"seed {seed}: {run.stderr}\n{program}")
            return 1
        calls = {c["value"].split(":")[0]: c for c in json.loads(run.stdout)["calls"]}
        found = [f"seed {seed}, {g.name}: {line}" for g in generics
                 for line in g.disagreements(calls[g.name])]
        if found:
            print(*found, program, sep="\n")
        wrong += bool(found)
        ops += len(generics)
    print(f"{count} programs, {ops} ops, {wrong} programs disagree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
