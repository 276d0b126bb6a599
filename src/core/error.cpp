// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/error.hpp>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <gpu/core/text_of.hpp>

namespace gpu {
namespace {

/// 805306368 as "805,306,368".
std::string grouped(std::size_t bytes) {
  std::string digits = std::to_string(bytes);
  for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(static_cast<std::size_t>(i), ",");
  return digits;
}

/// The file of a place from the root of the repository. Compilers are told to name it so, but
/// ccache may have told them the way there from the folder of the build.
const char* file_of(const std::source_location& place) noexcept {
  std::string_view file = place.file_name();
  while (file.starts_with("../")) file.remove_prefix(3);
  return file.data();
}

}  // namespace

axis_error::axis_error(std::int64_t axis, std::size_t rank)
    : error(text_of("axis ", axis, " is out of bounds for array of dimension ", rank)) {}

cuda_error::cuda_error(int code, const std::string& name, const std::string& text,
                       const std::string& action, std::source_location place)
    : error(text_of(name, " (", code, "): ", text, ", while trying to ", action, " [",
                    file_of(place), ":", place.line(), "]")),
      code_(code) {}

cuda_error::cuda_error(int code, const std::string& message) : error(message), code_(code) {}

out_of_memory::out_of_memory(const std::string& device, std::size_t requested_bytes,
                             std::size_t pool_bytes, std::size_t limit_bytes,
                             std::size_t free_bytes)
    : cuda_error(
          2, text_of("Out of memory allocating ", grouped(requested_bytes), " bytes on ", device,
                     " (allocated so far: ", grouped(pool_bytes), " bytes, ",
                     limit_bytes == 0 ? std::string("no limit set")
                                      : text_of("limit set to: ", grouped(limit_bytes), " bytes"),
                     ", free on the device: ", grouped(free_bytes), " bytes).")),
      requested_bytes_(requested_bytes) {}

compile_error::compile_error(const std::string& message, std::string log, std::string source)
    : error(message), log_(std::move(log)), source_(std::move(source)) {}

void fail(const char* invariant, std::source_location place) noexcept {
  std::fprintf(stderr, "gpu-ndarray: broken invariant: %s [%s:%u]\n", invariant, file_of(place),
               static_cast<unsigned>(place.line()));
  std::abort();
}

}  // namespace gpu
