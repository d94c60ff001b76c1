#!/usr/bin/env python3
"""Every form of a report states the same figures.

  forms.py TF_OPT GENERATOR first count [FILE...]

Reads the JSON of random programs (test/Generator) and of FILEs, and looks for each of
its figures in the annotated IR, the text, the table, the CSV, the page and the attributes.
"""
import csv
import html.parser
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FORMS = ("annotated", "text", "json", "table", "csv", "html", "ir")
ATTRIBUTES = {"hir.compute_cost": "compute-cost", "hir.traffic": "traffic",
              "hir.roofline": "roofline", "hir.performance": "performance"}


class Disagreement(Exception):
    pass


def expect(what, stated, wanted):
    if stated != wanted:
        raise Disagreement(f"{what}: '{stated}', JSON says '{wanted}'")


# ---------------------------------------------------------------- attributes

TOKEN = re.compile(r'\s*("(?:\\.|[^"\\])*"|[{}\[\]=,]|[^\s{}\[\]=,]+)')


def parse_attribute(text, at):
    """A dictionary, array, string, number or unit, and where it ends."""
    def token():
        nonlocal at
        match = TOKEN.match(text, at)
        at = match.end()
        return match.group(1)

    def peek():
        return TOKEN.match(text, at).group(1)

    def value():
        first = token()
        if first == "{":
            entries = {}
            while peek() != "}":
                key = token().strip('"')
                if peek() == "=":
                    token()
                    entries[key] = value()
                else:
                    entries[key] = None
                if peek() == ",":
                    token()
            token()
            return entries
        if first == "[":
            items = []
            while peek() != "]":
                items.append(value())
                if peek() == ",":
                    token()
            token()
            return items
        if first[0] == '"':
            return first[1:-1]
        if first in ("true", "false"):
            return first == "true"
        if first == "unit":
            return None
        number = int(first)
        if peek() == ":":
            token(), token()
        return number

    return value(), at


def attributes_of(line):
    found = {}
    for name, key in list(ATTRIBUTES.items()) + [
            ("hir.loop_footprint", "loop-footprint"), ("hir.memory", "memory"),
            ("hir.performance_summary", "performance")]:
        start = line.find(name + " = {")
        if start >= 0:
            found[key], _ = parse_attribute(line, start + len(name) + 3)
    return found


def plain(record):
    """A JSON record without what names the operands."""
    record = dict(record)
    if "operands" in record:
        record["operands"] = [{"read": o["read"], "write": o["write"]}
                              for o in record["operands"]]
    return record


def check_attributes(report, ir):
    lines = ir.splitlines()
    rows = {}
    for line in lines:
        match = re.match(r"\s*(?:%([\w.$-]+)\S* .*?= |)(?:hir\.(\w+)|func\.func)", line)
        if match and "hir." in line:
            rows[match.group(1) or match.group(2) or "func"] = attributes_of(line)
        loop = re.search(r"hir\.grid_region %([\w.$-]+) =", line)
        if loop:
            rows["loop " + loop.group(1)] = {}
        closing = re.match(r"\s*} \{.*hir\.loop_footprint", line)
        if closing:
            rows.setdefault("footprints", []).append(
                attributes_of(line)["loop-footprint"])
    for call in report["calls"]:
        name = call["value"].split(":")[0]
        for key, record in call.items():
            if key == "value":
                continue
            stated = rows[name].get(key)
            if key == "traffic" and stated and not stated.get("operands"):
                stated = {k: v for k, v in stated.items() if k != "operands"}
            expect(f"attribute {key} of {name}", stated, plain(record))
    function = rows["func"]
    for key, record in report["function_records"].items():
        stated = function[key]
        for field, figure in record.items():
            if (key, field) == ("memory", "traffic"):
                expect("memory's traffic", function["traffic"]["whole"], figure)
            else:
                expect(f"attribute {key}.{field}", stated[field], figure)
    by_text = sorted(json.dumps(l["loop-footprint"], sort_keys=True)
                     for l in report["loops"])
    stated = sorted(json.dumps(attributes_of(line)["loop-footprint"], sort_keys=True)
                    for line in lines if "hir.loop_footprint = {" in line)
    expect("loop footprints", stated, by_text)


