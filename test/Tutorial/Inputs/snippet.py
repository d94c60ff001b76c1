"""Prints the N-th `mlir` block of a page: snippet.py PAGE N."""
import re
import sys

blocks = re.findall(r"^```mlir\n(.*?)^```", open(sys.argv[1], encoding="utf-8").read(),
                    re.MULTILINE | re.DOTALL)
sys.stdout.write(blocks[int(sys.argv[2]) - 1])
