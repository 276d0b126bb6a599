// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/access.hpp>

#include <algorithm>
#include <cstring>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "execute/operation.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::detail {
namespace {

std::size_t bytes_of(const graph::node& value) {
  return static_cast<std::size_t>(element_count(value.extents)) * size_bytes(value.type);
}

}  // namespace

void read_elements(const graph::node_ptr& value, void* to) {
  const graph::leaf_ptr leaf = execute::evaluate(value);
  execute::operation copy(*leaf->where);
  const void* const from = copy.input(*leaf);
  copy_bytes(to, cpu(), from, *leaf->where, bytes_of(*leaf), copy.stream());
}

void read_element(const graph::leaf_node& leaf, std::ptrdiff_t position, void* to) {
  if (leaf.where->is_cpu()) {
    std::memcpy(to, graph::data_in(leaf, position), size_bytes(leaf.type));
    return;
  }
  const execute::operation copy(*leaf.where);
  copy.add_input(*leaf.block);
  copy_bytes(to, cpu(), graph::data_in(leaf, position), *leaf.where, size_bytes(leaf.type),
             copy.stream());
}

void write_element(const graph::leaf_node& leaf, std::ptrdiff_t position, const void* from) {
  if (leaf.where->is_cpu()) {
    std::memcpy(graph::data_in(leaf, position), from, size_bytes(leaf.type));
    return;
  }
  const execute::operation copy(*leaf.where);
  copy.add_output(*leaf.block);
  copy_bytes(graph::data_in(leaf, position), *leaf.where, from, cpu(), size_bytes(leaf.type),
             copy.stream());
}

graph::leaf_ptr leaf_from_host(const void* from, dtype type, const shape& extents, device where) {
  graph::leaf_ptr leaf = uninitialised_leaf(type, extents, where);
  const execute::operation copy(where);
  copy_bytes(copy.output(*leaf), where, from, cpu(), bytes_of(*leaf), copy.stream());
  return leaf;
}

graph::leaf_ptr uninitialised_leaf(dtype type, const shape& extents, device where) {
  graph::leaf_ptr leaf = graph::make_unallocated_leaf(type, extents, where);
  leaf->place(memory_block::allocate(where, bytes_of(*leaf)));
  return leaf;
}

graph::leaf_ptr moved_to(const graph::node_ptr& value, device where, bool always_copy) {
  graph::leaf_ptr leaf = execute::evaluate(value);
  if (!always_copy && *leaf->where == where) return leaf;
  graph::leaf_ptr copy = uninitialised_leaf(leaf->type, leaf->extents, where);
  // The copy takes its turn on the source's stream, unless the target's is captured: a capture of
  // either records it.
  const stream_ref target = current_stream(where);
  const bool is_at_source = leaf->where->is_gpu() && !is_capturing(target);
  const execute::operation work(is_at_source ? current_stream(*leaf->where) : target);
  const void* const from = work.input(*leaf);
  void* const to = work.output(*copy);
  copy_bytes(to, where, from, *leaf->where, bytes_of(*leaf), work.stream());
  execute::operation(target).add_input(*copy->block);  // what comes later there follows the copy
  return copy;
}

std::ptrdiff_t element_position(const shape& extents, std::span<const std::ptrdiff_t> indices,
                                bool checked) {
  const std::size_t rank = extents.size();
  const bool ends_early = !indices.empty() && indices.back() == missing_index;
  if (ends_early) indices = indices.first(indices.size() - 1);
  if (checked && indices.size() > rank)
    throw index_error(text_of("too many indices for array: array is ", rank, "-dimensional, but ",
                              indices.size(), " were indexed"));
  const std::size_t surplus = indices.size() > rank ? indices.size() - rank : 0;
  const std::size_t given = indices.size() - surplus;
  const std::size_t first = ends_early ? 0 : rank - given;  // the axis of the first index
  std::ptrdiff_t position = 0;
  bool inside = element_count(extents) > 0;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const bool is_given = axis >= first && axis < first + given;
    const std::ptrdiff_t index = is_given ? indices[surplus + axis - first] : 0;
    inside = inside && index >= 0 && index < extents[axis];
    if (!inside)
      throw index_error(text_of("index ", index, " is out of bounds for axis ", axis, " with size ",
                                extents[axis]));
    position = position * extents[axis] + index;
  }
  return position;
}

std::ptrdiff_t item_position(const shape& extents, std::span<const std::ptrdiff_t> indices) {
  const bool is_flat = indices.size() == 1 && extents.size() != 1;
  const shape counted = is_flat ? shape{element_count(extents)} : extents;
  if (indices.size() != counted.size()) throw value_error("incorrect number of indices for array");
  shape index(counted.size(), 0);
  for (std::size_t axis = 0; axis < counted.size(); ++axis) {
    index[axis] = indices[axis] < 0 ? indices[axis] + counted[axis] : indices[axis];
    if (index[axis] < 0 || index[axis] >= counted[axis])
      throw index_error(text_of("index ", indices[axis], " is out of bounds for ",
                                is_flat ? "size " : text_of("axis ", axis, " with size "),
                                counted[axis]));
  }
  return element_position(counted, {index.data(), index.size()}, true);
}

std::ptrdiff_t periodic_position(const shape& extents, std::span<const std::ptrdiff_t> indices) {
  shape index(extents.size(), 0);
  const std::size_t count = std::min(indices.size(), index.size());
  for (std::size_t k = 1; k <= count && element_count(extents) > 0; ++k) {
    const std::ptrdiff_t extent = extents[extents.size() - k];
    const std::ptrdiff_t rest = indices[indices.size() - k] % extent;
    index[index.size() - k] = rest < 0 ? rest + extent : rest;
  }
  if (indices.size() > index.size()) return element_position(extents, indices, true);
  return element_position(extents, {index.data(), index.size()}, true);
}

bool is_in_bounds(const shape& extents, std::span<const std::ptrdiff_t> indices) {
  if (indices.size() > extents.size() || element_count(extents) == 0) return false;
  const std::size_t missing = extents.size() - indices.size();
  for (std::size_t k = 0; k < indices.size(); ++k)
    if (indices[k] < 0 || indices[k] >= extents[missing + k]) return false;
  return true;
}

std::ptrdiff_t viewed_position(const shape& extents, const affine_view& view,
                               std::ptrdiff_t position) {
  shape index = view.start;
  for (std::size_t axis = view.extents.size(); axis-- > 0; position /= view.extents[axis])
    for (const affine_view::term& term : view.terms)
      if (term.out_axis == axis) index[term.in_axis] += term.step * (position % view.extents[axis]);
  std::ptrdiff_t viewed = 0;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    viewed = viewed * extents[axis] + index[axis];
  return viewed;
}

void require_one_element(const shape& extents) {
  if (element_count(extents) != 1)
    throw value_error(
        text_of("can only convert an array of size 1 to a scalar, not one of shape ", extents));
}

void require_one_truth(const shape& extents) {
  const std::ptrdiff_t count = element_count(extents);
  if (count == 0)
    throw value_error(
        "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an "
        "array is not empty.");
  if (count > 1)
    throw value_error(
        "The truth value of an array with more than one element is ambiguous. Use a.any() or "
        "a.all()");
}

void require_one_to_compare(const shape& extents) {
  const std::ptrdiff_t count = element_count(extents);
  if (count != 1)
    throw value_error(
        text_of("`==` and `!=` compare a number with the only element of an array, "
                "and this has ",
                count, ". Use gpu::equal or gpu::not_equal for all elements"));
}

}  // namespace gpu::detail
