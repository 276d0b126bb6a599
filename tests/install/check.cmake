# SPDX-License-Identifier: BSD-3-Clause
# Installs the library into a fresh prefix, moves that, and builds and runs a user's project with it:
#   cmake -D BUILD=<build tree> -D WORK=<scratch folder> -D COMPILER=<c++> -D GENERATOR=<name>
#         -D "PREFIX_PATH=<as CMAKE_PREFIX_PATH>" -P tests/install/check.cmake
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "exit status ${status}: ${ARGN}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/prefix)

file(GLOB_RECURSE package_files ${WORK}/prefix/*.cmake)
foreach(file IN LISTS package_files)
  file(STRINGS ${file} lines REGEX "${BUILD}|${WORK}/first|[/]cuda")
  if(lines)
    message(FATAL_ERROR "${file} names a folder of the machine that built it: ${lines}")
  endif()
endforeach()

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/build -G ${GENERATOR}
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER=${COMPILER}
    "-DCMAKE_PREFIX_PATH=${WORK}/prefix;${PREFIX_PATH}")
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/uses_gpu_ndarray)
