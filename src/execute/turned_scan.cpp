// SPDX-License-Identifier: BSD-3-Clause
#include "turned_scan.hpp"

#include "op_registration.hpp"

#include <gpu/core/reduction_info.hpp>
#include <gpu/kernels/reducer.hpp>
#include <gpu/kernels/reductions/prod.hpp>
#include <gpu/kernels/reductions/sum.hpp>

#include <array>
#include <utility>

namespace gpu::execute {
namespace {

/// As many streams as one core reads well, and wide results fill a cache line.
constexpr std::ptrdiff_t lines_at_once = 8;

template <class Op, class Out, class In>
struct turned {
  using reducer = kernels::reducer<Op, Out, In>;
  using state = typename reducer::state;
  using result = typename reducer::result;

  static void scan(const turned_lines& lines) {
    const In* in = static_cast<const In*>(lines.in);
    result* out = static_cast<result*>(lines.out);
    std::ptrdiff_t line = 0;
    for (; line + lines_at_once <= lines.count; line += lines_at_once)
      scan_lines<lines_at_once>(in + line * lines.line, out + line, lines);
    for (; line < lines.count; ++line) scan_lines<1>(in + line * lines.line, out + line, lines);
  }

 private:
  /// @param lines  a copy, which the stores to `out` leave alone
  template <std::ptrdiff_t Count>
  static void scan_lines(const In* in, result* out, turned_lines lines) {
    state now[Count];
    for (std::ptrdiff_t k = 0; k < Count; ++k) {
      now[k] = reducer::lift(in[k * lines.line]);
      out[k] = reducer::finish(now[k]);
    }
    for (std::ptrdiff_t i = 1; i < lines.length; ++i) {
      in += lines.step;
      out += lines.out_step;
      for (std::ptrdiff_t k = 0; k < Count; ++k) {
        now[k] = reducer::combine(now[k], reducer::lift(in[k * lines.line]));
        out[k] = reducer::finish(now[k]);
      }
    }
  }
};

/// None for float16 and bfloat16, which are slow to convert one by one.
template <class Op, int Index>
constexpr turned_scan scan_of() {
  constexpr loop types = detail::nth_loop<Op>(Index);
  if (size_bytes(types.in[0]) == 2 && facts(types.in[0]).kind == dtype_kind::floating)
    return nullptr;
  return &turned<Op, computed_t<element_t<types.out>>, computed_t<element_t<types.in[0]>>>::scan;
}

template <class Op, int... Index>
constexpr auto scans_of(std::integer_sequence<int, Index...>) {
  return std::array<turned_scan, sizeof...(Index)>{scan_of<Op, Index>()...};
}

template <class Op>
turned_scan find(const graph::kernel_scan& scan) {
  static constexpr auto scans =
      scans_of<Op>(std::make_integer_sequence<int, count_loops(Op::info.loops)>());
  return scan.op == &graph::record_of<Op>() ? scans[static_cast<std::size_t>(scan.loop)] : nullptr;
}

}  // namespace

turned_scan turned_scan_of(const graph::kernel_scan& scan) {
  const turned_scan found = find<reductions::sum>(scan);
  return found != nullptr ? found : find<reductions::prod>(scan);
}

}  // namespace gpu::execute
