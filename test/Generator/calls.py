"""Statements that a program calls instead of writing in place.

A cut is a run of statements of one block; it becomes a function, in the module itself, in
a child module, or as one of the variants of a prototype. Values keep their names, which
inlining restores, so the view is the program as it was.
"""

from program import Loop, Number, Op, Scope


def read_by(stmt):
    """The values of outer blocks and of its own that a statement reads."""
    if isinstance(stmt, Op):
        return list(stmt.operands)
    if isinstance(stmt, Number):
        return list(stmt.results[0].reads)
    if isinstance(stmt, Scope):
        # Isolated from above except through its arguments.
        return list(stmt.inputs)
    inside = [v for s in stmt.body.body for v in read_by(s)]
    return stmt.inits + inside + stmt.yields


def defined_by(stmt):
    """Everything a statement defines, at any depth."""
    found = list(stmt.results)
    if isinstance(stmt, (Loop, Scope)):
        for inner in stmt.body.body:
            found += defined_by(inner)
        found += [stmt.iv] + stmt.carried if isinstance(stmt, Loop) else \
            stmt.coords + stmt.args
    return found


def unique(values):
    return list(dict.fromkeys(values))


class Cut:
    def __init__(self, name, style, body, start, stop, ends):
        """`ends` are what the block yields or returns."""
        self.name, self.style, self.start, self.stop = name, style, start, stop
        self.statements = body[start:stop]
        inside = set(v for s in self.statements for v in defined_by(s))
        self.inputs = unique(v for s in self.statements for v in read_by(s)
                             if v not in inside)
        later = set(v for s in body[stop:] for v in read_by(s)) | set(ends)
        self.outputs = [v for s in self.statements for v in s.results if v in later]


def blocks_of(program):
    """Each block with what it yields, outermost first."""
    todo = [(program.body, program.returns)]
    while todo:
        block, ends = todo.pop(0)
        yield block, ends
        for stmt in block.body:
            if isinstance(stmt, (Loop, Scope)):
                todo.append((stmt.body, stmt.yields))


def choose_cuts(program, rng, count):
    """At most `count` cuts, one a block; block -> Cut."""
    cuts = {}
    blocks = [(b, e) for b, e in blocks_of(program) if b.body]
    for block, ends in rng.sample(blocks, min(count, len(blocks))):
        start = rng.randrange(len(block.body))
        stop = rng.randrange(start, len(block.body)) + 1
        styles = ["plain", "child"] + (["variants"] if program.dims else [])
        cuts[block] = Cut(f"g{len(cuts)}", rng.choice(styles), block.body, start, stop,
                          ends)
    return cuts
