// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/splitting.hpp>
#include <gpu/array/manipulation/unpack.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {
namespace {

part_slices along(std::size_t axis, const slice& part) {
  part_slices slices(axis, all());
  slices.push_back(part);
  return slices;
}

void require_rank(const char* name, std::size_t rank, const shape& extents) {
  if (extents.size() < rank)
    throw value_error(text_of(name, " only works on arrays of ", rank, " or more dimensions"));
}

/// Where each part begins; the last number is where the last part ends.
std::vector<std::ptrdiff_t> boundaries(std::ptrdiff_t extent, const split_points& at) {
  std::vector<std::ptrdiff_t> bounds{0};
  if (const auto count = at.sections()) {
    if (*count <= 0) throw value_error("number sections must be larger than 0.");
    for (std::ptrdiff_t i = 0; i < *count; ++i)
      bounds.push_back(bounds.back() + extent / *count + (i < extent % *count ? 1 : 0));
  } else {
    bounds.insert(bounds.end(), at.indices().begin(), at.indices().end());
    bounds.push_back(extent);
  }
  return bounds;
}

}  // namespace

part_list array_split_parts(const shape& extents, const split_points& at, std::ptrdiff_t axis) {
  const std::size_t split_axis = normalize_axis_index(axis, extents.size());
  const std::vector<std::ptrdiff_t> bounds = boundaries(extents[split_axis], at);
  part_list parts;
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i)
    parts.push_back(along(split_axis, range(bounds[i], bounds[i + 1])));
  return parts;
}

part_list split_parts(const shape& extents, const split_points& at, std::ptrdiff_t axis) {
  const std::ptrdiff_t extent = extents[normalize_axis_index(axis, extents.size())];
  if (at.sections() && *at.sections() > 0 && extent % *at.sections() != 0)
    throw value_error("array split does not result in an equal division");
  return array_split_parts(extents, at, axis);
}

part_list hsplit_parts(const shape& extents, const split_points& at) {
  require_rank("hsplit", 1, extents);
  return split_parts(extents, at, extents.size() == 1 ? 0 : 1);
}

part_list vsplit_parts(const shape& extents, const split_points& at) {
  require_rank("vsplit", 2, extents);
  return split_parts(extents, at, 0);
}

part_list dsplit_parts(const shape& extents, const split_points& at) {
  require_rank("dsplit", 3, extents);
  return split_parts(extents, at, 2);
}

part_list unstacked_parts(const shape& extents, std::ptrdiff_t axis) {
  if (extents.empty()) throw value_error("Input array must be at least 1-d.");
  const std::size_t unstacked = normalize_axis_index(axis, extents.size());
  part_list parts;
  for (std::ptrdiff_t i = 0; i < extents[unstacked]; ++i) parts.push_back(along(unstacked, i));
  return parts;
}

void require_values(std::size_t expected, std::size_t found) {
  if (found == expected) return;
  throw value_error(text_of(found < expected ? "not enough" : "too many",
                            " values to unpack (expected ", expected, ", got ", found, ")"));
}

}  // namespace gpu::detail
