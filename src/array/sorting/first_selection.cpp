// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/first_selection.hpp"

#include <cstdint>
#include <tuple>

#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "array/block_part.hpp"
#include "execute/operation.hpp"
#include "vendor/cub/first_elements.hpp"

namespace gpu::detail {
namespace {

using execute::operation;
using graph::node_ptr;

/// Positions, and the elements behind them: as bytes.
class first_selection : public graph::library_function {
 public:
  first_selection(std::ptrdiff_t count, bool descending) : count_(count), descending_(descending) {}

  [[nodiscard]] const char* name() const noexcept override { return "select"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return graph::have_equal_parameters(*this, other);
  }
  [[nodiscard]] auto parameters() const { return std::tie(count_, descending_); }
  void run(operation& work) const override {
    const operation::array& in = work.input(0);
    const std::ptrdiff_t rows = in.place.extents[0];
    std::byte* const positions = work.output().data;
    vendor::select_first(
        {in.data, in.type, rows, in.place.extents[1]}, count_,
        {positions + elements_begin(rows), reinterpret_cast<std::int64_t*>(positions)}, descending_,
        work.stream());
  }

  /// Where the elements begin, of so many rows.
  [[nodiscard]] std::size_t elements_begin(std::ptrdiff_t rows) const {
    return static_cast<std::size_t>(rows * count_) * sizeof(std::int64_t);
  }

 private:
  std::ptrdiff_t count_;
  bool descending_;
};

}  // namespace

bool selects_first(const node_ptr& matrix, std::ptrdiff_t count) {
  return traits(matrix->type).kind != dtype_kind::complex && matrix->extents[0] > 0 && count > 0 &&
         vendor::selects_first(graph::device_of(matrix), count);
}

first_in_rows selected_first(const node_ptr& matrix, std::ptrdiff_t count, bool descending) {
  const shape extents = {matrix->extents[0], count};
  const ref_ptr<const first_selection> select(new first_selection(count, descending));
  const std::size_t begin = select->elements_begin(extents[0]);
  const std::size_t bytes =
      begin + static_cast<std::size_t>(element_count(extents)) * gpu::size_bytes(matrix->type);
  const graph::leaf_ptr both = execute::evaluate(graph::make_library_node(
      ref_ptr<const graph::library_function>(select.get()), graph::operand_list::of(matrix),
      dtype::uint8, {static_cast<std::ptrdiff_t>(bytes)}, graph::device_of(matrix)));
  return {node_ptr(leaf_in_block(*both, begin, matrix->type, extents).get()),
          node_ptr(leaf_in_block(*both, 0, dtype::int64, extents).get())};
}

}  // namespace gpu::detail
