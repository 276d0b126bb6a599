// SPDX-License-Identifier: BSD-3-Clause
#include "naive_reduction.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include <gpu/array/reduction/composed_reductions.hpp>

#include "elements.hpp"
#include "functor_table.hpp"
#include "reduction_table.hpp"
#include "row_accumulators.hpp"

namespace gpu::fuzz {
namespace {

/// A row of elements in the dtype in which they are reduced.
template <class T>
struct row {
  std::vector<T> elements;
  std::vector<double> radii;
  std::vector<char> counts;  ///< 0: is masked, or a nan that is skipped
};

/// A call, and what is known of it.
struct asked {
  const step& one;
  const reduction_entry& entry;
  dtype own;  ///< of the elements before they are converted
  bool on_gpu;
};

/// The dtype that elements are converted to first.
dtype converted_type(const reduction_entry& entry, const step& one, dtype own) {
  const dtype asked_for = one.call.type.value_or(own);
  switch (entry.what) {
    case formula::logaddexp:
    case formula::fold:
      return one.type;
    case formula::mean:
      return one.call.type.value_or(detail::inexact_of(own));
    case formula::var:
    case formula::std:
      return detail::inexact_of(asked_for);
    case formula::norm_l2: {
      const dtype inexact = detail::inexact_of(own);
      return size_bytes(inexact) == 2 ? dtype::float32 : inexact;
    }
    case formula::norm_sq:
      return traits(own).kind <= dtype_kind::integer ? one.type : own;
    default:
      return asked_for;
  }
}

/// `Accumulator` over the elements that count, and the initial one.
template <class Accumulator, class T>
wide_number gathered(Accumulator accumulator, const row<T>& line) {
  for (std::size_t i = 0; i < line.elements.size(); ++i)
    if (line.counts[i] != 0) accumulator.add(line.elements[i], line.radii[i]);
  return accumulator.get();
}

template <class T>
wide_number mean_of(const row<T>& line) {
  sum_accumulator<T> accumulator;
  for (std::size_t i = 0; i < line.elements.size(); ++i)
    if (line.counts[i] != 0) accumulator.add(line.elements[i], line.radii[i]);
  const double count = accumulator.count;
  wide_number result = accumulator.get();
  if constexpr (is_integer_row<T>) {  // the sum wraps around in the dtype asked for
    if (count == 0) return {0, 0, 0, false, unknown};
    const double mean = static_cast<double>(static_cast<T>(result.bits)) / count;
    return {mean, 0, 0, false, result.radius};
  }
  if (count == 0)
    return {std::numeric_limits<long double>::quiet_NaN(),
            is_complex_row<T> ? std::numeric_limits<long double>::quiet_NaN() : 0};
  result.real /= count;
  result.imag /= count;
  const double size = static_cast<double>(std::hypot(result.real, result.imag));
  result.radius /= count;
  if (std::isfinite(size) && result.radius != unknown) result.radius += row_epsilon<T> * size;
  return result;
}

/// What the mean and the deviations from it follow from.
struct row_moments {
  long double real = 0;
  long double imag = 0;
  long double squares = 0;
  double count = 0;
  double radius = 0;
  double size = 0;
  bool is_finite = true;
};
template <class T>
row_moments moments_of(const row<T>& line) {
  row_moments all;
  const auto each = [&](const auto& visit) {
    for (std::size_t i = 0; i < line.elements.size(); ++i)
      if (line.counts[i] != 0)
        visit(real_part(line.elements[i]), imag_part(line.elements[i]), line.radii[i]);
  };
  each([&](long double a, long double b, double radius) {
    all.is_finite = all.is_finite && std::isfinite(a) && std::isfinite(b);
    all.real += a;
    all.imag += b;
    all.count += 1;
    all.radius = std::max(all.radius, radius);
    all.size = std::max(all.size, static_cast<double>(std::hypot(a, b)));
  });
  all.real /= all.count;
  all.imag /= all.count;
  each([&](long double a, long double b, double) {
    all.squares += (a - all.real) * (a - all.real) + (b - all.imag) * (b - all.imag);
  });
  return all;
}

/// Squared deviations, accumulated in float64 by groups whose means and sums are known.
template <class T>
wide_number variance_of(const row<T>& line, double ddof, bool skips_nans) {
  const row_moments all = moments_of(line);
  const long double nan = std::numeric_limits<long double>::quiet_NaN();
  const double count = all.count;
  const double degrees = ddof == 0 ? count : std::max(count - ddof, 0.0);
  if ((skips_nans && count <= ddof) || count == 0) return {nan};
  if (all.radius == unknown) return {0, 0, 0, false, unknown};
  if (!all.is_finite) return {nan, 0, 0, false, all.radius > 0 ? unknown : 0};
  const double sum = static_cast<double>(all.squares);
  const double epsilon = (is_double_row<T> ? 0x1p-52 : 4e-14) * 4 * (std::log2(count) + 8);
  const double shift = all.radius + epsilon * all.size;
  wide_number result{all.squares / degrees};
  result.radius =
      (epsilon * sum + 2 * shift * std::sqrt(count * sum) + count * shift * shift) / degrees +
      count * std::numeric_limits<double>::denorm_min();
  if (count == 1 && all.radius == 0) result.radius = 0;
  if (degrees == 0)
    result = {sum > 0 ? std::numeric_limits<long double>::infinity() : nan, 0, 0, false,
              count == 1 ? 0 : unknown};
  if (all.size * all.size * count * 4 > std::numeric_limits<double>::max()) result.radius = unknown;
  return result;
}

wide_number square_root(wide_number x, double epsilon) {
  if (x.radius != unknown && std::isfinite(x.real)) {
    const double value = static_cast<double>(x.real);
    x.radius = std::sqrt(value + x.radius) - std::sqrt(std::max(value - x.radius, 0.0)) +
               epsilon * std::sqrt(value + x.radius);
  }
  x.real = std::sqrt(x.real);
  return x;
}

/// Position of the first of the largest elements, or of the smallest; of the first nan, if any.
template <class T>
wide_number position_of(const row<T>& line, bool largest, bool skips_nans) {
  const auto nan_at = [&](std::size_t i) { return !skips_nans && has_nan(line.elements[i]); };
  // What is skipped is taken as the worst there is.
  const auto value_at = [&](std::size_t i) {
    if (line.counts[i] != 0) return line.elements[i];
    const double infinity = std::numeric_limits<double>::infinity();
    if constexpr (is_integer_row<T>)
      return line.elements[i];
    else
      return T(static_cast<float>(largest ? -infinity : infinity));
  };
  std::size_t best = 0;
  bool any = false;
  for (std::size_t i = 0; i < line.elements.size(); ++i) {
    any = any || line.counts[i] != 0;
    if (i == 0 || nan_at(best)) continue;
    const T a = value_at(best);
    const T b = value_at(i);
    if (nan_at(i) || (largest ? is_below(a, b) : is_below(b, a))) best = i;
  }
  if (!any) return {0, 0, ~std::uint64_t{0}, true, 0};
  wide_number result{0, 0, best, true, 0};
  for (std::size_t i = 0; i < line.elements.size(); ++i) {
    if (line.radii[i] == unknown) result.radius = unknown;
    const double radius = line.radii[i] + line.radii[best];
    if (radius == 0 || i == best) continue;
    const double gap =
        static_cast<double>(std::fabs(real_part(value_at(i)) - real_part(value_at(best))));
    if (!(gap > radius) || is_complex_row<T>) result.radius = unknown;
  }
  return result;
}

template <class T>
wide_number spread_of(const row<T>& line) {
  const wide_number high = gathered(extremum_accumulator<T, true, false>(), line);
  const wide_number low = gathered(extremum_accumulator<T, false, false>(), line);
  wide_number result{high.real - low.real, high.imag - low.imag, high.bits - low.bits,
                     is_integer_row<T>, high.radius + low.radius};
  if (is_complex_row<T> && (std::isnan(high.real) || std::isnan(high.imag)))
    result.real = std::numeric_limits<long double>::quiet_NaN();
  else if (!is_integer_row<T> && result.radius == 0)
    result.radius = std::numeric_limits<double>::denorm_min();
  if (!is_integer_row<T> && !(std::isfinite(result.real) && std::isfinite(result.imag)))
    result.radius = high.radius + low.radius > 1e-300 || is_complex_row<T> ? unknown : 0;
  return result;
}

/// |x| in the arithmetic of the elements, and by how much it may be wrong.
template <class T>
auto magnitude(T x, double& radius) {
  if constexpr (is_integer_row<T>) {
    if constexpr (std::is_signed_v<T>)
      return x < 0 ? static_cast<T>(0 - static_cast<std::uint64_t>(x)) : x;
    else
      return x;
  } else if constexpr (is_complex_row<T>) {
    using part = typename T::value_type;
    const long double size = std::hypot(real_part(x), imag_part(x));
    if (radius != unknown) radius += 4 * unit_at(dtype_of<T>, static_cast<double>(size));
    if (size > row_largest<T> / 2) radius = unknown;
    return static_cast<part>(size);
  } else {
    return real_part(x) < 0 || std::signbit(static_cast<double>(x)) ? T(-x) : x;
  }
}

template <class T>
auto magnitudes(const row<T>& line) {
  double unused = 0;
  row<decltype(magnitude(T(), unused))> result{{}, line.radii, line.counts};
  for (std::size_t i = 0; i < line.elements.size(); ++i)
    result.elements.push_back(magnitude(line.elements[i], result.radii[i]));
  return result;
}

/// |x|^2 in the arithmetic of the elements.
template <class T>
auto squares(const row<T>& line) {
  if constexpr (is_complex_row<T>) {
    row<typename T::value_type> result{{}, line.radii, line.counts};
    for (std::size_t i = 0; i < line.elements.size(); ++i) {
      const T z = line.elements[i];
      const long double size = real_part(z) * real_part(z) + imag_part(z) * imag_part(z);
      double& radius = result.radii[i];
      const double root = static_cast<double>(std::sqrt(size));
      if (radius != unknown)
        radius = 2 * radius * root + radius * radius +
                 4 * unit_at(dtype_of<T>, static_cast<double>(size));
      if (size > row_largest<T> / 4) radius = unknown;
      result.elements.push_back(static_cast<typename T::value_type>(size));
    }
    return result;
  } else {
    row<T> result{{}, line.radii, line.counts};
    for (std::size_t i = 0; i < line.elements.size(); ++i) {
      const T x = line.elements[i];
      double& radius = result.radii[i];
      if constexpr (is_integer_row<T>) {
        result.elements.push_back(static_cast<T>(bits_of(x) * bits_of(x)));
        if (radius > 0) radius = unknown;
      } else {
        result.elements.push_back(static_cast<T>(x * x));
        const double size = static_cast<double>(std::fabs(real_part(x)));
        if (radius > 0 && radius != unknown)
          radius = 2 * radius * size + radius * radius + 2 * unit_at(dtype_of<T>, size * size);
        if (radius > 0 && size * size > 0.9 * largest_of(dtype_of<T>)) radius = unknown;
      }
    }
    return result;
  }
}

template <class T>
wide_number gathered_sum(const row<T>& line) {
  return gathered(sum_accumulator<T>(), line);
}

template <class T>
wide_number norm_of(formula what, const row<T>& line) {
  switch (what) {
    case formula::norm_l1:
      return gathered_sum(magnitudes(line));
    case formula::norm_linf: {
      const auto sizes = magnitudes(line);
      using part = typename decltype(sizes.elements)::value_type;
      extremum_accumulator<part, true, false> accumulator;
      accumulator.add(part(), 0);
      return gathered(accumulator, sizes);
    }
    case formula::norm_sq:
      return gathered_sum(squares(line));
    default:
      return square_root(gathered_sum(squares(line)), row_epsilon<T>);
  }
}

/// What has no accumulators: needs the whole row.
template <class T>
wide_number whole_row(const asked& request, const row<T>& line) {
  const bool skips = request.entry.skips_nans;
  const bool skips_any = skips && traits(request.own).kind > dtype_kind::integer;
  switch (request.entry.what) {
    case formula::mean:
      return mean_of(line);
    case formula::var:
      return variance_of(line, request.one.call.ddof, skips_any);
    case formula::std:
      return square_root(variance_of(line, request.one.call.ddof, skips_any), 0x1p-52);
    case formula::argmax:
    case formula::argmin:
      return position_of(line, request.entry.what == formula::argmax, skips);
    case formula::ptp:
      return spread_of(line);
    default:
      return norm_of(request.entry.what, line);
  }
}

/// An op from element to element.
template <class T>
struct fold_accumulator {
  const asked* request;
  T value{};
  double count = 0;
  double most = 0;
  double product = 1;
  double radius = 0;
  bool is_known = true;

