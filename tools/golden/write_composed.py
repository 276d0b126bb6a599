#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/array/composed.txt: numpy.round, nan_to_num, isclose, angle and interp.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2.4,<3'

FUNCTION DTYPE... ARGUMENTS; OPERAND,OPERAND; RESULT     arrays as the hexadecimal of their bytes
"""
import pathlib

import numpy as np

DTYPES = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()
INEXACT = "float16 float32 float64 complex64 complex128".split()
rng = np.random.default_rng(5)


def reals(dtype):
    info = np.finfo(dtype)
    least = info.smallest_subnormal
    values = [0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, 0.25, 2.675, 1.005, -1234.5678, 12345, 55, 45]
    values += [np.inf, -np.inf, np.nan, info.max, info.min, info.tiny, least, -least]
    return np.concatenate([np.array(values), rng.normal(0, 50, 40)]).astype(dtype)


def sample(name):
    dtype = np.dtype(name)
    if dtype == bool:
        return np.array([True, False])
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        near = [0, 1, 5, 15, 25, 35, 45, 99, 105, info.min, info.max - info.max // 50]
        return np.concatenate([np.array(near, dtype), rng.integers(info.min, info.max, 20, dtype)])
    if dtype.kind == "f":
        return reals(dtype)
    parts = reals(dtype.char.lower())
    special = np.array([0, -0.0, 1, -2, np.inf, -np.inf, np.nan], parts.dtype)
    z = np.empty(len(parts) + 49, dtype)
    z.real = np.concatenate([parts, np.repeat(special, 7)])
    z.imag = np.concatenate([parts[::-1], np.tile(special, 7)])
    return z


def line(head, operands, result):
    return f"{head};{','.join(a.tobytes().hex() for a in operands)};{result.tobytes().hex()}\n"


def one_operand():
    for name in DTYPES + INEXACT:
        x = sample(name)
        for decimals in [0] if name == "bool" else [0, 1, 2, 3, 7, -1, -2, -4, 25, 400, -400]:
            if np.dtype(name).kind not in "iu" or decimals > -3:
                yield line(f"round {name} {decimals}", [x], np.round(x, decimals))
        for options in [{}, {"nan": 1.5}, {"nan": -0.0, "posinf": 7.0}, {"neginf": np.nan}]:
            given = [float(options[o]).hex() if o in options else "-" for o in
                     ("nan", "posinf", "neginf")]
            yield line(f"nan_to_num {name} {' '.join(given)}", [x], np.nan_to_num(x, **options))
        for deg in (0, 1):
            yield line(f"angle {name} {deg}", [x], np.angle(x, bool(deg)))


def isclose():
    for name in DTYPES + INEXACT:
        for a, b in ((name, name), (name, "float64"), ("float64", name)):
            x, y = sample(a), sample(b)
            size = min(len(x), len(y))
            x, y = x[:size], y[:size].copy()
            if a == b:
                y[::3] = x[::3]
            if a == b and np.dtype(a).kind in "fc":
                y[1::3] = (x * (1 + 1e-3))[1::3].astype(a)
            for rtol, atol, equal_nan in ((1e-5, 1e-8, 0), (1e-2, 1.0, 1)):
                head = f"isclose {a} {b} {rtol.hex()} {atol.hex()} {equal_nan}"
                yield line(head, [x, y], np.isclose(x, y, rtol, atol, bool(equal_nan)))


def interp():
    points = np.array([-3.0, -1, -0.5, 0, 2, 2.5, 7, 11])
    tables = [(points, np.sin(points)), (np.array([1.0]), np.array([5.0])),
              (np.array([0.0, 1, 1, 2]), np.array([0.0, 1, 3, 4])),
              (np.array([0.0, 1, 2]), np.array([1.0, np.inf, np.nan])),
              (np.array([-np.inf, 0, np.inf]), np.array([1.0, 2, 3])),
              (points, np.exp(1j * points))]
    x = np.concatenate([rng.uniform(-5, 14, 60), points, [0.5, 1, 1.5, np.nan, np.inf, -np.inf]])
    for xp, fp in tables:
        for left, right, period in ((None,) * 3, (-9.5, None, None), (0.0, 4.0, None),
                                    (None, None, 5.5), (1.0, 1.0, -13.0)):
            if period is not None and not np.isfinite(xp).all():
                continue
            given = ["-" if v is None else float(v).hex() for v in (left, right, period)]
            head = f"interp {fp.dtype} {' '.join(given)}"
            yield line(head, [x, xp, fp], np.interp(x, xp, fp, left, right, period))


path = pathlib.Path(__file__).parents[2] / "tests" / "golden" / "array" / "composed.txt"
with np.errstate(all="ignore"):
    path.write_text("".join([*one_operand(), *isclose(), *interp()]))
