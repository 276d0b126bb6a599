// SPDX-License-Identifier: BSD-3-Clause
// The errors of all ops beside what they state: see `usage`.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>
#include <thread>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "fuzz/words.hpp"
#include "ulp/survey.hpp"

namespace gpu::ulp {
namespace {

constexpr const char* usage =
    "check_ulp [options]\n"
    "\n"
    "Computes every op on all numbers of 16 and 32 bits, if it has one operand, and else on drawn\n"
    "ones, and compares with the values of the C library in a wider type; exact ops with their "
    "own\n"
    "functor on the host, bit by bit. Prints the largest error of each loop, in units of the last\n"
    "place; what is stated counts from the rightly rounded result, which is half a unit more. "
    "Exit\n"
    "status: 0 all are as stated, 1 some are not, 2 wrong usage, 77 no such GPU.\n"
    "\n"
    "  --device D    cpu (default), or the number of a GPU\n"
    "  --draws N     drawn operands of a loop (10000000)\n"
    "  --stride N    take every N-th number of 32 bits, from a drawn one on (1)\n"
    "  --threads N   that compute the right values (one for each core)\n"
    "  --op NAME     this op alone\n"
    "  --dtype NAME  operands of this dtype alone\n"
    "  --seed N      of what is drawn; another one for each run if it is not given\n"
    "  --quiet       print those alone that err by more than stated\n";

constexpr int skipped = 77;

using fuzz::number;
using fuzz::type_named;

struct command_line {
  survey_options survey;
  bool quiet = false;
  bool help = false;
};

void set(survey_options& what, const std::string& option, const std::string& value) {
  if (option == "--device")
    what.where = value == "cpu" ? cpu() : gpu::gpu(static_cast<int>(number(value)));
  else if (option == "--draws")
    what.draws = number(value);
  else if (option == "--stride")
    what.stride = number(value);
  else if (option == "--threads")
    what.threads = static_cast<unsigned>(number(value));
  else if (option == "--op")
    what.op = value;
  else if (option == "--dtype")
    what.type = type_named(value);
  else if (option == "--seed")
    what.seed = number(value);
  else
    throw value_error(text_of("'", option, "' is no option; see --help"));
}

command_line parse(int count, char** words) {
  command_line line;
  line.survey.seed = std::random_device{}();
  line.survey.threads = std::thread::hardware_concurrency();
  for (int i = 1; i < count; ++i) {
    const std::string option = words[i];
    if (option == "--help")
      line.help = true;
    else if (option == "--quiet")
      line.quiet = true;
    else if (i + 1 < count)
      set(line.survey, option, words[++i]);
    else
      throw value_error(text_of("'", option, "' lacks a value, or is no option; see --help"));
  }
  if (line.survey.stride == 0 || line.survey.threads == 0)
    throw value_error("--stride and --threads are at least 1");
  return line;
}

void print(const loop_report& report) {
  std::printf("%-6s %-24s %8.3f of %d", report.holds() ? "" : "BEYOND", report.name.c_str(),
              report.worst, report.stated);
  if (!report.where.empty()) std::printf("  at %s", report.where.c_str());
  if (!report.where_outside.empty())
    std::printf("; outside the domain %.3g at %s", report.outside, report.where_outside.c_str());
  std::printf("\n");
  std::fflush(stdout);
}

int run(const command_line& line) {
  const device where = line.survey.where;
  if (where.is_gpu() && where.index() >= num_gpus()) {
    std::printf("check_ulp: this machine has no gpu(%d)\n", where.index());
    return skipped;
  }
  where.use();
  std::printf("check_ulp --seed %llu\n", static_cast<unsigned long long>(line.survey.seed));
  int beyond = 0;
  int loops = 0;
  const auto start = std::chrono::steady_clock::now();
  survey(line.survey, [&](const loop_report& report) {
    ++loops;
    beyond += !report.holds();
    if (!line.quiet || !report.holds()) print(report);
  });
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  std::printf("%d loops, %d beyond what is stated, %.0f s\n", loops, beyond, elapsed.count());
  return beyond == 0 ? 0 : 1;
}

}  // namespace
}  // namespace gpu::ulp

int main(int count, char** words) {
  try {
    const gpu::ulp::command_line line = gpu::ulp::parse(count, words);
    if (line.help) return std::fputs(gpu::ulp::usage, stdout), 0;
    return gpu::ulp::run(line);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "check_ulp: %s\n", failure.what());
    return 2;
  }
}
