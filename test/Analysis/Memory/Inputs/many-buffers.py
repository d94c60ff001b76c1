"""Repeats the eight buffers of Cases/03-packing.mlir under one long-lived buffer."""
import sys

UNIT = 38741
# Buffers by number of units, and the order in which they begin (+) and end (-).
SIZES = {1: 1, 2: 3, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 2}
ORDER = [2, 6, -2, 3, 8, -6, 1, -8, 7, -1, -3, 5, -5, 4, -7, -4]


def main():
    print("module @Many attributes {\n"
          '  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,\n'
          '  hir.topologies = [#hir.topology<"cta", 1>],\n'
          "  hir.entry = @f\n} {\n  func.func @f() -> (tensor<1xf8E4M3FN, "
          "#hir.encoding<smem>>, tensor<1xf8E4M3FN>) {\n"
          "    %all = hir.zeros : tensor<1xf8E4M3FN, #hir.encoding<smem>>\n"
          "    %s = hir.zeros : tensor<1xf8E4M3FN>")
    last = "s"
    for trial in range(int(sys.argv[1])):
        for step in ORDER:
            number = abs(step)
            tensor = f"tensor<{SIZES[number]}x{UNIT}xf8E4M3FN"
            name = f"b{trial}_{number}"
            if step > 0:
                print(f"    %{name} = hir.zeros : {tensor}, #hir.encoding<smem>>")
                continue
            # Ends here: one element of it goes on, in gmem.
            print(f"    %u{name} = hir.reshard %{name} to <gmem> : {tensor}, "
                  "#hir.encoding<smem>>")
            print(f"    %w{name} = hir.slice %u{name}[0, 0] [1, 1] [1, 1] : {tensor}>")
            print(f"    %r{name} = hir.reshape %w{name} to [1] : "
                  "tensor<1x1xf8E4M3FN>")
            print(f"    %s{name} = hir.add %{last}, %r{name} : tensor<1xf8E4M3FN>, "
                  "tensor<1xf8E4M3FN>")
            last = f"s{name}"
    print(f"    return %all, %{last} : tensor<1xf8E4M3FN, #hir.encoding<smem>>, "
          "tensor<1xf8E4M3FN>\n  }\n}")


if __name__ == "__main__":
    main()
