// SPDX-License-Identifier: BSD-3-Clause
#include "array/manipulation/host_bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using byte = std::uint8_t;

constexpr std::ptrdiff_t bits_of_byte = 8;
/// So many elements a thread takes at once.
constexpr std::ptrdiff_t grain = 1 << 16;

/// An array of shape (count, length, inner), whose middle axis is packed or unpacked.
struct line_list {
  std::ptrdiff_t count;
  std::ptrdiff_t length;
  std::ptrdiff_t inner;

  explicit line_list(const shape& extents)
      : count(extents[0]), length(extents[1]), inner(extents[2]) {}
};

/// The bit of a byte that stands for its element i.
int place_of(std::ptrdiff_t i, bool highest_first) {
  return static_cast<int>(highest_first ? bits_of_byte - 1 - i : i);
}

/// Copies up to 8 bytes; 8, as there mostly are, in one step.
void copy_bytes_of(byte* to, const void* from, std::ptrdiff_t count) {
  if (count == bits_of_byte)
    std::memcpy(to, from, bits_of_byte);
  else
    std::memcpy(to, from, static_cast<std::size_t>(count));
}

/// Which of up to 8 elements are not 0.
byte bits_of(const byte* elements, std::ptrdiff_t count, bool highest_first) {
  static_assert(std::endian::native == std::endian::little);
  byte bytes[bits_of_byte] = {};
  copy_bytes_of(bytes, elements, count);
  const auto eight = std::bit_cast<std::uint64_t>(bytes);
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
  const std::uint64_t ones = ((((eight & low) + low) | eight) & ~low) >> 7;
  // Moves bit 8 i to bit 56 + i, or to bit 63 - i: no two of the products' bits meet.
  const std::uint64_t factor = highest_first ? 0x8040201008040201 : 0x0102040810204080;
  return static_cast<byte>(ones * factor >> 56);
}

/// The bits of each byte as 8 bytes.
using bit_table = std::array<std::array<byte, bits_of_byte>, 256>;
bit_table table_of(bool highest_first) {
  bit_table table;
  for (std::size_t value = 0; value < table.size(); ++value)
    for (std::ptrdiff_t i = 0; i < bits_of_byte; ++i)
      table[value][static_cast<std::size_t>(i)] =
          static_cast<byte>(value >> place_of(i, highest_first) & 1);
  return table;
}

/// Calls `body(line, first, last)` for parts of the lines of an array; parts begin at multiples of
/// 8.
template <class Body>
void for_each_part(const line_list& lines, const Body& body) {
  const std::ptrdiff_t parts = (lines.length * lines.inner + grain - 1) / grain;
  const std::ptrdiff_t each =
      ((lines.length + parts - 1) / parts + bits_of_byte - 1) / bits_of_byte * bits_of_byte;
  const std::ptrdiff_t lines_at_once =
      std::max<std::ptrdiff_t>(grain / std::max<std::ptrdiff_t>(each * lines.inner, 1), 1);
  execute::parallel_for(lines.count * parts, lines_at_once,
                        [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
                          for (std::ptrdiff_t i = begin; i < end; ++i) {
                            const std::ptrdiff_t first = i % parts * each;
                            if (first < lines.length)
                              body(i / parts, first, std::min(first + each, lines.length));
                          }
                        });
}

/// Packs a line of neighbours.
void pack_line(const byte* __restrict__ elements, std::ptrdiff_t count, bool highest_first,
               byte* __restrict__ packed) {
  const std::ptrdiff_t whole = count / bits_of_byte;
  for (std::ptrdiff_t i = 0; i < whole; ++i)
    packed[i] = bits_of(elements + i * bits_of_byte, bits_of_byte, highest_first);
  if (count % bits_of_byte != 0)
    packed[whole] = bits_of(elements + whole * bits_of_byte, count % bits_of_byte, highest_first);
}
/// Packs up to 8 lines into one.
void pack_lines(const byte* __restrict__ elements, std::ptrdiff_t lines, std::ptrdiff_t length,
                bool highest_first, byte* __restrict__ packed) {
  std::fill(packed, packed + length, byte{0});
  for (std::ptrdiff_t i = 0; i < lines; ++i, elements += length) {
    const auto bit = static_cast<byte>(1 << place_of(i, highest_first));
    for (std::ptrdiff_t k = 0; k < length; ++k)
      packed[k] = static_cast<byte>(packed[k] | (elements[k] != 0 ? bit : 0));
  }
}

