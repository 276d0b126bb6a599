// SPDX-License-Identifier: BSD-3-Clause
// A user's reduction in the form that kernels/primitives/reducer.hpp describes. Generated programs
// include it, for the device and for the host.
//
// User   what is generated of the user's texts:
//
//     accumulated             `reduce_type`
//     kept                    `nothing_kept`, or the operands that `post_map_expr` names, and last
//                             `bool exists`
//     has_identity            whether there is one; what stands for it may be combined with nothing
//     identity()              that, or any value
//     map(in...)              the value of one element
//     keep(in...)             the kept operands, if there are any
//     reduce(a, b)            the value of both
//     finish(value, kept)     the result
//
// If operands are kept, the last one of a reduction is a bool: whether there is an element. Where
// there is none, the others are what all elements have.
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::kernels {

struct nothing_kept {
  bool exists;
};

/// A value with what `post_map_expr` needs beside it.
template <class Accumulated, class Kept>
struct user_accumulator {
  Accumulated value;
  Kept kept;
};

template <class Accumulated, class Kept, bool IsWrapped>
struct user_accumulator_of {
  using type = user_accumulator<Accumulated, Kept>;
};
template <class Accumulated, class Kept>
struct user_accumulator_of<Accumulated, Kept, false> {
  using type = Accumulated;
};

template <class User>
class user_reduction_function {
  using accumulated = typename User::accumulated;
  using kept = typename User::kept;
  static constexpr bool keeps = !is_same<kept, nothing_kept>;
  static constexpr bool is_wrapped = keeps || !User::has_identity;

  using own_accumulator = typename user_accumulator_of<accumulated, kept, is_wrapped>::type;

  static_assert(__is_trivially_copyable(accumulated), "reduce_type has to be trivially copyable");
  static_assert(sizeof(own_accumulator) <= 64,
                "reduce_type, with the numbers that post_map_expr names, may take 64 bytes");

 public:
  template <class, class...>
  using accumulator = own_accumulator;

  template <class>
  GPU_HD static own_accumulator identity() {
    if constexpr (is_wrapped) {
      own_accumulator none = {};
      none.value = User::identity();
      return none;
    } else {
      return User::identity();
    }
  }

  template <class, class... In>
  GPU_HD static own_accumulator lift(In... in) {
    if constexpr (keeps)
      return {last(in...) ? User::map(in...) : User::identity(), User::keep(in...)};
    else if constexpr (is_wrapped)
      return {User::map(in...), {true}};
    else
      return User::map(in...);
  }

  GPU_HD own_accumulator operator()(own_accumulator a, own_accumulator b) const {
    if constexpr (is_wrapped) {
      if (!a.kept.exists) return b;
      if (b.kept.exists) a.value = User::reduce(a.value, b.value);
      return a;
    } else {
      return User::reduce(a, b);
    }
  }

  template <class Out>
  GPU_HD static Out finish(own_accumulator all) {
    if constexpr (is_wrapped)
      return User::finish(all.value, all.kept);
    else
      return User::finish(all, {});
  }

 private:
  GPU_HD static bool last(bool exists) { return exists; }
  template <class First, class... Rest>
  GPU_HD static bool last(const First&, const Rest&... rest) {
    return last(rest...);
  }
};

}  // namespace gpu::kernels
