// SPDX-License-Identifier: BSD-3-Clause
#include "random/distinct_integers.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "random/integer_stream.hpp"

namespace gpu::random::detail {
namespace {

using index_list = std::vector<std::int64_t>;
using index_stream = integer_stream<std::int64_t>;

/// A number of [0, last].
std::int64_t drawn_up_to(index_stream& next, std::ptrdiff_t last) {
  return static_cast<std::int64_t>(next({0, static_cast<std::uint64_t>(last)}));
}

/// Numbers that are not negative, in a table with open addressing.
class number_set {
 public:
  explicit number_set(std::size_t max_size) : slots_(std::bit_ceil(2 * max_size), unused) {}

  /// False if the number was there.
  bool insert(std::int64_t number) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>(number) & mask;
    while (slots_[at] != unused && slots_[at] != number) at = (at + 1) & mask;
    return std::exchange(slots_[at], number) != number;
  }

 private:
  static constexpr std::int64_t unused = -1;

  index_list slots_;
};

/// Exchanges each element from the last to element `first` with one that is not behind it.
void shuffle_from(std::size_t first, index_list& values, index_stream& next) {
  for (std::size_t i = values.size(); i-- > first;)
    std::swap(values[i],
              values[static_cast<std::size_t>(drawn_up_to(next, static_cast<std::ptrdiff_t>(i)))]);
}

/// The end of a shuffled population.
index_list shuffled_tail(index_stream& next, std::ptrdiff_t count, std::ptrdiff_t wanted) {
  index_list population(static_cast<std::size_t>(count));
  std::iota(population.begin(), population.end(), 0);
  shuffle_from(static_cast<std::size_t>(std::max<std::ptrdiff_t>(count - wanted, 1)), population,
               next);
  population.erase(population.begin(), population.end() - wanted);
  return population;
}

/// R. W. Floyd's algorithm: each new number is drawn from a range that is longer by one, whose last
/// number is taken if what was drawn is there already. J. Bentley, "Programming pearls: a sample of
/// brilliance", Communications of the ACM 30 (1987).
index_list sample(index_stream& next, std::ptrdiff_t count, std::ptrdiff_t wanted, bool shuffle) {
  number_set seen(static_cast<std::size_t>(wanted));
  index_list chosen;
  chosen.reserve(static_cast<std::size_t>(wanted));
  for (std::ptrdiff_t last = count - wanted; last < count; ++last) {
    const std::int64_t drawn = drawn_up_to(next, last);
    const bool is_new = seen.insert(drawn);
    if (!is_new) seen.insert(last);
    chosen.push_back(is_new ? drawn : last);
  }
  if (shuffle) shuffle_from(1, chosen, next);
  return chosen;
}

}  // namespace

index_list distinct_integers(philox& bits, std::ptrdiff_t count, std::ptrdiff_t wanted,
                             bool shuffle) {
  index_stream next(bits);
  // As NumPy has it: a large population is shuffled for a sample of more than a fiftieth of it, or
  // of more than a twentieth where the order of the sample does not matter.
  const bool is_large = count > 10000 && wanted > count / (shuffle ? 50 : 20);
  return is_large ? shuffled_tail(next, count, wanted) : sample(next, count, wanted, shuffle);
}

}  // namespace gpu::random::detail
