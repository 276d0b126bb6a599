// SPDX-License-Identifier: BSD-3-Clause
// The largest error of every loop of every op on floating-point and complex numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gpu/core/dtype.hpp>
#include <gpu/cuda/device.hpp>

namespace gpu::ulp {

struct survey_options {
  std::vector<device> devices{cpu()};  ///< each computes the same operands
  /// Finds the rows of whole float32 loops for which right values are computed: see screen.hpp.
  /// None: they are computed for all.
  std::optional<device> screen;
  std::uint64_t seed = 0;
  /// Of the numbers of 32 bits every `stride`-th is an operand, from a drawn one on.
  std::uint64_t stride = 1;
  std::uint64_t draws = 10'000'000;  ///< operands of wider types, and of several operands
  unsigned threads = 1;
  std::string op;             ///< this one alone, unless it is empty
  std::optional<dtype> type;  ///< of the operands; all if there is none
};

/// What is known of one result of one loop on one device.
struct loop_report {
  std::string name;  ///< "log float32"
  device computed_on;
  int stated = 0;    ///< in ULP, as below; 0: as the functor on the host, bit by bit
  double worst = 0;  ///< where what is stated holds; at least 0.5, of which all are rightly rounded
  std::string where;   ///< operands and result there
  double outside = 0;  ///< the worst outside the domain of an op that states nothing for there
  std::string where_outside;
  /// The result is as many numbers from the rightly rounded one as stated, or fewer.
  [[nodiscard]] bool holds() const { return worst <= stated + 0.5; }
};

/// Calls `tell` for each loop and device.
/// @throws value_error  if an op that is not exact has no reference, or there is no such op
void survey(const survey_options& options, const std::function<void(const loop_report&)>& tell);

}  // namespace gpu::ulp
