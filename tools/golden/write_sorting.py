#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/array/sorting.txt: sorting, searching, unique elements, sets.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2.4,<3'

FUNCTION DTYPE ARGUMENT;OPERAND OPERAND;RESULT RESULT     arrays as DTYPE:SHAPE:BYTES

Indices, which are int64 and below 256, have one byte each.

NumPy has no bfloat16: its lines are those of float32, whose elements are bfloat16 numbers too.
"""
import pathlib

import numpy as np

DTYPES = """bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64
complex64 complex128""".split()
SHAPES = [((0,), [-1, None]), ((1,), [0]), ((7,), [-1]), ((70,), [0]), ((3, 5), [-1, 0, -2, None]),
          ((2, 3, 4), [0, 1]), ((2, 0), [-1, 0])]
NUMBERS = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -3.0, np.inf, -np.inf, np.nan]
rng = np.random.default_rng(5)


def array(a, name):
    a = np.asarray(a)
    shape = "x".join(map(str, a.shape)) or "-"
    if name == "bfloat16" and a.dtype == np.float32:
        return f"{name}:{shape}:{(a.view(np.uint32) >> 16).astype(np.uint16).tobytes().hex()}"
    if a.dtype == np.int64 and a.size and 0 <= a.min() and a.max() < 256:
        return f"int64:{shape}:{a.astype(np.uint8).tobytes().hex()}"
    return f"{a.dtype}:{shape}:{a.tobytes().hex()}"


def line(function, name, argument, operands, results):
    def texts(arrays):
        return " ".join(array(a, name) for a in arrays)
    return f"{function} {name} {argument};{texts(operands)};{texts(results)}\n"


def sample(name, shape, finite=False):
    dtype = np.dtype("float32" if name == "bfloat16" else name)
    if dtype == bool:
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        pool = np.array([0, 1, 2, 3, 100, info.min, info.min + 1, info.max, info.max - 1], dtype)
        return rng.choice(pool, shape)
    pool = [x for x in NUMBERS if not finite or np.isfinite(x)]
    a = np.empty(shape, dtype)
    if dtype.kind == "c":
        a.real, a.imag = rng.choice(pool, shape), rng.choice(pool, shape)
    else:
        a[...] = rng.choice(pool, shape)
    return a


def sorts(name):
    for shape, axes in SHAPES:
        for axis in axes:
            a = sample(name, shape)
            text = "none" if axis is None else axis
            yield line("sort", name, text, [a], [np.sort(a, axis, stable=True)])
            yield line("argsort", name, text, [a], [np.argsort(a, axis, stable=True)])
    for shape, axis in [((1, 9), -1), ((3, 20), 0), ((2, 3, 5), 0), ((2, 3, 5), 1), ((2, 0), 0)]:
        a = sample(name, shape)
        yield line("lexsort", name, axis, [a], [np.lexsort(a, axis)])


def searches(name):
    for count in 0, 1, 2, 20:
        a = sample(name, count)
        v = sample(name, (3, 4))
        order = np.argsort(a, stable=True)
        for side in "left", "right":
            yield line("searchsorted", name, side, [a[order], v],
                       [np.searchsorted(a[order], v, side)])
            yield line("sorter", name, side, [a, v, order], [np.searchsorted(a, v, side, order)])
    for shape in (0,), (9,), (3, 4), (2, 0), (2, 2, 3):
        a = sample(name, shape)
        yield line("nonzero", name, "-", [a], np.nonzero(a))
        yield line("argwhere", name, "-", [a], [np.argwhere(a)])
        yield line("flatnonzero", name, "-", [a], [np.flatnonzero(a)])


def uniques(name):
    options = dict(return_index=True, return_inverse=True, return_counts=True)
    for shape in (), (0,), (1,), (30,), (3, 4), (2, 0):
        a = sample(name, shape)
        yield line("unique", name, "-", [a], np.unique(a, **options))
        yield line("unique_all", name, "-", [a], np.unique(a, equal_nan=False, **options))
    for shape, axis in [((6, 2), 0), ((2, 9), 1), ((2, 8, 2), -2), ((0, 3), 0), ((2, 0), 0),
                        ((9,), 0)]:
        a = sample(name, shape, finite=True)
        yield line("unique", name, axis, [a], np.unique(a, axis=axis, **options))


def sets(name):
    # Of complex nans NumPy keeps an arbitrary one.
    finite = name.startswith("complex")
    for sizes in [(0, 0), (0, 4), (5, 0), (8, 3), (20, 15)]:
        # Without -0: whether that or 0 is kept is not told.
        a, b = ((a + 0).astype(a.dtype) for a in (sample(name, size, finite) for size in sizes))
        for function in np.union1d, np.intersect1d, np.setdiff1d, np.setxor1d:
            yield line(function.__name__, name, "-", [a, b], [function(a, b)])
        yield line("intersect1d", name, "indices", [a, b],
                   np.intersect1d(a, b, return_indices=True))
    for sizes in [(0, 3), (6, 0), ((3, 4), 5), ((), 3)]:
        a, b = (sample(name, size) for size in sizes)
        yield line("isin", name, "-", [a, b], [np.isin(a, b)])
        yield line("isin", name, "invert", [a, b], [np.isin(a, b, invert=True)])


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    with open(root / "tests/golden/array/sorting.txt", "w") as file:
        for name in DTYPES:
            for part in sorts, searches, uniques, sets:
                file.writelines(part(name))


main()
