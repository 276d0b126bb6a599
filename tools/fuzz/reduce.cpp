// SPDX-License-Identifier: BSD-3-Clause
#include "reduce.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <set>
#include <string>

#include <gpu/core/error.hpp>

#include "check.hpp"
#include "naive.hpp"

namespace gpu::fuzz {
namespace {

/// Tries smaller programs, and keeps those that fail.
class reduction {
 public:
  reduction(program failing, device where) : best_(std::move(failing)), where_(where) {}

  program run() {
    for (bool smaller = true; smaller && trials_left_ > 0;) {
      smaller = false;
      smaller |= keep_one_root();
      smaller |= drop_roots();
      smaller |= cut_subtrees();
      smaller |= bypass_steps();
      smaller |= shrink_extents();
      smaller |= simplify_ranges();
      smaller |= simplify_values();
    }
    return std::move(best_);
  }

 private:
  bool accept(program key_value_pair) {
    if (std::chrono::steady_clock::now() > end_) trials_left_ = 0;  // on a GPU each is compiled
    if (--trials_left_ < 0) return false;
    try {
      key_value_pair = pruned(key_value_pair);
      infer(key_value_pair);
      if (check(key_value_pair, where_).empty()) return false;
    } catch (const error&) {
      return false;
    }
    best_ = std::move(key_value_pair);
    return true;
  }

  bool keep_one_root() {
    bool smaller = false;
    for (std::size_t i = 0; i < best_.steps.size(); ++i) {
      const action what = best_.steps[i].what;
      if (what == action::scalar || best_.steps[i].changes_array()) continue;
      if (best_.roots == std::vector<std::size_t>{i}) continue;
      program key_value_pair = best_;
      key_value_pair.roots = {i};
      // Without later writes to a root, the root alone is what is left.
      key_value_pair.steps.resize(what == action::array ? key_value_pair.steps.size() : i + 1);
      if (accept(std::move(key_value_pair))) {
        smaller = true;
        i = 0;
      }
    }
    return smaller;
  }

  bool drop_roots() {
    bool smaller = false;
    for (std::size_t i = best_.roots.size(); i-- > 0 && best_.roots.size() > 1;) {
      program key_value_pair = best_;
      key_value_pair.roots.erase(key_value_pair.roots.begin() + static_cast<std::ptrdiff_t>(i));
      smaller |= accept(std::move(key_value_pair));
    }
    return smaller;
  }

  /// A step that computes or views becomes an array of the naive value.
  bool cut_subtrees() {
    bool smaller = false;
    for (std::size_t i = best_.steps.size(); i-- > 0;) {
      if (i >= best_.steps.size()) continue;
      const step& one = best_.steps[i];
      if (one.operands.empty() || one.changes_array()) continue;
      if (std::count(best_.roots.begin(), best_.roots.end(), i) != 0) continue;
      program key_value_pair = best_;
      std::vector<host_value> values(i + 1);
      for (std::size_t k = 0; k <= i; ++k)
        values[best_.steps[k].changes_array() ? best_.steps[k].operands[0] : k] =
            naive_step(best_, k, values);
      key_value_pair.steps[i] = {action::array,  {}, one.type, one.extents, 0, 0, {}, {},
                                 values[i].bytes};
      smaller |= accept(std::move(key_value_pair));
    }
    return smaller;
  }

  /// What uses a step uses the step's operand instead; a change of an array does not happen.
  bool bypass_steps() {
    bool smaller = false;
    for (std::size_t i = 0; i < best_.steps.size(); ++i) {
      const step& one = best_.steps[i];
      if (one.operands.empty()) continue;
      if (one.changes_array()) {
        program key_value_pair = best_;
        key_value_pair.steps.erase(key_value_pair.steps.begin() + static_cast<std::ptrdiff_t>(i));
        for (step& later : key_value_pair.steps)
          for (std::size_t& operand : later.operands) operand -= operand > i;
        for (std::size_t& root : key_value_pair.roots) root -= root > i;
        smaller |= accept(std::move(key_value_pair));
        continue;
      }
      for (const std::size_t operand : std::vector<std::size_t>(one.operands)) {
        if (best_.steps[operand].what == action::scalar) continue;
        program key_value_pair = best_;
        for (std::size_t k = i + 1; k < key_value_pair.steps.size(); ++k)
          std::replace(key_value_pair.steps[k].operands.begin(),
                       key_value_pair.steps[k].operands.end(), i, operand);
        std::replace(key_value_pair.roots.begin(), key_value_pair.roots.end(), i, operand);
        if (accept(std::move(key_value_pair))) {
          smaller = true;
          break;
        }
      }
    }
    return smaller;
  }

