#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What examples/quickstart makes of files that are not as they should be:
#   check.sh <quickstart> <digits.npy> <scratch folder>
set -u
program=$1 digits=$2 work=$3
rm -rf "$work" && mkdir -p "$work" || exit 1
failures=0

# A .npy header of 128 bytes: npy_header <descr> <fortran_order> <shape>
npy_header() {
  printf '\x93NUMPY\x01\x00\x76\x00'
  printf '%-117s\n' "{'descr': '$1', 'fortran_order': $2, 'shape': $3, }"
}
elements() { tail -c +129 "$digits" | head -c "$1"; }

# expect <status> <file> <text that a one-line error contains>...
expect() {
  local wanted=$1 file=$2 output status text
  shift 2
  output=$("$program" "$file" 2>&1 > "$work/output")
  status=$?
  if [ "$status" -ne "$wanted" ]; then
    printf '%s: exit status %s, and not %s\n%s\n' "$file" "$status" "$wanted" "$output"
    failures=$((failures + 1))
  fi
  if [ "$wanted" -ne 0 ] && [ "$(printf '%s\n' "$output" | wc -l)" -ne 1 ]; then
    printf '%s: the error is not one line:\n%s\n' "$file" "$output"
    failures=$((failures + 1))
  fi
  for text in "$@"; do
    if [[ $output != *"$text"* ]]; then
      printf '%s: the error does not say "%s":\n%s\n' "$file" "$text" "$output"
      failures=$((failures + 1))
    fi
  done
}

head -c 1000 "$digits" > "$work/truncated.npy"
head -c 20 "$digits" > "$work/truncated_header.npy"
: > "$work/empty_file.npy"
printf 'x,y\n1,2\n' > "$work/text.npy"
{ npy_header '|O' False '(16, 8)'; elements 1024; } > "$work/objects.npy"
{ npy_header '<f4' True '(16, 8)'; elements 512; } > "$work/fortran.npy"
{ npy_header '<f4' False '(4, 4, 8)'; elements 512; } > "$work/three_axes.npy"

expect 0 "$digits"
expect 0 "$work/fortran.npy"
expect 0 "$work/three_axes.npy"
expect 2 "$work/missing.npy" missing.npy
expect 2 "$work/truncated.npy" truncated.npy
expect 2 "$work/truncated_header.npy" truncated_header.npy
expect 2 "$work/empty_file.npy" empty_file.npy
expect 2 "$work/text.npy" text.npy
expect 2 "$work/objects.npy" objects.npy object
expect 2 "$work" "$work"
exit $((failures > 0))
