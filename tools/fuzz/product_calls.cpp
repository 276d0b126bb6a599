// SPDX-License-Identifier: BSD-3-Clause
#include "product_calls.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/linalg/chains.hpp>
#include <gpu/linalg/einsum.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/products.hpp>

#include "draw_shapes.hpp"
#include "wide_matrix.hpp"

namespace gpu::fuzz {
namespace {

/// Products of elements, summed: for each operand a letter for each axis, and those of the result.
struct sum_of_products {
  std::vector<operand> operands;
  std::vector<std::string> letters;
  std::string result;
  bool conjugates_first = false;
};

struct letter_extents {
  std::ptrdiff_t extent[128];

  explicit letter_extents(const sum_of_products& what) {
    std::fill(std::begin(extent), std::end(extent), 1);
    for (std::size_t i = 0; i < what.operands.size(); ++i)
      for (std::size_t k = 0; k < what.letters[i].size(); ++k) {
        std::ptrdiff_t& own = extent[static_cast<unsigned char>(what.letters[i][k])];
        if (own == 1) own = what.operands[i].model.extents[k];
      }
  }
  [[nodiscard]] shape of(const std::string& letters) const {
    shape extents;
    for (const char one : letters) extents.push_back(extent[static_cast<unsigned char>(one)]);
    return extents;
  }
};

/// An integer modulo 2^64.
std::uint64_t wrapped_element(const host_value& value, std::ptrdiff_t place) {
  return visit_dtype(value.type, [&]<class T>(std::type_identity<T>) -> std::uint64_t {
    if constexpr (std::is_integral_v<T>) {
      T x;
      std::memcpy(&x, value.element(place), sizeof(x));
      return static_cast<std::uint64_t>(x);
    } else {
      return 0;
    }
  });
}

/// A sum of products in wide types.
struct wide_sum {
  wide value = 0;
  std::uint64_t wrapped = 0;  ///< of integers, modulo 2^64
  long double size = 0;       ///< of the absolute values
  std::ptrdiff_t terms = 0;
};

/// Whether an element is the sum: modulo the size of an integer type; of other types within the
/// error that so many terms may have.
bool is_sum(const host_value& actual, std::ptrdiff_t place, const wide_sum& sum,
            std::size_t factors) {
  const wide found = wide_element(actual, place);
  if (actual.type == dtype::bool_) return (found.real() != 0) == (sum.size != 0);
  if (is_integer(actual.type)) {
    const unsigned unused = 64 - 8 * static_cast<unsigned>(size_bytes(actual.type));
    return (sum.wrapped << unused) == (wrapped_element(actual, place) << unused);
  }
  if (actual.type == dtype::float16 && sum.size > 30000) return true;  // may be infinite
  const bool is_half = size_bytes(actual.type) == 2;
  const long double of_sum = precision(is_half ? dtype::float32 : actual.type);
  const long double of_factors =
      2 * static_cast<long double>(factors) * precision(actual.type) * sum.size;
  const long double smallest = actual.type == dtype::float16 ? 0x1p-24L : 0;
  return std::abs(found - sum.value) <=
         (static_cast<long double>(sum.terms) + 16) * of_sum * sum.size + of_factors + smallest;
}

void require_sum(const host_value& actual, const sum_of_products& what) {
  dtype type = dtype::bool_;
  for (const operand& one : what.operands) type = promote_types(type, one.model.type);
  const letter_extents extents(what);
  const shape expected = extents.of(what.result);
  if (actual.type != type || actual.extents != expected)
    throw mismatch{text_of("result is ", actual.type, ' ', actual.extents, ", expected ", type, ' ',
                           expected)};
  std::string summed;
  for (const std::string& one : what.letters)
    for (const char letter : one)
      if ((what.result + summed).find(letter) == std::string::npos) summed += letter;
  const shape inner = extents.of(summed);
  std::ptrdiff_t at[128] = {};
  for_each_element(expected, [&](const index_list& index, std::ptrdiff_t place) {
    for (std::size_t k = 0; k < index.size(); ++k)
      at[static_cast<unsigned char>(what.result[k])] = index[k];
    wide_sum sum;
    sum.terms = element_count(inner);
    for_each_element(inner, [&](const index_list& of_sum, std::ptrdiff_t) {
      for (std::size_t k = 0; k < of_sum.size(); ++k)
        at[static_cast<unsigned char>(summed[k])] = of_sum[k];
      wide product = 1;
      std::uint64_t wrapped = 1;
      for (std::size_t i = 0; i < what.operands.size(); ++i) {
        const host_value& one = what.operands[i].model;
        index_list own;
        for (const char letter : what.letters[i])
          own.push_back(at[static_cast<unsigned char>(letter)]);
        const std::ptrdiff_t at_own = broadcast_position(one.extents, own);
        const wide factor = wide_element(one, at_own);
        wrapped *= wrapped_element(one, at_own);
        product *= i == 0 && what.conjugates_first ? std::conj(factor) : factor;
      }
      sum.value += product;
      sum.wrapped += wrapped;
      sum.size += std::abs(product.real()) + std::abs(product.imag());
    });
    if (!is_sum(actual, place, sum, what.operands.size()))
      throw mismatch{text_of("element ", place, " is ",
                             element_text(actual.type, actual.element(place)), ", expected ",
                             static_cast<double>(sum.value.real()), " + ",
                             static_cast<double>(sum.value.imag()), "i of ", sum.terms, " terms")};
  });
}

void compute(call_case& from, const std::string& name, const sum_of_products& what,
             const std::function<graph::node_ptr()>& call) {
  std::string text = name;
  for (std::size_t i = 0; i < what.operands.size(); ++i)
    text += text_of(i == 0 ? '(' : ' ', what.operands[i].text, ' ', what.operands[i].model.type,
                    what.operands[i].model.extents, what.letters[i]);
  from.note(text_of(text, " -> ", what.result, ')'));
  const graph::node_ptr node = call();
  host_value actual = make_value(node->type, node->extents);
  detail::read_elements(node, actual.bytes.data());
  require_sum(actual, what);
}

/// An operand whose axes have these extents, broadcast if `may_narrow` says so.
operand draw_operand(call_case& from, dtype type, const letter_extents& extents,
                     const std::string& letters, std::size_t may_narrow) {
  shape own = extents.of(letters);
  for (std::size_t k = 0; k < may_narrow; ++k)
    if (from.chance(20)) own[k] = 1;
  return from.fresh(type, own);
}

/// Products of two operands with batches in front: `a` and `b` are the letters behind these.
void stacked(call_case& from, const std::string& name, const std::string& a, const std::string& b,
             const std::string& result, bool conjugates, bool batches,
             graph::node_ptr (*call)(const graph::node_ptr&, const graph::node_ptr&)) {
  sum_of_products what;
  letter_extents extents(what);
  std::ptrdiff_t room = 20000;
  for (const char one : std::string("ijkxy")) {
    std::ptrdiff_t extent = from.draw_extent();
    while (extent > 1 && extent > room) extent /= 2;
    extents.extent[static_cast<unsigned char>(one)] = extent;
    room /= std::max<std::ptrdiff_t>(extent, 1);
  }
  const std::string all = "xy";
  const std::string first = batches ? all.substr(from.below(3)) : "";
  const std::string second = batches ? all.substr(from.below(3)) : "";
  const dtype type = from.draw_type();
  const dtype other = from.chance(75) ? type : from.draw_type();
  what.letters = {first + a, second + b};
  what.operands.push_back(draw_operand(from, type, extents, what.letters[0], first.size()));
  what.operands.push_back(draw_operand(from, other, extents, what.letters[1], second.size()));
  what.result = (first.size() > second.size() ? first : second) + result;
  what.conjugates_first = conjugates;
  compute(from, name, what, [&] { return call(what.operands[0].node, what.operands[1].node); });
}

void matmul(call_case& from) {
  const bool row = from.chance(12);
  const bool column = from.chance(12);
  if (row || column)
    return stacked(from, "matmul", row ? "k" : "ik", column ? "k" : "kj",
                   std::string(row ? "" : "i") + (column ? "" : "j"), false, false,
                   linalg::detail::matmul_node);
  stacked(from, "matmul", "ik", "kj", "ij", false, true, linalg::detail::matmul_node);
}
void matvec(call_case& from) {
  stacked(from, "matvec", "ik", "k", "i", false, true, linalg::detail::matvec_node);
}
void vecmat(call_case& from) {
  stacked(from, "vecmat", "k", "kj", "j", true, true, linalg::detail::vecmat_node);
}
void vecdot(call_case& from) {
  stacked(from, "vecdot", "k", "k", "", true, true,
          [](const graph::node_ptr& a, const graph::node_ptr& b) {
            return linalg::detail::vecdot_node(a, b, -1);
          });
}
void dot(call_case& from) {
  if (from.chance(50))
    return stacked(from, "dot", "xik", "k", "xi", false, false, linalg::detail::dot_node);
  stacked(from, "dot", "xik", "ykj", "xiyj", false, false, linalg::detail::dot_node);
}
void inner(call_case& from) {
  stacked(from, "inner", "xik", "yjk", "xiyj", false, false, linalg::detail::inner_node);
}
void outer(call_case& from) {
  stacked(from, "outer", "i", "j", "ij", false, false, linalg::detail::outer_node);
}

/// The product of elements, with the axes of both in turn: (i, k), (j, l) -> (i, j, k, l).
void kron(call_case& from) {
  sum_of_products what;
  letter_extents extents(what);
  const std::string letters = "ikxjly";
  for (const char one : letters)
    extents.extent[static_cast<unsigned char>(one)] = from.chance(5) ? 0 : from.between(1, 5);
  const std::size_t axes = from.below(4);
  const dtype type = from.draw_type();
  what.letters = {letters.substr(0, axes), letters.substr(3, axes)};
  for (const std::string& one : what.letters)
    what.operands.push_back(
        draw_operand(from, from.chance(75) ? type : from.draw_type(), extents, one, 0));
  for (std::size_t axis = 0; axis < axes; ++axis)
    what.result += {what.letters[0][axis], what.letters[1][axis]};
  compute(from, "kron", what, [&] {
    return graph::make_reshape(
        linalg::detail::kron_node(what.operands[0].node, what.operands[1].node),
        extents.of(what.result));
  });
}

void tensordot(call_case& from) {
  stacked(from, "tensordot", "xik", "ykj", "xiyj", false, false,
          [](const graph::node_ptr& a, const graph::node_ptr& b) {
            return linalg::detail::tensordot_node(a, b, {-1}, {1});
          });
}

void einsum(call_case& from) {
  sum_of_products what;
  letter_extents extents(what);
  const std::string all = "ijklmn";
  std::ptrdiff_t room = 8000;
  for (const char one : all) {
    std::ptrdiff_t extent = from.chance(4) ? 0 : from.between(1, 5);
    while (extent > 1 && extent > room) extent /= 2;
    extents.extent[static_cast<unsigned char>(one)] = extent;
    room /= std::max<std::ptrdiff_t>(extent, 1);
  }
  const dtype type = from.draw_type();
  const std::string batch = from.chance(30) ? "XY" : "";
  for (const char one : batch)
    extents.extent[static_cast<unsigned char>(one)] = from.chance(4) ? 0 : from.between(1, 3);
  std::string used;
  std::string dots;
  std::vector<std::string> words;
  for (std::size_t left = 1 + from.below(3); left > 0; --left) {
    std::string own;
    for (std::size_t axes = from.below(4); axes > 0; --axes) own += all[from.below(all.size())];
    used += own;
    const bool has_dots = !batch.empty() && from.chance(80);
    const std::string front = has_dots ? batch.substr(from.below(batch.size() + 1)) : "";
    if (front.size() > dots.size()) dots = front;
    words.push_back((has_dots ? "..." : "") + own);
    what.letters.push_back(front + own);
    what.operands.push_back(draw_operand(from, from.chance(80) ? type : from.draw_type(), extents,
                                         what.letters.back(), front.size()));
  }
  std::string subscripts;
  for (std::size_t i = 0; i < words.size(); ++i) subscripts += (i == 0 ? "" : ",") + words[i];
  std::string distinct;
  for (const char one : all)
    if (used.find(one) != std::string::npos) distinct += one;
  if (from.chance(70)) {
    std::shuffle(distinct.begin(), distinct.end(), from.random());
    what.result = distinct.substr(0, from.below(distinct.size() + 1));
    const bool has_dots = subscripts.find('.') != std::string::npos;
    subscripts += (has_dots ? "->..." : "->") + what.result;
  } else {
    for (const char one : distinct)
      if (std::count(used.begin(), used.end(), one) == 1) what.result += one;
  }
  what.result = dots + what.result;
  std::vector<graph::node_ptr> nodes;
  for (const operand& one : what.operands) nodes.push_back(one.node);
  compute(from, "einsum " + subscripts, what,
          [&] { return linalg::detail::einsum_node(subscripts, nodes); });
}

/// Chains of up to four matrices.
void multi_dot(call_case& from) {
  sum_of_products what;
  letter_extents extents(what);
  const std::string all = "abcde";
  for (const char one : all)
    extents.extent[static_cast<unsigned char>(one)] = from.chance(4) ? 0 : from.between(1, 6);
  const dtype type = from.draw_type();
  const std::size_t count = 2 + from.below(3);
  gpu::detail::node_list nodes;
  for (std::size_t i = 0; i < count; ++i) {
    what.letters.push_back(all.substr(i, 2));
    what.operands.push_back(draw_operand(from, type, extents, what.letters[i], 0));
    nodes.push_back(what.operands[i].node);
  }
  what.result = {all[0], all[count]};
  compute(from, "multi_dot", what, [&] { return linalg::detail::multi_dot_node(nodes, type); });
}

/// Of stacks of square matrices.
void matrix_power(call_case& from) {
  sum_of_products what;
  const std::ptrdiff_t side = from.between(0, 6);
  const std::string all = "abcde";
  const std::string batch = from.chance(40) ? "x" : "";
  const operand a = from.fresh(
      from.draw_type(), batch.empty() ? shape{side, side} : shape{from.between(0, 3), side, side});
  const std::size_t power = 1 + from.below(4);
  for (std::size_t i = 0; i < power; ++i) {
    what.letters.push_back(batch + all.substr(i, 2));
    what.operands.push_back(a);
  }
  what.result = batch + all[0] + all[power];
  compute(from, "matrix_power", what, [&] {
    return linalg::detail::matrix_power_node(a.node, static_cast<std::ptrdiff_t>(power));
  });
}

}  // namespace

const std::vector<call_kind>& product_calls() {
  static const std::vector<call_kind> all = {{"matmul", matmul},
                                             {"matmul", matmul},
                                             {"matvec", matvec},
                                             {"vecmat", vecmat},
                                             {"vecdot", vecdot},
                                             {"inner", inner},
                                             {"dot", dot},
                                             {"outer", outer},
                                             {"kron", kron},
                                             {"tensordot", tensordot},
                                             {"einsum", einsum},
                                             {"einsum", einsum},
                                             {"multi_dot", multi_dot},
                                             {"matrix_power", matrix_power}};
  return all;
}

}  // namespace gpu::fuzz
