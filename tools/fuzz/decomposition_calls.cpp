// SPDX-License-Identifier: BSD-3-Clause
// Solutions and factors are not unique, or as exact as their matrices allow: it is their residuals
// that are small, in units of precision and size, as LAPACK's own tests have them.
#include "decomposition_calls.hpp"

#include <algorithm>
#include <cmath>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/rank.hpp>
#include <gpu/linalg/solve.hpp>

#include "wide_matrix.hpp"

namespace gpu::fuzz {
namespace {

using graph::leaf_ptr;
using linalg::qrmode;

constexpr long double max_units = 40;

host_value read(const leaf_ptr& leaf) {
  host_value result = make_value(leaf->type, leaf->extents);
  gpu::detail::read_elements(graph::node_ptr(leaf.get()), result.bytes.data());
  return result;
}

void require_place(const char* what, const host_value& found, dtype type, const shape& extents) {
  if (found.type != type || found.extents != extents)
    throw mismatch{
        text_of(what, " is ", found.type, ' ', found.extents, ", expected ", type, ' ', extents)};
}

/// @param unit  what one rounding of every element may cost
void require_small(const char* what, std::ptrdiff_t number, long double error, long double unit) {
  if (error <= max_units * unit) return;  // nan is not
  throw mismatch{text_of(what, " of matrix ", number, " is off by ", static_cast<double>(error),
                         ", in units of rounding ", static_cast<double>(error / unit))};
}

bool is_finite(const wide_matrix& a) {
  return std::isfinite(size_of(a));
}

/// A stack and what is computed with it.
class stack_case {
 public:
  /// The text names the call.
  stack_case(call_case& from, const std::string& name, operand a)
      : a_(std::move(a)),
        batch_(a_.model.extents.begin(), a_.model.extents.end() - 2),
        rows_(a_.model.extents[a_.model.extents.size() - 2]),
        columns_(a_.model.extents.back()) {
    from.note(text_of(name, '(', a_.text, ' ', a_.model.type, a_.model.extents, ')'));
  }

  [[nodiscard]] const graph::node_ptr& node() const { return a_.node; }
  [[nodiscard]] std::ptrdiff_t rows() const { return rows_; }
  [[nodiscard]] std::ptrdiff_t columns() const { return columns_; }
  [[nodiscard]] std::ptrdiff_t least() const { return std::min(rows_, columns_); }
  [[nodiscard]] std::ptrdiff_t count() const { return element_count(batch_); }
  [[nodiscard]] wide_matrix matrix(std::ptrdiff_t i) const { return matrix_of(a_.model, i); }
  [[nodiscard]] dtype element_type() const { return a_.model.type; }
  [[nodiscard]] dtype type() const { return gpu::detail::inexact_of(a_.model.type); }
  [[nodiscard]] dtype real_type() const { return gpu::detail::real_of(type()); }
  [[nodiscard]] shape extents(std::initializer_list<std::ptrdiff_t> core) const {
    shape all = batch_;
    for (const std::ptrdiff_t extent : core) all.push_back(extent);
    return all;
  }
  /// Of one operation with every element of a row or column.
  [[nodiscard]] long double rounding() const { return rounding(type()); }
  [[nodiscard]] long double rounding(dtype type) const {
    return precision(type) *
           static_cast<long double>(std::max({rows_, columns_, std::ptrdiff_t{1}}));
  }
  /// Columns are orthogonal and of size 1.
  void require_unitary(const char* what, std::ptrdiff_t number, const wide_matrix& q) const {
    require_small(what, number, distance(product(adjoint(q), q), unit(q.columns)),
                  rounding() * (std::sqrt(static_cast<long double>(q.columns)) + 1));
  }
  /// No operand is ever changed.
  void finish() const {
    host_value now = make_value(a_.model.type, a_.model.extents);
    gpu::detail::read_elements(a_.node, now.bytes.data());
    const std::string wrong = difference(now, a_.model);
    if (!wrong.empty()) throw mismatch{"the operand was changed: " + wrong};
  }
  /// Whether a matrix is so near to a singular one that it may be taken for it.
  [[nodiscard]] bool may_be_singular() const { return may_be_singular(type()); }
  /// @param type  of the result
  [[nodiscard]] bool may_be_singular(dtype type) const {
    const dtype computing = size_bytes(type) == 2 ? dtype::float32 : type;
    for (std::ptrdiff_t i = 0; i < count(); ++i)
      if (rows_ > 0 && elimination(matrix(i)).pivot_ratio < 1000 * rounding(computing)) return true;
    return false;
  }

