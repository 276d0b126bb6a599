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
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/random/count_distributions.hpp>
#include <gpu/random/distributions.hpp>
#include <gpu/random/philox.hpp>

namespace gpu::random {

namespace detail {

/// Integers as words of 32 bits, the least significant first.
/// @throws value_error  "expected non-negative integer"
template <class Integer>
[[nodiscard]] std::vector<std::uint32_t> entropy_of(const std::vector<Integer>& integers) {
  std::vector<std::uint32_t> words;
  for (const Integer integer : integers) {
    if (std::cmp_less(integer, 0)) throw value_error("expected non-negative integer");
    const auto wide = static_cast<std::uint64_t>(integer);
    words.push_back(static_cast<std::uint32_t>(wide));
    if (wide >> 32 != 0) words.push_back(static_cast<std::uint32_t>(wide >> 32));
  }
  return words;
}

/// Parts of an array, which are one number if a vector is chosen from once.
template <class Parts>
[[nodiscard]] auto chosen(Parts parts) {
  if constexpr (typed_array<Parts>)
    return scalar_result<Parts>(std::move(parts));
  else
    return parts;
}

}  // namespace detail

/// What `shuffle(flag)` makes.
struct shuffle_option {
  bool shuffle;
};
/// Whether a choice without replacement is in random order: NumPy's option `shuffle=`. Without it
/// fewer numbers are drawn.
template <std::same_as<bool> Flag>
[[nodiscard]] constexpr shuffle_option shuffle(Flag flag) noexcept {
  return {flag};
}

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
  [[nodiscard]] std::vector<generator> spawn(strict_integer count) {
    std::vector<generator> children;
    for (philox& bits : bits_.spawn(count)) children.emplace_back(std::move(bits));
    return children;
  }

