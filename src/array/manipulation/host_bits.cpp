// SPDX-License-Identifier: BSD-3-Clause
#include "array/manipulation/host_bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>

#include "execute/host/thread_pool.hpp"
#include "execute/operation.hpp"

namespace gpu::detail {
namespace {

using byte = std::uint8_t;

/// So many elements a thread takes at once.
constexpr std::ptrdiff_t grain_size = 1 << 16;

/// An array as one of shape (count, length, inner), whose middle axis is packed or unpacked.
struct line_list {
  byte* data;
  std::ptrdiff_t count = 1;
  std::ptrdiff_t length;
  std::ptrdiff_t inner = 1;

  line_list(const execute::operation::array& array, std::size_t axis)
      : data(reinterpret_cast<byte*>(array.data)), length(array.place.extents[axis]) {
    const shape& extents = array.place.extents;
    for (std::size_t i = 0; i < extents.size(); ++i)
      if (i != axis) (i < axis ? count : inner) *= extents[i];
  }

  /// The first element at a place of a line.
  [[nodiscard]] byte* at(std::ptrdiff_t line, std::ptrdiff_t place) const {
    return data + (line * length + place) * inner;
  }
};

/// The bit of a byte that stands for its element i.
constexpr int place_of(std::ptrdiff_t i, bool highest_first) {
  return static_cast<int>(highest_first ? bits_of_byte - 1 - i : i);
}

/// Which of 8 elements are not 0.
byte bits_of(const byte* elements, bool highest_first) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t eight;
  std::memcpy(&eight, elements, sizeof(eight));
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
  const std::uint64_t ones = ((((eight & low) + low) | eight) & ~low) >> 7;
  // Moves bit 8 i to bit 56 + i, or to bit 63 - i: no two of the products' bits meet.
  const std::uint64_t factor = highest_first ? 0x8040201008040201 : 0x0102040810204080;
  return static_cast<byte>(ones * factor >> 56);
}

/// The bits of each byte as 8 bytes.
using bit_table = std::array<std::array<byte, bits_of_byte>, 256>;
constexpr bit_table table_of(bool highest_first) {
  bit_table table{};
  for (std::size_t value = 0; value < table.size(); ++value)
    for (std::ptrdiff_t i = 0; i < bits_of_byte; ++i)
      table[value][static_cast<std::size_t>(i)] =
          static_cast<byte>(value >> place_of(i, highest_first) & 1);
  return table;
}
constexpr bit_table highest_first_table = table_of(true);
constexpr bit_table lowest_first_table = table_of(false);

/// Calls `body(line, first, last)` for parts of the lines of an array; parts begin at multiples of
/// 8.
template <class Body>
void for_each_part(const line_list& lines, const Body& body) {
  const std::ptrdiff_t parts = (lines.length * lines.inner + grain_size - 1) / grain_size;
  const std::ptrdiff_t each =
      ((lines.length + parts - 1) / parts + bits_of_byte - 1) / bits_of_byte * bits_of_byte;
  const std::ptrdiff_t lines_at_once =
      std::max<std::ptrdiff_t>(grain_size / std::max<std::ptrdiff_t>(each * lines.inner, 1), 1);
  execute::parallel_for(lines.count * parts, lines_at_once,
                        [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
                          for (std::ptrdiff_t i = begin; i < end; ++i) {
                            const std::ptrdiff_t first = i % parts * each;
                            if (first < lines.length)
                              body(i / parts, first, std::min(first + each, lines.length));
                          }
                        });
}

#ifdef __SSE2__
/// Packs a line of neighbours into the first of `whole` bytes, 16 at a time; returns how many.
std::ptrdiff_t pack_vectors(const byte* elements, std::ptrdiff_t whole, bool highest_first,
                            byte* packed) {
  const __m128i zero = _mm_setzero_si128();
  const __m128i places = _mm_set1_epi64x(highest_first ? 0x0102040810204080 : 0x8040201008040201);
  // 2 bytes from byte i on in 64 bits each, 4 in 32 bits each, and 8 in 16 bits each.
  const auto two = [&](std::ptrdiff_t i) {
    const byte* const from = elements + i * bits_of_byte;
    const __m128i bits = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    return _mm_sad_epu8(_mm_andnot_si128(_mm_cmpeq_epi8(bits, zero), places), zero);
  };
  const auto four = [&](std::ptrdiff_t i) { return _mm_packs_epi32(two(i), two(i + 2)); };
  const auto eight = [&](std::ptrdiff_t i) { return _mm_packs_epi32(four(i), four(i + 4)); };
  std::ptrdiff_t i = 0;
  for (; i + 16 <= whole; i += 16)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(packed + i),
                     _mm_packus_epi16(eight(i), eight(i + 8)));
  return i;
}
#else
std::ptrdiff_t pack_vectors(const byte*, std::ptrdiff_t, bool, byte*) {
  return 0;
}
#endif

