// SPDX-License-Identifier: BSD-3-Clause
// The argument struct of a launch, as kernels/abi.hpp lays it out.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "execute/gpu/contiguous_expression.hpp"
#include "execute/gpu/map/plan.hpp"

namespace gpu::execute {

/// Writes values one after the other, each aligned as in a struct. Only counts if there is no
/// buffer.
class argument_writer {
 public:
  explicit argument_writer(std::byte* buffer) noexcept : buffer_(buffer) {}

  template <class T>
  void put(const T& value) noexcept {
    put(&value, sizeof(T), alignof(T));
  }
  void put(const void* value, std::size_t bytes, std::size_t alignment) noexcept {
    align(alignment);
    if (buffer_) std::memcpy(buffer_ + at_, value, bytes);
    at_ += bytes;
  }
  void align(std::size_t alignment) noexcept { at_ = (at_ + alignment - 1) & ~(alignment - 1); }

  [[nodiscard]] std::size_t size() const noexcept { return at_; }

 private:
  std::byte* buffer_;
  std::size_t at_ = 0;
};

/// How many bytes `write(argument_writer&)` writes.
template <class Write>
[[nodiscard]] std::size_t written_bytes(const Write& write) {
  argument_writer counter(nullptr);
  write(counter);
  return counter.size();
}

/// What it writes.
template <class Write>
[[nodiscard]] std::vector<std::byte> written(const Write& write) {
  std::vector<std::byte> bytes(written_bytes(write));
  argument_writer out(bytes.data());
  write(out);
  return bytes;
}

/// An operand that is iterated: the address of the element that is accessed first, or that value of
/// an affine function, and steps from there on. Of memory nothing: the body has its address.
/// Operands are the outputs, then the arguments.
template <class Index>
void write_operand(argument_writer& out, const graph::kernel& work, std::size_t operand,
                   std::ptrdiff_t offset, std::span<const std::ptrdiff_t> strides) noexcept;

/// The body functor: where memory lies, and the scalars.
void write_body(argument_writer& out, const graph::kernel& work) noexcept;

/// The arguments of a launch of the `map` family.
void write_arguments(argument_writer& out, const graph::kernel& work, const map_plan& plan);

/// The same of an expression that is computed by a contiguous kernel of arrays.
void write_arguments(argument_writer& out, const contiguous_expression& read,
                     const graph::variant& options) noexcept;

/// How many bytes the launch itself is given.
[[nodiscard]] std::size_t argument_bytes(const graph::kernel& work, const map_plan& plan);

}  // namespace gpu::execute
