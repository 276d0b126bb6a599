#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints what the machine is, as JSON."""
import datetime
import json
import os
import re
import subprocess


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def processor():
    with open("/proc/cpuinfo") as lines:
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else "unknown processor"


def cuda_version():
    for nvcc in ("nvcc", "/usr/local/cuda/bin/nvcc"):
        found = re.search(r"release ([\d.]+)", output_of(nvcc, "--version"))
        if found:
            return found.group(1)
    return ""


def main():
    gpu = output_of("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")
    name, _, driver = (gpu.splitlines() or [""])[0].partition(", ")
    compiler = output_of("c++", "--version").splitlines()
    print(json.dumps({
        "gpu": name,
        "driver": driver,
        "cuda": cuda_version(),
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "compiler": compiler[0] if compiler else "",
        "date": datetime.date.today().isoformat(),
    }, indent=1))


if __name__ == "__main__":
    main()