  void add(T x, double own) {
    radius = own;
    is_known = is_known && own == 0;
    const double size = static_cast<double>(std::fabs(real_part(x)) + std::fabs(imag_part(x)));
    most = std::max(most, size);
    product *= std::max(size, 1.0);
    if (count++ == 0) {
      value = x;
      return;
    }
    const op_entry& op = op_entries()[request->entry.op];
    if (std::isnan(size) && op.shows_sign_of_nan) is_known = false;
    const int loop = loop_for_types(*op.record, {{dtype_of<T>, false}, {dtype_of<T>, false}});
    const auto number = static_cast<std::size_t>(loop);
    const T before = value;
    const void* const in[] = {&before, &x};
    if (max_ulp(op, loop) == 0) return op.functors[number](in, &value);
    op.record->loops[number].on_host(in, &value, 1);
    is_known = is_known && !request->on_gpu;
  }
  [[nodiscard]] wide_number get() const {
    wide_number result{real_part(value), imag_part(value), bits_of(value), is_integer_row<T>};
    if (count == 1) result.radius = radius;
    if (!is_known && count > 1) result.radius = unknown;
    if (!request->entry.is_reorderable || count < 3) return result;
    // The order of the elements is the library's: gcd apart, only sums of small numbers are known.
    if (is_integer_row<T> && product > 1e9 && sizeof(T) == 8) result.radius = unknown;
    if (is_integer_row<T> && product > 100 && sizeof(T) < 8) result.radius = unknown;
    if (!is_integer_row<T> && result.radius == 0)
      result.radius = std::isfinite(most) && most < 1e4
                          ? 4 * count * unit_at(dtype_of<T>, most * std::sqrt(count) + 1)
                          : unknown;
    return result;
  }
};

/// Any accumulator of elements `T`. What goes along a row calls it through this, and so is compiled
/// once for each `T`, not again for each accumulator.
template <class T>
class row_accumulator {
 public:
  virtual ~row_accumulator() = default;
  virtual void add(T x, double radius) = 0;
  [[nodiscard]] virtual wide_number get() const = 0;
  /// False while there is no result yet, as there is no largest of no elements.
  [[nodiscard]] virtual bool has_result() const = 0;
};

template <class T, class Accumulator>
class held_accumulator final : public row_accumulator<T> {
 public:
  explicit held_accumulator(Accumulator empty) : held_(empty) {}
  void add(T x, double radius) override { held_.add(x, radius); }
  [[nodiscard]] wide_number get() const override { return held_.get(); }
  [[nodiscard]] bool has_result() const override {
    if constexpr (requires { held_.begun; })
      return held_.begun;
    else
      return true;
  }

