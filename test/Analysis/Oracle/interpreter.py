"""Runs a program position by position and trip by trip, and counts what is touched.

Nothing here knows of the analysis: every figure is the size of a set of elements
that was really walked (ir.md 4, 7, 8, 11). Only small programs are affordable.
"""

import itertools
from program import Loop, Number, Op, Scope, product


def ceil_bytes(bits, elements):
    return -(-bits * elements // 8)


class Interpreter:
    def __init__(self, program, level):
        self.program, self.level = program, level
        names = [name for name, _ in program.topologies]
        self.depth = {name: i for i, name in enumerate(names)}
        self.positions = [dict(zip(names, at)) for at in itertools.product(
            *[range(extent) for _, extent in program.topologies])]
        self.units = [[p for p in self.positions if self.unit_of(p) == u]
                      for u in sorted({self.unit_of(p) for p in self.positions})]
        self.ops, self.loops, self.values = [], [], []
        self.exact = True       # no choice of rows or starts ran out of room
        self.chosen = 0         # choices made
        self.choices, self.memo = {}, {}
        self.collect(program.body)
        self.find_dependence()

    def unit_of(self, position):
        if self.level is None:
            return ()
        return tuple(position[name] for name, _ in self.program.topologies
                     if self.depth[name] <= self.depth[self.level])

    def collect(self, block):
        self.values += block.values
        for stmt in block.body:
            if isinstance(stmt, Op):
                self.ops.append(stmt)
            if isinstance(stmt, (Op, Number)):
                continue
            if isinstance(stmt, Loop):
                self.loops.append(stmt)
            self.collect(stmt.body)

    def runs(self):
        """How often ops run, over all trips and positions."""
        return sum(product(max(l.trips(), 1) for l in self.loops_around(op))
                   for op in self.ops) * len(self.positions)

    def largest(self):
        return max([product(op.dims) for op in self.ops] + [0])

    # --- what a value depends on: loops, and (scope, axis) pairs --------------

    def find_dependence(self):
        self.dep = {v: set() for v in self.values}
        changed = True
        while changed:
            changed = False
            for value in self.values:
                found = self.reads_of(value)
                if not found <= self.dep[value]:
                    self.dep[value] |= found
                    changed = True

    def reads_of(self, v):
        if v.kind == "param":
            return set()
        if v.kind == "number":
            return set().union(*[self.dep[r] for r in v.reads])
        if v.kind == "iv":
            return {v.owner}
        if v.kind == "coord":
            return {(v.owner, v.index)}
        if v.kind == "carried":
            return ({v.owner} | self.dep[v.owner.inits[v.index]] |
                    self.dep[v.owner.yields[v.index]])
        if v.kind == "loop":
            if not v.owner.trips():
                return set(self.dep[v.owner.inits[v.index]])
            return self.dep[v.owner.yields[v.index]] - {v.owner}
        if v.kind == "scopearg":
            return set(self.dep[v.owner.inputs[v.index]])
        if v.kind == "scope":
            return {d for d in self.dep[v.owner.yields[v.index]]
                    if not (isinstance(d, tuple) and d[0] is v.owner)}
        op = v.owner
        if op.updates is not None:
            return self.reads_of_update(op)
        return self.reads_of_op(op)

    def reads_of_op(self, op):
        found = set()
        for i, operand in enumerate(op.operands):
            if i not in op.ignores:
                found |= self.dep[operand]
        if op.kind == "local":
            found |= self.own_axes(op)
        return found

    def own_axes(self, op):
        """Axes of the scopes around a `local` that its part depends on."""
        shard, level = op.operands[0].shard, op.level
        stated = [a for a in range(len(shard.mesh.shape))
                  if any(a in s for s in shard.splits) or a in shard.partial]
        found = set()
        for scope in op.block.around():
            if isinstance(scope, Scope) and scope.mesh is shard.mesh:
                found |= {(scope, a) for a in stated
                          if self.depth[scope.mesh.axis_levels[a]] <=
                          self.depth[level]}
        return found

    def reads_of_update(self, op):
        container = self.dep[op.operands[op.updates]]
        others = set()
        for i, operand in enumerate(op.operands):
            if i != op.updates:
                others |= self.dep[operand]
        axes = {d for d in others if isinstance(d, tuple)}
        found = set(container) | (others - axes)
        # A union along each axis on which positions that differ write apart (ir.md 4).
        found |= {a for a in axes if not self.is_union(op, {a})}
        return found

    def axis_depth(self, axis):
        return self.depth[axis[0].mesh.axis_levels[axis[1]]]

    def chain_of(self, op):
        """The updates behind `op` and the containers that they start from."""
        chain, roots, todo, seen = [], [], [op.results[0]], set()
        while todo:
            v = todo.pop()
            if v in seen:
                continue
            seen.add(v)
            if v.kind == "carried":
                todo += [v.owner.inits[v.index], v.owner.yields[v.index]]
            elif v.kind == "loop":
                todo.append(v.owner.yields[v.index])
            elif v.kind == "op" and v.owner.updates is not None:
                chain.append(v.owner)
                todo.append(v.owner.operands[v.owner.updates])
            else:
                roots.append(v)
        return chain, roots

    def is_union(self, op, axes):
        """Whether positions that differ on `axes` write disjoint windows of a
        container that does not vary along axes of their level or a finer one."""
        chain, roots = self.chain_of(op)
        level = min(map(self.axis_depth, axes))
        if any(isinstance(d, tuple) and self.axis_depth(d) >= level
               for root in roots for d in self.dep[root]):
            return False
        written, before = {}, self.chosen
        for insertion in chain:
            for trips in self.trips_around(insertion):
                for p in self.positions:
                    key = tuple(sorted((s.mesh.name, a, s.mesh.coords(p)[a])
                                       for s, a in axes))
                    own = written.setdefault(key, set())
                    own |= self.own_windows(insertion, p, trips)
        sets = list(written.values())
        if self.chosen > before:
            return False        # a choice at run time is never shown to be disjoint
        return sum(map(len, sets)) == len(set().union(*sets))

    def own_windows(self, op, p, trips):
        return self.coords_touched(op, op.results[0], op.writes[0], p, trips)

    # --- other names ---------------------------------------------------------------

    @staticmethod
    def named(value, trips):
        """What a scope's argument or a scope's or loop's result is another name of,
        with the trips on which it was made: a loop has ended on its last (ir.md 9)."""
        owner = value.owner
        if value.kind == "scopearg":
            return owner.inputs[value.index], trips
        if value.kind == "scope":
            return owner.yields[value.index], trips
        if value.kind == "loop":
            if not owner.trips():
                return owner.inits[value.index], trips
            return owner.yields[value.index], {**trips, owner: owner.trips() - 1}
        return None

    def behind(self, value, trips):
        """The next value towards the owner of the bytes, the trips on which it was
        made, and the view between the two, if any."""
        found = self.named(value, trips)
        if found:
            return found + (None,)
        if value.kind == "op" and value.owner.view:
            return value.owner.operands[0], trips, value.owner
        return None

    # --- numbers -----------------------------------------------------------------

    def number(self, value, p, trips):
        """What a scalar is at a position on given trips."""
        if value.kind == "iv":
            return value.owner.start + trips[value.owner] * value.owner.step
        if value.kind == "coord":
            return value.owner.mesh.coords(p)[value.index]
        named = self.named(value, trips)
        if named:
            return self.number(named[0], p, named[1])
        if value.kind == "number" and value.number is not None:
            return value.number(*[self.number(r, p, trips) for r in value.reads])
        return None     # known at run time only

    def choice_key(self, value, p, trips):
        """Names one run-time value: it is the same while nothing it depends on
        changes."""
        while self.named(value, trips):
            value, trips = self.named(value, trips)
        key = [value]
        for d in self.dep[value]:
            if isinstance(d, tuple):
                key.append((id(d[0]), d[1], d[0].mesh.coords(p)[d[1]]))
            elif d in trips:
                key.append((id(d), trips[d]))
        return (key[0],) + tuple(sorted(key[1:]))

    def choose(self, what, key, size, room):
        """The next `size` places of `room` that nobody has: the choice that
        reaches most, as long as there is room."""
        self.chosen += 1
        table = self.choices.setdefault((what, size, room), {})
        if key not in table:
            table[key] = len(table) * size
        first = table[key]
        if first + size > room:
            self.exact = False
            first = max(0, min(first % max(room, 1), room - size))
        return first

    def start(self, op, number, p, trips, extent):
        start, size = op.windows[number]
        if isinstance(start, int):
            return start
        known = self.number(start, p, trips)
        if known is not None:
            return known
        return self.choose(("start", op, number),
                           self.choice_key(start, p, trips), size, extent)

    # --- elements -----------------------------------------------------------------

    def own_range(self, op, dim, p):
        """The iterations of `dim` that position `p` performs."""
        extent, base = op.dims[dim], 0
        for mesh, axis in op.splits[dim]:
            extent //= mesh.shape[axis]
            base += mesh.coords(p)[axis] * extent
        return range(base, base + extent)

    def first_row(self, op, subscript, extent, p, trips):
        indices = subscript[1]
        return self.choose(("rows", op), self.choice_key(indices, p, trips),
                           indices.shape[0], extent)

    def coords_touched(self, op, value, subscripts, p, trips):
        """Coordinates of `value` that position `p` touches on one trip."""
        used, per_axis = [], []
        for s in subscripts:
            dims = ([s] if isinstance(s, int) else s[1] if s[0] == "fn" else
                    [s[2]] if s[0] in ("rows", "window") else [])
            used += [d for d in dims if d not in used]
        ranges = {d: self.own_range(op, d, p) for d in used}
        for axis, s in enumerate(subscripts):
            extent = value.shape[axis]
            if isinstance(s, int):
                per_axis.append(([s], lambda at, s=s: [at[s]]))
            elif s[0] == "all":
                per_axis.append(([], lambda at, e=extent: range(e)))
            elif s[0] == "fn":
                per_axis.append((s[1], lambda at, s=s: [
                    c for c in [s[2](*[at[d] for d in s[1]])] if c is not None]))
            elif s[0] == "rows":
                first = self.first_row(op, s, extent, p, trips)
                per_axis.append(([s[2]], lambda at, s=s, f=first, e=extent:
                                 [(f + at[s[2]]) % e] if e else []))
            else:
                number, dim = s[1], s[2]
                container = op.dims[dim]
                first = self.start(op, number, p, trips, container)
                size = op.windows[number][1]
                ranges[dim] = range(max(first, 0), min(first + size, container))
                shift = first if s[0] == "window" and s[3] else 0
                per_axis.append(([dim], lambda at, d=dim, f=shift: [at[d] - f]))
        if any(op.dims[d] == 0 for d in range(len(op.dims))
               if d in self.read_dims(op, value)):
            return frozenset()
        # Axes that share no iteration dim are independent of each other.
        groups, parts = self.group_axes(per_axis), []
        for axes, dims in groups:
            found = set()
            for at in itertools.product(*[ranges[d] for d in dims]):
                where = dict(zip(dims, at))
                found |= set(itertools.product(
                    *[per_axis[a][1](where) for a in axes]))
            parts.append((axes, found))
        result = set()
        for combo in itertools.product(*[found for _, found in parts]):
            coord = [0] * len(subscripts)
            for (axes, _), picked in zip(parts, combo):
                for a, c in zip(axes, picked):
                    coord[a] = c
            result.add(tuple(coord))
        return frozenset(result)

    @staticmethod
    def read_dims(op, value):
        """A read walks the whole space; a write drops the reduced dims."""
        if value in op.results:
            return [d for s in op.writes.values() for d in s if isinstance(d, int)]
        return getattr(op, "statement_dims", range(len(op.dims)))

    @staticmethod
    def group_axes(per_axis):
        groups = []
        for axis, (dims, _) in enumerate(per_axis):
            joined = [g for g in groups if set(g[1]) & set(dims)]
            axes, all_dims = [axis], list(dims)
            for g in joined:
                groups.remove(g)
                axes += g[0]
                all_dims += [d for d in g[1] if d not in all_dims]
            groups.append((sorted(axes), all_dims))
        return groups

    def view_numbers(self, value, p, trips):
        """Starts of the windows between `value` and its owner."""
        numbers, before = [], self.chosen
        windows = gaps = 0
        ended = trips
        while self.behind(value, ended):
            value, ended, op = self.behind(value, ended)
            if not op:
                continue
            windows += bool(op.windows)
            gaps += op.has_gaps
            numbers += [self.start(op, i, p, ended, op.operands[0].shape[i])
                        for i in range(len(op.windows))]
            if op.kind == "local":
                numbers.append(op.operands[0].shard.mesh.coords(p))
        # The widest choice is then bounded, not found (Space::unknown); and one of
        # a last trip is told apart from the one that readers inside have.
        if self.chosen > before and (windows > 1 or gaps or ended is not trips):
            self.exact = False
        return tuple(numbers)

    def owner_of(self, value):
        while self.behind(value, {}):
            value = self.behind(value, {})[0]
        return value

    def fold(self, value, coords, p, trips):
        """The owner's elements behind coordinates of `value`."""
        while True:
            coords = {c for c in coords
                      if all(0 <= x < e for x, e in zip(c, value.shape))}
            found = self.behind(value, trips)
            if not found:
                return value, frozenset(coords)
            value, trips, op = found
            if op:
                coords = op.view(self, op, coords, p, trips)

    def touched(self, op, boundary, p, trips):
        """The owner's elements that one boundary touches: ("r"|"w", number)."""
        side, number = boundary
        value = op.operands[number] if side == "r" else op.results[number]
        subscripts = (op.reads if side == "r" else op.writes)[number]
        dims = op.window_dims or range(len(op.windows))
        numbers = tuple(self.start(op, i, p, trips, op.dims[d])
                        for i, d in enumerate(dims)) if not op.view else ()
        rows = tuple(self.first_row(op, s, value.shape[a], p, trips)
                     for a, s in enumerate(subscripts)
                     if not isinstance(s, int) and s[0] == "rows")
        key = (op, boundary, numbers, rows, self.view_numbers(value, p, trips),
               tuple(tuple(mesh.coords(p)[a] for mesh, a in splits)
                     for splits in op.splits))
        if key not in self.memo:
            coords = self.coords_touched(op, value, subscripts, p, trips)
            found = self.fold(value, coords, p, trips)[1]
            # Rows that were clipped away were not the widest choice.
            self.memo[key] = found, not rows or len(found) == len(coords)
        found, exact = self.memo[key]
        self.exact &= exact
        # Through windows that move, rows far apart reach more than neighbours.
        if rows and self.is_windowed(value):
            self.exact = False
        return found

    def is_windowed(self, value):
        """Whether a window lies between `value` and its owner."""
        while self.behind(value, {}):
            value, _, op = self.behind(value, {})
            if op and op.windows:
                return True
        return False

    # --- occurrences ---------------------------------------------------------------

    @staticmethod
    def loops_around(op):
        return [s for s in op.block.around() if isinstance(s, Loop)]

    def trips_around(self, op, free=None):
        """Every combination of trips of the loops around; loops outside `free`
        stay at their first."""
        loops = self.loops_around(op)
        for at in itertools.product(*[
                range(max(l.trips(), 1)) if free is None or l in free else (0,)
                for l in loops]):
            yield dict(zip(loops, at))

    def instance(self, op, owner, p):
        """Which of the values called `owner` a position of `op` means."""
        key = []
        scopes = [s for s in op.block.around() if isinstance(s, Scope)]
        levels = {l for s in scopes for l in s.mesh.axis_levels}
        covered = set()
        if owner.shard:
            mesh = owner.shard.mesh
            covered = {(mesh.axis_levels[a], mesh.axes[a])
                       for s in owner.shard.splits for a in s}
            key += [("partial", a, mesh.coords(p)[a]) for a in owner.shard.partial
                    if mesh.axis_levels[a] in levels]
        for d in self.dep[owner]:
            if isinstance(d, tuple) and d[0] in scopes:
                scope, axis = d
                name = (scope.mesh.axis_levels[axis], scope.mesh.axes[axis])
                if name not in covered:
                    key.append((name, scope.mesh.coords(p)[axis]))
        return tuple(sorted(map(str, key)))

    def bytes_of(self, op, boundary, positions, trips):
        """Bytes of one boundary on one trip, for some positions together."""
        side, number = boundary
        value = op.operands[number] if side == "r" else op.results[number]
        if value.shape is None:
            keys = {tuple(sorted((d[0].mesh.name, d[1], d[0].mesh.coords(p)[d[1]])
                                 for d in self.dep[value] if isinstance(d, tuple)))
                    for p in positions}
            return len(keys) * ceil_bytes(value.bits(), 1)
        owner, groups = self.owner_of(value), {}
        for p in positions:
            own = groups.setdefault(self.instance(op, owner, p), set())
            own.add(self.touched(op, boundary, p, trips))
        return sum(ceil_bytes(value.bits(), len(frozenset().union(*sets)))
                   for sets in groups.values())

    def boundaries(self, op):
        return ([("r", i) for i in op.moves] +
                [("w", i) for i in op.writes_moved])

    def traffic(self, op, boundary):
        """(whole, per unit, total whole, total per unit) of one boundary."""
        loops = self.loops_around(op)
        reads = self.reads_of_op(op)
        free = [l for l in loops if l in reads]
        whole = per_unit = 0
        total, totals = 0, [0] * len(self.units)
        counted = set()
        for trips in self.trips_around(op):
            is_first = all(trips[l] == 0 for l in loops if l not in free)
            amount = self.bytes_of(op, boundary, self.positions, trips)
            whole = max(whole, amount)
            total += amount if is_first else 0
            for i, unit in enumerate(self.units):
                own = (amount if self.level is None else
                       self.bytes_of(op, boundary, unit, trips))
                per_unit = max(per_unit, own)
                totals[i] += own if is_first else 0
        if any(l.trips() == 0 for l in loops):
            return whole, per_unit, 0, 0
        return whole, per_unit, total, max(totals)

    # --- work ----------------------------------------------------------------------

    def work(self, op):
        """((flops, service) whole, the same per unit, repetitions)."""
        scopes = [s for s in op.block.around() if isinstance(s, Scope)]
        named = [l for s in scopes for l in s.mesh.axis_levels]
        counts = {}
        for s in scopes:
            for level, extent in zip(s.mesh.axis_levels, s.mesh.shape):
                counts[level] = counts.get(level, 1) * extent

        def share(levels, factor):
            local = []
            for extent, splits in zip(op.dims, op.splits):
                for mesh, axis in splits:
                    if mesh.axis_levels[axis] in levels:
                        extent //= mesh.shape[axis]
                local.append(extent)
            flops, service = op.work(local) if op.work else ({}, {})
            scale = lambda work: {k: v * factor for k, v in work.items()
                                  if v * factor}
            return scale(flops), scale(service)

        whole = share(set(named), product(counts.values()))
        unit = whole
        if self.level is not None:
            at = self.depth[self.level]
            coarse = {n for n in self.depth if self.depth[n] <= at}
            unit = share(set(named) | coarse,
                         product(n for l, n in counts.items()
                                 if self.depth[l] > at))
        repeat = product(l.trips() for l in self.loops_around(op)
                         if l in self.reads_of_op(op))
        if any(l.trips() == 0 for l in self.loops_around(op)):
            repeat = 0
        return whole, unit, repeat

    # --- loops ------------------------------------------------------------------

    def footprint(self, loop):
        """(rows by (buffer, level), known)."""
        if loop.trips() == 0 or any(
                l.trips() == 0 for l in loop.body.around()
                if isinstance(l, Loop) and l is not loop and
                l in loop.body.parent.around()):
            return {}, True
        rows = {}
        for op in self.ops:
            if loop not in op.block.around():
                continue
            if any(l.trips() == 0 for l in self.loops_around(op)):
                continue
            for side, number in self.boundaries(op):
                value = op.operands[number] if side == "r" else op.results[number]
                if value.shape is not None:
                    rows.setdefault(self.owner_of(value), []).append(
                        (op, (side, number)))
        found, known = {}, True
        for owner, accesses in rows.items():
            device = self.union(loop, accesses, self.positions)
            single = device if self.level is None else max(
                self.union(loop, accesses, unit) for unit in self.units)
            repeated = ceil_bytes(owner.bits(), sum(
                self.repeated(loop, op, boundary) for op, boundary in accesses))
            if single > repeated or device < single:
                known = False
                continue
            found[(owner.name, owner.storage)] = (single, device, repeated)
        return found, known

    def trips_inside(self, loop, op):
        loops = self.loops_around(op)
        return self.trips_around(op, loops[loops.index(loop):])

    def union(self, loop, accesses, positions):
        groups, before = {}, self.chosen
        for op, boundary in accesses:
            side, number = boundary
            value = op.operands[number] if side == "r" else op.results[number]
            owner = self.owner_of(value)
            for trips in self.trips_inside(loop, op):
                for p in positions:
                    key = self.instance(op, owner, p)
                    groups.setdefault(key, set()).add(
                        self.touched(op, boundary, p, trips))
        if self.chosen > before and len(accesses) > 1:
            self.exact = False      # other accesses may be avoided by the choice
        return sum(ceil_bytes(owner.bits(), len(frozenset().union(*sets)))
                   for sets in groups.values())

    def repeated(self, loop, op, boundary):
        side, number = boundary
        value = op.operands[number] if side == "r" else op.results[number]
        owner = self.owner_of(value)
        shares = [self.positions] if self.level is None else self.units
        best = 0
        for positions in shares:
            total = 0
            for trips in self.trips_inside(loop, op):
                groups = {}
                for p in positions:
                    groups.setdefault(self.instance(op, owner, p), set()).add(
                        self.touched(op, boundary, p, trips))
                total += sum(len(frozenset().union(*s)) for s in groups.values())
            best = max(best, total)
        return best
