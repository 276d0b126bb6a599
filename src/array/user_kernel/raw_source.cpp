// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/raw_source.hpp"

#include <algorithm>
#include <tuple>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::user_kernels {
namespace {

using content = std::tuple<std::string, std::string, std::vector<std::string>,
                           std::vector<std::string>, std::string>;

/// The source that was made of the same before, or this one.
raw_source_ptr interned(std::shared_ptr<raw_source> made) {
  static auto& mutex = *new gpu::detail::fork_safe<std::mutex>;
  static auto& all = *new std::map<content, raw_source_ptr>;
  content key{made->text.name, made->text.source, made->text.options, made->name_expressions,
              made->image};
  const std::lock_guard lock(mutex);
  return all.try_emplace(std::move(key), std::move(made)).first->second;
}

/// As it stands between the quotes of a string.
std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

void check_expressions(const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), std::string()) != names.end())
    throw value_error("name_expressions must not be empty");
}

std::shared_ptr<raw_source> text_source(std::string_view code, const std::string& label,
                                        const std::string& name,
                                        const std::vector<std::string>& options,
                                        const std::vector<std::string>& name_expressions) {
  check_expressions(name_expressions);
  auto made = std::make_shared<raw_source>();
  made->label = label;
  made->text.name = name;
  made->text.source = text_of("#line 1 \"", quoted(label), "\"\n", code, "\n");
  made->text.options = options;
  made->text.user_texts = {{label, std::string(code)}};
  made->name_expressions = name_expressions;
  return made;
}

}  // namespace

raw_source_ptr make_raw_source(std::string_view code, const raw_module_options& options) {
  return interned(
      text_source(code, "raw_module", "raw_module", options.options, options.name_expressions));
}

raw_source_ptr make_raw_source(std::string_view code, std::string_view kernel,
                               const std::vector<std::string>& options) {
  const std::string name(kernel);
  return interned(text_source(code, "raw_kernel " + name, name, options, {name}));
}

raw_source_ptr make_raw_file_source(std::string_view code, const std::filesystem::path& file,
                                    const raw_module_options& options) {
  std::vector<std::string> all = options.options;
  // As a compiler does that is given the file: what it includes is beside it.
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  if (code.find("include") != std::string_view::npos)
    all.push_back("--include-path=" + folder.string());
  return interned(
      text_source(code, file.string(), file.filename().string(), all, options.name_expressions));
}

raw_source_ptr make_raw_image_source(std::string image, const std::filesystem::path& file) {
  auto made = std::make_shared<raw_source>();
  made->label = file.string();
  made->image = std::move(image);
  return interned(std::move(made));
}

const loaded_module& raw_source::on(device device) const {
  if (device.is_cpu()) throw_needs_gpu(label, text_of("not ", device));
  {
    const std::lock_guard lock(mutex);
    if (const auto found = loaded.find(device.ordinal()); found != loaded.end())
      return *found->second;
  }
  const auto module =
      image.empty() ? load_module(text, name_expressions, device) : load_module(image);
  const std::lock_guard lock(mutex);
  return *loaded.try_emplace(device.ordinal(), module).first->second;
}

std::string raw_source::symbol_of(const loaded_module& loaded, const std::string& name) const {
  const auto found = std::find(name_expressions.begin(), name_expressions.end(), name);
  const auto number = static_cast<std::size_t>(found - name_expressions.begin());
  return number < loaded.symbols.size() ? loaded.symbols[number] : name;
}

void raw_source::add_globals(const execute::operation& work) const {
  const std::lock_guard lock(mutex);
  for (const auto& [place, global] : globals)
    if (place.first == work.stream().device().ordinal()) work.add_output(*global.leaf()->block);
}

void throw_needs_gpu(const std::string& label, const std::string& why) {
  throw value_error(text_of(label, " needs a GPU, ", why,
                            ": raw kernels are CUDA C++; elementwise_kernel and reduction_kernel "
                            "run on cpu(), too"));
}

}  // namespace gpu::user_kernels
