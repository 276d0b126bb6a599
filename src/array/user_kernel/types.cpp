// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/types.hpp"

#include <array>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::user_kernels {
namespace {

/// What each one-letter placeholder stands for.
class bindings {
 public:
  void bind(const kernel_parameter& parameter, dtype got) {
    const dtype wanted = parameter.fixed ? *parameter.fixed : slot(parameter).value_or(got);
    if (parameter.is_placeholder() && !slot(parameter)) slot(parameter) = got;
    if (got == wanted) return;
    throw dtype_error(text_of("Type is mismatched. ", parameter.name, " ", got, " ", wanted,
                              parameter.is_placeholder() ? " " : "",
                              parameter.is_placeholder() ? parameter.type : ""));
  }

  /// A scalar binds what no array has bound; several scalars as they promote.
  void bind_weak(const kernel_parameter& parameter, dtype got) {
    if (!parameter.is_placeholder() || slot(parameter)) return;
    std::optional<dtype>& weak = weak_[index(parameter)];
    weak = weak ? promote_types(*weak, got) : got;
  }

  [[nodiscard]] std::optional<dtype> find(const kernel_parameter& parameter) const {
    if (parameter.fixed) return parameter.fixed;
    const std::optional<dtype>& bound = bound_[index(parameter)];
    return bound ? bound : weak_[index(parameter)];
  }

 private:
  static std::size_t index(const kernel_parameter& parameter) {
    return static_cast<unsigned char>(parameter.type[0]) & 127u;
  }
  std::optional<dtype>& slot(const kernel_parameter& parameter) { return bound_[index(parameter)]; }

  std::array<std::optional<dtype>, 128> bound_;
  std::array<std::optional<dtype>, 128> weak_;
};

}  // namespace

std::vector<dtype> resolve_types(std::string_view kernel, std::span<const kernel_parameter> in,
                                 std::span<const kernel_parameter> out,
                                 std::span<const operand_type> inputs,
                                 std::span<const dtype> outputs) {
  bindings bound;
  for (std::size_t k = 0; k < outputs.size(); ++k) bound.bind(out[k], outputs[k]);
  for (std::size_t k = 0; k < in.size(); ++k)
    if (!inputs[k].weak) bound.bind(in[k], inputs[k].type);
  for (std::size_t k = 0; k < in.size(); ++k)
    if (inputs[k].weak) bound.bind_weak(in[k], inputs[k].type);
  std::vector<dtype> types;
  for (const auto& list : {in, out})
    for (const kernel_parameter& parameter : list) {
      const std::optional<dtype> type = bound.find(parameter);
      if (!type)
        throw dtype_error(text_of("kernel '", kernel, "': no argument says what type '",
                                  parameter.type, "' of the output '", parameter.name,
                                  "' is; give the output, or name its dtype"));
      types.push_back(*type);
    }
  return types;
}

}  // namespace gpu::user_kernels
