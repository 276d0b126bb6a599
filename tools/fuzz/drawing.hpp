// SPDX-License-Identifier: BSD-3-Clause
// What drawing programs of any kind needs: arrays, views and trees of ops.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include <gpu/graph/op.hpp>

#include "options.hpp"
#include "program.hpp"

namespace gpu::fuzz {

/// Draws from the root downwards: what is needed is a value of a shape, of any dtype.
class drawing {
 protected:
  /// Values of one shape. Which frame a value is in depends on the tree alone.
  struct frame {
    shape extents;
    std::vector<std::size_t> values;
  };
  using frame_id = std::size_t;

  drawing(const draw_options& options, const seeds& from);
  ~drawing() = default;

  frame_id add_frame(const shape& extents);
  /// The number of the new step.
  std::size_t add(step one, frame_id where);
  [[nodiscard]] dtype draw_type();

  virtual std::size_t draw_array(frame_id where, dtype type);
  std::size_t draw_leaf(frame_id where, dtype type);
  /// A value of the frame's shape, if possible of dtype `type`.
  std::size_t need(frame_id where, dtype type, int depth);
  std::size_t cast(std::size_t value, dtype type, frame_id where);
  std::size_t draw_scalar_step(dtype bound);
  std::size_t draw_op(frame_id where, int depth);
  /// The op, its operands converted to those of `loop` if it has none for what they are.
  std::size_t add_fitted(step one, const graph::typed_loop& loop, frame_id where);

  const draw_options& options_;
  std::mt19937_64 tree_;
  std::mt19937_64 layout_;
  std::mt19937_64 values_;
  const std::ptrdiff_t max_;
  program work_;
  std::vector<frame> frames_;
  std::vector<std::size_t> arrays_;
  std::optional<std::size_t> target_;  ///< the array that the statement at hand will change
  std::size_t ops_left_ = 0;

 private:
  std::size_t draw_leaf_again(frame_id where);
  std::size_t draw_loop(const std::vector<graph::typed_loop>& loops);
  std::vector<std::byte> fitting_scalar(const step& one, std::size_t i,
                                        const graph::typed_loop& loop);
};

}  // namespace gpu::fuzz
