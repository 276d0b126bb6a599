// SPDX-License-Identifier: BSD-3-Clause
#include "command_line.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include <gpu/core/concat.hpp>

#include "functor_table.hpp"

namespace gpu::fuzz {

const char* const usage =
    "fuzz_elementwise [options]\n"
    "\n"
    "Draws random expressions of all ops, dtypes, shapes, strides, views, scalars and "
    "assignments.\n"
    "Computes each op by op, fused, with all roots fused together, and element by element on the\n"
    "host, and compares the bits. On a GPU each op's result is compared with the host's within "
    "the\n"
    "op's error. What differs is reduced, and printed as a program. Exit status: 0 all agree, 1 "
    "some\n"
    "differ, 2 wrong usage, 77 no such GPU.\n"
    "\n"
    "  --seed N       of everything that is drawn (1)\n"
    "  --cases N      how many to run (1000)\n"
    "  --seconds S    begin no case after that time\n"
    "  --device D     cpu (default), or the number of a GPU\n"
    "  --jobs N       processes (1); each has its own cases\n"
    "  --trees N      draw N different trees of ops; case i has tree i modulo N. Default: all "
    "differ\n"
    "                 on cpu, 1500 on a GPU, where each tree costs the compilation of its kernels\n"
    "  --layouts N    draw N different shapes and views for each tree; cases beyond trees * "
    "layouts\n"
    "                 have other values only. Default: all differ on cpu, 4 on a GPU\n"
    "  --max-ops N    in one case, at the most (12)\n"
    "  --elements N   in most arrays, at the most (3000)\n"
    "  --dtype NAME   that most arrays have\n"
    "  --op NAME      that is drawn most\n"
    "  --case N       run one case alone\n"
    "  --print        print every program\n"
    "  --list         print the names of the ops\n";

namespace {

std::uint64_t number(const std::string& text) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text.c_str(), &end, 10);
  if (text.empty() || *end != 0) throw value_error(concat("'", text, "' is no number"));
  return value;
}

dtype type_named(const std::string& name) {
  for (int i = 0; i < dtype_count; ++i)
    if (facts(static_cast<dtype>(i)).name == name) return static_cast<dtype>(i);
  throw value_error(concat("'", name, "' is no dtype"));
}

std::size_t op_named(const std::string& name) {
  for (std::size_t i = 0; i < op_entries().size(); ++i)
    if (op_entries()[i].info->name == name) return i;
  throw value_error(concat("'", name, "' is no op: see --list"));
}

void set(campaign& what, const std::string& option, const std::string& value) {
  if (option == "--seed")
    what.seed = number(value);
  else if (option == "--cases")
    what.cases = number(value);
  else if (option == "--seconds")
    what.seconds = std::atof(value.c_str());
  else if (option == "--device")
    what.where = value == "cpu" ? cpu() : gpu::gpu(static_cast<int>(number(value)));
  else if (option == "--jobs")
    what.jobs = static_cast<int>(number(value));
  else if (option == "--trees")
    what.trees = number(value);
  else if (option == "--layouts")
    what.layouts = number(value);
  else if (option == "--max-ops")
    what.draw.max_ops = static_cast<int>(number(value));
  else if (option == "--elements")
    what.draw.max_elements = static_cast<std::ptrdiff_t>(number(value));
  else if (option == "--dtype")
    what.draw.type = type_named(value);
  else if (option == "--op")
    what.draw.op = op_named(value);
  else if (option == "--case")
    what.only = number(value);
  else
    throw value_error(concat("'", option, "' is no option; see --help"));
}

}  // namespace

command_line parse(int count, char** words) {
  command_line line;
  for (int i = 1; i < count; ++i) {
    const std::string option = words[i];
    if (option == "--help")
      line.help = true;
    else if (option == "--list")
      line.list = true;
    else if (option == "--print")
      line.what.print = true;
    else if (i + 1 < count)
      set(line.what, option, words[++i]);
    else
      throw value_error(concat("'", option, "' lacks a value, or is no option; see --help"));
  }
  campaign& what = line.what;
  if (what.jobs < 1 || what.draw.max_ops < 1 || what.draw.max_elements < 1)
    throw value_error("--jobs, --max-ops and --elements are at least 1");
  if (what.where.is_gpu() && what.trees == 0) what.trees = 1500;
  if (what.where.is_gpu() && what.layouts == 0) what.layouts = 4;
  if (what.only) what.cases = 1;
  if (what.only) what.jobs = 1;
  return line;
}

int list_ops() {
  for (const op_entry& entry : op_entries()) std::printf("%s\n", entry.info->name);
  return 0;
}

}  // namespace gpu::fuzz
