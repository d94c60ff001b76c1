"""Every op of the catalogue (ir.md 7) as the interpreter walks it.

A builder takes a `Maker` `m`, which finds or makes operands, and returns an `Op`.
"""

from program import FLOATS, FLOPS_NAME, Op, Shard, product, row_major

FLOAT = ("f32", "f16", "bf16")


def flops(elt, n):
    return {FLOPS_NAME.get(elt, elt): n} if n else {}


def arithmetic(elt, n):
    """n flops, or n integer services."""
    return (flops(elt, n), {}) if elt in FLOATS else ({}, {"integer": n})


def dims_of(shape):
    return list(range(len(shape)))


def broadcast(value_shape, result_shape):
    shift = len(result_shape) - len(value_shape)
    return [a + shift if e == result_shape[a + shift] else ("fn", (), lambda: 0)
            for a, e in enumerate(value_shape)]


def listing(values):
    return ", ".join("%" + v.name for v in values)


def types(values):
    return ", ".join(v.type() for v in values)


def generic(name, operands, attrs=""):
    return (f"hir.{name} {listing(operands)}{' ' + attrs if attrs else ''} : "
            f"{types(operands)}")


def operands_by_dims(m, dims, wanted, storage, sharding):
    """Makes operands of (elt, subscripts, shape), sharded as the dims are or not at
    all."""
    made = []
    for elt, subscripts, shape in wanted:
        shard = None
        if sharding and m.rng.random() < 0.75:
            mesh, by_dim = sharding
            shard = Shard(mesh, [by_dim.get(s, ()) if isinstance(s, int) and
                                 shape[a] == dims[s] else ()
                                 for a, s in enumerate(subscripts)])
        made.append(m.operand(shape, elt, storage, shard))
    return made


def result_shard(op, subscripts, reduction=None):
    """What the splits of the dims make of a result (ir.md 6)."""
    op.splits = op.type_split()
    meshes = [mesh for s in op.splits for mesh, _ in s]
    if not meshes:
        return None
    splits = [[a for _, a in op.splits[s]] if isinstance(s, int) else []
              for s in subscripts]
    kept = {s for s in subscripts if isinstance(s, int)}
    partial = {a: reduction for d, s in enumerate(op.splits) if d not in kept
               for _, a in s}
    return Shard(meshes[0], splits, partial)


def finish(m, op, specs, reduction=None):
    """Adds results (shape, elt, storage); their subscripts are op.writes."""
    for i, (shape, elt, storage) in enumerate(specs):
        shard = result_shard(op, op.writes[i], reduction)
        op.results.append(m.result(op, i, shape, elt, storage, shard))
    op.splits = op.type_split()
    return m.emit(op)


def make(m, name, dims, wanted, results, writes, work=None, attrs="", storage=None,
         sharding=None, reduction=None, text=None, **more):
    storage = storage or m.storage()
    operands = operands_by_dims(m, dims, wanted, storage, sharding)
    op = Op(name, None, operands, [], dims,
            {i: w[1] for i, w in enumerate(wanted)},
            dict(enumerate(writes)), work, **more)
    op.text = (text or generic)(*([name, operands, attrs] if not text
                                  else [operands]))
    return finish(m, op, [(s, e, storage) for s, e in results], reduction)


# --- elementwise ---------------------------------------------------------------


def unary(m):
    kind = m.rng.choice(["neg", "abs", "square", "ceil", "round", "rsqrt", "exp",
                         "log", "exp2", "log2", "tanh", "erf", "clamp", "relu",
                         "sigmoid", "silu", "gelu", "gelu_none", "softplus", "cast"])
    elt = m.rng.choice(FLOAT)
    shape, sharding = m.sharded_shape(m.rank())
    attrs = ""

    def work(local):
        n = product(local)
        special = {"special": n}
        if kind in ("neg", "abs", "square", "ceil", "round"):
            return flops(elt, n), {}
        table = {"clamp": ({}, {"predicate": 2 * n}), "relu": ({}, {"predicate": n}),
                 "sigmoid": ({"f32": 3 * n}, special),
                 "silu": ({"f32": 4 * n}, special),
                 "gelu": ({"f32": 8 * n}, special),
                 "gelu_none": ({"f32": 4 * n}, special),
                 "softplus": ({"f32": n}, {"special": 2 * n}), "cast": ({}, {})}
        return table.get(kind, ({}, special))

    if kind == "clamp":
        attrs = "{min = 0.0, max = 1.0}"
    if kind == "gelu_none":
        attrs = '{approximate = "none"}'
    to = m.rng.choice(["bf16", "f32", "i32"]) if kind == "cast" else elt
    text = None
    if kind == "cast":
        text = lambda ops: f"hir.cast %{ops[0].name} to {to} : {types(ops)}"
    return make(m, kind.split("_")[0], shape, [(elt, dims_of(shape), shape)],
                [(shape, to)], [dims_of(shape)], work, attrs, sharding=sharding,
                text=text)


