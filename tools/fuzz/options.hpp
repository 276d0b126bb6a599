// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>

#include <gpu/core/dtype.hpp>

namespace gpu::fuzz {

/// What programs are about.
enum class subject {
  elementwise,
  mixed,  ///< those that follow
  reductions,
  scans,
  rows,            ///< reductions broadcast back: softmax, standardised rows, norms
  pairs,           ///< every op of every op: these and those that follow are compositions
  reduced_ops,     ///< every reduction and scan of every op
  triples,         ///< ops and reductions of pairs
  indexing,        ///< calls that index, join and sort: these and those that follow are no programs
  products,        ///< calls that multiply matrices
  decompositions,  ///< calls that solve systems and decompose matrices
};

[[nodiscard]] constexpr bool is_composition(subject of) {
  return of >= subject::pairs && of <= subject::triples;
}
[[nodiscard]] constexpr bool is_of_calls(subject of) {
  return of >= subject::indexing;
}

/// What is drawn.
struct draw_options {
  subject of = subject::elementwise;
  int max_ops = 12;
  int max_roots = 0;                   ///< results that a drawn program keeps; 0: all
  std::ptrdiff_t max_elements = 3000;  ///< of most arrays; a few are larger
  std::optional<dtype> type;           ///< that most arrays have
  std::optional<std::size_t> op;       ///< number of the op, reduction or call that is drawn most
};

/// Where the numbers of one case come from. Equal `tree`s draw the same ops on the same dtypes;
/// equal `tree` and `layout` the same shapes and views, too. Compositions are not drawn: which one
/// it is follows from `order`, the same for all cases, and `number`.
struct seeds {
  std::uint64_t tree;
  std::uint64_t layout;
  std::uint64_t values;
  std::uint64_t order;
  std::uint64_t number;
};

}  // namespace gpu::fuzz
