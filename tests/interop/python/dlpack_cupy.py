# SPDX-License-Identifier: BSD-3-Clause
"""Hands tensors to CuPy and back, in one process: dlpack_cupy.py <library of dlpack_module.cpp>.

Ends with 77, which skips the test, if there is no CuPy, or no GPU."""
import sys
import unittest

try:
    import cupy as cp
except (ImportError, OSError) as missing:
    print("skipped:", missing)
    sys.exit(77)

from dlpack_exchange import ExchangeOnGpu, counted
from dlpack_library import library


def has_gpu():
    try:
        return library.gpus() > 0 and cp.cuda.runtime.getDeviceCount() > 0
    except cp.cuda.runtime.CUDARuntimeError:
        return False


if not has_gpu():
    print("skipped: no GPU")
    sys.exit(77)


class Cupy(ExchangeOnGpu, unittest.TestCase):
    dtypes = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
              "float16", "float32", "float64", "complex64", "complex128")

    def made(self, dtype, extents):
        return cp.asarray(counted(dtype, extents))

    def taken(self, array):
        return cp.from_dlpack(array)

    def seen(self, theirs):
        return cp.asnumpy(theirs)

    def dtype_of(self, theirs):
        return theirs.dtype.name

    def address_of(self, theirs):
        return theirs.data.ptr

    def strides_of(self, theirs):
        return tuple(s // theirs.itemsize for s in theirs.strides)

    def busy_stream(self):
        stream = cp.cuda.Stream(non_blocking=True)
        with stream:
            numbers = cp.ones(1 << 26)
            for _ in range(50):
                numbers += 1
        return stream

    def taken_by_interface(self, array):
        return cp.asarray(array)


if __name__ == "__main__":
    unittest.main()
