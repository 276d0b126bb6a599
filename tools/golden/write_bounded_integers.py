#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/random/bounded_integers.txt: what numpy.random.Generator(Philox(5)).integers
draws of arrays of bounds, in one call after the other.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2.4,<3'

DTYPE LOW HIGH SIZE ENDPOINT CHECK STATE

LOW, HIGH   a number "3", an array "[3,4]", or a column of one "[3,4].T"; uint64 if a number needs it
SIZE        extents "2,3", or "-" for none
CHECK       the sum of (2 i + 1) times the bits of element i as an unsigned integer, modulo 2^64, in
            hexadecimal
STATE       "POS HAS HALF C": the place in the buffer, whether half a word waits, which was the last
            one, and the counter's lowest word
"""
import pathlib

import numpy as np

TYPES = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()


def check(a):
    a = np.ascontiguousarray(a)
    bits = a.view(f"u{a.dtype.itemsize}").ravel().astype(np.uint64)
    with np.errstate(over="ignore"):
        return int((bits * (2 * np.arange(bits.size, dtype=np.uint64) + 1)).sum(dtype=np.uint64))


class Bound:
    def __init__(self, numbers, column=False):
        self.text = str(numbers).replace(" ", "") + (".T" if column else "")
        self.value = numbers
        if isinstance(numbers, list):
            large = max(numbers, default=0) >= 2**63
            self.value = np.array(numbers, np.uint64 if large else np.int64)
            if column:
                self.value = self.value[:, None]


def line(rng, dtype, low, high, size, endpoint):
    values = rng.integers(low.value, high.value, size, dtype=dtype, endpoint=endpoint)
    state = rng.bit_generator.state
    extents = "-" if size is None else ",".join(str(n) for n in size)
    return (f"{dtype} {low.text} {high.text} {extents} {int(endpoint)} {check(values):x} "
            f"{state['buffer_pos']} {state['has_uint32']} {state['uinteger']} "
            f"{state['state']['counter'][0]}\n")


def calls(dtype):
    least, most = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    least, most = int(least), int(most)
    yield Bound(0), Bound([1, min(2, most), most]), None, True
    yield Bound([least, 0, most]), Bound(most), None, True
    yield Bound([least, 0], True), Bound([1, most, 1]), None, True
    yield Bound([0, most], True), Bound([most] * 3), (3, 2, 3), True
    yield Bound([0]), Bound([1]), (37,), False
    yield Bound([least] * 7), Bound([most] * 7), None, True
    yield Bound(least), Bound([most, 1]), (50, 2), True
    yield Bound([]), Bound(1), None, True
    yield Bound([5]), Bound([0]), (0, 2), False
    if dtype == "bool":
        return
    yield Bound(0), Bound([1, 6, 100]), None, False
    yield Bound(3), Bound([5, 77], True), (2, 50), False
    yield Bound(0), Bound([most // 3 * 2, most - 1, 2, most]), (25, 4), True
    if least < 0:
        yield Bound([least, -3, -1]), Bound([0, 4, most]), (20, 3), False
    if dtype != "uint64":
        yield Bound(0), Bound([most + 1, 1]), (9, 2), False
    if most >= 2**63 - 1:
        yield Bound(0), Bound([2**32 - 1, 2**32 - 2, 2**32, 3 * 2**31, 10]), (20, 5), True


def main():
    rng = np.random.Generator(np.random.Philox(5))
    text = "".join(line(rng, dtype, *call) for dtype in TYPES for call in calls(dtype))
    folder = pathlib.Path(__file__).parents[2] / "tests" / "golden" / "random"
    (folder / "bounded_integers.txt").write_text(text)


main()
