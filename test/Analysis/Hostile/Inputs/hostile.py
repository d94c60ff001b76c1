"""Programs that are valid text and absurd in size.

  hostile.py KIND [COUNT]     the program of that kind
  hostile.py --list           every kind

A kind that ends in `_timed` is the one before it inside a scope, where timelines are asked for.
"""
import sys

HUGE = 2**62
T = "tensor<3x5xf32>"
TARGET = '#hir.cuda<device = "nvidia.h200_sxm">'
KINDS = {}


def kind(count=1):
    def add(function):
        KINDS[function.__name__] = (function, count)
        return function
    return add


SCOPED = False


def in_scope(body, parameters, result, value):
    """The body as one scope performs it; every parameter is an argument."""
    pairs = [p.split(": ", 1) for p in parameters.split(", %")] if parameters else []
    pairs = [("%" + name.lstrip("%"), type) for name, type in pairs]
    bound = ", ".join(f"{name} = {name}_0" for name, _ in pairs)
    types = ", ".join(type for _, type in pairs)
    inside = body + [f"hir.yield {value} : {result}", "}"]
    return ([f"%r = hir.mesh_scope #s at(%p) args({bound}) : ({types}) -> ({result}) {{"] +
            inside, ", ".join(f"{name}_0: {type}" for name, type in pairs))


def module(body, parameters=f"%x: {T}", result=T, value="%y", head="",
           levels='#hir.topology<"cta", 1>', more=""):
    if SCOPED:
        head += ('#s = #hir.mesh<[#hir.topology<"cta", 1>], #hir.layout<(1) : (1)>, '
                 '["p"]>\n')
        body, parameters = in_scope(body, parameters, result, value)
        value = "%r"
    lines = "\n".join("    " + line for line in body)
    return (f"{head}module @M attributes {{hir.target = {TARGET}, hir.topologies = "
            f"[{levels}], hir.entry = @f}} {{\n  func.func @f({parameters}) -> "
            f"({result}) {{\n{lines}\n    return {value} : {result}\n  }}\n{more}}}\n")


# --- extents ---------------------------------------------------------------------

@kind()
def huge_elementwise(n):
    t = f"tensor<{HUGE}xf32>"
    return module([f"%y = hir.exp %x : {t}"], f"%x: {t}", t)


@kind()
def huge_rank(n):
    t = f"tensor<{HUGE}x{HUGE}x{HUGE}xf32>"
    return module([f"%y = hir.add %x, %x : {t}, {t}"], f"%x: {t}", t)


@kind()
def huge_matmul(n):
    a, b = f"tensor<3x{HUGE}xbf16>", f"tensor<{HUGE}x5xbf16>"
    return module([f"%y = hir.matmul %a, %b to f32 : {a}, {b}"], f"%a: {a}, %b: {b}")


@kind()
def huge_product(n):
    a = f"tensor<{2**31}x{2**31}xbf16>"
    return module([f"%y = hir.matmul %a, %a : {a}, {a}"], f"%a: {a}", a)


@kind()
def huge_convolution(n):
    x, w = "tensor<1x1x3x3xf32>", "tensor<1x1x3x3xf32>"
    y = f"tensor<1x1x{2 * HUGE // 2**5 + 1}x1xf32>"
    return module([f"%y = hir.conv2d %x, %w padding [{HUGE}, 0] stride [{2**5}, 1] : "
                   f"{x}, {w}"], f"%x: {x}, %w: {w}", y)


@kind()
def huge_dilation(n):
    x, w, y = f"tensor<1x1x{HUGE}x3xf32>", "tensor<1x1x3x3xf32>", "tensor<1x1x1x1xf32>"
    return module([f"%y = hir.conv2d %x, %w dilation [{HUGE}, 1] : {x}, {w}"],
                  f"%x: {x}, %w: {w}", y)


@kind()
def huge_trips(n):
    return loops([f"0 to {HUGE} step 1"])


