// SPDX-License-Identifier: BSD-3-Clause
#include "jit/module_cache.hpp"

#include <algorithm>
#include <utility>

#include <gpu/core/text_of.hpp>
#include <gpu/cuda/device_properties.hpp>

#include "jit/code_cache.hpp"
#include "jit/nvrtc.hpp"
#include "jit/other_files.hpp"
#include "jit/single_flight.hpp"
#include "jit/toolkit_headers.hpp"

namespace gpu {
namespace {

using detail::code_key;
using module_ptr = std::shared_ptr<const loaded_module>;

detail::single_flight<module_ptr>& modules() {
  static auto& all = *new detail::single_flight<module_ptr>;
  return all;
}

code_key key_for(const program& program, const std::vector<std::string>& name_expressions,
                 architecture target) {
  std::string circumstances =
      text_of("module sm ", target.major, ".", target.minor, " ", detail::nvrtc_identity());
  for (const std::string& expression : name_expressions)
    circumstances += text_of(" ", expression.size(), ":", expression);
  if (detail::reads_other_files(program))
    circumstances += "\n" + detail::toolkit_identity(detail::toolkit_include_folders());
  return detail::key_of(program, circumstances);
}

/// The caches have one symbol for each code: here a line for each expression.
std::string joined(const std::vector<std::string>& symbols) {
  std::string lines;
  for (const std::string& symbol : symbols) lines += symbol + '\n';
  return lines;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

detail::shared_code code_of(const code_key& key, const program& program,
                            const std::vector<std::string>& name_expressions, architecture target) {
  const auto compile = [&]() -> device_code {
    module_code made = jit::compile_module(program, name_expressions, target);
    return {std::move(made.bytes), joined(made.symbols)};
  };
  const bool is_covered = !detail::reads_other_files(program) ||
                          !detail::reads_other_files(program, detail::toolkit_include_folders());
  return detail::cached_code(key, program, compile, is_covered);
}

module_ptr load_for_ever(const std::string& image, std::vector<std::string> symbols) {
  module loaded(image);
  return std::make_shared<const loaded_module>(
      loaded_module{module_ref(loaded.release()), std::move(symbols)});
}

}  // namespace

std::shared_ptr<const loaded_module> load_module(const program& program,
                                                 const std::vector<std::string>& name_expressions,
                                                 device device) {
  const device_properties& found = properties(device);
  const architecture target{found.major, found.minor};
  const code_key key = key_for(program, name_expressions, target);
  return modules().get(key, [&] {
    const detail::shared_code code = code_of(key, program, name_expressions, target);
    return load_for_ever(code->bytes, lines_of(code->symbol));
  });
}

std::shared_ptr<const loaded_module> load_module(const std::string& image) {
  return modules().get(detail::hash_of(image), [&] { return load_for_ever(image, {}); });
}

module_code load_module_code(const program& program,
                             const std::vector<std::string>& name_expressions,
                             architecture architecture) {
  const code_key key = key_for(program, name_expressions, architecture);
  const detail::shared_code code = code_of(key, program, name_expressions, architecture);
  return {code->bytes, lines_of(code->symbol)};
}

}  // namespace gpu
