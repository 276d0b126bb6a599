// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/launch_cache.hpp"

#include <algorithm>
#include <utility>

#include "core/per_thread.hpp"
#include "core/word_hash.hpp"
#include "execute/gpu/launch_key.hpp"
#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/skeleton_families.hpp"
#include "graph/schedule/linearizer.hpp"

namespace gpu::execute {
namespace {

struct thread_launches {
  std::vector<std::uint32_t> words;  ///< of the last kernel that was looked for
  launch_cache known;
};

known_launch prepared(const graph::kernel& work) {
  known_launch made{family_of(work).plan(work)};
  if (made.plan->grid > 0 || has_user_text(work))
    made.kernel = &find_kernel(work, made.plan->options);
  return made;
}

/// The kernel as the scheduler writes it down.
graph::kernel scheduled(const contiguous_expression& read) {
  graph::linearizer lines;
  graph::kernel work;
  const graph::root one{&read.value(), &read.target()};
  (void)lines.run({&one, 1}, {}, work);
  return work;
}

known_launch prepared(const contiguous_expression& read) {
  const graph::kernel work = scheduled(read);
  known_launch made{family_of(work).plan(work)};
  if (made.plan->takes_addresses_alone) made.kernel = &find_kernel(work, made.plan->options);
  return made;
}

/// @param question  that has these words
template <class Question>
const known_launch& find(std::span<const std::uint32_t> words, const Question& question) {
  launch_cache& known = gpu::detail::per_thread<thread_launches>::get().known;
  if (const known_launch* found = known.find(words)) return *found;
  std::vector<std::uint32_t> mine(words.begin(), words.end());
  // Before a place is taken: loading may run kernels of its own in this thread.
  known_launch made = prepared(question);
  return known.insert(std::move(mine), std::move(made));
}

}  // namespace

std::size_t launch_cache::place_of(std::span<const std::uint32_t> words) noexcept {
  return detail::hash_words(words) % capacity;
}

const known_launch* launch_cache::find(std::span<const std::uint32_t> words) const noexcept {
  const slot& place = slots_[place_of(words)];
  return std::ranges::equal(place.words, words) ? &place.launch : nullptr;
}

const known_launch& launch_cache::insert(std::vector<std::uint32_t> words, known_launch launch) {
  slot& place = slots_[place_of(words)];
  place.words = std::move(words);
  place.launch = std::move(launch);
  return place.launch;
}

const known_launch& find_launch(const graph::kernel& work) {
  std::vector<std::uint32_t>& words = gpu::detail::per_thread<thread_launches>::get().words;
  write_key(words, work);
  return find(words, work);
}

const known_launch& find_launch(const contiguous_expression& read) {
  return find(expression_key(read).words(), read);
}

}  // namespace gpu::execute
