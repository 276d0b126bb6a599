// SPDX-License-Identifier: BSD-3-Clause
// `gpu::add.at(a, indices, b)`: updates at indices that may repeat. `numpy.ufunc.at`.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <ranges>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gpu/array/array_base.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/indexing/index_entry.hpp>
#include <gpu/array/indexing/written_view.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/graph/op.hpp>

namespace gpu {

namespace detail {

template <class A>
concept updated_array =
    std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>> &&
    std::derived_from<std::remove_cvref_t<A>, array_base>;

/// What `at` can write to: an array, or a view of one.
template <class A>
concept updated = updated_array<A> || written_view<A>;

template <class B>
concept update_value = array_like<B> || number_or_element<B> || host_range<B>;

/// Arrays are refused by their dtype when they are used. Not bool: that is no mask here.
template <class I>
concept update_index = array_like<I> ||(index_entry_like<I> && !std::same_as<I, bool>);
template <class I>
inline constexpr bool is_index_tuple = false;
template <class... I>
inline constexpr bool is_index_tuple<std::tuple<I...>> = (update_index<std::remove_cvref_t<I>> &&
                                                          ...);

/// Integers, slices, and arrays and vectors of integers or bools; and lists and tuples of these.
template <class I>
concept update_indices = update_index<I> || is_index_tuple<I> || index_list<I>;

template <class I>
[[nodiscard]] index_entry update_entry(const graph::node_ptr& a, const I& index) {
  if constexpr (array_like<I>)
    return index.node();
  else
    return entry_of(a, index);
}

/// @param a  what is indexed
template <class I>
[[nodiscard]] std::vector<index_entry> update_entries(const graph::node_ptr& a, const I& given) {
  if constexpr (is_index_tuple<I>)
    return std::apply(
        [&](const auto&... one) { return std::vector<index_entry>{update_entry(a, one)...}; },
        given);
  else if constexpr (index_list<I>)
    return listed_entries(given);
  else
    return {update_entry(a, given)};
}

/// What promotion sees of a value: of a vector an array.
template <class B>
struct operand_of_update : std::type_identity<B> {};
template <element_proxy B>
struct operand_of_update<B> : std::type_identity<expression<typename B::value_type>> {};
template <host_range B>
struct operand_of_update<B> : std::type_identity<expression<std::ranges::range_value_t<B>>> {};

/// An operand as NumPy sees it here: numbers have the dtype that Python's have.
template <class B>
graph::node_ptr update_operand(const B& b, device where) {
  if constexpr (scalar_like<B>) {
    return scalar_node(b, weak_type<B>().type);
  } else if constexpr (element_proxy<B>) {
    return assigned_scalar<typename B::value_type>(read_proxy(b));
  } else if constexpr (host_range<B>) {
    using own = std::ranges::range_value_t<B>;
    return graph::node_ptr(leaf_from_range<own>(b, where).get());
  } else {
    return b.node();
  }
}

/// The loop that NumPy takes: numbers count as arrays of the dtype that Python's have.
template <class Op, class... Types>
consteval loop loop_of_update(Types... operands) {
  std::array<operand_type, sizeof...(Types)> types{operands...};
  if (Op::info.integers_as_float64) take_integers_as_float64(types);
  if (Op::info.refuses_bools && all_bools(types)) return loop();
  return find_loop(Op::info.loops, types);
}

template <class A>
consteval operand_type strong_type() {
  return {operand_type_of<A>().type, false};
}

/// What is wrong at compile time with updates of `T`, if the types are known then.
template <class Op, class T, class... Operand>
consteval void check_update() {
  if constexpr (((typed_array<Operand> || scalar_like<Operand>)&&...)) {
    constexpr loop found =
        loop_of_update<Op>(operand_type{dtype_of<T>, false}, strong_type<Operand>()...);
    static_assert(found.index >= 0,
                  "this function is not defined for these element types (no such loop in NumPy)");
    check_not_made_real<T, element_t<found.out>>();
  }
}

/// @throws dtype_error  if there is none
[[nodiscard]] int loop_at_run_time(const graph::op_record& op, std::vector<operand_type> types);

/// Updates the array in place.
/// @param operand  null for an op of one input
void update_at(const graph::op_record& op, int loop, array_base& target,
               std::span<const index_entry> indices, const graph::node_ptr& operand);
/// What `target` is after the updates: new memory.
[[nodiscard]] graph::node_ptr updated_at(const graph::op_record& op, int loop,
                                         const graph::node_ptr& target,
                                         std::span<const index_entry> indices,
                                         const graph::node_ptr& operand);

/// How many inputs an op has that has one output; 0 if it has more.
consteval int inputs_of_update(const char* loops) {
  int inputs = 0;
  for (; *loops != '-'; ++loops) ++inputs;
  const char* const second = loops + 3;
  return *second == ' ' || *second == '\0' ? inputs : 0;
}

}  // namespace detail

/// The member `at` of functions of one or two operands and one result.
///
///     gpu::add.at(a, {0, 2, 2}, 1);                        // a[0] += 1; a[2] += 1; a[2] += 1
///     gpu::maximum.at(a, std::tuple(rows, columns), b);    // a[rows[i], columns[i]] = ...
///     gpu::add.at(a, std::tuple(gpu::all(), columns), b);  // a[:, columns[i]] += b[:, i]
///     gpu::negative.at(a, mask);
template <class Op>
struct ufunc_at {
  /// Computes `a[index] = f(a[index], b)` for one index after the other: an index that comes twice
  /// counts twice. The bits are NumPy's, whose order it is.
  ///
  /// @param a        an array or a view of one
  /// @param indices  as those of `gpu::view`: integers, slices, arrays and vectors of integers or
  ///                 of bools (masks); several as a tuple, or as `nonzero` and its like give them.
  ///                 Arrays broadcast together. Axes without an index are updated whole.
  /// @param b        an array, a number, a vector or a list; broadcasts to the shape of
  ///                 `a[indices]`
  /// @dtype   as NumPy: a number is an int64, float64 or complex128; the result is converted to the
  ///          dtype of `a`, whatever it is, but complex numbers are not made real
  /// @throws  index_error, shape_error, dtype_error, device_mismatch; nothing has been written then
  /// Waits until the indices are known to lie within `a`, and for the number of elements of masks.
  template <detail::updated A, detail::update_indices I, detail::update_value B>
  requires(detail::inputs_of_update(Op::info.loops) == 2) void at(A&& a, const I& indices,
                                                                  const B& b) const {
    detail::check_update<Op, typename std::remove_cvref_t<A>::value_type,
                         typename detail::operand_of_update<B>::type>();
    apply(std::forward<A>(a), indices, &b);
  }
  template <detail::updated A, detail::update_value B>
  requires(detail::inputs_of_update(Op::info.loops) ==
           2) void at(A&& a, std::initializer_list<list_integer> indices, const B& b) const {
    at(std::forward<A>(a), std::vector<std::ptrdiff_t>(indices.begin(), indices.end()), b);
  }
  template <detail::updated A, detail::update_indices I, element_type Number>
  requires(detail::inputs_of_update(Op::info.loops) ==
           2) void at(A&& a, const I& indices, std::initializer_list<Number> b) const {
    at<A, I, std::initializer_list<Number>>(std::forward<A>(a), indices, b);
  }
  template <detail::updated A, element_type Number>
  requires(detail::inputs_of_update(Op::info.loops) ==
           2) void at(A&& a, std::initializer_list<list_integer> indices,
                      std::initializer_list<Number> b) const {
    at(std::forward<A>(a), std::vector<std::ptrdiff_t>(indices.begin(), indices.end()), b);
  }

