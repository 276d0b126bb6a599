# SPDX-License-Identifier: BSD-3-Clause
"""Hands tensors to NumPy and back, in one process: dlpack_numpy.py <library of dlpack_module.cpp>.

Ends with 77, which skips the test, if there is no NumPy that knows DLPack 1."""
import ctypes
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

library = ctypes.CDLL(sys.argv.pop(1))
for name in ("versioned", "transposed", "unversioned"):
    getattr(library, name).restype = ctypes.c_void_p
library.receive_versioned.argtypes = [ctypes.c_void_p, ctypes.c_int]
library.receive_unversioned.argtypes = [ctypes.c_void_p]
library.error_text.restype = ctypes.c_char_p
library.make.argtypes = [ctypes.c_char, ctypes.c_int, ctypes.c_int]
library.used_bytes.restype = ctypes.c_long

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype = ctypes.c_void_p
pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]
rename = ctypes.pythonapi.PyCapsule_SetName
rename.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Array:
    """An array of the library, as Python's array API wants one."""

    def __init__(self, number, how="written"):
        assert number >= 0, library.error_text()
        self.number = number
        self.how = how

    def __del__(self):
        library.end(self.number)

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if self.how == "unversioned":
            return new_capsule(library.unversioned(self.number), b"dltensor", None)
        if self.how == "transposed":
            tensor = library.transposed(self.number)
        else:
            tensor = library.versioned(self.number, int(self.how == "written"))
        return new_capsule(tensor, b"dltensor_versioned", None)


def receive(array, written=False, version=(1, 0)):
    """The number of an array of the library; -1 if it refuses."""
    capsule = array.__dlpack__(max_version=version)
    if version is None:
        number = library.receive_unversioned(pointer_of(capsule, b"dltensor"))
        used = b"used_dltensor"
    else:
        tensor = pointer_of(capsule, b"dltensor_versioned")
        number = library.receive_versioned(tensor, int(written))
        used = b"used_dltensor_versioned"
    if number >= 0:
        rename(capsule, used)
    return number


class Dlpack(unittest.TestCase):
    def test_every_dtype_to_numpy(self):
        for kind in "?BlefdFD":
            array = Array(library.make(kind.encode(), 2, 3))
            seen = np.from_dlpack(array)
            self.assertEqual(seen.dtype, np.dtype(kind))
            np.testing.assert_array_equal(seen, np.arange(6).reshape(2, 3).astype(kind))
            self.assertTrue(seen.flags.writeable)

    def test_every_dtype_from_numpy_and_back(self):
        for kind in "?BlefdFD":
            given = np.arange(6).reshape(2, 3).astype(kind)
            back = np.from_dlpack(Array(receive(given)))
            self.assertEqual(back.dtype, given.dtype)
            np.testing.assert_array_equal(back, given)

    def test_both_write_the_same_memory(self):
        array = Array(library.make(b"f", 2, 2))
        seen = np.from_dlpack(array)
        seen += 10
        library.add(array.number, 1)
        np.testing.assert_array_equal(seen, [[11, 12], [13, 14]])
        given = np.zeros(3)
        library.add(receive(given, written=True), 5)
        np.testing.assert_array_equal(given, [5, 5, 5])

    def test_values_that_are_not_written_are_read_only(self):
        array = Array(library.make(b"f", 2, 2), "read")
        seen = np.from_dlpack(array)
        self.assertFalse(seen.flags.writeable)
        library.add(array.number, 1)
        np.testing.assert_array_equal(seen, [[0, 1], [2, 3]])

    def test_views_keep_their_strides(self):
        array = Array(library.make(b"l", 2, 3), "transposed")
        seen = np.from_dlpack(array)
        self.assertEqual(seen.strides, (8, 24))
        np.testing.assert_array_equal(seen, [[0, 3], [1, 4], [2, 5]])
        for given in (np.arange(6).reshape(2, 3).T, np.arange(6)[::-2], np.arange(4)[:, None]):
            np.testing.assert_array_equal(np.from_dlpack(Array(receive(given))), given)

    def test_tensors_without_a_version(self):
        array = Array(library.make(b"d", 1, 2), "unversioned")
        seen = np.from_dlpack(array)
        library.add(array.number, 7)
        np.testing.assert_array_equal(seen, [[7, 8]])
        given = np.zeros(2)
        library.add(receive(given, version=None), 3)
        np.testing.assert_array_equal(given, [3, 3])

    def test_read_only_arrays(self):
        given = np.arange(3.0)
        given.flags.writeable = False
        self.assertEqual(receive(given, written=True), -1)
        self.assertIn(b"it is read-only", library.error_text())
        number = receive(given)
        library.add(number, 1)
        np.testing.assert_array_equal(given, [0, 1, 2])
        np.testing.assert_array_equal(np.from_dlpack(Array(number)), [1, 2, 3])

    def test_other_dtypes_are_refused(self):
        self.assertEqual(receive(np.zeros(3, np.int8)), -1)
        self.assertEqual(library.error_text(), b"the tensor has dtype int8, not float64")

    def test_memory_lives_as_long_as_it_is_used(self):
        before = library.used_bytes()
        array = Array(library.make(b"d", 100, 100))
        seen = np.from_dlpack(array)
        del array
        gc.collect()
        self.assertGreaterEqual(library.used_bytes() - before, 80000)
        self.assertEqual(seen.sum(), 49995000)
        del seen
        gc.collect()
        self.assertEqual(library.used_bytes(), before)

        given = np.arange(5.0)
        alive = weakref.ref(given)
        array = Array(receive(given))
        del given
        gc.collect()
        self.assertIsNotNone(alive())
        np.testing.assert_array_equal(np.from_dlpack(array), np.arange(5.0))
        del array
        gc.collect()
        self.assertIsNone(alive())


if __name__ == "__main__":
    unittest.main()
