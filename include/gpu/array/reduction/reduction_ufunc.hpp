// SPDX-License-Identifier: BSD-3-Clause
// Which reduction of kernels/reductions/ is which op, applied again and again.
#pragma once

#include <type_traits>

#include <gpu/core/type_list.hpp>

namespace gpu {

namespace ops {
struct add;
struct bitwise_and;
struct bitwise_or;
struct bitwise_xor;
struct fmax;
struct fmin;
struct logaddexp;
struct logical_and;
struct logical_or;
struct maximum;
struct minimum;
struct multiply;
}  // namespace ops

namespace reductions {
struct all;
struct any;
struct bitwise_and;
struct bitwise_or;
struct bitwise_xor;
struct fmax;
struct fmin;
struct logaddexp;
struct max;
struct min;
struct prod;
struct sum;
}  // namespace reductions

namespace detail {

template <class Reduction, class Op>
struct reduction_and_op {};

using reductions_of_ops = type_list<
    reduction_and_op<reductions::all, ops::logical_and>,
    reduction_and_op<reductions::any, ops::logical_or>,
    reduction_and_op<reductions::bitwise_and, ops::bitwise_and>,
    reduction_and_op<reductions::bitwise_or, ops::bitwise_or>,
    reduction_and_op<reductions::bitwise_xor, ops::bitwise_xor>,
    reduction_and_op<reductions::fmax, ops::fmax>, reduction_and_op<reductions::fmin, ops::fmin>,
    reduction_and_op<reductions::logaddexp, ops::logaddexp>,
    reduction_and_op<reductions::max, ops::maximum>,
    reduction_and_op<reductions::min, ops::minimum>,
    reduction_and_op<reductions::prod, ops::multiply>, reduction_and_op<reductions::sum, ops::add>>;

template <class... Pairs>
struct indexed_pairs : Pairs... {};
template <class... Pairs>
indexed_pairs<Pairs...> all_pairs(type_list<Pairs...>);

template <class Reduction, class Op>
std::type_identity<Op> find_op(const reduction_and_op<Reduction, Op>&);
template <class Reduction>
std::type_identity<void> find_op(...);
template <class Op, class Reduction>
std::type_identity<Reduction> find_reduction(const reduction_and_op<Reduction, Op>&);
template <class Op>
std::type_identity<void> find_reduction(...);

using pairs = decltype(all_pairs(reductions_of_ops()));

/// The op that combines two results of `Reduction`; void if there is none.
template <class Reduction>
using op_of = typename decltype(find_op<Reduction>(pairs()))::type;
/// The reduction that is `Op` applied again and again; void if it has no file of its own.
template <class Op>
using reduction_of = typename decltype(find_reduction<Op>(pairs()))::type;

}  // namespace detail
}  // namespace gpu
