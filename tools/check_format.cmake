# SPDX-License-Identifier: BSD-3-Clause
# Fails if a source file is not laid out as .clang-format says. Run as the developers' test `format`:
#   cmake -D ROOT=<repository> -D CLANG_FORMAT=<program> -P tools/check_format.cmake
cmake_minimum_required(VERSION 3.25)

set(files "")
foreach(folder IN ITEMS benchmarks elementwise examples include kernels src tests tools)
  file(GLOB_RECURSE found ${ROOT}/${folder}/*.[ch]pp ${ROOT}/${folder}/*.cuh
       ${ROOT}/${folder}/*.cu)
  list(APPEND files ${found})
endforeach()
list(FILTER files EXCLUDE REGEX "/golden/")
execute_process(COMMAND ${CLANG_FORMAT} --style=file --dry-run -Werror ${files}
                RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the layout differs; run: ${CLANG_FORMAT} --style=file -i <file>")
endif()
