#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the tables of docs/performance.md from the JSON files that tools/benchmark leaves.

usage: report.py folder [--into docs/performance.md]

Prints one section, named after the machine. With --into, it takes the place of the section of that
name, or is added. Exits with 1 if a benchmark failed.
"""
import json
import pathlib
import re
import sys

import host_functions
from rows import (DEEP, FIRST, HISTOGRAMS, HOST, INDEXING, LIBRARY_WORKS, SMALL, THREADS,
                  THROUGHPUT)

LIBRARIES = ("cupy", "cupy_fuse", "torch", "torch_compile")
LIBRARY_NAMES = ["CuPy", "CuPy `fuse`", "PyTorch", "torch.compile"]
THREE_PEERS = {"cupy": "CuPy", "torch": "PyTorch", "jax": "JAX"}
# What a bar is of: the figure of the benchmark that it limits, and whether from below.
BARS = {"copy": ("of_copy", True), "write": ("of_copy", True), "us": ("median_us", False),
        "product": ("of_product", False)}


def load(path):
    return json.loads(path.read_text()) if path.exists() else {}


def by_name(document):
    """Google Benchmark's rows by their name, without what it appends."""
    return {re.sub(r"/(iterations:\d+|manual_time)", "", row["name"]): row
            for row in document.get("benchmarks", [])}


def number(value, digits=3):
    return "" if value is None else f"{value:.{digits}g}" if value < 1000 else f"{value:.0f}"


def verdict(value, bar, least):
    if bar is None:
        return ""
    met = value >= bar if least else value <= bar
    return f"{'≥' if least else '≤'} {bar:g}: {'met' if met else 'missed'}"


def table(head, rows):
    if not rows:
        return []
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


