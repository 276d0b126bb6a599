// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/error.hpp>
#include <gpu/core/finfo.hpp>
#include <gpu/core/iinfo.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu {

detail::float_format detail::float_format_of(gpu::dtype type) {
  const float_format format = known_float_format(type);
  if (format.bits == 0)
    throw value_error(text_of("data type <class 'numpy.", type, "'> not inexact"));
  return format;
}

iinfo<void>::iinfo(gpu::dtype type)
    : dtype(type), bits(8 * static_cast<int>(size_bytes(type))), min(0), max(0) {
  const dtype_traits& own = traits(type);
  if (own.kind != dtype_kind::integer) {
    const char kind = own.kind == dtype_kind::boolean    ? 'b'
                      : own.kind == dtype_kind::floating ? 'f'
                                                         : 'c';
    throw value_error(text_of("Invalid integer data type '", kind, "'."));
  }
  max = ~std::uint64_t{0} >> (64 - bits + (own.is_signed ? 1 : 0));
  if (own.is_signed) min = -static_cast<std::int64_t>(max) - 1;
}

}  // namespace gpu