 private:
  Accumulator held_;
};

/// The empty accumulator of a function of elements `T`.
template <class T>
std::unique_ptr<row_accumulator<T>> accumulator_of(const asked& request) {
  using any = std::unique_ptr<row_accumulator<T>>;
  const auto held = []<class Accumulator>(Accumulator empty) {
    return any(new held_accumulator<T, Accumulator>(empty));
  };
  switch (request.entry.what) {
    case formula::sum:
      return held(sum_accumulator<T>{request.entry.is_scan});
    case formula::prod:
      return held(prod_accumulator<T>{request.entry.is_scan});
    case formula::max:
      return held(extremum_accumulator<T, true, false>());
    case formula::min:
      return held(extremum_accumulator<T, false, false>());
    case formula::fmax:
      return held(extremum_accumulator<T, true, true>());
    case formula::fmin:
      return held(extremum_accumulator<T, false, true>());
    case formula::all:
      return held(truth_accumulator<T, true>());
    case formula::any:
      return held(truth_accumulator<T, false>());
    case formula::count_nonzero:
      return held(count_accumulator<T, false>());
    case formula::count_numbers:
      return held(count_accumulator<T, true>());
    case formula::bitwise_and:
      return held(bit_accumulator<T, bit_op::all>());
    case formula::bitwise_or:
      return held(bit_accumulator<T, bit_op::any>());
    case formula::bitwise_xor:
      return held(bit_accumulator<T, bit_op::odd>());
    case formula::logaddexp:
      return held(logaddexp_accumulator<T>{request.entry.is_scan});
    default:
      return held(fold_accumulator<T>{&request});
  }
}

bool has_accumulator(formula what) {
  return what <= formula::count_numbers || what == formula::fold;
}

/// The number that a reduction begins with, in the dtype of the result.
void read_initial(const step& one, std::byte* to) {
  const void* const in = one.bytes.data();
  cast_functor(*one.call.initial, one.type)(&in, to);
}

/// The elements up to each one.
template <class T, class Emit>
void scan_row(const asked& request, const row<T>& line, Emit&& emit) {
  const std::unique_ptr<row_accumulator<T>> accumulator = accumulator_of<T>(request);
  if (request.entry.includes_initial) emit(accumulator->get());
  for (std::size_t i = 0; i < line.elements.size(); ++i) {
    if (line.counts[i] != 0) accumulator->add(line.elements[i], line.radii[i]);
    emit(accumulator->get());
  }
}

/// Whether the initial number is joined to the result, which is rounded before. Of all others that
/// makes no difference.
bool joins_initial(formula what) {
  return what == formula::sum || what == formula::prod || what == formula::logaddexp;
}

/// log(exp(a) + exp(b))
long double log_of_sum(long double a, long double b) {
  const long double largest = std::isnan(a) || a > b ? a : b;
  if (!std::isfinite(largest)) return largest;
  return largest + std::log1p(std::exp(-std::fabs(a - b)));
}

/// `result` and the initial number, as the op that combines two results joins them.
wide_number with_initial(const asked& request, wide_number result) {
  const dtype type = request.one.type;
  std::byte bytes[16];
  read_initial(request.one, bytes);
  return visit_dtype(type, [&]<class Out>(std::type_identity<Out>) -> wide_number {
    Out first;
    std::memcpy(static_cast<void*>(&first), bytes, sizeof(first));
    const long double a = real_part(first);
    const long double b = imag_part(first);
    const double before = static_cast<double>(std::hypot(result.real, result.imag));
    if (request.entry.what == formula::sum) {
      result.bits += bits_of(first);
      result.real += a;
      result.imag += b;
    } else if (request.entry.what == formula::logaddexp) {
      result.real = log_of_sum(result.real, a);
      if (std::isinf(before) || std::isinf(a)) return result;  // nothing was rounded
    } else {
      result.bits *= bits_of(first);
      const long double real = result.real * a - result.imag * b;
      result.imag = is_complex_row<Out> ? result.real * b + result.imag * a : 0;
      result.real = is_complex_row<Out> ? real : result.real * a;
      if (result.radius != unknown) result.radius *= static_cast<double>(std::hypot(a, b));
    }
    const double size = static_cast<double>(std::hypot(result.real, result.imag));
    if (!is_integer_row<Out> && !(before < 0.9 * largest_of(type) && std::isfinite(size)))
      result.radius = unknown;
    if (!result.is_integer && result.radius != unknown) {
      const double first_size = static_cast<double>(std::hypot(a, b));
      const double largest =
          request.entry.what == formula::logaddexp ? std::max(before, first_size) : before;
      result.radius += 4 * unit_at(type, std::max(largest, size)) *
                       (request.entry.what == formula::prod ? 1 + first_size : 1);
    }
    return result;
  });
}

template <class T>
T cast_element(double x) {
  T result;
  const void* const in = &x;
  cast_functor(dtype::float64, dtype_of<T>)(&in, &result);
  return result;
}

template <class T>
wide_number reduce_row(const asked& request, const row<T>& line) {
  if (!has_accumulator(request.entry.what)) return whole_row(request, line);
  const bool is_joined = joins_initial(request.entry.what);
  const std::unique_ptr<row_accumulator<T>> accumulator = accumulator_of<T>(request);
  if (request.one.call.initial && !is_joined) {
    // Of logical ops the result is bool: so is the number.
    alignas(16) std::byte bytes[16];
    read_initial(request.one, bytes);
    T own;
    const void* const in = bytes;
    cast_functor(request.one.type, dtype_of<T>)(&in, &own);
    accumulator->add(own, 0);
  }
  if (!request.one.call.initial && request.entry.identity)
    accumulator->add(cast_element<T>(*request.entry.identity), 0);
  for (std::size_t i = 0; i < line.elements.size(); ++i)
    if (line.counts[i] != 0)
      accumulator->add(line.elements[i], line.radii[i]);
    else if (request.entry.identity)  // not nothing: gcd(-2, 0) is 2
      accumulator->add(cast_element<T>(*request.entry.identity), 0);
  wide_number result = accumulator->get();
  if (!accumulator->has_result()) result.radius = unknown;
  return request.one.call.initial && is_joined ? with_initial(request, result) : result;
}

/// Where the elements of a row are: positions of its first one, and steps along reduced axes.
struct row_places {
  shape kept;  ///< extents of the rows, with 1 for reduced axes
  shape gone;  ///< extents of a row, with 1 for the others
};

row_places places_of(const step& one, const shape& from) {
  row_places places{from, shape(from.size(), 1)};
  std::vector<bool> reduced(from.size(), one.call.over_all);
  for (const std::ptrdiff_t axis : one.axes)
    reduced[static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::ptrdiff_t>(from.size())
                                              : axis)] = true;
  for (std::size_t axis = 0; axis < from.size(); ++axis)
    if (reduced[axis]) std::swap(places.kept[axis], places.gone[axis]);
  return places;
}

std::ptrdiff_t offset_of(const shape& extents, const index_list& first, const index_list& second) {
  std::ptrdiff_t position = 0;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    position = position * extents[axis] + first[axis] + second[axis];
  return position;
}

std::size_t axis_of(const step& one, std::size_t rank) {
  const std::ptrdiff_t axis = one.axes.empty() ? 0 : one.axes[0];
  return static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::ptrdiff_t>(rank) : axis);
}

