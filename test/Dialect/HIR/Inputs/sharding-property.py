"""Work and movement of random ops under random shardings, against a count.

usage: sharding-property.py tf-opt

Each program places one op under two levels, `cta` and `thread`. Its iteration dims are
split by the two mesh axes at random. What must hold (ir.md 11.2):

* inside scopes the whole is what one position performs, times all positions, whatever
  level is asked about, and a unit's share times the units is the whole;
* nested single-level scopes and one mesh over both levels give one record;
* outside scopes the whole is as written and a unit's share divides by its splits;
* every operand is read and every result written as far as a unit's iterations reach,
  whether or not its own type is split; together the units reach each element once, and
  write a partial result once per position.

The expected counts come from the table below, never from the tool.
"""
import json
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Generator"))

from program import Mesh, Shard, Value

TOOL = sys.argv[1]
C, W = 3, 2
EXTENTS = {"c": C, "w": W}
CTA = f'#hir.mesh<[#hir.topology<"cta", {C}>], #hir.layout<({C}) : (1)>, ["c"]>'
THREAD = f'#hir.mesh<[#hir.topology<"thread", {W}>], #hir.layout<({W}) : (1)>, ["w"]>'


class Op:
    """One op over iteration dims, named by letters.

    dims: extent by letter; an upper-case letter may be split. operands and results:
    (letters, element type). reduction: how shares of a reduced dim combine. work: counts
    by name, each a function of the extents that are left. is_affine: an operand is
    reached element by element, not through windows or chosen rows.
    """

    def __init__(self, text, dims, operands, results, work, reduction=None,
                 is_affine=True):
        self.is_affine = is_affine
        self.text, self.dims, self.work = text, dims, work
        self.operands, self.results = operands, results
        self.reduction = reduction


BITS = {"f32": 32, "bf16": 16, "i32": 32, "i64": 64, "i1": 1, "f8E4M3FN": 8}
S = C * W  # Splittable extents hold both mesh axes.
F = "f32"
OPS = [
    Op("hir.exp {0}", {"M": 5 * S, "N": 7 * S}, [("MN", F)], [("MN", F)],
       {"special": lambda e: e["M"] * e["N"]}),
    Op("hir.add {0}, {1}", {"M": 5 * S, "N": 7 * S}, [("MN", "bf16"), ("N", "bf16")],
       [("MN", "bf16")], {"bf16": lambda e: e["M"] * e["N"]}),
    Op("hir.matmul {0}, {1} to f32", {"M": 5 * S, "N": 7 * S, "K": S},
       [("MK", "bf16"), ("KN", "bf16")], [("MN", F)],
       {"bf16": lambda e: 2 * e["M"] * e["N"] * e["K"]}, "sum"),
    Op("hir.matmul {0}, {1}", {"B": S, "M": S, "N": 5 * S, "K": 7 * S},
       [("BMK", F), ("BKN", F)], [("BMN", F)],
       {F: lambda e: 2 * e["B"] * e["M"] * e["N"] * e["K"]}, "sum"),
    Op("hir.reduce sum {0} axes [1]", {"M": 5 * S, "N": 7 * S}, [("MN", F)],
       [("M", F)], {F: lambda e: e["M"] * e["N"]}, "sum"),
    Op("hir.reduce mean {0} axes [0]", {"M": 5 * S, "N": 7 * S}, [("MN", F)],
       [("N", F)], {F: lambda e: e["M"] * e["N"] + e["N"]}, "sum"),
    Op("hir.reduce max {0} axes [1]", {"M": 5 * S, "N": 7 * S}, [("MN", "i32")],
       [("M", "i32")], {"predicate": lambda e: e["M"] * e["N"]}, "max"),
    Op("hir.softmax {0}", {"M": 5 * S, "n": 7}, [("Mn", "bf16")], [("Mn", "bf16")],
       {F: lambda e: 3 * 7 * e["M"], "special": lambda e: 7 * e["M"],
        "predicate": lambda e: 7 * e["M"]}),
    Op("hir.rms_norm {0}, {1}", {"B": S, "M": 5 * S, "n": 7},
       [("BMn", F), ("n", F)], [("BMn", F)],
       {F: lambda e: e["B"] * e["M"] * (4 * 7 + 2),
        "special": lambda e: e["B"] * e["M"]}),
    Op("hir.layer_norm {0}, {1}, {2}", {"M": 5 * S, "n": 7},
       [("Mn", F), ("n", F), ("n", F)], [("Mn", F)],
       {F: lambda e: e["M"] * (7 * 7 + 3), "special": lambda e: e["M"]}),
    Op("hir.conv2d {0}, {1}",
       {"B": S, "O": 5 * S, "I": S, "h": 5, "r": 3, "o": 3},
       [("BIhh", F), ("OIrr", F)], [("BOoo", F)],
       {F: lambda e: 2 * e["B"] * e["O"] * 9 * e["I"] * 9}, "sum", is_affine=False),
    Op("hir.topk {0} k 3", {"M": 5 * S, "n": 7, "k": 3}, [("Mn", F)],
       [("Mk", F), ("Mk", "i64")], {"predicate": lambda e: 7 * e["M"]}),
    Op("hir.quant {0} {{group = 7}}", {"M": 5 * S, "n": 14, "g": 2}, [("Mn", F)],
       [("Mn", "f8E4M3FN"), ("Mg", F)],
       {F: lambda e: e["M"] * (2 * 14 + 2), "predicate": lambda e: 3 * 14 * e["M"]}),
    Op("hir.rope {0}, {1}, {2}, {3}, {4}",
       {"B": S, "T": 5 * S, "H": 7 * S, "J": S, "d": 8, "p": 64},
       [("BTHd", F), ("BTJd", F), ("pd", F), ("pd", F), ("T", "i64")],
       [("BTHd", F), ("BTJd", F)],
       {F: lambda e: 3 * 8 * e["B"] * e["T"] * (e["H"] + e["J"])}, is_affine=False),
    Op("hir.index_add {0}, {1}, {2}", {"p": 64, "q": 5, "N": 7 * S},
       [("pN", F), ("q", "i64"), ("qN", F)], [("pN", F)],
       {F: lambda e: 5 * e["N"]}, is_affine=False),
    Op("hir.where {0}, {1}, {2}", {"M": 5 * S, "N": 7 * S},
       [("MN", "i1"), ("MN", F), ("N", F)], [("MN", F)],
       {"select": lambda e: e["M"] * e["N"]}),
]


