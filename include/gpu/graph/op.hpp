// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gpu/core/dtype.hpp>
#include <gpu/core/ref_ptr.hpp>

namespace gpu::graph {

/// Computes `count` contiguous elements on the host: `out[i] = f(in[0][i], in[1][i], ...)`. `out`
/// may be one of the inputs.
using host_loop = void (*)(const void* const* in, void* out, std::ptrdiff_t count);

/// Updates elements of an array on the host, one after the other:
/// `x[keys[i]] = f(x[keys[i]], b[i * step])`. Keys are uint64 if they are `wide`, else uint32.
using host_update_loop = void (*)(void* x, const void* keys, bool wide, const void* b,
                                  std::ptrdiff_t step, std::ptrdiff_t count);

/// One loop of a reduction on the host. An accumulator takes `accumulator_bytes` and may be copied
/// as bytes.
struct host_reduction {
  std::size_t accumulator_bytes;
  /// Makes them accumulators of no elements.
  void (*clear)(void* accumulators, std::ptrdiff_t count);
  /// Accumulator i takes element i: `a[i] = combine(a[i], lift(in[0][i], ...))`.
  void (*accumulate_each)(void* accumulators, const void* const* in, std::ptrdiff_t count);
  /// One accumulator takes all `count` elements, in an order that depends on `count` alone.
  void (*reduce_contiguous)(void* accumulator, const void* const* in, std::ptrdiff_t count);
  /// Accumulator i takes accumulator i of the others.
  void (*combine)(void* accumulators, const void* others, std::ptrdiff_t count);
  /// `out[i]` is the result of accumulator i.
  void (*finish)(const void* accumulators, void* out, std::ptrdiff_t count);
  /// One accumulator takes one element after the other; `out[i]` is the result of the elements up
  /// to i. Unless it has `begun`, the accumulator is made of the first of them. `out` may be an
  /// input. Null for reductions of several operands.
  void (*scan_all)(void* accumulator, bool begun, const void* const* in, void* out,
                   std::ptrdiff_t count) = nullptr;
  /// Accumulator i takes element i, and `out[i]` is its result.
  void (*scan_each)(void* accumulators, bool begun, const void* const* in, void* out,
                    std::ptrdiff_t count) = nullptr;
  /// The last of `in` are not elements but positions: the first, step, row length and row step.
  bool takes_positions = false;
  /// Whether elements of one result are best brought together before they are reduced.
  bool prefers_contiguous = false;
};

/// One loop of an op, as the scheduler, the emitter and the host executor need it.
struct typed_loop {
  std::vector<dtype> in;
  dtype out;
  std::string functor;          ///< device text that is called: "gpu::ops::log1p{}"
  host_loop on_host = nullptr;  ///< null if it runs on a GPU only
  std::string component = {};   ///< the part of what the functor returns: ".first"; empty: all
  const host_reduction* reduces_on_host = nullptr;  ///< of a reduction: instead of `on_host`
  int code_size = code_unit;                        ///< instructions of a kernel it counts for
  /// Of ops that take less time than to bring elements into blocks and back; null: `on_host` does.
  host_update_loop updates_on_host = nullptr;

  /// What about 1 KB of machine code counts for; so does code of unknown size. The compiler's time
  /// grows with the square of the machine code.
  static constexpr int code_unit = 4;
};

/// An elementwise function with everything that the layers below the typed front end know of it.
/// Immutable once made. Records of the library's ops live for ever and are not counted; those of
/// user kernels are, and nodes keep them alive.
struct op_record;

/// What an op is if one operand is a number: see `gpu::number_case`.
struct number_case {
  std::size_t operand;
  double number;
  const op_record& (*op)();
};

struct op_record : ref_counted<op_record> {
  bool lives_for_ever = false;
  bool is_reduction =
      false;  ///< over axes, with functors as kernels/primitives/reducer.hpp describes them
  bool integers_as_float64 = false;                    ///< as `op_info` says
  bool refuses_bools = false;                          ///< as `op_info` says
  bool runs = false;                                   ///< as `kernels::functor_info` says
  integer_division division = integer_division::none;  ///< as `op_info` says
  int weight = 1;                                      ///< as `kernels::functor_info` says
  std::string name;                                    ///< goes into kernel names: "log1p"
  std::string header;      ///< device header with the functor; empty if `definition` has it
  std::string definition;  ///< device text to be placed before the body; may be empty
  std::vector<std::string> more_headers;  ///< device headers that `definition` needs beside it
  /// Results of a call. If there are several, each has its own part of `loops`, one after the
  /// other, and its own node: a `component_node`.
  int outputs = 1;
  std::vector<typed_loop> loops;
  std::vector<number_case> cases;
  std::uint32_t id = next_id();  ///< unique in this process

  /// How many loops operands choose from: all if there is one result.
  [[nodiscard]] int loop_count() const noexcept { return static_cast<int>(loops.size()) / outputs; }
  /// How many instructions of a kernel it counts for with that loop.
  [[nodiscard]] int cost(int loop) const {
    return loops[static_cast<std::size_t>(loop)].code_size + cost_of_weight();
  }
  /// What it counts for because it takes long.
  [[nodiscard]] int cost_of_weight() const noexcept { return typed_loop::code_unit * (weight - 1); }
  /// The loop of the result at `position`, if operands chose `loop`.
  [[nodiscard]] int component_loop(int loop, int position) const noexcept {
    return loop + position * loop_count();
  }

  static void destroy(op_record* record) noexcept { delete record; }
  static std::uint32_t next_id() noexcept;
};

/// The record of an op declared in elementwise/. Defined by the build, once for each file there.
template <class Op>
const op_record& record_of();

/// Conversion between dtypes, as `astype` does it. It has no host loops: the host executor has
/// its own.
[[nodiscard]] const op_record& cast_record();

/// The loop of `cast_record()` that converts `from` to `to`.
[[nodiscard]] constexpr int cast_loop(dtype from, dtype to) noexcept {
  return static_cast<int>(from) * dtype_count + static_cast<int>(to);
}

}  // namespace gpu::graph
