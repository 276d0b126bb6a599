// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cublas/matmul_plan.hpp"

#include "core/word_hash.hpp"

namespace gpu::vendor::cublas {
namespace {

const matmul_functions& lt() {
  return all_functions().lt;
}

template <class Value>
bool set(matmul_description of, description_attribute attribute, const Value& value) {
  return lt().set_description(of, attribute, &value, sizeof(value)) == success;
}
template <class Value>
bool set(matrix_layout of, layout_attribute attribute, const Value& value) {
  return lt().set_layout(of, attribute, &value, sizeof(value)) == success;
}
template <class Value>
bool set(matmul_preference of, preference_attribute attribute, const Value& value) {
  return lt().set_preference(of, attribute, &value, sizeof(value)) == success;
}

/// Of what calls differ in, the low words: those that differ in others share a place.
std::size_t hash_of(const matmul_question& asked) noexcept {
  const auto low = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  const std::uint32_t words[] = {
      low(asked.types.data), low(asked.count),     low(asked.epilogue),
      low(asked.a.rows),     low(asked.a.columns), low(asked.a.leading_stride),
      low(asked.b.rows),     low(asked.b.columns), low(asked.b.leading_stride)};
  return gpu::detail::hash_words(words);
}

}  // namespace

matmul_plan::~matmul_plan() {
  if (description_ != nullptr) (void)lt().destroy_description(description_);
  for (const matrix_layout layout : {a_, b_, c_, d_})
    if (layout != nullptr) (void)lt().destroy_layout(layout);
}

bool matmul_plan::describe(matrix_layout& layout, const matrix_of_call& matrix) const {
  return lt().create_layout(&layout, asked_.types.data, static_cast<std::uint64_t>(matrix.rows),
                            static_cast<std::uint64_t>(matrix.columns),
                            matrix.leading_stride) == success &&
         set(layout, batch_count, static_cast<std::int32_t>(asked_.count)) &&
         set(layout, batch_step, matrix.step);
}

bool matmul_plan::describe(const void* row) {
  const data_type scale = asked_.types.compute == compute64 ? real_64 : real_32;
  return lt().create_description(&description_, asked_.types.compute, scale) == success &&
         set(description_, transpose_of_a, static_cast<std::int32_t>(asked_.transpose_a)) &&
         set(description_, transpose_of_b, static_cast<std::int32_t>(asked_.transpose_b)) &&
         set(description_, epilogue_of_description, static_cast<std::uint32_t>(asked_.epilogue)) &&
         (row == nullptr || set(description_, row_of_epilogue, row)) && describe(a_, asked_.a) &&
         describe(b_, asked_.b) && describe(c_, asked_.c) && describe(d_, asked_.d);
}

/// Sums of parts are added in the type of sums, before the epilogue, unless less is allowed.
bool matmul_plan::set_preference(matmul_preference preference) const {
  const std::uint32_t schemes =
      asked_.reduced_accumulation ? any_reduction : reduction_in_compute_type;
  return set(preference, max_workspace_bytes, asked_.workspace_bytes) &&
         set(preference, reduction_schemes, schemes) &&
         set(preference, min_alignment_of_a, asked_.a.alignment) &&
         set(preference, min_alignment_of_b, asked_.b.alignment) &&
         set(preference, min_alignment_of_c, asked_.c.alignment) &&
         set(preference, min_alignment_of_d, asked_.d.alignment);
}

bool matmul_plan::find_algorithm(cublas_handle handle, const void* row) {
  matmul_preference preference = nullptr;
  if (!describe(row) || lt().create_preference(&preference) != success) return false;
  heuristic_result found{};
  int count = 0;
  is_usable = set_preference(preference) &&
              lt().get_heuristic(handle, description_, a_, b_, c_, d_, preference, 1, &found,
                                 &count) == success &&
              count == 1 && found.state == success;
  (void)lt().destroy_preference(preference);
  algorithm_ = found.algorithm;
  return is_usable;
}

int matmul_plan::multiply(cublas_handle handle, const operands& at, const void* alpha,
                          const void* beta, stream_handle stream) const {
  if (at.row != nullptr && !set(description_, row_of_epilogue, at.row)) return not_supported;
  return lt().multiply(handle, description_, alpha, at.a, a_, at.b, b_, beta, at.c, c_, at.d, d_,
                       &algorithm_, at.workspace, asked_.workspace_bytes, stream);
}

matmul_plan& matmul_plans::find(const matmul_question& asked, cublas_handle handle,
                                const void* row) {
  std::unique_ptr<matmul_plan>& place = plans_[hash_of(asked) % capacity];
  if (place != nullptr && place->asked() == asked) return *place;
  place = std::make_unique<matmul_plan>(asked);
  (void)place->find_algorithm(handle, row);
  return *place;
}

}  // namespace gpu::vendor::cublas
