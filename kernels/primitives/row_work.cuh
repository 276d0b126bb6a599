// SPDX-License-Identifier: BSD-3-Clause
// What a kernel that reduces computes for rows and their elements: its body, with its operands.
//
// Body       functor, the kernel's text:
//              row                                    a struct: values that a row has one of
//              begin(row, row_values...)              fills in what is known before all passes
//              element(pass, row, inputs..., elements..., kept...)
//                                                     inputs of a pass's reductions or scans
//              finish(pass, row, results...)          fills in what a pass finds that reduces
//              write(row, results...)                 outputs that rows have one element of
//              write_element(row, written..., elements..., kept..., late...)
//                                                     the others, if there are any
// Index      of the skeleton
// Rank       of the iteration space
// Places     how many operands there are: outputs, then inputs
// Elements   elements<...>: inputs that differ within a row, and that passes need
// Results    results<...>: outputs with one element for each row
// RowValues  row_values<...>: inputs with one element for each row
// Written    written<...>: outputs with as many elements as there are
// Kept       kept<...>: values that one pass computes for elements and later ones need
// Late       late<...>: inputs that differ within a row and that only `write_element` needs: read
//            when it is called, so that no thread holds them during the passes
//
// What stands in the groups has a number, by which it is found: of operands that of their place.
#pragma once

#include <gpu/kernels/primitives/bundle.cuh>
#include <gpu/kernels/primitives/row_iteration.cuh>

namespace gpu::kernels {

/// Operand `I`, whose elements are in memory.
template <int I, class T, access Pattern = access::unit>
struct array {
  static constexpr int number = I;
  using type = T;
  template <int Vector>
  using lane = row_lane<T, Pattern, Vector>;
};

/// Operand `I`: integers that are affine in the index.
template <int I, access Pattern>
struct affine_index {
  static constexpr int number = I;
  using type = long long;
  template <int Vector>
  using lane = affine_lane<Pattern>;
};

/// The same, where elements are taken by runs: their indices say where in one they are.
template <int I, access Pattern>
struct index_run {
  static constexpr int number = I;
  using type = long long;
  template <int Vector>
  using lane = run_lane<Vector>;
};

/// A value that is computed: `I` is the number of no operand.
template <int I, class T>
struct computed_value {
  static constexpr int number = I;
  using type = T;
  template <int Vector>
  using lane = kept_lane<T, Vector>;
};

template <class... Operand>
struct elements {};
template <class... Operand>
struct results {};
template <class... Operand>
struct row_values {};
template <class... Operand>
struct written {};
template <class... Value>
struct kept {};
template <class... Operand>
struct late {};

/// Elements of several operands that a thread holds.
template <int Vector, class... Operand>
struct row_lanes : indexed<Operand::number, typename Operand::template lane<Vector>>... {
  template <class Arguments, class Point>
  __device__ __forceinline__ void load(const Arguments& x, const Point& at, int count) {
    (part<Operand>::value.load(x.places[Operand::number], at, count), ...);
  }
  template <class Arguments, class Point>
  __device__ __forceinline__ void store(const Arguments& x, const Point& at, int count) const {
    (part<Operand>::value.store(x.places[Operand::number], at, count), ...);
  }

  /// The same of what is copied to shared memory in the meantime; see async_copy.cuh.
  GPU_HD static constexpr int copied_bytes() {
    return (0 + ... + Operand::template lane<Vector>::copied_bytes);
  }
  template <class Arguments, class Point>
  static __device__ __forceinline__ void begin_copies(const Arguments& x, const Point& at,
                                                      thread_pieces to) {
    ((Operand::template lane<Vector>::begin_copies(x.places[Operand::number], at, to),
      to = to.behind(Operand::template lane<Vector>::copied_bytes)),
     ...);
  }
  template <class Arguments, class Point>
  __device__ __forceinline__ void take_copies(const Arguments& x, const Point& at,
                                              thread_pieces from) {
    ((part<Operand>::value.take_copies(x.places[Operand::number], at, from),
      from = from.behind(Operand::template lane<Vector>::copied_bytes)),
     ...);
  }

 private:
  template <class Operand_>
  using part = indexed<Operand_::number, typename Operand_::template lane<Vector>>;
};

template <class Body, class Index, int Rank, int Places, class Elements, class Results,
          class RowValues = row_values<>, class Written = written<>, class Kept = kept<>,
          class Late = late<>>
struct row_work;

template <class Body, class Index, int Rank, int Places, class... Element, class... Result,
          class... RowValue, class... Written, class... Kept, class... Late>
struct row_work<Body, Index, Rank, Places, elements<Element...>, results<Result...>,
                row_values<RowValue...>, written<Written...>, kept<Kept...>, late<Late...>> {
  using row = typename Body::row;
  using point = iteration_point<Rank, Index>;
  using element_numbers = indices<Element::number..., Kept::number...>;
  using row_value_numbers = indices<RowValue::number...>;
  static constexpr bool writes_elements = sizeof...(Written) > 0;
  static constexpr bool has_late = sizeof...(Late) > 0;

  struct arguments {
    reduction_head<Rank - 1, Index> head;
    place<Rank, Index> places[Places];
    Body body;
  };

  template <int Vector>
  struct element_lanes : row_lanes<Vector, Element...>,
                         indexed<Kept::number, typename Kept::template lane<Vector>>... {};
  template <int Vector>
  using result_lanes = row_lanes<Vector, Result...>;
  template <int Vector>
  using written_lanes = row_lanes<Vector, Written...>;
  template <int Vector>
  using late_lanes = row_lanes<Vector, Late...>;

  /// Of `vectors` vectors, those whose late elements a thread reads before it writes the first of
  /// them: 32 bytes, so that it waits for memory less often, and still has the registers.
  template <int Vector>
  GPU_HD static constexpr int late_chunks(int vectors) {
    constexpr int fitting = 32 / static_cast<int>(sizeof(late_lanes<Vector>));
    return fitting < 1 ? 1 : fitting < vectors ? fitting : vectors;
  }

  using row_value_lanes = row_lanes<1, RowValue...>;

  static __device__ __forceinline__ void begin(const arguments& x, const point& at, row& r) {
    row_value_lanes values;
    values.load(x, at, 1);
    begin(x, values, r);
  }
  static __device__ __forceinline__ void begin(const arguments& x, const row_value_lanes& values,
                                               row& r) {
    x.body.begin(r, get<RowValue::number>(values).get(0)...);
  }

  /// Puts the results of a row at position `i` of `out`.
  template <class Out>
  static __device__ __forceinline__ void write(const arguments& x, const row& r, Out& out, int i) {
    values_of<Result...> values;
    x.body.write(r, get<Result::number>(values)...);
    (get<Result::number>(out).set(i, get<Result::number>(values)), ...);
  }

  /// Puts what is written for element `i` of `held` and `others` at position `i` of `out`.
  template <class Elements, class LateElements, class Out>
  static __device__ __forceinline__ void write_element(const arguments& x, const row& r,
                                                       const Elements& held,
                                                       const LateElements& others, Out& out,
                                                       int i) {
    values_of<Written...> values;
    x.body.write_element(r, get<Written::number>(values)..., get<Element::number>(held).get(i)...,
                         get<Kept::number>(held).get(i)..., get<Late::number>(others).get(i)...);
    (get<Written::number>(out).set(i, get<Written::number>(values)), ...);
  }

 private:
  template <class... Operand>
  struct values_of : indexed<Operand::number, typename Operand::type>... {};
};

}  // namespace gpu::kernels
