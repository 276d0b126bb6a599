#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The programs of programs_bench in CuPy, PyTorch, torch.compile and JAX.

usage: program_peers.py library [--seconds limit] [--check] [program ...]

A library is cupy, torch, torch_compile, jax, or numpy, which times the processor. Prints microseconds
of a call, and milliseconds of the first: calls back to back that take about 20 ms, then one wait;
the median of 5 such loops. Names and sizes are those of programs_bench; a program whose turn comes
after so many seconds (55) is left out. With --check, results of small inputs are compared with
NumPy's instead.
"""
import functools
import math
import statistics
import sys
import time

import numpy

PROGRAMS = {}


def program(small, large, *kinds):
    """Inputs are (low, high, shape, dtype); n in a shape is the size."""
    def keep(function):
        PROGRAMS[function.__name__] = (small, large, kinds, function)
        return function
    return keep


class Numpy:
    """NumPy's names, and what is spelled in another way elsewhere."""

    def __init__(self, xp=numpy):
        self.xp = xp

    def __getattr__(self, name):
        return getattr(self.xp, name)

    def erf(self, x):
        return self.xp.vectorize(math.erf)(x).astype("float32")

    def from_host(self, x):
        return self.xp.asarray(x)

    def to_host(self, x):
        return numpy.asarray(x)

    def astype(self, x, dtype):
        return x.astype(dtype)

    def largest_so_far(self, x):
        return self.xp.maximum.accumulate(x, axis=1)

    def windows(self, x, size):
        return self.xp.lib.stride_tricks.sliding_window_view(x, size)

    def with_inner(self, x, value):
        y = x.copy()
        y[1:-1, 1:-1] = value
        return y

    def compiled(self, function):
        return function

    def wait(self, result):
        pass


class Cupy(Numpy):
    def __init__(self):
        import cupy
        from cupyx.scipy.special import erf
        super().__init__(cupy)
        self.erf = erf

    def to_host(self, x):
        return self.xp.asnumpy(x)

    def wait(self, result):
        self.xp.cuda.Device().synchronize()


class Jax(Numpy):
    def __init__(self):
        import jax
        super().__init__(jax.numpy)
        self.jax = jax
        self.erf = jax.scipy.special.erf

    def largest_so_far(self, x):
        return self.jax.lax.cummax(x, axis=1)

    def windows(self, x, size):
        return x[self.xp.arange(x.shape[0] - size + 1)[:, None] + self.xp.arange(size)]

    def with_inner(self, x, value):
        return x.at[1:-1, 1:-1].set(value)

    def bincount(self, x, minlength):
        return self.xp.bincount(x, length=minlength)

    def compiled(self, function):
        return self.jax.jit(function)

    def wait(self, result):
        self.jax.block_until_ready(result)


