// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cublas/gemm_epilogue.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include <gpu/core/bfloat16.hpp>
#include <gpu/core/float16.hpp>

#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "vendor/cublas/matmul_plan.hpp"

namespace gpu::vendor::cublas {
namespace {

/// The largest power of two that divides where all matrices begin, up to that of allocations.
std::uint32_t alignment_of(const void* first, std::ptrdiff_t step_bytes) noexcept {
  constexpr std::uintptr_t most = 256;
  const auto bits =
      reinterpret_cast<std::uintptr_t>(first) | static_cast<std::uintptr_t>(step_bytes) | most;
  return static_cast<std::uint32_t>(bits & (~bits + 1));
}

/// An array of (rows, columns): in C order its memory is the transpose, counted by columns.
matrix_of_call operand_of(const strided_product& p, const strided_product::operand& x,
                          std::ptrdiff_t rows, std::ptrdiff_t columns) {
  if (!x.place.transposed) std::swap(rows, columns);
  const std::ptrdiff_t step = p.count == 1 ? 0 : x.step;
  const auto step_bytes = step * static_cast<std::ptrdiff_t>(size_bytes(p.type));
  return {rows, columns, x.place.leading_stride, step, alignment_of(x.data, step_bytes)};
}

/// What is written, or added to it, at `first`.
matrix_of_call results_of(const strided_product& p, const void* first) {
  return operand_of(p, {first, {false, p.n}, p.m * p.n}, p.m, p.n);
}

epilogue_kind kind_of(const gemm_epilogue& epilogue) noexcept {
  if (epilogue.row == nullptr) return epilogue.rectifies ? relu : no_epilogue;
  return epilogue.rectifies ? relu_of_sum : add_row;
}

/// One call: the products, and what is added to them.
struct products_in_call {
  const strided_product& product;
  const void* addend;
  matmul_question question;
};

/// As other products: out^T = b^T a^T.
products_in_call call_of(const strided_product& p, const void* addend,
                         const product_precision& precision, const gemm_epilogue& epilogue,
                         std::size_t workspace_bytes) {
  matmul_question question{};
  question.types = types_of(p.type);
  question.types.compute = compute_in(question.types, precision.tf32);
  question.count = p.count;
  question.transpose_a = p.b.place.transposed ? transposed : as_it_is;
  question.transpose_b = p.a.place.transposed ? transposed : as_it_is;
  question.a = operand_of(p, p.b, p.k, p.n);
  question.b = operand_of(p, p.a, p.m, p.k);
  question.c = results_of(p, addend);
  question.d = results_of(p, p.out);
  question.epilogue = kind_of(epilogue);
  question.row_alignment = epilogue.row == nullptr ? 0 : alignment_of(epilogue.row, 0);
  question.reduced_accumulation = precision.reduced_accumulation;
  question.workspace_bytes = workspace_bytes;
  return {p, addend, question};
}

template <class T>
bool is_nan(const std::byte* element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return std::isnan(static_cast<double>(value));
}

bool is_nan(dtype type, const std::byte* element) {
  switch (type) {
    case dtype::float16:
      return is_nan<float16>(element);
    case dtype::bfloat16:
      return is_nan<bfloat16>(element);
    case dtype::float32:
      return is_nan<float>(element);
    default:
      return is_nan<double>(element);
  }
}

class caller {
 public:
  caller(session& now, const products_in_call& call, const gemm_epilogue& epilogue)
      : now_(now),
        call_(call),
        epilogue_(epilogue),
        plan_(now.plans().find(call.question, now.handle(), epilogue.row)) {}

  [[nodiscard]] bool run() {
    if (!plan_.is_usable || (epilogue_.rectifies && !keeps_nan())) return false;
    const int code = multiply(epilogue_.scale, call_.product.out, now_.stream());
    plan_.is_usable = code != invalid_value;
    return plan_.is_usable && now_.is_done(code);
  }

 private:
  int multiply(double scale, void* out, stream_ref stream) const {
    const strided_product& p = call_.product;
    const element_types& types = call_.question.types;
    return plan_.multiply(
        now_.handle(),
        {p.b.data, p.a.data, call_.addend, out, epilogue_.row, now_.workspace().data()},
        factor(types, scale).get(), factor(types, epilogue_.addend_scale).get(), stream.get());
  }

  /// Looks what becomes of products that are nan, once for each plan. What is only recorded cannot
  /// be looked at, so these go elsewhere if the stream is being captured; also if they would
  /// overwrite what is added.
  bool keeps_nan() {
    if (plan_.keeps_nan) return true;
    const strided_product& p = call_.product;
    const stream_ref plain = gpu::detail::uncaptured(now_.stream());
    const stream_guard home(plain);
    ref_ptr<memory_block> elsewhere;
    if (plain != now_.stream() || (epilogue_.addend != nullptr && call_.addend == p.out))
      elsewhere = memory_block::allocate(
          plain.device(), static_cast<std::size_t>(p.count * p.m * p.n) * size_bytes(p.type));
    void* const out = elsewhere ? elsewhere->data() : p.out;
    std::byte first[sizeof(double)];
    plan_.is_usable = multiply(std::numeric_limits<double>::quiet_NaN(), out, plain) == success;
    if (!plan_.is_usable) return false;
    copy_bytes(first, cpu(), out, plain.device(), size_bytes(p.type), plain);
    plan_.keeps_nan = plan_.is_usable = is_nan(p.type, first);
    return plan_.keeps_nan;
  }

  session& now_;
  const products_in_call& call_;
  const gemm_epilogue& epilogue_;
  matmul_plan& plan_;
};

}  // namespace

bool multiply_with_epilogue(session& now, std::span<const strided_product> products,
                            const product_precision& precision, const gemm_epilogue& epilogue) {
  if (all_functions().lt.multiply == nullptr) return false;
  const auto* const first = static_cast<const std::byte*>(products.front().out);
  for (const strided_product& p : products) {
    if (p.count > std::numeric_limits<std::int32_t>::max()) return false;
    const std::ptrdiff_t offset = static_cast<const std::byte*>(p.out) - first;
    const void* const addend = epilogue.addend == nullptr
                                   ? p.out
                                   : static_cast<const std::byte*>(epilogue.addend) + offset;
    const products_in_call call =
        call_of(p, addend, precision, epilogue, now.workspace().size_bytes());
    if (!caller(now, call, epilogue).run()) return false;
  }
  return true;
}

}  // namespace gpu::vendor::cublas
