// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/hashed_values.hpp"

#include <algorithm>
#include <cstdint>

#include <gpu/array/sorting/search.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/kernels/primitives/key_table.hpp>

#include "array/block_part.hpp"
#include "array/sorting/distinct.hpp"
#include "array/sorting/sorted_rows.hpp"
#include "array/statistics/bin_counts.hpp"
#include "core/ceil_div.hpp"
#include "cuda/copy.hpp"
#include "execute/gpu/fixed_kernel.hpp"
#include "execute/gpu/launch.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

/// Fewer elements are sorted in the time that the kernels take to begin.
constexpr std::ptrdiff_t min_hashed = std::ptrdiff_t{1} << 22;
/// Of different keys. The table has room for a key of each thread beside them.
constexpr unsigned max_keys = 1U << 17;
constexpr int table_bits = 20;
constexpr unsigned block_threads = 256;
constexpr std::ptrdiff_t max_blocks = 1024;
static_assert((max_blocks + 2) * block_threads + max_keys <= 1 << (table_bits - 1));
/// One in so many chunks, a vector for each thread of a block, is in the sample.
constexpr std::ptrdiff_t sample_step = 64;
constexpr std::size_t vector_bytes = 16;

/// The different keys of elements that lie side by side in memory, in no order; null if there are
/// too many.
/// @param key  the dtype of the keys
node_ptr distinct_in_table(const graph::leaf_node& elements, dtype key, device where) {
  const std::size_t item_bytes = size_bytes(elements.type);
  const std::ptrdiff_t size = element_count(elements.extents);
  execute::operation work(where);
  const leaf_ptr table = work.workspace(key, {std::ptrdiff_t{1} << table_bits});
  const leaf_ptr found = work.workspace(key, {std::ptrdiff_t{max_keys}});
  const leaf_ptr numbers = work.workspace(dtype::uint32, {2});
  auto* const count = work.output<unsigned>(*numbers);
  kernels::distinct_keys_arguments x{};
  x.elements = work.input(elements);
  x.table = work.output(*table);
  x.found = work.output(*found);
  x.count = count;
  x.has_free_slot_key = count + 1;
  x.size = size;
  x.most = max_keys;
  x.bits = table_bits;
  const std::size_t beyond = reinterpret_cast<std::uintptr_t>(x.elements) % vector_bytes;
  x.head = static_cast<int>((vector_bytes - beyond) % vector_bytes / item_bytes);
  fill_bytes(x.table, where, 0xff, size_bytes(key) << table_bits, work.stream());
  fill_bytes(count, where, 0, 2 * sizeof(unsigned), work.stream());
  const kernel_ref kernel = execute::find_fixed_kernel<distinct_keys_program>(where, elements.type);
  const std::ptrdiff_t chunks =
      ceil_div(size, static_cast<std::ptrdiff_t>(block_threads * vector_bytes / item_bytes));
  for (const std::ptrdiff_t step : {sample_step, std::ptrdiff_t{1}}) {
    x.step = step;
    launch_config config;
    config.grid[0] = static_cast<unsigned>(std::min(ceil_div(chunks, step), max_blocks));
    config.block[0] = block_threads;
    execute::launch(kernel, config, work, &x, sizeof(x));
  }
  const auto different = element_in<std::uint32_t>(*numbers, 0);
  if (different > max_keys) return nullptr;
  return node_ptr(leaf_in_block(*found, 0, key, {std::ptrdiff_t{different}}).get());
}

}  // namespace

program distinct_keys_program(dtype type) {
  program result;
  result.name = "distinct_keys";
  result.source = execute::fixed_text(
      "distinct_keys.cuh", text_of("distinct_keys<", traits(type).device, ", ", block_threads, ">"),
      text_of(block_threads), result.name);
  return result;
}

std::optional<counted_values> hashed_values_of(const node_ptr& vector, bool has_counts,
                                               device where) {
  if (where.is_cpu() || vector->extents[0] < min_hashed) return std::nullopt;
  const leaf_ptr elements = execute::evaluate(vector, where);
  const node_ptr keys = order_keys(vector);
  const node_ptr found = distinct_in_table(*elements, keys->type, where);
  if (!found) return std::nullopt;
  const std::ptrdiff_t count = found->extents[0];
  const node_ptr in_order(
      execute::evaluate(sorted_row_keys(graph::make_reshape(found, {1, count})), where).get());
  const node_ptr sorted_keys = graph::make_reshape(in_order, {count});
  const node_ptr ranks = searched(sorted_keys, keys, search_side::left, nullptr);
  node_ptr counts;
  if (has_counts) counts = counts_of({graph::make_cast(ranks, dtype::int32), count, where});
  return counted_values{with_first_zero(elements_of_keys(sorted_keys, vector->type), vector),
                        counts, ranks};
}

}  // namespace gpu::detail
