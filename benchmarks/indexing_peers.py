#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The works of indexing_bench, joining_bench and sort_bench in CuPy, PyTorch and JAX: JSON.

usage: indexing_peers.py out.json [cupy torch jax] [--seconds-each 60]
       indexing_peers.py out.json numpy     (on the host, with 1/256 of the elements)

Microseconds of a call: the median of 5 batches of calls that take about 2 ms, after a warm-up,
between two events, in JAX and of files on the host's clock. Names are those of the benchmarks. JAX
compiles what has a shape that the data do not decide. What a library lacks is left out. A library
that takes longer than `--seconds-each` skips the rest.
"""
import argparse
import json
import os
import statistics
import tempfile
import time

import numpy

import peers

SCALE = 1  # what the numbers of elements are divided by


class Host:
    """What is timed on the host's clock."""
    def seconds(self, calls, work):
        start = time.perf_counter()
        for _ in range(calls):
            result = work()
        self.wait_for(result)
        return (time.perf_counter() - start) / calls


class Cupy(peers.Cupy):
    dtypes_sorted = ("float32", "float64", "int8", "int64", "float16")

    def wait_for(self, _):
        self.synchronize()

    def seconds(self, calls, work):
        return peers.device_seconds(self, calls, work)

    def positions(self, count):
        return self.xp.arange(count, dtype=self.xp.int64)

    def cast(self, x, dtype):
        return x.astype(dtype)

    def compiled(self, function, **_):
        return function

    def sort(self, x, axis=-1):
        return self.xp.sort(x, axis)

    def argsort(self, x):
        return self.xp.argsort(x, -1)

    def put(self, a, i, values):
        self.xp.put(a, i, values)
        return a

    def fill_masked(self, a, mask):
        a[mask] = 0
        return a

    def pad(self, m, mode):
        return self.xp.pad(m, 1, mode=mode)

    def repeat(self, a, count):
        return self.xp.repeat(a, count)

    def lexsort(self, keys):
        return self.xp.lexsort(self.xp.stack(keys))

    def partition(self, a, k):
        return self.xp.partition(a, k)

    def topk(self, a, k):
        raise NotImplementedError("no topk")

    def load(self, path):
        return self.xp.load(path)

    def save(self, path, a):
        self.xp.save(path, a)


class Numpy(Host, Cupy):
    library = "numpy"

    def __init__(self):
        self.xp = numpy
        self.version = numpy.__version__
        self.dtypes = {name: getattr(numpy, name) for name in self.dtypes_sorted}

    def wait_for(self, _):
        pass

    def lexsort(self, keys):
        return numpy.lexsort(keys)

    def argsort(self, x):
        return numpy.argsort(x, -1, kind="stable")

    def release(self):
        pass


class Torch(peers.Torch):
    dtypes_sorted = Cupy.dtypes_sorted
    seconds = Cupy.seconds
    wait_for = Cupy.wait_for
    compiled = Cupy.compiled
    fill_masked = Cupy.fill_masked

    def __init__(self):
        super().__init__()
        self.dtypes["int64"] = self.xp.int64

    def positions(self, count):
        return self.xp.arange(count, device="cuda")

    def cast(self, x, dtype):
        return x.to(getattr(self.xp, dtype))

    def sort(self, x, axis=-1):
        return self.xp.sort(x, axis).values

    def argsort(self, x):
        return self.xp.argsort(x, -1, stable=True)

    def put(self, a, i, values):
        return a.put_(i, values)

    def pad(self, m, mode):
        return self.xp.nn.functional.pad(m[None], (1, 1, 1, 1), mode)[0]

    def repeat(self, a, count):
        return self.xp.repeat_interleave(a, count)

    def lexsort(self, keys):
        raise NotImplementedError("no lexsort")

    def partition(self, a, k):
        raise NotImplementedError("no partition")

    def topk(self, a, k):
        return self.xp.topk(a, k)

    def load(self, path):
        return self.xp.load(path, map_location="cuda")

    def save(self, path, a):
        self.xp.save(a, path)


