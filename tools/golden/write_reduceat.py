#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/array/reduceat.txt: what numpy.ufunc.reduceat gives.

A line is `op dtype shape axis indices;dtype of the result;elements`. Element k in C order is
k * 7 % 11 - 3, of unsigned integers k * 7 % 11, of floats (k * 7 % 11 - 3) / 4.
"""
import pathlib

import numpy as np

OPS = ["add", "subtract", "multiply", "maximum", "minimum", "logical_and", "logical_or", "bitwise_xor",
       "hypot", "gcd"]
DTYPES = ["bool", "int8", "uint16", "float32", "float64"]
MANY = [k * 5 % 37 for k in range(37)] + [0, 40, 3]
CASES = [((8,), 0, [0, 4, 1, 5, 2, 6, 3, 7]), ((8,), 0, [7]), ((8,), -1, [0, 0, 3]), ((8,), 0, []),
         ((41,), 0, MANY), ((3, 4), 0, [0, 2]), ((3, 4), -1, [1, 3, 0]),
         ((2, 41), 1, MANY), ((2, 3, 2), 1, [2, 0])]


def elements(dtype, shape):
    numbers = np.arange(np.prod(shape)).reshape(shape) * 7 % 11
    if np.dtype(dtype).kind == "f":
        return ((numbers - 3) / 4).astype(dtype)
    return (numbers - (np.dtype(dtype).kind == "i") * 3).astype(dtype)


def main():
    lines = []
    for op in OPS:
        for dtype in DTYPES:
            for shape, axis, indices in CASES:
                try:
                    with np.errstate(all="ignore"):
                        result = getattr(np, op).reduceat(
                            elements(dtype, shape), np.array(indices, np.int64), axis=axis)
                except TypeError:
                    continue
                numbers = " ".join(format(float(x), ".17g") for x in result.ravel())
                lines.append(f"{op} {dtype} {','.join(map(str, shape))} {axis} "
                             f"{','.join(map(str, indices)) or '-'};{result.dtype};{numbers}")
    path = pathlib.Path(__file__).parents[2] / "tests/golden/array/reduceat.txt"
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
