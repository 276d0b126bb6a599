# SPDX-License-Identifier: BSD-3-Clause
"""Tests that other libraries share: arrays go to them, and come from them, by DLPack."""
import gc

import numpy as np

from dlpack_library import HOST, PARTS, library, new, receive

EXTENTS = ((2, 3), (), (0, 3), (1,), (4, 1, 5), (3, 0))


def counted(dtype, extents):
    """What `new` makes, as NumPy has it: bfloat16, which it lacks, as float32."""
    kind = "float32" if dtype == "bfloat16" else dtype
    return np.arange(int(np.prod(extents))).reshape(extents).astype(kind)


def part_of(values, part):
    return {"whole": values, "transposed": values.T, "every other column": values[..., ::2]}[part]


class Exchange:
    """A subclass says what its library has."""

    device = HOST  # as dlpack_library.py counts
    dtypes = ()

    def made(self, dtype, extents):
        """An array of the other library: 0, 1, 2, ..."""
        raise NotImplementedError

    def taken(self, array):
        """An array of the other library, of one that has `__dlpack__`."""
        raise NotImplementedError

    def seen(self, theirs):
        """The elements as NumPy's; those of bfloat16 as float32."""
        raise NotImplementedError

    def dtype_of(self, theirs):
        raise NotImplementedError

    def address_of(self, theirs):
        raise NotImplementedError

    def strides_of(self, theirs):
        """In elements."""
        raise NotImplementedError

    def new(self, dtype, extents, **how):
        return new(dtype, extents, self.device, **how)

    def expect(self, theirs, values):
        seen = self.seen(theirs)
        self.assertEqual(seen.shape, values.shape)
        np.testing.assert_array_equal(seen, values)

    def test_every_dtype_goes_to_the_other_library(self):
        for dtype in self.dtypes:
            theirs = self.taken(self.new(dtype, (2, 3)))
            self.assertEqual(self.dtype_of(theirs), dtype)
            self.expect(theirs, counted(dtype, (2, 3)))

    def test_every_dtype_comes_from_the_other_library(self):
        for dtype in self.dtypes:
            given = self.made(dtype, (2, 3))
            back = self.taken(receive(given, written=True))
            self.assertEqual(self.address_of(back), self.address_of(given), dtype)
            self.assertEqual(self.dtype_of(back), dtype)
            self.expect(back, counted(dtype, (2, 3)))

    def test_arrays_of_all_shapes(self):
        for extents in EXTENTS:
            self.expect(self.taken(self.new("float32", extents)), counted("float32", extents))
            given = self.made("float32", extents)
            self.expect(self.taken(receive(given)), counted("float32", extents))

    def test_views_keep_their_strides(self):
        for part in PARTS:
            values = part_of(counted("int64", (3, 4)), part)
            theirs = self.taken(self.new("int64", (3, 4), written=False, part=part))
            self.assertEqual(self.strides_of(theirs), tuple(s // 8 for s in values.strides))
            self.expect(theirs, values)
            given = part_of(self.made("int64", (3, 4)), part)
            self.expect(self.taken(receive(given)), values)

    def test_both_write_the_same_memory(self):
        array = self.new("float32", (2, 2))
        theirs = self.taken(array)
        theirs += 10
        array.add(1)
        self.expect(theirs, np.float32([[11, 12], [13, 14]]))
        given = self.made("float64", (3,))
        receive(given, written=True).add(5)
        self.expect(given, np.array([5.0, 6, 7]))

    def test_values_that_are_only_read_are_snapshots(self):
        array = self.new("float32", (4,), written=False)
        theirs = self.taken(array)
        array.add(1)
        self.expect(theirs, np.arange(4, dtype=np.float32))
        given = self.made("float32", (4,))
        ours = receive(given)
        ours.add(1)
        self.expect(given, np.arange(4, dtype=np.float32))
        self.expect(self.taken(ours), np.arange(1, 5, dtype=np.float32))

    def test_tensors_without_a_version(self):
        given = self.made("float64", (2,))
        receive(given, written=True, max_version=None).add(3)
        self.expect(given, np.array([3.0, 4]))
        array = self.new("float64", (2,))
        old = Unversioned(array)
        theirs = self.taken(old)
        array.add(7)
        self.expect(theirs, np.array([7.0, 8]))

    def test_memory_lives_as_long_as_it_is_used(self):
        gc.collect()
        before = library.used_bytes(self.device)
        theirs = self.taken(self.new("float64", (100, 100)))
        gc.collect()
        self.assertGreaterEqual(library.used_bytes(self.device) - before, 80000)
        self.assertEqual(self.seen(theirs).sum(), 49995000)
        del theirs
        gc.collect()
        self.assertEqual(library.used_bytes(self.device), before)

    def test_the_other_library_keeps_what_is_taken_of_it(self):
        ours = receive(self.made("float64", (1000,)))
        gc.collect()
        others = [self.made("float64", (1000,)) + 1 for _ in range(3)]  # would reuse the memory
        self.expect(self.taken(ours), np.arange(1000.0))
        self.assertEqual(len(others), 3)

    def test_copies_on_request(self):
        array = self.new("float32", (2, 3))
        theirs = self.taken(Copied(array))
        array.add(1)
        self.expect(theirs, counted("float32", (2, 3)))


class Wrapped:
    """An array that changes what is asked of it."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class Unversioned(Wrapped):
    def __dlpack__(self, *, stream=None):
        return self.array.__dlpack__(stream=stream)


class Copied(Wrapped):
    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        return self.array.__dlpack__(stream=stream, max_version=max_version, copy=True)


class ExchangeOnGpu(Exchange):
    """The same on a GPU, and what only GPUs have."""

    device = 0

    def busy_stream(self):
        """A scope of the other library, in whose stream work is enqueued that takes a while."""
        raise NotImplementedError

    def taken_by_interface(self, array):
        """An array of the other library, of one that has `__cuda_array_interface__`."""
        raise NotImplementedError

    def tearDown(self):
        library.use_own_stream(self.device, 0)

    def test_work_of_our_stream_comes_before_theirs(self):
        library.use_own_stream(self.device, 1)
        array = self.new("float32", (1 << 24,))
        for _ in range(50):
            array.add(1)
        theirs = self.taken(array)
        self.assertEqual(float(self.seen(theirs[:1] + 0)[0]), 50)
        for _ in range(50):
            array.add(1)
        theirs = self.taken_by_interface(array)
        self.assertEqual(float(self.seen(theirs[:1] + 0)[0]), 100)

    def test_work_of_their_stream_comes_before_ours(self):
        for is_own in (0, 1):
            library.use_own_stream(self.device, is_own)
            numbers = self.made("float32", (1000,))
            self.seen(numbers)  # waits until they are there
            with self.busy_stream():
                ours = receive(numbers * 0 + 7)
                ours.add(1)
                back = self.taken(ours)
                self.expect(back, np.full(1000, 8, np.float32))

    def test_array_interface_is_taken(self):
        for dtype in self.dtypes:
            if dtype == "bfloat16":
                self.assertFalse(hasattr(self.new(dtype, (2,)), "__cuda_array_interface__"))
                continue
            for extents in EXTENTS:
                array = self.new(dtype, extents)
                fields = array.interface()
                self.assertEqual(fields["version"], 3)
                self.assertNotEqual(fields["stream"], 0)
                theirs = self.taken_by_interface(array)
                self.assertEqual(self.dtype_of(theirs), dtype)
                self.expect(theirs, counted(dtype, extents))
        array = self.new("float32", (3,))
        theirs = self.taken_by_interface(array)
        theirs += 1
        self.expect(self.taken(array), np.float32([1, 2, 3]))

    def test_array_interface_says_what_may_be_written(self):
        self.assertFalse(self.new("float32", (2,)).interface()["data"][1])
        self.assertTrue(self.new("float32", (2,), written=False).interface()["data"][1])
        self.assertIsNone(self.new("float32", (2,)).interface()["strides"])
        self.assertEqual(self.new("float32", (0, 2)).interface()["data"][0], 0)

    def test_elements_go_to_the_host_on_request(self):
        array = self.new("float32", (2, 3))
        self.assertEqual(np.from_dlpack(OnHost(array)).tolist(), [[0, 1, 2], [3, 4, 5]])


class OnHost(Wrapped):
    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        return self.array.__dlpack__(max_version=max_version, dl_device=(1, 0))
