#!/usr/bin/env python3
"""Writes what the fuzzers start from.

    collect-seeds.py FOLDER

FOLDER/program gets every program of the tests, one file per piece, its pass list in the first
line, and some random ones; FOLDER/document every hardware document under an ID of its own;
FOLDER/words.dict the words both are written in.
"""

import hashlib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAMILIES = "analysis=compute-cost,memory,roofline,performance"
LARGEST = 20000


def pass_lists(text):
    """The pass lists of a test's RUN lines, as a pipeline spells them."""
    lists = []
    for run in re.findall(r"RUN: (.*)", text):
        passes = []
        for name, quoted, bare in re.findall(
                r"--(tf-[a-z-]+)(?:='([^']*)'|=(\S+))?", run):
            options = quoted or bare
            passes.append(name + (f"{{{options}}}" if options else ""))
        if passes:
            lists.append(",".join(passes))
    return lists


def pieces_of(text):
    for piece in re.split(r"^//(?: -----|---).*$", text, flags=re.M):
        lines = [l for l in piece.splitlines() if not l.strip().startswith("//")]
        if any(line.strip() for line in lines):
            yield "\n".join(lines).strip() + "\n"


def with_all_forms(passes):
    """The list with every form asked for, as far as it is an analysis."""
    if not passes.startswith("tf-analyze"):
        return passes
    options = re.sub(r"emit=\S+", "", passes[len("tf-analyze"):].strip("{}"))
    return f"tf-analyze{{{options} emit=all}}"


def write(folder, text):
    if len(text) <= LARGEST:
        name = hashlib.sha256(text.encode()).hexdigest()[:16]
        (folder / name).write_text(text, encoding="utf-8")


def collect_programs(folder):
    for path in sorted((ROOT / "test").rglob("*.mlir")):
        text = path.read_text(encoding="utf-8")
        stated = pass_lists(text)
        lists = sorted(set([with_all_forms(p) for p in stated[:1]] + stated +
                           [f"tf-analyze{{{FAMILIES} emit=all}}"]))
        for piece in pieces_of(text):
            for passes in lists:
                write(folder, f"// passes: {passes}\n{piece}")
    generator = ROOT / "test/Generator/generate.py"
    for seed in range(100):
        text = subprocess.run([sys.executable, generator, str(seed)], check=True,
                              capture_output=True, text=True).stdout
        write(folder, f"// passes: tf-analyze{{{FAMILIES} emit=all}}\n{text}")


def collect_documents(folder):
    for path in sorted(ROOT.rglob("*.toml")):
        if "build" in path.relative_to(ROOT).parts:
            continue
        # An installed ID is refused before a fact is read.
        text = re.sub(r'^(id\s*=\s*")(nvidia|apple)\.', r"\1own.",
                      path.read_text(encoding="utf-8", errors="replace"), flags=re.M)
        write(folder, text)


def collect_words(folder):
    words = set()
    for path in folder.glob("*/*"):
        for word in re.findall(r"#?[A-Za-z][\w.-]{2,24}",
                               path.read_text(encoding="utf-8", errors="replace")):
            words.add(word)
    kept = [w for w in sorted(words) if "." in w or not re.search(r"\d{2}", w)]
    (folder / "words.dict").write_text("".join(f'"{w}"\n' for w in kept),
                                       encoding="utf-8")


def main():
    folder = pathlib.Path(sys.argv[1])
    for kind, collect in (("program", collect_programs),
                          ("document", collect_documents)):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        collect(folder / kind)
    collect_words(folder)


if __name__ == "__main__":
    main()
