#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plots the speed of sums of (2^i, 2^(28-i)) float32, from what tools/benchmark has left.

usage: plot_reductions.py folder out.png     (needs matplotlib)
"""
import json
import pathlib
import re
import sys

LIBRARIES = [("cupy", "CuPy", "tab:green"), ("torch", "PyTorch", "tab:orange")]


def load(path):
    return json.loads(path.read_text()).get("benchmarks", []) if path.exists() else []


def points(rows, axis):
    """(i, GB/s) of the rows sweep/float32/ROWSxCOLUMNS/AXIS."""
    found = []
    for row in rows:
        name = re.match(rf"sweep/float32/(\d+)x\d+/{axis}(/|$)", row["name"])
        if name and "GB/s" in row:
            found.append((int(name.group(1)).bit_length() - 1, row["GB/s"]))
    return sorted(found)


def copy_bandwidth(rows):
    return next(row["GB/s"] / row["of_copy"] for row in rows if "of_copy" in row)


def draw(axes, ours, peers, axis, copy):
    for library, label, colour in LIBRARIES:
        theirs = points([row for row in peers if row["library"] == library], axis)
        if theirs:
            axes.plot([i for i, _ in theirs], [speed / copy for _, speed in theirs], color=colour,
                      label=label)
    axes.plot([i for i, _ in ours], [speed / copy for _, speed in ours], color="tab:blue",
              label="gpu::ndarray", linewidth=2.5)
    axes.axhline(1, color="black", linestyle="--", linewidth=1)
    axes.set_ylim(0, 1.15)
    axes.set_xlabel("i")
    axes.set_title(f"sum of (2^i, 2^(28-i)) over axis {axis}")
    axes.grid(True, linewidth=0.3)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    folder = pathlib.Path(sys.argv[1])
    rows, peers = load(folder / "reduction_bench.json"), load(folder / "peers.json")
    if not points(rows, 0):
        sys.exit(f"{folder}/reduction_bench.json has no sweep")
    figure, both = pyplot.subplots(1, 2, figsize=(10, 4), sharey=True)
    for axis, axes in enumerate(both):
        draw(axes, points(rows, axis), peers, axis, copy_bandwidth(rows))
    both[0].set_ylabel("share of the copy's bandwidth")
    both[1].legend()
    figure.tight_layout()
    figure.savefig(sys.argv[2], dpi=120)


if __name__ == "__main__":
    main()
