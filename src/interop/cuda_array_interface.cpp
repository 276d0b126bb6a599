// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/cuda_array_interface.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/interop/to_dlpack.hpp>

#include "execute/operation.hpp"
#include "graph/schedule/kernel.hpp"
#include "interop/npy_header.hpp"

namespace gpu::detail {

void require_interface(const graph::leaf_node& array, bool is_cuda) {
  if (array.where->is_gpu() != is_cuda)
    throw value_error(text_of("an array on ", *array.where, " has no ",
                              is_cuda ? "__cuda_array_interface__, but an __array_interface__"
                                      : "__array_interface__, but a __cuda_array_interface__"));
  if (npy_descr(array.type).empty())
    throw dtype_error(text_of("array interfaces have no name for ", array.type));
}

array_interface_fields interface_fields(const graph::leaf_node& array, bool read_only) {
  const execute::operation user(*array.where);
  if (read_only)
    user.add_input(*array.block);
  else
    user.add_output(*array.block);
  const bool is_empty = element_count(array.extents) == 0;
  return {.shape = array.extents,
          .typestr = npy_descr(array.type),
          .data = is_empty ? 0 : graph::address_in(array, array.offset),
          .read_only = read_only,
          .strides = std::nullopt,
          .stream = dlpack_stream(user.stream())};
}

}  // namespace gpu::detail
