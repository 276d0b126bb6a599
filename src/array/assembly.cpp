// SPDX-License-Identifier: BSD-3-Clause
#include "array/assembly.hpp"

#include <utility>

#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

class assembly : public graph::library_function {
 public:
  explicit assembly(parts_of_leaves parts) : parts_(std::move(parts)) {}

  [[nodiscard]] const char* name() const noexcept override { return "assemble"; }
  [[nodiscard]] bool takes(std::size_t, const layout&) const noexcept override { return true; }
  void run(execute::operation& work) const override {
    node_list leaves;
    for (std::size_t i = 0; i < work.inputs(); ++i)
      leaves.push_back(graph::node_ptr(work.input_leaf(i).get()));
    assemble(parts_(leaves), work.output_leaf());
  }

 private:
  parts_of_leaves parts_;
};

}  // namespace

graph::node_ptr assembled_later(graph::operand_list&& operands, dtype type, const shape& extents,
                                parts_of_leaves parts) {
  const ref_ptr<const graph::library_function> function(new assembly(std::move(parts)));
  return graph::make_library_node(function, std::move(operands), type, extents, cpu());
}

}  // namespace gpu::detail
