// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/poly1d.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/manipulation/padding.hpp>
#include <gpu/array/print/print.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>

namespace gpu::linalg::detail {
namespace {

using graph::node_ptr;
using number = std::complex<double>;

node_ptr zero_of(dtype type, device where) {
  const node_ptr index(graph::make_index({1}, 0, 0, 0, where));
  return graph::make_cast(index, type);
}

/// As Python's format ".4g".
std::string four_digits(double value) {
  if (std::isnan(value)) return "nan";
  char text[32];
  std::snprintf(text, sizeof(text), "%.4g", value);
  return text;
}

std::string coefficient_text(const number& value) {
  if (value.imag() == 0) return four_digits(value.real());
  if (value.real() == 0) return four_digits(value.imag()) + "j";
  return text_of('(', four_digits(value.real()), " + ", four_digits(value.imag()), "j)");
}

/// Two lines under each other, broken where they get longer than 70 characters. Each exponent
/// stands above and behind what comes before it.
class two_lines {
 public:
  void add(const std::string& text) { pending_ += text; }
  void raise(const std::string& exponent) {
    const std::size_t before = pending_.size() - 1;
    const std::string below = pending_ + std::string(exponent.size() - 1, ' ');
    const std::string above = std::string(before, ' ') + exponent;
    if (below_.size() + below.size() > width || above_.size() + above.size() > width) {
      done_ += above_ + "\n" + below_ + "\n ";
      above_.clear();
      below_.clear();
    }
    above_ += above;
    below_ += below;
    pending_.clear();
  }
  [[nodiscard]] std::string text() const { return done_ + above_ + "\n" + below_ + pending_; }

 private:
  static constexpr std::size_t width = 70;

  std::string done_ = " ";
  std::string above_;
  std::string below_;
  std::string pending_;
};

}  // namespace

graph::leaf_ptr trimmed_coefficients(const node_ptr& coefficients) {
  if (coefficients->extents.size() > 1) throw value_error("Polynomial must be 1d only.");
  const std::ptrdiff_t count = element_count(coefficients->extents);
  const node_ptr vector(execute::evaluate(graph::make_reshape(coefficients, {count})).get());
  const node_ptr trimmed = gpu::detail::trimmed(vector, "f", std::vector<std::ptrdiff_t>{0});
  const device where = graph::device_of(vector);
  return execute::evaluate(trimmed->extents[0] > 0 ? trimmed : zero_of(vector->type, where));
}

node_ptr with_coefficient(const node_ptr& coefficients, std::ptrdiff_t power,
                          const node_ptr& value) {
  if (power < 0) throw value_error(text_of("Does not support negative powers. (", power, ")"));
  const std::ptrdiff_t order = coefficients->extents[0] - 1;
  const auto part = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    const slice range[] = {gpu::range(first, last)};
    return graph::make_view(coefficients, sliced(coefficients->extents, range));
  };
  const node_ptr one = graph::make_broadcast(value, {1});
  if (power <= order)
    return gpu::detail::concatenated(
        {part(0, order - power), one, part(order - power + 1, order + 1)}, 0);
  const node_ptr zero = zero_of(coefficients->type, graph::device_of(coefficients));
  const node_ptr zeros = graph::make_view(zero, broadcasted({1}, {power - order - 1}));
  return gpu::detail::concatenated({one, zeros, coefficients}, 0);
}

std::string polynomial_text(const node_ptr& coefficients, const std::string& variable) {
  const ndarray<number> all{expression<number>(graph::make_cast(coefficients, dtype::complex128))};
  two_lines lines;
  auto power = static_cast<std::ptrdiff_t>(all.size());
  bool is_first = true;
  for (const number& value : std::as_const(all)) {
    --power;
    std::string text = coefficient_text(value);
    if (text == "0" && !(power == 0 && is_first)) {
      is_first = false;
      continue;
    }
    if (!is_first) {
      const bool is_negative = text.front() == '-';
      text = is_negative ? " - " + text.substr(1) : " + " + text;
    }
    lines.add(power == 0 ? text : text + " " + variable);
    if (power > 1) lines.raise(std::to_string(power));
    is_first = false;
  }
  return lines.text();
}

std::string polynomial_repr(const node_ptr& coefficients) {
  const node_ptr on_host(gpu::detail::moved_to(coefficients, cpu(), false).get());
  const graph::leaf_ptr leaf = execute::evaluate(on_host);
  // Without "array(" and ")".
  const std::string text = array_repr(leaf->type, leaf->extents, leaf->block->data());
  return "poly1d(" + text.substr(6, text.size() - 7) + ")";
}

void require_power(std::ptrdiff_t exponent) {
  if (exponent < 0)
    throw value_error(text_of("Power to non-negative integers only, not to ", exponent, "."));
}

}  // namespace gpu::linalg::detail
