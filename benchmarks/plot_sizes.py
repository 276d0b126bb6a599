#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plots the time of a call against the number of elements, from what tools/benchmark has left.

usage: plot_sizes.py folder out.png     (needs matplotlib)
"""
import json
import pathlib
import re
import sys

WORKS = [("add", "c = a + b"), ("softplus", "softplus: 5 functions")]
LIBRARIES = [("cupy", "CuPy", "tab:green", "-"), ("cupy_fuse", "CuPy fuse", "tab:green", ":"),
             ("torch", "PyTorch", "tab:orange", "-")]


def load(path):
    return json.loads(path.read_text()).get("benchmarks", []) if path.exists() else []


def points(rows, work, key="median_us"):
    """(elements, microseconds) of the rows sizes/WORK/ELEMENTS, by size."""
    found = []
    for row in rows:
        name = re.match(rf"sizes/{work}/(\d+)", row["name"])
        if name and key in row:
            found.append((int(name.group(1)), row[key]))
    return sorted(found)


def draw(axes, rows, peers, work, title):
    def line(values, label, colour, style, width=1.5):
        if values:
            axes.plot(*zip(*values), style, color=colour, label=label, linewidth=width)
    for library, label, colour, style in LIBRARIES:
        line(points([row for row in peers if row["library"] == library], work), label, colour, style)
    line(points(rows, work), "gpu::ndarray", "tab:blue", "-", 2.5)
    line(points(rows, work, "bare_us"), "bare launch", "black", "--", 1)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("float32 elements")
    axes.set_title(title)
    axes.grid(True, which="both", linewidth=0.3)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    folder = pathlib.Path(sys.argv[1])
    rows, peers = load(folder / "sizes_bench.json"), load(folder / "peers.json")
    if not points(rows, WORKS[0][0]):
        sys.exit(f"{folder}/sizes_bench.json has no times")
    figure, axes = pyplot.subplots(1, len(WORKS), figsize=(10, 4), sharey=True)
    for one, (work, title) in zip(axes, WORKS):
        draw(one, rows, peers, work, title)
    axes[0].set_ylabel("µs of a call, back to back")
    handles, labels = axes[-1].get_legend_handles_labels()
    axes[-1].legend(handles, labels)
    figure.tight_layout()
    figure.savefig(sys.argv[2], dpi=120)


if __name__ == "__main__":
    main()