class Torch:
    def __init__(self):
        import torch
        self.xp = torch
        self.where = "cuda" if torch.cuda.is_available() else "cpu"
        torch.backends.cuda.matmul.allow_tf32 = False
        for name in ("exp", "log", "sqrt", "square", "tanh", "abs", "floor", "erf", "roll"):
            setattr(self, name, getattr(torch, name))

    def from_host(self, x):
        return self.xp.from_numpy(x).to(self.where)

    def to_host(self, x):
        return x.cpu().numpy()

    def astype(self, x, dtype):
        return x.to(getattr(self.xp, dtype))

    def arange(self, count):
        return self.xp.arange(count, device=self.where)

    def full(self, extents, value, dtype):
        return self.xp.full(extents, value, dtype=getattr(self.xp, dtype), device=self.where)

    def sum(self, x, axis=None, keepdims=False):
        return self.xp.sum(x) if axis is None else self.xp.sum(x, axis, keepdim=keepdims)

    def mean(self, x, axis=None, keepdims=False):
        return self.xp.mean(x) if axis is None else self.xp.mean(x, axis, keepdim=keepdims)

    def max(self, x, axis, keepdims=False):
        return self.xp.amax(x, axis, keepdim=keepdims)

    def min(self, x, axis):
        return self.xp.amin(x, axis)

    def var(self, x, axis, keepdims=False):
        return self.xp.var(x, axis, correction=0, keepdim=keepdims)

    def std(self, x, axis):
        return self.xp.std(x, axis, correction=0)

    def argmin(self, x, axis):
        return self.xp.argmin(x, axis)

    def maximum(self, x, least):
        return self.xp.clamp(x, min=least)

    def minimum(self, x, most):
        return self.xp.clamp(x, max=most)

    def cumsum(self, x, axis=0):
        return self.xp.cumsum(x, axis)

    def cumprod(self, x, axis):
        return self.xp.cumprod(x, axis)

    def largest_so_far(self, x):
        return self.xp.cummax(x, 1).values

    def take_along_axis(self, x, index, axis):
        return self.xp.take_along_dim(x, index.long(), axis)

    def take(self, x, index):
        return x.reshape(-1)[index.int()]

    def bincount(self, x, minlength):
        return self.xp.bincount(x, minlength=minlength)

    def repeat(self, x, count, axis):
        return self.xp.repeat_interleave(x, count, axis)

    def transpose(self, x, axes):
        return x.permute(axes).contiguous()

    def swapaxes(self, x, a, b):
        return x.transpose(a, b)

    def windows(self, x, size):
        return x.unfold(0, size, 1)

    def with_inner(self, x, value):
        y = x.clone()
        y[1:-1, 1:-1] = value
        return y

    def compiled(self, function):
        return function

    def wait(self, result):
        if self.where == "cuda":
            self.xp.cuda.synchronize()


class TorchCompile(Torch):
    def compiled(self, function):
        # Else it gives up after eight programs: all of them are one function to it.
        self.xp._dynamo.reset()
        return self.xp.compile(function, dynamic=False)


LIBRARIES = {"numpy": Numpy, "cupy": Cupy, "torch": Torch, "torch_compile": TorchCompile, "jax": Jax}


@program(1000, 1 << 20, (-8, 8, ("n", 16)), (-8, 8, (16, 16)))
def k_means_step(xp, points, centres):
    distances = xp.sum(xp.square(points[:, None] - centres), 2)
    is_member = xp.argmin(distances, 1)[:, None] == xp.arange(16)
    members = xp.astype(is_member, "float32").T @ points
    return members / xp.maximum(xp.astype(xp.sum(is_member, 0), "float32"), 1)[:, None]


@program(1000, 1 << 20, (-8, 8, ("n", 64)))
def column_z_score(xp, x):
    return (x - xp.mean(x, 0)) / xp.std(x, 0)


@program(64, 1 << 16, (-8, 8, ("n", 1024)), (-8, 8, ("n", 1024)))
def cosine_similarity(xp, a, b):
    return xp.sum(a * b, 1) / xp.sqrt(xp.sum(xp.square(a), 1) * xp.sum(xp.square(b), 1))


@program(10000, 1 << 26, (-8, 8, ("n",)), (-8, 8, ("n",)))
def regression_metrics(xp, wanted, found):
    residual = wanted - found
    spread = xp.sum(xp.square(wanted - xp.mean(wanted)))
    return (1 - xp.sum(xp.square(residual)) / spread, xp.sqrt(xp.mean(xp.square(residual))),
            xp.mean(xp.abs(residual)))


@program(10000, 1 << 26, (-8, 8, ("n",)))
def moving_average(xp, x):
    sums = xp.cumsum(x, 0)
    return (sums[30:] - sums[:-30]) / 30


@program(10000, 1 << 24, (-8, 8, ("n",)))
def moving_deviation(xp, x):
    return xp.std(xp.windows(x, 16), 1)


@program(64, 1 << 16, (-8, 8, ("n", 1024)), (-8, 8, (1024,)), (-8, 8, (1024,)))
def layer_norm(xp, x, gain, bias):
    centred = x - xp.mean(x, 1, keepdims=True)
    return centred / xp.sqrt(xp.mean(xp.square(centred), 1, keepdims=True) + 1e-5) * gain + bias