/// One difference of neighbours after the other; bools differ or do not.
bounded differences(const step& one, const bounded& from) {
  bounded result{make_value(one.type, one.extents), {}};
  const std::size_t axis = axis_of(one, one.extents.size());
  result.radius.resize(from.radius.empty() ? 0
                                           : static_cast<std::size_t>(element_count(one.extents)));
  const op_entry& op = op_entries()[op_named(one.type == dtype::bool_ ? "not_equal" : "subtract")];
  const int loop = loop_for_types(*op.record, {{one.type, false}, {one.type, false}});
  for_each_element(one.extents, [&](const index_list& index, std::ptrdiff_t position) {
    index_list next = index;
    ++next[axis];
    const index_list zero(index.size(), 0);
    const std::ptrdiff_t before = offset_of(from.value.extents, index, zero);
    const std::ptrdiff_t behind = offset_of(from.value.extents, next, zero);
    const void* const in[] = {from.value.element(behind), from.value.element(before)};
    std::byte* const to = result.value.element(position);
    op.functors[static_cast<std::size_t>(loop)](in, to);
    if (result.radius.empty()) return;
    const double radius = from.radius_at(before) + from.radius_at(behind);
    const double size = size_of(one.type, to);
    result.radius[static_cast<std::size_t>(position)] =
        radius == 0 ? 0
        : traits(one.type).kind <= dtype_kind::integer ||
                !(size + radius < largest_of(one.type) / 2)
            ? unknown
            : radius + unit_at(one.type, size + radius);
  });
  return result;
}

