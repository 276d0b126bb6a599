# SPDX-License-Identifier: BSD-3-Clause
# Fails if the committed golden data grows: every clone downloads it. Run as the test `golden_size`:
#   cmake -D ROOT=<repository> -P tools/check_golden_size.cmake
# Whoever needs more room raises a limit here, so that it is seen in review.
cmake_minimum_required(VERSION 3.25)

# In bytes.
set(total_limit 14700000)
set(file_limit 180000)
set(limit_of_tests/golden/cast.golden 340000)
set(limit_of_tests/golden/array/composed.txt 500000)
set(limit_of_tests/golden/array/inserting.txt 200000)
set(limit_of_tests/golden/array/reductions.txt 900000)
set(limit_of_tests/golden/array/sorting.txt 370000)
set(limit_of_tests/golden/array/statistics.txt 2150000)

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/tests/*)
list(FILTER files INCLUDE REGEX "/golden/")
if(NOT files)
  message(SEND_ERROR "no golden data was found in '${ROOT}'")
endif()
set(total 0)
foreach(file IN LISTS files)
  set(limit ${file_limit})
  if(DEFINED limit_of_${file})
    set(limit ${limit_of_${file}})
  endif()
  file(SIZE ${ROOT}/${file} size)
  math(EXPR total "${total} + ${size}")
  if(size GREATER limit)
    message(SEND_ERROR "${file}: ${size} bytes, of at most ${limit}")
  endif()
endforeach()
if(total GREATER total_limit)
  message(SEND_ERROR "golden data: ${total} bytes, of at most ${total_limit}")
endif()
message(STATUS "golden data: ${total} bytes, of at most ${total_limit}")
