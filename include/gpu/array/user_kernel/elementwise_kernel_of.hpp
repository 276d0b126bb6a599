// SPDX-License-Identifier: BSD-3-Clause
// `gpu::elementwise_kernel_of`: a kernel whose texts the compiler checks.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/array/user_kernel/kernel_text.hpp>
#include <gpu/core/promotion.hpp>

namespace gpu {

namespace user_kernels {

/// What the compiler knows of an argument.
struct argument_traits {
  std::optional<dtype> type;  ///< empty if only known at run time
  bool weak = false;          ///< a C++ number
};

template <class A>
consteval argument_traits argument_traits_of() {
  using plain = std::remove_cvref_t<A>;
  if constexpr (scalar_like<plain>)
    return {operand_type_of<plain>().type, true};
  else if constexpr (typed_array<plain>)
    return {dtype_of<typename plain::value_type>, false};
  else
    return {};
}

/// The types of a kernel's parameters in a call, by the rules of resolve_types.
template <std::size_t InCount, std::size_t OutCount, std::size_t Count>
struct call_types {
  std::array<parameter_entry, InCount> in;
  std::array<parameter_entry, OutCount> out;
  std::array<argument_traits, Count> arguments;

  [[nodiscard]] consteval const parameter_entry& parameter(std::size_t k) const {
    return k < InCount ? in[k] : out[k - InCount];
  }
  [[nodiscard]] consteval bool is_known() const {
    for (const argument_traits& argument : arguments)
      if (!argument.type) return false;
    return true;
  }
  /// Whether no array has another type than its parameter, as far as is known.
  [[nodiscard]] consteval bool fit() const {
    for (std::size_t k = 0; k < Count; ++k) {
      if (!arguments[k].type || arguments[k].weak) continue;
      if (type_of(parameter(k)).value_or(*arguments[k].type) != *arguments[k].type) return false;
    }
    return true;
  }
  /// What arrays, or else numbers, say of a parameter.
  [[nodiscard]] consteval std::optional<dtype> type_of(const parameter_entry& wanted) const {
    if (wanted.fixed) return wanted.fixed;
    std::optional<dtype> weak;
    for (std::size_t k = 0; k < Count; ++k) {
      if (parameter(k).fixed || parameter(k).type != wanted.type || !arguments[k].type) continue;
      if (!arguments[k].weak) return arguments[k].type;
      weak = weak ? promote_types(*weak, *arguments[k].type) : *arguments[k].type;
    }
    return weak;
  }
};

/// The kernel of four texts; has no state of its own.
template <fixed_text In, fixed_text Out, fixed_text Operation, fixed_text Name>
class checked_kernel {
  static constexpr auto& in = parameters_of<In>;
  static constexpr auto& out = parameters_of<Out>;

  static consteval bool has(parameter_mistake mistake) {
    return has_mistake(in, mistake) || has_mistake(out, mistake);
  }
  static_assert(!has(parameter_mistake::syntax),
                "a parameter of a kernel is '[raw] TYPE NAME', and commas stand between them");
  static_assert(!has(parameter_mistake::keyword),
                "before its type a parameter of a kernel has no words but 'raw' and '_non_const'");
  static_assert(!has(parameter_mistake::type),
                "the type of a kernel's parameter is the name of a dtype, as 'float32', or one "
                "letter");
  static_assert(!has_reserved_name(in) && !has_reserved_name(out),
                "a parameter of a kernel cannot be called 'i' or '_ind', which are positions in "
                "its text, nor by a word that C++ keeps for itself");
  static_assert(!has_duplicate(in, out), "two parameters of a kernel have the same name");
  static_assert(out.size() > 0, "a kernel has at least one output");
  static_assert(!has_unknown_placeholder(in, out),
                "the type of a kernel's output is a letter that is the type of no input");
  static_assert(mentions_all(Operation.view(), out),
                "the text of a kernel does not mention one of its outputs");
  static_assert(is_identifier(Name.view()), "the name of a kernel is an identifier");

  /// Else the assertions above have said enough.
  static constexpr bool has_typed_outputs =
      out.size() > 0 && !has_unknown_placeholder(in, out) && !has(parameter_mistake::type);

  /// The parameters that a call gives: those of the inputs, or all.
  template <class... Args>
  static constexpr std::size_t operand_count = sizeof...(Args) - ends_in_options<Args...>;

  template <class... Args, std::size_t... I>
  static consteval auto types_of(std::index_sequence<I...>) {
    return call_types<in.size(), out.size(), sizeof...(I)>{
        in, out, {argument_traits_of<std::tuple_element_t<I, std::tuple<Args...>>>()...}};
  }

  template <auto Types, std::size_t... K>
  static auto typed(const kernel_results& results, std::index_sequence<K...>) {
    return results.template as<element_t<Types[K]>...>();
  }

 public:
  /// As `elementwise_kernel`, which see. Where the dtypes of all arrays are known to the compiler,
  /// the result is an `expression` of its dtype, and several results a tuple of them.
  template <kernel_argument... Args>
  auto operator()(Args&&... args) const {
    constexpr std::size_t count = operand_count<Args...>;
    static_assert(count == in.size() || count == in.size() + out.size(),
                  "the number of arguments is not that of the kernel's inputs, with or without "
                  "its outputs");
    if constexpr (count == in.size() || count == in.size() + out.size()) {
      constexpr auto types = types_of<Args...>(std::make_index_sequence<count>());
      static_assert(types.fit(),
                    "an array has another element type than its parameter, or than another array "
                    "whose parameter has the same letter: convert it with astype");
      if constexpr (types.is_known() && has_typed_outputs) {
        constexpr auto results = [&]<std::size_t... K>(std::index_sequence<K...>) {
          return std::array{*types.type_of(out[K])...};
        }
        (std::make_index_sequence<out.size()>());
        return typed<results>(kernel()(std::forward<Args>(args)...),
                              std::make_index_sequence<out.size()>());
      } else {
        return kernel()(std::forward<Args>(args)...);
      }
    }
  }

  /// The kernel with options for one call.
  [[nodiscard]] auto with(launch_options options) const {
    return [options]<kernel_argument... Args>(Args && ... args) {
      return checked_kernel()(std::forward<Args>(args)..., options);
    };
  }

  [[nodiscard]] static constexpr std::string_view name() noexcept { return Name.view(); }

  /// The kernel that calls are handed to; made at first use.
  [[nodiscard]] static const elementwise_kernel<>& kernel() {
    static const auto& made =
        *new elementwise_kernel<>(In.view(), Out.view(), Operation.view(), Name.view());
    return made;
  }
};

}  // namespace user_kernels

/// An elementwise kernel of string literals, which the compiler checks: a mistake in a list, a name
/// or a type is an error where the kernel is named.
///
///     gpu::ndarray<float> z =
///         gpu::elementwise_kernel_of<"T x, T y", "T z", "z = (x - y) * (x - y)">(a, b);
///
/// An output's type must be a dtype, or the letter of an input. The text itself is compiled as that
/// of `elementwise_kernel` is.
template <user_kernels::fixed_text In, user_kernels::fixed_text Out,
          user_kernels::fixed_text Operation, user_kernels::fixed_text Name = "kernel">
inline constexpr user_kernels::checked_kernel<In, Out, Operation, Name> elementwise_kernel_of{};

}  // namespace gpu
