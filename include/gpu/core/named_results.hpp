// SPDX-License-Identifier: BSD-3-Clause
// Structs of several results, which have names: their results by place as well, as those of a
// tuple, `std::get<1>(svd(a))`.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::detail {

/// Such a struct: `parts()` is a tuple of pointers to its members.
template <class R>
concept named_results = std::is_class_v<R> && requires {
  R::parts();
};

}  // namespace gpu::detail

namespace std {

// Qualified calls find it nowhere else: what is asked for in this way is written for tuples.
template <size_t I, class R>
requires(gpu::detail::named_results<remove_cvref_t<R>>)
    [[nodiscard]] constexpr auto&& get(R&& results) noexcept {
  return std::forward<R>(results).*std::get<I>(remove_cvref_t<R>::parts());
}

}  // namespace std
