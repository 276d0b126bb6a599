# SPDX-License-Identifier: BSD-3-Clause
"""Functions that write_elementwise.py needs and that are no ufuncs of NumPy.

COMPOSED ones are what NumPy computes, or would, step by step. ROUNDED_ONCE ones are called with the
character of the result's dtype, and their exact values are rounded to it once: those of float16,
float32 and bfloat16 by way of float64 whose last bit is odd if it is not exact.
"""

from fractions import Fraction

import numpy as np


def nearest(exact):
    """The float64 nearest to a Fraction."""
    try:
        return float(exact)
    except OverflowError:
        return np.inf if exact > 0 else -np.inf


def odd(exact):
    """The float64 of which one more rounding gives what a single one would."""
    x = nearest(exact)
    if not np.isfinite(x) or Fraction(x) == exact or np.float64(x).view(np.int64) & 1:
        return x
    return float(np.nextafter(x, np.inf if Fraction(x) < exact else -np.inf))


def rounding_to(out):
    return nearest if out == "d" else odd


def fma(out, *columns):
    rounded = rounding_to(out)

    def one(x, y, z):
        if not np.isfinite(x + y + z):
            return x * y + z
        exact = Fraction(x) * Fraction(y) + Fraction(z)
        return rounded(exact) if exact else x * y + z

    return np.array([one(*row) for row in zip(*(c.astype(float).tolist() for c in columns))])


def special(function, limits):
    """`limits(x)` where it is not None, else the real function of mpmath at 200 bits."""

    def column(out, x):
        import mpmath

        mpmath.mp.prec = 200
        rounded = rounding_to(out)

        def one(x):
            known = limits(x)
            if known is not None:
                return known
            _, man, exp, _ = (value := function(mpmath, mpmath.mpf(x)))._mpf_
            exact = Fraction(int(man)) * Fraction(2) ** int(exp)
            return rounded(-exact if value < 0 else exact)

        return np.array([one(v) for v in x.astype(float).tolist()])

    return column


def limits_of_erf(x):
    return x if np.isnan(x) or x == 0 else np.copysign(1.0, x) if abs(x) > 1000 else None


def limits_of_erfc(x):
    return x if np.isnan(x) else 1.0 - np.copysign(1.0, x) if abs(x) > 1000 else None


def limits_of_tgamma(x):
    if x == 0:
        return np.copysign(np.inf, x)
    if np.isnan(x) or x == np.inf or (x < 0 and x == np.floor(x)):
        return abs(x) if x > 0 else np.nan
    if x < -1000:
        return 0.0 if np.floor(x) % 2 == 0 else -0.0
    return np.inf if x > 1000 else None


def limits_of_lgamma(x):
    if np.isnan(x) or np.isinf(x) or (x <= 0 and x == np.floor(x)):
        return x if np.isnan(x) else np.inf
    return 0.0 if x in (1, 2) else None


def lgamma(mpmath, x):
    if x > 0:
        return mpmath.loggamma(x)
    return mpmath.log(mpmath.pi / abs(mpmath.sinpi(x))) - mpmath.loggamma(1 - x)


ROUNDED_ONCE = {
    "fma": fma,
    "erf": special(lambda mpmath, x: mpmath.erf(x), limits_of_erf),
    "erfc": special(lambda mpmath, x: mpmath.erfc(x), limits_of_erfc),
    "tgamma": special(lambda mpmath, x: mpmath.gamma(x), limits_of_tgamma),
    "lgamma": special(lgamma, limits_of_lgamma),
}


def fdim(x, y):
    nan = np.isnan(x) | np.isnan(y)
    return np.where(nan, x + y, np.where(x > y, x - y, x.dtype.type(0)))


def norm(z):
    return z.real * z.real + z.imag * z.imag if z.dtype.kind == "c" else z * z


def to_complex(x, y):
    result = np.empty(x.shape, "F" if x.dtype == np.float32 else "D")
    result.real, result.imag = x, y
    return result


def round_to(x, decimals):
    """numpy.round, called once for each number of decimals. Of bools it has none but 0."""
    result = np.empty(x.shape, "e" if x.dtype == bool else x.dtype)
    for n in set(decimals.tolist()):
        chosen = np.repeat(x[decimals == n], 2)[::2]
        far = max(min(n, 400), -400)
        if x.dtype == bool:
            far = 0
        elif x.dtype.kind in "iu" and far < 0:  # what does not fit is as in any strided cast
            chosen = np.repeat(np.round(chosen.astype(float), far), 2)[::2].astype(x.dtype)
            far = 0
        result[decimals == n] = np.round(chosen, far)
    return result


def halves_in_float32(function):
    """NumPy rounds every step of its float16 result, which then has few right digits."""
    return lambda x: function(x.astype("f")).astype("e") if x.dtype == "e" else function(x)


def log1p(x):
    """numpy.log1p, whose complex loops have few right digits of the real part where |1 + x| is near 1:
    there it is that of numpy.log1p of longdouble."""
    result = np.log1p(x)
    if x.dtype.kind != "c":
        return result
    re, im = x.real.astype(np.longdouble), x.imag.astype(np.longdouble)
    modulus = np.hypot(re + 1, im)
    near = (modulus > 0.5) & (modulus < 2)
    result.real[near] = (np.log1p(re * (2 + re) + im * im) / 2)[near]
    return result


log1p.types = np.log1p.types

COMPOSED = {
    "arg": np.angle,
    "cube": lambda x: x * x * x,
    "fdim": fdim,
    "i0": halves_in_float32(np.i0),
    "log1p": log1p,
    "norm": norm,
    "round_to": round_to,
    "sinc": halves_in_float32(np.sinc),
    "to_complex": to_complex,
}


def rounds_once(name):
    return name in ROUNDED_ONCE


def find(name):
    return ROUNDED_ONCE.get(name) or COMPOSED.get(name)
