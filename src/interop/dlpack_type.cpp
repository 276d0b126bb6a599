// SPDX-License-Identifier: BSD-3-Clause
#include "interop/dlpack_type.hpp"

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {
namespace {

std::uint8_t code_of(dtype type) noexcept {
  switch (traits(type).kind) {
    case dtype_kind::boolean:
      return dlpack::kDLBool;
    case dtype_kind::integer:
      return traits(type).is_signed ? dlpack::kDLInt : dlpack::kDLUInt;
    case dtype_kind::floating:
      return type == dtype::bfloat16 ? dlpack::kDLBfloat : dlpack::kDLFloat;
    case dtype_kind::complex:
      break;
  }
  return dlpack::kDLComplex;
}

}  // namespace

dlpack::DLDataType dlpack_type(dtype type) noexcept {
  return {code_of(type), static_cast<std::uint8_t>(8 * size_bytes(type)), 1};
}

dtype type_of_dlpack(const dlpack::DLDataType& type) {
  for (int i = 0; i < dtype_count; ++i) {
    const dlpack::DLDataType known = dlpack_type(static_cast<dtype>(i));
    if (known.code == type.code && known.bits == type.bits && known.lanes == type.lanes)
      return static_cast<dtype>(i);
  }
  throw dtype_error(text_of("Unsupported dtype in DLTensor: code ", int{type.code}, ", ",
                            int{type.bits}, " bits, ", type.lanes, " lanes"));
}

}  // namespace gpu::detail
