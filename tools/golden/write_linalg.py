#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/array/linalg.txt and linalg.golden: products of matrices, and NumPy's module linalg.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2.4,<3'

FUNCTION OPERAND|OPERAND ARGUMENT;SHAPE:TYPES SHAPE:TYPES;CHANGE CHANGE     for each result

Each line is two calls: of real operands in float64, and of complex ones in complex128. Lists are
"3,4", or "-" for an empty one, or None.

An operand is a letter and a shape. Element i of operand k of a call, from which all letters are
made, is ((7 i i + 5 i + 3 k + 1) mod 17 - 8) / 4, plus an imaginary part of ((5 i i + 2 i + k + 3)
mod 13 - 6) / 4: every floating-point dtype has these numbers.
  r  as it is                h  a + a^H                   p  a a^H + 1, positive definite
  s  the last column is the first one: rank-deficient     z  zeros
  b  Pascal's triangle, the binomials of i + j and i: ill-conditioned; real

TYPES are those of the elements of the real call and of the complex one: the narrowest of float16,
float32 and float64 that has all the numbers, as "e", "f" and "d", with an imaginary part "E", "F"
and "D". In linalg.golden follow the results of the real call, then those of the complex one.

CHANGE is what a relative change of the operands by 1 may change in the result, to first order: the
condition number times the size of the result, for most. 0 says that the result is exact.

The last digits depend on the code that OpenBLAS chooses for the processor, which is fixed here.
"""
import os
import pathlib

os.environ["OPENBLAS_CORETYPE"] = "Prescott"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402
from numpy import linalg  # noqa: E402

INF = np.inf


def elements(shape, number, is_complex):
    i = np.arange(np.prod(shape, dtype=int))
    a = ((7 * i * i + 5 * i + 3 * number + 1) % 17 - 8) / 4
    if is_complex:
        a = a + 1j * ((5 * i * i + 2 * i + number + 3) % 13 - 6) / 4
    return a.reshape(shape)


def operand(word, number, is_complex):
    letter = word[0]
    a = elements([int(n) for n in word[1:].split(",") if n not in "-"], number, is_complex)
    if letter == "h":
        return a + adjoint(a)
    if letter == "p":
        return a @ adjoint(a) + np.eye(a.shape[-1])
    if letter == "s":
        a[..., -1] = a[..., 0]
    if letter == "z":
        a[...] = 0
    if letter == "b":
        a[...] = 1
        for i in range(1, a.shape[0]):
            for j in range(1, a.shape[0]):
                a[i, j] = a[i - 1, j] + a[i, j - 1]
    return a


def adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def size(a):
    return float(np.abs(a).max(initial=0))


def singular_values(a):
    """Of all matrices; those that are 0 but for rounding are left out, as are the others' places."""
    if a.size == 0:
        return []
    s = linalg.svd(a, compute_uv=False).reshape(-1, min(a.shape[-2:]))
    return [row[row > 1e-10 * row[0]] for row in s]


def condition(a):
    return max((row[0] / row[-1] for row in singular_values(a) if row.size), default=1.0)


def largest(a):
    return max((row[0] for row in singular_values(a) if row.size), default=0.0)


def numbers(text):
    return [] if text == "-" else [int(n) for n in text.split(",")]


def exact(function):
    return lambda argument, *a: [(function(argument, *a), 0)]


def times_condition(function, power=1):
    def call(argument, a, *more):
        result = function(argument, a, *more)
        return [(result, condition(a) ** power * size(result))]
    return call


def times_largest(function):
    return lambda argument, a: [(function(argument, a), largest(a))]


def order_of(text):
    return None if text == "-" else text if text in ("fro", "nuc") else float(text)


def norm(argument, a):
    order, axes, keepdims = argument.split("/")
    axes = None if axes == "-" else tuple(numbers(axes))
    result = linalg.norm(a, order_of(order), axes[0] if axes and len(axes) == 1 else axes,
                         keepdims == "1")
    return [(result, size(result) * (condition(a) if order == "-2" and a.ndim > 1 else 1))]


def det(_, a):
    minors = [row[0] * np.prod(row[:-1]) if row.size == a.shape[-1] else np.prod(row)
              for row in singular_values(a) if row.size]
    return [(linalg.det(a), max(minors, default=0))]


def slogdet(_, a):
    sign, logarithm = linalg.slogdet(a)
    return [(sign, condition(a)), (logarithm, condition(a))]


def lstsq(argument, a, b):
    x, residuals, rank, s = linalg.lstsq(a, b, None if argument == "-" else float(argument))
    return [(x, condition(a) ** 2 * max(size(x), size(b) / (largest(a) or 1))),
            (residuals, condition(a) * size(b) ** 2), (np.float64(rank), 0), (s, largest(a))]


def eigvals(_, a):
    values, vectors = linalg.eig(a)
    order = np.lexsort([values.imag, values.real])
    return [(values[..., order].astype(complex), largest(a) * condition(vectors))]


