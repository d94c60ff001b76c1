#!/usr/bin/env python3
"""Writes a whole decoder model as a hir program: one decode step at a symbolic context.

    gen-model.py [--model NAME] [--layers N] [--device ID] [--output FILE]

Each layer is a child module that holds its weights; the embedding and the head share one
child and, where the model ties them, one table. The output depends on the options alone.
"""

import argparse
import dataclasses
import sys


@dataclasses.dataclass(frozen=True)
class Model:
    name: str
    hidden: int
    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    ffn: int
    vocab: int
    context: int
    tied: bool = True
    qk_norm: bool = False
    qkv_bias: bool = False


MODELS = {
    "qwen3-1.7b": Model("Qwen3", 2048, 28, 16, 8, 128, 6144, 151936, 40960,
                        qk_norm=True),
    "qwen2.5-1.5b": Model("Qwen2_5", 1536, 28, 12, 2, 128, 8960, 151936, 32768,
                          qkv_bias=True),
    "llama-3-8b": Model("Llama3", 4096, 32, 32, 8, 128, 14336, 128256, 8192,
                        tied=False),
    "llama-3-70b": Model("Llama3", 8192, 80, 64, 8, 128, 28672, 128256, 8192,
                         tied=False),
}


def tensor(*shape, elt="bf16", encoding=""):
    """`tensor<1x2048xbf16>`; an extent of `None` is the context, which needs `#rows`."""
    if None in shape:
        encoding = "#rows"
    extents = "x".join("?" if e is None else str(e) for e in shape)
    return f"tensor<{extents}x{elt}{', ' + encoding if encoding else ''}>"


class Function:
    """Collects the text of one function; every op states its operands' types."""

    def __init__(self, name):
        self.name = name
        self.types = {}
        self.parameters = []
        self.lines = []

    def parameter(self, name, kind, weight=None):
        self.types[name] = kind
        attribute = f' {{hir.const = "{weight}"}}' if weight else ""
        self.parameters.append(f"%{name}: {kind}{attribute}")

    def op(self, result, kind, text, *operands):
        self.types[result] = kind
        types = ", ".join(self.types[o] for o in operands)
        self.lines.append(f"%{result} = hir.{text} : {types}")

    def call(self, results, kinds, callee, operands):
        for result, kind in zip(results, kinds):
            self.types[result] = kind
        left = ", ".join(f"%{r}" for r in results)
        arguments = ", ".join(f"%{o}" for o in operands)
        types = ", ".join(self.types[o] for o in operands)
        self.lines.append(f"{left} = hir.call {callee}({arguments}) : ({types}) -> "
                          f"({', '.join(kinds)})")

    def text(self, results, indent):
        kinds = [self.types[r] for r in results]
        left = kinds[0] if len(kinds) == 1 else f"({', '.join(kinds)})"
        yield f"{indent}func.func @{self.name}({', '.join(self.parameters)}) -> {left} {{"
        for line in self.lines:
            yield f"{indent}  {line}"
        yield (f"{indent}  return {', '.join('%' + r for r in results)} : "
               f"{', '.join(kinds)}")
        yield f"{indent}}}"


