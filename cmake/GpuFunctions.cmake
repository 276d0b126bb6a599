# SPDX-License-Identifier: BSD-3-Clause
# The loops of the ops as functions that the driver assembles:
# src/graph/emit/ptx/device_functions.hpp.
# `gpu_compile_functions(<output>)` adds the command that compiles them, by a program of
# tools/device_functions; it compiles again only those of ops that have changed.

function(gpu_compile_functions output)
  set(folder ${gpu_generated}/graph)
  if(NOT GPU_CUDA)
    file(CONFIGURE OUTPUT ${output} CONTENT
"// Written by CMake: without CUDA there are none.
#include \"graph/emit/ptx/device_functions.hpp\"

namespace gpu::graph::detail {

const std::string_view embedded_function_head;
const device_function embedded_functions[] = {{{}, {}}};

}  // namespace gpu::graph::detail
")
    return()
  endif()
  gpu_write_op_list(${folder}/op_list.hpp)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/device_functions/*.cpp)
  add_executable(write_device_functions ${sources})
  target_include_directories(write_device_functions PRIVATE ${folder} ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(write_device_functions PRIVATE gpu_headers gpu_core gpu_cuda gpu_jit)
  target_compile_options(write_device_functions PRIVATE ${gpu_options} ${gpu_warnings} -O0)
  gpu_link_outside(write_device_functions)
  add_custom_command(
    OUTPUT ${output}
    # NVRTC is no part of what sanitizers are to judge.
    COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=report_bugs=0
            $<TARGET_FILE:write_device_functions> ${output} ${folder}/functions
    DEPENDS write_device_functions
    COMMENT "Compiling the functions of the ops" VERBATIM)
endfunction()

# All ops as a list of types, with no more of the library than the ops need.
function(gpu_write_op_list file)
  gpu_op_names(names)
  set(includes "")
  set(types "")
  foreach(name IN LISTS names)
    string(APPEND includes "#include <gpu/elementwise/${name}.hpp>\n")
    list(APPEND types "ops::${name}")
  endforeach()
  list(JOIN types ", " types)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// Written by CMake from the files in elementwise/.
#pragma once

#include <gpu/core/type_list.hpp>
@includes@
namespace gpu::device_functions {

using all_ops = type_list<@types@>;

}  // namespace gpu::device_functions
")
endfunction()
