// SPDX-License-Identifier: BSD-3-Clause
// Kernels that reduce, written by hand, and what they must compute, in double precision.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include <gpu/cuda/memory_block.hpp>

#include "cuda/copy.hpp"
#include "graph/kernel_builder.hpp"

namespace gpu::testing {

/// Elements in memory of a device, and their values.
struct drawn_memory {
  /// Numbers from -9 to 9, or 0 to 9, of floating dtypes with fractions; complex ones are real.
  drawn_memory(device where, dtype element, std::ptrdiff_t count, unsigned seed)
      : type(element), values(static_cast<std::size_t>(count)) {
    std::mt19937 random(seed);
    std::vector<unsigned char> bytes(values.size() * size_bytes(type));
    visit_dtype(type, [&]<class T>(std::type_identity<T>) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        const int drawn = static_cast<int>(random() % 2881) - 1440;
        const T value = [&] {
          if constexpr (std::is_same_v<T, bool>)
            return drawn > 1000;
          else if constexpr (std::is_unsigned_v<T>)
            return static_cast<T>(std::abs(drawn) / 160);
          else if constexpr (std::is_integral_v<T>)
            return static_cast<T>(drawn / 160);
          else
            return T(static_cast<float>(drawn) / 160);
        }();
        if constexpr (requires { value.imag(); })
          values[i] = static_cast<double>(value.real());
        else
          values[i] = static_cast<double>(value);
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
      }
    });
    block = memory_block::allocate(where, bytes.size());
    copy_bytes(block->data(), where, bytes.data(), cpu(), bytes.size(), current_stream(where));
  }

  dtype type;
  std::vector<double> values;
  ref_ptr<memory_block> block;
};

inline std::vector<unsigned char> bytes_of(const memory_block& block) {
  std::vector<unsigned char> bytes(block.size_bytes());
  copy_bytes(bytes.data(), cpu(), block.data(), block.device(), bytes.size(),
             current_stream(block.device()));
  return bytes;
}

inline std::vector<double> values_of(const memory_block& block, dtype type) {
  const std::vector<unsigned char> bytes = bytes_of(block);
  std::vector<double> values(bytes.size() / size_bytes(type));
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      T value;
      std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
      if constexpr (requires { value.imag(); })
        values[i] = static_cast<double>(value.real());
      else
        values[i] = static_cast<double>(value);
    }
  });
  return values;
}

/// Elements that `place` touches, counted from the beginning of its block.
inline std::ptrdiff_t span_of(const layout& place) {
  const auto touched = bounds(place);
  return touched ? touched->last + 1 : 0;
}

/// Calls `visit(index)` for each index of `extents`, in C order.
template <class Visit>
void for_each_index(const shape& extents, Visit visit) {
  shape index(extents.size(), 0);
  for (std::ptrdiff_t left = element_count(extents); left > 0; --left) {
    visit(index);
    for (std::size_t axis = extents.size(); axis-- > 0;) {
      if (++index[axis] < extents[axis]) break;
      index[axis] = 0;
    }
  }
}

inline std::ptrdiff_t offset_of(const layout& place, const shape& index) {
  return std::inner_product(index.begin(), index.end(), place.strides.begin(), place.offset);
}

using row_values = std::vector<double>;

/// The elements of each row, in C order of the rows and within them.
inline std::vector<row_values> rows_of(const std::vector<double>& values, const layout& place,
                                       std::uint64_t reduced) {
  graph::kernel shaped;
  shaped.extents = place.extents;
  shaped.kind = graph::kernel_kinds::reduction{reduced, {}};
  const shape kept = kernel_builder::kept_extents(shaped);
  const layout row = apply(graph::kept_axes(place.extents, reduced), row_major(kept));
  std::vector<row_values> rows(static_cast<std::size_t>(element_count(kept)));
  for_each_index(place.extents, [&](const shape& index) {
    rows[static_cast<std::size_t>(offset_of(row, index))].push_back(
        values[static_cast<std::size_t>(offset_of(place, index))]);
  });
  return rows;
}

inline double sum_of(const row_values& row) {
  return std::accumulate(row.begin(), row.end(), 0.0);
}

/// The largest element, written as a user writes a reduction.
inline const graph::op_record& largest() {
  static const graph::op_record& record =
      new_reduction("largest", {dtype::float32}, dtype::float32,
                    "struct largest {\n"
                    "  template <class T>\n"
                    "  __device__ static T identity() { return T(-3e38f); }\n"
                    "  __device__ float operator()(float a, float b) const {\n"
                    "    return a > b ? a : b;\n"
                    "  }\n"
                    "};\n");
  return record;
}

inline dtype sum_type(dtype type) {
  if (traits(type).kind != dtype_kind::boolean && traits(type).kind != dtype_kind::integer)
    return type;
  return traits(type).kind == dtype_kind::boolean || traits(type).is_signed ? dtype::int64
                                                                            : dtype::uint64;
}

}  // namespace gpu::testing