@kind()
def huge_trips_nested(n):
    return loops([f"0 to {HUGE} step 1"] * 3)


@kind()
def huge_bounds(n):
    return loops([f"{-HUGE * 2} to {HUGE * 2 - 1} step {HUGE * 2 - 1}"] * 2)


def nest(count, header, op, end, before=()):
    """Loops in each other around one op; `header` is what follows the number."""
    body, value = list(before), "%x"
    for i in range(count):
        body.append(f"%y{i} = {header(i)} iter_args(%a{i} = {value}) -> ({T}) {{")
        value = f"%a{i}"
    body.append(f"%v = {op} {value} : {T}")
    value = "%v"
    for i in reversed(range(count)):
        body += [f"{end} {value} : {T}", "}"]
        value = f"%y{i}"
    return module(body, value="%y0")


def loops(bounds):
    return nest(len(bounds), lambda i: f"hir.grid_region %k{i} = {bounds[i]}",
                "hir.neg", "hir.yield")


@kind()
def huge_windows(n):
    """Windows that move over 2^62 elements, and their union."""
    s = f"tensor<{HUGE}xf32>"
    return module([
        f"%y = hir.grid_region %k = 0 to {HUGE} step 3 iter_args(%a = %x) -> ({T}) {{",
        f"%w = hir.slice %s[%k] [5] [1] : {s}",
        f"%v = hir.add %a, %w : {T}, tensor<5xf32>", f"hir.yield %v : {T}", "}"],
        f"%x: {T}, %s: {s}")


@kind()
def huge_diagonal(n):
    """Windows whose start is a sum over two loops of 2^31 trips each."""
    s = f"tensor<{HUGE}xf32>"
    return module([
        f"%y = hir.grid_region %k = 0 to {2**31} step 1 iter_args(%a = %x) -> ({T}) {{",
        f"%z = hir.grid_region %j = 0 to {2**31} step 1 iter_args(%b = %a) -> ({T}) {{",
        "%c = arith.constant 3 : index", "%kc = arith.muli %k, %c : index",
        "%at = arith.addi %kc, %j : index", f"%w = hir.slice %s[%at] [5] [7] : {s}",
        f"%v = hir.add %b, %w : {T}, tensor<5xf32>", f"hir.yield %v : {T}", "}",
        f"hir.yield %z : {T}", "}"], f"%x: {T}, %s: {s}")


@kind()
def huge_stride(n):
    s = f"tensor<{HUGE}xf32>"
    return module([f"%w = hir.slice %s[0] [2] [{HUGE - 1}] : {s}",
                   "%y = hir.neg %w : tensor<2xf32>"], f"%s: {s}", "tensor<2xf32>")


@kind()
def huge_level(n):
    mesh = (f'#m = #hir.mesh<[#hir.topology<"cta", {HUGE}>], '
            f'#hir.layout<({HUGE}) : (1)>, ["i"]>\n')
    s = f"tensor<{HUGE}xf32>"
    return module([f"%y = hir.mesh_scope #m at(%i) args(%a = %x) : ({T}) -> ({T}) {{",
                   f"%v = hir.neg %a : {T}", f"hir.yield %v : {T}", "}"], head=mesh,
                  levels=f'#hir.topology<"cta", {HUGE}>')


@kind()
def huge_mesh_scattered(n):
    """A mesh whose strides leave 64 bits."""
    mesh = (f'#m = #hir.mesh<[#hir.topology<"cta", 6>], '
            f'#hir.layout<(2, 3) : ({HUGE}, {HUGE})>, ["i", "j"]>\n')
    return module([f"%y = hir.mesh_scope #m at(%i, %j) args(%a = %x) : ({T}) -> ({T}) {{",
                   f"%v = hir.neg %a : {T}", f"hir.yield %v : {T}", "}"], head=mesh,
                  levels='#hir.topology<"cta", 6>')