/// Packs a line of neighbours.
void pack_line(const byte* __restrict__ elements, std::ptrdiff_t count, bool highest_first,
               byte* __restrict__ packed) {
  const std::ptrdiff_t whole = count / bits_of_byte;
  for (std::ptrdiff_t i = pack_vectors(elements, whole, highest_first, packed); i < whole; ++i)
    packed[i] = bits_of(elements + i * bits_of_byte, highest_first);
  if (count % bits_of_byte == 0) return;
  byte last[bits_of_byte] = {};
  std::copy(elements + whole * bits_of_byte, elements + count, last);
  packed[whole] = bits_of(last, highest_first);
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
  packing(std::size_t axis, bool highest_first) : axis_(axis), highest_first_(highest_first) {}

  [[nodiscard]] const char* name() const noexcept override { return "packbits"; }
  void run(execute::operation& work) const override {
    const line_list from(work.input(0), axis_);
    const line_list to(work.output(), axis_);
    for_each_part(from, [&](std::ptrdiff_t line, std::ptrdiff_t first, std::ptrdiff_t last) {
      const byte* elements = from.at(line, first);
      byte* packed = to.at(line, first / bits_of_byte);
      if (from.inner == 1) return pack_line(elements, last - first, highest_first_, packed);
      for (; first < last; first += bits_of_byte, packed += to.inner) {
        pack_lines(elements, std::min(last - first, bits_of_byte), from.inner, highest_first_,
                   packed);
        elements += bits_of_byte * from.inner;
      }
    });
  }

 private:
  std::size_t axis_;
  bool highest_first_;
};

/// Unpacks a line of neighbours: the first `count` bits.
void unpack_line(const byte* __restrict__ bytes, std::ptrdiff_t count, bool highest_first,
                 byte* __restrict__ unpacked) {
  const bit_table& table = highest_first ? highest_first_table : lowest_first_table;
  for (; count >= bits_of_byte; count -= bits_of_byte, unpacked += bits_of_byte)
    std::memcpy(unpacked, table[*bytes++].data(), bits_of_byte);
  if (count > 0) std::memcpy(unpacked, table[*bytes].data(), static_cast<std::size_t>(count));
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
  unpacking(std::size_t axis, bool highest_first) : axis_(axis), highest_first_(highest_first) {}

  [[nodiscard]] const char* name() const noexcept override { return "unpackbits"; }
  void run(execute::operation& work) const override {
    const line_list from(work.input(0), axis_);
    const line_list to(work.output(), axis_);
    const std::ptrdiff_t known = std::min(to.length, from.length * bits_of_byte);
    for_each_part(to, [&](std::ptrdiff_t line, std::ptrdiff_t first, std::ptrdiff_t last) {
      const std::ptrdiff_t end = std::min(last, known);
      if (end < last) std::fill(to.at(line, std::max(first, known)), to.at(line, last), byte{0});
      if (end <= first) return;
      const byte* bytes = from.at(line, first / bits_of_byte);
      byte* unpacked = to.at(line, first);
      if (to.inner == 1) return unpack_line(bytes, end - first, highest_first_, unpacked);
      for (; first < end; first += bits_of_byte, bytes += from.inner) {
        unpack_lines(bytes, std::min(end - first, bits_of_byte), to.inner, highest_first_,
                     unpacked);
        unpacked += bits_of_byte * to.inner;
      }
    });
  }

 private:
  std::size_t axis_;
  bool highest_first_;
};

}  // namespace

graph::node_ptr packed_on_host(const graph::node_ptr& elements, std::size_t axis,
                               bool highest_first) {
  shape extents = elements->extents;
  extents[axis] = (extents[axis] + bits_of_byte - 1) / bits_of_byte;
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new packing(axis, highest_first)),
      graph::operand_list::of(elements), dtype::uint8, extents, cpu());
}

graph::node_ptr unpacked_on_host(const graph::node_ptr& bytes, std::size_t axis,
                                 std::ptrdiff_t count, bool highest_first) {
  shape extents = bytes->extents;
  extents[axis] = count;
  return graph::make_library_node(
      ref_ptr<const graph::library_function>(new unpacking(axis, highest_first)),
      graph::operand_list::of(bytes), dtype::uint8, extents, cpu());
}

}  // namespace gpu::detail
