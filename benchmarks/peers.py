#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The works of the *_bench.cpp in CuPy and PyTorch, timed in the same way: JSON.

usage: peers.py out.json [--reductions]
       peers.py --first-calls     (a child process: prints milliseconds)

Large works: as many calls between two CUDA events as take 2 ms; the median of 15 such batches after
a warm-up, of 3 if one call takes 50 ms. Small works: 5000 calls back to back, then one wait; the
median of 7 such loops. The time is that of one call. Each result is compared with NumPy's on some
elements first.
"""
import functools
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import numpy

from rows import (BINS, COLUMN_SHAPES, LARGE, OVER_31_BITS, OVER_32_BITS, PERMUTATIONS, REDUCED,
                  ROW_SHAPES, SIDE, SWEPT_EXPONENTS, TABLE_COLUMNS, TABLE_SIZE, TAKEN, TAKEN_FROM,
                  column_name)

SWEEP = [1 << 22, 1 << 25, LARGE]
SLOW = 0.05  # seconds of a work that is timed once more only
results = []


def record(library, name, **figures):
    results.append({"library": library, "name": name, **figures})
    shown = ", ".join(f"{key} {value:.5g}" if isinstance(value, float) else f"{key} {value}"
                      for key, value in figures.items())
    print(f"{library:14} {name:34} {shown}", flush=True)


def attempt(work):
    """A peer that cannot do a work has a row that says why; the others go on."""
    @functools.wraps(work)
    def guarded(peer, name, *rest):
        try:
            work(peer, name, *rest)
        except Exception as problem:  # noqa: BLE001
            record(peer.library, name, error=str(problem).splitlines()[0][:120])
    return guarded


class Cupy:
    library = "cupy"

    def __init__(self):
        import cupy
        self.xp = cupy
        self.version = cupy.__version__
        self.synchronize = cupy.cuda.Device().synchronize
        self.dtypes = {name: getattr(numpy, name)
                       for name in ("float32", "float64", "float16", "int8", "complex64",
                                    "complex128")}

    def event(self):
        return self.xp.cuda.Event()

    def elapsed_seconds(self, start, end):
        end.synchronize()
        return self.xp.cuda.get_elapsed_time(start, end) * 1e-3

    def noise(self, size, dtype, seed=0):
        index = self.xp.arange(size, dtype=self.xp.int32)
        mixed = (index + self.xp.int32(seed)) * self.xp.int32(-1640531535)
        if dtype == "int8":
            return (mixed >> 24).astype(self.xp.int8)
        return (mixed.astype(self.xp.float32) * numpy.float32(2.0**-28)).astype(self.dtypes[dtype])

    def softplus(self, x):
        xp = self.xp
        return xp.maximum(0, x) + xp.log1p(xp.exp(-xp.abs(x)))

    def permuted_copy(self, x, axes):
        return self.xp.ascontiguousarray(x.transpose(axes))

    def copy(self, to, x):
        self.xp.copyto(to, x)

    def reversed(self, x):
        return self.xp.ascontiguousarray(x[::-1])

    def scattered_indices(self, count, below):
        position = self.xp.arange(count, dtype=self.xp.int64)
        return ((position * 2654435761) & (below - 1)).astype(self.xp.int32)

    def take(self, x, index):
        return self.xp.take(x, index, axis=0)

    def reduce(self, which, x, axes):
        axis = axes[0] if axes and which == "argmax" else axes
        return getattr(self.xp, which)(x, axis=axis)

    def softmax(self, x, axis=1):
        y = self.xp.exp(x - x.max(axis, keepdims=True))
        return y / y.sum(axis, keepdims=True)

    def standardize(self, x, axis=1):
        return (x - x.mean(axis, keepdims=True)) / x.std(axis, keepdims=True)

    def histogram(self, x, bins, weights=None):
        return self.xp.histogram(x, bins, (-8, 8), weights=weights)[0]

    def cumsum(self, x, axis):
        return self.xp.cumsum(x, axis)

    def own_stream(self):
        return self.xp.cuda.Stream(non_blocking=True)

    def to_numpy(self, x):
        return self.xp.asnumpy(x)

    def release(self):
        self.xp.get_default_memory_pool().free_all_blocks()


class Torch:
    library = "torch"

    def __init__(self):
        import torch
        self.xp = torch
        self.version = torch.__version__
        self.synchronize = torch.cuda.synchronize
        self.dtypes = {name: getattr(torch, name) for name in (
            "float32", "float64", "float16", "bfloat16", "int8", "complex64", "complex128")}

    def event(self):
        return self.xp.cuda.Event(enable_timing=True)

    def elapsed_seconds(self, start, end):
        end.synchronize()
        return start.elapsed_time(end) * 1e-3

    def noise(self, size, dtype, seed=0):
        index = self.xp.arange(size, dtype=self.xp.int32, device="cuda")
        mixed = (index + seed) * -1640531535
        if dtype == "int8":
            return (mixed >> 24).to(self.xp.int8)
        return (mixed.to(self.xp.float32) * 2.0**-28).to(self.dtypes[dtype])

    def softplus(self, x):
        xp = self.xp
        return xp.clamp(x, min=0) + xp.log1p(xp.exp(-xp.abs(x)))

    def permuted_copy(self, x, axes):
        return x.permute(axes).contiguous()

    def copy(self, to, x):
        to.copy_(x)

    def reversed(self, x):
        return x.flip(0)

    def scattered_indices(self, count, below):
        position = self.xp.arange(count, dtype=self.xp.int64, device="cuda")
        return ((position * 2654435761) & (below - 1)).to(self.xp.int32)

    def take(self, x, index):
        return x.index_select(0, index)

    def reduce(self, which, x, axes):
        xp = self.xp
        if which == "argmax":
            return xp.argmax(x, None if axes is None else axes[0])
        if which == "var":
            return xp.var(x, axes, correction=0)
        if which == "max":
            return xp.amax(x, () if axes is None else axes)
        return getattr(xp, which)(x) if axes is None else getattr(xp, which)(x, axes)

    def softmax(self, x, axis=1):
        return self.xp.softmax(x, axis)

    def standardize(self, x, axis=1):
        variance, mean = self.xp.var_mean(x, axis, correction=0, keepdim=True)
        return (x - mean) / self.xp.sqrt(variance)

    def histogram(self, x, bins, weights=None):
        if weights is not None:
            raise RuntimeError("torch.histc takes no weights, torch.histogram no GPU")
        return self.xp.histc(x, bins, -8, 8)

    def cumsum(self, x, axis):
        return self.xp.cumsum(x, axis)

    def own_stream(self):
        return self.xp.cuda.stream(self.xp.cuda.Stream())

    def to_numpy(self, x):
        return x.to(self.xp.float32).cpu().numpy() if x.dtype == self.xp.bfloat16 else x.cpu().numpy()

    def release(self):
        self.xp.cuda.empty_cache()


def device_seconds(peer, calls, work):
    """Of one call: `calls` between two events, after one for which the device need not wait."""
    start, end = peer.event(), peer.event()
    work()
    start.record()
    for _ in range(calls):
        work()
    end.record()
    return peer.elapsed_seconds(start, end) / calls


def throughput(peer, library, name, size_bytes, work):
    once = device_seconds(peer, 1, work)
    if once < SLOW:
        device_seconds(peer, 2, work)
        once = device_seconds(peer, 3, work)
    calls = int(min(max(2e-3 / max(once, 1e-9), 1), 1000))
    batches = 15 if once < SLOW else 1
    seconds = statistics.median(device_seconds(peer, calls, work) for _ in range(batches))
    record(library, name, median_us=seconds * 1e6, **{"GB/s": size_bytes / seconds * 1e-9})


def host_time(peer, library, name, work, calls=5000, loops=7):
    def loop():
        peer.synchronize()
        start = time.perf_counter()
        for _ in range(calls):
            work()
        peer.synchronize()
        return (time.perf_counter() - start) / calls
    loop()
    record(library, name, median_us=statistics.median(loop() for _ in range(loops)) * 1e6)


def softplus_of(x):
    x = x.astype(numpy.float64)
    return numpy.maximum(0, x) + numpy.log1p(numpy.exp(-numpy.abs(x)))


TOLERANCE = {"float16": 4e-3, "bfloat16": 3e-2, "float32": 1e-5, "float64": 1e-12}


@attempt
def time_softplus(peer, name, dtype, size, function=None, library=None):
    function = function or peer.softplus
    x = peer.noise(size, dtype)
    result = function(x)
    step = max(size // 64, 1)
    found = peer.to_numpy(result[::step])
    numpy.testing.assert_allclose(found, softplus_of(peer.to_numpy(x[::step])), TOLERANCE[dtype],
                                  TOLERANCE[dtype])
    del result
    throughput(peer, library or peer.library, name, 2 * x.itemsize * size, lambda: function(x))


def check(peer, result, wanted, dtype="float32"):
    tolerance = TOLERANCE.get(dtype, 1e-5)
    numpy.testing.assert_allclose(peer.to_numpy(result), wanted, tolerance, tolerance)


@attempt
def time_contiguous(peer, name, which, dtype):
    x, y = peer.noise(LARGE, dtype), peer.noise(LARGE, dtype, 12345)
    work = {"copy": lambda: peer.copy(y, x), "negative": lambda: -x, "add": lambda: x + y}[which]
    step = LARGE // 64
    a, b = peer.to_numpy(x[::step]), peer.to_numpy(y[::step])
    result = work()
    wanted = {"copy": a, "negative": -a, "add": a + b}[which]
    check(peer, (y if which == "copy" else result)[::step], wanted, dtype)
    del result
    arrays = 3 if which == "add" else 2
    throughput(peer, peer.library, name, arrays * x.itemsize * LARGE, work)


@attempt
def time_large(peer, name, dtype, size):
    part, shifts = peer.noise(LARGE, dtype), peer.noise(size // LARGE, dtype, 7)
    x = (part[None, :] + shifts[:, None]).reshape(size)
    result = -x
    step = size // 61
    check(peer, result[::step], -peer.to_numpy(x[::step]), dtype)
    del part, result
    throughput(peer, peer.library, name, 2 * x.itemsize * size, lambda: -x)


def cheap(y, x):
    for _ in range(15):
        y = y * 0.875 + x
    return y


def costly(xp):
    def chain(y, x):
        for _ in range(6):
            y = xp.log1p(xp.exp(-xp.abs(y)) + x)
        return y
    return chain


@attempt
def time_deep(peer, name, dtype, chain, function=None, library=None):
    function = function or chain
    x = abs(peer.noise(LARGE, dtype)) * 0.125
    result = function(x, x)
    step = LARGE // 64
    a = peer.to_numpy(x[::step]).astype(numpy.float64)
    wanted = costly(numpy)(a, a) if "costly" in name else cheap(a, a)
    tolerance = 0.1 if dtype == "float16" else 1e-4
    numpy.testing.assert_allclose(peer.to_numpy(result[::step]), wanted, tolerance, tolerance)
    del result
    throughput(peer, library or peer.library, name, 2 * x.itemsize * LARGE, lambda: function(x, x))


@attempt
def time_matrix(peer, name, which):
    m = peer.noise(SIDE * SIDE, "float32").reshape(SIDE, SIDE)
    line = peer.noise(SIDE, "float32", 77)
    column = line.reshape(SIDE, 1)
    other = peer.noise(SIDE * SIDE, "float32", 5).reshape(SIDE, SIDE) if "add_tr" in which else m
    result = peer.xp.empty_like(m) if which.startswith("transposed") else None  # in C order
    work = {"add_row": lambda: m + line, "add_column": lambda: m + column,
            "column_major_add_row": lambda: (m.T + line).T,
            "column_major_add_column": lambda: (m.T + column).T,
            "transposed_add_row": lambda: peer.xp.add(m.T, line, out=result),
            "transposed_add_column": lambda: peer.xp.add(m.T, column, out=result),
            "add_transposed": lambda: m + other.T,
            "every_second_column": lambda: m[:, ::2] + 1}[which]
    step = SIDE // 32
    a, b, l = (peer.to_numpy(x) for x in (m[::step, ::step], other[::step, ::step], line[::step]))
    if which == "every_second_column":
        wanted = peer.to_numpy(m[::step, ::2 * step]) + numpy.float32(1)
    else:
        wanted = {"add_row": a + l, "add_column": a + l[:, None],
                  "column_major_add_row": a + l[:, None], "column_major_add_column": a + l,
                  "transposed_add_row": a.T + l, "transposed_add_column": a.T + l[:, None],
                  "add_transposed": a + b.T}[which]
    numpy.testing.assert_array_equal(peer.to_numpy(work()[::step, ::step]), wanted)
    moved = {"add_transposed": 12, "every_second_column": 6}.get(which, 8)
    throughput(peer, peer.library, name, moved * SIDE * SIDE, work)


@attempt
def time_permuted(peer, name, dtype, extents, axes):
    x = peer.noise(int(numpy.prod(extents)), dtype).reshape(extents)
    few = tuple(slice(None, None, extent // 16) for extent in extents)
    transposed = tuple(few[axis] for axis in axes)
    numpy.testing.assert_array_equal(peer.to_numpy(peer.permuted_copy(x, axes)[transposed]),
                                     peer.to_numpy(x[few]).transpose(axes))
    throughput(peer, peer.library, name, 2 * x.itemsize * int(numpy.prod(extents)),
               lambda: peer.permuted_copy(x, axes))


@attempt
def time_reversed(peer, name, dtype):
    x = peer.noise(LARGE, dtype)
    result = peer.reversed(x)
    numpy.testing.assert_array_equal(peer.to_numpy(result[:64]), peer.to_numpy(x[-64:])[::-1])
    del result
    throughput(peer, peer.library, name, 2 * x.itemsize * LARGE, lambda: peer.reversed(x))


@attempt
def time_take(peer, name, extents, count, bytes_each):
    x = peer.noise(int(numpy.prod(extents)), "float32").reshape(extents)
    index = peer.scattered_indices(count, extents[0])
    first = peer.to_numpy(index[:16])
    wanted = numpy.stack([peer.to_numpy(x[int(i)]) for i in first])
    numpy.testing.assert_array_equal(peer.to_numpy(peer.take(x, index[:16])), wanted)
    throughput(peer, peer.library, name, bytes_each * count, lambda: peer.take(x, index))


@attempt
def time_reduction(peer, name, which, dtype, extents, axes):
    size = int(numpy.prod(extents))
    x = peer.noise(size, dtype).reshape(extents)
    axis = axes[0] if axes and which == "argmax" else axes
    corner = x[tuple(slice(0, 200) for _ in extents)]
    a = peer.to_numpy(corner)
    wanted = getattr(numpy, which)(a if dtype == "int8" else a.astype(numpy.float64), axis=axis)
    tolerance = max(TOLERANCE.get(dtype, 0), 1e-6 * abs(a.astype(numpy.float64)).sum())
    numpy.testing.assert_allclose(peer.to_numpy(peer.reduce(which, corner, axes)), wanted,
                                  TOLERANCE.get(dtype, 0), tolerance)
    result = peer.reduce(which, x, axes)
    size_bytes = x.itemsize * size + result.itemsize * int(numpy.prod(result.shape))
    del result
    throughput(peer, peer.library, name, size_bytes, lambda: peer.reduce(which, x, axes))


@attempt
def time_squared_distance(peer, name, function=None, library=None):
    x, y = peer.noise(LARGE, "float32"), peer.noise(LARGE, "float32", 5)
    work = function or (lambda x, y: ((x - y)**2).sum())
    step = LARGE // 1024
    a, b = (peer.to_numpy(v[::step]).astype(numpy.float64) for v in (x, y))
    few = float(peer.to_numpy(work(x[::step], y[::step])))
    numpy.testing.assert_allclose(few, ((a - b)**2).sum(), 1e-5)
    throughput(peer, library or peer.library, name, 8 * LARGE, lambda: work(x, y))


@attempt
def time_rows(peer, name, which, extents):
    x = peer.noise(extents[0] * extents[1], "float32").reshape(extents)
    a = peer.to_numpy(x[:2]).astype(numpy.float64)
    y = numpy.exp(a - a.max(1, keepdims=True))
    wanted = {"softmax": y / y.sum(1, keepdims=True),
              "standardize": (a - a.mean(1, keepdims=True)) / a.std(1, keepdims=True)}[which]
    numpy.testing.assert_allclose(peer.to_numpy(getattr(peer, which)(x)[:2]), wanted, 1e-4, 1e-4)
    throughput(peer, peer.library, name, 8 * extents[0] * extents[1],
               lambda: getattr(peer, which)(x))


@attempt
def time_columns(peer, name, which, extents, axis):
    x = peer.noise(int(numpy.prod(extents)), "float32").reshape(extents)
    columns = x[..., :2]
    a = peer.to_numpy(columns).astype(numpy.float64)
    y = numpy.exp(a - a.max(axis, keepdims=True))
    wanted = {"softmax": y / y.sum(axis, keepdims=True),
              "standardize": (a - a.mean(axis, keepdims=True)) / a.std(axis, keepdims=True)}[which]
    numpy.testing.assert_allclose(peer.to_numpy(getattr(peer, which)(columns, axis)), wanted, 1e-3,
                                  1e-3)
    throughput(peer, peer.library, name, 8 * int(numpy.prod(extents)),
               lambda: getattr(peer, which)(x, axis))


@attempt
def time_histogram(peer, name, bins, weighted=False):
    x = peer.noise(LARGE, "float32")
    weights = peer.noise(LARGE, "float32", 7) * 0.0625 + 0.5 if weighted else None
    few = peer.to_numpy(x[:100000])
    wanted = numpy.histogram(few, bins, (-8, 8),
                             weights=peer.to_numpy(weights[:100000]) if weighted else None)[0]
    found = peer.to_numpy(peer.histogram(x[:100000], bins,
                                         weights[:100000] if weighted else None))
    assert abs(found - wanted).sum() < 2e-3 * wanted.sum(), "other counts than NumPy's"
    throughput(peer, peer.library, name, (8 if weighted else 4) * LARGE,
               lambda: peer.histogram(x, bins, weights))


@attempt
def time_cumsum(peer, name, axis):
    x = peer.noise(SIDE * SIDE, "float32")
    x = x if axis is None else x.reshape(SIDE, SIDE)
    along = axis or 0
    a = peer.to_numpy(x[:4096] if axis is None else x[:64, :64])
    found = peer.to_numpy(peer.cumsum(x, along)[:4096] if axis is None
                          else peer.cumsum(x, along)[:64, :64])
    numpy.testing.assert_allclose(found, numpy.cumsum(a.astype(numpy.float64), along), 1e-4, 1e-3)
    throughput(peer, peer.library, name, 8 * SIDE * SIDE, lambda: peer.cumsum(x, along))


@attempt
def time_size(peer, name, which, size, function=None, library=None):
    x, y = peer.noise(size, "float32"), peer.noise(size, "float32", 5)
    softplus = function or peer.softplus
    work = {"add": lambda: x + y, "softplus": lambda: softplus(x)}[which]
    host_time(peer, library or peer.library, name, work, calls=500, loops=5)


@attempt
def time_threads(peer, name, count, all_calls=8000):
    """Microseconds between two launches of all threads, each on a stream of its own."""
    start = threading.Barrier(count + 1)
    wrong = []

    def issue():
        with peer.own_stream():
            one = peer.noise(16, "float32") * 0 + 1
            total = one * 0
            start.wait()
            for _ in range(all_calls // count):
                total = total + one
            if not (peer.to_numpy(total) == all_calls // count).all():
                wrong.append(total)
    threads = [threading.Thread(target=issue) for _ in range(count)]
    for thread in threads:
        thread.start()
    start.wait()
    begin = time.perf_counter()
    for thread in threads:
        thread.join()
    taken = time.perf_counter() - begin
    if wrong:
        raise RuntimeError(f"{len(wrong)} threads lost work")
    record(peer.library, name, median_us=taken / all_calls * 1e6)


@attempt
def time_small(peer, name, which, function=None, library=None):
    x, y = peer.noise(16, "float32"), peer.noise(16, "float32", 5)
    softplus = function or peer.softplus

    def add_in_place():
        nonlocal x
        x += y
    work = {"add": lambda: x + y, "multiply": lambda: x * 2.0, "add_in_place": add_in_place,
            "softplus": lambda: softplus(x), "sum": lambda: x.sum()}[which]
    a, b = peer.to_numpy(x), peer.to_numpy(y)
    if which != "add_in_place":
        wanted = {"add": a + b, "multiply": a * 2, "softplus": softplus_of(a),
                  "sum": a.sum()}[which]
        numpy.testing.assert_allclose(peer.to_numpy(work()), wanted, 1e-5, 1e-6)
    host_time(peer, library or peer.library, name, work)


def time_reductions(peer):
    for name, which, dtype, extents, axes in REDUCED:
        if dtype in peer.dtypes:
            time_reduction(peer, name, which, dtype, extents, axes)
            peer.release()
    time_squared_distance(peer, "sum_squares/float32/268435456")
    peer.release()
    for which in ("softmax", "standardize"):
        for rows, columns in ROW_SHAPES:
            time_rows(peer, f"{which}/float32/{rows}/{columns}", which, (rows, columns))
            peer.release()
        for extents, axis in COLUMN_SHAPES:
            time_columns(peer, column_name(which, extents, axis), which, extents, axis)
            peer.release()
    for text, axis in (("all", None), ("0", 0), ("1", 1)):
        time_cumsum(peer, f"cumsum/float32/{text}", axis)
        peer.release()
    for axis in (0, 1):
        for i in SWEPT_EXPONENTS:
            extents = (1 << i, 1 << (28 - i))
            time_reduction(peer, f"sweep/float32/{extents[0]}x{extents[1]}/{axis}", "sum",
                           "float32", extents, (axis,))
    peer.release()


def time_all(peer):
    for size in SWEEP:
        time_softplus(peer, f"softplus/float32/{size}", "float32", size)
    for dtype in ("float64", "float16", "bfloat16"):
        if dtype in peer.dtypes:
            time_softplus(peer, f"softplus/{dtype}/{LARGE}", dtype, LARGE)
            peer.release()
    for dtype in peer.dtypes:
        for which in ("copy", "negative", "add") if dtype != "complex128" else ():
            time_contiguous(peer, f"{which}/{dtype}/{LARGE}", which, dtype)
            peer.release()
    for which in ("add_row", "add_column", "column_major_add_row", "column_major_add_column",
                  "transposed_add_row", "transposed_add_column", "add_transposed",
                  "every_second_column"):
        time_matrix(peer, f"{which}/float32/{SIDE}", which)
    for dtype in ("float32", "int8", "complex128"):
        time_permuted(peer, f"transposed_copy/{dtype}/{SIDE}", dtype, (SIDE, SIDE), (1, 0))
        peer.release()
    for axes in PERMUTATIONS:
        time_permuted(peer, f"permuted_copy/float32/{axes}", "float32", (256, 1024, 1024),
                      tuple(int(axis) for axis in axes))
    for dtype in ("float32", "int8"):
        time_reversed(peer, f"reversed/{dtype}/{LARGE}", dtype)
    for size in TAKEN_FROM:
        time_take(peer, f"take_2^24_of/float32/{size}", (size,), TAKEN, 32 + 4 + 4)
    for columns in TABLE_COLUMNS:
        rows = TABLE_SIZE // columns
        time_take(peer, f"take_rows_of/float32/{columns}", (rows, columns), rows, 8 * columns)
        peer.release()
    for bins in BINS:
        time_histogram(peer, f"histogram/float32/uniform/{bins}", bins)
        time_histogram(peer, f"histogram_weighted/float32/random/{bins}", bins, True)
        peer.release()
    for dtype in ("int8", "float16"):
        for size in (OVER_31_BITS, OVER_32_BITS):
            time_large(peer, f"negative/{dtype}/{size}", dtype, size)
            peer.release()
    for dtype in ("float32", "float64", "float16"):
        time_deep(peer, f"deep_cheap/{dtype}/{LARGE}", dtype, cheap)
        peer.release()
    time_deep(peer, f"deep_costly/float32/{LARGE}", "float32", costly(peer.xp))
    peer.release()
    time_reductions(peer)
    for which in ("add", "add_in_place", "multiply", "softplus", "sum"):
        time_small(peer, f"small/{which}", which)
    for which in ("add", "softplus"):
        for exponent in range(21):
            time_size(peer, f"sizes/{which}/{1 << exponent}", which, 1 << exponent)
    for count in (1, 32):
        time_threads(peer, f"threads/add/{count}", count)
    peer.release()


def time_fused(peer, library, fuse, softplus):
    time_softplus(peer, f"softplus/float32/{LARGE}", "float32", LARGE, softplus, library)
    time_small(peer, "small/softplus", "softplus", softplus, library)
    for name, chain in (("deep_cheap", cheap), ("deep_costly", costly(peer.xp))):
        time_deep(peer, f"{name}/float32/{LARGE}", "float32", chain, fuse(chain), library)
        peer.release()


STEPS = ["v = expf(-fabsf(v))", "v = log1pf(fabsf(v))", "v = v * x + 0.5f", "v = fmaxf(v, x) - v"]


def first_call_texts():
    """The chains of first_call_bench.cpp, as texts of kernels."""
    for steps in itertools.permutations(STEPS):
        yield "; ".join(["float v = fabsf(x)", *steps, "y = v"])


def print_first_calls():
    """Milliseconds of the first call of each of some new kernels in a warm process."""
    import cupy
    x = cupy.asarray([0.25, -0.5, 1.5, 0.75, -2.0, 3.0, 0.1, 0.9], dtype=cupy.float32)
    cupy.ElementwiseKernel("float32 x", "float32 y", "y = x + 1", "warm")(x)
    cupy.cuda.Device().synchronize()
    for n, text in enumerate(first_call_texts()):
        kernel = cupy.ElementwiseKernel("float32 x", "float32 y", text, f"chain{n}")
        start = time.perf_counter()
        kernel(x)
        cupy.cuda.Device().synchronize()
        print((time.perf_counter() - start) * 1e3)


def time_first_calls():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("first_call/compiled", "first_call/from_disk"):
            child = subprocess.run([sys.executable, __file__, "--first-calls"], text=True,
                                   capture_output=True, env={**os.environ, "CUPY_CACHE_DIR": folder,
                                        "CUDA_CACHE_PATH": folder})
            if child.returncode == 0:
                record("cupy", name,
                       median_ms=statistics.median(float(line) for line in child.stdout.split()))
            else:
                record("cupy", name, error=(child.stderr.strip().splitlines() or ["?"])[-1][:120])


def compiled_softplus(peer):
    """torch.compile's softplus; its first call is a figure too."""
    function = peer.xp.compile(lambda x: peer.softplus(x), dynamic=False)
    x = peer.noise(16, "float32")
    start = time.perf_counter()
    function(x)
    peer.synchronize()
    record("torch_compile", "first_call/compiled", median_ms=(time.perf_counter() - start) * 1e3)
    return function


