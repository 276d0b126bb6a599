# SPDX-License-Identifier: BSD-3-Clause
"""Hands tensors to NumPy and back, in one process: dlpack_numpy.py <library of dlpack_module.cpp>.

Ends with 77, which skips the test, if there is no NumPy that knows DLPack 1."""
import gc
import sys
import unittest
import weakref

try:
    import numpy as np

    if np.lib.NumpyVersion(np.__version__) < "2.1.0":
        raise ImportError("NumPy " + np.__version__)
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

from dlpack_exchange import Exchange, counted
from dlpack_library import new, receive


class Numpy(Exchange, unittest.TestCase):
    dtypes = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
              "float16", "float32", "float64", "complex64", "complex128")

    def made(self, dtype, extents):
        return counted(dtype, extents)

    def taken(self, array):
        return np.from_dlpack(array)

    def seen(self, theirs):
        return theirs

    def dtype_of(self, theirs):
        return theirs.dtype.name

    def address_of(self, theirs):
        return theirs.ctypes.data

    def strides_of(self, theirs):
        return tuple(s // theirs.itemsize for s in theirs.strides)

    def test_what_is_written_may_be_written(self):
        self.assertTrue(np.from_dlpack(new("float32", (2,))).flags.writeable)
        self.assertFalse(np.from_dlpack(new("float32", (2,), written=False)).flags.writeable)

    def test_negative_strides(self):
        for given in (np.arange(6)[::-2], np.arange(6).reshape(2, 3)[::-1, ::-1]):
            np.testing.assert_array_equal(np.from_dlpack(receive(given)), given)

    def test_read_only_arrays(self):
        given = np.arange(3.0)
        given.flags.writeable = False
        with self.assertRaisesRegex(RuntimeError, "it is read-only"):
            receive(given, written=True)
        ours = receive(given)
        ours.add(1)
        np.testing.assert_array_equal(given, [0, 1, 2])
        np.testing.assert_array_equal(np.from_dlpack(ours), [1, 2, 3])

    def test_array_ends_with_its_last_user(self):
        given = np.arange(5.0)
        alive = weakref.ref(given)
        array = receive(given)
        del given
        gc.collect()
        self.assertIsNotNone(alive())
        np.testing.assert_array_equal(np.from_dlpack(array), np.arange(5.0))
        del array
        gc.collect()
        self.assertIsNone(alive())

    def test_array_interface_is_taken(self):
        class Plain:
            def __init__(self, array):
                self.array = array
                self.__array_interface__ = {
                    key: value for key, value in array.interface().items() if key != "stream"}

        for dtype in self.dtypes:
            for extents in ((2, 3), (), (0, 3)):
                array = Plain(new(dtype, extents))
                if extents == (0, 3):  # for which NumPy takes no address 0
                    self.assertEqual(array.__array_interface__["data"][0], 0)
                    continue
                seen = np.asarray(array)
                self.assertEqual(seen.dtype.name, dtype)
                np.testing.assert_array_equal(seen, counted(dtype, extents))
        with self.assertRaisesRegex(AttributeError, "have no name for bfloat16"):
            new("bfloat16", (2,)).interface()


if __name__ == "__main__":
    unittest.main()
