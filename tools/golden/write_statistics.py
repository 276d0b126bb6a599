#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/array/statistics.txt: quantiles, histograms, covariances, convolutions.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2.4,<3'

FUNCTION DTYPE ARGUMENTS; OPERAND OPERAND; RESULT RESULT     arrays as DTYPE:SHAPE:BYTES
"""
import pathlib
import warnings

import numpy as np

METHODS = """linear lower higher midpoint nearest inverted_cdf averaged_inverted_cdf
closest_observation interpolated_inverted_cdf hazen weibull median_unbiased normal_unbiased""".split()
QUANTILE_TYPES = "int8 int64 uint16 float16 float32 float64".split()
NUMBERS = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64".split()
rng = np.random.default_rng(11)


def array(a):
    a = np.asarray(a)
    shape = "x".join(map(str, a.shape)) or "-"
    return f"{a.dtype}:{shape}:{a.tobytes().hex()}"


def line(head, operands, results):
    return f"{head};{' '.join(map(array, operands))};{' '.join(map(array, results))}\n"


def sample(dtype, shape, nans=0):
    dtype = np.dtype(dtype)
    if dtype == bool:
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return rng.integers(max(info.min, -100), min(info.max, 120), shape).astype(dtype)
    a = rng.normal(0, 10, shape).astype(dtype)
    if nans and a.size:
        a.reshape(-1)[rng.integers(0, a.size, nans)] = np.nan
    return a


def axes_text(axis):
    return "all" if axis is None else ",".join(map(str, np.atleast_1d(axis)))


def quantiles():
    arrays = [((7,), [None]), ((10,), [None, 0]), ((1,), [None]), ((2, 3, 4), [0, 1, -1, (0, 2)])]
    points = [("n", 0.3), ("n", 1.0), ("n", 0.0), ("d", [0.0, 0.1, 0.25, 0.5, 0.77, 1.0]),
              ("f", [0.1, 0.5, 0.9])]
    for dtype in QUANTILE_TYPES:
        for method in METHODS:
            for shape, axes in arrays:
                # Of nans alone NumPy's result has another dtype.
                has_nans = np.dtype(dtype).kind == "f" and shape != (1,)
                for nans in (0, 3) if has_nans else (0,):
                    a = sample(dtype, shape, nans)
                    axis = axes[rng.integers(len(axes))]
                    for kind, q in points:
                        keep = int(rng.integers(2))
                        if kind != "n":
                            q = np.array(q, np.float32 if kind == "f" else np.float64)
                        name = "nanquantile" if nans and rng.integers(3) else "quantile"
                        if rng.integers(3) == 0:
                            name = name.replace("quantile", "percentile")
                            q = q * 100 if kind == "n" else (q * 100).astype(q.dtype)
                        result = getattr(np, name)(a, q, axis=axis, method=method,
                                                   keepdims=bool(keep))
                        head = f"{name} {dtype} {kind} {axes_text(axis)} {keep} {method}"
                        yield line(head, [a, q], [result])


def medians():
    for dtype in NUMBERS:
        for shape, axis in (((9,), None), ((8,), 0), ((1,), None), ((4, 6), 0), ((4, 5), 1),
                            ((3, 4, 5), (0, 2)), ((2, 0), 1), ((0, 3), 1)):
            for nans in (0, 4) if np.dtype(dtype).kind == "f" else (0,):
                a = sample(dtype, shape, nans)
                keep = int(rng.integers(2))
                for name in ("median", "nanmedian"):
                    if name == "nanmedian" and a.size == 0:
                        continue
                    result = getattr(np, name)(a, axis=axis, keepdims=bool(keep))
                    yield line(f"{name} {dtype} {axes_text(axis)} {keep}", [a], [result])


def weighted():
    for dtype in ("int64", "float32", "float64"):
        for shape, axis, own in (((9,), None, True), ((5, 7), 0, True), ((5, 7), 1, False),
                                 ((3, 4, 2), (2, 0), False)):
            a = sample(dtype, shape)
            along = a.shape if own else tuple(a.shape[k] for k in np.atleast_1d(axis))
            w = rng.integers(0, 5, along) + (rng.uniform(0, 1, along) if own else 0.0)
            w.reshape(-1)[-1] = 2
            for q in (0.0, 0.3, 0.5, 1.0):
                result = np.quantile(a, q, axis=axis, weights=w, method="inverted_cdf")
                yield line(f"weighted {dtype} {axes_text(axis)}", [a, np.float64(q), w], [result])


def counts():
    for dtype in NUMBERS[:9]:
        for size, most in ((0, 1), (1, 1), (50, 9), (120, 60)):
            x = rng.integers(0, 2 if dtype == "bool" else most + 1, size).astype(dtype)
            for least in (0, 5, 20):
                yield line(f"bincount {dtype} {least}", [x], [np.bincount(x, minlength=least)])
            w = rng.normal(0, 1, size)
            if size:
                yield line(f"bincount_weights {dtype} 0", [x, w], [np.bincount(x, w)])


def digitize():
    tables = [[0.0, 1, 2.5, 4, 10], [10.0, 4, 2.5, 1, 0], [1.0, 1, 1], [3.0], [0.0, 1, 1, np.nan],
              [-np.inf, 0, np.inf], [], np.sort(rng.normal(0, 5, 40).round()),
              np.logspace(-3, 3, 30), -np.logspace(-3, 3, 30), np.linspace(-30, 30, 61),
              [-np.inf, *range(9), np.inf]]
    for dtype in NUMBERS:
        for bins in tables:
            x = np.concatenate([sample(dtype, 20), np.array([0, 1, 2, 3, 4, 10]).astype(dtype)])
            if np.dtype(dtype).kind == "f":
                x = np.concatenate([x, np.array([2.5, np.nan, np.inf, -np.inf, -0.0], dtype)])
            for right in (0, 1):
                bins = np.array(bins, np.float64)
                yield line(f"digitize {dtype} {right}", [x, bins], [np.digitize(x, bins, right)])


def histograms():
    for dtype in NUMBERS:
        for size in (0, 1, 40, 100):
            x = sample(dtype, size)
            for bins, limits in ((10, None), (1, None), (7, (-3.0, 8.0)), (24, (0.0, 1.0)),
                                 (5, (2.0, 2.0)), (17, (-50.0, 50.0))):
                text = "-" if limits is None else f"{limits[0]},{limits[1]}"
                if dtype == "float16" and bins == 24:
                    continue  # too many for its precision
                yield line(f"histogram {dtype} {bins} {text}", [x], np.histogram(x, bins, limits))
            for edges in ([-20.0, -1, 0, 0, 0.5, 3, 7, 60], [5.0],
                          [*range(-30, 0, 3), 1.5, 1.5, 9, 9]):
                edges = np.array(edges)
                yield line(f"histogram_edges {dtype}", [x, edges], np.histogram(x, edges))
            w = rng.integers(0, 9, size).astype(np.int32)
            yield line(f"histogram_weights {dtype} 9 -30,40", [x, w],
                       np.histogram(x, 9, (-30.0, 40.0), weights=w))
            if size > 1 and dtype != "bool":
                yield line(f"histogram_density {dtype} 6 -200,200", [x],
                           np.histogram(x, 6, (-200.0, 200.0), density=True))
    for dtype in ("int16", "float32", "float64"):
        for size in (1, 2, 50, 90):
            x = sample(dtype, size)
            for name in "auto fd doane scott stone rice sturges sqrt".split():
                for limits in (None, (-8.0, 9.5)):
                    text = "-" if limits is None else f"{limits[0]},{limits[1]}"
                    edges = np.histogram_bin_edges(x, name, limits)
                    yield line(f"bin_edges {dtype} {name} {text}", [x], [edges])


def boxes():
    for dtype in ("bool", "int16", "uint64", "float32", "float64"):
        for size in (0, 1, 60):
            x, y, z = (sample(dtype, size) for _ in range(3))
            w = rng.uniform(0, 1, size)
            counts, xe, ye = np.histogram2d(x, y, [4, 3], [[-9.0, 9.0], [-20.0, 15.0]])
            yield line(f"histogram2d {dtype} plain", [x, y], [counts, xe, ye])
            counts, xe, ye = np.histogram2d(x, y, 5)
            yield line(f"histogram2d {dtype} data", [x, y],
                       [counts, xe.astype(float), ye.astype(float)])
            edges = np.array([-10.0, -1, 0, 2, 90])
            counts, xe, ye = np.histogram2d(x, y, [edges, edges], weights=w)
            yield line(f"histogram2d {dtype} weights", [x, y, edges, w], [counts, xe, ye])
            if size == 60 and dtype != "bool":
                sides = [(-90.0, 90.0)] * 3
                points = np.stack([x, y, z], 1)
                counts, e = np.histogramdd(points, (3, 2, 4), sides, density=True)
                yield line(f"histogramdd {dtype} density", [points], [counts, *e])


def complex_sample(dtype, shape):
    if np.dtype(dtype).kind != "c":
        return sample(dtype, shape)
    return (sample("float64", shape) + 1j * sample("float64", shape)).astype(dtype)


def covariances():
    for dtype in ("bool", "int32", "float32", "float64", "complex64", "complex128"):
        for shape in ((5,), (1, 6), (3, 11), (4, 3), (0, 3)):
            if shape[0] == 0 and dtype.startswith("complex"):
                continue  # NumPy returns float64 there
            m = complex_sample(dtype, shape)
            yield line(f"cov {dtype} plain", [m], [np.cov(m)])
            yield line(f"cov {dtype} columns", [m], [np.cov(m, rowvar=False)])
            yield line(f"cov {dtype} bias", [m], [np.cov(m, bias=True)])
            yield line(f"cov {dtype} ddof", [m], [np.cov(m, ddof=2)])
            if m.size:
                y = complex_sample(dtype, shape)
                f = rng.integers(1, 4, shape[-1])
                a = rng.uniform(0.5, 2, shape[-1])
                yield line(f"cov {dtype} both", [m, y], [np.cov(m, y)])
                if shape[0] != 1:
                    yield line(f"cov {dtype} both_columns", [m, y], [np.cov(m, y, rowvar=False)])
                yield line(f"cov {dtype} fweights", [m, f], [np.cov(m, fweights=f)])
                yield line(f"cov {dtype} aweights", [m, a], [np.cov(m, aweights=a)])
                yield line(f"cov {dtype} all_weights", [m, f, a],
                           [np.cov(m, fweights=f, aweights=a, bias=True)])
                yield line(f"corrcoef {dtype} plain", [m], [np.corrcoef(m)])
                yield line(f"corrcoef {dtype} columns", [m], [np.corrcoef(m, rowvar=False)])
                yield line(f"corrcoef {dtype} both", [m, y], [np.corrcoef(m, y)])


def convolutions():
    for dtype in NUMBERS + ["complex64", "complex128"]:
        for n, m in ((1, 1), (5, 2), (5, 3), (2, 5), (50, 7), (34, 33), (20, 20)):
            a, v = complex_sample(dtype, n), complex_sample(dtype, m)
            for mode in ("full", "same", "valid"):
                yield line(f"convolve {dtype} {mode}", [a, v], [np.convolve(a, v, mode)])
                yield line(f"correlate {dtype} {mode}", [a, v], [np.correlate(a, v, mode)])


path = pathlib.Path(__file__).parents[2] / "tests" / "golden" / "array" / "statistics.txt"
warnings.simplefilter("ignore")
with np.errstate(all="ignore"):
    path.write_text("".join([*quantiles(), *medians(), *weighted(), *counts(), *digitize(),
                             *histograms(), *boxes(), *covariances(), *convolutions()]))
