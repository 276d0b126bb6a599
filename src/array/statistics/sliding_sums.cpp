// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/sliding_sums.hpp"

#include <algorithm>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/kernels/functors/sliding_sum.hpp>
#include <gpu/ops.hpp>

#include "array/ufunc/node_arithmetic.hpp"
#include "graph/functor_op.hpp"

namespace gpu {

convolution_mode::kind convolution_mode::kind_of(std::string_view name) {
  if (name == "full") return kind::full;
  if (name == "same") return kind::same;
  if (name == "valid") return kind::valid;
  throw value_error(text_of(
      "Use one of 'valid', 'same', or 'full' for convolve/correlate mode, not '", name, "'"));
}

namespace detail {

slide::slide(std::ptrdiff_t longer, std::ptrdiff_t shorter, convolution_mode::kind mode)
    : count(longer), length(shorter), before(0), sums(longer - shorter + 1) {
  if (mode == convolution_mode::kind::valid) return;
  const bool is_full = mode == convolution_mode::kind::full;
  before = is_full ? shorter - 1 : shorter / 2;
  sums = is_full ? longer + shorter - 1 : longer;
}

namespace {

using graph::node_ptr;

/// Adds the terms from `begin` to `end` of the sum from element `first` of `a` on.
template <class T>
[[gnu::always_inline]] inline void add_terms(const T* a, const T* v, std::ptrdiff_t first,
                                             std::ptrdiff_t begin, std::ptrdiff_t end,
                                             math::product_sum_t<T>& sum) {
  using sum_type = math::product_sum_t<T>;
  for (std::ptrdiff_t k = begin; k < end; ++k)
    sum = sum + math::cast<sum_type>(a[first + k]) * math::cast<sum_type>(v[k]);
}

/// The terms [begin, end) of a sum, for which both sequences have elements.
struct term_range {
  std::ptrdiff_t begin, end;

  term_range(const slide& s, std::ptrdiff_t first)
      : begin(std::max<std::ptrdiff_t>(-first, 0)), end(std::min(s.length, s.count - first)) {}
};

/// Sums side by side in vector registers, as far as all of them have terms; each is added in the
/// order of v.
/// @param both  the terms that the first and the last sum have
template <int Lanes, class T>
[[gnu::always_inline]] inline void add_lanes(const T* a, const T* v, const slide& s,
                                             std::ptrdiff_t first, const term_range& both, T* out) {
  using sum_type = math::product_sum_t<T>;
  sum_type sums[Lanes] = {};
  const bool is_whole = both.begin == 0 && both.end == s.length;  // then all have all terms
  for (int lane = 0; lane < Lanes && !is_whole; ++lane)
    add_terms(a, v, first + lane, term_range(s, first + lane).begin, both.begin, sums[lane]);
  for (std::ptrdiff_t k = both.begin; k < both.end; ++k) {
    const auto factor = math::cast<sum_type>(v[k]);
    for (int lane = 0; lane < Lanes; ++lane)
      sums[lane] = sums[lane] + math::cast<sum_type>(a[first + k + lane]) * factor;
  }
  for (int lane = 0; lane < Lanes && !is_whole; ++lane)
    add_terms(a, v, first + lane, both.end, term_range(s, first + lane).end, sums[lane]);
  for (int lane = 0; lane < Lanes; ++lane) out[lane] = math::cast<T>(sums[lane]);
}

template <int Lanes, class T>
[[gnu::always_inline]] inline void slide_along(const T* a, const T* v, const slide& s, T* out) {
  std::ptrdiff_t i = 0;
  while (i < s.sums) {
    const std::ptrdiff_t first = i - s.before;
    term_range both(s, first);
    both.end = term_range(s, first + Lanes - 1).end;
    if (i + Lanes <= s.sums && both.begin < both.end) {
      add_lanes<Lanes>(a, v, s, first, both, out + i);
      i += Lanes;
    } else {
      out[i] = math::sliding_sum<T>(a, v, first, s.count, s.length);
      ++i;
    }
  }
}

#if defined(__x86_64__) && defined(__GNUC__)
template <class T>
[[gnu::target("avx2")]] void slide_with_avx2(const T* a, const T* v, const slide& s, T* out) {
  slide_along<32>(a, v, s, out);
}
#endif

template <class T>
void slide_on_host(const T* a, const T* v, const slide& s, T* out) {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) return slide_with_avx2(a, v, s, out);
#endif
  slide_along<16>(a, v, s, out);
}

node_ptr slide_on_gpu(const node_ptr& a, const node_ptr& v, const slide& s, device where) {
  const node_ptr sums = graph::apply(
      graph::functor_record<kernels::sliding_sum>(a->type), graph::make_flat_index({s.sums}, where),
      graph::make_address(a), graph::step_of(a), graph::make_address(v), graph::step_of(v),
      s.before, s.count, s.length);
  return node_ptr(execute::evaluate(sums, where).get());
}

/// @param a  not shorter than v
node_ptr slid(const node_ptr& a, const node_ptr& v, convolution_mode mode, sliding_sums sums) {
  const device where = graph::device_of(a, v);
  return sums(a, v, slide(a->extents[0], v->extents[0], mode.get()), where);
}

void require_vector(const shape& extents) {
  if (extents.empty()) throw value_error("object of too small depth for desired array");
  if (extents.size() > 1) throw value_error("object too deep for desired array");
}

}  // namespace

node_ptr direct_sums(const node_ptr& a, const node_ptr& v, const slide& s, device where) {
  if (!where.is_cpu()) return slide_on_gpu(a, v, s, where);
  const graph::leaf_ptr longer = execute::evaluate(a, where);
  const graph::leaf_ptr shorter = execute::evaluate(v, where);
  const graph::leaf_ptr out = uninitialised_leaf(a->type, {s.sums}, where);
  visit_dtype(a->type, [&]<class T>(std::type_identity<T>) {
    slide_on_host(static_cast<const T*>(longer->block->data()),
                  static_cast<const T*>(shorter->block->data()), s,
                  static_cast<T*>(out->block->data()));
  });
  return node_ptr(out.get());
}

node_ptr convolved(const node_ptr& a, const node_ptr& v, convolution_mode mode, sliding_sums sums) {
  node_ptr longer = with_leading_axes(a, 1);
  node_ptr shorter = with_leading_axes(v, 1);
  if (longer->extents[0] == 0) throw value_error("a cannot be empty");
  if (shorter->extents[0] == 0) throw value_error("v cannot be empty");
  require_vector(longer->extents);
  require_vector(shorter->extents);
  if (shorter->extents[0] > longer->extents[0]) std::swap(longer, shorter);
  return slid(longer, flipped(shorter, {0}), mode, sums);
}

node_ptr correlated(const node_ptr& a, const node_ptr& v, convolution_mode mode,
                    sliding_sums sums) {
  require_vector(a->extents);
  require_vector(v->extents);
  if (a->extents[0] == 0) throw value_error("first array argument cannot be empty");
  if (v->extents[0] == 0) throw value_error("second array argument cannot be empty");
  const bool is_complex = traits(v->type).kind == dtype_kind::complex;
  const node_ptr other = is_complex ? apply_op<ops::conjugate>(v) : v;
  if (a->extents[0] >= v->extents[0]) return slid(a, other, mode, sums);
  return flipped(slid(other, a, mode, sums), {0});
}

}  // namespace detail
}  // namespace gpu
