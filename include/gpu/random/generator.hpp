// SPDX-License-Identifier: BSD-3-Clause
// Random numbers from a generator, as those of `numpy.random.default_rng`.
//
// Every number depends on the seed and on its place in the stream alone, so the values are the same
// on every device. `random`, `uniform`, `integers`, `bytes` and `choice` give NumPy's bits, those
// of `Generator(Philox(seed))`; all others have NumPy's distributions, and bits of their own.
//
// What is returned as an expression is computed when it is needed, in the kernel of what needs it:
// `rng.uniform(0, 1, {n}) * 2 - 1` is one launch. The generator goes on when the call is made: so
// the order of calls decides about values, not when something is computed. A generator is not to be
// used by two threads at once.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/random/count_distributions.hpp>
#include <gpu/random/distributions.hpp>
#include <gpu/random/philox.hpp>

namespace gpu::random {

/// Distributions are members of its bases: `inverted_distributions`, `gamma_distributions` and
/// `count_distributions`.
class generator : public count_distributions {
 public:
  /// Seeded by the operating system.
  generator() = default;
  explicit generator(philox bits) : count_distributions(std::move(bits)) {}

  /// The stream that numbers are drawn from; its state can be saved and restored.
  [[nodiscard]] philox& bit_generator() & noexcept { return bits_; }
  [[nodiscard]] const philox& bit_generator() const& noexcept { return bits_; }
  /// Generators that are independent of this one and of each other.
  /// @throws overflow_error  "can't convert negative value to uint32_t"
  [[nodiscard]] std::vector<generator> spawn(std::ptrdiff_t count) {
    std::vector<generator> children;
    for (philox& bits : bits_.spawn(count)) children.emplace_back(std::move(bits));
    return children;
  }

  /// Numbers of [0, 1). float32 takes half a word, as NumPy does; float16 and bfloat16 are rounded
  /// from that, and may be 1.
  template <detail::real_element T = double>
  [[nodiscard]] expression<T> random(const shape& size = {}, device where = current_device()) {
    return expression<T>(detail::unit_node(bits_, dtype_of<T>, size, where));
  }
  /// Integers of [low, high); of [low, high] with `endpoint`. Computed now.
  ///
  /// On a GPU the numbers of `T` of 32 and 64 bits, for ranges of up to 2^32 numbers, are drawn
  /// there; the call waits to learn whether one of them has to be drawn again, which is rare: then
  /// all are drawn by the host. So are those of other types and ranges.
  /// @throws value_error  "low >= high", of a low 0 "high <= 0", "high is out of bounds for uint8"
  template <std::integral T = std::int64_t, std::integral Low, std::integral High>
  [[nodiscard]] ndarray<T> integers(Low low, High high, const shape& size = {},
                                    strict_bool endpoint = false, device where = current_device()) {
    return ndarray<T>(detail::integers_leaf(bits_, dtype_of<T>, low, high, endpoint, size, where));
  }
  /// The same of [0, high): `integers(6, {10})`.
  template <std::integral T = std::int64_t, std::integral High, class Size = shape>
  requires(!std::integral<Size> && !array_like<Size>)
      [[nodiscard]] ndarray<T> integers(High high, const Size& size = {},
                                        strict_bool endpoint = false,
                                        device where = current_device()) {
    return integers<T>(High(0), high, shape(size), endpoint, where);
  }
  /// The same with bounds of its own for each number: arrays of integers, which broadcast with each
  /// other and, if a size is given, to that. Computed now by the host, which waits for the arrays.
  /// @shape  size, or what the bounds broadcast to
  /// @throws value_error  as above
  /// @throws shape_error  "operands could not be broadcast together with shapes (3,) (2,) "
  template <std::integral T = std::int64_t, detail::integer_or_array Low,
            detail::integer_or_array High>
  requires(array_like<Low> || array_like<High>)
      [[nodiscard]] ndarray<T> integers(const Low& low, const High& high, const shape& size = {},
                                        strict_bool endpoint = false,
                                        const detail::place& where = {}) {
    return ndarray<T>(
        detail::integers_between_leaf(bits_, dtype_of<T>, low, high, endpoint, size, where));
  }
  template <std::integral T = std::int64_t, detail::integer_array High, class Size = shape>
  requires(!std::integral<Size> && !array_like<Size>)
      [[nodiscard]] ndarray<T> integers(const High& high, const Size& size = {},
                                        strict_bool endpoint = false,
                                        const detail::place& where = {}) {
    return integers<T>(0, high, shape(size), endpoint, where);
  }
  /// Bytes. `numpy.random.Generator.bytes`.
  /// @throws value_error  "negative dimensions are not allowed: (-1,)"
  [[nodiscard]] ndarray<std::uint8_t> bytes(std::ptrdiff_t length,
                                            device where = current_device()) {
    return ndarray<std::uint8_t>(detail::bytes_leaf(bits_, length, where));
  }

