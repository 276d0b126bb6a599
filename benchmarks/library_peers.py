#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The works of product_bench, product_programs_bench, decomposition_bench, fft_bench and random_bench
in CuPy, PyTorch and JAX: JSON.

usage: library_peers.py out.json [cupy torch jax] [--seconds-each 90]

Microseconds of a call, measured as by indexing_peers.py. Names and sizes are those of the benchmarks.
float32 is not rounded to TF32 but in the rows of that name. What JAX can compile it compiles;
PyTorch's layer and attention are those of torch.compile where that is faster.
"""
import argparse
import json

import numpy

import indexing_peers
import peers
from indexing_peers import Timer
from rows import IMAGES, MATRICES, NUMBERS, PRODUCT_SIZES, PRODUCT_STACKS, TRANSFORMS

SMALL_PRODUCTS = 1000


class Cupy(indexing_peers.Cupy):
    def tf32(self, _):
        raise NotImplementedError("no TF32 for a scope")

    def definite(self, count, rows):
        return definite(self, count, rows, self.xp.eye(rows, dtype="float32"))

    def generator(self, which, dtype):
        rng = self.xp.random.default_rng(42)
        draw = rng.random if which == "random" else rng.standard_normal
        return lambda: draw(NUMBERS, dtype=self.dtypes[dtype])

    def integers(self, count, dtype):
        rng = self.xp.random.default_rng(42)
        return lambda: rng.integers(0, count, NUMBERS, dtype=dtype)

    def fused(self, function):
        return function

    def softmax_scores(self, scores):
        weights = self.xp.exp(scores - scores.max(-1, keepdims=True))
        return weights / weights.sum(-1, keepdims=True)

    def transposed(self, x):
        return x.swapaxes(-1, -2)

    def kept(self, norms, i, norm):
        norms[i] = norm
        return norms


class Torch(indexing_peers.Torch):
    transposed = Cupy.transposed
    kept = Cupy.kept

    def tf32(self, on):
        self.xp.backends.cuda.matmul.allow_tf32 = on

    def definite(self, count, rows):
        return definite(self, count, rows, self.xp.eye(rows, device="cuda"))

    def generator(self, which, dtype):
        draw = self.xp.rand if which == "random" else self.xp.randn
        return lambda: draw(NUMBERS, dtype=self.dtypes[dtype], device="cuda")

    def integers(self, count, dtype):
        kind = getattr(self.xp, dtype)
        return lambda: self.xp.randint(0, count, (NUMBERS,), dtype=kind, device="cuda")

    def fused(self, function):
        return self.xp.compile(function, dynamic=False)

    def softmax_scores(self, scores):
        return self.xp.softmax(scores, -1)


class Jax(indexing_peers.Jax):
    transposed = Cupy.transposed

    def __init__(self):
        super().__init__()
        self.tf32(False)
        self.dtypes["bfloat16"] = self.xp.bfloat16
        self.dtypes["complex64"] = numpy.complex64

    def tf32(self, on):
        self.jax.config.update("jax_default_matmul_precision", "tensorfloat32" if on else "highest")

    def definite(self, count, rows):
        return definite(self, count, rows, self.xp.eye(rows, dtype="float32"))

    def generator(self, which, dtype):
        key = self.jax.random.key(42)
        draw = self.jax.random.uniform if which == "random" else self.jax.random.normal
        compiled = self.jax.jit(lambda key: draw(key, (NUMBERS,), dtype))
        return lambda: compiled(key)

    def integers(self, count, dtype):
        key = self.jax.random.key(42)
        draw = self.jax.random.randint
        compiled = self.jax.jit(lambda key: draw(key, (NUMBERS,), 0, count, dtype))
        return lambda: compiled(key)

    def fused(self, function):
        return function

    def softmax_scores(self, scores):
        return self.jax.nn.softmax(scores, -1)

    def kept(self, norms, i, norm):
        return norms.at[i].set(norm)


def matrices(peer, count, rows, dtype="float32", seed=0):
    x = peer.noise(count * rows * rows, dtype, seed)
    return x.reshape((rows, rows) if count == 1 else (count, rows, rows))


def definite(peer, count, rows, unit):
    a = matrices(peer, count, rows)
    return a + a.swapaxes(-1, -2) + 16 * rows * unit


def products(peer, timed):
    xp = peer.xp
    for dtype in ("float32", "float16", "bfloat16", "float64", "complex64"):
        if dtype not in peer.dtypes and peer.library != "jax":
            continue
        for size in PRODUCT_SIZES:
            a, b = (matrices(peer, 1, size, dtype, seed) for seed in (0, 1))
            timed(f"matmul/{dtype}/{size}", lambda a, b: a @ b, a, b)
    try:
        peer.tf32(True)
        for size in PRODUCT_SIZES:
            a, b = (matrices(peer, 1, size, seed=seed) for seed in (0, 1))
            timed(f"matmul/tf32/{size}", lambda a, b: a @ b, a, b)
        peer.tf32(False)
    except NotImplementedError:
        pass
    for count, rows in PRODUCT_STACKS:
        a, b = (matrices(peer, count, rows, seed=seed) for seed in (0, 1))
        timed(f"matmul_stack/float32/{count}/{rows}", lambda a, b: a @ b, a, b)
    a, v = matrices(peer, 1, 8192), peer.noise(8192, "float32", 1)
    timed("matmul_vector/float32/8192", lambda a, v: a @ v, a, v)
    q, k, v = (peer.noise(1 << 24, "float32", seed).reshape(16, 16, 1024, 64) for seed in range(3))
    timed("einsum_scores/float32", lambda q, k: xp.einsum("bhqd,bhkd->bhqk", q, k), q, k)


def programs(peer, timed):
    xp = peer.xp
    x, w = (matrices(peer, 1, 4096, seed=seed) for seed in (0, 1))
    b = peer.noise(4096, "float32", 2)
    zero = xp.zeros_like(b)
    timed("layer/float32/4096", peer.fused(lambda x, w, b: xp.maximum(x @ w + b, zero)), x, w, b)
    q, k, v = (peer.noise(1 << 24, "float32", seed).reshape(256, 1024, 64) for seed in range(3))
    timed("attention/float32", peer.fused(
        lambda q, k, v: peer.softmax_scores(q @ peer.transposed(k) / 8) @ v), q, k, v)
    variables = peer.noise(1 << 26, "float32").reshape(1024, 65536)
    timed("cov/float32", lambda x: xp.cov(x), variables)
    a, b = (matrices(peer, 1, 100, seed=seed) for seed in (0, 1))

    def fetched():
        for _ in range(SMALL_PRODUCTS):
            norm = float(xp.linalg.norm(a @ b))
        return xp.zeros_like(b) + norm

    def kept():
        norms = xp.zeros_like(peer.noise(SMALL_PRODUCTS, "float32"))
        for i in range(SMALL_PRODUCTS):
            norms = peer.kept(norms, i, xp.linalg.norm(a @ b))
        return norms
    timed.once("norms_fetched/float32", fetched)
    timed.once("norms_kept/float32", kept)


def decompositions(peer, timed):
    linalg = peer.xp.linalg
    for count, rows in MATRICES:
        a, b = peer.definite(count, rows), matrices(peer, count, rows)
        for which in ("inv", "cholesky", "eigh"):
            timed(f"{which}/float32/{count}/{rows}", getattr(linalg, which), a)
        timed(f"solve/float32/{count}/{rows}", linalg.solve, a, b)
        for which in ("qr", "svd"):
            timed(f"{which}/float32/{count}/{rows}", getattr(linalg, which), b)


def transforms(peer, timed):
    fft = peer.xp.fft
    for points, count in TRANSFORMS:
        x = peer.noise(points * count, "float32").reshape(count, points)
        timed(f"fft/complex64/{points}/{count}", fft.fft, peer.cast(x, "complex64"))
        timed(f"rfft/float32/{points}/{count}", fft.rfft, x)
    for rows in IMAGES:
        x = matrices(peer, 1, rows)
        timed(f"fft2/complex64/{rows}", fft.fft2, peer.cast(x, "complex64"))
        timed(f"spectrum/float32/{rows}", lambda x: peer.xp.abs(fft.fft2(x)), x)


def random_numbers(peer, timed):
    for dtype in ("float32", "float64"):
        for which in ("random", "normal"):
            timed(f"{which}/{dtype}/{NUMBERS}", peer.generator(which, dtype), dynamic=True)
    for count, dtype in ((1000, "int32"), (256, "uint8")):
        timed(f"integers/{dtype}/{NUMBERS}", peer.integers(count, dtype), dynamic=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("libraries", nargs="*", choices=["cupy", "torch", "jax", []], default=[])
    parser.add_argument("--seconds-each", type=float, default=90)
    arguments = parser.parse_args()
    versions = {}
    for kind in (Cupy, Torch, Jax):
        if arguments.libraries and kind.library not in arguments.libraries:
            continue
        peer = peers.available(kind)
        if not peer:
            continue
        versions[peer.library] = peer.version
        timed = Timer(peer, arguments.seconds_each)
        for part in (products, random_numbers, transforms, programs, decompositions):
            part(peer, timed)
            peer.release()
    with open(arguments.out, "w") as out:
        json.dump({"context": versions, "benchmarks": peers.results}, out, indent=1)


if __name__ == "__main__":
    main()
