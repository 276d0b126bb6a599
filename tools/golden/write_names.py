#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes tests/golden/numpy_names.txt: what the modules of NumPy 2 define, which docs/numpy.md must name."""
import pathlib
import types

import numpy as np

PLACE = pathlib.Path(__file__).parents[2] / "tests/golden/numpy_names.txt"
PLATFORM_TYPES = {"float96", "float128", "complex192", "complex256"}


def public(names):
    return sorted(n for n in set(names) if not n.startswith("_"))


def names_of(module):
    """All that is no module, and not of some platforms alone."""
    return [n for n in public(module.__all__)
            if not isinstance(getattr(module, n), types.ModuleType) and n not in PLATFORM_TYPES]


def main():
    lists = {"numpy": names_of(np), "linalg": names_of(np.linalg), "fft": names_of(np.fft),
             "random": public(names_of(np.random) + dir(np.random.Generator))}
    with PLACE.open("w") as out:
        out.write(f"# NumPy {np.__version__}, by tools/golden/write_names.py: module and name\n")
        for module, names in lists.items():
            out.writelines(f"{module} {name}\n" for name in names)


if __name__ == "__main__":
    main()
