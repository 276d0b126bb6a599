#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The works of product_bench, decomposition_bench, fft_bench and random_bench in CuPy and PyTorch.

usage: library_peers.py [cupy|torch ...]

Prints microseconds of a call: the median of 5 batches of calls between two events that take about
2 ms, after a warm-up. Names and sizes are those of the benchmarks.
"""
import statistics
import sys

from peers import Cupy, Torch, device_seconds

SIZES = [(1, 1024), (1, 4096), (10000, 8), (10000, 32)]
SHORT_SIZES = [(1, 1024), (10000, 8), (10000, 32)]


def matrices(peer, count, rows, dtype):
    x = peer.noise(count * rows * rows, dtype)
    return x.reshape((rows, rows) if count == 1 else (count, rows, rows))


def definite(peer, count, rows, dtype):
    a = matrices(peer, count, rows, dtype)
    unit = peer.xp.eye(rows, dtype=peer.dtypes[dtype], **peer_device(peer))
    return a + a.swapaxes(-1, -2) + 16 * rows * unit


def peer_device(peer):
    return {"device": "cuda"} if peer.library == "torch" else {}


def seconds(peer, work, batches=5):
    work()
    once = device_seconds(peer, 1, work)
    calls = max(1, min(1000, int(2e-3 / max(once, 1e-9))))
    return statistics.median(device_seconds(peer, calls, work) for _ in range(batches))


def attempt(peer, name, work, batches=5):
    try:
        print(f"{peer.library:6} {name:44} {seconds(peer, work, batches) * 1e6:14.1f}", flush=True)
    except Exception as problem:  # noqa: BLE001
        print(f"{peer.library:6} {name:44} {str(problem).splitlines()[0][:80]}", flush=True)
    peer.release()


def decompositions(peer):
    linalg = peer.xp.linalg
    for count, rows in SIZES:
        a = definite(peer, count, rows, "float32")
        b = matrices(peer, count, rows, "float32")
        attempt(peer, f"solve/float32/{count}/{rows}", lambda: linalg.solve(a, b))
        attempt(peer, f"inv/float32/{count}/{rows}", lambda: linalg.inv(a))
        attempt(peer, f"cholesky/float32/{count}/{rows}", lambda: linalg.cholesky(a))
    for count, rows in SHORT_SIZES:
        a = definite(peer, count, rows, "float32")
        b = matrices(peer, count, rows, "float32")
        wide = definite(peer, count, rows, "float64")
        attempt(peer, f"qr/float32/{count}/{rows}", lambda: linalg.qr(b), 3)
        attempt(peer, f"svd/float32/{count}/{rows}", lambda: linalg.svd(b), 3)
        attempt(peer, f"eigh/float32/{count}/{rows}", lambda: linalg.eigh(a), 3)
        attempt(peer, f"eigh/float64/{count}/{rows}", lambda: linalg.eigh(wide), 3)


def products(peer):
    for dtype in ("float16", "float32", "float64"):
        for size in (256, 1024, 4096):
            a = peer.noise(size * size, dtype).reshape(size, size)
            b = peer.noise(size * size, dtype, 1).reshape(size, size)
            attempt(peer, f"matmul/{dtype}/{size}", lambda: a @ b)
    a = peer.noise(1000 * 100 * 100, "float32").reshape(1000, 100, 100)
    attempt(peer, "matmul_1000_of/float32/100", lambda: a @ a)


def random_numbers(peer):
    size = 1 << 28
    for dtype in ("float32", "float64"):
        if peer.library == "cupy":
            rng = peer.xp.random.default_rng(42)
            attempt(peer, f"uniform/{dtype}", lambda: rng.random(size, dtype=peer.dtypes[dtype]))
            attempt(peer, f"normal/{dtype}",
                    lambda: rng.standard_normal(size, dtype=peer.dtypes[dtype]))
        else:
            options = {"dtype": peer.dtypes[dtype], "device": "cuda"}
            attempt(peer, f"uniform/{dtype}", lambda: peer.xp.rand(size, **options))
            attempt(peer, f"normal/{dtype}", lambda: peer.xp.randn(size, **options))


def transforms(peer):
    for points, count in ((1 << 10, 1 << 14), (1 << 24, 1)):
        x = peer.noise(points * count, "float32").reshape(count, points)
        z = x.astype("complex64") if peer.library == "cupy" else x.to(peer.dtypes["complex64"])
        attempt(peer, f"fft/complex64/{points}/{count}", lambda: peer.xp.fft.fft(z))
        attempt(peer, f"rfft/float32/{points}/{count}", lambda: peer.xp.fft.rfft(x))


def main():
    chosen = sys.argv[1:] or ["cupy", "torch"]
    for kind in (Cupy, Torch):
        if kind.library not in chosen:
            continue
        peer = kind()
        for part in (products, random_numbers, transforms, decompositions):
            part(peer)


if __name__ == "__main__":
    main()
