// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <gpu/cuda/device.hpp>

namespace gpu::fft {

/// The plans that the calling thread keeps for transforms on a device. A plan is for one kind of
/// transform, shape and layout; those that were used longest ago are given up first. CuPy's
/// `cupy.fft.config.get_plan_cache()`.
class plan_cache {
 public:
  explicit plan_cache(device where = current_device()) noexcept : where_(where) {}

  /// The number of plans.
  [[nodiscard]] std::size_t size() const;
  /// The most plans that are kept: at first 64; 0 keeps none.
  [[nodiscard]] std::size_t max_size() const;
  /// Gives up what is above the limit.
  void set_max_size(std::size_t count);

  /// The bytes of workspace that the plans need, each when it runs. FFTW does not tell them: 0.
  [[nodiscard]] std::size_t memory() const;
  /// The most of them for which plans are kept: at first 4 GiB.
  [[nodiscard]] std::size_t max_memory() const;
  /// Gives up what is above the limit.
  void set_max_memory(std::size_t bytes);

  /// How often a plan was there.
  [[nodiscard]] std::uint64_t hits() const;
  /// How often a plan was made.
  [[nodiscard]] std::uint64_t misses() const;
  /// Gives all plans up, and counts from 0 again.
  void clear();

 private:
  device where_;
};

}  // namespace gpu::fft
