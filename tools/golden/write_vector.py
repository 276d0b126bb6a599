#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Write what NumPy's vector loops give, where it is not what its baseline gives.

    venv/bin/python tools/golden/write_vector.py       after tools/golden/write_elementwise.py

The rows of tests/golden/elementwise/ whose finite results differ go to tests/golden/vector_loops/, in the
same format. For loops with AVX2 and FMA, which NumPy calls X86_V3: what else the machine has is switched
off.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INPUT = ROOT / "tests" / "golden" / "elementwise"
OUTPUT = ROOT / "tests" / "golden" / "vector_loops"
SWITCH = "NPY_DISABLE_CPU_FEATURES"
KEPT = "X86_V3"

if SWITCH not in os.environ:
    import numpy._core._multiarray_umath as umath

    found = [f for f in umath.__cpu_dispatch__ if umath.__cpu_features__.get(f)]
    if KEPT not in found:
        sys.exit(f"this machine, or this NumPy, has no loops for {KEPT}")
    os.environ[SWITCH] = " ".join(f for f in found if f != KEPT)
    os.execv(sys.executable, [sys.executable] + sys.argv)

import numpy as np  # noqa: E402

import references  # noqa: E402


def tables(path):
    """The loops of a golden file with their columns."""
    data = path.read_bytes()
    position = data.index(b"\n") + 1
    while position < len(data):
        end = data.index(b"\n", position)
        _, loop, size = data[position:end].decode().split()
        position = end + 1
        columns = []
        for char in loop.replace("->", ""):
            dtype = np.dtype("u2" if char == "E" else char)
            columns.append(np.frombuffer(data, dtype, int(size), position))
            position += int(size) * dtype.itemsize
        yield loop, columns


def differing(function, loop, columns):
    """The rows whose results differ, with the results of this NumPy."""
    operands = loop.index("->")
    results = function(*(column.copy() for column in columns[:operands]))
    results = results if isinstance(results, tuple) else (results,)
    differs = np.zeros(len(columns[0]), bool)
    for actual, baseline in zip(results, columns[operands:]):
        differs |= (actual != baseline) & np.isfinite(baseline)
    return [column[differs] for column in (*columns[:operands], *results)]


def main():
    OUTPUT.mkdir(parents=True, exist_ok=True)
    np.seterr(all="ignore")
    for path in sorted(INPUT.glob("*.golden")):
        function = getattr(np._core.umath, path.stem, None)
        if references.find(path.stem) or not isinstance(function, np.ufunc):
            continue
        found = []
        for loop, columns in tables(path):
            if "E" not in loop:
                rows = differing(function, loop, columns)
                if rows[0].size:
                    found.append((loop, rows))
        if not found:
            continue
        with (OUTPUT / path.name).open("wb") as file:
            file.write(b"types \n")
            for loop, rows in found:
                file.write(f"loop {loop} {len(rows[0])}\n".encode())
                for column in rows:
                    file.write(np.ascontiguousarray(column).tobytes())
            print(path.stem, *(f"{loop}: {len(rows[0])}" for loop, rows in found))


if __name__ == "__main__":
    main()