@kind()
def huge_split(n):
    mesh = (f'#m = #hir.mesh<[#hir.topology<"cta", {2**31}>], '
            f'#hir.layout<({2**31}) : (1)>, ["i"]>\n')
    s = (f"tensor<{HUGE}xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<"
         f"({2**31}, {2**31}) : ({2**31}, 1)>, [split(0)], #m>>>")
    return module([f"%y = hir.neg %x : {s}"], f"%x: {s}", s, head=mesh,
                  levels=f'#hir.topology<"cta", {2**31}>')


@kind()
def huge_dimension(n):
    t = f'tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim<"n", 1, {2 * HUGE - 1}>]>>'
    return module([f"%y = hir.neg %x : {t}"], f"%x: {t}", t)


@kind()
def huge_rows(n):
    """An index per row of a table of 2^62 rows."""
    s, i = f"tensor<{HUGE}x5xf32>", f"tensor<{2**40}xi64>"
    return module([f"%y = hir.index_select %s, %i {{dim = 0}} : {s}, {i}"],
                  f"%s: {s}, %i: {i}", f"tensor<{2**40}x5xf32>")


# --- depth -----------------------------------------------------------------------

@kind(1000)
def deep_loops(n):
    return loops(["0 to 2 step 1"] * n)


@kind(1000)
def deep_independent_loops(n):
    return loops(["0 to 1 step 1"] * n)


@kind(1000)
def deep_scopes(n):
    """One level each."""
    names = [f"l{i}" for i in range(n)]
    head = "".join(f'#m{i} = #hir.mesh<[#hir.topology<"l{i}", 1>], '
                   f'#hir.layout<(1) : (1)>, ["i"]>\n' for i in range(n))
    body, value = [], "%x"
    for i in range(n):
        body.append(f"%y{i} = hir.mesh_scope #m{i} at(%i{i}) args(%a{i} = {value}) : "
                    f"({T}) -> ({T}) {{")
        value = f"%a{i}"
    body.append(f"%v = hir.neg {value} : {T}")
    value = "%v"
    for i in reversed(range(n)):
        body += [f"hir.yield {value} : {T}", "}"]
        value = f"%y{i}"
    return module(body, value="%y0", head=head, levels=", ".join(
        f'#hir.topology<"{name}", 1>' for name in names))


@kind(1000)
def deep_calls(n):
    more = "".join(
        f"  func.func @f{i}(%x: {T}) -> {T} {{\n    %y = hir.call @f{i + 1}(%x) : ({T}) "
        f"-> {T}\n    return %y : {T}\n  }}\n" for i in range(1, n))
    more += (f"  func.func @f{n}(%x: {T}) -> {T} {{\n    %y = hir.neg %x : {T}\n"
             f"    return %y : {T}\n  }}\n")
    return module([f"%y = hir.call @f1(%x) : ({T}) -> {T}"], more=more)


@kind(1000)
def deep_modules(n):
    text = module([f"%y = hir.neg %x : {T}"], more="".join(
        f"module @m{i} {{\n" for i in range(n)) + "}\n" * n)
    return text


@kind(2000)
def deep_views(n):
    """Slices of slices."""
    body, value = [], "%x"
    for i in range(n):
        body.append(f"%s{i} = hir.slice {value}[%k, 0] [3, 5] [1, 1] : {T}")
        value = f"%s{i}"
    return module(body + [f"%y = hir.neg {value} : {T}"], f"%x: {T}, %k: index")


@kind(2000)
def deep_addresses(n):
    """A start that is a chain of index arithmetic."""
    body = ["%c0 = arith.constant 1 : index"]
    body += [f"%c{i} = arith.addi %c{i - 1}, %c{i - 1} : index" for i in range(1, n)]
    return module(body + [f"%s = hir.slice %x[%c{n - 1}, 0] [1, 5] [1, 1] : {T}",
                          "%y = hir.neg %s : tensor<1x5xf32>"],
                  result="tensor<1x5xf32>")


