// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/random/default_generator.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/fork.hpp"

namespace gpu::random {
namespace {

/// Lives as long as the process: threads may draw while it ends.
struct default_generators {
  gpu::detail::fork_safe<std::mutex> mutex;
  std::optional<std::uint64_t> seed;
  std::map<std::pair<bool, int>, generator> of_device;

  static default_generators& get() {
    static auto& all = *new default_generators;
    return all;
  }

  generator& of(device where) {
    const auto [at, is_new] = of_device.try_emplace({where.is_gpu(), where.index()});
    if (is_new && seed) at->second = generator(philox(seed_of(where)));
    return at->second;
  }

 private:
  [[nodiscard]] seed_sequence seed_of(device where) const {
    const seed_sequence first(*seed);
    if (where.index() == 0) return first;
    return seed_sequence(first.entropy(), {static_cast<std::uint32_t>(where.index())});
  }
};

}  // namespace

void seed(std::uint64_t number) {
  default_generators& all = default_generators::get();
  const std::lock_guard lock(all.mutex);
  all.seed = number;
  all.of_device.clear();
}

philox_state get_state(device where) {
  return detail::by_default_generator(
      where, [](const generator& rng) { return rng.bit_generator().state(); });
}

void set_state(const philox_state& state, device where) {
  detail::with_default_generator(where,
                                 [&](generator& rng) { rng.bit_generator().set_state(state); });
}

void detail::with_default_generator(device where, const std::function<void(generator&)>& draw) {
  default_generators& all = default_generators::get();
  const std::lock_guard lock(all.mutex);
  draw(all.of(where));
}

}  // namespace gpu::random