def layer_function(m):
    """One decoder layer: grouped-query attention on a cache, then SwiGLU."""
    q_width, kv_width = m.heads * m.head_dim, m.kv_heads * m.head_dim
    row, cache = tensor(1, m.hidden), tensor(1, None, m.kv_heads, m.head_dim)
    table = tensor(m.context, m.head_dim)
    f = Function("forward")
    f.parameter("x", row)
    f.parameter("cos", table)
    f.parameter("sin", table)
    f.parameter("pos", tensor(1, elt="i64"))
    f.parameter("at", "index")
    f.parameter("keys", cache)
    f.parameter("values", cache)
    f.parameter("norm1", tensor(m.hidden), "input_layernorm")
    for name, width in (("q", q_width), ("k", kv_width), ("v", kv_width)):
        f.parameter(f"w{name}", tensor(m.hidden, width), f"{name}_proj")
        if m.qkv_bias:
            f.parameter(f"b{name}", tensor(width), f"{name}_bias")
    if m.qk_norm:
        f.parameter("nq", tensor(m.head_dim), "q_norm")
        f.parameter("nk", tensor(m.head_dim), "k_norm")
    f.parameter("wo", tensor(q_width, m.hidden), "o_proj")
    f.parameter("norm2", tensor(m.hidden), "post_attention_layernorm")
    f.parameter("wg", tensor(m.hidden, m.ffn), "gate_proj")
    f.parameter("wu", tensor(m.hidden, m.ffn), "up_proj")
    f.parameter("wd", tensor(m.ffn, m.hidden), "down_proj")

    f.op("h", row, "rms_norm %x, %norm1", "x", "norm1")
    heads = {}
    for name, count in (("q", m.heads), ("k", m.kv_heads), ("v", m.kv_heads)):
        width = count * m.head_dim
        f.op(name, tensor(1, width), f"matmul %h, %w{name}", "h", f"w{name}")
        last = name
        if m.qkv_bias:
            f.op(f"{name}b", tensor(1, width), f"add %{name}, %b{name}", name, f"b{name}")
            last = f"{name}b"
        heads[name] = f"{name}h"
        f.op(f"{name}h", tensor(1, 1, count, m.head_dim),
             f"reshape %{last} to [1, 1, {count}, {m.head_dim}]", last)
        if m.qk_norm and name != "v":
            heads[name] = f"{name}n"
            f.op(f"{name}n", f.types[f"{name}h"], f"rms_norm %{name}h, %n{name}",
                 f"{name}h", f"n{name}")
    q, k = heads["q"], heads["k"]
    f.types["qr"], f.types["kr"] = f.types[q], f.types[k]
    f.lines.append(f"%qr, %kr = hir.rope %{q}, %{k}, %cos, %sin, %pos : {f.types[q]}, "
                   f"{f.types[k]}, {table}, {table}, {f.types['pos']}")
    f.types["one"] = "index"
    f.lines.append("%one = arith.constant 1 : index")
    f.op("kc", cache, "cache_update %keys, %at, %one, %kr", "keys", "at", "one", "kr")
    f.op("vc", cache, "cache_update %values, %at, %one, %vh", "values", "at", "one", "vh")
    # The queries of one key-value head stand together: no copy of the cache's heads.
    group = m.heads // m.kv_heads
    f.op("qg", tensor(1, m.kv_heads, group, m.head_dim),
         f"reshape %qr to [1, {m.kv_heads}, {group}, {m.head_dim}]", "qr")
    f.op("kt", tensor(1, m.kv_heads, m.head_dim, None), "transpose %kc perm [0, 2, 3, 1]",
         "kc")
    scores = tensor(1, m.kv_heads, group, None)
    f.op("scores", scores, "matmul %qg, %kt", "qg", "kt")
    f.types["scale"] = "bf16"
    f.lines.append(f"%scale = arith.constant {m.head_dim ** -0.5:.5f} : bf16")
    f.op("scaled", scores, "mul %scores, %scale", "scores", "scale")
    f.op("probs", scores, "softmax %scaled {axis = -1}", "scaled")
    f.op("vt", tensor(1, m.kv_heads, None, m.head_dim), "transpose %vc perm [0, 2, 1, 3]",
         "vc")
    f.op("mixed", f.types["qg"], "matmul %probs, %vt", "probs", "vt")
    f.op("mh", tensor(1, q_width), f"reshape %mixed to [1, {q_width}]", "mixed")
    f.op("o", row, "matmul %mh, %wo", "mh", "wo")
    f.op("y", row, "add %x, %o", "x", "o")
    f.op("m", row, "rms_norm %y, %norm2", "y", "norm2")
    wide = tensor(1, m.ffn)
    f.op("gate", wide, "matmul %m, %wg", "m", "wg")
    f.op("up", wide, "matmul %m, %wu", "m", "wu")
    f.op("act", wide, "silu %gate", "gate")
    f.op("prod", wide, "mul %act, %up", "act", "up")
    f.op("down", row, "matmul %prod, %wd", "prod", "wd")
    f.op("z", row, "add %y, %down", "y", "down")
    return f, ["z", "kc", "vc"]


