// SPDX-License-Identifier: BSD-3-Clause
#include "draw.hpp"

#include <algorithm>
#include <random>
#include <utility>

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

bool computes(const program& work, std::size_t root) {
  const program alone = pruned({work.steps, {root}});
  return std::any_of(alone.steps.begin(), alone.steps.end(),
                     [](const step& one) { return one.computes() || one.changes_array(); });
}

/// Drops roots, drawn, until `count` are left: first those for which nothing is computed.
program with_few_roots(program work, std::size_t count, std::mt19937_64& random) {
  if (work.roots.size() <= count) return work;
  const auto first_idle = std::stable_partition(
      work.roots.begin(), work.roots.end(), [&](std::size_t root) { return computes(work, root); });
  auto idle = static_cast<std::size_t>(work.roots.end() - first_idle);
  while (work.roots.size() > count) {
    const std::size_t dropped = idle > 0 ? work.roots.size() - idle + below(random, idle)
                                         : below(random, work.roots.size());
    work.roots.erase(work.roots.begin() + static_cast<std::ptrdiff_t>(dropped));
    idle -= idle > 0;
  }
  return pruned(work);
}

}  // namespace

program draw_program(const draw_options& options, const seeds& from) {
  if (is_composition(options.of)) return draw_composition(options, from);
  program work = options.of == subject::elementwise ? statements(options, from).draw()
                                                    : draw_reductions(options, from);
  if (options.max_roots == 0) return work;
  // Numbers of their own, so that all else is drawn as without a bound.
  std::mt19937_64 random(from.tree ^ 0xd1b54a32d192ed03u);
  return with_few_roots(std::move(work), static_cast<std::size_t>(options.max_roots), random);
}

}  // namespace gpu::fuzz
