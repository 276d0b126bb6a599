# SPDX-License-Identifier: BSD-3-Clause
# Fails if a source file does not begin with its licence. Run as the test `spdx`:
#   cmake -D ROOT=<repository> -P tools/check_spdx.cmake
cmake_minimum_required(VERSION 3.25)

set(files "")
foreach(folder IN ITEMS benchmarks cmake elementwise examples include kernels src tests tools)
  file(GLOB_RECURSE found ${ROOT}/${folder}/*)
  list(APPEND files ${found})
endforeach()
list(APPEND files ${ROOT}/CMakeLists.txt ${ROOT}/.ci/run)
# Golden texts are compared byte by byte, and data are no programs.
list(FILTER files EXCLUDE REGEX "/golden/|[.](npy|npz|txt|md|json|csv|tsv|bin)$")
file(GLOB_RECURSE lists ${ROOT}/*/CMakeLists.txt)
list(FILTER lists EXCLUDE REGEX "^${ROOT}/build")
foreach(file IN LISTS files lists)
  # A script's first line names its interpreter.
  file(STRINGS ${file} lines LIMIT_COUNT 2)
  if(NOT "${lines}" MATCHES "^(#![^;]*;)?(//|#) SPDX-License-Identifier: BSD-3-Clause")
    message(SEND_ERROR "${file}: does not begin with its SPDX line")
  endif()
endforeach()
