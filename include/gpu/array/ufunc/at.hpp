// SPDX-License-Identifier: BSD-3-Clause
// `gpu::add.at(a, indices, b)`: updates at indices that may repeat. `numpy.ufunc.at`.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/array_base.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/graph/op.hpp>

namespace gpu {

namespace detail {

template <class A>
concept updated_array =
    std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>> &&
    std::derived_from<std::remove_cvref_t<A>, array_base>;

template <class A>
concept updated_view = typed_array<A> &&
    requires(const std::remove_cvref_t<A>& view, graph::node_ptr value) {
  view.write_node(value);
};

/// What `at` can write to: an array, or a view of one.
template <class A>
concept updated = updated_array<A> || updated_view<A>;

template <class B>
concept update_value = array_like<B> || scalar_like<B>;

/// Not bool: numbers of that type are no masks.
template <class I>
concept index_number = std::integral<I> && !std::same_as<I, bool>;

template <class I>
inline constexpr bool is_index_tuple = false;
template <class... I>
inline constexpr bool is_index_tuple<std::tuple<I...>> =
    ((array_like<I> || index_number<std::remove_cvref_t<I>>)&&...);

/// Arrays of integers or bools, integers, and tuples of these.
template <class I>
concept update_indices =
    array_like<I> || index_number<std::remove_cvref_t<I>> || is_index_tuple<std::remove_cvref_t<I>>;

template <class I>
graph::node_ptr index_node(const I& index) {
  if constexpr (std::integral<I>)
    return scalar_node(index, dtype::int64);
  else
    return index.node();
}

template <class I>
std::vector<graph::node_ptr> index_nodes(const I& given) {
  if constexpr (is_index_tuple<I>)
    return std::apply(
        [](const auto&... one) { return std::vector<graph::node_ptr>{index_node(one)...}; }, given);
  else
    return {index_node(given)};
}

/// An operand as NumPy sees it here: numbers have the dtype that Python's have.
template <class B>
graph::node_ptr update_operand(const B& b) {
  if constexpr (scalar_like<B>)
    return scalar_node(b, weak_type<B>().type);
  else
    return b.node();
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
               std::span<const graph::node_ptr> indices, const graph::node_ptr& operand);
/// What `target` is after the updates: new memory.
[[nodiscard]] graph::node_ptr updated_at(const graph::op_record& op, int loop,
                                         const graph::node_ptr& target,
                                         std::span<const graph::node_ptr> indices,
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
///     gpu::negative.at(a, mask);
template <class Op>
struct ufunc_at {
  /// Computes `a[index] = f(a[index], b)` for one index after the other: an index that comes twice
  /// counts twice. The bits are NumPy's, whose order it is.
  ///
  /// @param a        an array or a view of one
  /// @param indices  an array of integers, or of bools (a mask), or a tuple of these and of
  ///                 integers, one for each axis from the first; they broadcast together. Negative
  ///                 ones count from the end. Axes without an index are updated whole.
  /// @param b        broadcasts to the shape of `a[indices]`
  /// @dtype   as NumPy: a number is an int64, float64 or complex128; the result is converted to the
  ///          dtype of `a`, whatever it is, but complex numbers are not made real
  /// @throws  index_error, shape_error, dtype_error, device_mismatch; nothing has been written then
  /// Waits until the indices are known to lie within `a`, and for the number of elements of masks.
  template <detail::updated A, detail::update_indices I, detail::update_value B>
  requires(detail::inputs_of_update(Op::info.loops) == 2) void at(A&& a, const I& indices,
                                                                  const B& b) const {
    detail::check_update<Op, typename std::remove_cvref_t<A>::value_type, B>();
    apply(a, detail::index_nodes(indices), &b);
  }
  template <detail::updated A, detail::update_value B>
  requires(detail::inputs_of_update(Op::info.loops) ==
           2) void at(A&& a, std::initializer_list<std::ptrdiff_t> indices, const B& b) const {
    at(a, any_expression(detail::index_argument(indices).on(a.device())), b);
  }

  /// The same for functions of one operand: `a[index] = f(a[index])`.
  template <detail::updated A, detail::update_indices I>
  requires(detail::inputs_of_update(Op::info.loops) == 1) void at(A&& a, const I& indices) const {
    detail::check_update<Op, typename std::remove_cvref_t<A>::value_type>();
    apply<A, int>(a, detail::index_nodes(indices), nullptr);
  }
  template <detail::updated A>
  requires(detail::inputs_of_update(Op::info.loops) ==
           1) void at(A&& a, std::initializer_list<std::ptrdiff_t> indices) const {
    at(a, any_expression(detail::index_argument(indices).on(a.device())));
  }

 private:
  template <class A, class B>
  static void apply(A& a, const std::vector<graph::node_ptr>& indices, const B* b) {
    const graph::op_record& record = graph::record_of<Op>();
    std::vector<operand_type> types{{a.dtype(), false}};
    graph::node_ptr operand;
    if (b != nullptr) {
      operand = detail::update_operand(*b);
      types.push_back({operand->type, false});
    }
    const int loop = detail::loop_at_run_time(record, types);
    if (b != nullptr)
      detail::check_scalar<Op>(*b, record.loops[static_cast<std::size_t>(loop)].in[1], 1);
    if constexpr (std::derived_from<std::remove_cvref_t<A>, array_base>)
      detail::update_at(record, loop, a, indices, operand);
    else
      a.write_node(detail::updated_at(record, loop, a.node(), indices, operand));
  }
};

}  // namespace gpu
