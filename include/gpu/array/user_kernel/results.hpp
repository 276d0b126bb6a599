// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>
#include <utility>
#include <vector>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/expression.hpp>

namespace gpu {

/// What a call of an untyped kernel returns. With one output it is that expression; several are
/// taken out by number, or all at once: `auto [a, b] = k(x).as<float, int>();`
class kernel_results : public any_expression {
 public:
  explicit kernel_results(std::vector<graph::node_ptr> values)
      : any_expression(values.size() == 1 ? std::move(values[0]) : graph::node_ptr()),
        size_(values.size()) {
    if (size_ != 1) values_ = std::move(values);
  }
  kernel_results(const kernel_results&) = default;
  kernel_results(kernel_results&&) noexcept = default;
  kernel_results& operator=(const kernel_results&) & = default;
  kernel_results& operator=(kernel_results&&) & noexcept = default;
  ~kernel_results() = default;

  /// How many outputs there are; 0 for a kernel that returns nothing.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// @throws index_error  if there are not so many
  [[nodiscard]] any_expression operator[](std::size_t position) const;

  /// @throws index_error, and dtype_error unless that output's dtype is that of `T`
  template <class T>
  [[nodiscard]] expression<T> get(std::size_t position) const {
    return (*this)[position].as<T>();
  }

  /// All outputs: `expression<T>` for one type, a tuple of them for several.
  /// @throws value_error  unless there are as many outputs; dtype_error for a wrong type
  template <class First, class... Rest>
  [[nodiscard]] auto as() const {
    require_size(1 + sizeof...(Rest));
    if constexpr (sizeof...(Rest) == 0)
      return get<First>(0);
    else
      return all<First, Rest...>(std::index_sequence_for<First, Rest...>());
  }

 private:
  void require_size(std::size_t wanted) const;
  template <class... T, std::size_t... I>
  auto all(std::index_sequence<I...>) const {
    return std::tuple<expression<T>...>(get<T>(I)...);
  }

  std::size_t size_;
  std::vector<graph::node_ptr> values_;  ///< empty if there is one: the base has it
};

}  // namespace gpu
