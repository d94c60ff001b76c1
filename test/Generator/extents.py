"""Extents that know how they are written in open dimensions.

An `Extent` is the number that a binding makes of it, so that whoever walks a program
need not know; `str` is its attribute in the IR.
"""


class Dim:
    """A named dimension, its interval [low, high) and the extent it is bound to."""

    def __init__(self, name, low, high, value):
        self.name, self.low, self.high, self.value = name, low, high, value

    def text(self):
        return f'#{self.name} = #hir.dim<"{self.name}", {self.low}, {self.high}>'


class Extent(int):
    """`dims` are the names that `expression` is written in."""

    def __new__(cls, value, expression, dims):
        made = super().__new__(cls, value)
        made.expression, made.dims = expression, tuple(dims)
        return made

    def __str__(self):
        if (self.expression,) == self.dims:
            return "#" + self.expression
        symbols = ", ".join(self.dims)
        listed = ", ".join("#" + d for d in self.dims)
        return (f"#hir.dim_expr<affine_map<()[{symbols}] -> ({self.expression})>, "
                f"[{listed}]>")

    __repr__ = __str__

    def __format__(self, spec):
        return str(self)

    def derived(self, value, sign, other, reverse=False):
        own, foreign = f"({self.expression})", str(int(other))
        dims = self.dims
        if isinstance(other, Extent):
            foreign = f"({other.expression})"
            dims = tuple(sorted(set(self.dims) | set(other.dims)))
        left, right = (foreign, own) if reverse else (own, foreign)
        return Extent(value, f"{left} {sign} {right}", dims)

    def __add__(self, other):
        return self.derived(int(self) + int(other), "+", other) if other else self

    __radd__ = __add__

    def __sub__(self, other):
        return self.derived(int(self) - int(other), "-", other)

    def __mul__(self, other):
        if not isinstance(other, Extent) and other == 1:
            return self
        return self.derived(int(self) * int(other), "*", other)

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if not isinstance(other, Extent) and other == 1:
            return self
        return self.derived(int(self) // int(other), "floordiv", other)


def is_open(extents):
    return any(isinstance(e, Extent) for e in extents)


def has_sums(extents):
    """Whether an extent is no product of dimensions, so that layouts cannot divide it."""
    return any(isinstance(e, Extent) and set(e.expression) & set("+-") for e in extents)


def is_same(some, others):
    """Whether two shapes are one shape at every size."""
    key = lambda shape: [(int(e), e.expression if isinstance(e, Extent) else None)
                         for e in shape]
    return key(some) == key(others)


def written_in(value, dim, offset):
    """`value` as the dimension plus a number."""
    sign = "+" if offset > 0 else "-"
    expression = f"{dim.name} {sign} {abs(offset)}" if offset else dim.name
    return Extent(value, expression, (dim.name,))
