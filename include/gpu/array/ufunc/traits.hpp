// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include <gpu/core/op_info.hpp>
#include <gpu/core/promotion.hpp>

namespace gpu {

/// The attributes of `numpy.ufunc`, as `gpu::add.nin`: all are constant expressions.
template <class Op>
struct ufunc_traits {
  /// The traits that the op declares.
  static constexpr const op_info& info = Op::info;
  static constexpr const char* name = Op::info.name;
  static constexpr int nin = [] {
    const char* text = Op::info.loops;
    return parse_loop(text, 0).arity;
  }();
  static constexpr int nout = count_outputs(Op::info.loops);
  static constexpr int nargs = nin + nout;
  /// The loops for our dtypes: NumPy has some more.
  static constexpr int ntypes = count_loops(Op::info.loops);
  /// The loops as NumPy writes them: "ff->f".
  static constexpr auto types = [] {
    std::array<std::string_view, static_cast<std::size_t>(ntypes)> list;
    std::string_view rest = Op::info.loops;
    for (std::string_view& one : list) {
      one = rest.substr(0, rest.find(' '));
      rest.remove_prefix(one.size() < rest.size() ? one.size() + 1 : one.size());
    }
    return list;
  }();
  /// What changes nothing in a reduction: an optional, empty for NumPy's None.
  static constexpr auto identity = [] {
    if constexpr (requires { Op::identity; })
      return std::optional(Op::identity);
    else
      return std::optional<int>();
  }();
};

}  // namespace gpu
