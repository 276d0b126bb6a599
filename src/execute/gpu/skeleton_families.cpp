// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/skeleton_families.hpp"

#include <algorithm>
#include <iterator>

#include "execute/gpu/map/family.hpp"
#include "execute/gpu/reduce/family.hpp"
#include "execute/gpu/scan/family.hpp"

namespace gpu::execute {
namespace {

/// In the order in which they are asked.
constexpr const skeleton_family* families[] = {&reduce_family, &scan_family, &map_family};

}  // namespace

const skeleton_family& family_of(const graph::kernel& work) {
  return **std::find_if(std::begin(families), std::end(families),
                        [&](const skeleton_family* one) { return one->accepts(work); });
}

}  // namespace gpu::execute
