// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/fft/convolution.hpp>

#include <cmath>
#include <complex>
#include <type_traits>
#include <vector>

#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/padding.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/fft/transforms.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/statistics/sliding_sums.hpp"
#include "fft/convolution_cost.hpp"

namespace gpu {

convolution_method::kind convolution_method::kind_of(std::string_view name) {
  if (name == "auto") return kind::automatic;
  if (name == "direct") return kind::direct;
  if (name == "fft") return kind::fft;
  throw value_error(
      text_of("Acceptable method flags are 'auto', 'direct', or 'fft', not '", name, "'."));
}

namespace fft::detail {
namespace {

using gpu::detail::slide;
using graph::node_ptr;

/// The sums of p[i + k] v[k], where p are `points` elements of a circle: for each i along the last
/// axis. By the theorem of correlation: the transform of p times the conjugate of that of conj(v).
template <class T>
expression<T> circular_sums(const expression<T>& p, const expression<T>& v, std::ptrdiff_t points) {
  if constexpr (std::is_floating_point_v<T>) {
    const auto product = rfft(p, points) * conjugate(rfft(v, points));
    return expression<T>(irfft(product, points).node());
  } else {
    const auto product = fft(p, points) * conjugate(fft(conjugate(v), points));
    return expression<T>(ifft(product, points).node());
  }
}

/// By blocks that overlap, of which each gives the sums that lie in it as a whole: overlap-save, as
/// in Oppenheim and Schafer, Discrete-Time Signal Processing, section 8.7.3.
template <class T>
node_ptr sums_of_blocks(const expression<T>& a, const expression<T>& v, const slide& s,
                        const convolution_blocks& blocks) {
  const std::ptrdiff_t behind = blocks.count * blocks.step + s.length - 1 - s.count - s.before;
  const ndarray<T> padded = pad(a, {{s.before, behind}});
  const affine_view windows{{blocks.count, blocks.points}, {0}, {{0, 0, blocks.step}, {1, 0, 1}}};
  const expression<T> parts(graph::make_view(padded.node(), windows));
  const auto sums = circular_sums<T>(parts, v, blocks.points);
  const auto whole = view(sums, all(), range(0, blocks.step));
  return view(reshape(whole, {-1}), range(0, s.sums)).node();
}

template <class T>
node_ptr sums_by_transforms(const node_ptr& a, const node_ptr& v, const slide& s) {
  const expression<T> longer(graph::make_cast(a, dtype_of<T>));
  const expression<T> shorter(graph::make_cast(v, dtype_of<T>));
  const convolution_blocks blocks = best_blocks(s);
  if (blocks.count > 1) return sums_of_blocks<T>(longer, shorter, s, blocks);
  const ndarray<T> sums = circular_sums<T>(longer, shorter, blocks.points);
  return view(roll(sums, s.before), range(0, s.sums)).node();
}

/// Computed in double precision.
node_ptr transformed_sums(const node_ptr& a, const node_ptr& v, const slide& s, device where) {
  const bool is_complex = traits(a->type).kind == dtype_kind::complex;
  node_ptr sums = is_complex ? sums_by_transforms<std::complex<double>>(a, v, s)
                             : sums_by_transforms<double>(a, v, s);
  if (traits(a->type).kind <= dtype_kind::integer)
    sums = rint(expression<double>(std::move(sums))).node();
  return node_ptr(execute::evaluate(graph::make_cast(sums, a->type), where).get());
}

double largest(const node_ptr& x) {
  return gpu::max(absolute(any_expression(x))).template astype<double>().item();
}

/// Whether no sum, nor product of transforms, can be infinite or nan: it would spread over all
/// sums.
bool are_finite(const node_ptr& a, const node_ptr& v, const slide& s) {
  const double terms = static_cast<double>(s.count) * static_cast<double>(s.length);
  return std::isfinite(largest(a) * largest(v) * terms);
}

node_ptr faster_sums(const node_ptr& a, const node_ptr& v, const slide& s, device where) {
  if (!are_transforms_faster(s, a->type, where.is_gpu())) return direct_sums(a, v, s, where);
  const node_ptr longer(execute::evaluate(a, where).get());
  const node_ptr shorter(execute::evaluate(v, where).get());
  if (!are_finite(longer, shorter, s)) return direct_sums(longer, shorter, s, where);
  try {
    return transformed_sums(longer, shorter, s, where);
  } catch (const library_not_found&) {
    return direct_sums(longer, shorter, s, where);
  }
}

gpu::detail::sliding_sums sums_by(convolution_method method) {
  switch (method.get()) {
    case convolution_method::kind::direct:
      return gpu::detail::direct_sums;
    case convolution_method::kind::fft:
      return transformed_sums;
    default:
      return faster_sums;
  }
}

}  // namespace

node_ptr convolution_node(const node_ptr& a, const node_ptr& v, convolution_mode mode,
                          convolution_method method) {
  return gpu::detail::convolved(a, v, mode, sums_by(method));
}

node_ptr correlation_node(const node_ptr& a, const node_ptr& v, convolution_mode mode,
                          convolution_method method) {
  return gpu::detail::correlated(a, v, mode, sums_by(method));
}

}  // namespace fft::detail
}  // namespace gpu