def inverse_power(argument, a):
    result = linalg.matrix_power(a, int(argument))
    change = 0 if int(argument) >= 0 else condition(a) * size(linalg.inv(a)) ** -int(argument)
    return [(result, change * -int(argument))]


def tensorsolve(argument, a, b):
    x = linalg.tensorsolve(a, b, None if argument == "-" else numbers(argument))
    axes = [i for i in range(a.ndim) if argument == "-" or i not in numbers(argument)]
    axes += [] if argument == "-" else numbers(argument)
    return [(x, condition(a.transpose(axes).reshape(b.size, b.size)) * size(x))]


def tensorinv(argument, a):
    x = linalg.tensorinv(a, int(argument))
    rows = np.prod(a.shape[:int(argument)])
    return [(x, condition(a.reshape(rows, rows)) * size(x))]


COVARIANCES = {"-": {}, "columns": dict(rowvar=False), "bias": dict(bias=True), "ddof": dict(ddof=0)}


def cov(argument, *a):
    count = a[0].shape[-1]
    weights = dict(fweights=1 + np.arange(count) % 3, aweights=(1 + np.arange(count) % 4) / 4)
    options = {argument: weights[argument]} if argument in weights else COVARIANCES[argument]
    return [(np.cov(*a, **options), max(map(size, a)) ** 2)]


def corrcoef(argument, *a):
    variances = np.diag(np.atleast_2d(np.cov(*a, **COVARIANCES[argument]))).real
    return [(np.corrcoef(*a, **COVARIANCES[argument]), max(map(size, a)) ** 2 / variances.min())]


def pair(function):
    """Of a function with axes: "1" or "0,1/1,2"."""
    def call(argument, a, b):
        lists = [numbers(part) for part in argument.split("/")]
        return function(a, b, lists[0][0] if len(lists) == 1 else lists)
    return call


FUNCTIONS = {
    **{name: exact(lambda _, a, b, f=getattr(np, name): f(a, b))
       for name in ("matmul", "dot", "vdot", "inner", "outer", "kron", "vecdot", "matvec", "vecmat")},
    "einsum": exact(lambda subscripts, *a: np.einsum(subscripts, *a)),
    "tensordot": exact(pair(np.tensordot)),
    "cross": exact(lambda axes, a, b: np.cross(a, b, *numbers(axes))),
    "multi_dot": exact(lambda _, *a: linalg.multi_dot(a)),
    "matrix_power": inverse_power,
    "det": det,
    "slogdet": slogdet,
    "inv": times_condition(lambda _, a: linalg.inv(a)),
    "solve": times_condition(lambda _, a, b: linalg.solve(a, b)),
    "tensorsolve": tensorsolve,
    "tensorinv": tensorinv,
    "lstsq": lstsq,
    "cholesky": times_condition(lambda uplo, a: linalg.cholesky(a, upper=uplo == "U")),
    "qr": times_condition(lambda mode, a: np.abs(linalg.qr(a, "complete" if mode == "complete"
                                                 else "reduced").R)),
    "svd": times_largest(lambda mode, a: linalg.svd(a, hermitian=mode == "hermitian").S),
    "eigh": times_largest(lambda uplo, a: linalg.eigvalsh(a, uplo)),
    "eig": eigvals,
    "pinv": times_condition(lambda mode, a: linalg.pinv(a, hermitian=True) if mode == "hermitian"
                            else linalg.pinv(a, None if mode == "-" else float(mode))),
    "matrix_rank": exact(lambda tol, a: np.float64(linalg.matrix_rank(
        a, None if tol == "-" else float(tol)))),
    "cond": times_condition(lambda order, a: linalg.cond(a, order_of(order))),
    "norm": norm,
    "cov": cov,
    "corrcoef": corrcoef,
}