  /// Numbers of [0, count), which may come several times, or with `replace = false` once at most.
  /// @shape  size
  /// @throws value_error  "a must be a positive integer unless no samples are taken", "Cannot take
  /// a
  ///                      larger sample than population when replace is False"
  [[nodiscard]] ndarray<std::int64_t> choice(std::ptrdiff_t count, const shape& size = {},
                                             bool replace = true, device where = current_device()) {
    return ndarray<std::int64_t>(detail::choice_leaf(bits_, count, size, replace, where));
  }
  /// Parts of an array along an axis, chosen as the numbers are.
  template <array_like A>
  [[nodiscard]] auto choice(const A& a, const shape& size = {}, bool replace = true,
                            axis_index axis = 0) {
    const std::ptrdiff_t count = a.shape(normalize_axis(axis, a.dimension()));
    return take(a, choice(count, size, replace, a.device()), axis);
  }
  /// The same with the probability of each number: `choice(3, {8}, true, {0.5, 0.25, 0.25})`. These
  /// are NumPy's choices for the seed, with and without `replace`.
  ///
  /// @enqueue the call waits for the probabilities; without `replace` the host draws
  /// @throws  value_error  "p must be 1-dimensional", "a and p must have same size", "Probabilities
  ///                       contain NaN", "Probabilities are not non-negative", "Probabilities do
  ///                       not sum to 1", "Fewer non-zero entries in p than size"
  template <typed_array P = ndarray<double>>
  [[nodiscard]] ndarray<std::int64_t> choice(std::ptrdiff_t count, const shape& size, bool replace,
                                             const P& p, device where = current_device()) {
    return ndarray<std::int64_t>(
        detail::weighted_choice_leaf(bits_, count, size, replace, p.node(), where));
  }
  template <array_like A, typed_array P = ndarray<double>>
  [[nodiscard]] auto choice(const A& a, const shape& size, bool replace, const P& p,
                            axis_index axis = 0) {
    const std::ptrdiff_t count = a.shape(normalize_axis(axis, a.dimension()));
    return take(a, choice(count, size, replace, p, a.device()), axis);
  }
  /// The numbers of [0, count) in any order; of a negative count none, as of 0.
  [[nodiscard]] ndarray<std::int64_t> permutation(std::ptrdiff_t count,
                                                  device where = current_device()) {
    return ndarray<std::int64_t>(detail::permutation_leaf(bits_, count, where));
  }
  /// The parts of an array along an axis in any order.
  template <array_like A>
  [[nodiscard]] auto permutation(const A& a, axis_index axis = 0) {
    const std::ptrdiff_t count = a.shape(normalize_axis(axis, a.dimension()));
    return take(a, permutation(count, a.device()), axis);
  }
  /// The elements along an axis in any order, another one for each of the other indices; without an
  /// axis all elements in any order.
  /// @throws axis_error
  template <array_like A>
  [[nodiscard]] auto permuted(const A& a, optional_axis_index axis = std::nullopt) {
    const shape extents = a.shape();
    if (!axis.has_value()) return reshape(permutation(reshape(a, {-1})), extents);
    const auto along = static_cast<std::ptrdiff_t>(normalize_axis(axis.value(), extents.size()));
    const expression<std::int64_t> order(detail::orders_node(bits_, extents, along, a.device()));
    return take_along_axis(a, order, along);
  }
  /// Brings the parts of an array along an axis into any order.
  template <class T>
  void shuffle(ndarray<T>& a, axis_index axis = 0) {
    a = permutation(a, axis);
  }
};

/// NumPy's `Generator(Philox(seed))`. What NumPy calls `default_rng` draws from another stream,
/// PCG64.
/// @throws value_error  "expected non-negative integer" for a negative seed
template <std::integral Integer>
[[nodiscard]] generator default_rng(Integer seed) {
  return generator(philox(seed));
}
[[nodiscard]] inline generator default_rng(const seed_sequence& seed) {
  return generator(philox(seed));
}
/// Seeded by the operating system.
[[nodiscard]] inline generator default_rng() {
  return {};
}

}  // namespace gpu::random
