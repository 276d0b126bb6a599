// SPDX-License-Identifier: BSD-3-Clause
#include "draw.hpp"

#include "compositions.hpp"
#include "draw_reductions.hpp"
#include "draw_shapes.hpp"
#include "drawing.hpp"

namespace gpu::fuzz {
namespace {

/// Statements that compute, change arrays whole and in part.
class statements final : drawing {
 public:
  statements(const draw_options& options, const seeds& from) : drawing(options, from) {}

  program draw() {
    const std::size_t statements = 1 + below(tree_, 3);
    ops_left_ = 1 + below(tree_, static_cast<std::size_t>(options_.max_ops));
    for (std::size_t i = 0; i < statements; ++i) draw_statement();
    return pruned(work_);
  }

 private:
  void draw_statement() {
    const std::size_t kind = below(tree_, 100);
    const bool again = chance(tree_, 40) && !frames_.empty();
    const frame_id where = again ? root_frame_ : add_frame(draw_shape(max_, layout_));
    root_frame_ = where;
    target_.reset();
    if (kind < 60) {
      const bool computes = ops_left_ > 0 && chance(tree_, 75);
      work_.roots.push_back(computes ? draw_op(where, 0) : need(where, draw_type(), 0));
      const auto& others = frames_[where].values;
      if (!others.empty() && chance(tree_, 40))
        work_.roots.push_back(others[below(tree_, others.size())]);
      return;
    }
    if (kind < 80) return draw_update(where);
    return draw_write(where);
  }

  void draw_update(frame_id where) {
    const std::size_t array = draw_array(where, draw_type());
    target_ = array;
    const std::size_t value = ops_left_ > 0 ? draw_op(where, 0) : need(where, draw_type(), 0);
    add({action::update, {array, value}, dtype::bool_, {}, 0, 0, {}, {}, {}}, where);
    work_.roots.push_back(array);
  }

  void draw_write(frame_id where) {
    drawn_ranges drawn = draw_ranges(frames_[where].extents, max_, layout_);
    const std::size_t array = draw_array(add_frame(drawn.source), draw_type());
    target_ = array;
    const bool narrow = chance(tree_, 20);
    const frame_id from =
        narrow ? add_frame(draw_narrower(frames_[where].extents, layout_)) : where;
    const std::size_t value = need(from, draw_type(), 0);
    add({action::write, {array, value}, dtype::bool_, {}, 0, 0, {}, std::move(drawn.ranges), {}},
        where);
    work_.roots.push_back(array);
  }

  frame_id root_frame_ = 0;
};

}  // namespace

program draw_program(const draw_options& options, const seeds& from) {
  if (is_composition(options.of)) return draw_composition(options.of, from);
  if (options.of != subject::elementwise) return draw_reductions(options, from);
  return statements(options, from).draw();
}

}  // namespace gpu::fuzz
