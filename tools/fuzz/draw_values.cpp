// SPDX-License-Identifier: BSD-3-Clause
#include "draw_values.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <gpu/elementwise/support/cast.hpp>

namespace gpu::fuzz {
namespace {

/// How the elements of one array are drawn.
enum class manner { small, uniform, bits, special, mixed };

template <class T>
T nan() {
  return std::numeric_limits<T>::quiet_NaN();
}

/// Any value of the type. nans are quiet: what quiets a signalling one is nobody's promise, and
/// pow(1, x) tells them apart.
template <class T>
T any_bits(std::mt19937_64& random) {
  const std::uint64_t bits = random();
  T value;
  std::memcpy(static_cast<void*>(&value), &bits, sizeof(value));
  if constexpr (!std::is_integral_v<T>)
    if (value != value) return bits % 2 == 0 ? nan<T>() : T(-nan<T>());
  return value;
}

template <class T>
T special(std::mt19937_64& random) {
  using limits = std::numeric_limits<T>;
  const std::uint64_t which = random();
  if constexpr (std::is_integral_v<T>) {
    const T list[] = {
        limits::min(), limits::max(), T(limits::min() + 1), T(limits::max() - 1), T(0),
        T(1),          T(-1),         T(limits::digits),    T(limits::digits + 1)};
    return list[which % std::size(list)];
  } else {
    const T list[] = {T(0.0f),
                      -T(0.0f),
                      limits::infinity(),
                      -limits::infinity(),
                      limits::quiet_NaN(),
                      limits::max(),
                      limits::lowest(),
                      limits::min(),
                      limits::denorm_min(),
                      -limits::denorm_min(),
                      limits::epsilon(),
                      T(1.0f),
                      T(-1.0f),
                      T(0.5f),
                      T(2.0f)};
    return list[which % std::size(list)];
  }
}

template <class T>
T draw_real(manner chosen, std::mt19937_64& random) {
  const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
  switch (chosen) {
    case manner::small:
      return T(static_cast<float>(static_cast<int>(unit * 17) - (std::is_unsigned_v<T> ? 0 : 8)));
    case manner::uniform:
      if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<std::int64_t>(unit * 200 - 100));
      else
        return T(unit * 20 - 10);
    case manner::bits:
      return any_bits<T>(random);
    case manner::special:
      return special<T>(random);
    default:
      return draw_real<T>(static_cast<manner>(random() % 4), random);
  }
}

template <class T>
T draw_element(manner chosen, std::mt19937_64& random) {
  if constexpr (std::is_same_v<T, bool>) {
    return random() % 2 == 0;
  } else if constexpr (requires(T x) { x.imag(); }) {
    using part = typename T::value_type;
    const part real = draw_real<part>(chosen, random);
    return T(real, random() % 8 == 0 ? part(0) : draw_real<part>(chosen, random));
  } else {
    return draw_real<T>(chosen, random);
  }
}

manner draw_manner(std::mt19937_64& random) {
  constexpr manner list[] = {manner::small, manner::uniform, manner::uniform,
                             manner::bits,  manner::special, manner::mixed};
  return list[random() % std::size(list)];
}

}  // namespace

namespace {

/// Elements each of which is drawn in the manner that `chosen` returns.
template <class Choose>
std::vector<std::byte> draw_elements(dtype type, std::size_t count, std::mt19937_64& random,
                                     Choose&& chosen) {
  std::vector<std::byte> bytes(count * size_bytes(type));
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i < count; ++i) {
      const T value = draw_element<T>(chosen(), random);
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  return bytes;
}

}  // namespace

std::vector<std::byte> draw_values(dtype type, std::size_t count, std::mt19937_64& random) {
  const manner chosen = draw_manner(random);
  return draw_elements(type, count, random, [&] { return chosen; });
}

std::vector<std::byte> draw_edges(dtype type, std::size_t count, std::mt19937_64& random) {
  return draw_elements(type, count, random,
                       [&] { return random() % 2 == 0 ? manner::special : manner::mixed; });
}

namespace {

/// Which numbers the summands of one array are.
enum class scale { one, many, positive, near_one, few_special };

template <class T>
T draw_summand(scale chosen, std::mt19937_64& random) {
  if constexpr (std::is_same_v<T, bool> || std::is_integral_v<T>) {
    const bool special = chosen == scale::few_special && random() % 200 == 0;
    return draw_element<T>(special ? manner::special : manner::small, random);
  } else if constexpr (requires(T x) { x.imag(); }) {
    using part = typename T::value_type;
    const part real = draw_summand<part>(chosen, random);
    return T(real, draw_summand<part>(chosen, random));
  } else {
    const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
    switch (chosen) {
      case scale::many:
        return T(std::ldexp(unit * 2 - 1, static_cast<int>(random() % 13) - 6));
      case scale::positive:
        return T(unit * 4);
      case scale::near_one:
        return T(0.75 + unit * 0.5);
      case scale::few_special:
        if (random() % 200 == 0) return special<T>(random);
        [[fallthrough]];
      default:
        return T(unit * 20 - 10);
    }
  }
}

}  // namespace

std::vector<std::byte> draw_summands(dtype type, std::size_t count, std::mt19937_64& random) {
  if (random() % 8 == 0) return draw_values(type, count, random);
  constexpr scale list[] = {scale::one,      scale::one,      scale::many,       scale::many,
                            scale::positive, scale::near_one, scale::few_special};
  const scale chosen = list[random() % std::size(list)];
  std::vector<std::byte> bytes(count * size_bytes(type));
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i < count; ++i) {
      const T value = draw_summand<T>(chosen, random);
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  return bytes;
}

std::vector<std::byte> draw_scalar(dtype type, dtype bound, std::mt19937_64& random) {
  if (type != dtype::int64 || !is_integer(bound)) return draw_values(type, 1, random);
  // Of the bound's own type, so that it fits; uint64 beyond int64 is no weak scalar here.
  return visit_dtype(bound, [&]<class T>(std::type_identity<T>) {
    std::int64_t value = 0;
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      const T drawn = draw_element<T>(draw_manner(random), random);
      value = static_cast<std::int64_t>(std::is_signed_v<T> ? drawn : T(drawn & INT64_MAX));
    }
    std::vector<std::byte> bytes(sizeof(value));
    std::memcpy(bytes.data(), &value, sizeof(value));
    return bytes;
  });
}

}  // namespace gpu::fuzz