class packing : public graph::library_function {
 public:
  explicit packing(bool highest_first) : highest_first_(highest_first) {}

  [[nodiscard]] const char* name() const noexcept override { return "packbits"; }
  void run(execute::operation& work) const override {
    const auto* const in = reinterpret_cast<const byte*>(work.input(0).data);
    auto* const out = reinterpret_cast<byte*>(work.output().data);
    const line_list from(work.input(0).place.extents);
    const line_list to(work.output().place.extents);
    for_each_part(from, [&](std::ptrdiff_t line, std::ptrdiff_t first, std::ptrdiff_t last) {
      const byte* elements = in + (line * from.length + first) * from.inner;
      byte* packed = out + (line * to.length + first / bits_of_byte) * to.inner;
      if (from.inner == 1) return pack_line(elements, last - first, highest_first_, packed);
      for (; first < last; first += bits_of_byte, packed += to.inner) {
        pack_lines(elements, std::min(last - first, bits_of_byte), from.inner, highest_first_,
                   packed);
        elements += bits_of_byte * from.inner;
      }
    });
  }

 private:
  bool highest_first_;
};

/// Unpacks a line of neighbours: the first `count` bits.
void unpack_line(const byte* __restrict__ bytes, std::ptrdiff_t count, const bit_table& table,
                 byte* __restrict__ unpacked) {
  const std::ptrdiff_t whole = count / bits_of_byte;
  for (std::ptrdiff_t i = 0; i < whole; ++i)
    copy_bytes_of(unpacked + i * bits_of_byte, table[bytes[i]].data(), bits_of_byte);
  if (count % bits_of_byte != 0)
    copy_bytes_of(unpacked + whole * bits_of_byte, table[bytes[whole]].data(),
                  count % bits_of_byte);
}
/// Unpacks a line into up to 8.
void unpack_lines(const byte* __restrict__ bytes, std::ptrdiff_t lines, std::ptrdiff_t length,
                  bool highest_first, byte* __restrict__ unpacked) {
  for (std::ptrdiff_t i = 0; i < lines; ++i, unpacked += length)
    for (std::ptrdiff_t k = 0; k < length; ++k)
      unpacked[k] = bytes[k] >> place_of(i, highest_first) & 1;
}

class unpacking : public graph::library_function {
 public:
  explicit unpacking(bool highest_first)
      : highest_first_(highest_first), table_(table_of(highest_first)) {}

  [[nodiscard]] const char* name() const noexcept override { return "unpackbits"; }
  void run(execute::operation& work) const override {
    const auto* const in = reinterpret_cast<const byte*>(work.input(0).data);
    auto* const out = reinterpret_cast<byte*>(work.output().data);
    const line_list from(work.input(0).place.extents);
    const line_list to(work.output().place.extents);
    const std::ptrdiff_t known = std::min(to.length, from.length * bits_of_byte);
    for_each_part(to, [&](std::ptrdiff_t line, std::ptrdiff_t first, std::ptrdiff_t last) {
      byte* unpacked = out + (line * to.length + first) * to.inner;
      const byte* bytes = in + (line * from.length + first / bits_of_byte) * from.inner;
      const std::ptrdiff_t end = std::min(last, known);
      if (last > known)
        std::fill(unpacked + std::max<std::ptrdiff_t>(known - first, 0) * to.inner,
                  unpacked + (last - first) * to.inner, byte{0});
      if (first < end && to.inner == 1) return unpack_line(bytes, end - first, table_, unpacked);
      for (; first < end; first += bits_of_byte, bytes += from.inner) {
        unpack_lines(bytes, std::min(end - first, bits_of_byte), to.inner, highest_first_,
                     unpacked);
        unpacked += bits_of_byte * to.inner;
      }
    });
  }

 private:
  bool highest_first_;
  bit_table table_;
};

}  // namespace

graph::node_ptr packed_on_host(const graph::node_ptr& elements, bool highest_first) {
  shape extents = elements->extents;
  extents[1] = (extents[1] + bits_of_byte - 1) / bits_of_byte;
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new packing(highest_first)),
      graph::operand_list::of(elements), dtype::uint8, extents, cpu());
}

graph::node_ptr unpacked_on_host(const graph::node_ptr& bytes, std::ptrdiff_t count,
                                 bool highest_first) {
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new unpacking(highest_first)),
      graph::operand_list::of(bytes), dtype::uint8, {bytes->extents[0], count, bytes->extents[2]},
      cpu());
}

}  // namespace gpu::detail