  /// Every extent of one length becomes another length; arrays keep their first elements.
  bool shrink_extents() {
    std::set<std::ptrdiff_t> lengths;
    for (const step& one : best_.steps) lengths.insert(one.extents.begin(), one.extents.end());
    bool smaller = false;
    for (const std::ptrdiff_t length : lengths) {
      for (const std::ptrdiff_t next :
           {std::ptrdiff_t{1}, std::ptrdiff_t{2}, length / 2, length - 1}) {
        if (next >= length || next < 0 || !with_extent(length, next)) continue;
        smaller = true;
        break;
      }
    }
    return smaller;
  }

  bool with_extent(std::ptrdiff_t length, std::ptrdiff_t next) {
    program key_value_pair = best_;
    for (step& one : key_value_pair.steps) {
      std::replace(one.extents.begin(), one.extents.end(), length, next);
      for (taken_range& range : one.ranges)
        if (range.count == length)
          range = {range.step < 0 ? next - 1 : 0, next, range.step < 0 ? -1 : 1, range.dropped};
      if (one.what == action::array)
        one.bytes.resize(static_cast<std::size_t>(element_count(one.extents)) *
                         size_bytes(one.type));
    }
    return accept(std::move(key_value_pair));
  }

  bool simplify_ranges() {
    bool smaller = false;
    for (std::size_t i = 0; i < best_.steps.size(); ++i) {
      for (std::size_t axis = 0; i < best_.steps.size() && axis < best_.steps[i].ranges.size();
           ++axis) {
        const taken_range range = best_.steps[i].ranges[axis];
        if (range.step == 1 && range.start == 0) continue;
        program key_value_pair = best_;
        key_value_pair.steps[i].ranges[axis] = {0, range.count, 1, range.dropped};
        smaller |= accept(std::move(key_value_pair));
      }
    }
    return smaller;
  }

  /// All elements of an array, then single ones, become zero or the first one.
  bool simplify_values() {
    bool smaller = false;
    for (std::size_t i = 0; i < best_.steps.size(); ++i) {
      if (best_.steps[i].what != action::array) continue;
      const std::size_t size = size_bytes(best_.steps[i].type);
      const std::size_t count = best_.steps[i].bytes.size() / size;
      if (zeroed(i, 0, count)) {
        smaller = true;
        continue;
      }
      for (std::size_t at = 0; count <= 64 && at < count && i < best_.steps.size(); ++at)
        if (best_.steps[i].bytes.size() == count * size) smaller |= zeroed(i, at, 1);
    }
    return smaller;
  }

  bool zeroed(std::size_t i, std::size_t first, std::size_t count) {
    program key_value_pair = best_;
    const std::size_t size = size_bytes(best_.steps[i].type);
    const auto begin =
        key_value_pair.steps[i].bytes.begin() + static_cast<std::ptrdiff_t>(first * size);
    std::fill(begin, begin + static_cast<std::ptrdiff_t>(count * size), std::byte{0});
    if (key_value_pair.steps[i].bytes == best_.steps[i].bytes) return false;
    return accept(std::move(key_value_pair));
  }

  program best_;
  const device where_;
  int trials_left_ = 4000;
  const std::chrono::steady_clock::time_point end_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(20);
};

}  // namespace

program reduced(program failing, device where) {
  return reduction(std::move(failing), where).run();
}

}  // namespace gpu::fuzz
