// SPDX-License-Identifier: BSD-3-Clause
#include "command_line.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include <gpu/core/text_of.hpp>

#include "calls.hpp"
#include "compositions.hpp"
#include "functor_table.hpp"
#include "reduction_table.hpp"
#include "words.hpp"

namespace gpu::fuzz {

namespace {

constexpr const char* elementwise_usage =
    "Draws random expressions of all ops, dtypes, shapes, strides, views, scalars and "
    "assignments.\n"
    "Computes each op by op, fused, with all roots fused together, and element by element on the\n"
    "host, and compares the bits. On a GPU each op's result is compared with the host's within "
    "the\n"
    "op's error.";
constexpr const char* reductions_usage =
    "Draws random reductions, scans and rows with what feeds them and what follows. Computes each\n"
    "op by op, fused, with all roots fused together, and element by element in long double, and\n"
    "compares: sums of n elements within (log2 n + 8) eps sum|x|, what is exact exactly. Fused a\n"
    "second time the bits are the same.";
constexpr const char* compositions_usage =
    "Computes every op of every op, each loop with each that gives it an operand, in one kernel "
    "and\n"
    "op by op, and compares the bits; with --what reduced_ops every reduction and scan of every "
    "op;\n"
    "with --what triples an op or a reduction, drawn, of each pair.";
constexpr const char* indexing_usage =
    "Draws random calls that index, write, join, repeat, rearrange, search and sort, of any "
    "dtypes,\n"
    "shapes, strides and indices, some out of bounds, one after the other on the same arrays, and\n"
    "compares elements and errors with plain loops on the host.";
constexpr const char* products_usage =
    "Draws random products of matrices, vectors and stacks of any dtypes, shapes and strides, and\n"
    "compares them with sums of products in a wide type: integers and bools exactly, others "
    "within\n"
    "what the number of terms and the precision may cost.";
constexpr const char* decompositions_usage =
    "Draws random stacks of matrices of any dtypes, shapes and strides, solves systems with them "
    "and\n"
    "decomposes them, and compares residuals, in a wide type, with what rounding may cost.";
constexpr const char* options_usage =
    " What differs is reduced, and printed as a program; calls are listed as they are. Exit\n"
    "status: 0 all agree, 1 some differ, 2 wrong usage, 77 no such GPU.\n"
    "\n"
    "  --seed N       of everything that is drawn; a new one each time, which is printed\n"
    "  --cases N      run the cases before case N (1000; of compositions all)\n"
    "  --first N      begin with case N (0)\n"
    "  --seconds S    begin no case after that time; which case is the next is printed\n"
    "  --device D     cpu (default), the number of a GPU, or all: the jobs take the GPUs in turn\n"
    "  --jobs N       processes (1); each has its own cases\n"
    "  --trees N      draw N different trees of ops; case i has tree i modulo N. Default: all "
    "differ\n"
    "  --layouts N    draw N different shapes and views for each tree; cases beyond trees * "
    "layouts\n"
    "                 have other values only. Default: all differ\n"
    "  --max-ops N    in one case, at the most (12)\n"
    "  --max-roots N  keep N results of a case, drawn, at the most; not of compositions. Default: "
    "all\n"
    "  --elements N   in most arrays, at the most (3000)\n"
    "  --dtype NAME   that most arrays have; of compositions, that an op takes\n"
    "  --op NAME      that is drawn most; of compositions, that is in each\n"
    "  --case N       run one case alone\n"
    "  --one-way      compute each case fused or fused together, in turn, not both, and "
    "reductions\n"
    "                 not op by op: more cases where compilers take most of the time\n"
    "  --texts        emit the kernels for a GPU, which need not be there, and look at their "
    "texts\n"
    "                 alone: whether each value is known where it is used. Not of calls\n"
    "  --print        print every program\n"
    "  --list         print the names of the ops\n";
constexpr const char* what_usage =
    "  --what NAME    reductions, scans, or rows (softmax and the like) alone; mixed\n";
constexpr const char* which_usage = "  --what NAME    pairs (default), reduced_ops or triples\n";

}  // namespace

std::string usage(subject of) {
  if (of == subject::elementwise)
    return text_of("fuzz_elementwise [options]\n\n", elementwise_usage, options_usage);
  if (of == subject::indexing)
    return text_of("fuzz_indexing [options]\n\n", indexing_usage, options_usage);
  if (of == subject::products)
    return text_of("fuzz_products [options]\n\n", products_usage, options_usage);
  if (of == subject::decompositions)
    return text_of("fuzz_decompositions [options]\n\n", decompositions_usage, options_usage);
  if (is_composition(of))
    return text_of("fuzz_compositions [options]\n\n", compositions_usage, options_usage,
                   which_usage);
  return text_of("fuzz_reductions [options]\n\n", reductions_usage, options_usage, what_usage);
}

namespace {

subject subject_named(const std::string& name) {
  if (name == "reductions") return subject::reductions;
  if (name == "scans") return subject::scans;
  if (name == "rows") return subject::rows;
  if (name == "mixed") return subject::mixed;
  if (name == "pairs") return subject::pairs;
  if (name == "reduced_ops") return subject::reduced_ops;
  if (name == "triples") return subject::triples;
  throw value_error(text_of("'", name, "' is nothing that --what takes"));
}

void set_draw(draw_options& draw, const std::string& option, const std::string& value) {
  if (option == "--max-ops")
    draw.max_ops = static_cast<int>(number(value));
  else if (option == "--max-roots")
    draw.max_roots = static_cast<int>(number(value));
  else if (option == "--elements")
    draw.max_elements = static_cast<std::ptrdiff_t>(number(value));
  else if (option == "--dtype")
    draw.type = type_named(value);
  else if (option == "--op")
    draw.op = is_of_calls(draw.of) ? call_named(draw.of, value)
              : draw.of == subject::elementwise || is_composition(draw.of) ? op_named(value)
                                                                           : reduction_named(value);
  else if (option == "--what" && draw.of != subject::elementwise && !is_of_calls(draw.of))
    draw.of = subject_named(value);
  else
    throw value_error(text_of("'", option, "' is no option; see --help"));
}

void set_device(campaign& what, const std::string& value) {
  what.on_all_gpus = value == "all";
  what.where = value == "cpu"   ? cpu()
               : value == "all" ? gpu::gpu(0)
                                : gpu::gpu(static_cast<int>(number(value)));
}

void set(campaign& what, const std::string& option, const std::string& value) {
  if (option == "--seed")
    what.seed = number(value);
  else if (option == "--seconds")
    what.seconds = std::atof(value.c_str());
  else if (option == "--device")
    set_device(what, value);
  else if (option == "--jobs")
    what.jobs = static_cast<int>(number(value));
  else if (option == "--first")
    what.first = number(value);
  else if (option == "--trees")
    what.trees = number(value);
  else if (option == "--layouts")
    what.layouts = number(value);
  else if (option == "--case")
    what.only = number(value);
  else
    set_draw(what.draw, option, value);
}

int list_ops(subject of) {
  if (is_of_calls(of))
    for (const call_kind& one : call_kinds(of)) std::printf("%s\n", one.name);
  else if (of == subject::elementwise)
    for (const op_entry& entry : op_entries()) std::printf("%s\n", entry.info->name);
  else
    for (const reduction_entry& entry : reduction_entries())
      std::printf("%s\n", entry.call.c_str());
  return 0;
}

}  // namespace

command_line parse(int count, char** words, subject of) {
  command_line line;
  line.what.draw.of = of;
  for (int i = 1; i < count; ++i) {
    const std::string option = words[i];
    if (option == "--help")
      line.help = true;
    else if (option == "--list")
      line.list = true;
    else if (option == "--one-way")
      line.what.one_way = true;
    else if (option == "--texts" && !is_of_calls(of))
      line.what.texts = true;
    else if (option == "--print")
      line.what.print = true;
    else if (i + 1 < count && option == "--cases")
      line.what.cases = number(words[++i]), line.has_cases = true;
    else if (i + 1 < count)
      set(line.what, option, words[++i]);
    else
      throw value_error(text_of("'", option, "' lacks a value, or is no option; see --help"));
  }
  campaign& what = line.what;
  if (what.jobs < 1 || what.draw.max_ops < 1 || what.draw.max_elements < 1)
    throw value_error("--jobs, --max-ops and --elements are at least 1");
  if (what.draw.max_roots < 0) throw value_error("--max-roots is too large");
  if (is_composition(what.draw.of)) {
    const std::uint64_t count = composition_count(what.draw);
    if (count == 0) throw value_error("no composition has that op with that dtype");
    if (!line.has_cases) what.cases = count;
  }
  if (what.only) what.cases = 1;
  if (what.only) what.jobs = 1;
  return line;
}

int run_command(int count, char** words, const char* name, subject of) {
  try {
    command_line line = parse(count, words, of);
    if (line.list) return list_ops(of);
    if (line.help) return std::fputs(usage(of).c_str(), stdout), 0;
    line.what.name = name;
    return run_campaign(line.what);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s: %s\n", name, failure.what());
    return 2;
  }
}

}  // namespace gpu::fuzz
