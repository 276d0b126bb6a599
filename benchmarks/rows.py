# SPDX-License-Identifier: BSD-3-Clause
"""What the tables show: name of a benchmark, text of its row, and its bar, or None."""

LARGE = 1 << 28
SIDE = 16384
TYPES = ("float32", "float64", "float16", "bfloat16", "int8", "complex64")
PERMUTATIONS = ("021", "102", "120", "201", "210")
OVER_31_BITS = 9 << 28
OVER_32_BITS = 17 << 28
SQUARE = (SIDE, SIDE)
ROW_SHAPES = [(65536, 1024), (1024, 65536), (1 << 20, 64)]
SWEPT_EXPONENTS = range(29)
# Elements that are taken; what they are taken from; columns of a table whose rows are.
TAKEN = 1 << 24
TAKEN_FROM = (1 << 20, LARGE)
TABLE_SIZE = 1 << 27
TABLE_COLUMNS = (64, 1024)
COLUMN_SHAPES = [((16384, 16384), 0), ((1000, 1000000), 0), ((1000000, 100), 0),
                 ((512, 64, 4096), 1)]
BINS = (16, 256, 1024, 4096, 10000)


def column_name(which, extents, axis):
    return f"{which}_columns/float32/{'x'.join(map(str, extents))}/{axis}"


def reduced(which, dtype, extents, axes):
    """The name of a benchmark, and what it reduces."""
    shown = "all" if axes is None else "".join(map(str, axes))
    return f"{which}/{dtype}/{'x'.join(map(str, extents))}/{shown}", which, dtype, extents, axes


REDUCED = [
    *(reduced("sum", t, SQUARE, axes) for t in ("float32", "float16", "int8")
      for axes in (None, (0,), (1,))),
    *(reduced("sum", "float32", extents, (axis,))
      for extents in ((1 << 24, 16), (16, 1 << 24)) for axis in (0, 1)),
    *(reduced("sum", "float32", (4096, 16, 4096), axes)
      for axes in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))),
    *(reduced(which, "float32", SQUARE, axes) for which in ("argmax", "var", "mean", "max", "any")
      for axes in (None, (0,), (1,))),
]


def reduced_text(which, dtype, extents, axes):
    square = extents == SQUARE
    shape = "16384²" if square else str(extents)
    over = "all" if axes is None else "axis " + ", ".join(map(str, axes))
    return f"{which} over {over}, {shape}, {dtype}"