# ------------------------------------------------------- comments and summary

def counts(whole, share):
    return ",".join(f"{k}:{v}@{share.get(k, 0)}" for k, v in whole.items())


def moved(bytes_):
    return f"r{bytes_['read']}/w{bytes_['write']}"


def comment(key, record):
    parts = []
    if key == "compute-cost":
        for name in ("flops", "service"):
            if record[name]:
                parts.append(f"{name}=" + counts(record[name],
                                                 record[name + "_per_unit"]))
    elif key == "traffic":
        whole, unit = record["whole"], record["per_unit"]
        none = {"read": 0, "write": 0}
        if whole:
            parts.append("traffic=" + ",".join(
                f"{k}:{moved(v)}@{moved(unit.get(k, none))}" for k, v in whole.items()))
        if record.get("operands"):
            parts.append("operands=" + ",".join(
                f"{o['arg']}:{moved(o)}" for o in record["operands"]))
    elif key == "roofline":
        parts.append(f"ideal-ns={record['ideal_ns']}")
        parts.append(f"bound-by={record['bound_by']}")
    elif key == "performance":
        t = record["timeline"]
        start, end = t["start_ns"], t["end_ns"]
        if t["trips"] == 1:
            return f"performance=[{start},{end})"
        stride = f"{t['stride_ns']}t+"
        return f"performance=[{stride}{start},{stride}{end})*{t['trips']}"
    return " ".join([key] + parts)


def comments_of(report, record):
    """In the order that was asked for; memory shows as traffic."""
    keys = [{"memory": "traffic"}.get(f, f) for f in report["requested"]]
    return [comment(k, record[k]) for k in keys if k in record]


def check_annotated(report, annotated):
    lines = annotated.splitlines()
    body = [line for line in lines if not line.startswith("// # ")]
    rows = {}
    for number, line in enumerate(body, 1):
        # (A1.2-c2) The label's line is where the statement's '=' stands.
        name = re.match(r"\s*%([\w.$-]+)[^=]* = ", line)
        op = re.match(r"\s*(?:%.* = )?(?:[\w.]+\.)?(\w+)", line)
        rows[number] = (name.group(1) if name else op and op.group(1), line)
    commented = {n for n, (_, line) in rows.items() if "   // " in line}
    for call in report["calls"]:
        name, number = call["value"].rsplit(":", 1)
        expect(f"line of {call['value']}", rows[int(number)][0], name)
        # (A1.2-c3) On that very line, and (A1.2-c4) on no other.
        parts = rows[int(number)][1].split("   // ")[1].split("; ")
        wanted = comments_of(report, call)
        expect(f"comment of {call['value']}", parts[-len(wanted):], wanted)
        commented.discard(int(number))
    expect("comments without a row", commented, set())


def check_text(report, text):
    lines = text.splitlines()
    records = report["function_records"]
    for key in ("compute-cost", "traffic", "roofline"):
        if key in records:
            wanted = "# " + comment(key, records[key])
            if wanted not in lines:
                raise Disagreement(f"text has no line '{wanted}'")
    if "performance" in records:
        t = records["performance"]["timeline"]
        wanted = f" predicted-ns={t['end_ns'] - t['start_ns']} "
        if not any(wanted in line for line in lines):
            raise Disagreement(f"text has no '{wanted}'")
    peaks = ",".join(f"{f['level']}:{f['peak_bytes']}"
                     for f in records["memory"]["footprint"])
    if f"# peak-footprint{'=' if peaks else ''}{peaks}" not in lines:
        raise Disagreement(f"text has no peaks {peaks}")
    # Quoted, with '"' and '\\' escaped.
    expect("advisories", [l for l in lines if l.startswith("# advisory=")],
           ["# advisory=" + json.dumps(a, ensure_ascii=False)
            for a in records["memory"]["advisories"]])
    totals = report["totals"]
    expect("total flops", totals["flops"], records["compute-cost"]["flops"])
    expect("total traffic", totals["traffic"], records["traffic"]["whole"])
    # (A1.2-c16) Nothing of a value.
    expect("lines of text", [l for l in lines if l[:2] != "# "], [])


