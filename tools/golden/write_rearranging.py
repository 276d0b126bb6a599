#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes rearranging.txt, inserting.txt, padding.txt and odd_padding.txt in tests/golden/array/: what NumPy 2
makes with its functions of tiling, rearranging, inserting, deleting and padding.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2,<3'

Each line is  FUNCTION SHAPE ARGUMENTS; SHAPE; elements      of arange(size).reshape(shape)
          or  FUNCTION SHAPE ARGUMENTS; ExceptionName; message
In inserting.txt the arguments are PLACES, a number or a list, AXIS or "-", and the shape of the values
that are inserted, which count from 100; "3," is a list of one place.
In padding.txt they are MODE, WIDTHS and "-" or the values of the mode's option, in pairs; elements are
those of arange times 7 modulo 11. odd_padding.txt is the same with reflect_type="odd".
Lists are joined by commas, "-" is an empty one. An axis that is missing is NumPy's None.
"""
import pathlib

import numpy as np

SHAPES = [(), (0,), (1,), (5,), (2, 3), (3, 1), (2, 0), (2, 3, 4), (1, 2, 1, 3)]


def joined(numbers):
    return ",".join(str(int(n)) for n in numbers) or "-"


def tilings(shape):
    for counts in [(), (2,), (0,), (1,), (2, 1), (1, 3), (2, 2, 2), (3, 1, 2), (-1,), (1, 2, 1, 3),
                   (2, 1, 1, 1, 2)]:
        yield "tile", [counts]
    for counts in [(2,), (0,), (1,), (-1,), (1, 2), (3, 0, 1), (0, 0), (1, 0, 2, 0, 3), (1, -2)]:
        yield "repeat", [counts]
        for axis in (0, 1, -1, 2, 5):
            yield "repeat", [counts, (axis,)]
    for target in [(), (0,), (3,), (7,), (2, 5), (4, 3, 2), (30,), (2, 0), (-1,)]:
        yield "resize", [target]


def rearrangements(shape):
    for shift in (0, 1, -1, 2, 7, -13, 100):
        yield "roll", [(shift,)]
        for axis in (0, 1, -1, 2, -5):
            yield "roll", [(shift,), (axis,)]
    for shift, axis in [((1, 2), (0, 1)), ((1, -2), (-1, 0)), ((1, 2), (0, 0)), ((3,), (0, 1)),
                        ((1, 1), (1,)), ((5, -4), (0,)), ((1, 2), (0, 5))]:
        yield "roll", [shift, axis]
    for k in (0, 1, 2, 3, 4, -1, -6):
        for axes in [(0, 1), (1, 0), (0, -1), (1, 2), (-1, -2), (0, 0), (0, 7), (0, 1, 2)]:
            yield "rot90", [(k,), axes]
    for axis in (0, 1, 2, -1, -4):
        for start in (0, 1, 2, 3, -1, -3, 4):
            yield "rollaxis", [(axis,), (start,)]
    for name in ("fliplr", "flipud", "matrix_transpose", "atleast_1d", "atleast_2d", "atleast_3d"):
        yield name, []


def called(name, a, arguments):
    function = getattr(np, name)
    if name in ("tile", "resize"):
        return function(a, arguments[0])
    scalar = [x[0] if len(x) == 1 else x for x in arguments]
    if name == "rot90":
        return function(a, scalar[0], arguments[1])
    return function(a, *scalar)


def lines():
    for shape in SHAPES:
        a = np.arange(np.prod(shape, dtype=int)).reshape(shape)
        for name, arguments in [*tilings(shape), *rearrangements(shape)]:
            if a.size == 0 and name in ("tile", "repeat") and -1 in arguments[0]:
                continue  # NumPy does not look at the counts of empty arrays
            head = " ".join([name, joined(shape), *map(joined, arguments)])
            try:
                result = called(name, a, arguments)
                yield f"{head};{joined(result.shape)};{joined(result.ravel())}"
            except Exception as error:  # whatever NumPy raises is what is wanted
                yield f"{head};{type(error).__name__};{error}"


PLACES = [0, 1, 2, -1, -3, 7, [1], [0, 1], [2, 0, 2], [-1, 0], [], [0, 9]]


def insertions():
    for shape in [(), (0,), (3,), (2, 3), (2, 0), (2, 3, 2)]:
        a = np.arange(np.prod(shape, dtype=int)).reshape(shape)
        for places in PLACES:
            text = str(places) if isinstance(places, int) else ",".join(map(str, places)) or "-"
            text += "," if isinstance(places, list) and len(places) == 1 else ""
            for axis in (None, 0, 1, -1, 3):
                if shape == () and axis is not None:
                    continue  # an axis of numbers is deprecated
                where = "-" if axis is None else axis
                yield ["delete", joined(shape), text, where], lambda: np.delete(a, places, axis)
                for values in [(), (1,), (2,), (3,), (2, 1), (1, 3), (2, 3)]:
                    v = np.arange(100, 100 + np.prod(values, dtype=int)).reshape(values)
                    yield (["insert", joined(shape), text, where, joined(values)],
                           lambda: np.insert(a, places, v, axis))


OPTIONS = {"constant": "constant_values", "linear_ramp": "end_values", "maximum": "stat_length",
           "mean": "stat_length", "median": "stat_length", "minimum": "stat_length"}


def paddings():
    for shape in [(), (0,), (1,), (3,), (2, 3), (2, 0), (2, 3, 2)]:
        a = np.arange(np.prod(shape, dtype=int)).reshape(shape) * 7 % 11
        for mode in ("constant", "edge", "linear_ramp", "maximum", "mean", "median", "minimum",
                     "reflect", "symmetric", "wrap"):
            for widths in [(0, 0), (1, 1), (2, 0), (0, 3), (9, 10), (4, 7), (-1, 0), (1, 2, 3, 0),
                           (0, 0, 2, 1), (0, 1, 0, 0, 2, 2)]:
                if max(widths) > 3 and len(shape) > 1:
                    continue  # the file would be large
                for option in [(), (2, 2), (1, 5), (-3, 40, 1, 2)]:
                    if option and (mode not in OPTIONS or mode == "mean" and shape == (0,)):
                        continue
                    pairs = np.reshape(widths, (-1, 2))
                    named = {OPTIONS[mode]: np.reshape(option, (-1, 2))} if option else {}
                    yield (["pad", joined(shape), mode, joined(widths), joined(option)],
                           lambda: np.pad(a, pairs, mode, **named))


def odd_paddings():
    for shape in [(1,), (2,), (4,), (2, 3), (1, 3), (2, 0), (2, 3, 2)]:
        a = np.arange(np.prod(shape, dtype=int)).reshape(shape) * 7 % 11
        for mode in ("reflect", "symmetric"):
            for widths in [(0, 0), (1, 1), (2, 0), (0, 3), (9, 10), (4, 7), (1, 2, 3, 0), (0, 0, 2, 1)]:
                if max(widths) > 3 and len(shape) > 1:
                    continue
                yield (["pad", joined(shape), mode, joined(widths), "-"],
                       lambda: np.pad(a, np.reshape(widths, (-1, 2)), mode, reflect_type="odd"))


def results(calls):
    for head, call in calls:
        head = " ".join(map(str, head))
        try:
            result = call()
            yield f"{head};{joined(result.shape)};{joined(result.ravel())}"
        except Exception as error:  # whatever NumPy raises is what is wanted
            yield f"{head};{type(error).__name__};{error}"


folder = pathlib.Path(__file__).parents[2] / "tests" / "golden" / "array"
(folder / "rearranging.txt").write_text("".join(f"{line}\n" for line in lines()))
(folder / "inserting.txt").write_text("".join(f"{line}\n" for line in results(insertions())))
(folder / "padding.txt").write_text("".join(f"{line}\n" for line in results(paddings())))
(folder / "odd_padding.txt").write_text("".join(f"{line}\n" for line in results(odd_paddings())))