class Jax(Host, Cupy):
    library = "jax"

    def __init__(self):
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        import jax
        jax.config.update("jax_enable_x64", True)
        self.jax, self.xp, self.version = jax, jax.numpy, jax.__version__
        self.dtypes = {name: getattr(numpy, name) for name in self.dtypes_sorted}

    def wait_for(self, result):
        self.jax.block_until_ready(result)

    def compiled(self, function, dynamic=False, donated=()):
        return function if dynamic else self.jax.jit(function, donate_argnums=donated)

    def noise(self, size, dtype, seed=0):
        mixed = (self.xp.arange(size, dtype=self.xp.int32) + seed) * self.xp.int32(-1640531535)
        if dtype == "int8":
            return (mixed >> 24).astype(dtype)
        return (mixed.astype("float32") * numpy.float32(2.0**-28)).astype(dtype)

    def put(self, a, i, values):
        return a.at[i].set(values)

    def fill_masked(self, a, mask):
        return self.xp.where(mask, self.xp.float32(0), a)

    def lexsort(self, keys):
        return self.xp.lexsort(keys)

    def topk(self, a, k):
        return self.jax.lax.top_k(a, k)

    def load(self, path):
        return self.xp.load(path)

    def release(self):
        pass


class Timer:
    def __init__(self, peer, seconds_each):
        self.peer, self.deadline = peer, time.perf_counter() + seconds_each

    def __call__(self, name, function, *arrays, **options):
        """Times `function(*arrays)`; what it returns takes the place of the `donated` argument."""
        self.measure(name, function, arrays, 5, 2e-3, options)

    def once(self, name, function, *arrays):
        """One call a batch, and the wait for it, on the host's clock."""
        def waited(*arrays):
            self.peer.wait_for(function(*arrays))
        clock, self.peer.seconds = self.peer.seconds, lambda n, work: Host.seconds(self.peer, n, work)
        try:
            self.measure(name, waited, arrays, 3, 0, {"dynamic": True})
        finally:
            self.peer.seconds = clock

    def measure(self, name, function, arrays, batches, batch_seconds, options):
        peer = self.peer
        if time.perf_counter() > self.deadline:
            return
        try:
            compiled, held = peer.compiled(function, **options), list(arrays)

            def work():
                result = compiled(*held)
                if options.get("donated"):
                    held[options["donated"][0]] = result
                return result
            peer.wait_for(work())
            once = peer.seconds(1, work)
            calls = int(min(max(batch_seconds / max(once, 1e-9), 1), 1000))
            taken = statistics.median(peer.seconds(calls, work) for _ in range(batches))
            peers.record(peer.library, name, median_us=taken * 1e6)
        except Exception as problem:  # noqa: BLE001
            peers.record(peer.library, name, error=(str(problem).splitlines() or ["?"])[0][:120])
        peer.release()


