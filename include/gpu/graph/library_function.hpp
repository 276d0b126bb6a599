// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <gpu/core/layout.hpp>
#include <gpu/core/ref_ptr.hpp>

namespace gpu::execute {
class operation;
}

namespace gpu::graph {

struct kernel;

/// What a library_node calls, with the parameters that are no operands.
class library_function : public ref_counted<library_function> {
 public:
  virtual ~library_function() = default;
  static void destroy(library_function* last) noexcept { delete last; }

  /// As `explain` shows it.
  [[nodiscard]] virtual const char* name() const noexcept = 0;
  /// Whether `other` has the same results for the same operands.
  [[nodiscard]] virtual bool equals(const library_function& other) const { return this == &other; }
  /// Whether operand `i` may lie in memory like that; else it is copied to an array in C order,
  /// which must be taken.
  [[nodiscard]] virtual bool takes(std::size_t i, const layout& place) const noexcept;
  /// So many operands, the first ones, need not be in memory: the function has a kernel that
  /// computes their elements on the way. They have equal extents.
  [[nodiscard]] virtual std::size_t fused_operands() const noexcept { return 0; }
  /// Whether that kernel can compute what `elements` does, which has an output for each of these
  /// operands. If not they are arrays in C order, which must be taken.
  [[nodiscard]] virtual bool can_fuse(const kernel& elements) const;
  /// Whether the output may be operand `i` itself, an array in C order.
  [[nodiscard]] virtual bool may_overwrite(std::size_t i) const noexcept;
  /// Enqueues the work on the stream of `work`. The output is an array in C order, and overlaps no
  /// input but one that it may overwrite; it has elements.
  virtual void run(execute::operation& work) const = 0;
};

/// For `equals` of a function whose `parameters()` are all that it has.
template <class Function>
[[nodiscard]] bool have_equal_parameters(const Function& one, const library_function& other) {
  const auto* const same = dynamic_cast<const Function*>(&other);
  return same != nullptr && one.parameters() == same->parameters();
}

}  // namespace gpu::graph
