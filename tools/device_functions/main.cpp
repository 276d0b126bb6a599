// SPDX-License-Identifier: BSD-3-Clause
// Writes what src/graph/emit/ptx/device_functions.hpp describes.
//
//   write_device_functions <output.cpp> <folder>
//
// The functions of each op are kept in the folder, and compiled anew only if their text, or that of
// a header below it, has changed. Without NVRTC there are none.
#include <atomic>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/core/type_list.hpp>
#include <gpu/kernels/functors/number_division.hpp>

#include "jit/code_key.hpp"
#include "jit/device_sources.hpp"
#include "jit/nvrtc.hpp"
#include "op_list.hpp"
#include "op_text.hpp"
#include "ptx.hpp"

namespace gpu::device_functions {
namespace {

namespace fs = std::filesystem;

/// The oldest GPUs that the library supports: what is compiled for them runs on all.
constexpr const char* options[] = {"--gpu-architecture=compute_75",
                                   "--relocatable-device-code=true",
                                   "--std=c++20",
                                   "--fmad=false",
                                   "--ftz=false",
                                   "--prec-div=true",
                                   "--prec-sqrt=true"};

ptx_text compiled(const op_text& op) {
  detail::nvrtc_input input;
  input.file_name = op.op + ".cu";
  input.source = op.source;
  input.as_ptx = true;
  for (const device_source* header : reached_device_sources(op.source))
    input.headers.emplace_back(header->name.data(), header->text.data());
  input.options.assign(std::begin(options), std::end(options));
  const detail::nvrtc_output output = detail::run_nvrtc(input);
  if (output.code != 0) throw std::runtime_error(op.op + ": " + output.log);
  return ptx_text(output.bytes.c_str());
}

/// As raw strings that every compiler takes.
std::string raw_strings(std::string_view text) {
  constexpr std::size_t most = 15000;
  std::string strings;
  do {
    strings += text_of("R\"ptx(", text.substr(0, most), ")ptx\"\n");
    text.remove_prefix(std::min(most, text.size()));
  } while (!text.empty());
  return strings;
}

std::string rows_of(const op_text& op) {
  const ptx_text text = compiled(op);
  std::string rows;
  for (const std::string& name : op.names)
    rows += text_of("{\"", name, "\",\n", raw_strings(text.function(name)), "},\n");
  return rows;
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_text(const fs::path& file, const std::string& text) {
  if (read_text(file) == text) return;
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error(file.string() + " cannot be written");
}

/// From the folder if the file there begins with the key of all that the rows depend on.
std::string kept_rows_of(const op_text& op, const fs::path& folder) {
  program whole{op.op, op.source, {std::begin(options), std::end(options)}, {}};
  const std::string head =
      text_of("// ", detail::key_of(whole, detail::nvrtc_identity()).hex(), '\n');
  const fs::path file = folder / (op.op + ".rows");
  if (std::string kept = read_text(file); kept.starts_with(head)) return kept;
  std::string rows = head + rows_of(op);
  write_text(file, rows);
  return rows;
}

template <class... Op>
std::vector<op_text> all_texts(type_list<Op...>) {
  return {functions_of_casts(), functions_of_division(kernels::floor_quotient_by<int>::info),
          functions_of_division(kernels::remainder_by<int>::info), functions_of(Op::info)...};
}

/// The rows of all ops, several at a time.
std::string all_rows(const fs::path& folder) {
  const std::vector<op_text> ops = all_texts(all_ops{});
  std::vector<std::string> rows(ops.size());
  std::vector<std::exception_ptr> failures(ops.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < ops.size(); i = next++) try {
        rows[i] = kept_rows_of(ops[i], folder);
      } catch (...) {
        failures[i] = std::current_exception();
      }
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) workers.emplace_back(work);
    work();
  }
  std::string all;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (failures[i]) std::rethrow_exception(failures[i]);
    all += rows[i];
  }
  return all;
}

std::string head() {
  return compiled({"head", "extern \"C\" __device__ int f(int x) { return x; }\n", {}}).head();
}

void write(const fs::path& output, const fs::path& folder) {
  fs::create_directories(folder);
  std::string first;
  std::string rows;
  try {
    first = head();
    rows = all_rows(folder);
  } catch (const library_not_found&) {
    std::cout << "There is no NVRTC: every new kernel will be compiled before its first launch.\n";
  }
  write_text(output,
             text_of("// Written by tools/device_functions.\n"
                     "#include \"graph/emit/ptx/device_functions.hpp\"\n\n"
                     "namespace gpu::graph::detail {\n\n"
                     "const std::string_view embedded_function_head =\n",
                     raw_strings(first), ";\nconst device_function embedded_functions[] = {\n",
                     rows, "{{}, {}},\n};\n\n}  // namespace gpu::graph::detail\n"));
}

}  // namespace
}  // namespace gpu::device_functions

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::runtime_error("usage: write_device_functions <output> <folder>");
    gpu::device_functions::write(argv[1], argv[2]);
    return 0;
  } catch (const std::exception& failure) {
    std::cerr << failure.what() << '\n';
    return 1;
  }
}
