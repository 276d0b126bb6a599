// SPDX-License-Identifier: BSD-3-Clause
#include "jit/compiler.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "jit/device_sources.hpp"
#include "jit/diagnostic.hpp"
#include "jit/nvrtc.hpp"
#include "jit/other_files.hpp"
#include "jit/toolkit_headers.hpp"

namespace gpu {
namespace {

struct target {
  int number = 0;  ///< 90 for 9.0
  bool as_ptx = false;
};

/// Machine code for the architecture itself, or for an older one of the same generation; PTX, which
/// the driver translates, for a generation that NVRTC does not know yet.
target target_of(architecture wanted) {
  const int number = wanted.major * 10 + wanted.minor;
  const std::vector<int>& known = detail::architectures_of_nvrtc();
  const auto above = std::upper_bound(known.begin(), known.end(), number);
  if (above == known.begin()) {
    const detail::nvrtc_version version = detail::version_of_nvrtc();
    throw library_not_found(
        text_of("NVRTC ", version.major, ".", version.minor, " compiles for compute capability ",
                known.empty() ? 0 : known.front() / 10, ".", known.empty() ? 0 : known.front() % 10,
                " and newer; this GPU has ", wanted.major, ".", wanted.minor,
                ": an older NVRTC is needed (pip install nvidia-cuda-nvrtc-cu12)"));
  }
  const int nearest = *(above - 1);
  return {nearest, nearest / 10 != wanted.major};
}

/// "--std=c++17" and "-std=c++17" are "std".
std::string_view key_of(std::string_view option) {
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  return option.substr(0, option.find('='));
}

std::string architecture_option(target target) {
  return text_of("--gpu-architecture=", target.as_ptx ? "compute_" : "sm_", target.number);
}

bool none_is(const std::vector<std::string>& options, std::string_view key) {
  return std::none_of(options.begin(), options.end(),
                      [&](const std::string& option) { return key_of(option) == key; });
}

/// The library's options but for those that the program sets itself, then the program's.
std::vector<std::string> options_of(const program& program, target target, bool minimal) {
  std::vector<std::string> options = {architecture_option(target)};
  std::vector<std::string> defaults = {"--std=c++20", "--fmad=false", "--ftz=false",
                                       "--prec-div=true", "--prec-sqrt=true"};
  if (minimal) defaults.emplace_back("--minimal");
  for (const std::string& option : defaults)
    if (none_is(program.options, key_of(option))) options.push_back(option);
  options.insert(options.end(), program.options.begin(), program.options.end());
  return options;
}

/// Names that are not `extern "C"` are found by their mangled form.
bool needs_mangling(const program& program) {
  const bool plain = std::all_of(program.name.begin(), program.name.end(),
                                 [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return !plain || program.source.find("extern \"C\"") == std::string::npos;
}

std::string file_name_of(const program& program) {
  std::string name = program.name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name + ".cu";
}

/// All but expressions and options.
detail::nvrtc_input input_of(const program& program, target target) {
  detail::nvrtc_input input;
  input.file_name = file_name_of(program);
  input.source = program.source;
  input.as_ptx = target.as_ptx;
  for (const device_source* header : reached_device_sources(program.source))
    input.headers.emplace_back(header->name.data(), header->text.data());
  return input;
}

[[noreturn]] void throw_failed(const program& program, target target,
                               const detail::nvrtc_input& input,
                               const detail::nvrtc_output& output) {
  const detail::nvrtc_version version = detail::version_of_nvrtc();
  throw detail::explain(
      program, {text_of("NVRTC ", version.major, ".", version.minor),
                text_of("for ", target.as_ptx ? "compute_" : "sm_", target.number), input.file_name,
                input.options, output.log});
}

}  // namespace

device_code jit::compile(const program& program, architecture architecture) {
  const target target = target_of(architecture);
  detail::nvrtc_input input = input_of(program, target);
  if (needs_mangling(program)) input.expressions = {program.name};
  input.options = options_of(program, target, true);
  detail::nvrtc_output output = detail::run_nvrtc(input);
  if (output.code == detail::nvrtc_invalid_option) {  // an NVRTC that has no --minimal
    input.options = options_of(program, target, false);
    output = detail::run_nvrtc(input);
  }
  if (output.code != 0) throw_failed(program, target, input, output);
  return {std::move(output.bytes),
          output.symbols.empty() ? program.name : std::move(output.symbols.front())};
}

module_code jit::compile_module(const program& program,
                                const std::vector<std::string>& name_expressions,
                                architecture architecture) {
  const target target = target_of(architecture);
  detail::nvrtc_input input = input_of(program, target);
  input.expressions = name_expressions;
  input.options = {architecture_option(target)};
  if (none_is(program.options, "std")) input.options.emplace_back("--std=c++20");
  input.options.insert(input.options.end(), program.options.begin(), program.options.end());
  if (detail::reads_other_files(program))
    for (const std::string& folder : detail::toolkit_include_folders())
      input.options.push_back("--include-path=" + folder);
  detail::nvrtc_output output = detail::run_nvrtc(input);
  if (output.code != 0) throw_failed(program, target, input, output);
  return {std::move(output.bytes), std::move(output.symbols)};
}

}  // namespace gpu
