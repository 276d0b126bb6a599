#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Write what NumPy says of every elementwise op and of every cast into tests/golden/.

    python3 -m venv venv && venv/bin/pip install 'numpy>=2.4,<2.5' mpmath
    venv/bin/python tools/golden/write_elementwise.py [OP ...]

The ops are the files elementwise/*.hpp; their names, loops and domains are read from there. Samples
are seeded by the op's name, so a second run writes the same bytes. bfloat16, which NumPy lacks, is
what the float32 loop gives, rounded to nearest even. What NumPy lacks altogether is defined in
tools/golden/references.py, as the exact value rounded once, or as NumPy would compose it.

NumPy picks its inner loops by the CPU. Some of them contract a product and a sum to one rounding, or
approximate: a complex product, or float32 sin, would then depend on the machine that ran this
script. So all optional loops are switched off, and the baseline of x86-64 speaks.

A file is lines of text between blocks of little-endian numbers:

    types ee->e EE->E ff->f        numpy.NAME.types in our dtypes; empty if NumPy has no such ufunc
    loop ff->f 300                 followed by 300 first operands, 300 second ones, 300 results
    loop f->fi 300                 two results: 300 of the first, 300 of the second
"""

import os
import re
import sys
import warnings
import zlib
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "tests" / "golden"
SWITCH = "NPY_DISABLE_CPU_FEATURES"

if SWITCH not in os.environ:
    import numpy._core._multiarray_umath as umath

    found = [f for f in umath.__cpu_dispatch__ if umath.__cpu_features__.get(f)]
    os.environ[SWITCH] = " ".join(found)
    os.execv(sys.executable, [sys.executable] + sys.argv)

import numpy as np  # noqa: E402

import references  # noqa: E402

SAME_TYPE = {"q": "l", "Q": "L"}
DTYPES = "?bBhHiIlLeEfdFD"
BYTES_PER_LOOP = 6000


def bfloat16_bits(x):
    """The bits of x, float32 or float64, rounded to bfloat16 once, to nearest even."""
    x = np.asarray(x)
    nearest = x.astype(np.float32)
    if x.dtype == np.float64:  # round to odd first
        back = nearest.astype(np.float64)
        bits = nearest.view(np.uint32) - (abs(back) > abs(x)).astype(np.uint32)
        nearest = (bits | (back != x)).astype(np.uint32).view(np.float32)
    bits = nearest.view(np.uint32)
    rounded = (bits.astype(np.uint64) + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(nearest), 0x7FC0 | (bits >> 16), rounded).astype(np.uint16)


def from_bfloat16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def text_of(source, field):
    """The value of `.field = ...` in an op's file, with names of shared loop lists replaced."""
    value = re.search(rf"\.{field} =\s*(.*?),\s*(?=\.\w+ =|}})", source, re.S).group(1)
    if value.startswith("loops::"):
        shared = (ROOT / "include/gpu/core/op_info.hpp").read_text()
        shared += (ROOT / "elementwise/support/loops.hpp").read_text()
        name = value.removeprefix("loops::")
        value = re.search(rf"char\* {name} =\s*(.*?);", shared, re.S).group(1)
    if '"' in value:
        value = "".join(re.findall(r'"(.*?)"', value)).replace("\\?", "?")
    return value


def numpy_loops(function):
    """function.types in our dtypes: the first of equals, bfloat16 after float16."""
    loops = []
    for types in getattr(function, "types", []):
        types = "".join(SAME_TYPE.get(c, c) for c in types)
        if types in loops or set(types) - set(DTYPES + "->"):
            continue
        loops.append(types)
        if "e" in types:
            loops.append(types.replace("e", "E"))
    return loops


def special_reals(dtype):
    info = np.finfo(dtype)
    least = info.smallest_subnormal
    values = [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, least, -least, info.tiny, info.max, -info.max]
    values += [0.5, -2, 3, -0.5, 1.5, 2.5, -info.tiny, info.tiny - least, info.max / 2]
    one = np.array(1, dtype)
    values += [np.nextafter(one, 0), np.nextafter(one, 2), -np.nextafter(one / 2, 0)]
    values += [2.0**info.nmant + 1, 2.0 ** (info.nmant - 1) + 0.5, -(2.0 ** (info.nmant - 1)) - 1.5]
    return np.array(values, dtype)


def special_values(char):
    if char == "?":
        return np.array([False, True])
    dtype = np.dtype(char)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        values = {info.min, info.min + 1, 0, 1, 2, 3, 7, dtype.itemsize * 8, info.max - 1, info.max}
        values |= {dtype.itemsize * 8 - 1, info.max // 2, info.max // 2 + 1, 10, 100}
        values |= {-1, -2, -7, 1 - dtype.itemsize * 8, info.min // 2} if info.min else set()
        return np.array(sorted(values), dtype)
    if dtype.kind == "f":
        return special_reals(dtype)
    parts = special_reals(dtype.char.lower())[[0, 1, 2, 3, 4, 5, 6, 7, 10, 13, 11, 12, 14, 9]]
    return complex_grid(parts, dtype)


def complex_grid(parts, dtype):
    grid = np.empty((len(parts), len(parts)), dtype)
    grid.real, grid.imag = parts[:, None], parts[None, :]
    return grid.ravel()


def random_reals(rng, low, high, count):
    """Half uniform, half with uniform logarithm, so that small magnitudes occur too."""
    uniform = rng.uniform(low, high, count)
    signs = np.where(rng.uniform(low, high, count) < 0, -1.0, 1.0)
    reach = np.where(signs < 0, abs(low), abs(high))
    small = signs * reach * 10.0 ** rng.uniform(-6, 0, count)
    return np.clip(np.where(rng.random(count) < 0.5, uniform, small), low, high)


def random_bits(rng, dtype, low, count):
    """Any finite numbers of the dtype, of all magnitudes; positive if the domain is."""
    bits = rng.integers(0, 256, count * dtype.itemsize, np.uint8).view(dtype)
    bits = np.where(np.isfinite(bits), bits, dtype.type(low))
    return abs(bits) if low > 0 else bits


def random_values(rng, char, domain, count):
    dtype = np.dtype(char)
    low, high = domain
    if char == "?":
        return rng.random(count) < 0.5
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        inside = rng.integers(max(int(low), info.min), min(int(high), info.max), count, dtype, True)
        anywhere = rng.integers(info.min, info.max, count, dtype, True)
        return np.where(rng.random(count) < 0.5, inside, anywhere)
    if dtype.kind == "f":
        inside = random_reals(rng, low, high, count).astype(dtype)
        return np.where(rng.random(count) < 0.25, random_bits(rng, dtype, low, count), inside)
    reach = max(abs(low), abs(high))
    parts = random_reals(rng, -reach, reach, 2 * count)
    return (parts[:count] + 1j * parts[count:]).astype(dtype)


def samples(rng, chars, domain, record_bytes):
    """One column for each operand: combinations of special values, then random ones."""
    count = max(60, BYTES_PER_LOOP // record_bytes)
    grids = np.meshgrid(*[special_values(c) for c in chars], indexing="ij")
    combined = [g.ravel() for g in grids]
    if combined[0].size > max(count, 400):
        kept = np.sort(rng.choice(combined[0].size, count, False))
        combined = [c[kept] for c in combined]
    drawn = [random_values(rng, c, domain, count) for c in chars]
    if set(chars) == {"?"}:
        return combined
    return [np.concatenate([c, d]).astype(t) for c, d, t in zip(combined, drawn, chars)]


def complex_powers(dtype):
    """Real exponents on both sides of what NumPy multiplies out, and products that overflow."""
    exponents = [-101, -100, -99.5, -99, -7, -3, -2.5, -2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2, 2.5, 3]
    exponents += [3.7, 4, 4.5, 5, 17, 99, 99.5, 100, 101]
    bases = [1 + 2j, -0.75 + 0.5j, 0.6 - 0.8j, -1.2, 0.9j]
    part = np.finfo(dtype).max ** 0.96
    pairs = [(z, w) for z in bases for w in exponents]
    pairs += [(2 - 1j, w) for w in (1 + 1j, 2 - 1e-3j, 3 + 5j, 2.5j)]
    pairs += [(complex(part, part / 8), complex(np.nan, part * 10))]
    pairs += [(-1.5, complex(np.finfo(dtype).max / 2, np.nan))]
    return [np.array(column, dtype) for column in zip(*pairs)]


def just_below_multiples(dtype):
    """x just below k y, where the quotient is mostly rounded up to k."""
    rng = np.random.default_rng(1)
    pairs = []
    for k in (3, 5, 9, 17, 33, 1025):
        for y in rng.uniform(1, 2, 64).astype(dtype):
            x = (y * dtype.type(k)).astype(dtype)
            if Fraction(float(x)) >= k * Fraction(float(y)):
                x = np.nextafter(x, dtype.type(0))
            if x / y == k:
                pairs += [(x, y), (-x, y), (x, -y)]
    return [np.array(column, dtype) for column in zip(*pairs[:90])]


MULTIPLES = {char: just_below_multiples for char in "efd"}
POWERS = {char: complex_powers for char in "FD"}
# Operands that the samples miss, on the other side of a condition in the op: tools/coverage.
MISSED = dict.fromkeys(("power", "float_power"), POWERS)
MISSED |= dict.fromkeys(("divmod", "floor_divide", "fmod", "remainder"), MULTIPLES)


def with_missed(columns, name, chars):
    find = MISSED.get(name, {}).get(chars[0])
    if not find:
        return columns
    return [np.concatenate(both) for both in zip(columns, find(np.dtype(chars[0])))]


def evaluate(function, columns, out):
    try:
        return function(*columns)
    except ValueError:  # integers to negative powers
        columns[1][:] = np.where(columns[1] < 0, columns[1] & 15, columns[1])
        return function(*columns)


def bfloat16_nextafter(x, y):
    """Of two columns of bits, as those below."""
    a, b = from_bfloat16(x), from_bfloat16(y)
    step = np.where((a < b) == (a > 0), 1, -1)
    result = np.where(a == 0, (y & 0x8000) | 1, x.astype(np.int64) + step)
    result = np.where(a == b, x, result)
    return np.where(np.isnan(a) | np.isnan(b), 0x7FC0, result).astype(np.uint16)


def bfloat16_spacing(x):
    """Towards +inf, as NumPy's loop of float16."""
    above = bfloat16_nextafter(x, np.full_like(x, 0x7F80))
    difference = from_bfloat16(above) - from_bfloat16(x)
    return np.where(np.isfinite(from_bfloat16(x)), bfloat16_bits(difference), 0x7FC0)


def bfloat16_cube(x):
    square = bfloat16_bits(from_bfloat16(x) ** 2)
    return bfloat16_bits(from_bfloat16(square) * from_bfloat16(x))


# What float32 cannot tell of bfloat16.
BFLOAT16 = {"nextafter": bfloat16_nextafter, "spacing": bfloat16_spacing, "cube": bfloat16_cube}


# Sums whose result is far smaller than what is added have no digits to compare, in NumPy neither.
CANCELLING = ("logaddexp", "logaddexp2")


def stored(name, result, out, columns):
    """A result of dtype `out` as it is written."""
    if out == "E":
        result = BFLOAT16[name](*columns) if name in BFLOAT16 else bfloat16_bits(result)
        return result.astype(np.uint16)
    if references.rounds_once(name):
        result = result.astype(np.dtype(out))
    if result.dtype != np.dtype(out):
        sys.exit(f"{name}: NumPy's result is {result.dtype}, not {out}")
    return result


def table(name, function, loop, domain):
    chars, out = loop.split("->")
    rng = np.random.default_rng(zlib.crc32(f"{name} {loop}".encode()))
    record_bytes = sum(2 if c == "E" else np.dtype(c).itemsize for c in chars + out)
    columns = samples(rng, chars.replace("E", "f"), domain, record_bytes)
    columns = with_missed(columns, name, chars)
    is_half = "E" in chars
    if is_half:
        halves = [bfloat16_bits(c) if t == "E" else c for c, t in zip(columns, chars)]
        columns = [from_bfloat16(h) if t == "E" else h for h, t in zip(halves, chars)]
    if references.rounds_once(name):
        result = function(out, *columns)
    else:
        result = evaluate(function, columns, out)
    if is_half:
        columns = halves
    if name in CANCELLING:
        larger = np.maximum(*(from_bfloat16(c) if is_half else c for c in columns))
        kept = ~(abs(result) < abs(larger) / 2)
        columns, result = [c[kept] for c in columns], result[kept]
    results = result if isinstance(result, tuple) else (result,)
    return columns + [stored(name, r, c, columns) for r, c in zip(results, out)]


def write(path, types, tables):
    with path.open("wb") as file:
        file.write(f"types {' '.join(types)}\n".encode())
        for loop, columns in tables:
            file.write(f"loop {loop} {len(columns[0])}\n".encode())
            for column in columns:
                file.write(np.ascontiguousarray(column).tobytes())


def write_op(source_file):
    source = source_file.read_text()
    name = text_of(source, "name")
    domain = tuple(float(x) for x in text_of(source, "domain").strip("{}").split(","))
    function = references.find(name) or getattr(np._core.umath, name, None)
    function = function or getattr(np, name, None)
    if function is None:
        print(f"{name}: NumPy has no such function")
        return
    loops = text_of(source, "loops").split()
    tables = [(loop, table(name, function, loop, domain)) for loop in loops]
    write(OUTPUT / "elementwise" / f"{name}.golden", numpy_loops(function), tables)


def cast(column, source, target):
    """`column` of dtype `source` as dtype `target`, as astype; columns of E hold bits.

    What does not fit an unsigned integer depends, in NumPy, on whether the loop is vectorised: the
    strided column makes it convert element by element.
    """
    if source == "E":
        column = from_bfloat16(column)
    if target != "E":
        return np.repeat(column, 2)[::2].astype(target)
    if column.dtype.kind == "c":
        column = column.real
    return bfloat16_bits(column if column.dtype == np.float64 else column.astype(np.float32))


def write_casts():
    tables = []
    for source in DTYPES:
        rng = np.random.default_rng(zlib.crc32(f"cast {source}".encode()))
        (column,) = samples(rng, source.replace("E", "f"), (-1e5, 1e5), 40)
        if np.dtype(column.dtype).kind in "fc":
            limits = [2.0**n for n in (7, 8, 15, 16, 24, 31, 32, 53, 63, 64)]
            near = [s * f * x for x in limits for f in (1, 1 - 2**-10, 1 + 2**-10) for s in (1, -1)]
            near += [s * (65504 + d) for d in (15.9, 16, 16.1) for s in (1, -1)]
            near += [s * (1 + 2.0**-11 + d) for d in (-(2.0**-40), 0, 2.0**-40) for s in (1, -1)]
            column = np.concatenate([column, np.array(near).astype(column.dtype)])
        if source == "E":
            column = bfloat16_bits(column)
        for target in DTYPES:
            tables.append((f"{source}->{target}", [column, cast(column, source, target)]))
    write(OUTPUT / "cast.golden", [], tables)


def main():
    (OUTPUT / "elementwise").mkdir(parents=True, exist_ok=True)
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")  # a cast that drops imaginary parts says so
    for source_file in sorted((ROOT / "elementwise").glob("*.hpp")):
        if len(sys.argv) == 1 or source_file.stem in sys.argv[1:]:
            write_op(source_file)
    if len(sys.argv) == 1:
        write_casts()


if __name__ == "__main__":
    main()