@program(4, 64, (-8, 8, ("n", 64, 128, 128)), (-8, 8, (64,)), (-8, 8, (64,)))
def batch_norm(xp, x, gain, bias):
    axes = (0, 2, 3)
    scale = gain.reshape(1, -1, 1, 1) / xp.sqrt(xp.var(x, axes, keepdims=True) + 1e-5)
    return (x - xp.mean(x, axes, keepdims=True)) * scale + bias.reshape(1, -1, 1, 1)


@program(2, 256, (0, 256, ("n", 224, 224, 3), "uint8"), (0.4, 0.5, (3,)), (0.2, 0.3, (3,)))
def image_normalised(xp, images, means, deviations):
    values = (xp.astype(images, "float32") / 255 - means) / deviations
    return xp.transpose(values, (0, 3, 1, 2))


@program(64, 2048, (-1, 1, (16, "n", 64)), (-1, 1, (16, "n", 64)), (-8, 8, (16, "n", 64)))
def attention(xp, q, k, v):
    scores = q @ xp.swapaxes(k, 1, 2) * 0.125
    weights = xp.exp(scores - xp.max(scores, 2, keepdims=True))
    return (weights / xp.sum(weights, 2, keepdims=True)) @ v


@program(64, 1 << 16, (-8, 8, ("n", 1024)), (0, 1024, ("n",), "int32"))
def cross_entropy(xp, x, labels):
    shifted = x - xp.max(x, 1, keepdims=True)
    logarithms = shifted - xp.log(xp.sum(xp.exp(shifted), 1, keepdims=True))
    return -xp.mean(xp.take_along_axis(logarithms, labels[:, None], 1))


@program(64, 1 << 16, (-8, 8, ("n", 1024)), (0, 1024, ("n",), "int32"))
def top_5_accuracy(xp, scores, labels):
    right = xp.take_along_axis(scores, labels[:, None], 1)
    return xp.mean(xp.astype(xp.sum(scores > right, 1) < 5, "float32"))


@program(64, 8192, (-1, 1, ("n", 1024)), (-0.1, 0.1, (1024, 4096)), (-8, 8, (4096,)),
         (-0.1, 0.1, (4096, 1024)), (-8, 8, (1024,)))
def gelu_layers(xp, x, w1, b1, w2, b2):
    inner = x @ w1 + b1
    cubic = 0.7978845608 * (inner + 0.044715 * inner * inner * inner)
    return (0.5 * inner * (1 + xp.tanh(cubic))) @ w2 + b2


@program(10000, 1 << 26, (-8, 8, ("n",)), (-8, 8, ("n",)), (-8, 8, ("n",)), (0, 1, ("n",)))
def adam_step(xp, p, g, m, v):
    first = 0.9 * m + 0.1 * g
    second = 0.999 * v + 0.001 * xp.square(g)
    scale = xp.sqrt(second / (1 - 0.999**10)) + 1e-8
    return p - 1e-3 * (first / (1 - 0.9**10)) / scale, first, second


@program(10000, 1 << 26, (50, 150, ("n",)), (50, 150, ("n",)), (0.1, 2, ("n",)))
def black_scholes(xp, spot, strike, years):
    def normal(x):
        return 0.5 * (1 + xp.erf(x * 0.70710678))
    spread = 0.3 * xp.sqrt(years)
    d1 = (xp.log(spot / strike) + (0.02 + 0.5 * 0.3 * 0.3) * years) / spread
    discounted = strike * xp.exp(-0.02 * years)
    call = spot * normal(d1) - discounted * normal(d1 - spread)
    return call, call - spot + discounted


@program(64, 1 << 18, (-2, 2, ("n", 256)))
def asian_option(xp, normals):
    paths = 100 * xp.exp(xp.cumsum(0.02 * normals - 0.0002, 1))
    return xp.mean(xp.maximum(xp.mean(paths, 1) - 100, 0))