@kind(20000)
def deep_sums(n):
    """The same of small numbers, which the tool has to follow."""
    body = ["%one = arith.constant 1 : index", "%c0 = arith.addi %k, %one : index"]
    body += [f"%c{i} = arith.addi %c{i - 1}, %one : index" for i in range(1, n)]
    return module(body + [f"%s = hir.slice %x[%c{n - 1}, 0] [1, 5] [1, 1] : {T}",
                          "%y = hir.neg %s : tensor<1x5xf32>"],
                  parameters=f"%x: {T}, %k: index", result="tensor<1x5xf32>")


@kind(64)
def deep_divisions(n):
    """Divisions of sums of divisions: 2^64 terms when they are written out."""
    body = ["%c0 = affine.apply affine_map<(d) -> (d)>(%k)"]
    body += [f"%c{i} = affine.apply affine_map<(d) -> ((d * 7 + {i}) floordiv 2 + "
             f"(d * 5 + 3) floordiv 3)>(%c{i - 1})" for i in range(1, n)]
    inner = body + [f"%s = hir.slice %a[%c{n - 1}, 0] [1, 5] [1, 1] : {T}",
                    f"%n = hir.insert_slice %s into %a[%c{n - 1}, 0] : "
                    f"tensor<1x5xf32>, {T}"]
    return module([f"%y = hir.grid_region %k = 0 to 40 step 1 iter_args(%a = %x) -> ({T}) {{"]
                  + inner + [f"hir.yield %n : {T}", "}"])


@kind(1600)
def deep_updates(n):
    """One buffer that is updated again and again."""
    buffer, body, value = f"tensor<{n}x5xf32>", [], "%x"
    for i in range(n):
        body.append(f"%u{i} = hir.insert_slice %w into {value}[{i}, 0] : "
                    f"tensor<1x5xf32>, {buffer}")
        value = f"%u{i}"
    return module(body, f"%x: {buffer}, %w: tensor<1x5xf32>", buffer, value)


@kind(1000)
def deep_carried(n):
    """Values that reach round a loop through one another."""
    carried = ", ".join(f"%a{i} = %x" for i in range(n))
    types = ", ".join([T] * n)
    yields = ", ".join(f"%a{i}" for i in range(1, n)) + ", %v"
    return module([
        f"%y:{n} = hir.grid_region %k = 0 to 7 step 1 iter_args({carried}) -> ({types}) {{",
        f"%v = hir.neg %a0 : {T}", f"hir.yield {yields} : {types}", "}"], value="%y#0")


# --- width -----------------------------------------------------------------------

MILLION = 10**6


@kind(MILLION)
def million_constant(n):
    t = f"tensor<{n}xf32>"
    numbers = ", ".join(f"{i}.0" for i in range(n))
    return module([f"%c = arith.constant dense<[{numbers}]> : {t}",
                   f"%y = hir.neg %c : {t}"], "", t)


@kind(MILLION)
def million_array(n):
    return module([f"%y = hir.neg %x {{note = [{', '.join('1' for _ in range(n))}]}} : {T}"])


@kind(MILLION)
def million_constraint(n):
    return module([f"%y = hir.neg %x {{hir.constraint = array<i64: "
                   f"{', '.join('1' for _ in range(n))}>}} : {T}"])


@kind(MILLION)
def million_names(n):
    names = ", ".join(f'"n{i}"' for i in range(n))
    return module([f"%y = hir.neg %x {{hir.names = [{names}]}} : {T}"])


@kind(MILLION)
def million_levels(n):
    return module([f"%y = hir.neg %x : {T}"],
                  levels=", ".join(f'#hir.topology<"l{i}", 1>' for i in range(n)))


def mesh_of(n):
    ones = ", ".join("1" for _ in range(n))
    axes = ", ".join(f'"a{i}"' for i in range(n))
    return (f'#m = #hir.mesh<[#hir.topology<"cta", 1>], '
            f"#hir.layout<({ones}) : ({ones})>, [{axes}]>\n")


