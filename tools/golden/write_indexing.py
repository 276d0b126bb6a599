#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/array/indexing.txt: what NumPy 2 shows at combinations of indices.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2,<3'

SHAPE ENTRY ENTRY...;SHAPE;elements     of arange(size).reshape(shape)[entry, entry...]
SHAPE ENTRY ENTRY...;ExceptionName;message
An entry is an integer, a slice as "1:3" or "::-1", "n", which is newaxis, "...", an array of integers as
"i2,1:0,2", which is [[0], [2]], or a mask as "m2,1:0,1", which is [[False], [True]]. Lists are joined
by commas, "-" is an empty one.

The elements say which positions are meant, so that what writing does follows from them: of positions
that come twice the last value counts, in += as well. That NumPy does so is checked here.
"""
import pathlib

import numpy as np

CASES = """
3,4  1|-1 1:3|::-1 ::2|... 1|n : 2|: n -2|2:0:-1 3:0:-2|5: :|-9:9 -1|1 2|-1 -4|3|0 0 0|... ...
3,4  i2:0,2|i2:-1,0 i2:3,-4|i2,1:0,2 i2:1,3|i3:1,1,0 -1|i2:2,0 1:3|: i3:3,0,0|1 i2:0,3|i-:1|i-:-1 i2:0,2
3,4  i0:-|i0:- 1|i2,2:0,1,2,0 -1:1:-2|n i2:0,1 :1|i1:1 n 2:|n i2:0,2 i2:1,3|i2:0,2 n i2:1,3|... i2:0,1
3,4  m3:1,0,1|m3:1,0,1 ::-3|m3:1,0,1 m4:0,1,0,1|m3:1,0,1 i2:0,3|m3:0,0,0|m3:0,1,1 2|: m4:1,0,0,1|i1:2 ...
3,4  m3,4:1,0,0,0,0,0,1,0,0,0,0,1|m3,4:0,0,0,1,0,0,0,1,0,0,0,0 n|m3:1,0,0 m4:1,0,1,1|m3:1,0,1 i2,1:0,3
3,4  i1:3|i1:0 i1:-5|i2:0,1 i3:0,1,2|m4:1,0,0,1|m3,3:1,0,0,0,0,0,0,0,0
2,3,2  : i2:0,2 :1|i2:0,1 : i2:1,0|i2:0,1 i2:2,0|: i2:2,0 i2:0,1|1 : i2:1,0|1 1: i2:1,0|0 i2:1,0|1: i2:0,2 1
2,3,2  i2,1:0,1 1: i2:0,1|::-1 i1:2 ::-1|n 0 : i1:1|m2,3:1,0,1,0,1,0 1|m2:0,1 1: i1:0|: m3,2:1,0,0,1,0,1
2,3,2  i1:1 ... i1:0|i2:1,0 1:2 n i2:0,1|i1:1 n i1:2 :|: 1 n i2:1,0|m2,3:0,0,1,1,0,0 ::-1|i2:1,1 i2:0,0 i2:1,1
2,2,1,2  i1:1 : : i2:0,1|: i2:1,0 : i2:1,0|1: i2:0,1 0 :|0 i1:1 : i2:1,0|... m2:1,0
0,3  i0:- 1|: i2:0,2|i1:0|m0:- 1:
-  ...|n|m-:1|m-:0|0
"""


def numbers(text):
    return [] if text == "-" else [int(n) for n in text.split(",")]


def entry(text):
    if text == "n":
        return None
    if text == "...":
        return Ellipsis
    if text[0] in "im":
        extents, elements = text[1:].split(":")
        a = np.array(numbers(elements), bool if text[0] == "m" else int)
        return a.reshape(numbers(extents))
    if ":" in text:
        return slice(*(int(bound) if bound else None for bound in text.split(":")))
    return int(text)


def joined(list_of_numbers):
    return ",".join(str(int(n)) for n in list_of_numbers) or "-"


def check_writing(a, index, shown):
    """NumPy's += and =, with a value for each element and with one for each of the last axis."""
    full = np.arange(20, 20 + shown.size).reshape(shown.shape)
    for values in full, np.arange(20, 20 + np.prod(shown.shape[-1:], dtype=int)).reshape(shown.shape[-1:]):
        for adds in False, True:
            written, expected = a.copy(), a.copy()
            if adds:
                written[index] += values
            else:
                written[index] = values
            for position, value in zip(shown.ravel(), np.broadcast_to(values, shown.shape).ravel()):
                expected.ravel()[position] = value + (position if adds else 0)
            assert np.array_equal(written, expected), index


def lines():
    for row in CASES.strip().splitlines():
        extents, _, indices = row.partition("  ")
        a = np.arange(np.prod(numbers(extents), dtype=int)).reshape(numbers(extents))
        for words in indices.split("|"):
            index = tuple(map(entry, words.split()))
            try:
                shown = np.array(a[index])
            except IndexError as error:
                yield f"{extents} {words};IndexError;{error}\n"
                continue
            check_writing(a, index, shown)
            yield f"{extents} {words};{joined(shown.shape)};{joined(shown.ravel())}\n"


folder = pathlib.Path(__file__).parents[2] / "tests" / "golden" / "array"
(folder / "indexing.txt").write_text("".join(lines()))
