# SPDX-License-Identifier: BSD-3-Clause
# From the file elementwise/NAME.hpp follow gpu::NAME, its aliases, its place in all_ops, and the
# translation unit that holds its host loops.

# The names of the ops, in order; `output` is the variable that receives them.
function(gpu_op_names output)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/elementwise
       ${PROJECT_SOURCE_DIR}/elementwise/*.hpp)
  list(TRANSFORM files REPLACE "[.]hpp$" "")
  list(SORT files)
  set(${output} ${files} PARENT_SCOPE)
endfunction()

# The other names of what a file declares: what `.aliases = "..."` says in it.
function(gpu_aliases_in file output)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  set(aliases "")
  if(text MATCHES "[.]aliases *= *\"([^\"]*)\"")
    separate_arguments(aliases UNIX_COMMAND "${CMAKE_MATCH_1}")
  endif()
  set(${output} ${aliases} PARENT_SCOPE)
endfunction()

# Writes <gpu/ops.hpp> and one translation unit for the host loops of each op.
function(gpu_list_ops)
  gpu_op_names(names)
  set(includes "")
  set(objects "")
  set(members "")
  set(types "")
  set(loop_files "")
  foreach(name IN LISTS names)
    gpu_aliases_in(${PROJECT_SOURCE_DIR}/elementwise/${name}.hpp aliases)
    string(APPEND includes "#include <gpu/elementwise/${name}.hpp>\n")
    foreach(spelling IN ITEMS ${name} ${aliases})
      string(APPEND objects "/// `numpy.${spelling}`, elementwise: <gpu/elementwise/${name}.hpp>.\n")
      string(APPEND objects "inline constexpr elementwise<ops::${name}> ${spelling}{};\n")
      string(APPEND members "  static constexpr elementwise<ops::${name}> ${spelling}{};\n")
    endforeach()
    list(APPEND types "ops::${name}")
    gpu_write_loops(${name} file)
    list(APPEND loop_files ${file})
  endforeach()
  list(JOIN types ", " types)
  file(CONFIGURE OUTPUT ${gpu_generated}/include/gpu/ops.hpp @ONLY CONTENT
"// SPDX-License-Identifier: BSD-3-Clause
// Written by CMake from the files in elementwise/.
#pragma once

#include <gpu/array/ufunc/elementwise.hpp>
#include <gpu/core/type_list.hpp>
@includes@
namespace gpu {

@objects@
/// Every op, in the order of the names.
using all_ops = type_list<@types@>;

/// Every op as a member: what `xp.NAME` finds in the module of our arrays.
struct op_members {
@members@};

}  // namespace gpu
")
  set(gpu_loop_files ${loop_files} PARENT_SCOPE)
endfunction()

function(gpu_write_loops name output)
  set(file ${gpu_generated}/execute/loops/${name}.cpp)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// SPDX-License-Identifier: BSD-3-Clause
// Written by CMake: the host loops of one op.
#include <gpu/elementwise/@name@.hpp>
#include \"execute/host/registration.hpp\"

template <>
const gpu::graph::op_record& gpu::graph::record_of<gpu::ops::@name@>() {
  return gpu::execute::registered<gpu::ops::@name@>(\"gpu/elementwise/@name@.hpp\");
}
")
  set(${output} ${file} PARENT_SCOPE)
endfunction()
