// SPDX-License-Identifier: BSD-3-Clause
// From the lowest digit to the highest, but only by so many of the highest bits that differ that
// few of random keys are equal there. Those that are, a run, are sorted by what is left of them.
// With a payload, what is moved are words: 32 bits of the key, and the payload or the position.
#include "vendor/cub/host_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include <gpu/cuda/memory_block.hpp>

namespace gpu::vendor {
namespace {

/// Elements that are sorted by insertion if they are no more.
constexpr std::ptrdiff_t short_run = 32;
/// Bits of a digit, and of one if there are not many keys: counters are to be few beside them.
constexpr int max_digit_bits = 11;
constexpr int max_short_digit_bits = 8;
constexpr std::ptrdiff_t min_keys_of_long_digits = 1 << 13;
constexpr int max_digits = 4;
/// Bits of keys by which they are sorted beyond those that as many numbers need.
constexpr int spare_bits = 13;

/// Bits [first, last) of words.
struct bit_range {
  int first, last;
};

/// Consecutive digits of one width.
struct digit_list {
  int first, width, count;

  digit_list(bit_range bits, std::ptrdiff_t words) : first(bits.first) {
    const int widest = words < min_keys_of_long_digits ? max_short_digit_bits : max_digit_bits;
    const int size = bits.last - bits.first;
    count = (size + widest - 1) / widest;
    width = (size + count - 1) / count;
  }
};

using digit_counts = std::array<std::uint32_t, 1 << max_digit_bits>;

/// How many words have each value of each digit.
template <int Digits, class Word>
void count_digits(const Word* words, std::ptrdiff_t count, const digit_list& digits,
                  std::array<digit_counts, max_digits>& counts) {
  const Word mask = (Word{1} << digits.width) - 1;
  for (int digit = 0; digit < Digits; ++digit) std::fill_n(counts[digit].begin(), mask + 1, 0);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    Word bits = words[i] >> digits.first;
    for (int digit = 0; digit < Digits; ++digit, bits >>= digits.width)
      ++counts[digit][bits & mask];
  }
}

/// One pass: to `out`, in the order of a digit. Stable.
template <class Word>
void sort_by_digit(const Word* in, Word* out, std::ptrdiff_t count, int shift, Word mask,
                   digit_counts& places) {
  std::exclusive_scan(places.begin(), places.begin() + mask + 1, places.begin(), 0u);
  for (std::ptrdiff_t i = 0; i < count; ++i) out[places[in[i] >> shift & mask]++] = in[i];
}

/// Sorts fewer than 2^32 words stably by some of their bits, at least one. Returns where they are
/// then: `out`, or `other` if they were there.
template <class Word>
Word* sort_by_bits(const Word* in, Word* out, Word* other, std::ptrdiff_t count, bit_range bits) {
  const digit_list digits(bits, count);
  const Word mask = (Word{1} << digits.width) - 1;
  std::array<digit_counts, max_digits> counts;
  constexpr std::array counters{&count_digits<1, Word>, &count_digits<2, Word>,
                                &count_digits<3, Word>, &count_digits<4, Word>};
  counters[static_cast<std::size_t>(digits.count - 1)](in, count, digits, counts);
  std::array<int, max_digits> differing;
  int passes = 0;
  for (int digit = 0; digit < digits.count; ++digit) {
    const Word first = in[0] >> (digits.first + digit * digits.width) & mask;
    if (counts[digit][first] != static_cast<std::uint32_t>(count)) differing[passes++] = digit;
  }
  Word* to = in == other || passes % 2 != 0 ? out : other;
  for (int pass = 0; pass < passes; ++pass) {
    const int digit = differing[pass];
    sort_by_digit(in, to, count, digits.first + digit * digits.width, mask, counts[digit]);
    in = to;
    to = to == out ? other : out;
  }
  return to == out ? other : out;
}

/// Sorts stably.
template <class T, class Less>
void insertion_sort(T* items, std::ptrdiff_t count, const Less& less) {
  for (std::ptrdiff_t i = 1; i < count; ++i) {
    const T item = items[i];
    std::ptrdiff_t place = i;
    for (; place > 0 && less(item, items[place - 1]); --place) items[place] = items[place - 1];
    items[place] = item;
  }
}

/// Calls `sort(first, count)` for the runs of words whose bits from `shift` on are equal.
template <class Word, class Sort>
void for_each_run(const Word* words, std::ptrdiff_t count, int shift, const Sort& sort) {
  for (std::ptrdiff_t begin = 0, end = 0; begin < count; begin = end) {
    const Word bits = words[begin] >> shift;
    for (end = begin + 1; end < count && words[end] >> shift == bits;) ++end;
    if (end - begin > 1) sort(begin, end - begin);
  }
}

/// The bits in which keys differ: all between the lowest and the highest.
template <class Key>
bit_range differing_bits(const Key* keys, std::ptrdiff_t count, int first_bit) {
  Key differing = 0;
  for (std::ptrdiff_t i = 1; i < count; ++i) differing |= keys[i] ^ keys[0];
  differing = differing >> first_bit << first_bit;
  return {std::countr_zero(differing), static_cast<int>(std::bit_width(differing))};
}

/// The bits among them by which the keys are sorted.
bit_range leading_bits(bit_range bits, std::ptrdiff_t count) {
  const int wanted = std::bit_width(static_cast<std::size_t>(count)) + spare_bits;
  return {std::max(bits.first, bits.last - std::min(wanted, 3 * max_digit_bits)), bits.last};
}

template <class T>
ref_ptr<memory_block> room_for(std::ptrdiff_t count) {
  return memory_block::allocate(cpu(), static_cast<std::size_t>(count) * sizeof(T));
}

/// The keys of words that hold positions or payloads.
template <class Key>
struct word_keys {
  const Key* keys;
  int first_bit;
  bool in_words;  ///< all that differs: the other half is a payload

