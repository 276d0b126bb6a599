# SPDX-License-Identifier: BSD-3-Clause
# The texts of the device headers, compiled into the library. `gpu_embed(<output>)` adds the command
# that writes them at build time; the command runs this same file as a script.

function(gpu_embed output)
  set(rows "")
  set(files "")
  set(pairs elementwise=elementwise elementwise/support=elementwise/support kernels=kernels
            kernels/functors=kernels/functors kernels/primitives=kernels/primitives
            kernels/reductions=kernels/reductions kernels/skeletons=kernels/skeletons)
  foreach(pair IN LISTS pairs)
    string(REGEX MATCH "^(.*)=(.*)$" matched ${pair})
    set(name ${CMAKE_MATCH_1})
    set(folder ${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_2})
    file(GLOB found CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*.hpp ${folder}/*.cuh)
    foreach(file IN LISTS found)
      string(APPEND rows "gpu/${name}/${file}=${folder}/${file}\n")
      list(APPEND files ${folder}/${file})
    endforeach()
  endforeach()
  gpu_reached_core_headers("${files}" core)
  foreach(file IN LISTS core)
    string(APPEND rows "${file}=${PROJECT_SOURCE_DIR}/include/${file}\n")
    list(APPEND files ${PROJECT_SOURCE_DIR}/include/${file})
  endforeach()
  file(CONFIGURE OUTPUT ${output}.list @ONLY CONTENT "@rows@")
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D LIST=${output}.list -D OUTPUT=${output}
            -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    DEPENDS ${files} ${output}.list ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    COMMENT "Embedding the device headers" VERBATIM)
endfunction()

# The headers <gpu/core/...> that the files include, directly or through one another.
function(gpu_reached_core_headers files result)
  set(reached "")
  while(files)
    list(POP_FRONT files file)
    if(NOT EXISTS ${file})
      continue()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(STRINGS ${file} includes REGEX "^#include <gpu/core/")
    foreach(line IN LISTS includes)
      string(REGEX REPLACE "^#include <([^>]*)>.*" "\\1" name "${line}")
      if(NOT name IN_LIST reached)
        list(APPEND reached ${name})
        list(APPEND files ${PROJECT_SOURCE_DIR}/include/${name})
      endif()
    endforeach()
  endwhile()
  list(SORT reached)
  set(${result} ${reached} PARENT_SCOPE)
endfunction()

# `text` as raw strings of at most 15000 bytes: some compilers refuse longer ones.
function(gpu_raw_strings text result)
  set(strings "")
  string(LENGTH "${text}" left)
  while(left GREATER 15000)
    string(SUBSTRING "${text}" 0 15000 piece)
    string(FIND "${piece}" "\n" end REVERSE)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${text}" 0 ${end} piece)
    string(SUBSTRING "${text}" ${end} -1 text)
    string(APPEND strings "R\"gpu(${piece})gpu\"\n")
    string(LENGTH "${text}" left)
  endwhile()
  set(${result} "${strings}R\"gpu(${text})gpu\"" PARENT_SCOPE)
endfunction()

function(gpu_write_embedded list output)
  set(rows "")
  file(STRINGS ${list} lines)
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([^=]*)=(.*)$" matched "${line}")
    set(name ${CMAKE_MATCH_1})
    file(READ ${CMAKE_MATCH_2} text)
    # Lines that are comments stay as empty lines, so that line numbers are the file's.
    string(REGEX REPLACE "\n[ \t]*//[^\n]*" "\n" text "\n${text}")
    string(SUBSTRING "${text}" 1 -1 text)
    gpu_raw_strings("${text}" strings)
    string(APPEND rows "    {\"${name}\",\n${strings}},\n")
  endforeach()
  # A last, empty row, since an array must have one.
  file(WRITE ${output}
"// Written by cmake/GpuEmbed.cmake.
#include \"jit/embedded_sources.hpp\"

namespace gpu::detail {

const device_source embedded_sources[] = {
${rows}    {{}, {}},
};
const std::size_t embedded_source_count = sizeof(embedded_sources) / sizeof(device_source) - 1;

}  // namespace gpu::detail
")
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  cmake_minimum_required(VERSION 3.25)
  gpu_write_embedded(${LIST} ${OUTPUT})
endif()