CALLS = """
matmul   r3,4|r4,2 r2,2,3|r3,2 r2,1,1,3|r3,3,1 r4|r4,2 r3,4|r4 r4|r4 r2,0|r0,2 r0,2|r2,3
dot      r2,3|r3,2 r2,2,3|r2,3,1 r3|r3 r2,3|r3
vdot     r2,2|r2,2
inner    r2,3|r2,3 r3|r3
outer    r2|r3 r2,1|r2
kron     r2,2|r2,1 r2|r1,2,2 r3|r2
vecdot   r2,3|r3 r0|r0
matvec   r2,2,3|r3
vecmat   r2,2|r2,2,3
einsum   r2,3|r3,2:ij,jk->ik r3,3:ii r3,3:ii->i r2,3:ij->ji r2,3|r2,3:ij,ij-> r2,1,3|r2,3,2:bij,bjk->bik
einsum   r2|r3:i,j->ij r2,2,3:...ij->...j r2,3|r3,2|r2,2:ij,jk,kl->il r2,2,2:ijk->k r3|r3:i,i
einsum   r2,3|r2,3:ij,kj->ikj r2,2|r2,2:ba,ac r2,3|r3:...j,j r2,2,2,2:iijk->jk
tensordot r2,3,2|r3,2,2:2 r2|r3:0 r2,3|r3,2:1 r2,3,2|r3,2:1,0/0,1 r2,3|r4,2:0/1 r2,2|r2,2:-/-
cross    r3|r3 r2,3|r3 r3,2|r3,2:0,0,1
multi_dot r2,3|r3,4|r4,2 r3|r3,2|r2 r2,2|r2,2|r2,2|r2,1 r2,3|r3
matrix_power r2,2:0 r2,2:3 r2,2,2:2 r2,2:-1
det      r1,1 r3,3 r2,2,2 r0,0 s3,3 z2,2 b6,6
slogdet  r1,1 r3,3 r2,2,2 r0,0 z2,2
inv      r1,1 r3,3 r2,2,2 r0,0
solve    r3,3|r3 r2,2,2|r2,2 r2,2,2|r2 r0,0|r0 r1,1|r1 b6,6|r6
tensorsolve r2,2,4|r2,2 r2,4,2|r2,2:1
tensorinv r2,1,2:2 r2,2,1:1
lstsq    r4,2|r4 r4,2|r4,2 r2,4|r2 s4,3|r4 r3,2|r3:0.9 r0,2|r0
cholesky p1,1 p3,3 p2,1,1 r0,0 p2,2:U b5,5
qr       r4,2:reduced r4,2:complete r2,3:reduced r3,2:r r2,3,2:reduced r1,1:reduced r0,2:reduced
svd      r3,3:full r4,2:full r2,4:full r4,2:reduced r2,3,2:reduced s3,3:full h3,3:hermitian r1,1:full r2,0:full
eigh     h3,3:L r3,3:L r3,3:U h2,2,2:L r1,1:U r0,0:L b5,5:L
eig      r3,3 h2,2 r1,1 r0,0
pinv     r3,2 r2,3 s3,3:1e-5 r2,2,1 h2,2:hermitian r0,2
matrix_rank r3,3 s4,3 r2,2,3 z2,3 r3 z2 r3,3:2.5
cond     r3,3 r3,3:fro r3,3:nuc r3,3:1 r3,3:-1 r3,3:2 r3,3:-2 r3,3:inf r3,3:-inf r3,2 r3,2:-2 r2,2,2:1 b5,5
norm     r5:-/-/0 r5:0/-/0 r5:1/-/0 r5:2/-/0 r5:3/-/0 r5:0.5/-/0 r5:-1/-/0 r5:-2/-/0 r5:inf/-/0 r5:-inf/-/0
norm     r3,3:-/-/0 r3,3:fro/-/0 r3,3:nuc/-/0 r3,3:1/-/0 r3,3:-1/-/0 r3,3:2/-/0 r3,3:-2/-/0
norm     r3,3:inf/-/0 r3,3:-inf/-/0 r2,2,3:-/-/0 r2,3:-/0/0 r2,2,3:1/1/1 r2,2,3:-/0,1/0 r2,2,3:inf/2,0/1
norm     r2,2,3:nuc/0,-1/0 r0:-/-/0 r0,2:fro/-/0 r2,0:1/1/0
cov      r2,5 r5 r4|r4 r4,2:columns r3:bias r3:ddof r4:fweights r4:aweights
corrcoef r2,5 r4|r4
"""


def calls():
    for row in CALLS.strip().splitlines():
        name, *words = row.split()
        for word in words:
            operands, _, argument = word.partition(":")
            yield name, operands, argument or "-"


def narrowest(a):
    """A letter, and the bytes."""
    parts = np.ascontiguousarray(a)
    letter = "e"
    for letter in "efd":
        real = parts.view(np.float64).astype(letter)
        if np.array_equal(real.astype(np.float64), parts.view(np.float64)):
            break
    return letter.upper() if np.iscomplexobj(a) else letter, real.tobytes()


def text(extents):
    return ",".join(map(str, extents)) or "-"


def line(name, operands, argument):
    words = operands.split("|")
    both = []
    for is_complex in (False, True):
        arrays = [operand(word, k, is_complex) for k, word in enumerate(words)]
        both.append(FUNCTIONS[name](argument, *arrays))
    data = b""
    letters = []
    for results in both:
        for result, _ in results:
            letter, part = narrowest(np.asarray(result) + 0.0)
            letters.append(letter)
            data += part
    count = len(both[0])
    shapes = " ".join(f"{text(np.shape(both[0][k][0]))}:{letters[k]}{letters[count + k]}"
                      for k in range(count))
    changes = " ".join(f"{max(results[k][1] for results in both):.3g}" for k in range(count))
    return f"{name} {operands} {argument};{shapes};{changes}\n", data


def main():
    folder = pathlib.Path(__file__).resolve().parents[2] / "tests/golden/array"
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        lines, data = zip(*(line(*call) for call in calls()))
    (folder / "linalg.txt").write_text("".join(lines))
    (folder / "linalg.golden").write_bytes(b"".join(data))


main()
