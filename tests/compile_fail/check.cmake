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
file(STRINGS ${SOURCE} expectations REGEX "^// expect: ")
list(TRANSFORM expectations REPLACE "^// expect: " "")

# Compiles a file, with further options; `status` and `output` say what came of it, `missing` what
# was expected and not said.
function(compile file)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${COMPILER} -std=c++20 -fsyntax-only ${INCLUDES} ${first}
            ${ARGN} ${file}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(missing "")
  foreach(expected IN LISTS expectations)
    string(FIND "${output}" "${expected}" place)
    if(place EQUAL -1)
      list(APPEND missing "${expected}")
    endif()
  endforeach()
  foreach(result IN ITEMS status output missing)
    set(${result} "${${result}}" PARENT_SCOPE)
  endforeach()
endfunction()

# GCC instantiates at the end of a program what the library's header needs, which takes longer than
# all before. An error behind the first one ends it there, and most messages come earlier.
if(expectations AND first)
  get_filename_component(folder ${FIRST} DIRECTORY)
  get_filename_component(name ${SOURCE} NAME)
  file(WRITE ${folder}/${name} "#include \"${SOURCE}\"\nstatic_assert(false);\n")
  compile(${folder}/${name} -fmax-errors=1)
  string(FIND "${output}" "${SOURCE}" place)
  if(NOT missing AND NOT place EQUAL -1)
    return()
  endif()
endif()

compile(${SOURCE})
if(NOT expectations)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${SOURCE} must compile:\n${output}")
  endif()
elseif(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles, but should be refused with: ${expectations}")
elseif(missing)
  message(FATAL_ERROR "${SOURCE} is refused, but not with '${missing}':\n${output}")
endif()
