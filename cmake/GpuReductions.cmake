# SPDX-License-Identifier: BSD-3-Clause
# From the file kernels/reductions/NAME.hpp follow gpu::NAME, its aliases, and the translation unit
# that holds its host loops; from their headers the composed reductions and the scans.

# The reductions that are composed of others, and the scans: what these headers declare as
# NAME_reduction or NAME_scan with a `name`, and the other names that its `aliases` says. `output`
# receives "var_reduction=var=variance" and the like, `methods` the types of those that say
# `is_method = true`.
function(gpu_composed_reductions output methods)
  set(found "")
  set(types "")
  foreach(header IN ITEMS composed_reductions norm_reductions scan)
    set(suffix reduction)
    if(header STREQUAL "scan")
      set(suffix scan)
    endif()
    set(file ${PROJECT_SOURCE_DIR}/include/gpu/array/reduction/${header}.hpp)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    string(REPLACE ";" "" text "${text}")
    string(REGEX MATCHALL
           " name = \"[a-z0-9_]+\"(\n *static constexpr [a-z_ *]+ = [^\n]+)*" names "${text}")
    foreach(name IN LISTS names)
      string(REGEX REPLACE "^ name = \"([a-z0-9_]+)\".*" "\\1_${suffix}=\\1" own "${name}")
      if(name MATCHES "aliases = \"([a-z0-9_]+)\"")
        string(APPEND own "=${CMAKE_MATCH_1}")
      endif()
      list(APPEND found ${own})
      if(name MATCHES "is_method = true")
        string(REGEX REPLACE "=.*" "" type ${own})
        list(APPEND types ${type})
      endif()
    endforeach()
  endforeach()
  set(${output} ${found} PARENT_SCOPE)
  set(${methods} ${types} PARENT_SCOPE)
endfunction()

