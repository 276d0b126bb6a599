// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/index_mode.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu {

index_mode index_mode_option::mode_named(std::string_view name) {
  if (name == "raise") return index_mode::raise;
  if (name == "wrap") return index_mode::wrap;
  if (name == "clip") return index_mode::clip;
  throw value_error(
      text_of("clipmode must be one of 'clip', 'raise', or 'wrap' (got '", name, "')"));
}

std::vector<index_mode> index_modes::of(std::size_t rank) const {
  if (is_one_) return std::vector<index_mode>(rank, modes_[0]);
  if (modes_.size() != rank)
    throw value_error(
        text_of("list of clipmodes has wrong length (", modes_.size(), " instead of ", rank, ")"));
  return modes_;
}

}  // namespace gpu
