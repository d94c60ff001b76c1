#!/usr/bin/env python3
"""Counts the marks of a page beside the timed ops of the JSON of the same run.

marks.py REPORT.json PAGE.html

An op is timed when its roofline bound or its interval is above 0 ns. The roofline chart has a
mark for each and one for the function, whose hover begins with the op's label; where it stands
follows from the op's figures.
"""
import html.parser
import itertools
import json
import sys


class Marks(html.parser.HTMLParser):
    """Circles of the page: the text on hovering, and whether it stands on a strip."""

    def __init__(self):
        super().__init__()
        self.strips, self.marks, self.circle = [], [], None

    def handle_starttag(self, tag, attrs):
        at = dict(attrs)
        if tag == "rect" and at.get("class") == "strip":
            self.strips.append([int(at[key]) for key in ("x", "y", "width", "height")])
        if tag == "circle":
            self.circle = int(at["cx"]), int(at["cy"])

    def handle_endtag(self, tag):
        if tag == "circle":
            self.circle = None

    def handle_data(self, data):
        if self.circle:
            x, y = self.circle
            inside = [strip for strip in self.strips
                      if 0 <= x - strip[0] <= strip[2] and 0 <= y - strip[1] <= strip[3]]
            kind = "placed" if not inside else "below" if inside[0][2] > inside[0][3] else "beside"
            self.marks.append((data.split()[0], kind))


def place(call, level):
    flops = sum(call.get("compute-cost", {}).get("flops", {}).values())
    moved = call.get("traffic", {}).get("whole", {}).get(level, {"read": 0, "write": 0})
    if flops == 0:
        return "below"
    return "placed" if moved["read"] + moved["write"] else "beside"


def main():
    report = json.load(open(sys.argv[1], encoding="utf-8"))
    page = Marks()
    page.feed(open(sys.argv[2], encoding="utf-8").read())

    def timed(call):
        at = call.get("performance", {}).get("timeline", {"start_ns": 0, "end_ns": 0})
        return call.get("roofline", {}).get("ideal_ns", 0) or at["end_ns"] > at["start_ns"]

    wanted = [(call["value"], place(call, "gmem")) for call in report["calls"] if timed(call)]
    # The function's mark is the last.
    pairs = itertools.zip_longest(wanted, page.marks[:-1])
    wrong = [pair for pair in pairs if pair[0] != pair[1]]
    kinds = [sum(kind == name for _, kind in wanted) for name in ("placed", "beside", "below")]
    print(f"{len(wanted)} timed, {len(page.marks)} marks, "
          f"{kinds[0]} placed, {kinds[1]} beside, {kinds[2]} below, {len(wrong)} wrong")
    for pair in wrong[:5]:
        print(*pair)


main()