def binary(m):
    kind = m.rng.choice(["add", "sub", "mul", "div", "max", "min", "cmp", "and",
                         "floordiv", "mod"])
    elt = {"and": "i1", "floordiv": "i32", "mod": "i32"}.get(
        kind, m.rng.choice(FLOAT + ("i32",)))
    shape, sharding = m.sharded_shape(m.rank())
    other = tuple(1 if m.rng.random() < 0.3 else e for e in shape)
    if m.rng.random() < 0.3:
        other = other[m.rng.randrange(len(other)):]
    if m.rng.random() < 0.15 and elt in ("f32", "bf16", "f16"):
        other = None
    wanted = [(elt, dims_of(shape), shape)]
    wanted.append((elt, [] if other is None else broadcast(other, shape), other))
    if m.rng.random() < 0.5 and other is not None:
        wanted.reverse()

    def work(local):
        n = product(local)
        if kind in ("max", "min", "cmp", "and"):
            return {}, {"predicate": n}
        return arithmetic(elt, n)

    text = None
    if kind == "cmp":
        text = lambda ops: f"hir.cmp lt {listing(ops)} : {types(ops)}"
    to = "i1" if kind == "cmp" else elt
    return make(m, kind, shape, wanted, [(shape, to)], [dims_of(shape)], work,
                sharding=sharding, text=text)


def where(m):
    shape, sharding = m.sharded_shape(m.rank())
    cond = tuple(1 if m.rng.random() < 0.3 else e for e in shape)
    return make(m, "where", shape,
                [("i1", broadcast(cond, shape), cond),
                 ("f32", dims_of(shape), shape), ("f32", dims_of(shape), shape)],
                [(shape, "f32")], [dims_of(shape)],
                lambda local: ({}, {"select": product(local)}), sharding=sharding)


# --- contractions ----------------------------------------------------------------


def matmul(m):
    batch = m.rng.choice([0, 0, 1, 2])
    elt = m.rng.choice(["f32", "bf16"])
    dims, sharding = m.sharded_shape(batch + 3)
    b = list(range(batch))
    mm, nn, kk = batch, batch + 1, batch + 2
    lhs, rhs = b + [mm, kk], b + [kk, nn]
    shape = lambda subs: tuple(dims[d] for d in subs)
    lshape, rshape = shape(lhs), shape(rhs)
    if batch and m.rng.random() < 0.5:
        drop = m.rng.randrange(1, batch + 1)
        rhs, rshape = rhs[drop:], rshape[drop:]
    elif batch and m.rng.random() < 0.5:
        rhs = [("fn", (), lambda: 0)] + rhs[1:]
        rshape = (1,) + rshape[1:]
    to = "f32" if elt == "bf16" and m.rng.random() < 0.5 else elt
    arrow = f" to {to}" if to != elt else ""
    return make(m, "matmul", dims, [(elt, lhs, lshape), (elt, rhs, rshape)],
                [(shape(b + [mm, nn]), to)], [b + [mm, nn]],
                lambda local: (flops(elt, 2 * product(local)), {}),
                sharding=sharding, reduction="sum",
                text=lambda ops: f"hir.matmul {listing(ops)}{arrow} : {types(ops)}")


def mma(m):
    return make(m, "mma_sm80_16x8x16", [16, 8, 16],
                [("bf16", [0, 2], (16, 16)), ("bf16", [2, 1], (16, 8))],
                [((16, 8), "f32")], [[0, 1]],
                lambda local: (flops("bf16", 2 * product(local)), {}),
                storage="rmem",
                text=lambda ops: f"hir.mma_sm80_16x8x16 {listing(ops)} to f32 : "
                f"{types(ops)}")