# Appends to `gpu_loop_files`, and writes <gpu/reductions.hpp>, <gpu/reduction_methods.hpp> and
# <gpu/reduction_ufuncs.hpp>.
function(gpu_list_reductions)
  file(GLOB names CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/kernels/reductions
       ${PROJECT_SOURCE_DIR}/kernels/reductions/*.hpp)
  list(TRANSFORM names REPLACE "[.]hpp$" "")
  list(SORT names)
  set(files ${gpu_loop_files})
  set(includes "")
  set(functions "")
  set(members "")
  set(declarations "")
  set(methods "")
  set(ufuncs "")
  foreach(name IN LISTS names)
    gpu_write_reduction_loops(${name} file)
    list(APPEND files ${file})
    string(APPEND includes "#include <gpu/kernels/reductions/${name}.hpp>\n")
    gpu_reduction_spellings(${name} spellings)
    set(type "plain_reduction<reductions::${name}>")
    gpu_add_reduction_functions("${spellings}" ${type} <gpu/kernels/reductions/${name}.hpp>)
    file(READ ${PROJECT_SOURCE_DIR}/kernels/reductions/${name}.hpp text)
    if(text MATCHES "[.]is_method *= *true")
      string(APPEND declarations "struct ${name};\n")
      gpu_reduction_method(${name} ${type} method)
      string(APPEND methods "${method}")
    endif()
    if(text MATCHES "[.]ufunc *= *\"([a-z0-9_]+)\"")
      list(APPEND ufuncs ${name}=${CMAKE_MATCH_1})
    endif()
  endforeach()
  gpu_write_reduction_ufuncs("${ufuncs}")
  gpu_composed_reductions(composed composed_methods)
  set(composed_declarations "")
  foreach(type IN LISTS composed_methods)
    string(APPEND composed_declarations "struct ${type};\n")
    string(REGEX REPLACE "_[a-z]+$" "" name ${type})
    gpu_reduction_method(${name} ${type} method)
    string(APPEND methods "${method}")
  endforeach()
  foreach(one IN LISTS composed)
    string(REPLACE "=" ";" spellings ${one})
    list(POP_FRONT spellings type)
    gpu_add_reduction_functions("${spellings}" ${type} "gpu::detail::${type}")
  endforeach()
  file(CONFIGURE OUTPUT ${gpu_generated}/include/gpu/reductions.hpp @ONLY CONTENT
"// SPDX-License-Identifier: BSD-3-Clause
// Written by CMake from the files in kernels/reductions/.
//
// Each takes an array, the axes (without them: all) and options, of which `gpu::axis(1)` is one:
// array/reduction/axes.hpp and array/reduction/options.hpp. `sum<double>(x)` computes in float64, as
// `gpu::as_dtype<double>`.
// What comes is an expression: nothing is computed here, unless `gpu::out(c)` is given.
#pragma once

#include <gpu/array/reduction/norm_reductions.hpp>
#include <gpu/array/reduction/scan.hpp>
@includes@
namespace gpu {

@functions@/// Every reduction as a member: what `xp.NAME` finds in the module of our arrays.
struct reduction_members {
@members@};

}  // namespace gpu
")
  file(CONFIGURE OUTPUT ${gpu_generated}/include/gpu/reduction_methods.hpp @ONLY CONTENT
"// SPDX-License-Identifier: BSD-3-Clause
// Written by CMake: the reductions and scans that NumPy's arrays have as methods.
//
// What they call is declared here and defined by <gpu/reductions.hpp>, which includes the classes
// that have these methods.
#pragma once

#include <optional>
#include <utility>

#include <gpu/array/reduction/options.hpp>
#include <gpu/array/reduction/reduction_ufunc.hpp>

namespace gpu {

namespace reductions {
@declarations@}  // namespace reductions

namespace detail {

template <class Op>
struct plain_reduction;
@composed_declarations@
template <class Reduction, class T, reducible A, class... Options>
decltype(auto) reduced(A&& x, const reduction_axes& axes, Options&&... options);

/// Each takes the axes, all without them, and the options of the function of its name. `Derived`
/// is an array or expression.
template <class Derived>
struct named_reduction_methods {
@methods@};

}  // namespace detail
}  // namespace gpu
")
  set(gpu_loop_files ${files} PARENT_SCOPE)
endfunction()

# Writes <gpu/reduction_ufuncs.hpp> of pairs as "sum=add".
function(gpu_write_reduction_ufuncs pairs)
  set(ops "")
  set(reductions "")
  set(types "")
  foreach(pair IN LISTS pairs)
    string(REGEX MATCH "(.*)=(.*)" pair ${pair})
    string(APPEND reductions "struct ${CMAKE_MATCH_1};\n")
    string(APPEND ops "struct ${CMAKE_MATCH_2};\n")
    list(APPEND types "reduction_and_op<reductions::${CMAKE_MATCH_1}, ops::${CMAKE_MATCH_2}>")
  endforeach()
  list(JOIN types ",\n    " types)
  file(CONFIGURE OUTPUT ${gpu_generated}/include/gpu/reduction_ufuncs.hpp @ONLY CONTENT
"// SPDX-License-Identifier: BSD-3-Clause
// Written by CMake: which file of kernels/reductions/ says `ufunc`, and of which op.
#pragma once

#include <gpu/core/type_list.hpp>

namespace gpu {

namespace ops {
@ops@}  // namespace ops

namespace reductions {
@reductions@}  // namespace reductions

namespace detail {

template <class Reduction, class Op>
struct reduction_and_op {};

using reductions_of_ops = type_list<
    @types@>;

}  // namespace detail
}  // namespace gpu
")
endfunction()

# The names of one reduction for users: none if it says `.is_part = true`.
function(gpu_reduction_spellings name output)
  set(file ${PROJECT_SOURCE_DIR}/kernels/reductions/${name}.hpp)
  gpu_aliases_in(${file} aliases)
  set(spellings ${name} ${aliases})
  file(READ ${file} text)
  if(text MATCHES "[.]is_part *= *true")
    set(spellings "")
  endif()
  set(${output} ${spellings} PARENT_SCOPE)
endfunction()

# Adds the functions of one reduction to `functions` and `members`.
macro(gpu_add_reduction_functions spellings type source)
  foreach(spelling IN ITEMS ${spellings})
    gpu_reduction_function(${spelling} "${type}" "${source}" "" function)
    string(APPEND functions "${function}")
    gpu_reduction_function(${spelling} "${type}" "${source}" "static " function)
    string(APPEND members "${function}")
  endforeach()
endmacro()

# The text of the two functions `spelling`, members if `specifier` is "static ".
function(gpu_reduction_function spelling type source specifier output)
  set(reduction "detail::${type}, T")
  set(refused "")
  if(NOT specifier)
    set(refused
"template <class T = void, reducible A, class... Arguments>
requires(detail::are_no_options<Arguments...>)
refusal::behind_the_array_stand_axes_and_options_and_gpu_maximum_takes_two_arrays
${spelling}(A&&, Arguments&&...) = delete;
template <class T = void, class A, class... Arguments>
requires(detail::is_bool_reduced<A, Arguments...>)
refusal::a_comparison_with_a_number_is_one_bool_and_gpu_equal_gives_one_for_each_element
${spelling}(A&&, Arguments&&...) = delete;
")
  endif()
  set(${output}
"/// `gpu::${spelling}`: ${source}.
template <class T = void, reducible A, option_beside_axes... Options>
${specifier}decltype(auto) ${spelling}(A&& x, const reduction_axes& axes, Options&&... options) {
  return detail::reduced<${reduction}>(std::forward<A>(x), axes,
                                       std::forward<Options>(options)...);
}
template <class T = void, reducible A, reduction_option... Options>
${specifier}decltype(auto) ${spelling}(A&& x, Options&&... options) {
  return detail::reduced<${reduction}>(std::forward<A>(x), std::nullopt,
                                       std::forward<Options>(options)...);
}
${refused}" PARENT_SCOPE)
endfunction()

# The text of the two methods `name`, as axes may stand in braces, and options without axes.
function(gpu_reduction_method name type output)
  set(${output}
"/// `gpu::${name}` of this.
template <class T = void, option_beside_axes... Options>
decltype(auto) ${name}(const reduction_axes& axes, Options&&... options) const {
  return detail::reduced<${type}, T>(static_cast<const Derived&>(*this), axes,
                                     std::forward<Options>(options)...);
}
template <class T = void, reduction_option... Options>
decltype(auto) ${name}(Options&&... options) const {
  return detail::reduced<${type}, T>(static_cast<const Derived&>(*this),
                                     reduction_axes(std::nullopt),
                                     std::forward<Options>(options)...);
}
" PARENT_SCOPE)
endfunction()

function(gpu_write_reduction_loops name output)
  set(file ${gpu_generated}/execute/reductions/${name}.cpp)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// SPDX-License-Identifier: BSD-3-Clause
// Written by CMake: the host loops of one reduction.
#include <gpu/kernels/reductions/@name@.hpp>
#include \"execute/host/reduce/registration.hpp\"

template <>
const gpu::graph::op_record& gpu::graph::record_of<gpu::reductions::@name@>() {
  return gpu::execute::registered_reduction<gpu::reductions::@name@>(
      \"gpu/kernels/reductions/@name@.hpp\");
}
")
  set(${output} ${file} PARENT_SCOPE)
endfunction()