 private:
  operand a_;
  shape batch_;
  std::ptrdiff_t rows_;
  std::ptrdiff_t columns_;
};

/// Small ones mostly; some that libraries take in other ways.
std::ptrdiff_t draw_side(call_case& from) {
  const std::size_t kind = from.below(100);
  if (kind < 4) return 0;
  if (kind < 88) return from.between(1, 7);
  return kind < 97 ? from.between(8, 34) : from.between(35, 70);
}

shape draw_batch(call_case& from, std::ptrdiff_t side) {
  const std::size_t rank = from.below(side > 34 ? 2 : 3);
  shape batch;
  for (std::size_t axis = 0; axis < rank; ++axis)
    batch.push_back(from.chance(4) ? 0 : from.between(1, rank == 1 && side < 12 ? 10 : 3));
  return batch;
}

operand draw_stack(call_case& from, bool is_square) {
  const std::ptrdiff_t rows = draw_side(from);
  const std::ptrdiff_t columns = is_square ? rows : draw_side(from);
  shape extents = draw_batch(from, std::max(rows, columns));
  extents.push_back(rows);
  extents.push_back(columns);
  return from.fresh(from.draw_type(), extents);
}

/// Calls; false if the library refuses a matrix that it may refuse.
template <class Call>
bool gives_result(bool may_refuse, const Call& call) {
  try {
    call();
  } catch (const linalg_error& refusal) {
    if (may_refuse) return false;
    throw mismatch{text_of("threw ", refusal.what(), ", expected a result")};
  }
  return true;
}

void solve(call_case& from) {
  const stack_case a(from, "solve", draw_stack(from, true));
  const bool is_vector = from.chance(25);
  const bool is_repeated = is_vector || from.chance(25);
  const std::ptrdiff_t columns = is_vector ? 1 : from.between(0, 4);
  shape extents = is_repeated ? shape{} : a.extents({});
  extents.push_back(a.rows());
  if (!is_vector) extents.push_back(columns);
  const dtype other = from.draw_type();
  const operand b = from.fresh(other, extents);
  from.note(text_of("  with ", b.text, ' ', other, extents));
  const dtype type = gpu::detail::inexact_of(promote_types(a.element_type(), other));
  const bool may_refuse = a.may_be_singular(type);
  leaf_ptr leaf;
  if (!gives_result(may_refuse, [&] { leaf = linalg::detail::solve_leaf(a.node(), b.node); }))
    return a.finish();
  host_value x = read(leaf);
  require_place("x", x, type, is_vector ? a.extents({a.rows()}) : a.extents({a.rows(), columns}));
  host_value right = b.model;
  if (is_vector) {
    x.extents.push_back(1);
    right.extents.push_back(1);
  }
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const wide_matrix found = matrix_of(x, i);
    const wide_matrix known = matrix_of(right, is_repeated ? 0 : i);
    const wide_matrix matrix = a.matrix(i);
    if (!is_finite(found) && may_refuse) continue;
    require_small("a x", i, distance(product(matrix, found), known),
                  a.rounding(x.type) * (size_of(matrix) * size_of(found) + size_of(known)));
  }
  a.finish();
}

void inv(call_case& from) {
  const stack_case a(from, "inv", draw_stack(from, true));
  leaf_ptr leaf;
  const bool may_refuse = a.may_be_singular();
  if (!gives_result(may_refuse, [&] { leaf = linalg::detail::inverse_leaf(a.node()); }))
    return a.finish();
  const host_value x = read(leaf);
  require_place("the inverse", x, a.type(), a.extents({a.rows(), a.rows()}));
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const wide_matrix found = matrix_of(x, i);
    if (!is_finite(found) && may_refuse) continue;
    const wide_matrix matrix = a.matrix(i);
    // From the left or from the right, as the algorithm has it.
    const long double error = std::min(distance(product(matrix, found), unit(a.rows())),
                                       distance(product(found, matrix), unit(a.rows())));
    require_small("the inverse", i, error, a.rounding() * (size_of(matrix) * size_of(found) + 1));
  }
  a.finish();
}

