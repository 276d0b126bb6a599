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

class selection_by_rank : public graph::library_function {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "select"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return dynamic_cast<const selection_by_rank*>(&other) != nullptr;
  }
  void run(operation& work) const override {
    const operation::array& in = work.input(0);
    const operation::array& ranks = work.input(1);
    vendor::select_ranks({in.data, in.type, in.place.extents[0], in.place.extents[1]},
                         {reinterpret_cast<const std::int64_t*>(ranks.data),
                          ranks.place.extents.back(), ranks.place.extents.size() == 2},
                         work.output().data, work.stream());
  }
};

}  // namespace

graph::node_ptr elements_of_ranks(const graph::node_ptr& matrix, const graph::node_ptr& ranks) {
  return graph::make_library_node(ref_ptr<const graph::library_function>(new selection_by_rank),
                                  graph::operand_list::of(matrix, ranks), matrix->type,
                                  {matrix->extents[0], ranks->extents.back()},
                                  ranks->where.value_or(current_device()));
}

}  // namespace gpu::detail