@program(64, 1 << 14, (-0.01, 0.01, ("n", 4096)))
def largest_drawdown(xp, returns):
    value = xp.cumprod(1 + returns, 1)
    return xp.min(value / xp.largest_so_far(value) - 1, 1)


@program(200, 1 << 13, (-8, 8, ("n", 3)), (0, 1, ("n",)))
def n_body_forces(xp, positions, masses):
    apart = positions[None] - positions[:, None]
    squares = xp.sum(xp.square(apart), 2) + 1e-3
    weights = masses / (squares * xp.sqrt(squares))
    return xp.sum(apart * weights[:, :, None], 1)


@program(100, 1 << 13, (-8, 8, ("n", "n")))
def heat_10_steps(xp, u):
    for _ in range(10):
        u = xp.with_inner(u, 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]))
    return u


@program(100, 1 << 13, (0, 2, ("n", "n"), "uint8"))
def life_4_steps(xp, cells):
    for _ in range(4):
        columns = cells + xp.roll(cells, 1, 1) + xp.roll(cells, -1, 1)
        neighbours = columns + xp.roll(columns, 1, 0) + xp.roll(columns, -1, 0) - cells
        cells = xp.astype((neighbours == 3) | ((neighbours == 2) & (cells == 1)), "uint8")
    return cells


@program(100, 1 << 12, (-2, 0.5, ("n",)), (-1, 1, ("n",)))
def mandelbrot_30_steps(xp, real, imaginary):
    cx, cy = real[None], imaginary[:, None]
    x = y = cx * 0 + cy * 0
    count = xp.astype(x, "int32")
    for _ in range(30):
        within = x * x + y * y <= 4
        x, y = (xp.xp.where(within, x * x - y * y + cx, x),
                xp.xp.where(within, 2 * x * y + cy, y))
        count = count + within
    return count


@program(100, 1 << 13, (-8, 8, ("n", "n")))
def sobel(xp, x):
    def at(down, right):
        return x[1 + down:x.shape[0] - 1 + down, 1 + right:x.shape[1] - 1 + right]
    across = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)
    down = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
    return xp.sqrt(xp.square(across) + xp.square(down))


@program(100, 1 << 13, (0, 1, ("n", "n")))
def page_rank_10_steps(xp, links):
    pages = links.shape[0]
    chances = links / xp.maximum(xp.sum(links, 0), 1)
    rank = xp.full((pages,), 1 / pages, dtype="float32")
    for _ in range(10):
        rank = 0.85 * (chances @ rank) + 0.15 / pages
    return rank


@program(100, 1 << 13, (0, 256, ("n", "n"), "uint8"))
def equalised(xp, image):
    counts = xp.bincount(image.reshape(-1), minlength=256)
    return xp.take(xp.astype(xp.cumsum(counts, 0), "float32") / (image.shape[0] * image.shape[1]),
                   image)


@program(100, 1 << 12, (-8, 8, ("n", "n")), (0, "n-1", ("n", "n")), (0, "n-1", ("n", "n")))
def bilinear(xp, image, rows, columns):
    height, width = image.shape
    top, left = xp.minimum(xp.floor(rows), height - 2), xp.minimum(xp.floor(columns), width - 2)
    down, right = rows - top, columns - left
    corner = xp.astype(top, "int32") * width + xp.astype(left, "int32")

    def pixel(by):
        return xp.take(image, corner + by)
    return ((1 - down) * ((1 - right) * pixel(0) + right * pixel(1))
            + down * ((1 - right) * pixel(width) + right * pixel(width + 1)))


@program(1000, 1 << 24, (0, 256, ("n", 3), "uint8"), (0.1, 0.6, (3,)))
def grey(xp, pixels, weights):
    levels = xp.sum(xp.astype(pixels, "float32") * weights, 1)
    return xp.astype(xp.minimum(xp.maximum(levels, 0), 255), "uint8")