/// How much a determinant changes if elements of the matrix are rounded: what is left of a row's
/// share of Hadamard's bound.
long double determinant_unit(const wide_matrix& a, long double rounding) {
  long double sum = 0;
  for (std::ptrdiff_t row = 0; row < a.rows; ++row) {
    long double others = 1;
    for (std::ptrdiff_t i = 0; i < a.rows; ++i) {
      if (i == row) continue;
      long double squares = 0;
      for (std::ptrdiff_t j = 0; j < a.columns; ++j) squares += std::norm(a(i, j));
      others *= std::sqrt(squares);
    }
    sum += others;
  }
  return rounding * (sum * size_of(a) + 1e-30L);
}

void det(call_case& from) {
  const stack_case a(from, "det", draw_stack(from, true));
  const host_value found = read(linalg::detail::determinant_leaf(a.node()));
  require_place("the determinant", found, a.type(), a.extents({}));
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const wide_matrix matrix = a.matrix(i);
    const wide expected = elimination(matrix).determinant;
    const long double limit = precision(a.type()) == precision(dtype::float64) ? 1e300L
                              : a.type() == dtype::float16                     ? 6e4L
                                                                               : 1e37L;
    const long double one = determinant_unit(matrix, a.rounding());
    if (std::abs(expected) + max_units * one > limit) continue;  // may be infinite
    const long double smallest = a.type() == dtype::float16 ? 0x1p-24L : 1e-45L;
    require_small("the determinant", i, std::abs(wide_element(found, i) - expected),
                  one + precision(a.type()) * std::abs(expected) + smallest);
  }
  a.finish();
}

void slogdet(call_case& from) {
  const stack_case a(from, "slogdet", draw_stack(from, true));
  const linalg::detail::sign_and_logarithm both = linalg::detail::slogdet_of(a.node());
  const host_value sign = read(both.sign);
  const host_value logarithm = read(both.logabsdet);
  require_place("the sign", sign, a.type(), a.extents({}));
  require_place("the logarithm", logarithm, a.real_type(), a.extents({}));
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const wide_matrix matrix = a.matrix(i);
    const wide expected = elimination(matrix).determinant;
    const wide unit_of_size = wide_element(sign, i);
    const long double exponent = wide_element(logarithm, i).real();
    // exp of -inf is 0, as is the sign.
    const wide product = exponent < -4000 ? wide(0) : unit_of_size * std::exp(exponent);
    const long double of_exponent = precision(a.type()) * (std::abs(exponent) + 1);
    require_small("the determinant", i, std::abs(product - expected),
                  determinant_unit(matrix, a.rounding()) +
                      (exponent < -4000 ? 0 : std::expm1(of_exponent) * std::abs(product)) +
                      precision(a.type()) * std::abs(expected));
  }
  a.finish();
}

/// A floating or complex dtype.
dtype draw_inexact(call_case& from) {
  return gpu::detail::inexact_of(from.draw_type());
}

/// Of B B^H + n, or of that with a number on the diagonal that no positive matrix has.
void cholesky(call_case& from) {
  const dtype type = draw_inexact(from);
  const std::ptrdiff_t n = draw_side(from);
  shape extents = draw_batch(from, n);
  extents.push_back(n);
  extents.push_back(n);
  const operand b = from.fresh(type, extents);
  host_value positive = make_value(type, extents);
  const std::ptrdiff_t count = n == 0 ? 0 : element_count(extents) / (n * n);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const wide_matrix factor = matrix_of(b.model, i);
    wide_matrix both = product(factor, adjoint(factor));
    for (std::ptrdiff_t k = 0; k < n * n; ++k)
      store_wide(positive, i * n * n + k,
                 both.elements[static_cast<std::size_t>(k)] +
                     wide(k % (n + 1) == 0 ? static_cast<long double>(n) : 0.0L));
  }
  const bool is_wrong = count > 0 && from.chance(20);
  if (is_wrong)
    store_wide(positive, from.between(0, count - 1) * n * n + from.between(0, n - 1) * (n + 1), -1);
  const bool upper = from.chance(50);
  const stack_case a(from, upper ? "cholesky, upper" : "cholesky",
                     from.operand_of(std::move(positive), "b b^H + n of " + b.text));
  leaf_ptr leaf;
  const bool worked =
      gives_result(is_wrong, [&] { leaf = linalg::detail::cholesky_leaf(a.node(), upper); });
  if (worked == is_wrong) throw mismatch{"took a matrix that is not positive definite"};
  a.finish();
  if (is_wrong) return;
  const host_value found = read(leaf);
  require_place("the factor", found, type, extents);
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const wide_matrix factor = matrix_of(found, i);
    for (std::ptrdiff_t row = 0; row < n; ++row)
      for (std::ptrdiff_t column = 0; column < n; ++column)
        if ((upper ? row > column : row < column) && factor(row, column) != wide(0))
          throw mismatch{text_of("matrix ", i, " is not triangular")};
    const wide_matrix matrix = a.matrix(i);
    const wide_matrix again =
        upper ? product(adjoint(factor), factor) : product(factor, adjoint(factor));
    require_small("the factor", i, distance(again, matrix), a.rounding() * size_of(matrix));
  }
}