# Heading, rows; the bar is the least share of the copy's bandwidth.
THROUGHPUT = [
    ("contiguous, 2^28 elements", [
        *((f"copy/{t}/{LARGE}", f"copy, {t}", 0.97) for t in TYPES),
        *((f"negative/{t}/{LARGE}", f"`-a`, {t}", 0.97) for t in TYPES),
        *((f"add/{t}/{LARGE}", f"`a + b`, {t}", 0.97) for t in TYPES),
        *((f"softplus/float32/{1 << e}", f"softplus, float32, 2^{e}", None) for e in (22, 25)),
        (f"softplus/float32/{LARGE}", "softplus, float32", 0.93),
        *((f"softplus/{t}/{LARGE}", f"softplus, {t}", None)
          for t in ("float64", "float16", "bfloat16")),
    ]),
    ("matrix of 16384², float32", [
        (f"add_row/float32/{SIDE}", "`m + row`", 0.97),
        (f"add_column/float32/{SIDE}", "`m + column`", 0.97),
        (f"column_major_add_row/float32/{SIDE}", "`m.T + row`, laid out as `m.T`", 0.97),
        (f"column_major_add_column/float32/{SIDE}", "`m.T + column`, laid out as `m.T`", 0.97),
        (f"transposed_add_row/float32/{SIDE}", "`m.T + row` in C order", 0.92),
        (f"transposed_add_column/float32/{SIDE}", "`m.T + column` in C order", 0.92),
        (f"add_transposed/float32/{SIDE}", "`a + b.T`", 0.88),
    ]),
    ("copy with permuted axes", [
        *((f"transposed_copy/{t}/{SIDE}", f"16384² transposed, {t}", 0.92)
          for t in ("float32", "int8", "complex128")),
        *((f"permuted_copy/float32/{p}", f"(256, 1024, 1024) as ({', '.join(p)}), float32", 0.92)
          for p in PERMUTATIONS),
    ]),
    ("slices; bytes of the sectors touched", [
        (f"every_second_column/float32/{SIDE}", "`a[:, ::2] + 1`, 16384², float32", 0.85),
        (f"reversed/float32/{LARGE}", "copy of `a[::-1]`, 2^28 float32", 0.85),
        (f"reversed/int8/{LARGE}", "copy of `a[::-1]`, 2^28 int8", 0.85),
    ]),
    ("elements at indices; bytes of indices, results and a sector for each, float32", [
        *((f"take_2^24_of/float32/{size}", f"2^24 of 2^{size.bit_length() - 1} at random", None)
          for size in TAKEN_FROM),
        *((f"take_rows_of/float32/{columns}", f"all rows of {columns}, in no order", 0.85)
          for columns in TABLE_COLUMNS),
        (f"take_reversed_plus_1/float32/{LARGE}", "`take(a, -1 - i) + 1`, 2^28", 0.92),
    ]),
    ("reductions; bytes of the operands", [
        *((name, reduced_text(*what), 0.95) for name, *what in REDUCED),
        (f"sum_squares/float32/{LARGE}", "`sum(square(x - y))`, 2 × 2^28, float32", 0.95),
    ]),
    ("rows, one kernel", [
        *((f"{which}/float32/{rows}/{columns}", f"{which}, {rows} × {columns}, float32", 0.92)
          for which in ("softmax", "standardize") for rows, columns in ROW_SHAPES),
    ]),
    ("columns; bytes of one read for each kernel, and of one write (peers: of one of each)", [
        *((column_name(which, extents, axis),
           f"{which}, {' × '.join(map(str, extents))} over axis {axis}, float32", 0.80)
          for which in ("softmax", "standardize") for extents, axis in COLUMN_SHAPES),
    ]),
    ("scans", [
        *((f"cumsum/float32/{axis}", f"cumsum {text}, float32", 0.80)
          for axis, text in (("all", "of 2^28"), ("0", "over axis 0, 16384²"),
                             ("1", "over axis 1, 16384²"))),
    ]),
    ("more than 2^31 elements", [
        *((f"negative/{t}/{size}", f"`-a`, {t}, {text}", 0.97) for t in ("int8", "float16")
          for size, text in ((OVER_31_BITS, "2^31 + 2^28"), (OVER_32_BITS, "2^32 + 2^28"))),
    ]),
]
# Heading, rows of name, text and bar; the peers are those of indexing_peers.py. A bar is what it is
# of, and how much: `best` is the least speed in that of the fastest peer, `copy` the least share of
# the copy's bandwidth, `write` that of the writes alone at the copy's bandwidth, `us` the most
# microseconds, `product` the most of the bare product's time.
INDEXING = [
    ("elements at masks and indices, 2^28 float32", [
        ("indexing/select", "`x[x > 0]`", ("us", 550)),
        ("indexing/nonzero", "`nonzero(x)`, half of them zeros", ("best", 1)),
        *((f"indexing/{which}_{order}", f"`{which}` of 2^24 {text}", ("best", 1))
          for which in ("take", "put")
          for order, text in (("random", "at random"), ("in_order", "one after the other"))),
        ("indexing/fill_masked", "`a[mask] = 0`", None),
        ("indexing/searchsorted", "`searchsorted`, 2^24 into 2^20", ("best", 1)),
    ]),
    ("arrays joined and repeated, results of 2^28 float32", [
        ("joining/concatenate", "`concatenate((a, b))`", ("copy", 0.92)),
        ("joining/concatenate_expressions", "`concatenate((a + b, c * d)) * 2`", None),
        *((f"joining/stack/{axis}", f"`stack((a, b), {axis})`", ("copy", 0.92))
          for axis in (0, 1)),
        ("joining/tile", "`tile(a, 16)`", ("copy", 0.92)),
        ("joining/repeat", "`repeat(a, 4)`", ("copy", 0.92)),
        ("joining/roll", "`roll(a, 12345)`", ("copy", 0.92)),
        *((f"joining/pad_{mode}", f"`pad(m, 1, '{mode}')`, 16384²", ("copy", 0.92))
          for mode in ("constant", "reflect")),
        ("joining/tril", "`tril(m)`, 16384²", ("copy", 0.92)),
    ]),
    ("files of 2^28 float32, on the host's clock", [
        ("file/save_npy", "`save`", None),
        ("file/load_npy", "`load`", None),
    ]),
    ("sorting of 2^26 elements, and sets", [
        *((f"sort_rows_of/{t}/{columns}", f"`sort` of rows of {columns}, {t}", None)
          for t in ("float32", "float64", "int8") for columns in (1 << 26, 1 << 14, 256)),
        *((f"sort_rows_of/{t}/{1 << 26}", f"`sort`, {t}", None) for t in ("int64", "float16")),
        *((f"argsort_rows_of/float32/{columns}", f"`argsort` of rows of {columns}, float32", None)
          for columns in (1 << 26, 1 << 14, 256)),
        *((f"sort_axis/float32/{rows}/{columns}/{axis}",
           f"`sort` of {rows} × {columns} along axis {axis}, float32", ("best", 1.5))
          for rows, columns in ((1 << 20, 64), (65536, 1024), (1024, 65536)) for axis in (0, 1)),
        ("topk_8_of_rows/float32", "`topk` of 8 of each row, 65536 × 1024, float32",
         ("copy", 0.85)),
        (f"unique/float32/{1 << 26}", "`unique`, float32", ("best", 1.3)),
        *((f"unique/int32/{count}", f"`unique` of 2^24 int32 below {count}", ("best", 1.3))
          for count in (64, 1 << 24)),
        ("lexsort/int32", "`lexsort` by two keys of 2^24 int32", None),
        ("partition_median/float32", "`partition` at the median, 2^24 float32", None),
    ]),
]
PRODUCT_SIZES = (256, 1024, 4096, 16384)
PRODUCT_TYPES = ("float32", "tf32", "float16", "bfloat16", "float64", "complex64")
# How many products of matrices of so many rows.
PRODUCT_STACKS = ((1000, 100), (10000, 32), (100000, 4))
# How many matrices of so many rows are decomposed.
MATRICES = ((1, 1024), (1, 4096), (10000, 8), (10000, 32))
TRANSFORMS = tuple((1 << power, 1) for power in (10, 14, 17, 20, 24, 26)) + (
    (1024, 4096), (1000, 4096))
