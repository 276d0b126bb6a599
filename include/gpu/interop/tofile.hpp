// SPDX-License-Identifier: BSD-3-Clause
// Elements as files without a header.
#pragma once

#include <filesystem>
#include <string_view>

#include <gpu/array/memory_sharing.hpp>
#include <gpu/array/ndarray.hpp>

namespace gpu {

namespace detail {
void write_elements(const std::filesystem::path& path, const graph::node_ptr& value,
                    std::string_view sep, std::string_view format);
}  // namespace detail

/// Writes the elements of an array of any device, in C order: their bytes, or with `sep` a text of
/// the numbers with that between them. `numpy.ndarray.tofile`. Evaluates the array, and waits.
/// Bytes pass through pinned memory, and take the place of another file, as those of `save_npy` do.
/// @param format  of a number: "%s" is Python's `str`, others are those of `savetxt`
/// @throws file_error   if the file cannot be written
/// @throws value_error  if there is not one number in the format, "unsupported format character
/// ..."
/// @throws dtype_error  "must be real number, not complex", for other formats
template <array_like A>
void tofile(const A& array, const std::filesystem::path& path, std::string_view sep = "",
            std::string_view format = "%s") {
  detail::write_elements(path, detail::live_node(array), sep, format);
}

template <class Derived>
template <class... Arguments>
void array_methods<Derived>::tofile(const Arguments&... path_and_format) const {
  gpu::tofile(self(), path_and_format...);
}

}  // namespace gpu
