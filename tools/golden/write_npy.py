#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Write small .npy and .npz files with NumPy into tests/golden/npy/.

    python3 -m venv venv && venv/bin/pip install 'numpy>=2.4,<2.5'
    venv/bin/python tools/golden/write_npy.py

DTYPE.npy holds [[0, 1, 2], [3, 4, 5]], of complex dtypes with imaginary parts from 10 to 15;
DTYPE_big_endian.npy and DTYPE_fortran.npy hold the same. The others are what their names say.
"""

from pathlib import Path

import numpy as np

OUTPUT = Path(__file__).resolve().parents[2] / "tests" / "golden" / "npy"
DTYPES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 "
          "complex64 complex128").split()


def save(name, array, version=None):
    with open(OUTPUT / f"{name}.npy", "wb") as out:
        np.lib.format.write_array(out, np.asanyarray(array), version)


def main():
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for dtype in DTYPES:
        array = np.arange(6).reshape(2, 3).astype(dtype)
        if array.dtype.kind == "c":
            array = (array + 1j * np.arange(10, 16).reshape(2, 3)).astype(dtype)
        save(dtype, array)
        save(f"{dtype}_big_endian", array.astype(array.dtype.newbyteorder(">")))
        save(f"{dtype}_fortran", np.asfortranarray(array))
    numbers = np.arange(24, dtype=np.float32)
    save("version_2", numbers, (2, 0))
    save("version_3", numbers, (3, 0))
    save("fortran_of_rank_3", np.asfortranarray(numbers.reshape(2, 3, 4)))
    save("rank_0", np.float64(2.5))
    save("rank_64", numbers[:1].reshape((1,) * 64))
    save("empty", np.zeros((0, 3), np.float32))
    save("objects", np.array([1, "two", None], object))
    save("records", np.zeros(3, [("x", "<f4"), ("y", "<i4")]))
    save("text", np.array(["one", "two"]))
    save("dates", np.array(["2020-01-01"], "datetime64[D]"))
    save("longdouble", np.zeros(3, np.longdouble))
    arrays = {"a": np.arange(6, dtype=np.int16).reshape(2, 3), "scalar": np.float64(2.5),
              "empty": np.zeros((0, 3), np.float32), "größe": np.array([1 + 2j], ">c16")}
    np.savez(OUTPUT / "stored.npz", np.asfortranarray(arrays["a"]), **arrays)
    np.savez_compressed(OUTPUT / "deflated.npz", zeros=np.zeros(1000, np.int32), **arrays)


if __name__ == "__main__":
    main()
