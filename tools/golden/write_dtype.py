#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/dtypes.txt: what NumPy 2 says of dtypes, and loops.txt: what becomes of
`dtype=` and `casting=`.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2,<3'

can_cast RULE FROM TO 0|1
result_type A B SCALAR DTYPE      SCALAR: the kind of a Python number, "-" for none
finfo DTYPE ATTRIBUTE VALUE       numbers hexadecimal
iinfo DTYPE BITS MIN MAX
isdtype DTYPE 0|1 KIND            a kind with blanks as underscores
min_scalar_type DTYPE VALUE DTYPE
common_type A B DTYPE             or "error"

loops.txt, a sample of all cases:
UFUNC A B DTYPE RULE DTYPE        B: "-" if there is one operand; the result: "none" without a loop,
                                  "input 1" if that is not cast by the rule
"""
import pathlib
import random
import re
import warnings

import numpy

NAMES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
         "float16 float32 float64 complex64 complex128").split()
SCALARS = {"bool": True, "int64": 1, "float64": 1.0, "complex128": 1j}
RULES = "no equiv safe same_kind unsafe".split()
KINDS = ["bool", "signed integer", "unsigned integer", "integral", "real floating",
         "complex floating", "numeric"]
FINFO = ("eps epsneg max min tiny smallest_normal smallest_subnormal resolution bits nmant nexp "
         "iexp minexp maxexp machep negep precision").split()
INTEGERS = [0, 1, 127, 128, 255, 256, 32767, 65535, 65536, 2**31, 2**32 - 1, 2**32, 2**63 - 1,
            -1, -128, -129, -32768, -32769, -2**31, -2**31 - 1, -2**63]
FLOATS = [0.0, 1.0, -1.5, 64999.0, 65000.0, -65000.0, 65504.0, 1e38, 3.39e38, 3.4e38, -3.4e38,
          3.5e38, 1e300, float("inf"), float("nan")]


def rows():
    for a in NAMES:
        for b in NAMES:
            for rule in RULES:
                yield f"can_cast {rule} {a} {b} {int(numpy.can_cast(a, b, rule))}"
            yield f"result_type {a} {b} - {numpy.result_type(a, b)}"
            for kind, scalar in SCALARS.items():
                yield f"result_type {a} {b} {kind} {numpy.result_type(a, b, scalar)}"
            try:
                common = numpy.dtype(numpy.common_type(numpy.empty(1, a), numpy.empty(1, b)))
            except TypeError:
                common = "error"
            yield f"common_type {a} {b} {common}"
        for kind in KINDS:
            one = int(numpy.isdtype(numpy.dtype(a), kind))
            yield f"isdtype {a} {one} {kind.replace(' ', '_')}"
        if numpy.issubdtype(a, numpy.inexact):
            for name in FINFO:
                yield f"finfo {a} {name} {float(getattr(numpy.finfo(a), name)).hex()}"
        if numpy.issubdtype(a, numpy.integer):
            facts = numpy.iinfo(a)
            yield f"iinfo {a} {facts.bits} {facts.min} {facts.max}"
            for value in INTEGERS:
                if facts.min <= value <= facts.max:
                    least = numpy.min_scalar_type(numpy.dtype(a).type(value))
                    yield f"min_scalar_type {a} {value} {least}"
    for name in ("float32", "float64", "complex64", "complex128"):
        with numpy.errstate(over="ignore"):
            for value in FLOATS:
                scalar = numpy.dtype(name).type(value)
                yield f"min_scalar_type {name} {value!r} {numpy.min_scalar_type(scalar)}"


UNARY = "sqrt negative absolute isnan invert floor signbit logical_not rint bitwise_count".split()
BINARY = ("add subtract divide power floor_divide maximum logical_and bitwise_or left_shift less "
          "copysign gcd ldexp float_power").split()


def outcome(name, operands, dtype, rule):
    try:
        result = getattr(numpy, name)(*(numpy.ones(1, a) for a in operands), dtype=dtype,
                                      casting=rule)
        return str(result.dtype)
    except TypeError as failure:
        place = re.search(r"input( \d)? from", str(failure))
        return f"input {int(place[1] or 0)}" if place else "none"


def loops():
    draw = random.Random(3)
    for name in UNARY:
        for a in NAMES:
            for dtype in draw.sample(NAMES, 5):
                rule = draw.choice(RULES)
                yield f"{name} {a} - {dtype} {rule} {outcome(name, [a], dtype, rule)}"
    for name in BINARY:
        for a in NAMES:
            for b in draw.sample(NAMES, 6):
                for dtype in draw.sample(NAMES, 2):
                    # NumPy's logical functions look at each operand as a bool, by no rule.
                    rule = draw.choice(RULES[2:] if name.startswith("logical") else RULES)
                    yield f"{name} {a} {b} {dtype} {rule} {outcome(name, [a, b], dtype, rule)}"


numpy.seterr(all="ignore")
warnings.simplefilter("ignore")
folder = pathlib.Path(__file__).parents[2] / "tests" / "golden"
(folder / "dtypes.txt").write_text("\n".join(rows()) + "\n")
(folder / "loops.txt").write_text("\n".join(loops()) + "\n")
