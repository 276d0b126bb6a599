// SPDX-License-Identifier: BSD-3-Clause
// Loops of the library's ops as functions in PTX, which NVIDIA's driver assembles: compiled when
// the library was built, one function for each loop and result, and one for each cast.
//
// A function takes and returns words: elements of at most 4 bytes in the low bits of 32, those of 8
// in 64, and those of 16 in 16 bytes that are aligned as one.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <gpu/core/dtype.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::graph {

struct device_function {
  std::string_view name;
  std::string_view text;  ///< with all that it needs, under names of its own
};

/// The function of that name, or null: every one if the library was built without NVRTC.
[[nodiscard]] const device_function* find_device_function(std::string_view name);

/// What a text of such functions begins with.
[[nodiscard]] std::string_view device_function_head() noexcept;

/// "maximum_float32_float32_float32", "divmod_second_int8_int8_int8"
/// @param component  as `typed_loop::component`
[[nodiscard]] inline std::string device_function_name(std::string_view op,
                                                      std::string_view component,
                                                      std::span<const dtype> in, dtype out) {
  std::string name(op);
  if (!component.empty()) name += text_of('_', component.substr(1));
  for (const dtype type : in) name += text_of('_', type);
  return name + text_of('_', out);
}

namespace detail {
/// Written by the build; ends with an empty one.
extern const device_function embedded_functions[];
extern const std::string_view embedded_function_head;
}  // namespace detail

}  // namespace gpu::graph
