# SPDX-License-Identifier: BSD-3-Clause
# Fails if a header has more than 300 lines. Run as the test `header_length`:
#   cmake -D ROOT=<repository> -P tools/check_header_length.cmake
cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE headers ${ROOT}/include/*.hpp ${ROOT}/src/*.hpp ${ROOT}/elementwise/*.hpp
     ${ROOT}/kernels/*.hpp ${ROOT}/kernels/*.cuh ${ROOT}/tests/*.hpp ${ROOT}/benchmarks/*.hpp)
if(NOT headers)
  message(SEND_ERROR "no header was found in '${ROOT}'")
endif()
foreach(header IN LISTS headers)
  file(READ ${header} text)
  string(REGEX MATCHALL "\n" ends "${text}")
  list(LENGTH ends lines)
  if(lines GREATER 300)
    message(SEND_ERROR "${header}: ${lines} lines, of at most 300")
  endif()
endforeach()
