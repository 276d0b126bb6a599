// SPDX-License-Identifier: BSD-3-Clause
// The generators that functions draw from which are given none: each device has one, which all
// threads share.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include <gpu/random/generator.hpp>

namespace gpu::random {

namespace detail {
/// Calls `draw` with the generator of a device, which nobody else uses meanwhile.
void with_default_generator(device where, const std::function<void(generator&)>& draw);

template <class Draw>
[[nodiscard]] auto by_default_generator(device where, const Draw& draw) {
  std::optional<decltype(draw(std::declval<generator&>()))> drawn;
  with_default_generator(where, [&](generator& rng) { drawn.emplace(draw(rng)); });
  return *std::move(drawn);
}

/// Where numbers of these parameters are: where it is said, else with the first array.
template <class... Parameters>
[[nodiscard]] device device_of(place where, const Parameters&... parameters) {
  [[maybe_unused]] const auto look_at = [&](const auto& one) {
    if constexpr (typed_array<decltype(one)>)
      if (!where) where = one.device();
  };
  (look_at(parameters), ...);
  return where.value_or(current_device());
}
}  // namespace detail

/// Seeds the generators of all devices. The first device of each kind then draws what
/// `default_rng(number)` draws; others have streams of their own. Without it they are seeded by the
/// operating system.
void seed(std::uint64_t number);

/// Where the stream of a device's generator stands, and back to there. `numpy.random.get_state`,
/// `numpy.random.set_state`.
[[nodiscard]] philox_state get_state(device where = current_device());
/// @throws value_error  if `buffer_pos` is not within 0 to 4
void set_state(const philox_state& state, device where = current_device());

}  // namespace gpu::random
