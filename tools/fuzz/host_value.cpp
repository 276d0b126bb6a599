// SPDX-License-Identifier: BSD-3-Clause
#include "host_value.hpp"

#include <cstdint>
#include <cstring>
#include <iomanip>
#include <sstream>

#include <gpu/core/text_of.hpp>

#include "support/ulp.hpp"

namespace gpu::fuzz {
namespace {

template <class T>
void print(std::ostream& out, T x) {
  if constexpr (std::is_integral_v<T>)
    out << +x;
  else
    out << std::setprecision(17) << static_cast<double>(x);
}
template <class T>
void print(std::ostream& out, complex<T> z) {
  print(out, z.real());
  out << " + ";
  print(out, z.imag());
  out << 'i';
}

}  // namespace

host_value make_value(dtype type, const shape& extents) {
  host_value value{type, extents, {}};
  value.bytes.resize(static_cast<std::size_t>(element_count(extents)) * size_bytes(type));
  return value;
}

double distance(dtype type, const void* actual, const void* expected) {
  if (std::memcmp(actual, expected, size_bytes(type)) == 0) return 0;
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, bool>)
      return test::different;  // also bytes that are no bool
    else
      return test::ulp_distance(load<T>(actual), load<T>(expected));
  });
}

std::string difference(const host_value& actual, const host_value& expected, double allowed_ulp) {
  if (actual.type != expected.type)
    return text_of("dtype ", actual.type, ", expected ", expected.type);
  if (actual.extents != expected.extents)
    return text_of("shape ", actual.extents, ", expected ", expected.extents);
  if (actual.bytes == expected.bytes) return {};
  const std::ptrdiff_t count = element_count(actual.extents);
  std::ptrdiff_t wrong = 0;
  std::string first;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const double ulp = distance(actual.type, actual.element(i), expected.element(i));
    if (ulp <= allowed_ulp) continue;
    if (wrong++ == 0)
      first = text_of("element ", i, " is ", element_text(actual.type, actual.element(i)),
                      ", expected ", element_text(actual.type, expected.element(i)), " (", ulp,
                      " ulp, allowed ", allowed_ulp, ")");
  }
  if (wrong == 0) return {};
  return text_of(first, "; ", wrong, " of ", count, " elements of ", actual.type, ' ',
                 actual.extents);
}

std::string element_text(dtype type, const void* element) {
  std::ostringstream text;
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, bool>)
      text << int{load<unsigned char>(element)};
    else
      print(text, load<T>(element));
  });
  text << " [0x" << std::hex << std::setfill('0');
  for (std::size_t i = size_bytes(type); i-- > 0;)
    text << std::setw(2) << unsigned{static_cast<const unsigned char*>(element)[i]};
  text << ']';
  return text.str();
}

}  // namespace gpu::fuzz