@program(1000, 1 << 24, (-8, 8, ("n", 3)))
def unit_vectors(xp, points):
    return points / xp.sqrt(xp.sum(xp.square(points), 1, keepdims=True))


@program(1000, 1 << 24, (-8, 8, ("n", 3)), (-1, 1, (3, 3)), (-8, 8, (3,)))
def rotated_points(xp, points, rotation, shift):
    return points @ rotation.T + shift


@program(100, 1 << 13, (-8, 8, ("n", "n")))
def blurred(xp, image):
    weights = (0.0625, 0.25, 0.375, 0.25, 0.0625)
    height, width = image.shape[0] - 4, image.shape[1] - 4
    rows = sum(weight * image[k:height + k] for k, weight in enumerate(weights))
    return sum(weight * rows[:, k:width + k] for k, weight in enumerate(weights))


@program(100, 1 << 12, (-8, 8, ("n", "n")))
def enlarged(xp, image):
    return xp.repeat(xp.repeat(image, 2, 0), 2, 1)


@program(64, 1 << 15, (-8, 8, (50000, 64)), (0, 50000, ("n", 32), "int32"))
def sentence_vectors(xp, table, words):
    return xp.mean(table[words], 1)


def make(kind, size, rng):
    low, high, extents, dtype = (*kind, "float32")[:4]
    high = size - 1 if high == "n-1" else high
    extents = tuple(size if extent == "n" else extent for extent in extents)
    if dtype != "float32":
        return rng.integers(low, high, extents, dtype)
    return rng.random(extents, "float32") * numpy.float32(high - low) + numpy.float32(low)


def inputs(xp, name, size):
    rng = numpy.random.default_rng(1)
    return [xp.from_host(make(kind, size, rng)) for kind in PROGRAMS[name][2]]


def flat(result):
    return result if isinstance(result, tuple) else (result,)


def check(xp, name):
    small, _, _, function = PROGRAMS[name]
    found = flat(xp.compiled(functools.partial(function, xp))(*inputs(xp, name, small)))
    wanted = flat(function(Numpy(), *inputs(Numpy(), name, small)))
    for one, other in zip(found, wanted):
        numpy.testing.assert_allclose(xp.to_host(one), other, 1e-3, 1e-3)
    print(f"{name}: right", flush=True)


def measure(xp, library, name):
    _, large, _, function = PROGRAMS[name]
    given = inputs(xp, name, large)
    xp.wait(given)
    compiled = xp.compiled(functools.partial(function, xp))

    def loop(calls):
        start = time.perf_counter()
        for _ in range(calls):
            result = compiled(*given)
        xp.wait(result)
        return (time.perf_counter() - start) / calls
    first = loop(1)
    calls = int(min(max(2e-2 / max(loop(2), 1e-9), 1), 1000))
    seconds = statistics.median(loop(calls) for _ in range(5))
    print(f"{library:13} program/{name:24} {seconds * 1e6:12.1f} us, first {first * 1e3:10.1f} ms",
          flush=True)


def main():
    start = time.perf_counter()
    words = sys.argv[1:]
    if not words or words[0] not in LIBRARIES:
        sys.exit(__doc__)
    library = words.pop(0)
    limit = 55.0
    if "--seconds" in words:
        place = words.index("--seconds")
        limit = float(words[place + 1])
        del words[place:place + 2]
    only_check = "--check" in words
    names = [word for word in words if word != "--check"] or list(PROGRAMS)
    xp = LIBRARIES[library]()
    for name in names:
        if time.perf_counter() - start > limit:
            print(f"{library:13} program/{name:24} left out: {limit:.0f} s are over", flush=True)
            continue
        try:
            check(xp, name) if only_check else measure(xp, library, name)
        except Exception as problem:  # noqa: BLE001
            lines = str(problem).splitlines() or [repr(problem)]
            text = next((line for line in lines if line), "")[:90]
            print(f"{library:13} program/{name:24} {text}", flush=True)


if __name__ == "__main__":
    main()