# ---------------------------------------------------------------- tables

def check_csv(report, text):
    rows = list(csv.DictReader(io.StringIO(text)))
    calls = [r for r in rows if r["kind"] == "call"]
    expect("CSV rows", [f"{r['value']}:{r['line']}" for r in calls],
           [c["value"] for c in report["calls"]])
    functions = [(r, report["function_records"]) for r in rows
                 if r["kind"] == "function"]
    expect("CSV functions", len(functions), 1)
    for row, record in functions + list(zip(calls, report["calls"])):
        for column, cell in row.items():
            check_cell(row["value"], column, cell, record)
    stated = [[r["value"], r["footprint.buffer"], r["footprint.level"]] +
              [r["footprint." + f] for f in ("bytes", "device_bytes", "repeated_bytes")]
              for r in rows if r["kind"] == "loop" and r["footprint.buffer"]]
    expect("CSV loops", stated, footprints(report))
    return {f"{r['value']}:{r['line']}": int(r["times"]) for r in calls}


def check_cell(who, column, cell, record):
    column, _, unit = column.partition(" ")
    family, _, rest = column.partition(".")
    units = {"flops": "[flop]", "service": "[op]", "traffic": "[B]"}
    expect(f"unit of CSV {column}", unit, units.get(family.removesuffix("_per_unit"), ""))
    if family in ("flops", "flops_per_unit", "service", "service_per_unit"):
        source = record.get("compute-cost")
        wanted = source[family].get(rest, 0) if source else ""
    elif family == "traffic":
        side, level, way = rest.split(".")
        source = record.get("traffic")
        wanted = source[side].get(level, {}).get(way, 0) if source else ""
    elif column in ("compute_ns", "memory_ns", "ideal_ns", "bound_by"):
        source = record.get("roofline")
        wanted = source[column] if source else ""
    elif column in ("start_ns", "end_ns", "trips", "stride_ns"):
        source = record.get("performance")
        wanted = source["timeline"][column] if source else ""
    else:
        return
    expect(f"CSV {column} of {who}", cell, str(wanted))


def footprints(report):
    return [[l["value"].split(":")[0], f["buffer"], f["level"], str(f["bytes"]),
             str(f["device_bytes"]), str(f["repeated_bytes"])]
            for l in report["loops"] for f in l["loop-footprint"]["footprints"]]


def columns_of(header, left):
    """(name, start, end): text columns by their starts, amounts by their ends."""
    cells = [(m.group(), m.start(), m.end())
             for m in re.finditer(r"\S+(?: \S+)*", header)]
    return [(n, s, cells[i + 1][1] if i < left else e)
            for i, (n, s, e) in enumerate(cells)]


def read_table(lines, left):
    header = columns_of(lines[0], left)
    rows = []
    for line in lines[1:]:
        row, last = {}, 0
        for i, (name, start, end) in enumerate(header):
            if i < left:
                row[name] = line[start:end].strip()
                # The next column may begin further left than its header.
                last = start + len(line[start:end].rstrip())
            else:
                row[name] = line[last:end].split("  ")[-1].strip()
                last = end
        rows.append(row)
    return [n for n, _, _ in header], rows


