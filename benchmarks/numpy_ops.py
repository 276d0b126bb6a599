#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Times NumPy's functions, which run on one core, on what xtensor_ops timed.

usage: numpy_ops.py xtensor_ops.json numpy_ops.json
"""
import json
import statistics
import sys
import time

import numpy

ROUNDS = 9


def sample(size, seed, dtype):
    mixed = (numpy.arange(size, dtype=numpy.uint32) + numpy.uint32(seed)) * numpy.uint32(2654435761)
    if dtype == numpy.bool_:
        return (mixed >> 31).astype(dtype)
    if dtype.kind == "i":
        return (mixed % 29).astype(dtype)
    return (0.02 + 0.95 * (mixed * 2.0**-32)).astype(dtype)


def seconds_of(calls, work):
    start = time.perf_counter()
    for _ in range(calls):
        work()
    return (time.perf_counter() - start) / calls


def median_seconds(work):
    work()
    calls = max(1, min(10000, int(2e-4 / seconds_of(1, work))))
    return statistics.median(seconds_of(calls, work) for _ in range(ROUNDS))


def work_of(name, x, y, condition):
    if name == "where":
        return lambda: numpy.where(condition, x, y)
    function = getattr(numpy, name)
    operands = (x, 0, 1) if name == "clip" else (x, y)[:function.nin]
    result = numpy.empty_like(function(*operands))
    return lambda: function(*operands, out=result)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        names = [row["name"] for row in json.load(file)["benchmarks"]]
    rows = []
    for name in names:
        function, dtype, size = name.split("/")
        if not hasattr(numpy, function):
            continue
        x, y = (sample(int(size), seed, numpy.dtype(dtype)) for seed in (0, 5))
        condition = sample(int(size), 9, numpy.dtype(bool))
        seconds = median_seconds(work_of(function, x, y, condition))
        rows.append({"name": name, "median_us": seconds * 1e6})
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump({"context": {"numpy": numpy.__version__}, "benchmarks": rows}, file, indent=1)


if __name__ == "__main__":
    main()
