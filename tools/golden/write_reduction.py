#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/array/reductions.txt: NumPy's reductions over axes.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2.4,<3'

FUNCTION DTYPE SAMPLE SHAPE AXES KEEPDIMS OPTION; DTYPE SHAPE, or an exception; ELEMENTS, or its message

The samples are made in the same way by tests/array/reduction/golden_test.cpp. float16 and float32 are
computed in float64 and rounded once, where NumPy rounds more often than the library does.
"""
import itertools
import pathlib
import warnings

import numpy as np

DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
INEXACT = "float16 float32 float64 complex64 complex128".split()
SPECIAL = [1.5, -0.0, 0.0, -2.0, np.nan, np.inf, -np.inf, 3.0]

ROUNDED_ONCE = "sum prod mean var std nansum nanprod nanmean nanvar nanstd norm_l1 norm_l2".split()


def values(count, sample):
    k = np.arange(count)
    if sample == "special":  # nan in every third row of 8, infinities in every fifth
        v = np.array(SPECIAL)[k % 8]
        v[(k // 8 % 3 != 1) & np.isnan(v)] = 0.25
        v[(k // 8 % 5 != 2) & np.isinf(v)] = -0.5
        return v
    if sample == "nan":
        return np.full(count, np.nan)
    return (k * 79 + 13) % 11 - 5.0


def operand(name, sample, shape):
    dtype = np.dtype(name)
    count = int(np.prod(shape))
    v = values(count, sample)
    if dtype.kind == "b":
        v = v > 0
    elif dtype.kind == "u":
        v = np.abs(v)
    elif dtype.kind in "fc":
        v = v / 4
    if dtype.kind == "c":
        z = np.empty(count, dtype)
        z.real = v
        z.imag = values(count + 1, sample)[1:] / 4
        v = z
    return v.astype(dtype).reshape(shape)


def norm(power):
    def of(x, axis, keepdims):
        x = x if x.dtype.kind in "fc" else x.astype(float)
        if x.dtype.kind == "c":
            x = np.abs(x)
        return np.sum(np.abs(x) ** power, axis=axis, keepdims=keepdims) ** (1 / power)
    return of


FUNCTIONS = {name: getattr(np, name) for name in
             "sum prod max min any all argmax argmin mean var std count_nonzero nansum nanprod nanmax "
             "nanmin nanmean nanvar nanstd nanargmax nanargmin".split()}
FUNCTIONS["ptp"] = lambda x, axis, keepdims: np.ptp(x, axis=axis, keepdims=keepdims)
FUNCTIONS["norm_l2"] = norm(2)
FOLDS = ("subtract divide floor_divide remainder maximum fmax fmin hypot gcd lcm bitwise_and "
         "bitwise_or bitwise_xor logaddexp logaddexp2 logical_and logical_xor arctan2 copysign").split()
for fold in FOLDS:
    FUNCTIONS[fold] = getattr(np, fold).reduce


def fold_arctan2(x, axis, keepdims):
    """numpy.arctan2.reduce of NumPy 2.4 is no fold where its loops use AVX-512."""
    if x.shape[axis] == 0:
        return np.arctan2.reduce(x, axis=axis, keepdims=keepdims)
    parts = np.moveaxis(x, axis, 0)
    result = parts[0].astype(np.arctan2(parts[0], parts[0]).dtype)
    for part in parts[1:]:
        result = np.arctan2(result, part)
    return np.expand_dims(result, axis) if keepdims else result


FUNCTIONS["arctan2"] = fold_arctan2


def called(name, x, axis, keepdims, option):
    function = FUNCTIONS[name]
    arguments = {"axis": axis, "keepdims": keepdims}
    if option == "ddof":
        arguments["ddof"] = 1
    if option == "where":
        arguments["where"] = np.arange(x.size).reshape(x.shape) % 3 != 1
    if option == "initial":
        arguments["initial"] = 2
    if x.dtype.char in "ef" and name in ROUNDED_ONCE and x.size != 0:
        with np.errstate(all="ignore"):
            return np.asarray(function(x.astype(np.float64), **arguments)).astype(x.dtype)
    return np.asarray(function(x, **arguments))


def text(numbers):
    return ",".join(map(str, numbers)) if len(numbers) else "-"


def line(name, dtype, sample, shape, axis, keepdims, option):
    axes = "all" if axis is None else text(axis) if isinstance(axis, tuple) else f"={axis}"
    head = f"{name} {dtype} {sample} {text(shape)} {axes} {int(keepdims)} {option}"
    x = operand(dtype, sample, shape)
    try:
        result = called(name, x, axis, keepdims, option)
    except (ValueError, TypeError, IndexError) as error:
        return f"{head};{type(error).__name__};{error}\n"
    return f"{head};{result.dtype} {text(result.shape)};{result.tobytes().hex()}\n"


SHAPES = [(), (0,), (1,), (7,), (2, 3), (3, 0, 2), (4, 1, 5), (33,), (17, 31), (3, 5, 7)]
REFUSED = {  # dtypes that NumPy's ufunc does not take, but for one case of each
    "bitwise_and": "fdFD", "bitwise_or": "fdFD", "bitwise_xor": "fdFD", "gcd": "efdFD", "lcm": "efdFD",
    "copysign": "FD", "remainder": "FD", "floor_divide": "FD", "logaddexp": "FD", "logaddexp2": "FD",
    "hypot": "FD", "arctan2": "FD"}
OPTIONS = {
    "where": "sum prod any all mean var std nansum nanmean nanvar max".split(),
    "initial": "sum prod max min".split(),
    "ddof": "var std nanvar nanstd".split()}


def axes_of(name, shape):
    rank = len(shape)
    if name not in FOLDS or rank == 0:
        yield None
    for axis in range(rank):
        yield axis - rank if axis == 1 else axis
    if not name.startswith(("arg", "nanarg")) and name not in FOLDS and rank > 1:
        yield (0, -1)
        if np.prod(shape) < 30:
            yield from [(), tuple(range(rank))[::-1]]


def plain_lines(name, dtype, turn):
    for k, shape in enumerate(SHAPES):
        if dtype not in ("float32", "int8") and (k + turn) % 3 != 0:
            continue
        for axis in axes_of(name, shape):
            if name in FOLDS and not shape:
                continue
            yield line(name, dtype, "plain", shape, axis, len(shape) % 2 == 0, "-")


def lines():
    for turn, (name, dtype) in enumerate(itertools.product(FUNCTIONS, DTYPES + INEXACT)):
        kind, character = np.dtype(dtype).kind, np.dtype(dtype).char
        if name in FOLDS and dtype in ("float16", "int16", "uint32"):
            continue
        if character in REFUSED.get(name, ""):
            if character == "F":
                yield line(name, dtype, "plain", (2, 3), 0, False, "-")
            continue
        yield from plain_lines(name, dtype, turn)
        for option, names in OPTIONS.items():
            if name in names:
                for shape, axis in [((7,), None), ((6, 5), 0), ((6, 5), 1), ((2, 3, 4), (0, 2))]:
                    yield line(name, dtype, "plain", shape, axis, False, option)
        if kind in "fc" and name not in ("divide floor_divide remainder arctan2 lcm gcd logaddexp "
                                         "logaddexp2 hypot").split():
            if kind == "f" or name in ("any", "all", "count_nonzero"):
                for shape, axis in [((8,), 0), ((13, 8), 1), ((13, 8), 0), ((64,), 0)]:
                    yield line(name, dtype, "special", shape, axis, False, "-")
            if not name.startswith("nanarg"):
                yield line(name, dtype, "nan", (2, 3), 1, False, "-")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    file = pathlib.Path(__file__).parents[2] / "tests/golden/array/reductions.txt"
    file.write_text("".join(lines()))