  /// The same for functions of one operand: `a[index] = f(a[index])`.
  template <detail::updated A, detail::update_indices I>
  requires(detail::inputs_of_update(Op::info.loops) == 1) void at(A&& a, const I& indices) const {
    detail::check_update<Op, typename std::remove_cvref_t<A>::value_type>();
    apply<A, I, int>(std::forward<A>(a), indices, nullptr);
  }
  template <detail::updated A>
  requires(detail::inputs_of_update(Op::info.loops) ==
           1) void at(A&& a, std::initializer_list<list_integer> indices) const {
    at(std::forward<A>(a), std::vector<std::ptrdiff_t>(indices.begin(), indices.end()));
  }

 private:
  template <class A, class I, class B>
  static void apply(A&& a, const I& given, const B* b) {
    const graph::op_record& record = graph::record_of<Op>();
    std::vector<operand_type> types{{a.dtype(), false}};
    graph::node_ptr operand;
    if (b != nullptr) {
      operand = detail::update_operand(*b, a.device());
      types.push_back({operand->type, false});
    }
    const int loop = detail::loop_at_run_time(record, types);
    if constexpr (scalar_like<B>)
      if (b != nullptr)
        detail::check_scalar<Op>(*b, record.loops[static_cast<std::size_t>(loop)].in[1], 1);
    const std::vector<detail::index_entry> indices = detail::update_entries(a.read_node(), given);
    if constexpr (std::derived_from<std::remove_cvref_t<A>, array_base>)
      detail::update_at(record, loop, a, indices, operand);
    else
      std::forward<A>(a).write_node(detail::updated_at(record, loop, a.node(), indices, operand));
  }
};

}  // namespace gpu
