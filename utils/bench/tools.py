#!/usr/bin/env python3
"""Times whole tools and prints ratios measured in one run.

    utils/bench/tools.py [--build build/release] [--mlir-opt mlir-opt-22] [--runs 5]

* tf-opt on generated programs of 1000, 10000 and 100000 operations, analysed by
  compute-cost, memory and roofline, against mlir-opt's parse-and-print of an
  upstream-dialect file with as many operations;
* start-up of both tools on a small module;
* the decoder layer, 28 layers, the tiled kernel and the reshape chain of the tests, the
  same way;
* 64 sizes of one program against one of them, and the memory of the largest chain.
Times are the fastest of the runs, in milliseconds of wall clock.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def fastest(command, runs):
    best = None
    for _ in range(runs):
        start = time.perf_counter()
        done = subprocess.run(command, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
        elapsed = (time.perf_counter() - start) * 1000
        if done.returncode != 0:
            sys.exit(f"failed: {' '.join(command)}\n{done.stderr}")
        best = elapsed if best is None else min(best, elapsed)
    return best


def hir_program(count):
    lines = ["module @Chain attributes {hir.target = "
             "#hir.cuda<device = \"nvidia.h200_sxm\">, hir.entry = @f} {",
             "  func.func @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> "
             "tensor<64x64xf32> {", "    %v0 = hir.exp %x : tensor<64x64xf32>"]
    kinds = ["hir.matmul %v{p}, %w : tensor<64x64xf32>, tensor<64x64xf32>",
             "hir.add %v{p}, %x : tensor<64x64xf32>, tensor<64x64xf32>",
             "hir.tanh %v{p} : tensor<64x64xf32>",
             "hir.softmax %v{p} : tensor<64x64xf32>"]
    for i in range(1, count):
        lines.append(f"    %v{i} = " + kinds[i % 4].format(p=i - 1))
    lines += [f"    return %v{count - 1} : tensor<64x64xf32>", "  }", "}"]
    return "\n".join(lines) + "\n"


def upstream_program(count):
    lines = ["module {", "  func.func @f(%x: tensor<64x64xf32>) -> "
             "tensor<64x64xf32> {", "    %v0 = math.exp %x : tensor<64x64xf32>"]
    kinds = ["arith.mulf %v{p}, %x : tensor<64x64xf32>",
             "arith.addf %v{p}, %x : tensor<64x64xf32>",
             "math.tanh %v{p} : tensor<64x64xf32>",
             "math.exp %v{p} : tensor<64x64xf32>"]
    for i in range(1, count):
        lines.append(f"    %v{i} = " + kinds[i % 4].format(p=i - 1))
    lines += [f"    return %v{count - 1} : tensor<64x64xf32>", "  }", "}"]
    return "\n".join(lines) + "\n"


def show(name, ours, theirs):
    print(f"{name:32} {ours:10.1f} {theirs:12.1f} {ours / theirs:7.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=str(ROOT / "build" / "release"))
    parser.add_argument("--mlir-opt", default=shutil.which("mlir-opt-22")
                        or "/usr/lib/llvm-22/bin/mlir-opt")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    tf_opt = str(pathlib.Path(options.build) / "bin" / "tf-opt")
    folder = pathlib.Path(tempfile.mkdtemp())
    print(f"{'program':32} {'tf-opt ms':>10} {'mlir-opt ms':>12} {'ratio':>7}")
    for count in (10, 1000, 10000, 100000):
        ours, theirs = folder / f"hir{count}.mlir", folder / f"up{count}.mlir"
        ours.write_text(hir_program(count))
        theirs.write_text(upstream_program(count))
        runs = options.runs if count < 100000 else min(options.runs, 3)
        analysed = fastest([tf_opt, str(ours), f"--tf-analyze=budget={count}"],
                           runs)
        printed = fastest([options.mlir_opt, str(theirs)], runs)
        show("start-up (10 ops)" if count == 10 else f"chain of {count} ops",
             analysed, printed)
    measure_models(tf_opt, options, folder)
    measure_sweep(tf_opt, options.runs)
    measure_memory(tf_opt, options, folder)
    shutil.rmtree(folder)


def measure_models(tf_opt, options, folder):
    """Whole models against upstream programs with as many operations."""
    models = ROOT / "test" / "Models"
    stack = folder / "stack.mlir"
    subprocess.run([sys.executable, str(ROOT / "utils" / "gen-model.py"),
                    "--output", str(stack)], check=True)
    for name, path, arguments in (
            ("decoder layer, ctx=4096", models / "qwen3_1_7b.mlir", "dims=ctx=4096"),
            ("28 layers, ctx=4096", stack, "dims=ctx=4096"),
            ("tiled kernel", models / "tiled_gemm.mlir",
             "analysis=compute-cost,memory,roofline,performance"),
            ("reshape and transpose chain",
             ROOT / "test" / "Analysis" / "Cases" / "02-reshape-transpose.mlir",
             "analysis=memory")):
        count = sum(" = " in line for line in path.read_text().splitlines())
        theirs = folder / f"upstream-{path.stem}.mlir"
        theirs.write_text(upstream_program(max(count, 2)))
        show(name,
             fastest([tf_opt, str(path), f"--tf-analyze={arguments}"], options.runs),
             fastest([options.mlir_opt, str(theirs)], options.runs))


def measure_sweep(tf_opt, runs):
    model = str(ROOT / "test" / "Models" / "qwen3_1_7b.mlir")
    show("64 sizes against one",
         fastest([tf_opt, model, "--tf-analyze=dims=ctx=64:64:4096 emit=json"], runs),
         fastest([tf_opt, model, "--tf-analyze=dims=ctx=4096 emit=json"], runs))


def peak_kib(command):
    pid = subprocess.Popen(command, stdout=subprocess.DEVNULL).pid
    return os.wait4(pid, 0)[2].ru_maxrss


def measure_memory(tf_opt, options, folder):
    ours = peak_kib([tf_opt, str(folder / "hir100000.mlir"),
                     "--tf-analyze=budget=100000"])
    theirs = peak_kib([options.mlir_opt, str(folder / "up100000.mlir")])
    show("memory at 100000 ops, MiB", ours / 1024, theirs / 1024)


if __name__ == "__main__":
    main()
