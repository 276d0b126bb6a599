#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/array/: what NumPy 2 makes with its creation and manipulation functions.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2,<3'

creation.txt      FUNCTION DTYPE ARGUMENTS; SHAPE; the elements' bytes, hexadecimal
manipulation.txt  FUNCTION SHAPE ARGUMENTS; SHAPE; elements      of arange(size).reshape(shape)
                  FUNCTION SHAPE ARGUMENTS; ExceptionName; message
matrices.txt      the same of functions that make matrices
sequences.txt     FUNCTION ARGUMENTS; SHAPE; elements, hexadecimal
polynomials.txt   FUNCTION ARGUMENTS, each DTYPE:ELEMENTS; SHAPE; DTYPE:ELEMENTS; more results follow
Lists are joined by commas, "-" is an empty one. Numbers that arange and linspace take are exact in
the dtype of the result, as they are for a typed caller.
"""
import pathlib

import numpy as np


def joined(numbers):
    return ",".join(str(int(n)) for n in numbers) or "-"


def creation():
    for dtype in ("float16", "float32", "float64"):
        exact = np.dtype(dtype).type
        for start, stop, step in [(0, 1, 0.1), (0, 1, 0.25), (1, 0, -0.1), (0, 1, -0.1), (0, 0, 1),
                                  (0.5, 10, 3), (0, 1.3, 0.1), (1, 1.3, 0.1), (-3, 3, 0.7),
                                  (0, 100, 1), (5, 5.0001, 1), (2, 1, 1), (0, 2000, 1.5)]:
            start, stop, step = (float(exact(x)) for x in (start, stop, step))
            yield (f"arange {dtype} {start.hex()} {stop.hex()} {step.hex()}",
                   np.arange(start, stop, step, dtype))
    for dtype in ("int8", "int32", "int64", "uint8", "uint64"):
        low = 0 if dtype[0] == "u" else -7
        for start, stop, step in [(0, 10, 1), (low, 8, 3), (10, low, -4 if low else 3), (5, 5, 1),
                                  (0, 100, 7), (3, 4, 100)]:
            yield (f"arange {dtype} {start} {stop} {step}", np.arange(start, stop, step, dtype))
    for dtype in ("float16", "float32", "float64", "int32", "int8"):
        exact = np.dtype(dtype).type
        for start, stop in [(0, 1), (-1, 1), (2, 2), (10, -3), (0.1, 7.3), (-5, 100)]:
            start, stop = float(exact(start)), float(exact(stop))
            for count in (0, 1, 2, 3, 7, 50, 101):
                for endpoint in (0, 1):
                    yield (f"linspace {dtype} {start.hex()} {stop.hex()} {count} {endpoint}",
                           np.linspace(start, stop, count, bool(endpoint), dtype=dtype))
    for dtype in ("float32", "int8", "bool", "complex64"):
        for rows, columns, diagonal in [(3, 3, 0), (2, 4, 1), (4, 2, -1), (3, 3, 5), (3, 3, -5),
                                        (0, 3, 0), (3, 0, 1), (1, 1, 0), (5, 7, 2), (5, 7, -3)]:
            yield f"eye {dtype} {rows} {columns} {diagonal}", np.eye(rows, columns, diagonal, dtype)


SHAPES = [(), (0,), (3,), (2, 3), (2, 0), (1, 3, 1), (2, 3, 4), (1, 1), (2, 1, 3, 2)]

AXES = [0, 1, 2, -1, -2, -4, 5]
LISTS = [(0, 1), (1, 0), (2, 0, 1), (-1, 0), (0, 0), (0, -1), (1, 2), (3,), (0, 1, 2, 3), (0, 2)]


def manipulation():
    for shape in SHAPES:
        a = np.arange(np.prod(shape, dtype=int)).reshape(shape)
        calls = [("transpose", [], a.transpose), ("squeeze", [], a.squeeze), ("ravel", [], a.ravel),
                 ("flip", [], lambda: np.flip(a))]
        for axes in LISTS:
            calls.append(("transpose", [axes], lambda x=axes: np.transpose(a, x)))
            calls.append(("squeeze", [axes], lambda x=axes: np.squeeze(a, x)))
            calls.append(("expand_dims", [axes], lambda x=axes: np.expand_dims(a, x)))
            calls.append(("flip", [axes], lambda x=axes: np.flip(a, x)))
            other = tuple(reversed(axes))
            calls.append(("moveaxis", [axes, other], lambda x=axes, y=other: np.moveaxis(a, x, y)))
        calls.append(("moveaxis", [(0, 1), (0,)], lambda: np.moveaxis(a, (0, 1), (0,))))
        for axis in AXES:
            calls.append(("expand_dims", [[axis]], lambda x=axis: np.expand_dims(a, x)))
            calls.append(("flip", [[axis]], lambda x=axis: np.flip(a, x)))
            calls.append(("squeeze", [[axis]], lambda x=axis: np.squeeze(a, x)))
            for second in (0, 1, -1, -3):
                calls.append(("swapaxes", [[axis], [second]],
                              lambda x=axis, y=second: np.swapaxes(a, x, y)))
                calls.append(("moveaxis", [[axis], [second]],
                              lambda x=axis, y=second: np.moveaxis(a, x, y)))
        for target in [(), (1,), (-1,), (3, 2), (-1, 2), (2, -1), (0,), (0, -1), (24,), (4, 3, 2),
                       (-1, -1), (1, 6, 1), (12, 2), (2, 2)]:
            calls.append(("reshape", [target], lambda x=target: np.reshape(a, x)))
        for target in [(), (3,), (2, 3), (5, 2, 3), (2, 3, 4), (1, 3, 1), (4, 1, 3, 2), (0,), (2, 0),
                       (3, 3, 3), (2, 2, 3, 2), (1, 1)]:
            calls.append(("broadcast_to", [target], lambda x=target: np.broadcast_to(a, x)))
        for offset, first, second in [(0, 0, 1), (1, 0, 1), (-1, 0, 1), (0, 1, 2), (0, -1, 0),
                                      (9, 0, 1), (-9, 0, 1), (0, 1, 1), (0, 0, 3), (2, 2, 0)]:
            calls.append(("diagonal", [[offset], [first], [second]],
                          lambda o=offset, f=first, s=second: np.diagonal(a, o, f, s)))
        for name, arguments, call in calls:
            if name == "squeeze" and arguments and shape == ():
                continue  # NumPy lets 0-d arrays have axis 0 and -1 here, and only here
            head = " ".join([name, joined(shape), *map(joined, arguments)])
            try:
                result = call()
                yield f"{head};{joined(result.shape)};{joined(result.ravel())}"
            except Exception as error:  # whatever NumPy raises is what is wanted
                yield f"{head};{type(error).__name__};{error}"


def matrices():
    for shape in [(), (0,), (1,), (4,), (3, 3), (2, 4), (4, 2), (2, 0), (2, 2, 3)]:
        a = np.arange(1, np.prod(shape, dtype=int) + 1).reshape(shape)
        for k in (0, 1, -1, 2, -3, 9, -9):
            for function in (np.tril, np.triu, np.diag, np.diagflat):
                if shape == () and function in (np.tril, np.triu):
                    continue  # a TypeError of the Python function that they call
                head = f"{function.__name__} {joined(shape)} {k}"
                try:
                    result = function(a, k)
                    yield f"{head};{joined(result.shape)};{joined(result.ravel())}"
                except ValueError as error:
                    yield f"{head};{type(error).__name__};{error}"
        for columns in (0, 1, 2, 5):
            for increasing in (0, 1):
                head = f"vander {joined(shape)} {columns},{increasing}"
                try:
                    result = np.vander(a, columns, bool(increasing))
                    yield f"{head};{joined(result.shape)};{joined(result.ravel())}"
                except ValueError as error:
                    yield f"{head};{type(error).__name__};{error}"
    for rows, columns, k in [(3, 3, 0), (2, 4, 1), (4, 2, -1), (-1, 2, 0), (2, -1, 0), (3, 2, 9)]:
        result = np.tri(rows, columns, k)
        yield f"tri {rows},{columns} {k};{joined(result.shape)};{joined(result.ravel())}"


def floats(numbers):
    return ",".join(float(x).hex() for x in numbers) or "-"


def sequences():
    for function in (np.bartlett, np.blackman, np.hamming, np.hanning):
        for count in (-1, 0, 1, 2, 3, 8, 51):
            yield f"{function.__name__} {count}", function(count)
    for count, beta in [(0, 2), (1, 2), (2, 14), (7, 0), (12, 8.6), (51, 14), (9, -3)]:
        yield f"kaiser {count} {float(beta).hex()}", np.kaiser(count, beta)
    for function in (np.logspace, np.geomspace):
        for start, stop in [(1, 3), (-2, -0.5), (2.5, 2.5), (5, 0.1)]:
            for count, endpoint in [(0, 1), (1, 1), (1, 0), (2, 1), (7, 1), (7, 0)]:
                yield (f"{function.__name__} {float(start).hex()} {float(stop).hex()} {count} "
                       f"{endpoint}", function(start, stop, count, bool(endpoint)))


def typed(a):
    a = np.atleast_1d(a)
    return f"{a.dtype}:{floats(a)}"


def polynomials():
    vectors = [np.array(x, t) for x, t in [
        ([1, 2, 3], "int64"), ([0, 0, 4, -1], "int64"), ([2.5, -1, 0.25], "float64"), ([7], "int64"),
        ([1, 3], "float32"), ([0, 0], "int64"), ([], "float64"), ([2, 0, 0, 1, -5], "float64")]]
    for p in vectors:
        for q in vectors:
            for function in (np.polyadd, np.polysub, np.polymul, np.polydiv):
                if function is np.polydiv and (p.size == 0 or q.size == 0 or q[0] == 0):
                    continue
                if function is np.polydiv and (p.dtype == "float32") != (q.dtype == "float32"):
                    continue  # NumPy rounds some steps to float32
                result = function(p, q)
                results = result if isinstance(result, tuple) else (result,)
                yield [function.__name__, typed(p), typed(q)], results
        for order in (1, 2, 3):
            yield ["polyder", typed(p), str(order)], (np.polyder(p, order),)
            yield ["polyint", typed(p), str(order)], (np.polyint(p, order, [3, 5, -1][:order]),)
        if p.size > 0:
            yield ["poly", typed(p)], (np.poly(p),)
        yield ["polyval", typed(p), typed(vectors[2])], (np.polyval(p, vectors[2]),)


folder = pathlib.Path(__file__).parents[2] / "tests" / "golden" / "array"
folder.mkdir(exist_ok=True)
(folder / "creation.txt").write_text("".join(
    f"{call};{joined(a.shape)};{a.tobytes().hex() or '-'}\n" for call, a in creation()))
(folder / "manipulation.txt").write_text("".join(f"{row}\n" for row in manipulation()))
(folder / "matrices.txt").write_text("".join(f"{row}\n" for row in matrices()))
(folder / "sequences.txt").write_text("".join(
    f"{call};{joined(a.shape)};{floats(a)}\n" for call, a in sequences()))
(folder / "polynomials.txt").write_text("".join(
    f"{' '.join(call)};{joined(all[0].shape)};{' '.join(map(typed, all))}\n"
    for call, all in polynomials()))
