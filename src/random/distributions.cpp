// SPDX-License-Identifier: BSD-3-Clause
// The formulas are inverses of the distributions' functions, as of L. Devroye, "Non-Uniform Random
// Variate Generation" (1986), chapter II.2.
#include <gpu/random/distributions.hpp>

#include <cmath>
#include <numbers>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>

#include "random/stream_nodes.hpp"

namespace gpu::random::detail {
namespace {

using graph::node_ptr;
using std::numbers::pi;

void require(bool holds, const char* otherwise) {
  if (!holds) throw value_error(otherwise);
}

/// @throws value_error  in NumPy's words
void check(distribution which, const parameters& p) {
  switch (which) {
    case distribution::normal:
    case distribution::gumbel:
    case distribution::laplace:
    case distribution::logistic:
      return require(!(p[1] < 0), "scale < 0");
    case distribution::lognormal:
      return require(!(p[1] < 0), "sigma < 0");
    case distribution::exponential:
    case distribution::rayleigh:
      return require(!(p[0] < 0), "scale < 0");
    case distribution::pareto:
    case distribution::power:
      return require(!(p[0] <= 0), "a <= 0");
    case distribution::weibull:
      return require(!(p[0] < 0), "a < 0");
    case distribution::triangular:
      require(!(p[0] > p[1]), "left > mode");
      require(!(p[1] > p[2]), "mode > right");
      return require(p[0] != p[2], "left == right");
    case distribution::cauchy:
      return;
  }
}

/// What formulas are written with: numbers of the stream, of one type.
template <class R>
struct source {
  philox& bits;
  const shape& size;
  device where;

  /// [0, 1)
  [[nodiscard]] expression<R> unit() const {
    return expression<R>(sizeof(R) == 8 ? double_node(bits, size, where)
                                        : float_node(bits, size, where));
  }
  /// (0, 1): 0 becomes half of the least number there is.
  [[nodiscard]] expression<R> open_unit() const {
    return maximum(unit(), sizeof(R) == 8 ? 0x1p-54 : 0x1p-25);
  }
  [[nodiscard]] expression<R> normal() const {
    return expression<R>(sizeof(R) == 8 ? normal_double_node(bits, size, where)
                                        : normal_float_node(bits, size, where));
  }
  [[nodiscard]] expression<R> exponential() const { return -log1p(-unit()); }
};

template <class R>
expression<R> triangular(const source<R>& from, double left, double mode, double right) {
  const double base = right - left;
  const expression<R> u = from.unit();
  return where(u <= (mode - left) / base, left + sqrt(u * ((mode - left) * base)),
               right - sqrt((1 - u) * ((right - mode) * base)));
}

template <class R>
expression<R> value_of(const source<R>& from, distribution which, const parameters& p) {
  switch (which) {
    case distribution::normal:
      return p[0] + p[1] * from.normal();
    case distribution::lognormal:
      return exp(p[0] + p[1] * from.normal());
    case distribution::exponential:
      return p[0] * from.exponential();
    case distribution::cauchy:
      return tan(pi * (from.open_unit() - 0.5));
    case distribution::gumbel:
      return p[0] - p[1] * log(-log(from.open_unit()));
    case distribution::laplace: {
      const expression<R> u = from.open_unit();
      return p[0] + p[1] * where(u < 0.5, log(2 * u), -log(2 - 2 * u));
    }
    case distribution::logistic: {
      const expression<R> u = from.open_unit();
      return p[0] + p[1] * log(u / (1 - u));
    }
    case distribution::pareto:
      return expm1(from.exponential() / p[0]);
    case distribution::power:
      return gpu::power(-expm1(-from.exponential()), 1 / p[0]);
    case distribution::rayleigh:
      return p[0] * sqrt(2 * from.exponential());
    case distribution::triangular:
      return triangular(from, p[0], p[1], p[2]);
    case distribution::weibull:
      return p[0] == 0 ? 0 * from.exponential() : gpu::power(from.exponential(), 1 / p[0]);
  }
  fail("a distribution without a formula");
}

/// float64 is computed as such, all else in float32.
template <class Formula>
node_ptr computed(dtype type, const Formula& formula) {
  if (type == dtype::float64) return formula(std::type_identity<double>()).node();
  return graph::make_cast(formula(std::type_identity<float>()).node(), type);
}

}  // namespace

node_ptr unit_node(philox& bits, dtype type, const shape& size, device where) {
  return computed(type, [&]<class R>(std::type_identity<R>) {
    return source<R>{bits, size, where}.unit();
  });
}

node_ptr uniform_node(philox& bits, dtype type, double low, double high, const shape& size,
                      device where) {
  const double range = high - low;
  if (!std::isfinite(range)) throw overflow_error("high - low range exceeds valid bounds");
  require(range >= 0, "high - low < 0");
  return computed(type, [&]<class R>(std::type_identity<R>) -> expression<R> {
    return low + range * source<R>{bits, size, where}.unit();
  });
}

node_ptr drawn_node(philox& bits, distribution which, const parameters& p, dtype type,
                    const shape& size, device where) {
  check(which, p);
  return computed(type, [&]<class R>(std::type_identity<R>) {
    return value_of(source<R>{bits, size, where}, which, p);
  });
}

}  // namespace gpu::random::detail