def conv2d(m):
    r = m.rng
    groups = r.choice([1, 1, 2])
    n, cig, kh, kw = r.choice([1, 2]), r.choice([1, 3]), r.choice([1, 2, 3]), 2
    sh, ph, dh = r.choice([1, 2]), r.choice([0, 1]), r.choice([1, 2])
    h, w = r.choice([7, 8]), r.choice([5, 6])
    oh = (h + 2 * ph - dh * (kh - 1) - 1) // sh + 1
    ow = (w - (kw - 1) - 1) + 1
    dims, sharding = m.sharded_shape(2, extents=[n, 2 * groups])
    if groups > 1:
        sharding = None
    n, co = dims
    dims = [n, co, oh, ow, cig, kh, kw]
    cog = co // groups
    channel = 4 if groups == 1 else ("fn", (1, 4), lambda o, i: o // cog * cig + i)

    def inside(extent, step, gap, pad):
        def at(o, k):
            x = o * step + k * gap - pad
            return x if 0 <= x < extent else None
        return at

    x = [0, channel, ("fn", (2, 5), inside(h, sh, dh, ph)),
         ("fn", (3, 6), inside(w, 1, 1, 0))]
    wanted = [("f32", x, (n, cig * groups, h, w)),
              ("f32", [1, 4, 5, 6], (co, cig, kh, kw))]
    if r.random() < 0.5:
        wanted.append(("f32", [1], (co,)))
    text = lambda ops: (f"hir.conv2d {listing(ops)} stride [{sh}, 1] padding "
                        f"[{ph}, 0] dilation [{dh}, 1] groups {groups} : {types(ops)}")
    return make(m, "conv2d", dims, wanted, [((n, co, oh, ow), "f32")],
                [[0, 1, 2, 3]], lambda local: (flops("f32", 2 * product(local)), {}),
                sharding=sharding, reduction="sum", text=text)


# --- reductions and rows ----------------------------------------------------------


def reduce(m):
    kind = m.rng.choice(["sum", "mean", "max", "min", "abs_max"])
    elt = m.rng.choice(["f32", "bf16", "i32"]) if kind != "mean" else "f32"
    rank = m.rng.choice([1, 2, 3])
    axes = sorted(m.rng.sample(range(rank), m.rng.randrange(1, rank + 1)))
    allowed = None if kind != "abs_max" else [a for a in range(rank) if a not in axes]
    dims, sharding = m.sharded_shape(rank, allowed=allowed)
    keep = m.rng.random() < 0.5
    out, subs = [], []
    for a in range(rank):
        if a not in axes:
            out.append(dims[a])
            subs.append(a)
        elif keep:
            out.append(1)
            subs.append(("fn", (), lambda: 0))

    def work(local):
        every, kept = product(local), product(
            e for a, e in enumerate(local) if a not in axes)
        if kind == "sum":
            return arithmetic(elt, every)
        if kind == "mean":
            return arithmetic(elt, every + kept)
        if kind == "abs_max":
            f, s = arithmetic(elt, every)
            return f, {**s, "predicate": every}
        return {}, {"predicate": every}

    keepdim = " {keepdim = true}" if keep else ""
    return make(m, "reduce", dims, [(elt, dims_of(dims), dims)], [(out, elt)], [subs],
                work, sharding=sharding,
                reduction={"mean": "sum"}.get(kind, kind),
                text=lambda ops: f"hir.reduce {kind} {listing(ops)} axes {axes}"
                f"{keepdim} : {types(ops)}")


def argmax(m):
    rank = m.rng.choice([1, 2, 3])
    axis = m.rng.randrange(rank)
    dims, sharding = m.sharded_shape(rank, allowed=[a for a in range(rank)
                                                    if a != axis])
    subs = [a for a in range(rank) if a != axis]
    return make(m, "argmax", dims, [("f32", dims_of(dims), dims)],
                [([dims[a] for a in subs], "i64")], [subs],
                lambda local: ({}, {"predicate": product(local)}),
                f"{{axis = {axis}}}", sharding=sharding)


def softmax(m):
    shape, sharding = m.sharded_shape(m.rank(), allowed=None)
    axis = m.rng.randrange(len(shape))
    others = [a for a in range(len(shape)) if a != axis]
    if sharding:
        sharding = (sharding[0], {others.index(d): s for d, s in sharding[1].items()
                                  if d != axis})
    dims = [shape[a] for a in others]
    subs = [others.index(a) if a != axis else ("all",) for a in range(len(shape))]

    def work(local):
        n = product(local) * shape[axis]
        return {"f32": 3 * n}, {"special": n, "predicate": n}

    return make(m, "softmax", dims, [("f32", subs, shape)], [(shape, "f32")], [subs],
                work, f"{{axis = {axis}}}", sharding=sharding)


def norm(m):
    shape, sharding = m.sharded_shape(m.rng.choice([2, 3]))
    layer = m.rng.random() < 0.5
    first = m.rng.randrange(1, len(shape)) if layer else len(shape) - 1
    if sharding:
        sharding = (sharding[0], {d: s for d, s in sharding[1].items() if d < first})
    subs = [a if a < first else ("all",) for a in range(len(shape))]
    tail = shape[first:]
    wanted = [("bf16", subs, shape)] + [("bf16", [("all",)] * len(tail), tail)
                                        ] * (2 if layer else 1)

    def work(local):
        rows = product(local)
        n = rows * product(tail)
        return ({"f32": 7 * n + 3 * rows if layer else 4 * n + 2 * rows},
                {"special": rows})

    return make(m, "layer_norm" if layer else "rms_norm", shape[:first], wanted,
                [(shape, "bf16")], [subs], work,
                f"{{axis = {first}}}" if layer else "", sharding=sharding)


def topk(m):
    rank = m.rng.choice([1, 2, 3])
    shape, sharding = m.sharded_shape(rank)
    axis = m.rng.randrange(rank)
    if sharding:
        sharding = (sharding[0], {d: s for d, s in sharding[1].items() if d != axis})
    k = m.rng.randrange(1, shape[axis] + 1)
    dims = [k if a == axis else e for a, e in enumerate(shape)] + [shape[axis]]
    subs = [rank if a == axis else a for a in range(rank)]

    def work(local):
        return {}, {"predicate": product(local) // local[axis]}

    return make(m, "topk", dims, [("f32", subs, shape)],
                [(dims[:-1], "f32"), (dims[:-1], "i64")],
                [dims_of(shape)] * 2, work, sharding=sharding,
                text=lambda ops: f"hir.topk {listing(ops)} k {k} {{axis = {axis}}} : "
                f"{types(ops)}")


def quant(m):
    group = m.rng.choice([2, 3])
    shape, sharding = m.sharded_shape(2)
    shape = (shape[0], group * m.rng.choice([1, 2, 3]))
    if sharding:
        sharding = (sharding[0], {d: s for d, s in sharding[1].items() if d == 0})
    scales = (shape[0], shape[1] // group)

    def work(local):
        n = product(local)
        return {"f32": 2 * n + n // group}, {"predicate": 3 * n}

    return make(m, "quant", shape, [("bf16", [0, 1], shape)],
                [(shape, "f8E4M3FN"), (scales, "f32")],
                [[0, 1], [0, ("fn", (1,), lambda j: j // group)]], work,
                f"{{group = {group}}}", sharding=sharding)


def rope(m):
    r = m.rng
    (b, s), sharding = m.sharded_shape(2, extents=[r.choice([1, 2]), r.choice([2, 3])])
    hq, hk, d, p = r.choice([2, 3]), r.choice([1, 2]), 4, r.choice([3, 7, 11])
    dims = [b, s, hq, hk]
    pos = m.operand((s,), "i64", "gmem", None)
    q, k = [0, 1, 2, ("all",)], [0, 1, 3, ("all",)]
    table = [("rows", pos, 1), ("all",)]
    storage = "gmem"
    operands = operands_by_dims(m, dims, [("bf16", q, (b, s, hq, d)),
                                          ("bf16", k, (b, s, hk, d))], storage,
                                sharding)
    operands += [m.operand((p, d), "bf16", storage, None) for _ in range(2)] + [pos]
    op = Op("rope", generic("rope", operands), operands, [], dims,
            {0: q, 1: k, 2: table, 3: table, 4: [1]}, {0: q, 1: k},
            lambda local: (flops("bf16", 3 * local[0] * local[1] * d *
                                 (local[2] + local[3])), {}))
    return finish(m, op, [((b, s, hq, d), "bf16", storage),
                          ((b, s, hk, d), "bf16", storage)])


# --- rows by index ------------------------------------------------------------------


def indexed_axis(m):
    """A shape, how it is sharded, the axis that an index tensor chooses rows of, that
    tensor, and the extents with as many rows as it chooses."""
    shape, sharding = m.sharded_shape(m.rng.choice([1, 2, 3]))
    dim = m.rng.randrange(len(shape))
    if sharding:
        sharding = (sharding[0], {d: s for d, s in sharding[1].items() if d != dim})
    count = m.rng.choice([1, 2, 3])
    index = m.operand((count,), "i64", "gmem", None)
    dims = [count if a == dim else e for a, e in enumerate(shape)]
    return shape, sharding, dim, index, dims


def index_select(m):
    shape, sharding, dim, index, dims = indexed_axis(m)
    subs = [("rows", index, dim) if a == dim else a for a in range(len(shape))]
    storage = "gmem"
    source = operands_by_dims(m, dims, [("bf16", subs, shape)], storage, sharding)[0]
    operands = [source, index]
    op = Op("index_select", generic("index_select", operands, f"{{dim = {dim}}}"),
            operands, [], dims, {0: subs, 1: [dim]}, {0: dims_of(dims)})
    return finish(m, op, [(dims, "bf16", storage)])


def index_update(m):
    kind = m.rng.choice(["index_add", "index_copy"])
    elt = m.rng.choice(["f32", "bf16", "i32"])
    shape, sharding, dim, index, dims = indexed_axis(m)
    rows = [("rows", index, dim) if a == dim else a for a in range(len(shape))]
    container = m.operand(shape, elt, "gmem", None, container=True)
    source = m.operand(dims, elt, "gmem", None)
    operands = [container, index, source]
    add = kind == "index_add"
    op = Op(kind, generic(kind, operands, f"{{dim = {dim}}}"), operands, [], dims,
            {0: rows, 1: [dim], 2: dims_of(dims)}, {0: rows},
            (lambda local: arithmetic(elt, product(local))) if add else None,
            moves=[0, 1, 2] if add else [1, 2])
    op.updates = 0
    return finish(m, op, [(shape, elt, "gmem")])


# --- movement ----------------------------------------------------------------------


def concat(m):
    shape, sharding = m.sharded_shape(m.rank())
    axis = m.rng.randrange(len(shape))
    if sharding:
        sharding = (sharding[0], {d: s for d, s in sharding[1].items() if d != axis})
    parts = [m.rng.choice([1, 2, 3]) for _ in range(m.rng.choice([2, 3]))]
    dims = [sum(parts) if a == axis else e for a, e in enumerate(shape)]
    wanted, offset = [], 0
    for part in parts:
        own = tuple(part if a == axis else e for a, e in enumerate(shape))
        at = lambda i, o=offset, p=part: i - o if 0 <= i - o < p else None
        wanted.append(("bf16", [("fn", (axis,), at) if a == axis else a
                                for a in range(len(shape))], own))
        offset += part
    return make(m, "concat", dims, wanted, [(dims, "bf16")], [dims_of(dims)], None,
                f"{{axis = {axis}}}", sharding=sharding)


def stack(m):
    shape, _ = m.sharded_shape(m.rng.choice([1, 2]))
    axis, count = m.rng.randrange(len(shape) + 1), m.rng.choice([2, 3])
    dims = list(shape[:axis]) + [count] + list(shape[axis:])
    own = [a if a < axis else a + 1 for a in range(len(shape))]
    return make(m, "stack", dims, [("f32", own, shape)] * count, [(dims, "f32")],
                [dims_of(dims)], None, f"{{axis = {axis}}}")


def split(m):
    shape, sharding = m.sharded_shape(m.rank())
    axis, count = m.rng.randrange(len(shape)), m.rng.choice([2, 3])
    # The axis that is cut must not be open.
    shape = tuple(int(e) if a == axis else e for a, e in enumerate(shape))
    if sharding:
        sharding = (sharding[0], {d: s for d, s in sharding[1].items() if d != axis})
    whole = tuple(e * count if a == axis else e for a, e in enumerate(shape))
    subs = [("all",) if a == axis else a for a in range(len(shape))]
    return make(m, "split", shape, [("f32", subs, whole)], [(shape, "f32")] * count,
                [dims_of(shape)] * count, None, f"{{axis = {axis}, num = {count}}}",
                sharding=sharding)


def repeat_interleave(m):
    shape, sharding = m.sharded_shape(m.rank())
    axis, times = m.rng.randrange(len(shape)), m.rng.choice([2, 3])
    if sharding:
        sharding = (sharding[0], {d: s for d, s in sharding[1].items() if d != axis})
    dims = [e * times if a == axis else e for a, e in enumerate(shape)]
    subs = [("fn", (axis,), lambda i: i // times) if a == axis else a
            for a in range(len(shape))]
    return make(m, "repeat_interleave", dims, [("bf16", subs, shape)],
                [(dims, "bf16")], [dims_of(dims)], None,
                f"{{repeats = {times}, axis = {axis}}}", sharding=sharding)


def zeros(m):
    shape, _ = m.sharded_shape(m.rank())
    op = Op("zeros", "", [], [], shape, {}, {0: dims_of(shape)})
    op.splits = [[] for _ in shape]
    op.results = [m.result(op, 0, shape, m.rng.choice(FLOAT), m.storage(), None)]
    op.text = f"hir.zeros : {op.results[0].type()}"
    return m.emit(op)


def full_like(m):
    shape, sharding = m.sharded_shape(m.rank())
    return make(m, "full_like", shape, [("f32", dims_of(shape), shape)],
                [(shape, "f32")], [dims_of(shape)], None, "{value = 1.0}",
                sharding=sharding, moves=[], ignores=(0,))


def reshard(m):
    shape, sharding = m.sharded_shape(m.rank())
    elt = m.rng.choice(["f32", "bf16", "f4E2M1FN"])
    source = m.operand(shape, elt, "gmem", m.random_shard(shape, sharding))
    return reshard_to(m, source, m.rng.choice(["gmem", "smem", "rmem"]),
                      m.random_shard(shape, sharding))


def reshard_to(m, source, storage, shard):
    if storage in m.no_storage:
        storage = "rmem"
    moves = storage != source.storage
    op = Op("reshard", "", [source], [], source.shape, {0: dims_of(source.shape)},
            {0: dims_of(source.shape)}, moves=[0] if moves else [],
            writes_moved=[0] if moves else [])
    op.placed_by_result = True
    op.results = [m.result(op, 0, source.shape, source.elt, storage, shard)]
    op.splits = op.type_split()
    to = op.results[0]
    layout = (f", layout = {to.shard.text(to.shape, storage)}" if to.shard else "")
    op.text = f"hir.reshard %{source.name} to <{storage}{layout}> : {source.type()}"
    return m.emit(op)


# --- views ---------------------------------------------------------------------------


def view_op(m, kind, source, shape, text, view, moves=(), writes_moved=(), shard=None,
            starts=(), windows=()):
    subs = dims_of(shape)
    operands = [source] + list(starts)
    op = Op(kind, text, operands, [], shape, {}, {0: subs},
            moves=[i + 1 for i in range(len(starts))] if kind == "slice" else moves,
            writes_moved=writes_moved)
    op.windows, op.view = list(windows), view
    op.results = [m.result(op, 0, shape, source.elt, source.storage, shard)]
    op.splits = op.type_split()
    return m.emit(op)


def slice_of(m, source, starts, sizes, strides):
    """`starts` are ints or index values."""
    dynamic = [s for s in starts if not isinstance(s, int)]
    shown = ", ".join(str(s) if isinstance(s, int) else "%" + s.name for s in starts)

    def view(run, op, coords, p, trips):
        first = [run.start(op, i, p, trips, e)
                 for i, e in enumerate(source.shape)]
        return {tuple(f + c * t for f, c, t in zip(first, at, strides))
                for at in coords}

    spans = [(n - 1) * t + 1 for n, t in zip(sizes, strides)]
    values = view_op(m, "slice", source, sizes,
                   f"hir.slice %{source.name}[{shown}] {list(sizes)} "
                   f"{list(strides)} : {source.type()}", view, starts=dynamic,
                   windows=list(zip(starts, spans)))
    values[0].owner.has_gaps = any(t != 1 for t in strides)
    return values


def reshape_of(m, source, shape):
    def view(run, op, coords, p, trips):
        found = set()
        for at in coords:
            flat = sum(c * s for c, s in zip(at, row_major(shape)))
            to = []
            for step in row_major(source.shape):
                to.append(flat // step)
                flat %= step
            found.add(tuple(to))
        return found

    return view_op(m, "reshape", source, shape,
                   f"hir.reshape %{source.name} to {list(shape)} : {source.type()}",
                   view)


def transpose_of(m, source, perm):
    shape = [source.shape[p] for p in perm]
    shard = source.shard and Shard(source.shard.mesh,
                                   [source.shard.splits[p] for p in perm],
                                   source.shard.partial)

    def view(run, op, coords, p, trips):
        found = set()
        for at in coords:
            to = [0] * len(perm)
            for axis, where in enumerate(perm):
                to[where] = at[axis]
            found.add(tuple(to))
        return found

    op_values = view_op(m, "transpose", source, shape,
                        f"hir.transpose %{source.name} perm {list(perm)} : "
                        f"{source.type()}", view, moves=[0], writes_moved=[0],
                        shard=shard)
    op_values[0].owner.reads[0] = [list(perm).index(a) for a in range(len(perm))]
    return op_values


def local_of(m, source, level):
    mesh = source.shard.mesh
    names = [n for n, _ in m.program.topologies]
    depth = names.index(level)
    own = lambda a: names.index(mesh.axis_levels[a]) <= depth
    shape, kept = [], []
    for extent, splits in zip(source.shape, source.shard.splits):
        for a in splits:
            extent //= mesh.shape[a] if own(a) else 1
        shape.append(extent)
        kept.append([a for a in splits if not own(a)])

    def view(run, op, coords, p, trips):
        at = mesh.coords(p)
        found = set()
        for c in coords:
            to = []
            for x, extent, splits in zip(c, source.shape, source.shard.splits):
                base, step, rest = 0, extent, x
                digits = []
                for a in splits:
                    step //= mesh.shape[a]
                    digits.append((a, step))
                inner = step
                for a, step in reversed(digits):
                    if own(a):
                        base += at[a] * step
                # What is left of x are the finer digits, then the rest.
                place, low = 0, x % inner
                high = x // inner
                for a, step in reversed(digits):
                    if not own(a):
                        place += high % mesh.shape[a] * step
                        high //= mesh.shape[a]
                to.append(base + place + low)
            found.add(tuple(to))
        return found

    partial = {a: k for a, k in source.shard.partial.items() if not own(a)}
    shard = Shard(mesh, kept, partial)
    values = view_op(m, "local", source, shape,
                     f'hir.local %{source.name} at "{level}" : {source.type()}', view,
                     shard=shard)
    values[0].owner.level = level
    return values


# --- windows written -----------------------------------------------------------------


def insert_into(m, update, container, starts):
    dynamic = [s for s in starts if not isinstance(s, int)]
    shown = ", ".join(str(s) if isinstance(s, int) else "%" + s.name for s in starts)
    rank = len(container.shape)
    operands = [update, container] + dynamic
    op = Op("insert_slice",
            f"hir.insert_slice %{update.name} into %{container.name}[{shown}] : "
            f"{update.type()}, {container.type()}", operands, [], container.shape,
            {0: [("window", d, d, True) for d in range(rank)]},
            {0: [("window", d, d, False) for d in range(rank)]},
            moves=[0] + [i + 2 for i in range(len(dynamic))])
    op.windows = list(zip(starts, update.shape))
    op.updates = 1
    op.splits = [[] for _ in range(rank)]
    op.results = [m.result(op, 0, container.shape, container.elt, container.storage,
                           None)]
    return m.emit(op)


def cache_update(m):
    r = m.rng
    b, rows, h, d = r.choice([1, 2]), r.choice([5, 7, 11]), 2, 3
    new_rows = r.choice([1, 2, 3])
    size = r.randrange(1, new_rows + 1)
    cache = m.operand((b, rows, h, d), "bf16", "gmem", None, container=True)
    new = m.operand((b, new_rows, h, d), "bf16", m.storage(), None)
    pos = m.start_index(size, rows)
    count = m.number(lambda: size, f"arith.constant {size} : index", [])
    operands = [cache, pos, count, new]
    window = lambda shifted: [0, ("window", 0, 1, shifted), 2, 3]
    op = Op("cache_update",
            f"hir.cache_update {listing(operands)} : {types(operands)}", operands, [],
            cache.shape, {3: window(True)}, {0: window(False)}, moves=[1, 2, 3])
    op.windows = [(pos, size)]
    op.window_dims = [1]
    op.updates = 0
    op.splits = [[] for _ in cache.shape]
    op.results = [m.result(op, 0, cache.shape, "bf16", "gmem", None)]
    return m.emit(op)


CATALOGUE = [unary, unary, binary, binary, binary, where, matmul, matmul, matmul, mma,
             conv2d, reduce, reduce, argmax, softmax, norm, topk, quant, rope,
             index_select, index_update, concat, stack, split, repeat_interleave,
             zeros, full_like, reshard, cache_update]