def vocabulary(m):
    """The lookup of one token and the logits, which read a tied table where it lies."""
    row, table = tensor(1, m.hidden), tensor(m.vocab, m.hidden)
    lookup = Function("lookup")
    lookup.parameter("ids", tensor(1, elt="i64"))
    lookup.parameter("table", table, "embed_tokens")
    lookup.op("x", row, "index_select %table, %ids {dim = 0}", "table", "ids")
    yield from lookup.text(["x"], "    ")

    logits = Function("logits")
    logits.parameter("x", row)
    logits.parameter("norm", tensor(m.hidden), "norm")
    logits.parameter("head", table, "embed_tokens" if m.tied else "lm_head")
    logits.op("n", row, "rms_norm %x, %norm", "x", "norm")
    logits.op("nt", tensor(m.hidden, 1), f"reshape %n to [{m.hidden}, 1]", "n")
    logits.op("column", tensor(m.vocab, 1), "matmul %head, %nt", "head", "nt")
    logits.op("l", tensor(1, m.vocab), f"reshape %column to [1, {m.vocab}]", "column")
    yield from logits.text(["l"], "    ")


def step_function(m, layers):
    """One token through the whole stack: new logits and new caches."""
    row, cache = tensor(1, m.hidden), tensor(1, None, m.kv_heads, m.head_dim)
    table = tensor(m.context, m.head_dim)
    f = Function("step")
    f.parameter("ids", tensor(1, elt="i64"))
    f.parameter("cos", table)
    f.parameter("sin", table)
    f.parameter("pos", tensor(1, elt="i64"))
    f.parameter("at", "index")
    for i in range(layers):
        f.parameter(f"k{i}", cache)
        f.parameter(f"v{i}", cache)
    f.call(["x0"], [row], "@vocab::@lookup", ["ids"])
    caches = []
    for i in range(layers):
        results = [f"x{i + 1}", f"k{i}_new", f"v{i}_new"]
        f.call(results, [row, cache, cache], f"@layer{i}::@forward",
               [f"x{i}", "cos", "sin", "pos", "at", f"k{i}", f"v{i}"])
        caches += results[1:]
    f.call(["l"], [tensor(1, m.vocab)], "@vocab::@logits", [f"x{layers}"])
    return f.text(["l"] + caches, "  ")


def program(m, layers, device):
    yield f'#ctx = #hir.dim<"ctx", 1, {m.context + 1}>'
    yield "#rows = #hir.encoding<gmem, dims = [#ctx]>"
    yield f"module @{m.name} attributes {{"
    yield f'  hir.target = #hir.cuda<device = "{device}">,'
    yield "  hir.entry = @step"
    yield "} {"
    yield from step_function(m, layers)
    yield "  module @vocab {"
    yield from vocabulary(m)
    yield "  }"
    for i in range(layers):
        yield f"  module @layer{i} {{"
        function, results = layer_function(m)
        yield from function.text(results, "    ")
        yield "  }"
    yield "}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", choices=sorted(MODELS), default="qwen3-1.7b")
    parser.add_argument("--layers", type=int, help="default: the model's own")
    parser.add_argument("--device", default="nvidia.h200_sxm")
    parser.add_argument("--output", help="default: standard output")
    options = parser.parse_args()
    model = MODELS[options.model]
    layers = model.layers if options.layers is None else options.layers
    if layers < 0:
        parser.error(f"--layers is {layers}, wanted 0 or more")
    text = "\n".join(program(model, layers, options.device)) + "\n"
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