@kind(MILLION)
def million_axes(n):
    at = ", ".join(f"%i{i}" for i in range(n))
    return module([f"%y = hir.mesh_scope #m at({at}) args(%a = %x) : ({T}) -> ({T}) {{",
                   f"%v = hir.neg %a : {T}", f"hir.yield %v : {T}", "}"],
                  head=mesh_of(n))


@kind(MILLION)
def million_broadcasts(n):
    entries = ", ".join("broadcast" if i else "partial<sum>" for i in range(n))
    s = (f"tensor<3x5xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 5) : "
         f"(5, 1)>, [{entries}], #m>>>")
    return module([f"%y = hir.neg %x : {s}"], f"%x: {s}", s, head=mesh_of(n))


@kind(MILLION)
def million_positions(n):
    """A layout of a million positions of one tensor axis."""
    mesh = ('#m = #hir.mesh<[#hir.topology<"cta", 2>], #hir.layout<(2) : (1)>, ["i"]>\n')
    ones = ", ".join("1" for _ in range(n))
    s = (f"tensor<6xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, "
         f"{ones}) : (3, 1, {ones})>, [split(0)], #m>>>")
    return module([f"%y = hir.neg %x : {s}"], f"%x: {s}", s, head=mesh,
                  levels='#hir.topology<"cta", 2>')


@kind(MILLION)
def million_plain_layout(n):
    ones = ", ".join("1" for _ in range(n))
    s = (f"tensor<6xf32, #hir.encoding<gmem, layout = #hir.layout<({ones}) : ({ones})>>>")
    return module([f"%y = hir.neg %x : {s}"], f"%x: {s}", s)


@kind(MILLION)
def million_ranks(n):
    t = f"tensor<{'1x' * n}f32>"
    return module([f"%y = hir.neg %x : {t}"], f"%x: {t}", t)


@kind(20000)
def wide_permutation(n):
    t = f"tensor<{'1x' * n}f32>"
    perm = ", ".join(str(n - 1 - i) for i in range(n))
    return module([f"%y = hir.transpose %x perm [{perm}] : {t}"], f"%x: {t}", t)


@kind(20000)
def wide_reduction(n):
    t = f"tensor<{'1x' * n}f32>"
    axes = ", ".join(str(i) for i in range(n))
    return module([f"%y = hir.reduce sum %x axes [{axes}] : {t}"], f"%x: {t}",
                  "tensor<f32>")


@kind(20000)
def wide_reshape(n):
    ones = ", ".join("1" for _ in range(n))
    return module([f"%y = hir.reshape %x to [3, {ones}, 5] : {T}"],
                  result=f"tensor<3x{'1x' * n}5xf32>")


@kind(9000)
def wide_slice(n):
    t = f"tensor<{'1x' * n}f32>"
    zeros, ones = ", ".join("0" for _ in range(n)), ", ".join("1" for _ in range(n))
    return module([f"%w = hir.slice %x[{zeros}] [{ones}] [{ones}] : {t}",
                   f"%y = hir.neg %w : {t}"], f"%x: {t}", t)


@kind(20000)
def wide_concat(n):
    operands, types = ", ".join(["%x"] * n), ", ".join([T] * n)
    return module([f"%y = hir.concat {operands} {{axis = 0}} : {types}"],
                  result=f"tensor<{3 * n}x5xf32>")


@kind(20000)
def wide_split(n):
    t = f"tensor<{n}x5xf32>"
    return module([f"%y:{n} = hir.split %x {{axis = 0, num = {n}}} : {t}",
                   "%z = hir.neg %y#1 : tensor<1x5xf32>"], f"%x: {t}",
                  "tensor<1x5xf32>", "%z")


@kind(9999)
def wide_arguments(n):
    parameters = ", ".join(f"%x{i}: {T}" for i in range(n))
    return module([f"%y = hir.add %x0, %x1 : {T}, {T}"], parameters)


