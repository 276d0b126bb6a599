// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/list_argument.hpp>

#include <algorithm>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/promotion.hpp>

namespace gpu::detail {
namespace {

/// float64 of an empty list, as in NumPy.
dtype common_type_of(const std::vector<listed_number>& numbers) {
  if (numbers.empty()) return dtype::float64;
  dtype common = numbers.front().type;
  for (const listed_number& one : numbers) common = promote_types(common, one.type);
  return common;
}

template <class T, class Value>
graph::node_ptr copied_numbers(const std::vector<listed_number>& numbers, const shape& extents,
                               device where, const Value& value) {
  std::vector<T> elements;
  elements.reserve(numbers.size());
  for (const listed_number& one : numbers) elements.push_back(static_cast<T>(value(one)));
  return graph::node_ptr(leaf_from_host(elements.data(), dtype_of<T>, extents, where).get());
}

}  // namespace

std::vector<double> list_argument::doubles() const {
  if (common_type_of(flat_.values) == dtype::complex128)
    throw dtype_error("a list of real numbers has a complex one");
  std::vector<double> values(flat_.values.size());
  std::transform(flat_.values.begin(), flat_.values.end(), values.begin(),
                 [](const listed_number& one) { return one.value.real(); });
  return values;
}

any_expression list_argument::on(device where) const {
  const dtype type = common_type_of(flat_.values);
  const auto as_integer = [](const listed_number& one) { return one.integer; };
  if (type == dtype::complex128)
    return any_expression(copied_numbers<std::complex<double>>(
        flat_.values, flat_.extents, where, [](const listed_number& one) { return one.value; }));
  if (type == dtype::float64)
    return any_expression(
        copied_numbers<double>(flat_.values, flat_.extents, where,
                               [](const listed_number& one) { return one.value.real(); }));
  const graph::node_ptr integers =
      copied_numbers<std::int64_t>(flat_.values, flat_.extents, where, as_integer);
  return any_expression(type == dtype::bool_ ? graph::make_cast(integers, dtype::bool_) : integers);
}

}  // namespace gpu::detail
