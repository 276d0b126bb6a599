// SPDX-License-Identifier: BSD-3-Clause
// Lists in braces whose element type the compiler does not deduce: `{0, 1, 2.5}`, `{{1, 2}, {3,
// 4}}`.
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <vector>

#include <gpu/array/any_expression.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/nested_list.hpp>
#include <gpu/core/shape.hpp>

namespace gpu::detail {

/// One number in such a list.
struct listed_number {
  template <number_or_element Number>
  listed_number(const Number& number) {
    assign(read_proxy(number));
  }

  dtype type;  ///< bool, int64, float64 or complex128, as of a number of Python
  std::int64_t integer = 0;
  std::complex<double> value;

 private:
  template <class Number>
  void assign(Number number) {
    type = weak_type<Number>().type;
    if constexpr (traits(dtype_of<Number>).kind == dtype_kind::complex)
      value = {static_cast<double>(number.real()), static_cast<double>(number.imag())};
    else
      value = static_cast<double>(number);
    if constexpr (is_integer(dtype_of<Number>) || std::same_as<Number, bool>)
      integer = static_cast<std::int64_t>(number);
    if (type == dtype::int64 && integer < 0 && value.real() > 0) type = dtype::float64;
  }
};

/// The numbers of a list, or of lists of equal lengths in each other.
/// @throws shape_error  "setting an array element with a sequence. ..."
class list_argument {
 public:
  list_argument(nested_list<listed_number> list) : flat_(flatten(list)) {}
  /// What stands in such a list: a number is a list of one.
  explicit list_argument(const nested_entry<listed_number>& entry)
      : flat_(entry.value() ? flat_values<listed_number>{{1}, {*entry.value()}}
                            : flatten(entry.entries())) {}

  [[nodiscard]] const gpu::shape& shape() const& noexcept { return flat_.extents; }
  [[nodiscard]] gpu::shape shape() const&& { return flat_.extents; }
  /// In C order.
  /// @throws dtype_error  if one is complex
  [[nodiscard]] std::vector<double> doubles() const;
  /// An array of them in the dtype that holds them all: bool, int64, float64 or complex128.
  [[nodiscard]] any_expression on(device where) const;

 private:
  flat_values<listed_number> flat_;
};

}  // namespace gpu::detail
