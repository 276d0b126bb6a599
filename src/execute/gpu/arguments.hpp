// SPDX-License-Identifier: BSD-3-Clause
// The argument struct of a launch, as kernels/abi.hpp lays it out.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include <gpu/core/shape.hpp>
#include <gpu/kernels/abi.hpp>

#include "core/iteration.hpp"
#include "graph/schedule/kernel.hpp"

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

/// Indices, in the width that a kernel has.
class index_writer {
 public:
  /// @param wide  of 64 bits, else of 32
  index_writer(argument_writer& out, bool wide) noexcept : out_(out), wide_(wide) {}

  void put(std::ptrdiff_t value) noexcept {
    if (wide_)
      out_.put(static_cast<long long>(value));
    else
      out_.put(static_cast<int>(value));
  }
  void put_divisor(std::ptrdiff_t value) noexcept {
    if (wide_)
      out_.put(kernels::divisor<long long>::of(value));
    else
      out_.put(kernels::divisor<int>::of(static_cast<int>(value)));
  }
  /// Divisors of the extents of the axes [begin, end).
  void put_axes(const shape& extents, std::size_t begin, std::size_t end) noexcept {
    for (std::size_t axis = begin; axis < end; ++axis) put_divisor(extents[axis]);
  }
  /// An operand that is iterated: the address of the element that is accessed first, or that value
  /// of an affine function, and steps from there on. Of memory nothing: the body has its address.
  /// Operands are the outputs, then the arguments.
  /// @param shift  of what is accessed first, from the operand's origin
  void put_operand(const graph::kernel& work, std::size_t operand, std::ptrdiff_t shift,
                   std::span<const std::ptrdiff_t> strides) noexcept;

 private:
  argument_writer& out_;
  const bool wide_;
};

/// Where an operand's element of indices 0 lies, or what an affine function is there.
[[nodiscard]] std::ptrdiff_t origin_of(const graph::kernel& work, std::size_t operand) noexcept;

/// Makes the offsets of `space`, whose operands are those from `first` on, shifts from their
/// origins: plans have these, so that one is good wherever in their blocks its operands begin.
void subtract_origins(iteration& space, const graph::kernel& work, std::size_t first = 0) noexcept;

/// The body functor: where memory lies, and the scalars.
void write_body(argument_writer& out, const graph::kernel& work) noexcept;

/// The same of a body that reads no memory.
void write_body(argument_writer& out, std::span<const graph::scalar_node* const> scalars) noexcept;

}  // namespace gpu::execute
