// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/list_argument.hpp>

#include <algorithm>

#include <gpu/array/creation.hpp>
#include <gpu/array/nested_list.hpp>
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

list_argument::list_argument(std::initializer_list<std::initializer_list<listed_number>> rows) {
  require_extent(extents_, 0, static_cast<std::ptrdiff_t>(rows.size()));
  for (const std::initializer_list<listed_number>& row : rows) {
    require_extent(extents_, 1, static_cast<std::ptrdiff_t>(row.size()));
    numbers_.insert(numbers_.end(), row.begin(), row.end());
  }
}

std::vector<double> list_argument::doubles() const {
  if (common_type_of(numbers_) == dtype::complex128)
    throw dtype_error("a list of real numbers has a complex one");
  std::vector<double> values(numbers_.size());
  std::transform(numbers_.begin(), numbers_.end(), values.begin(),
                 [](const listed_number& one) { return one.value.real(); });
  return values;
}

any_expression list_argument::on(device where) const {
  const dtype type = common_type_of(numbers_);
  const auto as_integer = [](const listed_number& one) { return one.integer; };
  if (type == dtype::complex128)
    return any_expression(copied_numbers<std::complex<double>>(
        numbers_, extents_, where, [](const listed_number& one) { return one.value; }));
  if (type == dtype::float64)
    return any_expression(copied_numbers<double>(
        numbers_, extents_, where, [](const listed_number& one) { return one.value.real(); }));
  const graph::node_ptr integers =
      copied_numbers<std::int64_t>(numbers_, extents_, where, as_integer);
  return any_expression(type == dtype::bool_ ? graph::make_cast(integers, dtype::bool_) : integers);
}

}  // namespace gpu::detail
