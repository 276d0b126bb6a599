#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Times the compilation of user_translation_unit.cpp at -O2 without a compiler cache, as JSON.

usage: compile_time.py build-dir [out.json]
"""
import json
import pathlib
import shlex
import statistics
import subprocess
import sys
import time

RUNS = 3


def command_of(build):
    """The compiler and its include folders, as CMake calls it; no launcher, -O2, no output."""
    entries = json.loads((build / "compile_commands.json").read_text())
    entry = next(e for e in entries if e["file"].endswith("user_translation_unit.cpp"))
    words = shlex.split(entry["command"])
    first = next(i for i, word in enumerate(words) if word.startswith("-"))
    if words[1:2] == ["-E"]:  # cmake -E env NAME=VALUE launcher compiler
        first = next(i for i in range(2, len(words)) if words[i].startswith("-"))
    command = [words[first - 1]]
    following = iter(words[first:])
    for word in following:
        if word in ("-isystem", "-I"):
            command += [word, next(following)]
        elif word.startswith(("-I", "-std=")):
            command.append(word)
    return command + ["-O2", "-c", entry["file"], "-o", "/dev/null"]


def main():
    build = pathlib.Path(sys.argv[1])
    command = command_of(build)
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(command, check=True)
        seconds.append(time.perf_counter() - start)
    figures = {"compiler": command[0], "seconds": seconds, "median_s": statistics.median(seconds)}
    text = json.dumps(figures, indent=1)
    if len(sys.argv) > 2:
        pathlib.Path(sys.argv[2]).write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
