#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/array/joining.txt: what NumPy 2 makes of several arrays, and of one that it splits.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2,<3'

FUNCTION SHAPE|SHAPE... ARGUMENT;SHAPE;elements           of parts that array_split makes SHAPE|SHAPE
FUNCTION SHAPE|SHAPE... ARGUMENT;ExceptionName;message
Operand k of a call is arange(20 k, 20 k + size).reshape(shape); lists are "3,4", or "-" for an empty
one, or for None. ARGUMENT is an axis; of array_split a number of parts or, with a comma at the end,
places; of block how the operands are nested: "ab", "ab/cd" for two rows, "a/b//c/d" for two of these;
of delete and insert what the places are: "m0,1,1" a mask, "s::2" a slice, and "/" the axis.
"""
import pathlib

import numpy as np

CALLS = """
concatenate 2,2|1,2:0 2,1|2,2:-1 2|1,2,1:- 0|2:0 2,2|1,2:1 -|2:0 2|2:1
stack 2|2:0 2,1|2,1:-1 -|-:0 2|2:1 0|0:1 2|3:0 2|2:2
vstack 2|1,2 -|- 2,1|1 1,1,2|1,1,2
hstack 2|1 -|2 2,1|2,2
dstack 2|2 2,1|2,1 -|1
column_stack 2|2 2,1|2|2,2 -|1 2,1,1|2,1,1
block 2|1:ab 1,2|1,1|1,3:ab/c -|2|1,3:ab/c 2|2:a/b 1|1|1|1:a/b//c/d
append 2|2,1:- 2,1|2,2:1 2|-:-
array_split 5:3 2,3:2/1 4:1,1,3/0 2:3 3,2:1,/-1
delete 4:m0,1,1,0 4:s::2 2,3:m1,0,0/1 2,3:s::-1/0 4:m1,0
insert 3|-:m0,1,1 4|2:s::2 2,2|2:m0,1/1 2,2|1,2:s1:/0
"""


def numbers(text):
    return [] if text == "-" else [int(n) for n in text.strip(",").split(",")]


def joined(some):
    return ",".join(str(int(n)) for n in some) or "-"


def operand(number, extents):
    count = np.prod(extents, dtype=int)
    return np.arange(20 * number, 20 * number + count).reshape(extents)


def nested(text, arrays):
    for separator in "//", "/":
        if separator in text:
            return [nested(part, arrays) for part in text.split(separator)]
    return [arrays["abcd".index(letter)] for letter in text]


def places(text):
    """Of delete and insert, and the axis."""
    where, _, axis = text.partition("/")
    if where[0] == "m":
        return np.array(numbers(where[1:]), bool), int(axis) if axis else None
    bounds = (int(bound) if bound else None for bound in where[1:].split(":"))
    return slice(*bounds), int(axis) if axis else None


def called(name, argument, arrays):
    function = getattr(np, name)
    axis = None if argument in ("", "-") else argument
    if name in ("concatenate", "stack"):
        return function(arrays, None if axis is None else int(axis))
    if name == "block":
        return np.block(nested(argument, arrays))
    if name == "append":
        return np.append(*arrays, None if axis is None else int(axis))
    if name == "array_split":
        where, _, axis = argument.partition("/")
        return np.array_split(arrays[0], numbers(where) if "," in where else int(where), int(axis or 0))
    if name == "delete":
        return np.delete(arrays[0], *places(argument))
    if name == "insert":
        return np.insert(arrays[0], places(argument)[0], arrays[1], places(argument)[1])
    return function(arrays)


def lines():
    for row in CALLS.strip().splitlines():
        name, *words = row.split()
        for word in words:
            shapes, _, argument = word.partition(":")
            arrays = [operand(k, numbers(text)) for k, text in enumerate(shapes.split("|"))]
            head = f"{name} {shapes} {argument or '-'}"
            try:
                results = called(name, argument, arrays)
            except (ValueError, IndexError) as error:
                yield f"{head};{type(error).__name__};{error}\n"
                continue
            results = results if isinstance(results, list) else [results]
            yield (f"{head};{'|'.join(joined(a.shape) for a in results)};"
                   f"{joined(np.concatenate([a.ravel() for a in results]))}\n")


folder = pathlib.Path(__file__).parents[2] / "tests" / "golden" / "array"
(folder / "joining.txt").write_text("".join(lines()))