def available(library):
    try:
        return library()
    except Exception as problem:  # noqa: BLE001
        print(f"{library.library} is left out: {problem}", flush=True)
        return None


def main():
    cupy, torch = available(Cupy), available(Torch)
    if sys.argv[2:] == ["--reductions"]:
        for peer in filter(None, (cupy, torch)):
            time_reductions(peer)
            time_small(peer, "small/sum", "sum")
        return write(cupy, torch)
    if cupy:
        time_all(cupy)

        def fused_softplus(x):
            return cupy.softplus(x)

        fused = cupy.xp.fuse(fused_softplus)
        time_fused(cupy, "cupy_fuse", cupy.xp.fuse, fused)
        for exponent in range(21):
            time_size(cupy, f"sizes/softplus/{1 << exponent}", "softplus", 1 << exponent, fused,
                      "cupy_fuse")
        time_first_calls()
        write(cupy, torch)
    if torch:
        time_all(torch)
        try:
            torch.xp._dynamo.config.recompile_limit = 64
            time_fused(torch, "torch_compile",
                       functools.partial(torch.xp.compile, dynamic=False),
                       compiled_softplus(torch))
        except Exception as problem:  # noqa: BLE001
            record("torch_compile", "first_call/compiled", error=str(problem).splitlines()[0][:120])
    write(cupy, torch)


def write(cupy, torch):
    versions = {peer.library: peer.version for peer in (cupy, torch) if peer}
    with open(sys.argv[1], "w") as out:
        json.dump({"context": {"numpy": numpy.__version__, **versions}, "benchmarks": results}, out,
                  indent=1)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print_first_calls() if sys.argv[1] == "--first-calls" else main()
