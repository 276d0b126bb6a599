#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Write how NumPy prints some hundred arrays into tests/golden/print/.

    python3 -m venv venv && venv/bin/pip install 'numpy>=2.4,<2.5'
    venv/bin/python tools/golden/write_print.py

Samples are seeded, so a second run writes the same bytes. bfloat16, which NumPy lacks, is printed by
NumPy's own formatter as the float64 numbers whose shortest digits are those of the bfloat16 numbers;
where NumPy fills up with digits of the exact value, that of the bfloat16 is taken.

A file holds the cases of one dtype: a line, then little-endian elements, then texts:

    case SHAPE PRECISION THRESHOLD EDGEITEMS LINEWIDTH SUPPRESS SIGN FLOATMODE NANSTR INFSTR BYTES REPR
        DEVICE STR

SHAPE is "2,3" or "-" for rank 0; SIGN is a code point; FLOATMODE counts from "fixed"; the last four
are the lengths of the elements, of the repr, of the repr with "device=cpu(0)" as one more entry
behind the dtype, and of the str.
"""

import contextlib
import types
from pathlib import Path
from unittest import mock

import numpy as np
from numpy._core import arrayprint

dragon4_scientific = arrayprint.dragon4_scientific
OUTPUT = Path(__file__).resolve().parents[2] / "tests" / "golden" / "print"
DEFAULTS = dict(precision=8, threshold=1000, edgeitems=3, linewidth=75, suppress=False, sign="-",
                floatmode="maxprec", nanstr="nan", infstr="inf")
FLOAT_MODES = ("fixed", "unique", "maxprec", "maxprec_equal")
DTYPES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 "
          "complex64 complex128").split()


def to_bfloat16(x):
    """Rounds to the nearest bfloat16, ties to even; returns the bits."""
    with np.errstate(all="ignore"):
        bits = np.asarray(x, np.float32).view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(x), 0x7FC0, rounded).astype(np.uint16)


def as_float(bits):
    return np.array(int(bits) << 16, np.uint32).view(np.float32)


def shortest_bfloat16(bits):
    """The float64 with the fewest digits that rounds to these bits."""
    value = as_float(bits)
    if not np.isfinite(value):
        return float(value)
    for digits in range(9):
        near = float(f"{float(value):.{digits}e}")
        step = 10.0 ** (np.floor(np.log10(abs(near))) - digits) if near else 0
        for neighbour in (near, near + step, near - step):
            short = float(f"{neighbour:.{digits}e}")
            if to_bfloat16(short) == bits:
                return short
    raise ValueError(bits)


def filled_scientific(x, precision, unique=True, min_digits=-1, **options):
    """dragon4_scientific of the bfloat16 with the shortest digits of x."""
    digits = len(dragon4_scientific(x, trim="-").split("e")[0].lstrip("-").replace(".", ""))
    if min_digits not in (None, -1) and digits != precision + 1:
        x, unique = float(as_float(to_bfloat16(x))), False
    return dragon4_scientific(x, precision=precision, unique=unique,
                              min_digits=-1 if min_digits is None else min_digits, **options)


@contextlib.contextmanager
def bfloat16_format():
    with mock.patch.object(np, "finfo", lambda _: types.SimpleNamespace(precision=2)):
        with mock.patch.object(arrayprint, "dragon4_scientific", filled_scientific):
            yield


def extras(array, dtype, where):
    parts = []
    if (array.size == 0 and array.shape != (0,)) or array.size > np.get_printoptions()["threshold"]:
        parts.append(f"shape={array.shape}")
    if array.size == 0 or dtype not in ("bool", "int64", "float64", "complex128"):
        parts.append(f"dtype={dtype}")
    return parts + ([f"device={where}"] if where else [])


def repr_with(array, dtype, where):
    """numpy.array_repr with another dtype, and a device behind it."""
    text = "array(" + np.array2string(array, separator=", ", prefix="array(", suffix=")")
    parts = extras(array, dtype, where)
    if not parts:
        return text + ")"
    tail = ", ".join(parts) + ")"
    last = len(text) + 1 - (text.rfind("\n") + 1)
    fits = last + len(tail) + 1 <= np.get_printoptions()["linewidth"]
    return text + "," + (" " if fits else "\n      ") + tail


def texts(array, dtype):
    if dtype == "bfloat16":
        values = np.array([shortest_bfloat16(b) for b in array.ravel()]).reshape(array.shape)
        with bfloat16_format():
            plain = str(values)
            if array.ndim == 0 and np.isfinite(values) and values != 0:
                scientific = not 1e-4 <= abs(as_float(array)) < 100
                plain = (np.format_float_scientific(values, trim="-") if scientific else
                         np.format_float_positional(values, trim="0"))
            return repr_with(values, dtype, ""), repr_with(values, dtype, "cpu(0)"), plain
    assert repr(array) == repr_with(array, dtype, ""), repr(array)
    return repr(array), repr_with(array, dtype, "cpu(0)"), str(array)


def reals(random):
    """Lists of floating-point numbers that need different formats."""
    inf, nan = np.inf, np.nan
    yield from ([1, 2, 3], [1.5, -2.25, 100], [0.1, 0.2, 0.3], [1 / 3, 2 / 3], [0, -0.0], [nan],
                [inf], [-inf], [nan, inf, 1], [nan, -inf, 1], [nan, 1e10], [-1, nan], [inf, 1e-20],
                [1e10, 1], [1e-5, 1], [9.99e-5], [1e-4], [1e-4, 0.1], [1e-4, 0.11], [999.5, 1],
                [1, 1000], [1, 1001], [99999999.0], [1e8], [999999], [1e6], [1e-300, 1], [1e300, -1],
                [5e-324], [1.7976931348623157e308], [123456.789], [0.99999999999, 1], [9.9999999999],
                [1 - 2**-24], [100, 200.5], [99, 1], [1e16], [1e15, 1e-15], [2.5, 3.5], [0.5, 1.5],
                [1.25, 1.35], [12345678, 1.2], [0.00012345678, 0.1], [1234.56789, 2], [3.0517578e-05])
    yield [16777216, 1.1754944e-38, 3.4028235e38]
    yield [65504, 6.1e-05, 6e-8]
    yield (2.0 ** np.arange(-20, 20)).tolist()
    yield (2.0 ** np.arange(-130, 127, 7)).tolist()
    for scale in (1, 10, 1e3, 1e-3, 1e-6, 1e7):
        yield (random.standard_normal(7) * scale).tolist()
        yield (np.round(random.standard_normal(11) * scale, 2)).tolist()
    yield (random.random(40) * 10 ** random.uniform(-3, 3, 40)).tolist()


def samples(dtype, random, count=None):
    if dtype == "bool":
        return random.random(count) < 0.5
    kind = np.dtype(dtype if dtype != "bfloat16" else "float32").kind
    if kind in "iu":
        info = np.iinfo(dtype)
        wide = random.integers(info.min, info.max, count, dtype, endpoint=True)
        return wide // np.dtype(dtype).type(10) ** random.integers(0, 3, count).astype(dtype)
    values = random.standard_normal(count) * 10 ** random.uniform(-1, 1, count)
    if kind == "c":
        return (values + 1j * random.standard_normal(count)).astype(dtype)
    return to_bfloat16(values) if dtype == "bfloat16" else values.astype(dtype)


def shaped(dtype, random):
    """Arrays of many shapes, with the options that they are printed with."""
    shapes = [(), (1,), (2,), (2, 3), (3, 1), (2, 2, 2), (1, 2, 1, 3), (30,), (4, 12), (1,) * 64,
              (0,), (0, 3), (2, 0), (3, 0, 2), (1001,)]
    for shape in shapes:
        yield samples(dtype, random, int(np.prod(shape))).reshape(shape), {}
    small = dict(threshold=5)
    for shape in ((6,), (7,), (20,), (3, 8), (8, 3), (8, 9), (7, 8, 9), (2, 7, 2), (2, 2, 2)):
        yield samples(dtype, random, int(np.prod(shape))).reshape(shape), small
    for options in (dict(edgeitems=1), dict(edgeitems=0), dict(edgeitems=2, linewidth=30)):
        yield samples(dtype, random, 56).reshape(7, 8), small | options
    for width in (0, 10, 20, 40, 120):
        yield samples(dtype, random, 24).reshape(2, 12), dict(linewidth=width)
    for width in range(20, 36, 3 if dtype.startswith("complex") else 1):  # where the dtype goes to a line of its own
        yield samples(dtype, random, 2), dict(linewidth=width)


def numbers(dtype, random):
    """Arrays of numbers that need different formats."""
    if dtype == "bool":
        yield np.array([True]), {}
        yield np.array([False]), {}
        yield np.array(False), {}
        return
    if np.dtype("float32" if dtype == "bfloat16" else dtype).kind in "iu":
        info = np.iinfo(dtype)
        for values in ([info.min, info.max], [info.max], [0], [-1 if info.min else 1, 100], [1, 10]):
            for sign in "-+ ":
                yield np.array(values, dtype), dict(sign=sign)
        return
    for values in reals(random):
        with np.errstate(all="ignore"):
            array = np.array(values, np.float64)
            if dtype == "bfloat16":
                array = to_bfloat16(array)
            elif dtype.startswith("complex"):
                array = np.array([complex(x, y) for x, y in zip(values, values[::-1])], dtype)
            else:
                array = array.astype(dtype)
        yield array, {}
        yield np.asarray(array[0]), {}
        if dtype != "bfloat16":
            chosen = [dict(precision=3), dict(precision=0), dict(suppress=True), dict(precision=17),
                      dict(precision=2, suppress=True)]
            for options in chosen[:1] if array.dtype.kind == "c" or len(values) > 3 else chosen:
                yield array[:12], options
            if len(values) > 3 or array.dtype.kind == "c" and len(values) < 3:
                continue
            names = random.choice([["nan", "inf"], ["missing", "oo"], ["-", "Infinity"]])
            for mode in random.choice(FLOAT_MODES, 2, replace=False):
                yield array, dict(precision=int(random.integers(0, 12)), floatmode=str(mode),
                                  sign=random.choice(list("-+ ")), nanstr=names[0],
                                  infstr=names[1])


def cases(dtype):
    random = np.random.default_rng(DTYPES.index(dtype))
    yield from shaped(dtype, random)
    yield from numbers(dtype, random)


def setting(name, value):
    if name == "sign":
        return str(ord(value))
    if name == "floatmode":
        return str(FLOAT_MODES.index(value))
    return value if name in ("nanstr", "infstr") else str(int(value))


def main():
    OUTPUT.mkdir(parents=True, exist_ok=True)
    total = 0
    for dtype in DTYPES:
        with open(OUTPUT / f"{dtype}.golden", "wb") as out:
            for array, options in cases(dtype):
                options = DEFAULTS | options
                with np.printoptions(**options):
                    parts = [text.encode() for text in texts(array, dtype)]
                parts.insert(0, np.ascontiguousarray(array).tobytes())
                shape = ",".join(map(str, array.shape)) or "-"
                settings = " ".join(setting(name, options[name]) for name in DEFAULTS)
                lengths = " ".join(str(len(part)) for part in parts)
                out.write(f"case {shape} {settings} {lengths}\n".encode() + b"".join(parts) + b"\n")
                total += 1
    print(f"{total} arrays in {OUTPUT}")


if __name__ == "__main__":
    main()