@kind(3000)
def wide_results(n):
    return module([f"%y{i} = hir.neg %x : {T}" for i in range(n)],
                  result=", ".join([T] * n),
                  value=", ".join(f"%y{i}" for i in range(n)))


@kind(5000)
def wide_loop(n):
    carried = ", ".join(f"%a{i} = %x" for i in range(n))
    types = ", ".join([T] * n)
    body = [f"%y:{n} = hir.grid_region %k = 0 to 7 step 1 iter_args({carried}) -> "
            f"({types}) {{"]
    body += [f"%v{i} = hir.neg %a{i} : {T}" for i in range(n)]
    body += [f"hir.yield {', '.join(f'%v{i}' for i in range(n))} : {types}", "}"]
    return module(body, value="%y#0")


@kind(9999)
def long_chain(n):
    body = ["%y0 = hir.neg %x : " + T]
    body += [f"%y{i} = hir.neg %y{i - 1} : {T}" for i in range(1, n)]
    return module(body, value=f"%y{n - 1}")


@kind(3000)
def many_lifetimes(n):
    """Everything stays live to the end."""
    s = "tensor<3x5xf32, #hir.encoding<smem>>"
    body = [f"%y{i} = hir.reshard %x to <smem> : {T}" for i in range(n)]
    body.append(f"%z0 = hir.add %y0, %y0 : {s}, {s}")
    body += [f"%z{i} = hir.add %z{i - 1}, %y{i} : {s}, {s}" for i in range(1, n)]
    return module(body, result=s, value=f"%z{n - 1}")


@kind(3000)
def many_loops(n):
    """One after another, over windows."""
    s, body, value = "tensor<30x5xf32>", [], "%x"
    for i in range(n):
        body += [f"%y{i} = hir.grid_region %k{i} = 0 to 10 step 1 iter_args(%a{i} = "
                 f"{value}) -> ({T}) {{",
                 f"%w{i} = hir.slice %s[%k{i}, 0] [3, 5] [1, 1] : {s}",
                 f"%v{i} = hir.add %a{i}, %w{i} : {T}, {T}", f"hir.yield %v{i} : {T}", "}"]
        value = f"%y{i}"
    return module(body, f"%x: {T}, %s: {s}", value=value)


@kind(5000)
def many_variants(n):
    listed = ", ".join(f"@v{i}" for i in range(n))
    more = (f"  func.func nested @p({T}) -> {T} attributes {{hir.variants = [{listed}]}}\n")
    more += "".join(
        f'  func.func nested @v{i}(%x: {T}) -> {T} attributes {{hir.range = '
        f'#hir.range<"n", {i + 1}, {i + 2}>}} {{\n    %y = hir.neg %x : {T}\n'
        f"    return %y : {T}\n  }}\n" for i in range(n))
    return module([f"%y = hir.call @p(%x) : ({T}) -> {T}"], more=more)


@kind(2000)
def many_dimensions(n):
    types = [f'tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim<"n{i}", 1, 7>]>>'
             for i in range(n)]
    return module([f"%y{i} = hir.neg %x{i} : {t}" for i, t in enumerate(types)],
                  ", ".join(f"%x{i}: {t}" for i, t in enumerate(types)), types[0], "%y0")


@kind(200)
def big_expression(n):
    """A dimension multiplied with itself."""
    power = " * ".join(["n"] * n)
    t = ("tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[n] -> "
         f'({power})>, [#hir.dim<"n", 1, 7>]>]>>')
    return module([f"%y = hir.neg %x : {t}"], f"%x: {t}", t)


@kind(MILLION)
def long_name(n):
    return module([f"%{'y' * n} = hir.neg %x : {T}"], value="%" + "y" * n)


# --- programs of other dialects ----------------------------------------------------

def for_loops(bounds, step):
    """scf.for, one in the other."""
    return nest(len(bounds), lambda i: f"scf.for %k{i} = %lo to %hi step %by",
                "arith.negf", "scf.yield",
                ["%lo = arith.constant 0 : index",
                 f"%hi = arith.constant {bounds[0]} : index",
                 f"%by = arith.constant {step} : index"])


