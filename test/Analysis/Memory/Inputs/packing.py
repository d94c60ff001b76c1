"""A program whose smem values have given sizes and lifetimes.

    packing.py UNIT REPEATS SIZE,FIRST,LAST ...

Sizes are in units of UNIT bytes; two values overlap where their inclusive intervals do. The
list is repeated one after the other under one value of one byte that lives throughout.
"""
import sys


def main():
    unit, repeats = int(sys.argv[1]), int(sys.argv[2])
    buffers = [tuple(map(int, text.split(","))) for text in sys.argv[3:]]
    one = "tensor<1xf8E4M3FN"
    print("module @Packing attributes {\n"
          '  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,\n'
          '  hir.topologies = [#hir.topology<"cta", 1>],\n'
          f"  hir.entry = @f\n}} {{\n  func.func @f() -> ({one}, #hir.encoding<smem>>, "
          f"{one}>) {{\n    %all = hir.zeros : {one}, #hir.encoding<smem>>\n"
          f"    %s = hir.zeros : {one}>")
    last = "s"
    for repeat in range(repeats):
        for time in range(max(end for _, _, end in buffers) + 1):
            for i, (size, first, _) in enumerate(buffers):
                if first == time:
                    print(f"    %b{repeat}_{i} = hir.zeros : tensor<{size}x{unit}x"
                          "f8E4M3FN, #hir.encoding<smem>>")
            for i, (size, _, end) in enumerate(buffers):
                if end != time:
                    continue
                # The last use; one element of it goes on, in gmem.
                name, tensor = f"{repeat}_{i}", f"tensor<{size}x{unit}xf8E4M3FN"
                print(f"    %u{name} = hir.reshard %b{name} to <gmem> : {tensor}, "
                      "#hir.encoding<smem>>\n"
                      f"    %w{name} = hir.slice %u{name}[0, 0] [1, 1] [1, 1] : {tensor}>\n"
                      f"    %r{name} = hir.reshape %w{name} to [1] : "
                      "tensor<1x1xf8E4M3FN>\n"
                      f"    %s{name} = hir.add %{last}, %r{name} : {one}>, {one}>")
                last = f"s{name}"
    print(f"    return %all, %{last} : {one}, #hir.encoding<smem>>, {one}>\n  }}\n}}")


if __name__ == "__main__":
    main()
