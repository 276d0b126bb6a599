#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Times reductions and cumsum on `cpu()` with one thread beside NumPy's, call by call in turn.

usage: host_reductions.py path-to/host_reductions out.json [sizes, such as 1000,1000000]

Prints the rows that take longer than NumPy's.
"""
import itertools
import json
import math
import statistics
import subprocess
import sys
import time

import numpy

REDUCTIONS = ["sum", "prod", "max", "argmax", "any", "mean", "var", "cumsum"]
DTYPES = ["float32", "float64", "float16", "int8", "int64", "complex64"]
SHAPES = {10: (2, 5), 1000: (20, 50), 10**4: (1250, 8), 10**5: (1000, 100), 10**6: (1000, 1000),
          10**7: (3162, 3163)}
ROUNDS = 5


def sample(reduction, dtype, order, axis, size):
    rows, columns = SHAPES[size]
    mixed = numpy.arange(rows * columns, dtype=numpy.uint32) * numpy.uint32(2654435761)
    if reduction == "any":
        values = numpy.full(rows * columns, 0, dtype)  # the pages of numpy.zeros are one page
    elif dtype.startswith("int"):
        values = (mixed % 29).astype(dtype)
    else:
        values = (0.02 + 0.95 * (mixed * 2.0**-32)).astype(dtype)
    if axis == "none" and order == "c":
        return values
    values = values.reshape(rows, columns)
    return values.T if order == "t" else values


def seconds_of(calls, work):
    start = time.perf_counter()
    for _ in range(calls):
        work()
    return (time.perf_counter() - start) / calls


class Ours:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def __call__(self, reduction, dtype, order, axis, size, calls):
        rows, columns = SHAPES[size]
        self.process.stdin.write(f"{reduction} {dtype} {order} {axis} {rows} {columns} {calls}\n")
        self.process.stdin.flush()
        seconds, element = self.process.stdout.readline().split()
        return float(seconds), float(element)


def is_near(ours, numpys, reduction, dtype):
    # NumPy's running sums are of float16, and its sum of squares overflows.
    if dtype == "float16" and (reduction == "cumsum" or not math.isfinite(numpys)):
        return True
    if not math.isfinite(numpys):
        return not math.isfinite(ours)
    tolerance = {"float16": 0.05, "float32": 1e-3, "complex64": 1e-3}.get(dtype, 1e-9)
    return abs(ours - numpys) <= tolerance * max(1, abs(numpys))


def measure(ours, reduction, dtype, order, axis, size):
    x = sample(reduction, dtype, order, axis, size)
    function = getattr(numpy, reduction)
    along = None if axis == "none" else int(axis)
    work = lambda: function(x, axis=along)
    expected = numpy.atleast_1d(work()).ravel()[-1].real
    calls = max(1, min(3000, int(0.01 / seconds_of(1, work))))
    here, there = [], []
    for _ in range(ROUNDS):
        there.append(seconds_of(calls, work))
        seconds, element = ours(reduction, dtype, order, axis, size, calls)
        here.append(seconds)
    if not is_near(element, float(expected), reduction, dtype):
        print(f"WRONG: {element}, NumPy {expected}: {reduction} {dtype} {order} {axis} {size}")
    return statistics.median(here) * 1e6, statistics.median(there) * 1e6


def main():
    ours = Ours(sys.argv[1])
    sizes = [int(size) for size in sys.argv[3].split(",")] if len(sys.argv) > 3 else list(SHAPES)
    rows = []
    for size, dtype, reduction, axis, order in itertools.product(
            sizes, DTYPES, REDUCTIONS, ["none", "0", "1"], ["c", "t"]):
        name = f"{reduction}/{dtype}/{order}/{axis}/{size}"
        here, there = measure(ours, reduction, dtype, order, axis, size)
        rows.append({"name": name, "here_us": here, "numpy_us": there})
        if here > there:
            print(f"{name:40} {here:12.2f} {there:12.2f} us  {there / here:.2f}", flush=True)
    ratios = [row["numpy_us"] / row["here_us"] for row in rows]
    print(f"{len(rows)} rows, {sum(r < 1 for r in ratios)} slower than NumPy "
          f"{numpy.__version__}; median {statistics.median(ratios):.2f} times as fast")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump({"context": {"numpy": numpy.__version__}, "benchmarks": rows}, file, indent=1)


if __name__ == "__main__":
    main()
