"""Small tensor programs as Python objects, and their text.

A program is a tree of blocks. Every op states how it walks: the extents of its
iteration dims and, per boundary, one subscript per axis. A subscript is

    int d             the iteration dim d itself
    ("all",)          the whole axis, whatever the iteration
    ("fn", ds, f)     f(i_d for d in ds), or nothing where f gives None
    ("rows", v, d)    the row that the index tensor v chooses for dim d
    ("window", w, d)  iteration d, shifted back by the start of window w
"""

from extents import Extent

BITS = {"f32": 32, "f16": 16, "bf16": 16, "f8E4M3FN": 8, "f4E2M1FN": 4,
        "i32": 32, "i64": 64, "index": 64, "i1": 1}
FLOPS_NAME = {"f8E4M3FN": "fp8e4m3", "f4E2M1FN": "f4e2m1"}
FLOATS = ("f32", "f16", "bf16", "f8E4M3FN", "f4E2M1FN")


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def row_major(shape):
    strides, step = [], 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= extent
    return strides


class Mesh:
    """Axes over one or more levels of the hierarchy, coarsest level first."""

    def __init__(self, name, levels, shape, strides, axes, axis_levels):
        self.name, self.levels, self.shape = name, levels, shape
        self.strides, self.axes, self.axis_levels = strides, axes, axis_levels

    def text(self):
        levels = ", ".join(f'#hir.topology<"{n}", {e}>' for n, e in self.levels)
        return (f"#{self.name} = #hir.mesh<[{levels}], #hir.layout<"
                f"({', '.join(map(str, self.shape))}) : "
                f"({', '.join(map(str, self.strides))})>, "
                f"[{', '.join(chr(34) + a + chr(34) for a in self.axes)}]>")

    def coords(self, position):
        """Axis coordinates of a machine position (a dict level -> index)."""
        index = 0
        for level, extent in self.levels:
            index = index * extent + position[level]
        key = (index,)
        cache = self.__dict__.setdefault("cache", {})
        if key not in cache:
            for flat in range(product(self.shape)):
                at, rest = [], flat
                for step, extent in zip(row_major(self.shape), self.shape):
                    at.append(rest // step)
                    rest %= step
                cache[(sum(a * s for a, s in zip(at, self.strides)),)] = tuple(at)
        return cache[key]


class Shard:
    """Per tensor axis the mesh axes that split it, major first; and partials."""

    def __init__(self, mesh, splits, partial=None):
        self.mesh, self.splits = mesh, tuple(tuple(s) for s in splits)
        self.partial = dict(partial or {})

    def is_real(self):
        return any(self.splits) or bool(self.partial)

    def key(self):
        return (self.mesh.name, self.splits, tuple(sorted(self.partial.items())))

    def text(self, shape, storage):
        extents, is_split, position = [], [], {}
        for extent, splits in zip(shape, self.splits):
            for axis in splits:
                position[axis] = len(extents)
                extents.append(self.mesh.shape[axis])
                is_split.append(True)
                extent //= self.mesh.shape[axis]
            if isinstance(extent, Extent) or extent != 1 or not splits:
                extents.append(extent)
                is_split.append(False)
        local = [1 if s else e for e, s in zip(extents, is_split)]
        if storage in ("gmem", "host"):
            strides = row_major(extents)
        else:
            strides = [0 if s else t
                       for t, s in zip(row_major(local), is_split)]
        entries = []
        for axis in range(len(self.mesh.shape)):
            if axis in position:
                entries.append(f"split({position[axis]})")
            elif axis in self.partial:
                entries.append(f"partial<{self.partial[axis]}>")
            else:
                entries.append("broadcast")
        return (f"#hir.shard<#hir.layout<({', '.join(map(str, extents))}) : "
                f"({', '.join(map(str, strides))})>, [{', '.join(entries)}], "
                f"#{self.mesh.name}>")


class Value:
    """A tensor (shape is a tuple) or a scalar (shape is None)."""

    def __init__(self, name, shape, elt, storage="gmem", shard=None):
        self.name, self.elt, self.storage = name, elt, storage
        self.shape = None if shape is None else tuple(shape)
        self.shard = shard if shard and shard.is_real() else None
        self.block = None      # where it is defined
        self.kind = "param"    # param op carried loop scopearg scope iv coord number
        self.owner = None      # the op, loop or scope that defines it
        self.index = 0         # which result or argument
        self.number = None     # of a scalar: a function of (position, trips)
        self.reads = ()        # of a scalar: the values it is computed from
        self.used = False

    def bits(self):
        return BITS[self.elt]

    def type(self):
        if self.shape is None:
            return self.elt
        head = "tensor<" + "".join(
            f"{'?' if isinstance(e, Extent) else e}x" for e in self.shape) + self.elt
        layout = self.shard.text(self.shape, self.storage) if self.shard else None
        dims = ", ".join(str(e) for e in self.shape if isinstance(e, Extent))
        if self.storage == "gmem" and not layout and not dims:
            return head + ">"
        tail = (self.storage + (f", layout = {layout}" if layout else "") +
                (f", dims = [{dims}]" if dims else ""))
        return f"{head}, #hir.encoding<{tail}>>"


class Block:
    def __init__(self, parent=None, kind="function", owner=None):
        self.parent, self.kind, self.owner = parent, kind, owner
        self.body, self.values, self.memo = [], [], {}

    def around(self):
        """Loops and scopes around the block's ops, outermost first."""
        outer = self.parent.around() if self.parent else []
        return outer + ([self.owner] if self.owner else [])


class Op:
    def __init__(self, kind, text, operands, results, dims, reads, writes,
                 work=None, moves=None, writes_moved=None, ignores=()):
        self.kind, self.text = kind, text
        self.operands, self.results = operands, results
        self.dims = [int(e) for e in dims]          # extents of the iteration space
        self.reads = reads              # operand number -> subscripts
        self.writes = writes            # result number -> subscripts
        self.work = work                # local extents -> (flops, service)
        self.moves = range(len(operands)) if moves is None else moves
        self.writes_moved = sorted(writes) if writes_moved is None else writes_moved
        self.windows = []               # (start value or int, size) by number
        self.view = None                # result 0 views operand 0: see interpreter
        self.has_gaps = False           # of a slice: it skips elements
        self.updates = None             # result 0 is operand N with a window replaced
        self.placed_by_result = False
        self.ignores = ignores          # operands whose elements do not matter
        self.window_dims = None         # the dim of each window; default its number
        self.block = None

    def type_split(self):
        """Per iteration dim the (mesh, axis) digits that divide it."""
        splits = [None] * len(self.dims)
        boundaries = [(self.results[i], s) for i, s in self.writes.items()
                      if i < len(self.results)]
        if not self.placed_by_result:
            boundaries += [(self.operands[i], s) for i, s in self.reads.items()]
        for value, subscripts in boundaries:
            if not value.shard:
                continue
            for axis, subscript in enumerate(subscripts):
                own = value.shard.splits[axis]
                if isinstance(subscript, int) and own:
                    splits[subscript] = [(value.shard.mesh, a) for a in own]
        return [s or [] for s in splits]


class Number:
    """Index arithmetic: folded into its readers, never measured."""

    def __init__(self, text, result):
        self.text, self.results = text, [result]


class Loop:
    def __init__(self, name, start, stop, step):
        self.iv = Value(name, None, "index")
        self.start, self.stop, self.step = start, stop, step
        self.inits, self.carried, self.yields, self.results = [], [], [], []
        self.body = None

    def trips(self):
        return max(0, -(-(self.stop - self.start) // self.step))


class Scope:
    def __init__(self, mesh):
        self.mesh = mesh
        self.coords, self.inputs, self.args = [], [], []
        self.yields, self.results = [], []
        self.body = None


TARGET = '#hir.cuda<device = "nvidia.h200_sxm">'


class Program:
    def __init__(self, topologies):
        self.topologies = topologies        # [(level, extent)], coarsest first
        self.meshes, self.params, self.returns = [], [], []
        self.dims = []                      # open dimensions
        self.cuts = {}                      # block -> the statements it calls
        self.body = Block()
        self.counter = 0

    def options(self):
        """What an analysis of the program has to be told."""
        text = self.module_text(TARGET)
        bound = ",".join(f"{d.name}={d.value}" for d in self.dims
                         if f"#{d.name}" in text or f'"{d.name}"' in text)
        return "function=f" + (f" dims={bound}" if bound else "")

    def text(self, target=TARGET):
        lines = [dim.text() for dim in self.dims]
        lines += [mesh.text() for mesh in self.meshes]
        return "\n".join(lines + [self.module_text(target)])

    def module_text(self, target):
        levels = ", ".join(f'#hir.topology<"{n}", {e}>'
                           for n, e in self.topologies)
        stated = f"hir.topologies = [{levels}], " if levels else ""
        lines = [(f"module @M attributes {{hir.target = {target}, {stated}"
                  "hir.entry = @f} {")]
        lines.append(f"func.func @f({declared(self.params)}) -> "
                     f"({types(self.returns)}) {{")
        self.called = []
        self.print_block(self.body, lines, "  ")
        lines.append(returned(self.returns))
        self.print_called(lines)
        lines.append("}")
        return "\n".join(lines) + "\n"

    def print_called(self, lines):
        """The functions called so far, in the module being printed."""
        while self.called:
            self.print_callee(self.called.pop(0), lines)

    def print_callee(self, cut, lines):
        signature = f"({types(cut.outputs)})"
        bodies = [(cut.name, "")]
        if cut.style == "variants":
            dim = self.dims[0]
            # The middle of the interval, or one above where only that splits it.
            middle = max((dim.low + dim.high) // 2, dim.low + 1)
            bodies = [(cut.name + half, f" attributes {{hir.range = #hir.range<"
                       f'"{dim.name}", {low}, {high}>}}')
                      for half, low, high in (("_low", dim.low, middle),
                                              ("_high", middle, dim.high))]
            listed = ", ".join("@" + name for name, _ in bodies)
            lines.append(f"func.func nested @{cut.name}({types(cut.inputs)}) -> "
                         f"{signature} attributes {{hir.variants = [{listed}]}}")
        if cut.style == "child":
            lines.append(f"module @{cut.name}_owner {{")
            outer, self.called = self.called, []
        for name, attributes in bodies:
            visibility = "nested " if cut.style != "child" else ""
            lines.append(f"func.func {visibility}@{name}({declared(cut.inputs)}) -> "
                         f"{signature}{attributes} {{")
            self.print_statements(cut.statements, lines, "  ")
            lines.append(returned(cut.outputs))
        if cut.style == "child":
            self.print_called(lines)
            self.called = outer
            lines.append("}")

    def print_block(self, block, lines, indent):
        cut = self.cuts.get(block)
        if not cut:
            return self.print_statements(block.body, lines, indent)
        if cut not in self.called:
            self.called.append(cut)
        self.print_statements(block.body[:cut.start], lines, indent)
        owner = f"@{cut.name}_owner::" if cut.style == "child" else ""
        results = names(cut.outputs) + " = " if cut.outputs else ""
        lines.append(f"{indent}{results}hir.call {owner}@{cut.name}"
                     f"({names(cut.inputs)}) : ({types(cut.inputs)}) -> "
                     f"({types(cut.outputs)})")
        self.print_statements(block.body[cut.stop:], lines, indent)

    def print_statements(self, statements, lines, indent):
        for stmt in statements:
            if isinstance(stmt, (Op, Number)):
                lines.append(f"{indent}{names(stmt.results)} = {stmt.text}")
                continue
            results = names(stmt.results) + " = " if stmt.results else ""
            if isinstance(stmt, Loop):
                lines.append(
                    f"{indent}{results}hir.grid_region %{stmt.iv.name} = "
                    f"{stmt.start} to {stmt.stop} step {stmt.step} "
                    f"iter_args({bound(stmt.carried, stmt.inits)}) -> "
                    f"({types(stmt.results)}) {{")
            else:
                lines.append(
                    f"{indent}{results}hir.mesh_scope #{stmt.mesh.name} "
                    f"at({names(stmt.coords)}) args({bound(stmt.args, stmt.inputs)}) "
                    f": ({types(stmt.args)}) -> ({types(stmt.results)}) {{")
            self.print_block(stmt.body, lines, indent + "  ")
            lines.append(f"{indent}  hir.yield {names(stmt.yields)} : "
                         f"{types(stmt.yields)}")
            lines.append(indent + "}")


def names(values):
    return ", ".join("%" + v.name for v in values)


def types(values):
    return ", ".join(v.type() for v in values)


def declared(values):
    return ", ".join(f"%{v.name}: {v.type()}" for v in values)


def bound(inner, outer):
    return ", ".join(f"%{i.name} = %{o.name}" for i, o in zip(inner, outer))


def returned(values):
    return (f"  return {names(values)} : {types(values)}" if values
            else "  return") + "\n}"
