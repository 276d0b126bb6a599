// SPDX-License-Identifier: BSD-3-Clause
#include "interop/array_numbers.hpp"

#include <cstring>
#include <type_traits>

#include <gpu/array/indexing/access.hpp>
#include <gpu/elementwise/support/cast.hpp>

namespace gpu::detail {

std::vector<std::byte> bytes_of(const graph::node_ptr& value) {
  const auto count = static_cast<std::size_t>(element_count(value->extents));
  std::vector<std::byte> bytes(count * size_bytes(value->type));
  read_elements(value, bytes.data());
  return bytes;
}

std::vector<text_number> numbers_of(const graph::node_ptr& value) {
  const std::vector<std::byte> bytes = bytes_of(value);
  const std::size_t count = bytes.size() / size_bytes(value->type);
  std::vector<text_number> numbers;
  visit_dtype(value->type, [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i < count; ++i) {
      T element;
      std::memcpy(&element, bytes.data() + i * sizeof element, sizeof element);
      if constexpr (std::is_integral_v<T>) {
        using number = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        numbers.emplace_back(number{element});
      } else if constexpr (requires { element.imag(); }) {
        numbers.emplace_back(double{element.real()});
        numbers.emplace_back(double{element.imag()});
      } else {
        numbers.emplace_back(math::cast<double>(element));
      }
    }
  });
  return numbers;
}

}  // namespace gpu::detail
