#!/usr/bin/env bash
# One step of using the library from outside its tree, as docs/embedding.md says:
#   embed.sh STEP BUILD
# BUILD is this project's build folder; everything is written to BUILD/embedding.
# What is built here knows the prefix and nothing else of this tree.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$2" && pwd)
prefix="$build/embedding/prefix"
source="$here/ExampleCompiler"
example="$build/embedding/$1"

install_package() {
  rm -rf "$prefix"
  # [install]
  cmake --install "$build" --prefix "$prefix"
  # [install]
  # A package that names the tree it came from works on this machine only.
  if grep -rnF -e "$root" -e "$build" -e "$prefix" "$prefix"/lib*/cmake; then
    echo "the installed package names this build's folders" >&2
    return 1
  fi
}

example_shared() {
  # [configure]
  cmake -S "$source" -B "$example" -G Ninja -DCMAKE_PREFIX_PATH="$prefix"
  ninja -C "$example"
  "$example/example-compiler" > "$example/figures.txt"
  # [configure]
  FileCheck "$source/expected.txt" < "$example/figures.txt"
  # The C library is built where the tools are static.
  if [ -e "$prefix/lib/libTileFoundry-C.so" ]; then
    # [measure]
    "$example/measure" "$source/layer.mlir" > "$example/layer.json"
    # [measure]
    FileCheck "$source/layer.mlir" < "$example/layer.json"
  fi
  # [tools]
  "$prefix/bin/tf-opt" "$source/layer.mlir" --tf-analyze=emit=table
  # [tools]
  plugin=$(echo "$prefix"/lib*/TileFoundryPlugin.so)
  # [plugin]
  mlir-opt "$source/layer.mlir" \
    --load-dialect-plugin="$plugin" --load-pass-plugin="$plugin" \
    --pass-pipeline='builtin.module(tf-analyze{emit=ir})'
  # [plugin]
}

# The rest of a program decides how MLIR is linked: its archives, or everything
# static.
example_linked() {
  cmake -S "$source" -B "$example" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
    -DTileFoundry_LINKAGE="$1"
  ninja -C "$example" example-compiler
  "$example/example-compiler" | FileCheck "$source/expected.txt"
  if ldd "$example/example-compiler" | grep -F libMLIR.so; then
    echo "linked as '$1', the program still needs libMLIR" >&2
    return 1
  fi
}

headers() {
  cmake -S "$here/Headers" -B "$example" -G Ninja -DCMAKE_PREFIX_PATH="$prefix"
  ninja -C "$example"
}

# refused PREFIX ARGUMENT: configuring with ARGUMENT fails and says why.
refused() {
  rm -rf "$example"
  if cmake -S "$here/Refusals" -B "$example" -G Ninja \
      -DCMAKE_PREFIX_PATH="$prefix" "$2" > "$build/embedding/refusal.txt" 2>&1; then
    echo "$2 is not refused" >&2
    return 1
  fi
  # CMake breaks lines where it likes.
  tr -s '\n ' ' ' < "$build/embedding/refusal.txt" |
    FileCheck "$here/Refusals/expected.txt" --check-prefix="$1"
}

mkdir -p "$build/embedding"
case "$1" in
  install) install_package ;;
  shared) example_shared ;;
  archives | static) example_linked "$1" ;;
  headers) headers ;;
  refusals)
    refused NONE -DCMAKE_DISABLE_FIND_PACKAGE_MLIR=ON
    refused LINKAGE -DTileFoundry_LINKAGE=dynamic
    refused VERSION -DWANTED=0.0 ;;
  *) echo "unknown step '$1'" >&2; exit 2 ;;
esac
