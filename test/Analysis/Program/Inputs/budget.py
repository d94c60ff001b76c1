"""Programs of a stated size: `chain N` is a tensor constant and N negs, with dead ops, an
address and a loop that do not count; `doubling N` is N functions that call the next twice,
`deep N` are N that call it once."""
import sys

kind, count = sys.argv[1], int(sys.argv[2])
print("module @M attributes {hir.target = #hir.cuda<device = \"nvidia.h200_sxm\">,")
print("  hir.topologies = [#hir.topology<\"cta\", 1>], hir.entry = @f} {")
T = "tensor<1xf32>"


def function(name, body, result):
    print(f"  func.func @{name}(%x: {T}) -> {T} {{")
    for line in body:
        print("    " + line)
    print(f"    return {result} : {T}\n  }}")


if kind == "chain":
    body = [f"%c = arith.constant dense<1.0> : {T}", f"%dead = hir.exp %x : {T}",
            f"%deader = hir.exp %dead : {T}", f"%v0 = hir.add %x, %c : {T}, {T}"]
    body += [f"%v{i} = hir.neg %v{i - 1} : {T}" for i in range(1, count - 1)]
    body += [f"%r = hir.grid_region %i = 0 to 3 step 1 iter_args(%a = %v{count - 2}) -> ({T}) {{",
             f"  %n = hir.neg %a : {T}", f"  hir.yield %n : {T}", "}"]
    function("f", body, "%r")
else:
    for i in range(count):
        name = "f" if i == 0 else f"f{i}"
        call = f"hir.call @f{i + 1}"
        calls = [f"%a = {call}(%x) : ({T}) -> {T}", f"%b = {call}(%a) : ({T}) -> {T}"]
        function(name, calls if kind == "doubling" else calls[:1], "%b" if kind == "doubling" else "%a")
    function(f"f{count}", [f"%n = hir.neg %x : {T}"], "%n")
print("}")