/// One call, row by row.
class row_by_row {
 public:
  row_by_row(const step& one, const bounded& from, const bounded* mask, bool on_gpu)
      : request_{one, reduction_entries()[one.op], from.value.type, on_gpu},
        from_(from),
        mask_(mask),
        element_(converted_type(request_.entry, one, from.value.type)),
        values_(converted(from, element_)),
        result_{make_value(one.type, one.extents), {}} {
    result_.radius.assign(static_cast<std::size_t>(element_count(one.extents)), 0);
    extents_ = from.value.extents;
    if (request_.entry.is_scan && one.call.over_all) extents_ = {element_count(extents_)};
  }

  bounded run() {
    visit_dtype(element_, [&]<class T>(std::type_identity<T>) { run_as<T>(); });
    return std::move(result_);
  }

 private:
  template <class T>
  void run_as() {
    const row_places places = places_of(request_.one, extents_);
    row<T> line;
    for_each_element(places.kept, [&](const index_list& first, std::ptrdiff_t number) {
      const bool is_known = read(places, first, line);
      if (request_.entry.is_scan)
        scan(first, line, is_known);
      else
        put(number, reduce_row(request_, line), is_known);
    });
  }

  /// Whether it is sure which elements count.
  template <class T>
  bool read(const row_places& places, const index_list& first, row<T>& line) {
    line = {};
    bool is_known = true;
    for_each_element(places.gone, [&](const index_list& second, std::ptrdiff_t) {
      const std::ptrdiff_t at = offset_of(extents_, first, second);
      T x;
      std::memcpy(static_cast<void*>(&x), values_.value.element(at), sizeof(x));
      line.elements.push_back(x);
      line.radii.push_back(values_.radius_at(at));
      const dtype own = from_.value.type;
      if (request_.entry.skips_nans && from_.radius_at(at) == unknown) is_known = false;
      bool counts = !(request_.entry.skips_nans && holds_nan(own, from_.value.element(at)));
      if (mask_ != nullptr) {
        index_list index(first);
        for (std::size_t axis = 0; axis < index.size(); ++axis) index[axis] += second[axis];
        const std::ptrdiff_t flag = broadcast_position(mask_->value.extents, index);
        counts = counts && *mask_->value.element(flag) != std::byte{0};
        is_known = is_known && mask_->radius_at(flag) == 0;
      }
      line.counts.push_back(counts);
    });
    return is_known;
  }

  template <class T>
  void scan(const index_list& first, const row<T>& line, bool is_known) {
    index_list index = first;
    const std::size_t axis = axis_of(request_.one, index.size());
    const index_list zero(index.size(), 0);
    scan_row(request_, line, [&](const wide_number& x) {
      put(offset_of(request_.one.extents, index, zero), x, is_known);
      ++index[axis];
    });
  }

  void put(std::ptrdiff_t position, wide_number x, bool is_known) {
    if (!is_known) x.radius = unknown;
    result_.radius[static_cast<std::size_t>(position)] =
        store(request_.one.type, result_.value.element(position), x);
  }

  const asked request_;
  const bounded& from_;
  const bounded* const mask_;
  const dtype element_;
  const bounded values_;
  bounded result_;
  shape extents_;
};

}  // namespace

bounded naive_reduction(const step& one, const bounded& from, const bounded* mask, bool on_gpu) {
  if (reduction_entries()[one.op].what == formula::diff) return differences(one, from);
  return row_by_row(one, from, mask, on_gpu).run();
}

}  // namespace gpu::fuzz
