# SPDX-License-Identifier: BSD-3-Clause
"""The tables of every function that xtensor has as well, on one core."""
import json
import statistics

# Compared with, file, key of its time, file of ours, key of ours.
PEERS = [
    ("xtensor", "xtensor_ops", "xtensor_us", "xtensor_ops", "cpu_us"),
    ("xtensor, xsimd", "xtensor_simd_ops", "xtensor_us", "xtensor_simd_ops", "cpu_us"),
    ("NumPy", "numpy_ops", "median_us", "xtensor_ops", "cpu_us"),
]
SIZES = {16: "16", 1000: "1000", 1 << 16: "2^16", 1 << 22: "2^22"}
SLOW = 0.9


def load(folder, name):
    path = folder / f"{name}.json"
    rows = json.loads(path.read_text())["benchmarks"] if path.exists() else []
    return {row["name"]: row for row in rows}


def ratios(folder):
    """For each benchmark how many times as fast as each peer ours is, and both times."""
    files = {name: load(folder, name) for _, *names in PEERS for name in (names[0], names[2])}
    result = {}
    for name in files["xtensor_ops"]:
        row = []
        for _, file, key, our_file, our_key in PEERS:
            theirs = files[file].get(name, {}).get(key)
            ours = files[our_file].get(name, {}).get(our_key)
            row.append((theirs / ours, ours, theirs) if theirs and ours else None)
        result[name] = row
    return result


def spread(values):
    """Median, and the least with its function."""
    if not values:
        return ["", ""]
    least, name = min(values)
    return [f"{statistics.median(value for value, _ in values):.2f}", f"{least:.2f} {name}"]


def summary(measured):
    groups = {}
    for name, row in measured.items():
        function, dtype, size = name.split("/")
        group = groups.setdefault((dtype, int(size)), [[] for _ in PEERS])
        for values, ratio in zip(group, row):
            if ratio:
                values.append((ratio[0], function))
    rows = [[f"{len(group[0])} functions, {dtype}, {SIZES[size]}",
             *(text for values in group for text in spread(values))]
            for (dtype, size), group in groups.items()]
    head = ["times as fast as, per core"]
    for peer, *_ in PEERS:
        head += [peer, "least"]
    return head, rows


def slower(measured):
    rows = []
    for name, row in measured.items():
        function, dtype, size = name.split("/")
        if int(size) > 1000 and any(ratio and ratio[0] < SLOW for ratio in row):
            rows.append([f"{function}, {dtype}, {SIZES[int(size)]}",
                         *(f"{ratio[1]:.4g}, {ratio[2]:.4g}: {ratio[0]:.2f}" if ratio else ""
                           for ratio in row)])
    return [f"less than {SLOW} times as fast: µs here, there",
            *(peer for peer, *_ in PEERS)], rows
