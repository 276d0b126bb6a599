#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The works of the *_bench.cpp in CuPy and PyTorch, timed in the same way: JSON.

usage: peers.py out.json
       peers.py --first-calls     (a child process: prints milliseconds)

Large works: as many calls between two CUDA events as take 2 ms; the median of 15 such batches after
a warm-up. Small works: 5000 calls back to back, then one wait; the median of 7 such loops. The time
is that of one call. Each result is compared with NumPy's on some elements first.
"""
import functools
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

LARGE = 1 << 28
SIDE = 16384
SWEEP = [1 << exponent for exponent in range(10, 28, 3)] + [LARGE]
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
        self.synchronize = cupy.cuda.get_current_stream().synchronize
        self.dtypes = {name: getattr(numpy, name)
                       for name in ("float32", "float64", "float16", "int8", "complex64")}

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

    def transposed_copy(self, matrix):
        return self.xp.ascontiguousarray(matrix.T)

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
            "float32", "float64", "float16", "bfloat16", "int8", "complex64")}

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

    def transposed_copy(self, matrix):
        return matrix.T.contiguous()

    def to_numpy(self, x):
        return x.to(self.xp.float32).cpu().numpy() if x.dtype == self.xp.bfloat16 else x.cpu().numpy()

    def release(self):
        self.xp.cuda.empty_cache()


def device_seconds(peer, calls, work):
    start, end = peer.event(), peer.event()
    start.record()
    for _ in range(calls):
        work()
    end.record()
    return peer.elapsed_seconds(start, end) / calls


def throughput(peer, library, name, size_bytes, work):
    device_seconds(peer, 3, work)
    once = device_seconds(peer, 3, work)
    calls = int(min(max(2e-3 / max(once, 1e-9), 1), 1000))
    seconds = statistics.median(device_seconds(peer, calls, work) for _ in range(15))
    record(library, name, median_us=seconds * 1e6, **{"GB/s": size_bytes / seconds * 1e-9})


def host_time(peer, library, name, work, calls=5000):
    def loop():
        peer.synchronize()
        start = time.perf_counter()
        for _ in range(calls):
            work()
        peer.synchronize()
        return (time.perf_counter() - start) / calls
    loop()
    record(library, name, median_us=statistics.median(loop() for _ in range(7)) * 1e6)


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


@attempt
def time_add(peer, name, dtype, size):
    x, y = peer.noise(size, dtype), peer.noise(size, dtype, 12345)
    result = x + y
    step = size // 64
    wanted = peer.to_numpy(x[::step]) + peer.to_numpy(y[::step])
    tolerance = TOLERANCE.get(dtype, 1e-5)
    numpy.testing.assert_allclose(peer.to_numpy(result[::step]), wanted, tolerance, tolerance)
    del result
    throughput(peer, peer.library, name, 3 * x.itemsize * size, lambda: x + y)


@attempt
def time_matrix(peer, name, which):
    m = peer.noise(SIDE * SIDE, "float32").reshape(SIDE, SIDE)
    line = peer.noise(SIDE, "float32", 77)
    column = line.reshape(SIDE, 1)
    work = {"row": lambda: m + line, "column": lambda: m + column,
            "transposed": lambda: peer.transposed_copy(m)}[which]
    wanted = {"row": lambda a, l: a + l[None, :], "column": lambda a, l: a + l[:, None],
              "transposed": lambda a, l: a.T}[which]
    step = SIDE // 32
    sampled = wanted(peer.to_numpy(m[::step, ::step]), peer.to_numpy(line[::step]))
    numpy.testing.assert_array_equal(peer.to_numpy(work()[::step, ::step]), sampled)
    throughput(peer, peer.library, name, 8 * SIDE * SIDE, work)


@attempt
def time_small(peer, name, which, function=None, library=None):
    x, y = peer.noise(16, "float32"), peer.noise(16, "float32", 5)
    softplus = function or peer.softplus

    def add_in_place():
        nonlocal x
        x += y
    work = {"add": lambda: x + y, "multiply": lambda: x * 2.0, "add_in_place": add_in_place,
            "softplus": lambda: softplus(x)}[which]
    a, b = peer.to_numpy(x), peer.to_numpy(y)
    if which != "add_in_place":
        wanted = {"add": a + b, "multiply": a * 2, "softplus": softplus_of(a)}[which]
        numpy.testing.assert_allclose(peer.to_numpy(work()), wanted, 1e-5, 1e-6)
    host_time(peer, library or peer.library, name, work)


def time_all(peer):
    for size in SWEEP:
        time_softplus(peer, f"softplus/float32/{size}", "float32", size)
    for dtype in ("float64", "float16", "bfloat16"):
        if dtype in peer.dtypes:
            time_softplus(peer, f"softplus/{dtype}/{LARGE}", dtype, LARGE)
            peer.release()
    for dtype in peer.dtypes:
        time_add(peer, f"add/{dtype}/{LARGE}", dtype, LARGE)
        peer.release()
    time_matrix(peer, f"add_row/float32/{SIDE}", "row")
    time_matrix(peer, f"add_column/float32/{SIDE}", "column")
    time_matrix(peer, f"transposed_copy/float32/{SIDE}", "transposed")
    for which in ("add", "add_in_place", "multiply", "softplus"):
        time_small(peer, f"small/{which}", which)
    peer.release()


def time_fused(peer, library, function):
    time_softplus(peer, f"softplus/float32/{LARGE}", "float32", LARGE, function, library)
    time_small(peer, "small/softplus", "softplus", function, library)
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
    if cupy:
        time_all(cupy)

        def fused_softplus(x):
            return cupy.softplus(x)

        time_fused(cupy, "cupy_fuse", cupy.xp.fuse(fused_softplus))
        time_first_calls()
    if torch:
        time_all(torch)
        try:
            torch.xp._dynamo.config.recompile_limit = 64
            time_fused(torch, "torch_compile", compiled_softplus(torch))
        except Exception as problem:  # noqa: BLE001
            record("torch_compile", "first_call/compiled", error=str(problem).splitlines()[0][:120])
    versions = {peer.library: peer.version for peer in (cupy, torch) if peer}
    with open(sys.argv[1], "w") as out:
        json.dump({"context": {"numpy": numpy.__version__, **versions}, "benchmarks": results}, out,
                  indent=1)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print_first_calls() if sys.argv[1] == "--first-calls" else main()
