// SPDX-License-Identifier: BSD-3-Clause
// Solutions, decompositions, norms and covariances, against what tools/golden/write_linalg.py
// wrote. Matrices that NumPy's are not alone in being are multiplied: Q R, U S V^H, A V = V w.
#include <optional>

#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/triangular.hpp>
#include <gpu/linalg/covariance.hpp>
#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/norm.hpp>
#include <gpu/linalg/rank.hpp>
#include <gpu/linalg/solve.hpp>

#include "linalg/golden_calls.hpp"

namespace gpu::test {
namespace {

using linalg::norm_order;

class linalg_golden : public on_device {};

std::optional<double> number_of(const std::string& text) {
  return text == "-" ? std::nullopt : std::optional(std::stod(text));
}

norm_order order_of(const std::string& text) {
  if (text == "fro" || text == "nuc") return text;
  return text == "-" ? norm_order(std::nullopt) : norm_order(std::stod(text));
}

reduction_axes axes_of(const std::string& text) {
  return text == "-" ? reduction_axes(std::nullopt) : reduction_axes(numbers_of(text));
}

/// @param axis  counted from the end: -1, -2
template <class A>
std::ptrdiff_t extent_of(const A& a, std::ptrdiff_t axis) {
  const shape extents = a.shape();
  return extents.end()[axis];
}

template <class A>
auto adjoint(const A& a) {
  return matrix_transpose(conj(a));
}

/// A matrix, or a stack of them, is that product but for a few roundings.
template <class A, class B>
void expect_product(const A& product, const B& matrix) {
  ASSERT_EQ(product.shape(), matrix.shape());
  const std::ptrdiff_t n = std::max(extent_of(matrix, -1), extent_of(matrix, -2));
  EXPECT_LT(error_of(product, matrix, n), 10);
}

template <class T>
void expect_orthonormal_columns(const ndarray<T>& q) {
  const ndarray<T> found = matmul(adjoint(q), q);
  expect_product(found, broadcast_to(eye<T>(extent_of(q, -1)), found.shape()));
}

/// The columns of a matrix, each times an element of the vector.
template <class T, class R>
auto scaled_columns(const ndarray<T>& v, const ndarray<R>& w) {
  return v * view(w, ellipsis(), newaxis, all());
}

template <class T>
void check_lstsq(const typed_call<T>& call) {
  const auto found = linalg::lstsq(call.operand(0), call.operand(1), number_of(call.argument()));
  call.expect(found.x, 0);
  call.expect(found.residuals, 1);
  EXPECT_EQ(static_cast<double>(found.rank), call.wanted(2).elements.at(0).real());
  call.expect(found.s, 3);
}

template <class T>
void check_slogdet(const typed_call<T>& call) {
  const auto found = linalg::slogdet(call.operand(0));
  call.expect(found.sign, 0);
  call.expect(found.logabsdet, 1);
}

template <class T>
void check_qr(const typed_call<T>& call) {
  const ndarray<T> a = call.operand(0);
  const auto found = linalg::qr(a, call.argument());
  call.expect(absolute(found.R));
  if (call.argument() == "r") return;
  const std::ptrdiff_t rows = extent_of(a, -2), columns = extent_of(a, -1);
  EXPECT_EQ(extent_of(found.Q, -1), call.argument() == "complete" ? rows : std::min(rows, columns));
  expect_orthonormal_columns(found.Q);
  expect_product(matmul(found.Q, found.R), a);
}

template <class T>
void check_svd(const typed_call<T>& call) {
  const ndarray<T> a = call.operand(0);
  const bool is_hermitian = call.argument() == "hermitian", is_full = call.argument() == "full";
  const auto found = linalg::svd(a, is_full, true, linalg::hermitian(is_hermitian));
  call.expect(found.S);
  call.expect(linalg::svd(a, true, false, linalg::hermitian(is_hermitian)).S);
  call.expect(linalg::svdvals(a));
  const std::ptrdiff_t k = extent_of(found.S, -1);
  EXPECT_EQ(extent_of(found.U, -1), is_full ? extent_of(a, -2) : k);
  EXPECT_EQ(extent_of(found.Vh, -2), is_full ? extent_of(a, -1) : k);
  expect_orthonormal_columns(found.U);
  expect_orthonormal_columns<T>(adjoint(found.Vh));
  const ndarray<T> u = view(found.U, ellipsis(), range(0, k));
  const ndarray<T> vh = view(found.Vh, ellipsis(), range(0, k), all());
  expect_product(matmul(scaled_columns(u, found.S), vh), a);
}

template <class T>
void check_eigh(const typed_call<T>& call) {
  const ndarray<T> a = call.operand(0);
  const auto found = linalg::eigh(a, call.argument());
  call.expect(found.eigenvalues);
  call.expect(linalg::eigvalsh(a, call.argument()));
  const ndarray<T> half = call.argument() == "L" ? tril(a, -1) : triu(a, 1);
  const ndarray<T> whole = half + adjoint(half) + real(a) * eye<T>(extent_of(a, -1));
  expect_orthonormal_columns(found.eigenvectors);
  expect_product(matmul(whole, found.eigenvectors),
                 scaled_columns(found.eigenvectors, found.eigenvalues));
}

/// The eigenvalues are NumPy's in another order.
template <class T, class C>
void expect_eigenvalues(const typed_call<T>& call, const ndarray<C>& found) {
  ASSERT_EQ(found.shape(), call.wanted().extents);
  wide_elements left = values(found.template astype<std::complex<double>>());
  for (const std::complex<double> expected : call.wanted().elements) {
    const auto distance = [&](std::complex<double> one) { return std::abs(one - expected); };
    const auto nearest = std::min_element(
        left.begin(), left.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    ASSERT_LE(distance(*nearest), call.template bound<C>(call.wanted())) << expected;
    left.erase(nearest);
  }
}

template <class T>
void check_eig(const typed_call<T>& call) {
  const ndarray<T> a = call.operand(0);
  const auto found = linalg::eig(a);
  expect_eigenvalues(call, found.eigenvalues);
  expect_eigenvalues(call, linalg::eigvals(a));
  using C = typename decltype(found.eigenvectors)::value_type;
  expect_product(matmul(a.template astype<C>(), found.eigenvectors),
                 scaled_columns(found.eigenvectors, found.eigenvalues));
}

template <class T>
void check_norm(const typed_call<T>& call) {
  const ndarray<T> a = call.operand(0);
  const std::vector<std::string> words = parts_of(call.argument(), '/');
  const norm_order order = order_of(words.at(0));
  const keepdims_option keep = keepdims(words.at(2) == "1");
  call.expect(linalg::norm(a, order, axes_of(words.at(1)), keep));
  if (words.at(1) != "-" || words.at(0) == "-") return;
  if (a.ndim() == 1) call.expect(linalg::vector_norm(a, std::nullopt, order));
  if (a.ndim() == 2) call.expect(linalg::matrix_norm(a, order));
}

template <class T>
void check_cov(const typed_call<T>& call) {
  const ndarray<T> m = call.operand(0);
  const std::string& option = call.argument();
  if (call.operands() == 2) return call.expect(cov(m, call.operand(1)));
  if (option == "columns") return call.expect(cov(m, rowvar(false)));
  if (option == "bias") return call.expect(cov(m, bias));
  if (option == "ddof") return call.expect(cov(m, ddof(0)));
  const ndarray<std::int64_t> places = arange<std::int64_t>(extent_of(m, -1));
  if (option == "fweights") return call.expect(cov(m, fweights(places % 3 + 1)));
  if (option == "aweights") return call.expect(cov(m, aweights((places % 4 + 1) / 4.0)));
  call.expect(cov(m));
}

template <class T>
void check_corrcoef(const typed_call<T>& call) {
  const ndarray<T> m = call.operand(0);
  if (call.operands() == 2) return call.expect(corrcoef(m, call.operand(1)));
  call.expect(corrcoef(m, rowvar(call.argument() != "columns")));
}

/// A function of the call in which `a` and `b` are the operands.
template <class T, class Function>
std::function<void(const typed_call<T>&)> expecting(const Function& function) {
  return [function](const typed_call<T>& call) { call.expect(function(call)); };
}

template <class T>
golden_checks<T> solutions() {
  using call_of = const typed_call<T>&;
  return {
      {"det", expecting<T>([](call_of call) { return linalg::det(call.operand(0)); })},
      {"slogdet", check_slogdet<T>},
      {"inv", expecting<T>([](call_of call) { return linalg::inv(call.operand(0)); })},
      {"solve",
       expecting<T>([](call_of call) { return linalg::solve(call.operand(0), call.operand(1)); })},
      {"tensorsolve", expecting<T>([](call_of call) {
         return linalg::tensorsolve(call.operand(0), call.operand(1), axes_of(call.argument()));
       })},
      {"tensorinv", expecting<T>([](call_of call) {
         return linalg::tensorinv(call.operand(0), std::stoll(call.argument()));
       })},
      {"lstsq", check_lstsq<T>},
      {"cholesky", expecting<T>([](call_of call) {
         return linalg::cholesky(call.operand(0), call.argument() == "U");
       })},
  };
}

template <class T>
golden_checks<T> decompositions() {
  using call_of = const typed_call<T>&;
  return {
      {"qr", check_qr<T>},
      {"svd", check_svd<T>},
      {"eigh", check_eigh<T>},
      {"eig", check_eig<T>},
      {"pinv", expecting<T>([](call_of call) {
         if (call.argument() == "hermitian")
           return linalg::pinv(call.operand(0), linalg::hermitian);
         const auto cutoff = number_of(call.argument());
         return cutoff ? linalg::pinv(call.operand(0), *cutoff) : linalg::pinv(call.operand(0));
       })},
      {"matrix_rank",
       [](call_of call) {
         const auto tol = number_of(call.argument());
         const ndarray<T> a = call.operand(0);
         const auto found = tol ? linalg::matrix_rank(a, *tol) : linalg::matrix_rank(a);
         call.expect(found);
       }},
  };
}

template <class T>
golden_checks<T> measures() {
  using call_of = const typed_call<T>&;
  return {
      {"cond", expecting<T>([](call_of call) {
         return linalg::cond(call.operand(0), order_of(call.argument()));
       })},
      {"norm", check_norm<T>},
      {"cov", check_cov<T>},
      {"corrcoef", check_corrcoef<T>},
  };
}

template <class T>
void check_all() {
  check_calls<T>(solutions<T>());
  check_calls<T>(decompositions<T>());
  check_calls<T>(measures<T>());
}

TEST_P(linalg_golden, of_floats) {
  check_all<float>();
  check_all<double>();
}
TEST_P(linalg_golden, of_complex_numbers) {
  check_all<std::complex<float>>();
  check_all<std::complex<double>>();
}
TEST_P(linalg_golden, of_halves) {
  check_all<float16>();
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_golden, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