def figures_of(report, call, times, names):
    """A call's cells by column, as JSON and its repetition state them."""
    wanted = {}
    cost, traffic = call.get("compute-cost"), call.get("traffic")
    timed = call.get("performance")
    for name in names:
        if name == "flops [flop]":
            wanted[name] = sum(cost["flops"].values()) * times if cost else 0
        elif name == "ideal [ns]" and "roofline" in call:
            wanted[name] = call["roofline"]["ideal_ns"] * times
        elif name == "time [ns]" and timed:
            t = timed["timeline"]
            wanted[name] = (t["end_ns"] - t["start_ns"]) * times
        elif name.endswith(" [B]"):
            moved_ = traffic["whole"].get(name[:-4]) if traffic else None
            wanted[name] = sum(moved_.values()) * times if moved_ else 0
    return wanted


def check_table(report, text, times):
    lines = [line for line in text.splitlines() if line[:2] != "# "]
    names = lines[0].split("  ")
    split = next((i for i, line in enumerate(lines) if line.startswith("loop  ")),
                 len(lines))
    names, rows = read_table(lines[:split], 2)
    by_label = {f"{r['value']}:{r['line']}": r for r in rows if r["op"]}
    expect("table rows", sorted(by_label), sorted(c["value"] for c in report["calls"]))
    sums = {}
    for call in report["calls"]:
        label = call["value"]
        wanted = figures_of(report, call, times[label], names)
        for name, figure in wanted.items():
            expect(f"table {name} of {label}", by_label[label][name], str(figure))
            sums[name] = sums.get(name, 0) + figure
    # (A1-c1) The function's figures are the same quantity, summed; the table's row of it
    # and its records agree.
    function = rows[1] if len(rows) > 1 else {}
    for name, figure in sums.items():
        expect(f"table's sum of {name}", function[name], str(figure))
    records = report["function_records"]
    expect("function's flops", sum(records["compute-cost"]["flops"].values()),
           sums.get("flops [flop]", 0))
    # A window that some trips clip moves less in them than its op's record states.
    clipped = any("only what lies inside" in a for a in records["memory"]["advisories"])
    for level, bytes_ in records["traffic"]["whole"].items():
        listed, stated = sums.get(level + " [B]", 0), sum(bytes_.values())
        if not clipped or stated > listed:
            expect(f"function's bytes at {level}", stated, listed)
    loops = []
    if split < len(lines):
        _, loops = read_table(lines[split:], 3)
    stated = [list(r.values()) for r in loops if r["buffer"] != "(lower bounds)"]
    expect("table loops", stated, footprints(report))
    return names, rows


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.rows, self.hovers, self.cell = [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
            self.hovers.append(dict(attrs).get("title"))
        if tag in ("td", "th"):
            self.cell = ""

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.rows[-1].append(self.cell.strip())
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell += data


def check_kinds(page, table_rows):
    """The sums by op name are those of the table's rows."""
    ops = [r["op"] for r in table_rows if r["op"]]
    header = next((i for i, r in enumerate(page.rows) if r[:2] == ["op", "ops"]), None)
    expect("whether kinds of ops are summed", header is not None, len(set(ops)) < len(ops))
    if header is None:
        return
    columns = page.rows[header][2:]
    kinds = page.rows[header + 1:header + 1 + len(set(ops))]
    expect("kinds of ops", sorted((r[0], r[1]) for r in kinds),
           sorted((op, str(ops.count(op))) for op in set(ops)))
    for kind in kinds:
        for column, stated in zip(columns, kind[2:]):
            if not column.endswith("[%]"):
                total = sum(int(r[column] or 0) for r in table_rows if r["op"] == kind[0])
                expect(f"{column} of all {kind[0]}", stated, str(total))


def check_html(report, text, names, table_rows):
    page = Page(text)
    if not report["calls"]:
        return expect("rows of a page without ops", page.rows, [])
    check_kinds(page, table_rows)
    header = next(i for i, r in enumerate(page.rows) if r[:2] == ["value", "op"])
    expect("page columns", page.rows[header], names)
    calls = {c["value"]: c for c in report["calls"]}
    # The table's first row is the module's.
    for i, row in enumerate(table_rows[1:], header + 1):
        cells = page.rows[i]
        wanted = [row[n] for n in names]
        for name, stated, figure in zip(names, cells, wanted):
            expect(f"page {name} of {cells[0]}", stated, figure)
        if row["op"]:
            call = calls[f"{row['value']}:{row['line']}"]
            shown = [re.sub(r" ?operands=\S*", "", c) for c in comments_of(report, call)]
            hover = re.sub(r" ?operands=[^ ;]*", "", page.hovers[i]).split("; ")
            expect(f"hover of {cells[0]}", hover[-len(shown):], shown)
    if report["loops"]:
        start = next(i for i, r in enumerate(page.rows) if r[0] == "loop")
        stated = [r for r in page.rows[start + 1:]
                  if len(r) == 6 and all(re.fullmatch(r"\d+", c) for c in r[3:])]
        expect("page loops", stated, footprints(report))
        stated = [r for r in page.rows[start + 1:] if r[-1].startswith("of ")]
        expect("page caches", stated, [
            [l["value"], f"{p['cache_level']} over {p['backing_level']}: {p['status']}",
             p["cache_level"], "", str(p["device_bytes"]),
             f"of {'unknown' if p['capacity_bytes'] is None else p['capacity_bytes']}"]
            for l in report["loops"] for p in l.get("cache-pressure", [])])


# ---------------------------------------------------------------- runs

def renderings(tool, text, options):
    with tempfile.TemporaryDirectory() as folder:
        command = [tool, "-", "-o", str(pathlib.Path(folder, "rest"))]
        for form in FORMS:
            command.append(f"--tf-analyze={options} operands=true emit={form} "
                           f"output={folder}/{form}")
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        if done.returncode:
            return None, done.stderr.strip().split("\n")[0]
        return {form: pathlib.Path(folder, form).read_text(encoding="utf-8")
                for form in FORMS}, ""


def check_read_back(tool, forms):
    """What was left on the IR renders to the same bytes."""
    for form in ("annotated", "text", "json"):
        done = subprocess.run(
            [tool, "-", f"--tf-print-report=format={form} operands=true"],
            input=forms["ir"], capture_output=True, text=True)
        if done.returncode:
            raise Disagreement("read back: " + done.stderr.strip().split("\n")[0])
        expect("read back " + form, done.stdout.splitlines(), forms[form].splitlines())


def check(tool, text, options):
    forms, error = renderings(tool, text, options)
    if forms is None:
        raise Disagreement("refused: " + error)
    report = json.loads(forms["json"])
    check_text(report, forms["text"])
    check_annotated(report, forms["annotated"])
    expect("summary of the annotated IR",
           [l for l in forms["annotated"].splitlines() if l.startswith("// # ")],
           ["// " + l for l in forms["text"].splitlines()])
    times = check_csv(report, forms["csv"])
    names, rows = check_table(report, forms["table"], times)
    check_html(report, forms["html"], names, rows)
    check_attributes(report, forms["ir"])
    check_read_back(tool, forms)
    return len(report["calls"]), len(report["loops"])


def main():
    tool, generator, first, count, *files = sys.argv[1:]
    programs = []
    sys.path.insert(0, str(pathlib.Path(generator).parent))
    from generate import Maker
    for seed in range(int(first), int(first) + int(count)):
        maker = Maker(seed)
        program = maker.run()
        level = f" level={maker.level}" if maker.level else ""
        programs.append((f"seed {seed}", program.text(), program.options() +
                         " analysis=compute-cost,memory,roofline" + level))
    for file in files:
        programs.append((file, pathlib.Path(file).read_text(encoding="utf-8"),
                         "analysis=performance,roofline,memory,compute-cost"))
    calls = loops = failed = 0
    for name, text, options in programs:
        try:
            more_calls, more_loops = check(tool, text, options)
            calls, loops = calls + more_calls, loops + more_loops
        except Disagreement as problem:
            failed += 1
            print(f"{name}: {problem}"[:2000])
    print(f"{len(programs)} programs, {calls} ops, {loops} loops, "
          f"{failed} programs disagree")


if __name__ == "__main__":
    main()
