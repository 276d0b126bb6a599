// SPDX-License-Identifier: BSD-3-Clause
#include "functor_table.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/elementwise/support/cast.hpp>
#include <gpu/graph/build.hpp>

#include "host_value.hpp"

namespace gpu::fuzz {

template <std::size_t Part>
void append_part(std::vector<op_entry>& entries);
extern template void append_part<0>(std::vector<op_entry>&);
extern template void append_part<1>(std::vector<op_entry>&);
extern template void append_part<2>(std::vector<op_entry>&);
extern template void append_part<3>(std::vector<op_entry>&);

namespace {

using element_bytes = std::array<std::byte, 16>;

/// Ones, but for the operand at that position: a nan, with each kind of number beside it where the
/// type is complex.
std::vector<element_bytes> samples(dtype type, bool special, bool negative) {
  std::vector<element_bytes> all;
  const auto add = [&all](const auto& value) {
    std::memcpy(all.emplace_back().data(), &value, sizeof(value));
  };
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    if (!special || std::is_integral_v<T>) return add(T(1.0f));
    if constexpr (requires(T z) { z.imag(); }) {
      using real = typename T::value_type;
      const real nan = std::numeric_limits<real>::quiet_NaN();
      const real signed_nan = negative ? -nan : nan;
      const real infinity = std::numeric_limits<real>::infinity();
      for (const real other : {real(0), real(-0.0), real(1), real(-1), infinity, -infinity, nan}) {
        add(T(signed_nan, other));
        add(T(other, signed_nan));
      }
    } else {
      const T nan = std::numeric_limits<T>::quiet_NaN();
      add(negative ? -nan : nan);
    }
  });
  return all;
}

bool shows_sign_of_nan(const op_entry& entry, std::size_t number, std::size_t position) {
  const graph::typed_loop& loop = entry.record->loops[number];
  const auto result = [&](bool negative, std::size_t which) {
    std::vector<std::vector<element_bytes>> operands;
    const void* in[max_loop_inputs] = {};
    for (std::size_t i = 0; i < loop.in.size(); ++i) {
      operands.push_back(samples(loop.in[i], i == position, negative));
      in[i] = operands[i][i == position ? which : 0].data();
    }
    element_bytes out{};
    entry.functors[number](in, out.data());
    return out;
  };
  for (std::size_t which = samples(loop.in[position], true, false).size(); which-- > 0;)
    if (distance(loop.out, result(false, which).data(), result(true, which).data()) != 0)
      return true;
  return false;
}

bool shows_sign_of_nan(const op_entry& entry) {
  for (std::size_t number = 0; number < entry.functors.size(); ++number)
    for (std::size_t i = 0; i < entry.record->loops[number].in.size(); ++i)
      if (shows_sign_of_nan(entry, number, i)) return true;
  return false;
}

}  // namespace

const std::vector<op_entry>& op_entries() {
  static const std::vector<op_entry> entries = [] {
    std::vector<op_entry> all;
    append_part<0>(all);
    append_part<1>(all);
    append_part<2>(all);
    append_part<3>(all);
    for (op_entry& entry : all) entry.shows_sign_of_nan = shows_sign_of_nan(entry);
    std::sort(all.begin(), all.end(), [](const op_entry& a, const op_entry& b) {
      return std::string_view(a.info->name) < b.info->name;
    });
    return all;
  }();
  return entries;
}

int max_ulp(const op_entry& entry, int loop) {
  const graph::typed_loop& types = entry.record->loops[static_cast<std::size_t>(loop)];
  const bool is_complex = traits(types.in.back()).kind == dtype_kind::complex ||
                          traits(types.out).kind == dtype_kind::complex;
  const int own = entry.info->max_ulp;
  return is_complex ? std::max(own, entry.info->complex_ulp) : own;
}

std::size_t op_named(std::string_view name) {
  for (std::size_t i = 0; i < op_entries().size(); ++i)
    if (op_entries()[i].info->name == name) return i;
  throw value_error(text_of("'", name, "' is no op: see --list"));
}

functor cast_functor(dtype from, dtype to) {
  return visit_dtype(from, [&]<class From>(std::type_identity<From>) {
    return visit_dtype(to, [&]<class To>(std::type_identity<To>) -> functor {
      return [](const void* const* in, void* out) {
        From value;
        std::memcpy(static_cast<void*>(&value), in[0], sizeof(value));
        const To converted = math::cast<To>(value);
        std::memcpy(out, &converted, sizeof(converted));
      };
    });
  });
}

int loop_for_types(const graph::op_record& op, std::vector<operand_type> types) {
  if (op.integers_as_float64) take_integers_as_float64(types);
  try {
    return graph::resolve_loop(op, types);
  } catch (const dtype_error&) {
    return -1;
  }
}

}  // namespace gpu::fuzz
