#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/promotion.txt: what NumPy 2 promotes and casts safely.

Needs NumPy 2 from PyPI:  python3 -m venv .venv && .venv/bin/pip install 'numpy>=2,<3'
"""
import pathlib

import numpy

NAMES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
         "float16 float32 float64 complex64 complex128").split()
SCALARS = {"bool": True, "int64": 1, "float64": 1.0, "complex128": 1j}

rows = []
for a in NAMES:
    for b in NAMES:
        rows.append(f"promote {a} {b} {numpy.promote_types(a, b)}")
        rows.append(f"cast {a} {b} {int(numpy.can_cast(a, b))}")
    for kind, scalar in SCALARS.items():
        rows.append(f"scalar {a} {kind} {numpy.result_type(numpy.empty(1, a), scalar)}")

target = pathlib.Path(__file__).parents[2] / "tests" / "golden" / "promotion.txt"
target.write_text("\n".join(rows) + "\n")