def indexing(peer, timed):
    xp, large, taken = peer.xp, peers.LARGE // SCALE, peers.TAKEN // SCALE
    x = peer.noise(large, "float32")
    timed("indexing/select", lambda x: x[x > 0], x, dynamic=True)
    half = xp.where(x > 0, x, xp.zeros_like(x))
    timed("indexing/nonzero", lambda x: xp.nonzero(x), half, dynamic=True)
    del half
    ascending = peer.positions(taken)
    scattered = (ascending * 2654435761) & (large - 1)
    orders = {"random": scattered, "in_order": ascending}
    for order, index in orders.items():
        timed(f"indexing/take_{order}", lambda x, i: xp.take(x, i), x, index)
    values = peer.noise(taken, "float32")
    for order, index in orders.items():
        timed(f"indexing/put_{order}", peer.put, x * 0, index, values, donated=(0,))
    timed("indexing/fill_masked", peer.fill_masked, x + 0, x > 0, donated=(0,))
    edges = peer.sort(peer.noise((1 << 20) // SCALE, "float32"))
    timed("indexing/searchsorted", lambda a, v: xp.searchsorted(a, v), edges,
          peer.noise(taken, "float32", 12345))


def joining(peer, timed):
    xp, large = peer.xp, peers.LARGE // SCALE
    side = int(large**0.5)
    a, b, c, d = (peer.noise(large // 2, "float32", seed) for seed in (0, 5, 6, 7))
    timed("joining/concatenate", lambda a, b: xp.concatenate((a, b)), a, b)
    timed("joining/concatenate_expressions",
          lambda a, b, c, d: xp.concatenate((a + b, c * d)) * 2, a, b, c, d)
    for axis in (0, 1):
        timed(f"joining/stack/{axis}", lambda a, b: xp.stack((a, b), axis), a, b)
    del b, c, d
    timed("joining/tile", lambda a: xp.tile(a, (16,)), a[:large // 16])
    timed("joining/repeat", lambda a: peer.repeat(a, 4), a[:large // 4])
    x = peer.noise(large, "float32")
    timed("joining/roll", lambda x: xp.roll(x, 12345), x)
    m = x.reshape(side, side)
    for mode in ("constant", "reflect"):
        timed(f"joining/pad_{mode}", lambda m: peer.pad(m, mode), m)
    timed("joining/tril", lambda m: xp.tril(m), m)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.npy")
        timed.once("file/save_npy", lambda x: peer.save(path, x), x)
        timed.once("file/load_npy", lambda: peer.load(path))


def sorting(peer, timed):
    xp, size, short = peer.xp, (1 << 26) // SCALE, (1 << 24) // SCALE
    for dtype in peer.dtypes_sorted:
        if dtype == "int64":
            x = (peer.positions(size) + 1) * -7046029254386353131
        else:
            x = peer.noise(size, dtype)
        for columns in (1 << 26, 1 << 14, 256) if dtype not in ("int64", "float16") else (1 << 26,):
            rows = x.reshape(-1, min(columns, size))
            timed(f"sort_rows_of/{dtype}/{columns}", lambda x: peer.sort(x), rows)
            if dtype == "float32":
                timed(f"argsort_rows_of/{dtype}/{columns}", lambda x: peer.argsort(x), rows)
    x = peer.noise(size, "float32")
    for columns in (64, 1024, 65536):
        for axis in (0, 1):
            timed(f"sort_axis/float32/{(1 << 26) // columns}/{columns}/{axis}",
                  lambda x: peer.sort(x, axis), x.reshape(-1, columns))
    timed("topk_8_of_rows/float32", lambda x: peer.topk(x, 8), x.reshape(-1, 1024))
    timed("unique/float32/67108864", lambda x: xp.unique(x), xp.floor(x * 1000), dynamic=True)
    mixed = (peer.positions(short) * 2654435761) & 0xFFFFFFFF
    for distinct in (64, 1 << 24):
        timed(f"unique/int32/{distinct}", lambda x: xp.unique(x),
              peer.cast((mixed >> 7) & (distinct - 1), "int32"), dynamic=True)
    minor, major = (peer.cast((mixed >> bits) & mask, "int32")
                    for bits, mask in ((7, (1 << 24) - 1), (9, 1023)))
    timed("lexsort/int32", lambda minor, major: peer.lexsort((minor, major)), minor, major)
    timed("partition_median/float32", lambda a: peer.partition(a, short // 2),
          peer.noise(short, "float32"))


LIBRARIES = {kind.library: kind for kind in (Cupy, Torch, Jax, Numpy)}


def main():
    global SCALE
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("libraries", nargs="*", choices=[*LIBRARIES, []], default=[])
    parser.add_argument("--seconds-each", type=float, default=60)
    arguments = parser.parse_args()
    if arguments.libraries == ["numpy"]:
        SCALE = 256
    versions = {"numpy": numpy.__version__}
    for library in arguments.libraries or ["cupy", "torch", "jax"]:
        peer = peers.available(LIBRARIES[library])
        if not peer:
            continue
        versions[library] = peer.version
        timed = Timer(peer, arguments.seconds_each)
        for part in (indexing, joining, sorting):
            part(peer, timed)
            peer.release()
    with open(arguments.out, "w") as out:
        json.dump({"context": versions, "benchmarks": peers.results}, out, indent=1)


if __name__ == "__main__":
    main()
