// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices, against what tools/golden/write_linalg.py wrote. The operands are multiples
// of 1/4, so that products and sums are exact, whatever the order of the sums is.
#include <gpu/linalg/chains.hpp>
#include <gpu/linalg/einsum.hpp>
#include <gpu/linalg/products.hpp>

#include "linalg/golden_calls.hpp"

namespace gpu::test {
namespace {

class linalg_golden_products : public on_device {};

template <class T>
void check_einsum(const typed_call<T>& call) {
  const std::string& subscripts = call.argument();
  const ndarray<T> a = call.operand(0);
  if (call.operands() == 1) return call.expect(einsum(subscripts, a));
  const ndarray<T> b = call.operand(1);
  if (call.operands() == 2) return call.expect(einsum(subscripts, a, b));
  call.expect(einsum(subscripts, a, b, call.operand(2)));
}

template <class T>
void check_tensordot(const typed_call<T>& call) {
  const ndarray<T> a = call.operand(0), b = call.operand(1);
  const std::vector<std::string> axes = parts_of(call.argument(), '/');
  if (axes.size() == 1) return call.expect(tensordot(a, b, std::stoll(axes[0])));
  call.expect(tensordot(a, b, numbers_of(axes[0]), numbers_of(axes[1])));
}

template <class T>
void check_cross(const typed_call<T>& call) {
  const ndarray<T> a = call.operand(0), b = call.operand(1);
  const std::vector<std::ptrdiff_t> axes = numbers_of(call.argument());
  if (axes.empty()) return call.expect(cross(a, b));
  call.expect(cross(a, b, axes[0], axes[1], axes[2]));
}

template <class T>
void check_multi_dot(const typed_call<T>& call) {
  std::vector<ndarray<T>> arrays;
  for (std::size_t k = 0; k < call.operands(); ++k) arrays.push_back(call.operand(k));
  call.expect(linalg::multi_dot(arrays));
}

/// The same elements with the last two axes in the other order in memory.
template <class T>
expression<T> strided(const ndarray<T>& a) {
  if (a.ndim() < 2) return a + T(0);
  const ndarray<T> transposed = swapaxes(a, -1, -2);
  return swapaxes(transposed, -1, -2);
}

/// Of two operands, contiguous ones and others.
template <class T, class Function>
std::function<void(const typed_call<T>&)> of_two(const Function& function) {
  return [function](const typed_call<T>& call) {
    const ndarray<T> a = call.operand(0), b = call.operand(1);
    call.expect(function(a, b));
    call.expect(function(strided(a), strided(b)));
  };
}

template <class T>
void check_products() {
  check_calls<T>({
      {"matmul", of_two<T>([](const auto& a, const auto& b) { return matmul(a, b); })},
      {"dot", of_two<T>([](const auto& a, const auto& b) { return dot(a, b); })},
      {"vdot", of_two<T>([](const auto& a, const auto& b) { return vdot(a, b); })},
      {"inner", of_two<T>([](const auto& a, const auto& b) { return inner(a, b); })},
      {"outer", of_two<T>([](const auto& a, const auto& b) { return outer(a, b); })},
      {"kron", of_two<T>([](const auto& a, const auto& b) { return kron(a, b); })},
      {"vecdot", of_two<T>([](const auto& a, const auto& b) { return vecdot(a, b); })},
      {"matvec", of_two<T>([](const auto& a, const auto& b) { return matvec(a, b); })},
      {"vecmat", of_two<T>([](const auto& a, const auto& b) { return vecmat(a, b); })},
      {"einsum", check_einsum<T>},
      {"tensordot", check_tensordot<T>},
      {"cross", check_cross<T>},
      {"multi_dot", check_multi_dot<T>},
      {"matrix_power",
       [](const typed_call<T>& call) {
         call.expect(linalg::matrix_power(call.operand(0), std::stoll(call.argument())));
       }},
  });
}

TEST_P(linalg_golden_products, of_floats) {
  check_products<float>();
  check_products<double>();
}
TEST_P(linalg_golden_products, of_complex_numbers) {
  check_products<std::complex<float>>();
  check_products<std::complex<double>>();
}
TEST_P(linalg_golden_products, of_halves) {
  check_products<float16>();
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_golden_products, testing::ValuesIn(cpu_and_gpu()),
                         device_name);

}  // namespace
}  // namespace gpu::test