MESH = Mesh("both", [("cta", C), ("thread", W)], [C, W], [W, 1], list("cw"),
            ["cta", "thread"])


def shard_type(op, letters, element, splits, partial):
    """The type of a value whose dim d is split by the mesh axes splits[d]."""
    shard = Shard(MESH, [["cw".index(axis) for axis in splits.get(d, ())]
                         for d in letters],
                  {"cw".index(axis): kind for axis, kind in partial.items()})
    return Value("x", [op.dims[d] for d in letters], element, shard=shard).type()


class Case:
    def __init__(self, rng):
        self.op = op = rng.choice(OPS)
        splittable = [d for d in op.dims if d.isupper()]
        self.splits = {}
        for axis in rng.sample("cw", 2):
            d = rng.choice(splittable + [None])
            if d:
                self.splits.setdefault(d, []).append(axis)
        # Every split is brought by at least one operand that has the dim.
        carriers = {d: set(rng.sample(owners, rng.randint(1, len(owners))))
                    for d in self.splits
                    for owners in [[i for i, (letters, _) in enumerate(op.operands)
                                    if d in letters]]}
        self.operand_types = [
            shard_type(op, letters, element,
                       {d: a for d, a in self.splits.items() if i in carriers[d]}, {})
            for i, (letters, element) in enumerate(op.operands)]
        written = set("".join(letters for letters, _ in op.results))
        self.partial = partial = {
            a: op.reduction for d, axes in self.splits.items()
            if d not in written for a in axes}
        self.result_types = [
            shard_type(op, letters, element,
                       {d: a for d, a in self.splits.items() if d in letters}, partial)
            for letters, element in op.results]

    def body(self, names, results, indent):
        op = self.op.text.format(*names)
        return f"{indent}{', '.join(results)} = {op} : {', '.join(self.operand_types)}\n"

    def scope(self, mesh, at, names, arguments, results, body, indent):
        return (f"{indent}{', '.join(results)} = hir.mesh_scope {mesh} at({at}) args("
                + ", ".join(f"{a} = {n}" for a, n in zip(arguments, names)) + ") : ("
                + ", ".join(self.operand_types) + ") -> ("
                + ", ".join(self.result_types) + ") {\n" + body + f"{indent}}}\n")

    def yields(self, results, indent):
        return (f"{indent}hir.yield {', '.join(results)} : "
                f"{', '.join(self.result_types)}\n")

    def program(self, form):
        count = len(self.operand_types)
        def names(prefix, n=count):
            return [f"%{prefix}{i}" for i in range(n)]
        def results(prefix):
            return names(prefix, len(self.result_types))
        if form == "outside":
            text = self.body(names("x"), results("r"), "    ")
        elif form == "both":
            inner = (self.body(names("a"), results("y"), "      ")
                     + self.yields(results("y"), "      "))
            text = self.scope("#both", "%c, %w", names("x"), names("a"), results("r"),
                              inner, "    ")
        else:
            inner = (self.body(names("b"), results("y"), "        ")
                     + self.yields(results("y"), "        "))
            middle = (self.scope("#thr", "%w", names("a"), names("b"), results("z"),
                                 inner, "      ") + self.yields(results("z"), "      "))
            text = self.scope("#cta", "%c", names("x"), names("a"), results("r"),
                              middle, "    ")
        arguments = ", ".join(f"%x{i}: {t}" for i, t in enumerate(self.operand_types))
        types = ", ".join(self.result_types)
        return (f"{MESH.text()}\n#cta = {CTA}\n#thr = {THREAD}\n"
                "module @M attributes {hir.target = #hir.cuda<device = "
                '"nvidia.h200_sxm">, hir.entry = @f, hir.topologies = ['
                f'#hir.topology<"cta", {C}>, #hir.topology<"thread", {W}>]}} {{\n'
                f"  func.func @f({arguments}) -> ({types}) {{\n{text}"
                f"    return {', '.join(results('r'))} : {types}\n  }}\n}}\n")

    def left(self, dividing):
        """The extents that the splits by the axes `dividing` leave."""
        left = dict(self.op.dims)
        for d, axes in self.splits.items():
            for axis in axes:
                if axis in dividing:
                    left[d] //= EXTENTS[axis]
        return left

    def work(self, dividing):
        left = self.left(dividing)
        return {name: count(left) for name, count in self.op.work.items()}

    def traffic(self, dividing, instances):
        """Bytes read and written by the iterations left; a partial result is written
        once for each position on those of its axes that are in `instances`."""
        left = self.left(dividing)

        def bytes_of(values):
            total = 0
            for letters, element in values:
                bits = BITS[element]
                for d in letters:
                    bits *= left[d]
                total += -(-bits // 8)
            return total

        copies = 1
        for axis in self.partial:
            copies *= EXTENTS[axis] if axis in instances else 1
        return {"read": bytes_of(self.op.operands),
                "write": bytes_of(self.op.results) * copies}


def analyze(programs, level):
    """The records of the one measured op of each program."""
    done = subprocess.run(
        [TOOL, "-", "-split-input-file",
         f"--tf-analyze=analysis=compute-cost,memory level={level} "
         "emit=json"],
        input="// -----\n".join(programs), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    text = done.stdout
    decoder, position, reports = json.JSONDecoder(), 0, []
    while match := re.search(r"\{", text[position:]):
        report, position = decoder.raw_decode(text, position + match.start())
        reports.append(report)
    assert len(reports) == len(programs), (len(reports), len(programs))
    return [report["calls"][0] for report in reports]


def counts(call, suffix=""):
    record = call["compute-cost"]
    return {**record["flops" + suffix], **record["service" + suffix]}


def times(work, factor):
    return {name: count * factor for name, count in work.items()}


def main():
    rng = random.Random(20261130)
    cases = [Case(rng) for _ in range(160)]
    records = {(form, level): analyze([c.program(form) for c in cases], level)
               for form in ("outside", "both", "nested") for level in ("cta", "thread")}
    problems = 0

    def expect(case, what, actual, wanted):
        nonlocal problems
        if actual != wanted:
            problems += 1
            print(f"{what}: got {actual}, wanted {wanted} in\n{case.program('both')}")

    for i, case in enumerate(cases):
        position = case.work("cw")
        for form in ("both", "nested"):
            for level, units in (("cta", C), ("thread", C * W)):
                record = records[form, level][i]
                whole = times(position, C * W)
                expect(case, f"{form} {level}: whole", counts(record), whole)
                expect(case, f"{form} {level}: unit",
                       times(counts(record, "_per_unit"), units), whole)
        for level, dividing in (("cta", "c"), ("thread", "cw")):
            if case.op.is_affine:
                for form in ("both", "nested", "outside"):
                    scoped = form != "outside"
                    moved = records[form, level][i]["traffic"]
                    expect(case, f"{form} {level}: bytes", moved["whole"]["gmem"],
                           case.traffic("", "cw" if scoped else ""))
                    finer = [a for a in "cw" if scoped and a not in dividing]
                    expect(case, f"{form} {level}: unit's bytes",
                           moved["per_unit"]["gmem"], case.traffic(dividing, finer))
            for share in ("whole", "per_unit"):
                expect(case, f"nested {level}: {share}",
                       records["nested", level][i]["traffic"][share],
                       records["both", level][i]["traffic"][share])
            record = records["outside", level][i]
            expect(case, f"outside {level}: whole", counts(record), case.work(""))
            expect(case, f"outside {level}: unit", counts(record, "_per_unit"),
                   case.work(dividing))
    print(f"{len(cases)} cases, {problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