  /// Numbers of [0, 1). float32 takes half a word, as NumPy does; float16 and bfloat16 are rounded
  /// from that, and may be 1.
  template <detail::real_element T = double>
  [[nodiscard]] draw<T> random(const shape& size = {}, device where = current_device()) {
    return draw<T>(detail::unit_node(bits_, dtype_of<T>, size, where));
  }
  /// Integers of [low, high); of [low, high] with `endpoint`. Computed now.
  ///
  /// On a GPU ranges of up to 2^32 numbers are drawn there; unless their size is a power of two,
  /// some numbers are drawn again, and the call waits to learn how many. A few of such ranges, and
  /// larger ranges, are drawn by the host.
  /// @throws value_error  "low >= high", of a low 0 "high <= 0", "high is out of bounds for uint8"
  template <std::integral T = std::int64_t, std::integral Low, std::integral High>
  [[nodiscard]] ndarray<T> integers(Low low, High high, const shape& size,
                                    strict_bool endpoint = false, device where = current_device()) {
    return ndarray<T>(detail::integers_leaf(bits_, dtype_of<T>, low, high, endpoint, size, where));
  }
  /// One of them: `std::int64_t i = rng.integers(0, 10)`.
  template <std::integral T = std::int64_t, std::integral Low, std::integral High>
  [[nodiscard]] scalar_result<ndarray<T>> integers(Low low, High high) {
    return integers<T>(low, high, shape());
  }
  /// The same of [0, high): `integers(6, {10})`.
  template <std::integral T = std::int64_t, std::integral High, class Size = shape>
  requires(!std::integral<Size> && !array_like<Size>)
      [[nodiscard]] ndarray<T> integers(High high, const Size& size, strict_bool endpoint = false,
                                        device where = current_device()) {
    return integers<T>(High(0), high, shape(size), endpoint, where);
  }
  template <std::integral T = std::int64_t, std::integral High>
  [[nodiscard]] scalar_result<ndarray<T>> integers(High high) {
    return integers<T>(High(0), high);
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
  [[nodiscard]] ndarray<std::uint8_t> bytes(strict_integer length,
                                            device where = current_device()) {
    return ndarray<std::uint8_t>(detail::bytes_leaf(bits_, length, where));
  }

  /// Numbers of [0, count), which may come several times, or with `replace = false` once at most.
  /// @shape  size
  /// @throws value_error  "a must be a positive integer unless no samples are taken", "Cannot take
  /// a
  ///                      larger sample than population when replace is False"
  [[nodiscard]] ndarray<std::int64_t> choice(strict_integer count, const shape& size = {},
                                             bool replace = true, device where = current_device()) {
    return choice(count, size, replace, shuffle_option{true}, where);
  }
  /// The same as `choice(10, {3}, false, shuffle(false))`.
  [[nodiscard]] ndarray<std::int64_t> choice(strict_integer count, const shape& size, bool replace,
                                             shuffle_option option,
                                             device where = current_device()) {
    return ndarray<std::int64_t>(
        detail::choice_leaf(bits_, count, size, replace, where, option.shuffle));
  }
  /// Parts of an array or vector along an axis, chosen as the numbers are.
  /// @throws value_error  also "a cannot be empty unless no samples are taken"
  template <gpu::detail::array_or_vector A>
  [[nodiscard]] auto choice(const A& a, const shape& size = {}, bool replace = true,
                            axis_index axis = 0, shuffle_option option = {true}) {
    const auto& all = gpu::detail::as_array(a, current_device());
    const std::ptrdiff_t count = all.shape(normalize_axis_index(axis, all.dimension()));
    detail::require_choices(count, size);
    return detail::chosen(take(all, choice(count, size, replace, option, all.device()), axis));
  }
  /// Of a list: `rng.choice({2.5, 4.0}, {8})`.
  template <element_type Number, class... Arguments>
  [[nodiscard]] auto choice(std::initializer_list<Number> a, const shape& size = {},
                            const Arguments&... arguments) {
    return choice<std::initializer_list<Number>>(a, size, arguments...);
  }
  template <gpu::detail::array_or_vector A>
  [[nodiscard]] auto choice(const A& a, const shape& size, bool replace, shuffle_option option) {
    return choice(a, size, replace, 0, option);
  }
  /// The same with the probability of each number: `choice(3, {8}, true, {0.5, 0.25, 0.25})`. These
  /// are NumPy's choices for the seed, with and without `replace`.
  ///
  /// @enqueue the call waits for the probabilities; without `replace` the host draws
  /// @throws  value_error  "p must be 1-dimensional", "a and p must have same size", "Probabilities
  ///                       contain NaN", "Probabilities are not non-negative", "Probabilities do
  ///                       not sum to 1", "Fewer non-zero entries in p than size"
  template <typed_array P = ndarray<double>>
  [[nodiscard]] ndarray<std::int64_t> choice(strict_integer count, const shape& size, bool replace,
                                             const P& p, device where = current_device()) {
    return ndarray<std::int64_t>(
        detail::weighted_choice_leaf(bits_, count, size, replace, p.node(), where));
  }
  template <gpu::detail::array_or_vector A, typed_array P = ndarray<double>>
  [[nodiscard]] auto choice(const A& a, const shape& size, bool replace, const P& p,
                            axis_index axis = 0,
                            shuffle_option /*no choice by p is shuffled*/ = {true}) {
    const auto& all = gpu::detail::as_array(a, current_device());
    const std::ptrdiff_t count = all.shape(normalize_axis_index(axis, all.dimension()));
    detail::require_choices(count, size);
    return take(all, choice(count, size, replace, p, all.device()), axis);
  }
  /// The same with the probabilities in a vector.
  template <class A, gpu::detail::host_range P, class... Where>
  [[nodiscard]] auto choice(const A& a, const shape& size, bool replace, const P& p,
                            const Where&... where) {
    return choice(a, size, replace, asarray(p, current_device()), where...);
  }
  /// The numbers of [0, count) in any order; of a negative count none, as of 0.
  [[nodiscard]] ndarray<std::int64_t> permutation(strict_integer count,
                                                  device where = current_device()) {
    return ndarray<std::int64_t>(detail::permutation_leaf(bits_, count, where));
  }
  /// The parts of an array or vector along an axis in any order.
  template <gpu::detail::array_or_vector A>
  [[nodiscard]] auto permutation(const A& a, axis_index axis = 0) {
    const auto& all = gpu::detail::as_array(a, current_device());
    const std::ptrdiff_t count = all.shape(normalize_axis_index(axis, all.dimension()));
    return take(all, permutation(count, all.device()), axis);
  }
  template <element_type Number>
  [[nodiscard]] auto permutation(std::initializer_list<Number> a) {
    return permutation<std::initializer_list<Number>>(a);
  }
  /// The elements along an axis in any order, another one for each of the other indices; without an
  /// axis all elements in any order.
  /// @throws axis_error
  template <array_like A>
  [[nodiscard]] auto permuted(const A& a, optional_axis_index axis = std::nullopt) {
    const shape extents = a.shape();
    if (!axis.has_value()) return reshape(permutation(reshape(a, {-1})), extents);
    const auto along =
        static_cast<std::ptrdiff_t>(normalize_axis_index(axis.value(), extents.size()));
    const expression<std::int64_t> order(detail::orders_node(bits_, extents, along, a.device()));
    return take_along_axis(a, order, along);
  }
  template <gpu::detail::host_range A>
  [[nodiscard]] auto permuted(const A& a, optional_axis_index axis = std::nullopt) {
    return permuted(asarray(a), axis);
  }
  template <element_type Number>
  [[nodiscard]] auto permuted(std::initializer_list<Number> a) {
    return permuted(asarray(a));
  }
  /// Brings the parts of an array, or of a view of one, along an axis into any order.
  template <class T>
  void shuffle(ndarray<T>& a, axis_index axis = 0) {
    a = permutation(a, axis);
  }
  template <typed_array View>
  requires(std::is_assignable_v<View, expression<typename std::remove_cvref_t<
                                          View>::value_type>>) void shuffle(View&& view,
                                                                            axis_index axis = 0) {
    std::forward<View>(view) = permutation(view, axis);
  }
  /// Brings the elements of a vector into any order: that of an array of as many.
  template <class T>
  void shuffle(std::vector<T>& a) {
    std::vector<T> shuffled;
    shuffled.reserve(a.size());
    const auto order = permutation(static_cast<std::ptrdiff_t>(a.size()), cpu());
    for (const std::int64_t from : order) shuffled.push_back(a[static_cast<std::size_t>(from)]);
    a = std::move(shuffled);
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
/// The same of several integers, each of which is one word of 32 bits, or two.
template <std::integral Integer>
[[nodiscard]] generator default_rng(const std::vector<Integer>& seed) {
  return default_rng(seed_sequence(detail::entropy_of(seed)));
}
template <std::integral Integer>
[[nodiscard]] generator default_rng(std::initializer_list<Integer> seed) {
  return default_rng(std::vector<Integer>(seed));
}
/// Seeded by the operating system.
[[nodiscard]] inline generator default_rng() {
  return {};
}

}  // namespace gpu::random