void qr(call_case& from) {
  const stack_case a(from, "qr", draw_stack(from, false));
  const qrmode mode = from.chance(50) ? qrmode::reduced : qrmode::complete;
  const auto [q_leaf, r_leaf] = linalg::detail::qr_of(a.node(), mode);
  const std::ptrdiff_t columns = mode == qrmode::complete ? a.rows() : a.least();
  const host_value q = read(q_leaf);
  const host_value r = read(r_leaf);
  require_place("q", q, a.type(), a.extents({a.rows(), columns}));
  require_place("r", r, a.type(), a.extents({columns, a.columns()}));
  const host_value alone = read(linalg::detail::qr_of(a.node(), qrmode::r).second);
  require_place("r alone", alone, a.type(), a.extents({a.least(), a.columns()}));
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const wide_matrix left = matrix_of(q, i);
    const wide_matrix right = matrix_of(r, i);
    const wide_matrix matrix = a.matrix(i);
    for (std::ptrdiff_t row = 0; row < columns; ++row)
      for (std::ptrdiff_t column = 0; column < std::min(row, a.columns()); ++column)
        if (right(row, column) != wide(0)) throw mismatch{text_of("r ", i, " is not triangular")};
    require_small("q r", i, distance(product(left, right), matrix), a.rounding() * size_of(matrix));
    a.require_unitary("q", i, left);
    const wide_matrix first = matrix_of(alone, i);
    wide_matrix same = first;
    for (std::ptrdiff_t row = 0; row < first.rows; ++row)
      for (std::ptrdiff_t column = 0; column < first.columns; ++column)
        same(row, column) = right(row, column);
    require_small("r alone", i, distance(first, same), a.rounding() * size_of(matrix));
  }
  a.finish();
}

/// Numbers of vector `number`, which are to be in order.
void require_sorted(const host_value& values, std::ptrdiff_t number, bool is_ascending) {
  const std::ptrdiff_t count = values.extents.back();
  for (std::ptrdiff_t k = 1; k < count; ++k) {
    const long double before = wide_element(values, number * count + k - 1).real();
    const long double here = wide_element(values, number * count + k).real();
    if (!(is_ascending ? before <= here : before >= here))
      throw mismatch{text_of("values of matrix ", number, " are not in order")};
  }
}

void svd(call_case& from) {
  const stack_case a(from, "svd", draw_stack(from, false));
  const bool is_full = from.chance(50);
  const linalg::detail::three_leaves parts = linalg::detail::svd_of(a.node(), is_full ? 'A' : 'S');
  const std::ptrdiff_t k = a.least();
  const std::ptrdiff_t u_columns = is_full ? a.rows() : k;
  const std::ptrdiff_t vh_rows = is_full ? a.columns() : k;
  const host_value u = read(parts.first);
  const host_value s = read(parts.second);
  const host_value vh = read(parts.third);
  require_place("u", u, a.type(), a.extents({a.rows(), u_columns}));
  require_place("s", s, a.real_type(), a.extents({k}));
  require_place("vh", vh, a.type(), a.extents({vh_rows, a.columns()}));
  const host_value alone = read(linalg::detail::svd_of(a.node(), 'N').second);
  require_place("s alone", alone, a.real_type(), a.extents({k}));
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const wide_matrix matrix = a.matrix(i);
    const wide_matrix left = matrix_of(u, i);
    const wide_matrix right = matrix_of(vh, i);
    const wide_matrix values = diagonal_of(s, i, u_columns, vh_rows);
    require_sorted(s, i, false);
    require_small("u s vh", i, distance(product(product(left, values), right), matrix),
                  a.rounding() * size_of(matrix));
    a.require_unitary("u", i, left);
    a.require_unitary("vh^H", i, adjoint(right));
    require_small("s alone", i, distance(diagonal_of(alone, i, u_columns, vh_rows), values),
                  a.rounding() * size_of(matrix));
  }
  a.finish();
}

