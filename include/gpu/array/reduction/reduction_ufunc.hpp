// SPDX-License-Identifier: BSD-3-Clause
// Which reduction of kernels/reductions/ is which op, applied again and again.
#pragma once

#include <type_traits>

#include <gpu/core/type_list.hpp>
#include <gpu/reduction_ufuncs.hpp>

namespace gpu {

namespace detail {

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
