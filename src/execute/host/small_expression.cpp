// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/small_expression.hpp"

#include "core/ceil_div.hpp"
#include "core/per_thread.hpp"
#include "execute/host/plan.hpp"
#include "execute/host/strided_copy.hpp"

namespace gpu::execute {
namespace {

constexpr std::ptrdiff_t line_bytes = 64;
constexpr std::ptrdiff_t largest_element = 16;
/// Elements of all values together.
constexpr std::ptrdiff_t max_elements = 8192;

/// Computes each value of an expression into a buffer of its own; one for each thread.
class small_expression {
 public:
  void run(const contiguous_expression& read) {
    read_ = &read;
    count_ = read.size();
    next_ = buffers_;
    const graph::leaf_node& target = read.target();
    compute(static_cast<const graph::op_node&>(read.value()), data_in(target, target.offset));
  }

 private:
  /// Where the elements of `value` are, which are computed first if need be.
  const char* elements_of(const graph::node& value) {
    if (const graph::leaf_node* array = read_->array_of(value))
      return data_in(*array, array->offset);
    const std::size_t bytes = size_bytes(value.type);
    char* const to = next_;
    next_ += ceil_div(count_ * static_cast<std::ptrdiff_t>(bytes), line_bytes) * line_bytes;
    if (value.kind == graph::node_kind::op) {
      compute(static_cast<const graph::op_node&>(value), to);
    } else {
      const auto& scalar = static_cast<const graph::scalar_node&>(value);
      copy_grid({to, 0, 1}, {reinterpret_cast<const char*>(scalar.bytes), 0, 0}, 1, count_, bytes);
    }
    return to;
  }

  void compute(const graph::op_node& value, char* to) {
    const auto count = static_cast<std::uint32_t>(value.operands.size());
    const graph::host_loop loop = loop_of({&value.op, value.loop, 0, count});
    const void* operands[host_plan::max_operands];
    for (std::uint32_t i = 0; i < count; ++i) operands[i] = elements_of(*value.operands[i]);
    loop(operands, to, count_);
  }

  const contiguous_expression* read_ = nullptr;
  std::ptrdiff_t count_ = 0;
  char* next_ = nullptr;  // the memory that is left
  alignas(line_bytes) char buffers_[max_elements * largest_element +
                                    contiguous_expression::max_words * line_bytes];
};

}  // namespace

bool compute_directly(const contiguous_expression& read) {
  // Each value has a word or more.
  if (read.size() * std::ssize(read.words()) > max_elements) return false;
  if (read.array_of(read.value()) != nullptr) return false;  // nothing is to be computed
  gpu::detail::per_thread<small_expression>::get().run(read);
  return true;
}

}  // namespace gpu::execute
