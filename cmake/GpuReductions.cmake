# SPDX-License-Identifier: BSD-3-Clause
# From the file kernels/reductions/NAME.hpp follows the translation unit that holds its host loops.

# Appends to `gpu_loop_files`; `gpu_reduction_list` receives the names.
function(gpu_list_reductions)
  file(GLOB names CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/kernels/reductions
       ${PROJECT_SOURCE_DIR}/kernels/reductions/*.hpp)
  list(TRANSFORM names REPLACE "[.]hpp$" "")
  list(SORT names)
  set(files ${gpu_loop_files})
  foreach(name IN LISTS names)
    set(file ${gpu_generated}/execute/reductions/${name}.cpp)
    file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// SPDX-License-Identifier: BSD-3-Clause
// Written by CMake: the host loops of one reduction.
#include <gpu/kernels/reductions/@name@.hpp>
#include \"reduction_registration.hpp\"

template <>
const gpu::graph::op_record& gpu::graph::record_of<gpu::reductions::@name@>() {
  return gpu::execute::registered_reduction<gpu::reductions::@name@>(
      \"gpu/kernels/reductions/@name@.hpp\");
}
")
    list(APPEND files ${file})
  endforeach()
  set(gpu_reduction_list ${names} PARENT_SCOPE)
  set(gpu_loop_files ${files} PARENT_SCOPE)
endfunction()
