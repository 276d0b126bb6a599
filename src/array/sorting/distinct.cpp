// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/distinct.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <gpu/array/indexing/take.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/elementwise/equal.hpp>
#include <gpu/elementwise/support/sort_key.hpp>
#include <gpu/elementwise/where.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/reductions.hpp>

#include "array/block_part.hpp"
#include "array/sorting/sorted_rows.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "execute/operation.hpp"
#include "vendor/cub/selection.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_node;
using graph::node_ptr;

/// So many keys have the place of the number of keys.
std::ptrdiff_t keys_before(dtype type) {
  return static_cast<std::ptrdiff_t>(sizeof(std::int64_t) / size_bytes(type));
}

/// The different ones of sorted keys; before them, how many there are.
class key_selection : public graph::library_function {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "select"; }
  void run(execute::operation& work) const override {
    const execute::operation::array& keys = work.input(0);
    std::byte* const out = work.output().data;
    vendor::select_unique(
        keys.data, out + sizeof(std::int64_t), static_cast<int>(size_bytes(keys.type)),
        reinterpret_cast<std::int64_t*>(out), element_count(keys.place.extents), work.stream());
  }
};

/// On the host the sorted elements are compared as they are.
node_ptr distinct_on_host(const node_ptr& vector) {
  execute::operation work(cpu());
  const graph::leaf_ptr given = execute::evaluate(vector, cpu());
  const graph::leaf_ptr sorted_elements = execute::evaluate(sorted(vector, {0, false}, false));
  const std::ptrdiff_t count = vector->extents[0];
  const graph::leaf_ptr room = work.workspace(vector->type, {count});
  std::ptrdiff_t found = 0;
  visit_dtype(vector->type, [&]<class T>(std::type_identity<T>) {
    if constexpr (!is_complex<T>) {
      const T* const in_order = work.input<T>(*sorted_elements);
      T* const distinct = work.output<T>(*room);
      // Without branches: what is written in vain is overwritten by the next one.
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        distinct[found] = in_order[i];
        const bool is_last =
            i + 1 == count || math::order_key(in_order[i]) != math::order_key(in_order[i + 1]);
        found += static_cast<std::ptrdiff_t>(is_last);
      }
      // Of zeros with signs the first one that was given.
      const T* const all = work.input<T>(*given);
      T* const zero = std::find(distinct, distinct + found, T(0));
      if (zero != distinct + found) *zero = *std::find(all, all + count, T(0));
    }
  });
  if (found == count) return node_ptr(room.get());
  const graph::leaf_ptr distinct = work.workspace(vector->type, {found});
  std::memcpy(work.output(*distinct), work.input(*room),
              static_cast<std::size_t>(found) * size_bytes(vector->type));
  return node_ptr(distinct.get());
}

}  // namespace

bool has_distinct_elements(dtype type, bool equal_nan) {
  const dtype_kind kind = traits(type).kind;
  return kind != dtype_kind::complex && (equal_nan || kind != dtype_kind::floating);
}

node_ptr distinct_elements(const node_ptr& vector, device where) {
  const std::ptrdiff_t count = vector->extents[0];
  if (count == 0) return vector;
  if (where.is_cpu()) return distinct_on_host(vector);
  const node_ptr keys = sorted_row_keys(graph::make_reshape(vector, {1, count}), true);
  const std::ptrdiff_t before = keys_before(keys->type);
  const graph::leaf_ptr found = execute::evaluate(
      graph::make_library_node(ref_ptr<const graph::library_function>(new key_selection),
                               graph::operand_list::of(keys), keys->type, {before + count}, where));
  const leaf_node number(found->block, dtype::int64, layout{0, {1}, {1}}, where);
  std::int64_t size = 0;
  read_element(number, 0, &size);
  const std::size_t begin = static_cast<std::size_t>(before) * size_bytes(keys->type);
  const graph::leaf_ptr different =
      leaf_in_block(*found, begin, keys->type, {static_cast<std::ptrdiff_t>(size)});
  return with_first_zero(elements_of_keys(node_ptr(different.get()), vector->type), vector);
}

node_ptr with_first_zero(const node_ptr& values, const node_ptr& vector) {
  if (traits(vector->type).kind != dtype_kind::floating) return values;
  const auto is_zero = [](const node_ptr& x) {
    return apply_op<ops::equal>(x, number(x->type, 0));
  };
  const node_ptr first = argmax(expression<bool>(is_zero(vector))).node();
  const node_ptr zero = taken(vector, first, 0, index_mode::clip);
  return apply_op<ops::where>(is_zero(values), zero, values);
}

}  // namespace gpu::detail