class Report:
    def __init__(self, folder):
        self.machine = load(folder / "machine.json")
        self.ours = {}
        for file in sorted(folder.glob("*_bench.json")):
            if not file.name.startswith("xtensor"):
                self.ours.update(by_name(load(file)))
        self.xtensor = [by_name(load(folder / f"{name}.json"))
                        for name in ("xtensor_bench", "xtensor_simd_bench")]
        self.host_functions = host_functions.ratios(folder)
        self.compile_time = load(folder / "compile_time.json")
        self.peers = load(folder / "peers.json")
        self.peer_rows = {(row["library"], row["name"]): row
                          for row in self.peers.get("benchmarks", [])}
        self.versions = dict(self.peers.get("context", {}))
        self.times = {}  # of the three peers, by library and name
        for name in ("indexing_peers", "library_peers"):
            document = load(folder / f"{name}.json")
            self.versions.update(document.get("context", {}))
            self.times.update({(row["library"], row["name"]): row.get("median_us")
                               for row in document.get("benchmarks", [])})

    def figure(self, name, key):
        return self.ours.get(name, {}).get(key)

    def peer(self, library, name, key="median_us"):
        return self.peer_rows.get((library, name), {}).get(key)

    def failures(self):
        rows = list(self.ours.values()) + [row for part in self.xtensor for row in part.values()]
        return [f"{row['name']}: {row['error_message']}" for row in rows if row.get("error_occurred")]

    def title(self):
        machine = self.machine
        if machine.get("gpu"):
            return f"One {machine['gpu']}, {machine['cores']} cores"
        return f"{machine['processor']}, {machine['cores']} cores, no GPU"

    def preface(self):
        machine = self.machine
        facts = [machine["date"]]
        if machine.get("gpu"):
            facts += [f"driver {machine['driver']}", f"CUDA {machine['cuda']}", machine["processor"]]
        facts.append(machine["compiler"])
        facts += [f"{name} {version}" for name, version in self.versions.items()]
        return ["; ".join(facts) + ".", ""]

    def limits(self):
        rows = []
        copy = self.figure("limits/copy", "GB/s")
        if copy:
            rows.append(["copy of 2^30 bytes on the device, read and written", f"{copy:.0f} GB/s"])
        for name, text in (("limits/launch", "launch of an empty kernel, back to back"),
                           ("limits/launch_and_wait", "launch, then wait")):
            if self.figure(name, "median_us"):
                rows.append([text, f"{self.figure(name, 'median_us'):.2f} µs"])
        return table(["limit of this run", "measured"], rows)

    def has_limits(self):
        return self.figure("limits/launch", "median_us") is not None

    def shares_of_peers(self, name):
        copy = self.figure("limits/copy", "GB/s")
        speeds = [self.peer(library, name, "GB/s") for library in LIBRARIES]
        return [f"{speed / copy:.3f}" if speed else "" for speed in speeds]

    def times_of_peers(self, name):
        times = [self.peer(library, name) for library in LIBRARIES]
        return [f"{micros:.2f}" if micros else "" for micros in times]

    def throughput(self):
        lines = []
        for heading, wanted in THROUGHPUT:
            rows = []
            for name, text, bar in wanted:
                share = self.figure(name, "of_copy")
                if share is not None and self.has_limits():
                    rows.append([text, number(self.figure(name, "median_us"), 4), f"{share:.3f}",
                                 verdict(share, bar, True), *self.shares_of_peers(name)])
            lines += table([f"{heading}: share of the copy's bandwidth", "µs", "here", "bar",
                            *LIBRARY_NAMES], rows)
        if self.figure("sweep/float32/16384x16384/0", "of_copy"):
            lines += ["![Sums of (2^i, 2^(28-i)) over either axis](reductions.png)", ""]
        return lines

    def deep(self):
        rows = []
        for name, text, bar in DEEP:
            share = self.figure(name, "of_copy")
            arithmetic = self.figure(name, "of_arithmetic")
            if share is not None and arithmetic is not None:
                rows.append([text, number(self.figure(name, "median_us"), 4), f"{share:.3f}",
                             number(self.figure(name, "arithmetic_us"), 4), f"{arithmetic:.3f}",
                             verdict(max(share, arithmetic), bar, True),
                             *self.shares_of_peers(name)])
        return table(["30 operations, 2^28 elements", "µs", "of copy", "arithmetic alone, µs",
                      "of arithmetic", "bar: the larger share", *LIBRARY_NAMES], rows)

    def histograms(self):
        rows = []
        for name, text, bar in HISTOGRAMS:
            share = self.figure(name, "of_read")
            if share is not None:
                rows.append([text, number(self.figure(name, "median_us"), 4), f"{share:.3f}",
                             verdict(share, bar, True),
                             *(number(self.peer(library, name), 4)
                               for library in ("cupy", "torch"))])
        return table(["histograms of 2^28 float32: µs, share of one read", "µs", "here", "bar",
                      "CuPy, µs", "PyTorch `histc`, µs"], rows)

    def met(self, name, bar, speed):
        """Whether a row meets its bar; `speed` is that in the fastest peer's, or None."""
        if bar is None:
            return ""
        of, limit = bar
        figure, least = BARS.get(of, (None, True))
        value = speed if of == "best" else self.figure(name, figure)
        return "" if value is None else verdict(value, limit, least) + f" ({of})"

    def compared(self, sections):
        lines = []
        for heading, wanted in sections:
            rows = []
            for name, text, bar in wanted:
                micros = self.figure(name, "median_us")
                if micros is None:
                    continue
                theirs = [self.times.get((library, name)) for library in THREE_PEERS]
                known = [value for value in theirs if value]
                speed = min(known) / micros if known else None
                rows.append([text, number(micros, 4), number(self.figure(name, "of_copy")),
                             *(number(value, 4) for value in theirs),
                             f"{speed:.2f}" if known else "", self.met(name, bar, speed)])
            lines += table([f"{heading}: µs", "here", "share of the copy's bandwidth",
                            *THREE_PEERS.values(), "times as fast as the best", "bar"], rows)
        return lines

    def small(self):
        rows = []
        for name, text, bar in SMALL:
            ratio = self.figure(name, "of_bare")
            if ratio is not None:
                rows.append([text, f"{self.figure(name, 'median_us'):.2f}", f"{ratio:.2f}",
                             verdict(ratio, bar, False), *self.times_of_peers(name)])
        lines = table(["16 elements: µs of a call, back to back", "here", "bare launches", "bar",
                       *LIBRARY_NAMES], rows)
        if self.figure("sizes/add/1", "bare_us"):
            lines += ["![Time of a call from one element to 2^20](sizes.png)", ""]
        return lines

    def threads(self):
        rows = []
        for count, bar in THREADS:
            name = f"threads/add/{count}"
            ratio = self.figure(name, "of_bare")
            if ratio is not None:
                micros = self.figure(name, "median_us")
                rows.append([str(count), f"{micros:.2f}", f"{ratio:.2f}", verdict(ratio, bar, False),
                             f"{self.figure('threads/add/1', 'median_us') / micros:.2f}",
                             *self.times_of_peers(name)])
        return table(["threads that issue `c = c + b`, 16 elements", "µs between calls of all",
                      "bare launches", "bar", "times as many as one thread", *LIBRARY_NAMES], rows)

    def first_calls(self):
        rows = []
        for name, text, bar in FIRST:
            milliseconds = self.figure(name, "median_ms")
            if milliseconds is None:
                continue
            cupy = self.peer("cupy", name, "median_ms")
            compiled = self.peer("torch_compile", name, "median_ms")
            rows.append([text, f"{milliseconds:.2f}", f"{self.figure(name, 'worst_ms'):.2f}",
                         verdict(milliseconds, bar, False), number(cupy), number(compiled)])
        lines = table(["first call, ms", "median", "worst", "bar", "CuPy ElementwiseKernel",
                       "torch.compile softplus"], rows)
        if self.figure("first_call/assembled", "until_compiled_ms"):
            lines += [f"The compiled kernel takes the place of the baseline one "
                      f"{self.figure('first_call/assembled', 'until_compiled_ms'):.0f} ms after the "
                      f"call began.", ""]
        if self.figure("first_call/from_disk", "context_ms"):
            lines += [f"Before it, in that process: the CUDA context "
                      f"{self.figure('first_call/from_disk', 'context_ms'):.0f} ms, the first kernel "
                      f"of all {self.figure('first_call/from_disk', 'first_kernel_ms'):.2f} ms.", ""]
        return lines

    def host(self):
        rows = []
        for name, text, bar in HOST:
            for size, shown in ((1 << 16, "2^16"), (1 << 24, "2^24")):
                one = self.figure(f"{name}/{size}/threads:1", "median_us")
                every = self.figure(f"{name}/{size}/threads:0", "median_us")
                theirs = [part.get(f"{name}/{size}", {}).get("median_us") for part in self.xtensor]
                known = [value for value in theirs if value]
                if one is None or not known:
                    continue
                ratio = min(known) / one
                rows.append([f"{text}, {shown}", number(one, 4), number(every, 4),
                             *(number(value, 4) for value in theirs), f"{ratio:.2f}",
                             verdict(ratio, bar, True)])
        return table(["`cpu()`, float32: µs", "one core", "all cores", "xtensor", "xtensor, xsimd",
                      "times as fast as the better, per core", "bar"], rows)

    def functions(self):
        return [line for part in (host_functions.summary, host_functions.slower)
                for line in table(*part(self.host_functions))]

    def compilation(self):
        seconds = self.compile_time.get("median_s")
        if seconds is None:
            return []
        return table(["compiling a user's file", "s", "bar"], [
            ["`<gpu/gpu.hpp>` and ten expressions, -O2", f"{seconds:.1f}",
             verdict(seconds, 8.0, False)]])

    def section(self):
        return "\n".join([f"## {self.title()}", "", *self.preface(), *self.limits(),
                          *self.throughput(), *self.compared(INDEXING),
                          *self.compared(LIBRARY_WORKS), *self.histograms(), *self.deep(),
                          *self.small(), *self.threads(), *self.first_calls(), *self.host(),
                          *self.functions(),
                          *self.compilation()])


def put_into(path, title, section):
    """Replaces the section of that title, or adds it before the others."""
    parts = re.split(r"(?m)^(?=## )", path.read_text())
    kept = [part for part in parts[1:] if part.splitlines()[0] != f"## {title}"]
    path.write_text("\n\n".join(part.strip() for part in [parts[0], section, *kept]) + "\n")


def main():
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    report = Report(pathlib.Path(sys.argv[1]))
    section = report.section()
    print(section)
    if len(sys.argv) == 4:
        put_into(pathlib.Path(sys.argv[3]), report.title(), section)
    for failure in report.failures():
        print("failed:", failure, file=sys.stderr)
    return 1 if report.failures() else 0


if __name__ == "__main__":
    sys.exit(main())
