# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of the library as Python's array API wants them, by the functions of dlpack_module.cpp,
which is the first argument of the program."""
import ast
import ctypes
import sys

library = ctypes.CDLL(sys.argv.pop(1))

CPU, CUDA = 1, 2  # of DLPack's device types
HOST = -1  # the host among the library's devices, of which the others are numbers of GPUs
NO_DEVICE = -2
PARTS = ("whole", "transposed", "every other column")


class Request(ctypes.Structure):
    """tensor_request."""

    _fields_ = [
        ("is_versioned", ctypes.c_int),
        ("is_written", ctypes.c_int),
        ("view", ctypes.c_int),
        ("copies", ctypes.c_int),
        ("device", ctypes.c_int),
        ("has_stream", ctypes.c_int),
        ("stream", ctypes.c_int64),
    ]


library.text.restype = ctypes.c_char_p
library.make.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_int64), ctypes.c_int,
                         ctypes.c_int]
library.tensor.argtypes = [ctypes.c_int, ctypes.POINTER(Request)]
library.tensor.restype = ctypes.c_void_p
library.receive.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
library.array_interface.restype = ctypes.c_char_p
library.used_bytes.restype = ctypes.c_int64
library.current_stream.restype = ctypes.c_int64

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
name_of = ctypes.pythonapi.PyCapsule_GetName
name_of.restype = ctypes.c_char_p
name_of.argtypes = [ctypes.py_object]
pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype = ctypes.c_void_p
pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]
rename = ctypes.pythonapi.PyCapsule_SetName
rename.argtypes = [ctypes.py_object, ctypes.c_char_p]

# Capsules keep no copy of their names.
USED = {b"dltensor": b"used_dltensor", b"dltensor_versioned": b"used_dltensor_versioned"}
NAMES = tuple(USED)


def text():
    """What the last error said."""
    return library.text().decode()


class Array:
    """An array of the library; `part` of it is handed out, to be written or only read."""

    def __init__(self, number, written=True, part="whole"):
        if number < 0:
            raise RuntimeError(text())
        self.number = number
        self.written = written
        self.part = part

    def __del__(self):
        if hasattr(self, "number"):
            library.end(self.number)

    def add(self, number):
        if library.add(self.number, number) < 0:
            raise RuntimeError(text())

    def __dlpack_device__(self):
        device = library.device(self.number)
        return (CPU, 0) if device == HOST else (CUDA, device)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        is_versioned = max_version is not None and max_version[0] >= 1
        device = NO_DEVICE
        if dl_device is not None:
            device = HOST if dl_device[0] == CPU else dl_device[1]
        has_stream = stream is not None and stream >= 0 and device != HOST
        request = Request(is_versioned, self.written, PARTS.index(self.part),
                          -1 if copy is None else int(copy), device, has_stream,
                          stream if has_stream else 0)
        tensor = library.tensor(self.number, request)
        if tensor is None:
            raise BufferError(text())
        return new_capsule(tensor, NAMES[is_versioned], None)

    def interface(self):
        fields = library.array_interface(self.number, int(self.written))
        if fields is None:
            raise AttributeError(text())
        return ast.literal_eval(fields.decode())

    @property
    def __cuda_array_interface__(self):
        if library.device(self.number) == HOST:
            raise AttributeError("an array on the host has no __cuda_array_interface__")
        return self.interface()


def new(dtype, extents, device=HOST, **how):
    """0, 1, 2, ... of a dtype and a shape."""
    sizes = (ctypes.c_int64 * len(extents))(*extents)
    return Array(library.make(dtype.encode(), sizes, len(extents), device), **how)


def receive(given, written=False, max_version=(1, 1)):
    """The elements of another library's array; raises RuntimeError if they are refused."""
    kind, number = given.__dlpack_device__()
    device = number if kind == CUDA else HOST
    how = {} if device == HOST else {"stream": library.current_stream(device)}
    try:
        capsule = given.__dlpack__(max_version=max_version, **how)
    except TypeError:  # of before version 1
        capsule = given.__dlpack__(**how)
    name = name_of(capsule)
    tensor = pointer_of(capsule, name)
    result = library.receive(tensor, int(name == b"dltensor_versioned"), int(written))
    if result >= 0:
        rename(capsule, USED[name])
    return Array(result)