/// The Hermitian matrix that a triangle says.
wide_matrix hermitian_of(const wide_matrix& a, char triangle) {
  wide_matrix result = a;
  for (std::ptrdiff_t i = 0; i < a.rows; ++i)
    for (std::ptrdiff_t j = 0; j < a.columns; ++j) {
      if (i == j)
        result(i, j) = a(i, j).real();
      else if ((i < j) == (triangle == 'L'))
        result(i, j) = std::conj(a(j, i));
    }
  return result;
}

void eigh(call_case& from) {
  const char triangle = from.chance(50) ? 'L' : 'U';
  const stack_case a(from, text_of("eigh ", triangle), draw_stack(from, true));
  const auto [w_leaf, v_leaf] = linalg::detail::eigh_of(a.node(), triangle, true);
  const host_value w = read(w_leaf);
  const host_value v = read(v_leaf);
  const std::ptrdiff_t n = a.rows();
  require_place("w", w, a.real_type(), a.extents({n}));
  require_place("v", v, a.type(), a.extents({n, n}));
  const host_value alone = read(linalg::detail::eigh_of(a.node(), triangle, false).first);
  require_place("w alone", alone, a.real_type(), a.extents({n}));
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const wide_matrix matrix = hermitian_of(a.matrix(i), triangle);
    const wide_matrix vectors = matrix_of(v, i);
    const wide_matrix values = diagonal_of(w, i, n, n);
    require_sorted(w, i, true);
    require_small("a v - v w", i, distance(product(matrix, vectors), product(vectors, values)),
                  a.rounding() * size_of(matrix));
    a.require_unitary("v", i, vectors);
    require_small("w alone", i, distance(diagonal_of(alone, i, n, n), values),
                  a.rounding() * size_of(matrix));
  }
  a.finish();
}

void eig(call_case& from) {
  const stack_case a(from, "eig", draw_stack(from, true));
  const auto [w_leaf, v_leaf] = linalg::detail::eig_of(a.node(), true);
  const host_value w = read(w_leaf);
  const host_value v = read(v_leaf);
  const std::ptrdiff_t n = a.rows();
  const dtype type = a.real_type() == dtype::float64 ? dtype::complex128 : dtype::complex64;
  require_place("w", w, type, a.extents({n}));
  require_place("v", v, type, a.extents({n, n}));
  const host_value alone = read(linalg::detail::eig_of(a.node(), false).first);
  require_place("w alone", alone, type, a.extents({n}));
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const wide_matrix matrix = a.matrix(i);
    const wide_matrix vectors = matrix_of(v, i);
    const wide_matrix values = diagonal_of(w, i, n, n);
    // Balancing costs digits of a matrix with elements of very different sizes: negative numbers as
    // unsigned ones, beside small ones.
    if (size_of(matrix) > 1e4L) continue;
    require_small("a v - v w", i, distance(product(matrix, vectors), product(vectors, values)),
                  10 * a.rounding(type) * size_of(matrix));
    wide sum = 0;
    for (std::ptrdiff_t k = 0; k < n; ++k) {
      sum += matrix(k, k) - wide_element(alone, i * n + k);
      long double squares = 0;
      for (std::ptrdiff_t row = 0; row < n; ++row) squares += std::norm(vectors(row, k));
      require_small("the size of a vector", i, std::abs(squares - 1), a.rounding(type));
    }
    require_small("the sum of w", i, std::abs(sum), 10 * a.rounding(type) * size_of(matrix));
  }
  a.finish();
}