@kind()
def huge_for(n):
    return for_loops([HUGE], 1)


@kind()
def huge_for_step(n):
    return for_loops([2 * HUGE - 1] * 2, 2 * HUGE - 1)


@kind(1000)
def deep_for(n):
    return for_loops([1] * n, 1)


@kind(1000)
def deep_affine(n):
    body, value = [], "%x"
    for i in range(n):
        body.append(f"%y{i} = affine.for %k{i} = 0 to 1 iter_args(%a{i} = {value}) -> "
                    f"({T}) {{")
        value = f"%a{i}"
    body.append(f"%v = arith.negf {value} : {T}")
    value = "%v"
    for i in reversed(range(n)):
        body += [f"affine.yield {value} : {T}", "}"]
        value = f"%y{i}"
    return module(body, value="%y0")


@kind()
def huge_linalg(n):
    a, b = f"tensor<3x{HUGE}xf32>", f"tensor<{HUGE}x5xf32>"
    return module([f"%y = linalg.matmul ins(%a, %b : {a}, {b}) outs(%x : {T}) -> {T}"],
                  f"%a: {a}, %b: {b}, %x: {T}")


@kind(500)
def wide_linalg(n):
    t = f"tensor<{'1x' * n}f32>"
    dims = ", ".join(f"d{i}" for i in range(n))
    same = f"affine_map<({dims}) -> ({dims})>"
    kinds = ", ".join(['"parallel"'] * n)
    return module([
        f"%y = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = "
        f"[{kinds}]}} ins(%x : {t}) outs(%x : {t}) {{", "^bb0(%i: f32, %o: f32):",
        "%e = math.exp %i : f32", "linalg.yield %e : f32", f"}} -> {t}"], f"%x: {t}", t)


@kind(3000)
def long_payload(n):
    same = "affine_map<(i, j) -> (i, j)>"
    body = [f"%y = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = "
            f'["parallel", "parallel"]}} ins(%x : {T}) outs(%x : {T}) {{',
            "^bb0(%i: f32, %o: f32):", "%e0 = arith.addf %i, %i : f32"]
    body += [f"%e{k} = arith.mulf %e{k - 1}, %i : f32" for k in range(1, n)]
    return module(body + [f"linalg.yield %e{n - 1} : f32", f"}} -> {T}"])


@kind()
def huge_pad(n):
    t = f"tensor<{HUGE + 3}x5xf32>"
    return module(["%zero = arith.constant 0.0 : f32",
                   f"%p = tensor.pad %x low[{HUGE}, 0] high[0, 0] {{", "^bb0(%i: index, "
                   "%j: index):", "tensor.yield %zero : f32", f"}} : {T} to {t}",
                   f"%y = tensor.extract_slice %p[0, 0] [3, 5] [1, 1] : {t} to {T}"])


@kind()
def huge_collapse(n):
    s, t = f"tensor<{2**31}x{2**31}xf32>", f"tensor<{HUGE}xf32>"
    return module([f"%y = tensor.collapse_shape %x [[0, 1]] : {s} into {t}"], f"%x: {s}",
                  t)


TIMED = ["huge_elementwise", "huge_matmul", "huge_trips", "huge_trips_nested",
         "huge_windows", "deep_loops", "deep_views", "deep_carried", "long_chain",
         "many_lifetimes", "many_loops", "wide_concat"]


def main():
    global SCOPED
    if sys.argv[1] == "--list":
        print("\n".join(list(KINDS) + [name + "_timed" for name in TIMED]))
        return
    name = sys.argv[1]
    SCOPED = name.endswith("_timed")
    function, count = KINDS[name.removesuffix("_timed")]
    print(function(int(sys.argv[2]) if len(sys.argv) > 2 else count), end="")


if __name__ == "__main__":
    main()
