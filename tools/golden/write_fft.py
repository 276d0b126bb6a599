#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes fft.txt, fft.golden and frequencies.txt in tests/golden/array/: what NumPy's module fft computes in
float64.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2.4,<3'

FUNCTION KIND SHAPE POINTS AXES NORM;SHAPE;     lists are "3,4", or "-" for None

The elements of all results follow one another in fft.golden as float64 numbers.

KIND is `real` or `complex`. Element i of an operand is (37 i + 11) mod 17, plus an imaginary part
of (53 i + 5) mod 13: every dtype but bool has these numbers.

In frequencies.txt are
fftfreq or rfftfreq N D;SHAPE;frequencies                 as decimal numbers
fftshift or ifftshift SHAPE AXES;SHAPE;elements           of arange(size).reshape(shape)
"""
import pathlib

import numpy as np

SIZES = [1, 2, 3, 4, 5, 7, 8, 12, 31, 60]
NORMS = ["backward", "ortho", "forward"]
REAL_ONLY = ["rfft", "ihfft", "rfftn", "rfft2"]


def operand(kind, shape):
    i = np.arange(np.prod(shape, dtype=int))
    a = (37 * i + 11) % 17 + (1j * ((53 * i + 5) % 13) if kind == "complex" else 0.0)
    return a.reshape(shape)


def text(numbers):
    return "-" if numbers is None else ",".join(map(str, numbers))


def line(function, kind, shape, points, axes, norm):
    call = getattr(np.fft, function)
    a = operand(kind, shape)
    if function[-1] in "n2":
        result = call(a, points, axes, norm)
    else:
        result = call(a, None if points is None else points[0], axes[0], norm)
    words = " ".join([function, kind, text(shape), text(points), text(axes), norm])
    return f"{words};{text(result.shape)};\n", np.ascontiguousarray(result).tobytes()


def calls():
    for function in ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]:
        kind = "real" if function in REAL_ONLY else "complex"
        for size in SIZES:
            for norm in NORMS if size in (1, 5, 12) else NORMS[:1]:
                if size > 1 or function not in ("irfft", "hfft"):
                    yield function, kind, (size,), None, (-1,), norm
        for size, points in [(5, 3), (5, 8), (8, 5), (4, 1), (1, 4), (7, 7)]:
            yield function, kind, (size,), (points,), (0,), "ortho"
        for axis in (0, 1, -1):
            yield function, kind, (2, 3, 4), None, (axis,), "backward"
            yield function, kind, (2, 3, 4), (5,), (axis,), "forward"
    for function, size in [("fft", 17), ("irfft", 9)]:
        yield function, "complex", (size,), (17,), (-1,), "backward"
    for function in ["fft", "ifft", "irfft", "hfft"]:
        for size, points, norm in [(3, 4, "forward"), (5, 3, "backward")]:
            yield function, "complex", (size,), (points,), (-1,), norm
    for function in ["fft", "irfft", "fftn", "irfftn"]:
        yield function, "real", (4, 6), None, (0,), "backward"
    for function in ["fftn", "ifftn", "rfftn", "irfftn"]:
        kind = "real" if function in REAL_ONLY else "complex"
        for norm in NORMS:
            yield function, kind, (2, 3, 4), None, None, norm
        for points, axes in [(None, (0, 2)), (None, (2, 0)), (None, (1, 1)), ((4, 3), None),
                             ((2, 6), (1, 0)), ((-1, 7), (0, 1)), ((3, 5), (-1, -1)),
                             ((5, 5, 5), (2, 0, 1))]:
            if points and axes is None:
                axes = (-2, -1)
            yield function, kind, (2, 3, 4), points, axes, "backward"
        yield function, kind, (2, 2, 2, 1, 3), None, None, "ortho"
    for function in ["fft2", "ifft2", "rfft2", "irfft2"]:
        kind = "real" if function in REAL_ONLY else "complex"
        yield function, kind, (2, 3, 4), None, (-2, -1), "ortho"
        yield function, kind, (2, 3, 4), (5, 3), (0, 2), "forward"


def frequencies():
    for name, n, d in [("fftfreq", 1, 1), ("fftfreq", 2, 1), ("fftfreq", 5, 0.3), ("fftfreq", 8, 0.5),
                       ("fftfreq", 17, 2), ("rfftfreq", 1, 1), ("rfftfreq", 2, 1), ("rfftfreq", 5, 1),
                       ("rfftfreq", 8, 0.5), ("rfftfreq", 12, -1)]:
        result = getattr(np.fft, name)(n, d)
        yield f"{name} {n} {d};{text(result.shape)};{text(result)}\n"
    for name in ["fftshift", "ifftshift"]:
        for shape, axes in [((1,), None), ((2,), None), ((5,), None), ((8,), (0,)), ((2, 3), None),
                            ((2, 3), (1,)), ((3, 2), (0, -1)), ((3, 2), (0, 0)), ((2, 0), (1,)),
                            ((2, 1, 3), (0, 2))]:
            a = np.arange(np.prod(shape, dtype=int)).reshape(shape)
            result = getattr(np.fft, name)(a, axes)
            yield f"{name} {text(shape)} {text(axes)};{text(shape)};{text(result.ravel()) or '-'}\n"


folder = pathlib.Path(__file__).parents[2] / "tests/golden/array"
lines, elements = zip(*(line(*call) for call in calls()))
(folder / "fft.txt").write_text("".join(lines))
(folder / "fft.golden").write_bytes(b"".join(elements))
(folder / "frequencies.txt").write_text("".join(frequencies()))