  Key operator()(std::uint64_t word) const {
    return in_words ? static_cast<Key>(word >> 32)
                    : keys[static_cast<std::uint32_t>(word)] >> first_bit;
  }
};

/// Sorts words of one run by their whole keys.
template <class Key>
void sort_run(std::uint64_t* words, std::ptrdiff_t count, const word_keys<Key>& key_of) {
  if (count <= short_run)
    return insertion_sort(words, count,
                          [&](std::uint64_t a, std::uint64_t b) { return key_of(a) < key_of(b); });
  std::vector<Key> keys(static_cast<std::size_t>(count));
  std::vector<std::uint32_t> order(keys.size());
  std::transform(words, words + count, keys.begin(), key_of);
  sort_by_keys<Key>(keys.data(), nullptr, order.data(), count);
  const std::vector<std::uint64_t> given(words, words + count);
  for (std::size_t i = 0; i < order.size(); ++i) words[i] = given[order[i]];
}

}  // namespace

template <class Key>
void sort_keys(const Key* in, Key* out, std::ptrdiff_t count) {
  if (std::is_sorted(in, in + count)) {
    std::copy_n(in, count, out);
    return;
  }
  if (std::is_sorted(in, in + count, std::greater<>())) {
    std::reverse_copy(in, in + count, out);
    return;
  }
  if (count <= short_run || count > std::numeric_limits<std::uint32_t>::max()) {
    std::copy_n(in, count, out);
    return count <= short_run ? insertion_sort(out, count, std::less<>())
                              : std::sort(out, out + count);
  }
  const bit_range bits = differing_bits(in, count, 0);
  const bit_range leading = leading_bits(bits, count);
  sort_by_bits(in, out, static_cast<Key*>(room_for<Key>(count)->data()), count, leading);
  if (leading.first == bits.first) return;
  for_each_run(out, count, leading.first, [out](std::ptrdiff_t first, std::ptrdiff_t size) {
    if (size <= short_run) return insertion_sort(out + first, size, std::less<>());
    const std::vector<Key> run(out + first, out + first + size);
    sort_keys(run.data(), out + first, size);
  });
}

template <class Key>
void sort_by_keys(const Key* keys, const std::uint32_t* payload, std::uint32_t* out,
                  std::ptrdiff_t count, int first_bit) {
  const auto payload_at = [payload](std::ptrdiff_t i) {
    return payload != nullptr ? payload[i] : static_cast<std::uint32_t>(i);
  };
  const auto is_less = [=](Key a, Key b) { return a >> first_bit < b >> first_bit; };
  const auto is_not_more = [=](Key a, Key b) { return a >> first_bit <= b >> first_bit; };
  if (std::is_sorted(keys, keys + count, is_less)) {
    for (std::ptrdiff_t i = 0; i < count; ++i) out[i] = payload_at(i);
    return;
  }
  if (std::adjacent_find(keys, keys + count, is_not_more) == keys + count) {
    for (std::ptrdiff_t i = 0; i < count; ++i) out[i] = payload_at(count - 1 - i);
    return;
  }
  const bit_range bits = differing_bits(keys, count, first_bit);
  const int shift = std::max(bits.first, bits.last - 32);
  const word_keys<Key> key_of{keys, first_bit, shift == bits.first};
  const auto room = room_for<std::uint64_t>(2 * count);
  auto* const words = static_cast<std::uint64_t*>(room->data());
  for (std::ptrdiff_t i = 0; i < count; ++i)
    words[i] = static_cast<std::uint64_t>(keys[i] >> shift) << 32 |
               (key_of.in_words ? payload_at(i) : static_cast<std::uint32_t>(i));
  std::uint64_t* sorted = words;
  if (count <= short_run) {
    sort_run(words, count, key_of);
  } else {
    const bit_range leading = leading_bits({32, 32 + bits.last - shift}, count);
    sorted = sort_by_bits(words, words + count, words, count, leading);
    if (leading.first > 32 || !key_of.in_words)
      for_each_run(sorted, count, leading.first, [&](std::ptrdiff_t first, std::ptrdiff_t size) {
        sort_run(sorted + first, size, key_of);
      });
  }
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const auto low = static_cast<std::uint32_t>(sorted[i]);
    out[i] = key_of.in_words || payload == nullptr ? low : payload[low];
  }
}

template void sort_keys(const std::uint32_t*, std::uint32_t*, std::ptrdiff_t);
template void sort_keys(const std::uint64_t*, std::uint64_t*, std::ptrdiff_t);
template void sort_by_keys(const std::uint32_t*, const std::uint32_t*, std::uint32_t*,
                           std::ptrdiff_t, int);
template void sort_by_keys(const std::uint64_t*, const std::uint32_t*, std::uint32_t*,
                           std::ptrdiff_t, int);

}  // namespace gpu::vendor
