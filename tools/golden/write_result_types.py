#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/result_types.inc: the result dtypes of NumPy 2 for every op.

A row GPU_ROW(part, op, output, "characters") has one character for each combination of operands,
the last operand changing fastest; '.' is a TypeError, '!' is left out. Operands are the 14 dtypes below, then a
Python bool, int, float and complex. Of three operands the first is a bool if NumPy's is, else of
the type of the second. The parts are compiled apart.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2,<3'
"""
import itertools
import pathlib
import sys

import numpy as np

NAMES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
         "float16 float32 float64 complex64 complex128").split()
CHARACTERS = dict(zip(NAMES, "?bhilBHILefdFD"))
OPERANDS = [np.ones(1, name) for name in NAMES] + [True, 1, 1.0, 1j]
PARTS = 6

ROOT = pathlib.Path(__file__).parents[2]

# Where the op has another name than the function, or hides behind one that converts its operands.
FUNCTIONS = {"arg": np.angle, "clip": np._core.umath.clip,
             "real": lambda x: np.asarray(x).real, "imag": lambda x: np.asarray(x).imag}


def function_of(op):
    return FUNCTIONS.get(op, getattr(np, op, None))


def arity_of(function):
    if isinstance(function, np.ufunc):
        return function.nin
    return 3 if function is np.where else 1


def outcome(function, operands):
    """The dtypes of the results; empty for a TypeError."""
    try:
        results = function(*operands)
    except TypeError:
        return ()
    if not isinstance(results, tuple):
        results = (results,)
    return tuple(CHARACTERS[np.asarray(result).dtype.name] for result in results)


def combinations(function):
    arity = arity_of(function)
    if arity < 3:
        yield from itertools.product(OPERANDS, repeat=arity)
        return
    for a, b in itertools.product(OPERANDS, repeat=2):
        yield (np.ones(1, bool) if function is np.where else a, a, b)


def left_out(op, operands):
    """numpy.ldexp(1, x) and numpy.ldexp(True, x) are float16 for integers x of any size."""
    return op == "ldexp" and isinstance(operands[0], int) and operands[1] is not operands[0]


def rows_of(op):
    function = function_of(op)
    outcomes = [outcome(function, operands) for operands in combinations(function)]
    skipped = [left_out(op, operands) for operands in combinations(function)]
    count = max(map(len, outcomes))
    for output in range(count):
        yield output, "".join("!" if skip else found[output] if found else "."
                              for found, skip in zip(outcomes, skipped))


def main():
    np.seterr(all="ignore")
    ops = sorted(file.stem for file in (ROOT / "elementwise").glob("*.hpp"))
    known = [op for op in ops if function_of(op) is not None]
    lines = ["// SPDX-License-Identifier: BSD-3-Clause",
             "// Written by tools/golden/write_result_types.py from NumPy " + np.__version__ + "."]
    wide = 0
    for op in known:
        for output, text in rows_of(op):
            part = 0
            if len(text) > len(OPERANDS):
                wide += 1
                part = 1 + wide % (PARTS - 1)
            # A question mark after another begins a trigraph.
            lines.append(f'GPU_ROW({part}, {op}, {output}, "{text}")'.replace("??", '?""?')
                         .replace("??", '?""?'))
    (ROOT / "tests" / "golden" / "result_types.inc").write_text("\n".join(lines) + "\n")
    print("without a namesake in NumPy:", *(op for op in ops if op not in known), file=sys.stderr)


main()
