#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/random/streams.txt: what numpy.random.Generator(Philox(seed)) draws.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2.4,<3'

seed SEED                              a new generator; the lines up to the next one draw from it
METHOD DTYPE LOW HIGH COUNT CHECK      one call; CHECK is the sum of (2 i + 1) times the bits of
                                       element i as an unsigned integer, modulo 2^64, in hexadecimal
state C0 C1 C2 C3 K0 K1 POS HAS HALF   where the generator stands: counter, key, place in the buffer,
                                       whether half a word waits, and which was the last one
"""
import pathlib

import numpy as np

INTEGERS = "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()
COUNTS = [0, 1, 2, 3, 5, 7, 33, 1000, 1001]
pick = np.random.default_rng(11)


def check(a):
    a = np.ascontiguousarray(a)
    bits = a.view(f"u{a.dtype.itemsize}").ravel().astype(np.uint64)
    with np.errstate(over="ignore"):
        return int((bits * (2 * np.arange(bits.size, dtype=np.uint64) + 1)).sum(dtype=np.uint64))


def line(method, dtype, low, high, values):
    return f"{method} {dtype} {low} {high} {np.size(values)} {check(values):x}\n"


def draw_integers(rng, dtype, low, high, count):
    # The bound itself may be one more than the type holds.
    values = rng.integers(low, high, count, dtype=dtype, endpoint=True)
    return line("integers", dtype, low, high, values)


def interval(dtype):
    info = np.iinfo(dtype)
    low, high = int(info.min), int(info.max)
    kinds = [(low, high), (0, 0), (low, low + 1), (0, 99), (5, 14), (high - 2, high),
             (low, high - 1), (0, high // 3 * 2)]
    if info.bits == 64:
        kinds += [(0, 2**32 - 1), (0, 2**32 - 2), (7, 2**32 + 7), (0, 3 * 2**31)]
    return kinds[pick.integers(len(kinds))]


def one(rng, count):
    kind = pick.integers(8)
    if kind == 0:
        return line("random", "float64", 0, 1, rng.random(count))
    if kind == 1:
        return line("random", "float32", 0, 1, rng.random(count, dtype=np.float32))
    if kind == 2:
        return line("uniform", "float64", -3, 7.5, rng.uniform(-3, 7.5, count))
    if kind == 3:
        return line("bytes", "uint8", 0, 0, np.frombuffer(rng.bytes(count), np.uint8))
    if kind == 4:
        return line("choice", "int64", 0, 17, rng.choice(17, count))
    if kind == 5:
        return line("integers", "bool", 0, 1, rng.integers(0, 2, count, dtype=bool))
    dtype = INTEGERS[pick.integers(len(INTEGERS))]
    return draw_integers(rng, dtype, *interval(dtype), count)


def state(rng):
    s = rng.bit_generator.state
    words = [*s["state"]["counter"], *s["state"]["key"]]
    numbers = [*words, s["buffer_pos"], s["has_uint32"], s["uinteger"]]
    return "state " + " ".join(str(int(n)) for n in numbers) + "\n"


def sequence(seed, calls, counts):
    rng = np.random.Generator(np.random.Philox(seed))
    text = f"seed {seed}\n"
    for _ in range(calls):
        text += one(rng, int(counts[pick.integers(len(counts))]))
        text += state(rng)
    return text


def many_of_each_kind(halves):
    """Of a stream of which so many halves of words have been used."""
    rng = np.random.Generator(np.random.Philox(9))
    text = "seed 9\n" + line("random", "float32", 0, 1, rng.random(halves, dtype=np.float32))
    text += line("random_raw", "uint64", 0, 0, rng.bit_generator.random_raw(999999))
    text += line("uniform", "float64", -3, 7.5, rng.uniform(-3, 7.5, 1000001))
    text += line("bytes", "uint8", 0, 0, np.frombuffer(rng.bytes(1000003), np.uint8))
    text += line("random", "float32", 0, 1, rng.random(1000001, dtype=np.float32))
    for count in [17, 3 * 2**30, 3 * 2**61]:
        text += line("choice", "int64", 0, count, rng.choice(count, 1000001))
    text += line("weighted_choice", "int64", 0, 4, rng.choice(4, 1000001, p=[0.1, 0.2, 0.3, 0.4]))
    text += line("integers", "bool", 0, 1, rng.integers(0, 2, 1000003, dtype=bool))
    for dtype, low, high in [("int8", -100, 99), ("uint8", 0, 255), ("int16", -5, 4),
                             ("uint16", 0, 40000), ("uint32", 7, 2**32 - 1),
                             ("uint64", 0, 3 * 2**62)]:
        text += draw_integers(rng, dtype, low, high, 1000003)
    return text + state(rng)


def main():
    text = "".join(sequence(seed, 60, COUNTS) for seed in [0, 1, 42, 2**32 + 5, 2**64 - 1])
    for offset in [0, 1, 3]:
        rng = np.random.Generator(np.random.Philox(7))
        text += "seed 7\n" + line("random", "float32", 0, 1, rng.random(offset, dtype=np.float32))
        text += line("random", "float64", 0, 1, rng.random(1000003))
        text += line("random", "float32", 0, 1, rng.random(1000001, dtype=np.float32))
        text += draw_integers(rng, "int64", 0, 2**31 + 2**30, 1000001)
        text += draw_integers(rng, "int32", -5, 4, 1000000)
        text += state(rng)
    for halves in [1, 6]:
        text += many_of_each_kind(halves)
    folder = pathlib.Path(__file__).parents[2] / "tests" / "golden" / "random"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "streams.txt").write_text(text)


main()
