# SPDX-License-Identifier: BSD-3-Clause
# Compiles one file. A file with lines `// expect: TEXT` must be refused with a message that contains
# each TEXT; a file without such a line must compile:
#   cmake -D SOURCE=<file> -D COMPILER=<c++> -D "INCLUDES=<folders>" -D FIRST=<header>
#         -P tests/compile_fail/check.cmake
# FIRST includes <gpu/gpu.hpp>, precompiled: a program that includes that has it before all others,
# where alone it may stand.
cmake_minimum_required(VERSION 3.25)

list(TRANSFORM INCLUDES PREPEND -I)
set(first "")
file(STRINGS ${SOURCE} whole_library REGEX "^#include <gpu/gpu.hpp>")
if(whole_library)
  set(first -include ${FIRST})
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${COMPILER} -std=c++20 -fsyntax-only ${INCLUDES} ${first}
          ${SOURCE}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
file(STRINGS ${SOURCE} expectations REGEX "^// expect: ")

if(NOT expectations)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${SOURCE} must compile:\n${output}")
  endif()
  return()
endif()
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles, but should be refused with: ${expectations}")
endif()
foreach(line IN LISTS expectations)
  string(REGEX REPLACE "^// expect: " "" expected "${line}")
  string(FIND "${output}" "${expected}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "${SOURCE} is refused, but not with '${expected}':\n${output}")
  endif()
endforeach()
