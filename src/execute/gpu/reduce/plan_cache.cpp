// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/plan_cache.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include <gpu/core/per_thread.hpp>

#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using key = std::vector<std::uint32_t>;

void append(key& words, std::ptrdiff_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  words.push_back(static_cast<std::uint32_t>(bits));
  words.push_back(static_cast<std::uint32_t>(bits >> 32));
}

void append(key& words, const shape& numbers) {
  words.push_back(static_cast<std::uint32_t>(numbers.size()));
  for (const std::ptrdiff_t number : numbers) append(words, number);
}

void append_place(key& words, const graph::leaf_node& leaf) {
  words.push_back(static_cast<std::uint32_t>(base_address(leaf) % tuning::access_bytes));
}

/// All that a plan depends on.
void describe(key& words, const graph::kernel& work) {
  work.signature(words);
  words.push_back(static_cast<std::uint32_t>(work.where.ordinal()));
  append(words, static_cast<std::ptrdiff_t>(work.reduced));
  append(words, work.extents);
  append(words, work.row.extents);
  append(words, work.row.start);
  for (const affine_view::term& term : work.row.terms) {
    words.push_back(static_cast<std::uint32_t>(term.out_axis << 16 | term.in_axis));
    append(words, term.step);
  }
  for (const graph::kernel_argument& argument : work.arguments) {
    append(words, argument.place.offset);
    append(words, argument.place.strides);
    if (const graph::leaf_node* leaf = leaf_of(argument)) append_place(words, *leaf);
  }
  for (const graph::kernel_output& output : work.outputs) {
    append(words, output.target->offset);
    append(words, output.target->extents);
    append(words, output.target->strides);
    append_place(words, *output.target);
  }
}

std::uint64_t hash(const key& words) noexcept {
  std::uint64_t value = words.size();
  for (const std::uint32_t word : words) {
    value = (value ^ word) * 0x9e3779b97f4a7c15u;
    value ^= value >> 29;
  }
  return value;
}

struct remembered {
  key words;
  std::shared_ptr<const reduction_plan> plan;
};

/// What a thread planned last, by hash; `words` are those of its last question.
struct recent_plans {
  key words;
  std::array<remembered, 64> plans;
};

}  // namespace

std::shared_ptr<const reduction_plan> find_reduction_plan(const graph::kernel& work) {
  auto& [words, recent] = gpu::detail::per_thread<recent_plans>::get();
  describe(words, work);
  remembered& slot = recent[hash(words) % recent.size()];
  if (slot.words != words) {
    slot.plan = std::make_shared<const reduction_plan>(plan_reduction(work));
    slot.words = words;
  }
  return slot.plan;
}

}  // namespace gpu::execute
