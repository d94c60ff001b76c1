#!/usr/bin/env python3
"""Checks the JSON of every analysis that test files run against docs/report.schema.json.

schema.py SCHEMA SOURCE_DIR SCRATCH TEST...

Each `RUN: tf-opt ... --tf-analyze` of a test that is meant to succeed is run again with
emit=json; scripts that write its inputs are run before. A sweep is an array of reports. The
checker knows the keywords that the schema uses and refuses any other, so that none is silently
ignored.
"""
import json
import os
import re
import shlex
import subprocess
import sys

TYPES = {"null": lambda v: v is None, "boolean": lambda v: isinstance(v, bool),
         "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
         "string": lambda v: isinstance(v, str), "array": lambda v: isinstance(v, list),
         "object": lambda v: isinstance(v, dict)}
IGNORED = {"$schema", "$defs", "title", "description", "additionalProperties"}


def check(value, schema, root, path):
    """Why `value` does not keep to `schema`; empty when it does."""
    for keyword, rule in schema.items():
        why = check_keyword(keyword, rule, value, schema, root, path)
        if why:
            return why
    return ""


def check_keyword(keyword, rule, value, schema, root, path):
    if keyword == "$ref":
        return check(value, root["$defs"][rule.removeprefix("#/$defs/")], root, path)
    if keyword == "type":
        names = rule if isinstance(rule, list) else [rule]
        return "" if any(TYPES[name](value) for name in names) else f"{path}: not {rule}"
    if keyword == "enum":
        return "" if value in rule else f"{path}: not among {rule}"
    if keyword == "minimum":
        return f"{path}: under {rule}" if TYPES["integer"](value) and value < rule else ""
    if keyword == "anyOf":
        reasons = [check(value, choice, root, path) for choice in rule]
        return "" if "" in reasons else "; ".join(reasons)
    if keyword == "items":
        items = enumerate(value) if isinstance(value, list) else ()
        return next(filter(None, (check(v, rule, root, f"{path}/{i}") for i, v in items)), "")
    if keyword == "required":
        missing = [key for key in rule if key not in value] if isinstance(value, dict) else []
        return f"{path}: misses {missing[0]}" if missing else ""
    if keyword == "properties":
        return check_properties(rule, value, schema, root, path)
    return "" if keyword in IGNORED else f"{path}: the checker does not know '{keyword}'"


def check_properties(known, value, schema, root, path):
    if not isinstance(value, dict):
        return ""
    others = schema.get("additionalProperties", True)
    for key, entry in value.items():
        rule = known.get(key, others)
        if rule is False:
            return f"{path}/{key}: not allowed"
        why = "" if rule is True else check(entry, rule, root, f"{path}/{key}")
        if why:
            return why
    return ""


def commands(test, source, scratch):
    """The commands of the RUN lines of `test` up to the first pipe, as lists of words."""
    stem = os.path.join(scratch, os.path.basename(test))
    for line in open(test, encoding="utf-8"):
        found = re.search(r"RUN: (.*)", line)
        if not found:
            continue
        text = found.group(1).replace("%source_dir", source).replace("%S", os.path.dirname(test))
        yield shlex.split(text.split(" | ")[0].replace("%s", test).replace("%t", stem))


def run(words):
    """The standard output of a command; a trailing `> FILE` receives it too."""
    target = None
    if ">" in words:
        target = words[words.index(">") + 1]
        words = words[:words.index(">")]
    words = [sys.executable if word == "python3" else word for word in words]
    output = subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout
    if target:
        open(target, "wb").write(output)
    return output


def as_json(words):
    """The same analysis with emit=json, or nothing for another command."""
    if words[0] != "tf-opt" or not any(word.startswith("--tf-analyze") for word in words):
        return None
    result = []
    for word in words:
        if word.startswith("--tf-analyze"):
            options = [option for option in word.partition("=")[2].split()
                       if not option.startswith(("emit=", "output="))]
            word = "--tf-analyze=" + " ".join(options + ["emit=json"])
        result.append(word)
    return result


def main():
    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    source, scratch = sys.argv[2:4]
    os.makedirs(scratch, exist_ok=True)
    reports = sweeps = wrong = 0
    for test in sys.argv[4:]:
        before = reports
        for words in commands(test, source, scratch):
            if words[0] == "python3":
                run(words)
            analysis = as_json(words)
            if not analysis:
                continue
            found = json.loads(run(analysis))
            sweeps += isinstance(found, list)
            for report in found if isinstance(found, list) else [found]:
                why = check(report, schema, schema, "")
                reports += 1
                if why:
                    wrong += 1
                    print(f"{os.path.basename(test)}: {' '.join(analysis)}: {why}")
        if reports == before:
            print(f"{os.path.basename(test)}: no report")
    print(f"{reports} reports, {sweeps} sweeps, {wrong} wrong")


main()
