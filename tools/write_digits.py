#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes examples/data/digits.npy from the copy of the data in the package scikit-learn."""

import pathlib

import numpy
import sklearn.datasets

folder = pathlib.Path(__file__).resolve().parent.parent / "examples" / "data"
digits = numpy.ascontiguousarray(sklearn.datasets.load_digits().data, dtype=numpy.float32)
numpy.save(folder / "digits.npy", digits)
print(f"{folder / 'digits.npy'}: {digits.shape}, {digits.dtype}")