IMAGES = (256, 1024, 4096)
NUMBERS = 1 << 28
# The same; the peers are those of library_peers.py.
LIBRARY_WORKS = [
    ("products of matrices", [
        *((f"matmul/{t}/{size}", f"{size} × {size}, {t}", ("best", 0.98))
          for t in PRODUCT_TYPES for size in PRODUCT_SIZES),
        *((f"matmul/{t}/{size}", f"{size} × {size}, {t}", None)
          for t in ("int8", "int32") for size in PRODUCT_SIZES[:3]),
        *((f"matmul_stack/float32/{count}/{rows}", f"{count} × ({rows}, {rows}), float32",
           ("best", 1)) for count, rows in PRODUCT_STACKS),
        ("matmul_vector/float32/8192", "8192 × 8192 by a vector, float32", ("best", 1)),
        ("einsum_scores/float32", "`einsum('bhqd,bhkd->bhqk', q, k)`, 16 × 16 × 1024 × 64",
         ("best", 1)),
    ]),
    ("programs of products", [
        ("layer/float32/4096", "`relu(x @ w + b)`, 4096²", ("product", 1.03)),
        ("attention/float32", "`softmax(q kᵀ / √d) v`, 16 × 16 × 1024 × 64", ("best", 1)),
        ("cov/float32", "`cov` of 1024 variables × 65536", ("best", 1)),
        ("norms_fetched/float32", "1000 products of 100 × 100, the norm fetched each time",
         ("us", 12000)),
        ("norms_kept/float32", "the same, the norms kept on the GPU", ("us", 8000)),
    ]),
    ("decompositions", [
        *((f"{which}/float32/{count}/{rows}", f"`{which}` of {count} × ({rows}, {rows}), float32",
           ("best", 1)) for which in ("solve", "inv", "cholesky", "qr", "svd", "eigh")
          for count, rows in MATRICES),
    ]),
    ("Fourier transforms", [
        *((f"{which}/{t}/{points}/{count}", f"`{which}` of {count} × {points}, {t}",
           ("best", 0.98)) for which, t in (("fft", "complex64"), ("rfft", "float32"))
          for points, count in TRANSFORMS),
        *((f"{which}/{rows}", f"{what} of {rows}², {t}", ("best", 0.98)) for which, what, t in (
            ("fft2/complex64", "`fft2`", "complex64"),
            ("spectrum/float32", "`abs(fft2(x))`", "float32")) for rows in IMAGES),
    ]),
    ("random numbers, 2^28", [
        *((f"{which}/{t}/{NUMBERS}", f"`{which}`, {t}", ("write", 0.90) if t == "float32" else None)
          for which in ("random", "normal") for t in ("float32", "float64")),
        (f"random_used/float32/{NUMBERS}", "`2 * random - 1`, float32", ("write", 0.90)),
        (f"normal_used/float32/{NUMBERS}", "`3 + 2 * normal`, float32", ("write", 0.90)),
        (f"integers/int32/{NUMBERS}", "`integers(0, 1000)`, int32", ("best", 1.0)),
        (f"integers/uint8/{NUMBERS}", "`integers(0, 256)`, uint8", ("best", 1.0)),
    ]),
]
# Name, text, least share of the bandwidth of one read of the same arrays.
HISTOGRAMS = [
    *((f"histogram/float32/{kind}/{bins}", f"{kind}, {bins} bins", 0.80)
      for kind in ("uniform", "random", "equal", "sorted") for bins in BINS),
    *((f"histogram_weighted/{t}/random/{bins}", f"random, {bins} bins, {t} weights", 0.80)
      for t, counts in (("float32", BINS), ("float64", (256, 10000))) for bins in counts),
    ("histogram_of_range/float32/uniform/256", "256 bins between the least and the largest", None),
    ("histogram_of_square/float32/uniform/256", "`histogram(square(x))`, 256 bins", 0.80),
]
# Name, text, least share of the copy or of the arithmetic alone, whichever is more.
DEEP = [
    *((f"deep_cheap/{t}/{LARGE}", f"15 × `y * c + x`, {t}", 0.95)
      for t in ("float32", "float64", "float16")),
    (f"deep_costly/float32/{LARGE}", "6 × `log1p(exp(-abs(y)) + x)`, float32", 0.95),
]
# Name, text, most bare launches.
SMALL = [
    ("small/add", "`c = a + b`", 1.25),
    ("small/add_in_place", "`a += b`", None),
    ("small/multiply", "`c = x * 2.0f`", None),
    ("small/softplus", "softplus", 1.35),
    ("small/sum", "sum", 1.4),
    ("small/matmul", "`matmul`, 16 × 16", 1.6),
]
# Threads, most bare launches.
THREADS = [(1, None), (2, None), (4, None), (8, None), (16, None), (32, 1.25)]
# Name, text, most milliseconds.
FIRST = [
    ("first_call/bare", "new kernel that does nothing, compiled: the compiler's floor", None),
    ("first_call/assembled", "new expression", 30.0),
    ("first_call/compiled", "new expression, compiled before it is launched", None),
    ("first_call/from_disk", "the same in a new process, from the disk cache", 2.0),
]
# Name, text, least speed of one core in that of xtensor.
HOST = [("host/softplus", "softplus", 1.0), ("host/log_term", "`log1p(exp(-abs(x)))`", None),
        ("host/add", "`a + b`", None)]
