// SPDX-License-Identifier: BSD-3-Clause
// The table of ops in docs/numpy.md, from what the ops declare about themselves.
//
//   op_table --check docs/numpy.md     exit status 1 if the file holds another table
//   op_table --update docs/numpy.md    writes the table into the file
#include <gpu/ops.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr std::string_view begin_mark = "<!-- ops: begin -->\n";
constexpr std::string_view end_mark = "<!-- ops: end -->\n";

/// What a NumPy type character stands for; types that stand together in most lists have one name.
std::string type_name(char type) {
  static const std::vector<std::pair<std::string_view, std::string_view>> names = {
      {"?", "bool"},    {"bhilqBHILQ", "integers"}, {"e", "float16"},   {"E", "bfloat16"},
      {"f", "float32"}, {"d", "float64"},           {"F", "complex64"}, {"D", "complex128"}};
  for (const auto& [types, name] : names)
    if (types.find(type) != std::string_view::npos) return std::string(name);
  return {type};
}

/// The inputs of "ff->f" as "float32", and of "?ff->f" as "(bool, float32, float32)".
std::string inputs(std::string_view loop) {
  std::vector<std::string> names;
  for (const char type : loop.substr(0, loop.find("->"))) names.push_back(type_name(type));
  if (std::all_of(names.begin(), names.end(), [&](auto& name) { return name == names[0]; }))
    return names[0];
  std::string text = "(";
  for (const std::string& name : names) text += (text.size() > 1 ? ", " : "") + name;
  return text + ")";
}

/// What an op takes, each once, in the order of its loops.
std::string element_types(const char* loops) {
  std::vector<std::string> seen;
  std::istringstream words(loops);
  for (std::string loop; words >> loop;)
    if (const std::string text = inputs(loop);
        std::find(seen.begin(), seen.end(), text) == seen.end())
      seen.push_back(text);
  std::string all;
  for (const std::string& text : seen) all += (all.empty() ? "" : ", ") + text;
  return all;
}

/// "`gpu::absolute`, `gpu::abs`"
std::string spellings(const gpu::op_info& info) {
  std::string text = std::string("`gpu::") + info.name + "`";
  std::istringstream words(info.aliases);
  for (std::string alias; words >> alias;) text += ", `gpu::" + alias + "`";
  return text;
}

/// "3", of complex numbers after it where that is larger: "3, complex 8".
template <class Op>
std::string errors() {
  const gpu::op_info& info = Op::info;
  std::string text = std::to_string(info.max_ulp);
  if (info.complex_ulp > info.max_ulp) text += ", complex " + std::to_string(info.complex_ulp);
  if constexpr (requires { Op::vector_ulp; })
    text += ", complex 0 or " + std::to_string(Op::vector_ulp);
  return text;
}

std::string table() {
  std::string rows = "\n| numpy | here | dtypes | max ulp |\n| --- | --- | --- | --- |\n";
  gpu::all_ops::for_each([&rows]<class Op>() {
    const gpu::op_info& info = Op::info;
    rows += std::string("| `") + info.name + "` | " + spellings(info) + " | " +
            element_types(info.loops) + " | " + errors<Op>() + " |\n";
  });
  return rows + "\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc == 3 ? argv[1] : "";
  if (mode != "--check" && mode != "--update") {
    std::fprintf(stderr, "usage: op_table --check|--update docs/numpy.md\n");
    return 2;
  }
  std::stringstream page;
  page << std::ifstream(argv[2]).rdbuf();
  const std::string before = page.str();
  const auto first = before.find(begin_mark);
  const auto last = before.find(end_mark);
  if (first == std::string::npos || last == std::string::npos) {
    std::fprintf(stderr, "%s: the marks around the table of ops are missing\n", argv[2]);
    return 2;
  }
  const std::string after =
      before.substr(0, first + begin_mark.size()) + table() + before.substr(last);
  if (mode == "--update") {
    std::ofstream(argv[2]) << after;
  } else if (before != after) {
    std::fprintf(stderr, "%s: the table of ops is not what the ops declare; run: %s --update %s\n",
                 argv[2], argv[0], argv[2]);
    return 1;
  }
  return 0;
}
