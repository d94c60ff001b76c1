#!/usr/bin/env python3
"""Random valid programs: ops of the catalogue in nested loops and mesh scopes, sharded over
meshes, in parts called, of open dimensions.

    generate.py SEED [COUNT]     the programs of seeds from SEED on, split by `// -----`

Everything an op makes is used in the end (carried out of loops, inserted into a
container or yielded out of scopes, returned), so nothing is dropped as dead. A seed is
one program, whatever else is generated.
"""

import random
import sys

import catalogue
from calls import choose_cuts
from extents import Dim, has_sums, is_open, is_same, written_in
from program import (Block, FLOATS, Loop, Mesh, Number, Op, Program, Scope, Shard,
                     Value, product, row_major)


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        r = self.rng
        topologies = [("cta", r.choice([2, 3, 4, 6]))]
        if r.random() < 0.4:
            topologies.append(("thread", r.choice([2, 3, 4])))
        if r.random() < 0.1:
            topologies = []
        self.level = r.choice([n for n, _ in topologies] + ["cta"]) if topologies \
            else None
        self.no_storage = {"smem"} if self.level == "thread" else set()
        self.program = Program(topologies)
        # What writes a program otherwise must not change which one it is.
        self.style = random.Random(f"style {seed}")
        self.views = random.Random(f"views {seed}")
        if self.style.random() < 0.5:
            self.open_dims()
        self.block = self.program.body
        self.meshes = {}
        for at, (level, extent) in enumerate(topologies):
            self.add_mesh((level,), [(level, extent)], [self.factor(extent)], at)
        if len(topologies) > 1:
            self.add_mesh(("cta", "thread"), topologies,
                          [self.factor(e) for _, e in topologies], 2)
        # The same positions otherwise divided: shards alone use it.
        self.others = []
        if topologies and r.random() < 0.5:
            level, extent = r.choice(topologies)
            self.others.append(self.make_mesh(
                [(level, extent)], [self.factor(extent)], 3))

    # --- dimensions ---------------------------------------------------------------

    def open_dims(self):
        for i in range(self.style.choice([1, 1, 2])):
            value = self.style.choice([2, 3, 4, 5])
            low = self.style.choice([value - 1, value])
            self.program.dims.append(
                Dim(f"d{i}", low, value + self.style.choice([2, 5, 60000]), value))

    def opened(self, extent):
        """The extent, or one that a dimension makes of it."""
        if extent < 2 or not self.program.dims or self.style.random() < 0.6:
            return extent
        dim = self.style.choice(self.program.dims)
        offset = extent - dim.value
        # Layouts divide products of dimensions, not sums.
        if self.sharding_now and offset:
            return extent
        return written_in(extent, dim, offset) if dim.low + offset > 0 else extent

    # --- meshes and shapes -------------------------------------------------------

    def factor(self, extent):
        splits = [d for d in range(2, extent) if extent % d == 0]
        factors = [extent]
        if splits and self.rng.random() < 0.7:
            d = self.rng.choice(splits)
            factors = [d, extent // d]
        if self.rng.random() < 0.2:
            factors.insert(self.rng.randint(0, len(factors)), 1)
        return factors

    def add_mesh(self, key, levels, factors, at):
        self.meshes[key] = self.make_mesh(levels, factors, at)

    def make_mesh(self, levels, factors, at):
        shape = [e for own in factors for e in own]
        strides = row_major(shape)
        if len(levels) == 1 and len(shape) == 2 and self.rng.random() < 0.4:
            strides = [1, shape[0]]
        owners = [n for (n, _), own in zip(levels, factors) for _ in own]
        axes = [f"{n[0]}{i}" for i, n in enumerate(owners)]
        mesh = Mesh(f"m{at}", levels, shape, strides, axes, owners)
        self.program.meshes.append(mesh)
        return mesh

    def rank(self):
        return self.rng.choice([1, 2, 2, 3])

    def storage(self):
        storage = self.rng.choice(self.storages)
        return "gmem" if storage in self.no_storage else storage

    def sharded_shape(self, rank, extents=None, allowed=None):
        """Extents, and (mesh, {dim: axes}) half of the time."""
        r = self.rng
        extents = list(extents or [self.opened(r.choice([1, 2, 3, 4, 5]))
                                   for _ in range(rank)])
        if not self.sharding_now or not self.meshes:
            return tuple(extents), None
        mesh = r.choice(list(self.meshes.values()) + self.others)
        by_dim = {}
        for axis, size in enumerate(mesh.shape):
            dim = r.choice(list(range(rank)) + [None])
            if dim is None or (allowed is not None and dim not in allowed):
                continue
            own = by_dim.setdefault(dim, [])
            if size > 1:
                own.append(axis)
                extents[dim] *= size
            elif int(extents[dim]) > 1 and \
                    all(mesh.shape[a] > 1 for a in own):
                # A layout position of extent 1 belongs to the tensor axis that begins
                # there: it is the first of its axis.
                own.insert(0, axis)
        by_dim = {dim: own for dim, own in by_dim.items() if own}
        return tuple(extents), ((mesh, by_dim) if by_dim else None)

    def random_shard(self, shape, sharding):
        if not sharding or self.rng.random() < 0.3:
            return None
        mesh, by_dim = sharding
        return Shard(mesh, [by_dim.get(a, ()) if self.rng.random() < 0.8 else ()
                            for a in range(len(shape))])

    # --- values --------------------------------------------------------------------

    def name(self, stem):
        self.program.counter += 1
        return f"{stem}{self.program.counter}"

    def define(self, value, block, kind, owner=None, index=0, varies=False):
        value.block, value.kind, value.owner, value.index = block, kind, owner, index
        value.varies = varies
        block.values.append(value)
        return value

    def param(self, shape, elt, shard=None):
        value = Value(self.name("p"), shape, elt, "gmem", shard)
        self.program.params.append(value)
        return self.define(value, self.program.body, "param")

    def enter(self, value):
        """`value` as the current block names it: scopes take arguments."""
        value.used = True
        path, block = [], self.block
        while block is not value.block:
            path.append(block)
            block = block.parent
        for block in reversed(path):
            if block.kind != "scope":
                continue
            if value not in block.memo:
                scope = block.owner
                arg = Value(self.name("a"), value.shape, value.elt, value.storage,
                            value.shard)
                self.define(arg, block, "scopearg", scope, len(scope.args),
                            value.varies)
                arg.bounds = getattr(value, "bounds", None)
                scope.args.append(arg)
                scope.inputs.append(value)
                block.memo[value] = arg
            value = block.memo[value]
            value.used = True
        return value

    def visible(self):
        block = self.block
        while block:
            yield from block.values
            block = block.parent

    def in_scope(self):
        return any(isinstance(s, Scope) for s in self.block.around())

    def result(self, op, index, shape, elt, storage, shard):
        value = Value(self.name("v"), shape, elt, storage, shard)
        varies = any(o.varies for i, o in enumerate(op.operands)
                     if i not in op.ignores)
        if op.kind == "local":
            varies = True
        return self.define(value, self.block, "op", op, index,
                           varies and self.in_scope())

    def emit(self, op):
        op.block = self.block
        self.block.body.append(op)
        for operand in op.operands:
            operand.used = True
        return op.results

    def operand(self, shape, elt, storage, shard, container=False):
        r = self.rng
        if shape is None:
            return self.enter(self.param(None, elt))
        shape = tuple(shape)
        shard = shard if shard and shard.is_real() else None
        key = lambda s: s.key() if s else None
        free = not self.sharding_now
        if r.random() < 0.6 and not container:
            same = [v for v in self.visible()
                    if v.shape is not None and is_same(v.shape, shape) and
                    v.elt == elt and v.storage == storage and
                    key(v.shard) == key(shard) and (free or not v.varies) and
                    v.kind != "scopearg"]
            if same:
                return self.enter(r.choice(same))
        if storage == "gmem" and not shard and not container and free:
            made = self.viewed(shape, elt)
            if made:
                return made
        value = self.enter(self.param(shape, elt, shard if storage == "gmem" or
                                      r.random() < 0.5 else None))
        if storage != "gmem":
            value = catalogue.reshard_to(self, value, storage, shard)[0]
            value.used = True
        return value

    def viewed(self, shape, elt):
        """A window, a regroup, a permutation or one's own part of something."""
        r = self.rng
        kind = r.choice(["slice", "slice", "slice", "reshape", "transpose", "local",
                         None])
        if kind == "slice" and shape and not is_open(shape):
            axis = r.randrange(len(shape))
            stride = r.choice([1, 1, 2])
            span = (shape[axis] - 1) * stride + 1
            extents = list(shape)
            starts = [0] * len(shape)
            starts[axis], extents[axis] = self.window_start(span)
            extents[axis] = self.opened(extents[axis])
            if r.random() < 0.3 and len(shape) > 1:
                other = (axis + 1) % len(shape)
                starts[other], extents[other] = self.window_start(shape[other])
            if not any(isinstance(s, Value) for s in starts):
                return None
            source = self.operand(extents, elt, "gmem", None)
            strides = [1] * len(shape)
            strides[axis] = stride
            return catalogue.slice_of(self, source, starts, shape, strides)[0]
        if has_sums(shape) and kind in ("reshape", "local"):
            return None
        if kind == "reshape":
            options = [(product(shape),), (1,) + shape]
            if len(shape) > 1:
                options.append((shape[0] * shape[1],) + shape[2:])
            for d in (2, 3):
                if shape and not is_open(shape[:1]) and shape[0] % d == 0 and \
                        shape[0] > d:
                    options.append((d, shape[0] // d) + shape[1:])
            to = r.choice(options)
            if to != shape:
                return catalogue.reshape_of(self, self.operand(to, elt, "gmem", None),
                                            shape)[0]
        if kind == "transpose" and len(shape) > 1:
            perm = list(range(len(shape)))
            r.shuffle(perm)
            to = [0] * len(shape)
            for axis, where in enumerate(perm):
                to[where] = shape[axis]
            if perm != sorted(perm):
                return catalogue.transpose_of(
                    self, self.operand(to, elt, "gmem", None), perm)[0]
        if kind == "local" and shape:
            return self.local_part(shape, elt)
        return None

    def local_part(self, shape, elt):
        scopes = [s for s in self.block.around() if isinstance(s, Scope)]
        if not scopes:
            return None
        mesh = scopes[-1].mesh
        splits, whole = [[] for _ in shape], list(shape)
        for axis, size in enumerate(mesh.shape):
            dim = self.rng.choice(list(range(len(shape))) + [None])
            if dim is not None:
                splits[dim].append(axis)
                whole[dim] *= size
        if not any(splits):
            return None
        source = self.enter(self.param(whole, elt, Shard(mesh, splits)))
        value = catalogue.local_of(self, source, mesh.axis_levels[-1])[0]
        return value

    # --- numbers --------------------------------------------------------------------

    def number(self, function, text, reads, bounds=None):
        value = Value(self.name("n"), None, "index")
        value.number, value.reads, value.bounds = function, tuple(reads), bounds
        self.block.body.append(Number(text, value))
        return self.define(value, self.block, "number",
                           varies=any(v.varies for v in reads))

    def constant(self, number):
        return self.number(lambda: number, f"arith.constant {number} : index", [],
                           (number, number))

    def times(self, value, factor):
        factor = int(factor)
        c = self.constant(factor)
        return self.number(lambda a, b: a * b, f"arith.muli %{value.name}, %{c.name} "
                           ": index", [value, c],
                           (value.bounds[0] * factor, value.bounds[1] * factor))

    def plus(self, a, b):
        return self.number(lambda x, y: x + y,
                           f"arith.addi %{a.name}, %{b.name} : index", [a, b],
                           (a.bounds[0] + b.bounds[0], a.bounds[1] + b.bounds[1]))

    def moving(self):
        """Induction variables and coordinates in reach."""
        found = []
        for s in self.block.around():
            if isinstance(s, Loop):
                last = s.start + max(s.trips() - 1, 0) * s.step
                s.iv.bounds = (s.start, last)
                found.append(s.iv)
            else:
                for c, size in zip(s.coords, s.mesh.shape):
                    c.bounds = (0, size - 1)
                    found.append(c)
        return found

    def window_start(self, span):
        """A start and the extent of what it windows."""
        r = self.rng
        moving = self.moving()
        choice = r.choice(["affine"] * 6 + ["odd", "unknown"]) if moving else "unknown"
        if choice == "unknown":
            if r.random() < 0.6:
                return 0, span
            start = self.enter(self.param(None, "index"))
            return start, span + r.choice([0, 1, 5])
        picked = self.enter(r.choice(moving))
        start = picked
        if choice == "odd":
            start = self.odd(picked)
        else:
            if r.random() < 0.5 or picked.kind in ("coord", "scopearg"):
                start = self.times(start, r.choice([1, span, span, 2]))
            if r.random() < 0.4 and len(moving) > 1:
                other = self.enter(r.choice(moving))
                start = self.plus(start, self.times(other, r.choice([1, span, 3])))
        if start.bounds is None:
            return start, r.choice([span, span + 3, 4 * span])
        ragged = r.choice([0, 0, 0, 1, 2])
        return start, max(span, start.bounds[1] + span - min(ragged, span - 1))

    def odd(self, v):
        """Arithmetic past affine sums."""
        kind = self.rng.choice(["floordiv", "mod", "min", "max", "square"])
        lo, hi = v.bounds
        if kind == "square":
            value = self.number(None, f"arith.muli %{v.name}, %{v.name} : index", [v])
            value.bounds = None
            return value
        k = self.rng.choice([2, 3])
        if kind in ("floordiv", "mod"):
            f = (lambda a: a // k) if kind == "floordiv" else (lambda a: a % k)
            return self.number(f, f"affine.apply affine_map<(d0) -> (d0 {kind} {k})>"
                               f"(%{v.name})", [v],
                               (0, hi // k if kind == "floordiv" else min(hi, k - 1)))
        f = (lambda a: min(a, k)) if kind == "min" else (lambda a: max(a, k))
        return self.number(f, f"affine.{kind} affine_map<(d0) -> (d0, {k})>"
                           f"(%{v.name})", [v],
                           (min(lo, k), min(hi, k)) if kind == "min" else
                           (max(lo, k), max(hi, k)))

    def start_index(self, size, extent):
        """A start inside an axis of `extent`, or one known at run time only."""
        moving = [v for v in self.moving() if v.bounds[1] + size <= extent + 1]
        if moving and self.rng.random() < 0.6:
            return self.enter(self.rng.choice(moving))
        return self.enter(self.param(None, "index"))

    # --- blocks -----------------------------------------------------------------------

    sharding_now = False
    storages = ["gmem", "gmem", "gmem", "smem", "rmem"]

    def one_op(self):
        build = self.rng.choice(catalogue.CATALOGUE)
        self.sharding_now = self.rng.random() < 0.4
        results = build(self)
        for value in results:
            if value.shard and value.shard.partial:
                self.complete(value)
        self.sharding_now = False

    def complete(self, value):
        if set(value.shard.partial.values()) == {"sum"} and self.rng.random() < 0.5:
            value = self.negated(value)
        kept = Shard(value.shard.mesh, value.shard.splits)
        catalogue.reshard_to(self, value, self.rng.choice(
            ["gmem", value.storage, "rmem"]), kept)

    def negated(self, value):
        dims = catalogue.dims_of(value.shape)
        op = Op("neg", f"hir.neg %{value.name} : {value.type()}", [value], [],
                value.shape, {0: dims}, {0: dims},
                lambda local: catalogue.arithmetic(value.elt, product(local)))
        op.splits = op.type_split()
        op.results = [self.result(op, 0, value.shape, value.elt, value.storage,
                                  value.shard)]
        return self.emit(op)[0]

    def leave_view(self):
        """Sometimes a view that nothing reads: the block yields it."""
        if self.views.random() < 0.3:
            self.viewed(tuple(self.rng.choice([1, 2, 3, 4])
                              for _ in range(self.rank())), "f32")

    def read_views(self, results, yields):
        """Some readers of the other names that views have now."""
        for result, value in zip(results, yields):
            is_name = value.kind in ("scope", "loop") or \
                value.kind == "op" and value.owner.view
            # i1 has no negation; a sharded value is not read both in a scope and outside.
            if is_name and not value.shard and value.elt != "i1" and \
                    self.views.random() < 0.5:
                self.negated(result)

    def leaves(self, block):
        return [v for v in block.values if not v.used and v.kind in
                ("op", "loop", "scope") and v.shape is not None]

    def owned(self, value, may_view=False):
        """A value that owns its bytes, computed from a view; or the view itself."""
        if not (value.kind == "op" and value.owner.view):
            return value
        if may_view and self.views.random() < 0.6:
            return value
        to = "f32" if value.elt != "f32" else "bf16"
        op = Op("cast", f"hir.cast %{value.name} to {to} : {value.type()}", [value], [],
                value.shape, {0: catalogue.dims_of(value.shape)},
                {0: catalogue.dims_of(value.shape)})
        op.splits = op.type_split()
        op.results = [self.result(op, 0, value.shape, to, value.storage, value.shard)]
        return self.emit(op)[0]

    def enter_block(self, owner, kind):
        self.block = owner.body = Block(self.block, kind, owner)

    def leave_block(self):
        self.block = self.block.parent

    def init_like(self, value):
        made = self.enter(self.param(value.shape, value.elt, value.shard))
        if value.storage != "gmem":
            made = catalogue.reshard_to(self, made, value.storage, value.shard)[0]
            made.used = True
        return made

    def loop(self, depth):
        r = self.rng
        step = r.choice([1, 2, 3])
        trips = r.choice([1, 2, 3, 4] if r.random() < 0.95 else [0])
        start = r.choice([0, 0, 1])
        stop = start + trips * step - (r.randrange(step) if trips else 0)
        loop = Loop(self.name("k"), start, self.opened(stop), step)
        inits = []
        if r.random() < 0.6:
            inits.append(self.operand((r.choice([1, 2, 3]), r.choice([2, 5])), "f32",
                                      "gmem", None))
            inits[-1] = self.owned(inits[-1])
            inits[-1].used = True
        outer = self.block
        self.enter_block(loop, "loop")
        self.define(loop.iv, self.block, "iv", loop)
        loop.iv.varies = False
        for init in inits:
            self.carry(loop, init)
        self.statements(depth + 1, r.choice([1, 2, 3]))
        self.leave_view()
        for carried in list(loop.carried):
            same = [v for v in self.leaves(self.block) if v.type() == carried.type()]
            value = self.owned(same[0], may_view=True) if same else None
            if value is None or value.type() != carried.type():
                value = self.negated(carried)
            value.used = True
            loop.yields.append(value)
        for leaf in self.leaves(self.block):
            leaf.used = True
            leaf = self.owned(leaf, may_view=True)
            leaf.used = True
            inner, self.block = self.block, outer
            init = self.init_like(leaf)
            self.block = inner
            self.carry(loop, init)
            loop.yields.append(leaf)
        if not loop.carried:
            op = catalogue.zeros(self)[0]
            op.used = True
            inner, self.block = self.block, outer
            init = self.init_like(op)
            self.block = inner
            self.carry(loop, init)
            loop.yields.append(op)
        self.leave_block()
        self.block.body.append(loop)
        self.loop_results(loop)

    def loop_results(self, loop):
        for i, value in enumerate(loop.yields):
            result = Value(self.name("r"), value.shape, value.elt, value.storage,
                           value.shard)
            last = value if loop.trips() else loop.inits[i]
            loop.results.append(self.define(result, self.block, "loop", loop, i,
                                            last.varies))
        self.read_views(loop.results, loop.yields)

    def carry(self, loop, init):
        arg = Value(self.name("c"), init.shape, init.elt, init.storage, init.shard)
        loop.inits.append(init)
        loop.carried.append(arg)
        self.define(arg, loop.body, "carried", loop, len(loop.carried) - 1,
                    self.in_scope() and not init.shard)

    def linear_position(self):
        """A number that is different at every position of the scopes around."""
        total, count = None, 1
        for s in self.block.around():
            if not isinstance(s, Scope):
                continue
            for c, size in zip(s.coords, s.mesh.shape):
                c.bounds = (0, size - 1)
                c = self.enter(c)
                total = c if total is None else self.plus(self.times(total, size), c)
                count *= size
        return total, count

    def union_loop(self):
        """A loop that fills one container from all positions."""
        r = self.rng
        rows, trips = r.choice([1, 2]), r.choice([2, 3])
        place, count = self.linear_position()
        width = r.choice([2, 3])
        extent = count * trips * rows - (rows > 1 and r.random() < 0.3)
        container = self.operand((extent, width), "f32", "gmem", None, container=True)
        base = self.times(place, trips * rows)
        loop = Loop(self.name("k"), 0, trips * rows, rows)
        self.enter_block(loop, "loop")
        self.define(loop.iv, self.block, "iv", loop)
        loop.iv.bounds = (0, (trips - 1) * rows)
        self.carry(loop, container)
        loop.carried[0].varies = False
        loop.carried[0].used = True
        update = self.operand((rows, width), "f32", self.storage(), None)
        value = catalogue.insert_into(self, update, loop.carried[0],
                                      [self.plus(base, loop.iv), 0])[0]
        value.used, value.varies = True, False
        loop.yields.append(value)
        for leaf in self.leaves(self.block):
            leaf.used = True
        self.leave_block()
        self.block.body.append(loop)
        self.loop_results(loop)

    def scope(self, depth, taken):
        r = self.rng
        options = [k for k in self.meshes if not set(k) & taken]
        if not options:
            return
        key = r.choice(options)
        scope = Scope(self.meshes[key])
        self.enter_block(scope, "scope")
        for axis, name in enumerate(scope.mesh.axes):
            coord = Value(self.name("x"), None, "index")
            scope.coords.append(self.define(coord, self.block, "coord", scope, axis,
                                            True))
        if r.random() < 0.3:
            self.union_loop()
        self.statements(depth + 1, r.choice([1, 2, 3]), taken | set(key))
        self.leave_view()
        if not self.leaves(self.block):
            catalogue.zeros(self)
        for leaf in self.leaves(self.block):
            leaf.used = True
            # A window that moves with the scope's coordinates is not yielded.
            leaf = self.owned(leaf, may_view=not leaf.varies)
            leaf.used = True
            if leaf.varies and leaf.shard and not self.is_placed(leaf, scope):
                leaf = catalogue.reshard_to(self, leaf, "gmem", None)[0]
                leaf.used = True
            if leaf.varies and not leaf.shard:
                leaf = self.insert_all(leaf)
            scope.yields.append(leaf)
            leaf.used = True
        self.leave_block()
        self.block.body.append(scope)
        for i, value in enumerate(scope.yields):
            result = Value(self.name("s"), value.shape, value.elt, value.storage,
                           value.shard)
            scope.results.append(self.define(result, self.block, "scope", scope, i,
                                             value.varies and self.in_scope()))
        self.read_views(scope.results, scope.yields)

    @staticmethod
    def is_placed(leaf, scope):
        """Whether the type splits the value along every axis that the scope has."""
        shard = leaf.shard
        split = {a for axes in shard.splits for a in axes} | set(shard.partial)
        own = lambda level: {a for a, l in enumerate(shard.mesh.axis_levels)
                             if l == level}
        return all(own(level) and own(level) <= split
                   for level in scope.mesh.axis_levels)

    def insert_all(self, leaf):
        if not leaf.shape:
            leaf = catalogue.reshape_of(self, leaf, (1,))[0]
        place, count = self.linear_position()
        rows = count * leaf.shape[0]
        if leaf.shape[0] > 1 and self.rng.random() < 0.2:
            rows -= 1           # the last window overruns the container
        container = self.operand((rows,) + leaf.shape[1:], leaf.elt, "gmem", None,
                                 container=True)
        start = self.times(place, leaf.shape[0])
        value = catalogue.insert_into(self, leaf, container,
                                      [start] + [0] * (len(leaf.shape) - 1))[0]
        value.varies = False
        return value

    def statements(self, depth, count, taken=frozenset()):
        if not taken:
            taken = {l for s in self.block.around() if isinstance(s, Scope)
                     for l in s.mesh.axis_levels}
        for _ in range(count):
            x = self.rng.random()
            if depth < 3 and x < 0.3:
                self.loop(depth)
            elif depth < 3 and x < 0.5:
                self.scope(depth, set(taken))
            else:
                self.one_op()

    def run(self):
        if self.meshes and self.style.random() < 0.3:
            # All work inside scopes, as timelines want it.
            self.storages = ["gmem"]
            for _ in range(self.rng.choice([1, 2])):
                self.scope(0, set())
        else:
            self.statements(0, self.rng.choice([1, 2, 3]))
        self.program.returns = self.leaves(self.program.body)
        if self.style.random() < 0.5:
            self.program.cuts = choose_cuts(self.program, self.style,
                                            self.style.choice([1, 2, 3]))
        return self.program


def main():
    first = int(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    programs = [Maker(seed).run().text() for seed in range(first, first + count)]
    print("// -----\n".join(programs), end="")


if __name__ == "__main__":
    main()
