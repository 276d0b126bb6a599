// SPDX-License-Identifier: BSD-3-Clause
#include "operands.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace gpu::ulp {
namespace {

double magnitude(interval domain) {
  return std::max(std::abs(domain.low), std::abs(domain.high));
}

/// SplitMix64: most of the time of many loops goes into drawing.
class generator {
 public:
  explicit generator(std::uint64_t seed) : state_(seed) {}

  std::uint64_t operator()() {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

 private:
  std::uint64_t state_;
};

/// From 0 up to 1, of the first 53 bits.
double fraction(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// Half of them uniform, half with a uniform logarithm.
double draw_inside(generator& random, interval domain) {
  const std::uint64_t bits = random();
  const double x = domain.low + fraction(bits) * (domain.high - domain.low);
  if (bits & 1) return x;
  constexpr double log2_of_smallest = -19.931568569324174;  // 1e-6
  const double reach = x < 0 ? -domain.low : domain.high;
  const double small = reach * std::exp2(log2_of_smallest * fraction(random()));
  return std::clamp(x < 0 ? -small : small, domain.low, domain.high);
}

/// The number with these first bits. Only quiet nans: C's functions differ on signalling ones.
template <class T>
T from_bits(std::uint64_t bits) {
  T x;
  std::memcpy(static_cast<void*>(&x), &bits, sizeof(x));
  return x == x ? x : std::numeric_limits<T>::quiet_NaN();
}

template <class T>
T draw(generator& random, interval domain, bool any) {
  if constexpr (requires(T z) { z.imag(); }) {
    using part = decltype(T().real());
    const interval square{-magnitude(domain), magnitude(domain)};
    const auto real = static_cast<part>(draw_inside(random, square));
    return {real, static_cast<part>(draw_inside(random, square))};
  } else {
    return any ? from_bits<T>(random()) : T(draw_inside(random, domain));
  }
}

}  // namespace

columns strided(dtype type, std::uint64_t first, std::uint64_t stride, std::size_t count) {
  columns result{std::vector<std::byte>(count * size_bytes(type))};
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::numeric_limits<T>::is_iec559 && sizeof(T) <= 4)
      for (std::size_t i = 0; i < count; ++i) {
        const T x = from_bits<T>(first + i * stride);
        std::memcpy(result[0].data() + i * sizeof(T), &x, sizeof(T));
      }
  });
  return result;
}

columns strided(dtype type, std::uint64_t first, std::uint64_t stride,
                const std::vector<std::int64_t>& rows) {
  columns result{std::vector<std::byte>(rows.size() * size_bytes(type))};
  std::byte* to = result[0].data();
  for (const std::int64_t row : rows) {
    const columns one = strided(type, first + static_cast<std::uint64_t>(row) * stride, 1, 1);
    to = std::copy(one[0].begin(), one[0].end(), to);
  }
  return result;
}

columns drawn(dtype type, std::size_t operands, interval domain, std::uint64_t seed,
              std::size_t count) {
  generator random(seed);
  columns result(operands, std::vector<std::byte>(count * size_bytes(type)));
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i < count; ++i) {
      const bool any = random() & 1;
      for (std::vector<std::byte>& column : result) {
        const T x = draw<T>(random, domain, any);
        std::memcpy(column.data() + i * sizeof(T), &x, sizeof(T));
      }
    }
  });
  return result;
}

bool inside(dtype type, const columns& operands, interval domain, std::size_t position) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    return std::all_of(operands.begin(), operands.end(), [&](const std::vector<std::byte>& column) {
      if constexpr (requires(T z) { z.imag(); }) {
        return true;  // drawn so
      } else {
        T x;
        std::memcpy(static_cast<void*>(&x), column.data() + position * sizeof(T), sizeof(T));
        const auto value = static_cast<double>(x);
        return !std::isfinite(value) || (value >= domain.low && value <= domain.high);
      }
    });
  });
}

}  // namespace gpu::ulp
