// SPDX-License-Identifier: BSD-3-Clause
#include "right_values.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "error.hpp"
#include "fuzz/host_value.hpp"

namespace gpu::ulp {
namespace {

template <class T>
T load(const std::vector<std::byte>& column, std::size_t row) {
  T x;
  std::memcpy(static_cast<void*>(&x), column.data() + row * sizeof(T), sizeof(T));
  return x;
}

template <class Wide, class T>
Wide widened(T x, const reference& exact) {
  if constexpr (requires { x.imag(); }) {
    using part = decltype(x.real());
    const part factor = exact.complex_factor == 0 ? 1 : static_cast<part>(exact.complex_factor);
    return {x.real() * factor, x.imag() * factor};
  } else {
    using computed = std::conditional_t<sizeof(T) == 2, float, T>;
    return static_cast<computed>(x) * (exact.factor == 0 ? 1 : static_cast<computed>(exact.factor));
  }
}

template <class In, class Wide>
right_values wide_values(const loop_case& what, Wide (*function)(const Wide*), const columns& in,
                         std::size_t count) {
  if (function == nullptr) throw value_error(text_of(what.entry.info->name, " has no reference"));
  std::vector<Wide> values(count);
  for (std::size_t row = 0; row < count; ++row) {
    Wide operands[2];
    for (std::size_t i = 0; i < in.size(); ++i)
      operands[i] = widened<Wide>(load<In>(in[i], row), *what.exact);
    values[row] = function(operands);
  }
  return values;
}

right_values functor_values(const loop_case& what, const columns& in, std::size_t count) {
  const fuzz::functor function = what.entry.functors[what.loop];
  const std::size_t in_bytes = size_bytes(what.type);
  const std::size_t out_bytes = size_bytes(what.out);
  std::vector<std::byte> values(count * out_bytes);
  for (std::size_t row = 0; row < count; ++row) {
    const void* operands[8];
    for (std::size_t i = 0; i < in.size(); ++i) operands[i] = in[i].data() + row * in_bytes;
    function(operands, values.data() + row * out_bytes);
  }
  return values;
}

template <class Out, class Wide>
bool is_rounded(Out actual, Wide exact) {
  if constexpr (requires { exact.imag(); }) {
    return false;
  } else {
    const Out rounded = Out(exact);
    return std::memcmp(&actual, &rounded, sizeof(Out)) == 0;
  }
}

template <class ErrorAt>
block_errors largest(const loop_case& what, const columns& in, std::size_t count,
                     const ErrorAt& error_of_row) {
  block_errors errors;
  for (std::size_t row = 0; row < count; ++row) {
    const double ulp = error_of_row(row);
    if (!(ulp > std::min(errors.worst, errors.outside))) continue;
    if (what.only_in_domain() && !inside(what.type, in, what.entry.info->domain, row)) {
      if (ulp > errors.outside) errors.outside = ulp, errors.row_outside = row;
    } else if (ulp > errors.worst) {
      errors.worst = ulp, errors.row = row;
    }
  }
  return errors;
}

/// Whether results of type `Out` have right values of type `Wide`.
template <class Out, class Wide>
constexpr bool is_measured = std::is_same_v<Wide, std::complex<long double>>
    ? std::is_floating_point_v<Out> || requires(Out z) {
  z.imag();
}
                                 : !std::is_integral_v<Out> && !requires(Out z) {
                                   z.imag();
                                 }
                                 &&(sizeof(Out) == 8) == (sizeof(Wide) > 8);

                                 block_errors errors_of(const loop_case& what, const columns& in,
                                                        const std::vector<std::byte>& expected,
                                                        const std::vector<std::byte>& results,
                                                        std::size_t count) {
                                   const std::size_t bytes = size_bytes(what.out);
                                   if (std::memcmp(expected.data(), results.data(),
                                                   count * bytes) == 0)
                                     return {};
                                   return largest(what, in, count, [&](std::size_t row) {
                                     return fuzz::distance(what.out, results.data() + row * bytes,
                                                           expected.data() + row * bytes);
                                   });
                                 }

                                 template <class Wide>
                                 block_errors errors_of(const loop_case& what, const columns& in,
                                                        const std::vector<Wide>& exact,
                                                        const std::vector<std::byte>& results,
                                                        std::size_t count) {
                                   return visit_dtype(
                                       what.out,
                                       [&]<class Out>(std::type_identity<Out>) -> block_errors {
                                         if constexpr (is_measured<Out, Wide>)
                                           return largest(what, in, count, [&](std::size_t row) {
                                             const Out actual = load<Out>(results, row);
                                             return is_rounded(actual, exact[row])
                                                        ? 0
                                                        : ulp_error(actual, exact[row]);
                                           });
                                         else
                                           throw value_error(
                                               "an op with such results is not exact");
                                       });
                                 }

                                 }  // namespace

                                 right_values right_values_of(const loop_case& what,
                                                              const columns& in,
                                                              std::size_t count) {
                                   if (what.stated == 0) return functor_values(what, in, count);
                                   return visit_dtype(
                                       what.type,
                                       [&]<class In>(std::type_identity<In>) -> right_values {
                                         if constexpr (std::is_integral_v<In>)
                                           throw value_error("an op on integers is not exact");
                                         else if constexpr (requires(In z) { z.imag(); })
                                           return wide_values<In>(what, what.exact->in_complex, in,
                                                                  count);
                                         else if constexpr (sizeof(In) == 8)
                                           return wide_values<In>(what, what.exact->in_long_double,
                                                                  in, count);
                                         else
                                           return wide_values<In>(what, what.exact->in_double, in,
                                                                  count);
                                       });
                                 }

                                 block_errors largest_errors(const loop_case& what,
                                                             const columns& in,
                                                             const right_values& exact,
                                                             const std::vector<std::byte>& results,
                                                             std::size_t count) {
                                   return std::visit(
                                       [&](const auto& values) {
                                         return errors_of(what, in, values, results, count);
                                       },
                                       exact);
                                 }

                                 }  // namespace gpu::ulp
