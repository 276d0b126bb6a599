# SPDX-License-Identifier: BSD-3-Clause
"""Hands tensors to PyTorch and back, on the host and on a GPU if both see one, in one process:
dlpack_torch.py <library of dlpack_module.cpp>.

Ends with 77, which skips the test, if there is no PyTorch."""
import sys
import unittest

try:
    import torch
except (ImportError, OSError) as missing:
    print("skipped:", missing)
    sys.exit(77)

from dlpack_exchange import Exchange, ExchangeOnGpu, counted
from dlpack_library import library, receive

has_gpu = library.gpus() > 0 and torch.cuda.is_available()


class Torch:
    dtypes = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
              "float16", "bfloat16", "float32", "float64", "complex64", "complex128")
    place = "cpu"

    def made(self, dtype, extents):
        return torch.from_numpy(counted(dtype, extents)).to(self.place, getattr(torch, dtype))

    def taken(self, array):
        return torch.from_dlpack(array)

    def seen(self, theirs):
        return (theirs.float() if theirs.dtype == torch.bfloat16 else theirs).cpu().numpy()

    def dtype_of(self, theirs):
        return str(theirs.dtype).removeprefix("torch.")

    def address_of(self, theirs):
        return theirs.data_ptr()

    def strides_of(self, theirs):
        return theirs.stride()


class TorchOnHost(Torch, Exchange, unittest.TestCase):
    def test_read_only_tensors(self):
        wrapper = getattr(torch.utils.dlpack, "ReadOnlyTensorWrapper", None)
        if wrapper is None:
            self.skipTest("this PyTorch makes no read-only tensors")
        given = torch.arange(3.0)
        with self.assertRaisesRegex(RuntimeError, "it is read-only"):
            receive(wrapper(given), written=True)
        ours = receive(wrapper(given))
        ours.add(1)
        self.assertEqual(given.tolist(), [0, 1, 2])
        self.assertEqual(torch.from_dlpack(ours).tolist(), [1, 2, 3])

    def test_other_dtypes_are_refused(self):
        with self.assertRaisesRegex(RuntimeError, "Unsupported dtype in DLTensor: code 10, 8 bits"):
            receive(torch.zeros(3).to(torch.float8_e4m3fn))


@unittest.skipUnless(has_gpu, "no GPU")
class TorchOnGpu(Torch, ExchangeOnGpu, unittest.TestCase):
    place = "cuda:0"

    def busy_stream(self):
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            torch.cuda._sleep(100_000_000)
        return torch.cuda.stream(stream)

    def taken_by_interface(self, array):
        # PyTorch reads version 2, which has no stream: who hands out the array waits for it.
        torch.cuda.synchronize()
        return torch.as_tensor(array, device=self.place)


if __name__ == "__main__":
    unittest.main()
