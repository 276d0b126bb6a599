#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/random/distributions.txt: what SciPy says of random numbers.

Needs SciPy from PyPI:  python3 -m venv .venv && .venv/bin/pip install scipy

Each line is a distribution, its parameters, and `:`; then pairs of an edge and of the probability
of a number up to that edge and above the edge before it. The last edge is inf."""

import pathlib

import numpy as np
from scipy import special, stats

GRID = np.concatenate([[0.0005, 0.005], np.arange(0.025, 0.99, 0.05), [0.995, 0.9995]])
LEAST = 1e-4  # the least probability of a bin
BEYOND_INT64 = 2.0**63


class truncated_zipf:
    """Below 2^63. SciPy sums term by term."""

    def __init__(self, a):
        self.a = a
        self.whole = special.zeta(a) - special.zeta(a, BEYOND_INT64)

    def ppf(self, _):
        return np.concatenate([np.arange(1, 20), 10.0 ** np.arange(2, 18)])

    def cdf(self, k):
        return (special.zeta(self.a) - special.zeta(self.a, k + 1)) / self.whole


def wald(mean, scale):
    return stats.invgauss(mean / scale, scale=scale)


def normal_poisson(lam):
    return stats.norm(lam, np.sqrt(lam))


def normal_binomial(n, p):
    return stats.norm(n * p, np.sqrt(n * p * (1 - p)))


def scaled_gamma(shape, scale):
    return stats.gamma(shape, scale=scale)


def noncentral_chisquare(df, nonc):
    return stats.ncx2(df, nonc) if nonc > 0 else stats.chi2(df)


def hypergeometric(good, bad, sample):
    return stats.hypergeom(good + bad, good, sample)


CASES = {
    "gamma": (scaled_gamma, [(0.001, 1), (0.1, 2), (0.5, 1), (1, 3), (1.5, 1), (2.5, 2), (30, 1), (1e4, 1), (1e8, 1)]),
    "beta": (stats.beta, [(0.001, 1), (0.01, 0.01), (0.5, 0.5), (1, 1), (2, 3), (0.1, 5), (5, 0.3), (1e3, 2e3)]),
    "chisquare": (stats.chi2, [(0.5,), (1,), (4,), (100,)]),
    "f": (stats.f, [(1, 1), (5, 10), (50, 3), (0.7, 200)]),
    "standard_t": (stats.t, [(0.5,), (1,), (3,), (30,), (1e6,)]),
    "noncentral_chisquare": (noncentral_chisquare, [(0.5, 0), (0.5, 2), (0.9, 300), (1, 1), (3, 0), (3, 0.5), (3, 20), (10, 1000)]),
    "noncentral_f": (stats.ncf, [(3, 5, 2), (0.5, 10, 4)]),
    "wald": (wald, [(1, 1), (3, 0.5), (0.1, 100), (2, 1e6), (100, 1)]),
    "vonmises": (lambda mu, kappa: stats.vonmises(kappa), [(0, 1e-6), (0, 0.1), (0, 1), (0, 4), (0, 100), (0, 1e4), (0, 1e7)]),
    "poisson": (stats.poisson, [(0.01,), (0.5,), (1,), (5,), (9.99,), (10,), (12,), (20,), (50,), (1000,), (1e6,)]),
    "poisson_of_many": (normal_poisson, [(1e12,), (1e18,)]),
    "binomial": (stats.binom, [(1, 0.5), (5, 0.999), (10, 0.3), (19, 0.5), (21, 0.5), (30, 0.4), (100, 0.1), (100, 0.9), (1000, 0.5), (10**6, 1e-6), (10**6, 0.3), (10**9, 1e-3)]),
    "binomial_of_many": (normal_binomial, [(10**12, 0.999), (2**62, 0.5), (2**63 - 1, 0.25)]),
    "negative_binomial": (stats.nbinom, [(1, 0.5), (0.3, 0.2), (10, 0.9), (100, 0.01)]),
    "geometric": (stats.geom, [(0.9,), (0.5,), (0.01,), (1e-6,)]),
    "hypergeometric": (hypergeometric, [(1, 1, 1), (10, 20, 8), (20, 10, 25), (3, 100, 60), (15, 15, 14), (15, 15, 17), (100, 50, 60), (50, 100, 120), (1000, 2000, 500), (10**6, 10**6, 10**5), (30, 10**8, 10**7), (5 * 10**8, 4 * 10**8, 3 * 10**8)]),
    "logseries": (stats.logser, [(0.1,), (0.5,), (0.9,), (0.999,)]),
    "zipf": (truncated_zipf, [(1.0001,), (1.1,), (1.5,), (2,), (4,), (10,)]),
}


def bins(distribution):
    """Edges and probabilities of bins, none of which is too rare to be counted."""
    edges, shares = [], []
    before = 0.0
    candidates = np.unique(distribution.ppf(GRID))
    for edge in candidates[(np.abs(candidates) > 1e-290) | (candidates == 0)]:
        below = float(distribution.cdf(edge))
        if below - before >= LEAST and 1 - below >= LEAST:
            edges.append(edge)
            shares.append(below - before)
            before = below
    return zip(edges + [np.inf], shares + [1 - before])


def main():
    lines = []
    for name, (make, cases) in CASES.items():
        for case in cases:
            numbers = " ".join(repr(one) for one in case)
            table = " ".join(f"{float(edge)!r} {share:.9g}" for edge, share in bins(make(*case)))
            assert " " in table.partition("inf")[0], (name, case)
            lines.append(f"{name} {numbers} : {table}\n")
    root = pathlib.Path(__file__).resolve().parents[2]
    (root / "tests/golden/random/distributions.txt").write_text("".join(lines))


main()
