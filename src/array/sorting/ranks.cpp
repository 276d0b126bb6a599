// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/ranks.hpp"

#include <cstdint>

#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "execute/operation.hpp"
#include "vendor/cub/ranked_elements.hpp"

namespace gpu::detail {
namespace {

using execute::operation;

/// Of rows that lie in C order.
vendor::short_rows rows_of(const operation::array& matrix) {
  return {matrix.data, matrix.type, matrix.place.extents[0], matrix.place.extents[1]};
}

class selection_by_rank : public graph::library_function {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "select"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return dynamic_cast<const selection_by_rank*>(&other) != nullptr;
  }
  void run(operation& work) const override {
    const operation::array ranks = work.input(1);
    vendor::select_ranks(rows_of(work.input(0)),
                         {reinterpret_cast<const std::int64_t*>(ranks.data),
                          ranks.place.extents.back(), ranks.place.extents.size() == 2},
                         work.output().data, work.stream());
  }
};

class first_positions_function : public graph::library_function {
 public:
  explicit first_positions_function(bool descending) : descending_(descending) {}

  [[nodiscard]] const char* name() const noexcept override { return "first positions"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return graph::have_equal_parameters(*this, other);
  }
  [[nodiscard]] bool parameters() const noexcept { return descending_; }
  void run(operation& work) const override {
    const operation::array out = work.output();
    vendor::first_positions(rows_of(work.input(0)), work.input(1).data, out.place.extents[1],
                            descending_, reinterpret_cast<std::int64_t*>(out.data), work.stream());
  }

 private:
  bool descending_;
};

}  // namespace

graph::node_ptr elements_of_ranks(const graph::node_ptr& matrix, const graph::node_ptr& ranks) {
  return graph::make_library_node(ref_ptr<const graph::library_function>(new selection_by_rank),
                                  graph::operand_list::of(matrix, ranks), matrix->type,
                                  {matrix->extents[0], ranks->extents.back()},
                                  graph::device_of(ranks));
}

graph::node_ptr positions_up_to(const graph::node_ptr& matrix, const graph::node_ptr& last,
                                std::ptrdiff_t count, bool descending) {
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new first_positions_function(descending)),
      graph::operand_list::of(matrix, last), dtype::int64, {matrix->extents[0], count},
      graph::device_of(matrix));
}

}  // namespace gpu::detail