void lstsq(call_case& from) {
  const std::ptrdiff_t rows = draw_side(from);
  const std::ptrdiff_t columns = draw_side(from);
  const stack_case a(from, "lstsq", from.fresh(from.draw_type(), {rows, columns}));
  const bool is_vector = from.chance(30);
  const std::ptrdiff_t sides = is_vector ? 1 : from.between(1, 4);
  const dtype other = from.draw_type();
  const operand b = from.fresh(other, is_vector ? shape{rows} : shape{rows, sides});
  from.note(text_of("  with ", b.text, ' ', other, b.model.extents));
  const linalg::detail::least_squares found =
      linalg::detail::lstsq_of(a.node(), b.node, std::nullopt);
  host_value x = read(found.x);
  require_place("x", x, x.type, is_vector ? shape{columns} : shape{columns, sides});
  const host_value s = read(found.s);
  require_place("s", s, gpu::detail::real_of(x.type), {a.least()});
  host_value known = b.model;
  if (is_vector) {
    x.extents.push_back(1);
    known.extents.push_back(1);
  }
  const wide_matrix matrix = a.matrix(0);
  const wide_matrix solution = matrix_of(x, 0);
  // What float16 cannot hold is infinite there, but never nan.
  const auto is_held = [](const wide& element) { return !std::isinf(element.real()); };
  const auto is_nan = [](const wide& element) { return std::isnan(element.real()); };
  if (size_bytes(x.type) == 2 &&
      std::none_of(solution.elements.begin(), solution.elements.end(), is_nan) &&
      !std::all_of(solution.elements.begin(), solution.elements.end(), is_held))
    return a.finish();
  const wide_matrix right = matrix_of(known, 0);
  wide_matrix rest = product(matrix, solution);
  for (std::size_t i = 0; i < rest.elements.size(); ++i)
    rest.elements[i] = right.elements[i] - rest.elements[i];
  const long double size = size_of(matrix);
  const long double unit_of_rest = a.rounding(x.type) * (size * size_of(solution) + size_of(right));
  const wide_matrix to_columns = product(adjoint(matrix), rest);
  require_small("a^H (b - a x)", 0, size_of(to_columns), size * unit_of_rest);
  // What is less than a rounding of the largest value may count as a rank or not.
  std::ptrdiff_t largest_rank = 0;
  std::ptrdiff_t smallest_rank = 0;
  for (std::ptrdiff_t k = 0; k < a.least(); ++k) {
    const long double value = wide_element(s, k).real();
    const long double limit = a.rounding(x.type) * wide_element(s, 0).real();
    smallest_rank += value > 2 * limit;
    largest_rank += value > 0;
  }
  if (size_bytes(x.type) > 2 && (found.rank < smallest_rank || found.rank > largest_rank))
    throw mismatch{text_of("the rank is ", found.rank, ", expected ", smallest_rank)};
  const host_value residuals = read(found.residuals);
  const bool has_residuals = rows > columns && found.rank == columns;
  require_place("the residuals", residuals, gpu::detail::real_of(x.type),
                {has_residuals ? sides : 0});
  for (std::ptrdiff_t k = 0; has_residuals && k < sides; ++k) {
    long double squares = 0;
    for (std::ptrdiff_t i = 0; i < rows; ++i) squares += std::norm(rest(i, k));
    if (x.type == dtype::float16 && squares > 6e4L) continue;  // may be infinite
    require_small("a residual", k, std::abs(wide_element(residuals, k).real() - squares),
                  unit_of_rest * (std::sqrt(squares) + max_units * unit_of_rest) +
                      precision(x.type) * squares);
  }
  a.finish();
}

void pinv(call_case& from) {
  const stack_case a(from, "pinv", draw_stack(from, false));
  const host_value x = read(linalg::detail::pseudo_inverse_leaf(a.node(), {}));
  require_place("the pseudo-inverse", x, a.type(), a.extents({a.columns(), a.rows()}));
  for (std::ptrdiff_t i = 0; i < a.count(); ++i) {
    const wide_matrix matrix = a.matrix(i);
    const wide_matrix found = matrix_of(x, i);
    if (!is_finite(found) && size_bytes(a.type()) == 2) continue;
    const long double size = size_of(matrix);
    require_small("a pinv(a) a", i, distance(product(product(matrix, found), matrix), matrix),
                  a.rounding() * size * (size * size_of(found) + 1));
  }
  a.finish();
}

}  // namespace

const std::vector<call_kind>& decomposition_calls() {
  static const std::vector<call_kind> all = {
      {"solve", solve},       {"inv", inv},     {"det", det},  {"slogdet", slogdet},
      {"cholesky", cholesky}, {"qr", qr},       {"svd", svd},  {"eigh", eigh},
      {"eig", eig},           {"lstsq", lstsq}, {"pinv", pinv}};
  return all;
}

}  // namespace gpu::fuzz
