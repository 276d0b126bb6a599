// SPDX-License-Identifier: BSD-3-Clause
// The errors of all ops beside what they state: see `usage`.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

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
    "  --device D    cpu (default), the number of a GPU, several of these with commas between "
    "them,\n"
    "                or all: cpu and the first GPU, if there is one. All compute the same "
    "operands\n"
    "  --screen D    cpu or the number of a GPU that takes a first look at the float32 loops of "
    "one\n"
    "                operand that are not exact: it computes the op's float64 loop, and of each "
    "4096\n"
    "                operands the one that errs most, by that, is compared with the C library. "
    "What\n"
    "                float32 and float64 loop do equally wrong stays unseen; float64 loops are\n"
    "                compared on drawn operands. none: all operands are compared. Default: the "
    "first\n"
    "                GPU of --device, else none\n"
    "  --draws N     drawn operands of a loop (10000000)\n"
    "  --stride N    take every N-th number of 32 bits, from a drawn one on (1)\n"
    "  --threads N   that compute the right values, and what cpu computes (one for each core)\n"
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

device device_named(const std::string& name) {
  return name == "cpu" ? cpu() : gpu::gpu(static_cast<int>(number(name)));
}

std::vector<device> devices_named(const std::string& names) {
  std::vector<device> devices;
  if (names == "all") {
    devices.push_back(cpu());
    if (num_gpus() > 0) devices.push_back(gpu::gpu(0));
    return devices;
  }
  std::istringstream list(names + ',');
  for (std::string name; std::getline(list, name, ',');) devices.push_back(device_named(name));
  return devices;
}

std::optional<device> first_gpu(const std::vector<device>& devices) {
  const auto found =
      std::find_if(devices.begin(), devices.end(), [](device where) { return where.is_gpu(); });
  return found == devices.end() ? std::nullopt : std::optional(*found);
}

void set(survey_options& what, const std::string& option, const std::string& value) {
  if (option == "--device")
    what.devices = devices_named(value);
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
  std::optional<std::string> screen;
  for (int i = 1; i < count; ++i) {
    const std::string option = words[i];
    if (option == "--help")
      line.help = true;
    else if (option == "--quiet")
      line.quiet = true;
    else if (option == "--screen" && i + 1 < count)
      screen = words[++i];
    else if (i + 1 < count)
      set(line.survey, option, words[++i]);
    else
      throw value_error(text_of("'", option, "' lacks a value, or is no option; see --help"));
  }
  if (!screen)
    line.survey.screen = first_gpu(line.survey.devices);
  else if (*screen != "none")
    line.survey.screen = device_named(*screen);
  if (line.survey.stride == 0 || line.survey.threads == 0)
    throw value_error("--stride and --threads are at least 1");
  return line;
}

void print(const loop_report& report, bool names_device) {
  const std::string name =
      names_device ? text_of(report.name, " on ", report.computed_on) : report.name;
  std::printf("%-6s %-*s %8.3f of %d", report.holds() ? "" : "BEYOND", names_device ? 34 : 24,
              name.c_str(), report.worst, report.stated);
  if (!report.where.empty()) std::printf("  at %s", report.where.c_str());
  if (!report.where_outside.empty())
    std::printf("; outside the domain %.3g at %s", report.outside, report.where_outside.c_str());
  std::printf("\n");
  std::fflush(stdout);
}

int run(const command_line& line) {
  std::vector<device> devices = line.survey.devices;
  if (line.survey.screen) devices.push_back(*line.survey.screen);
  for (const device where : devices) {
    if (where.is_cpu() || where.index() < num_gpus()) continue;
    std::printf("check_ulp: this machine has no gpu(%d)\n", where.index());
    return skipped;
  }
  std::printf("check_ulp --seed %llu\n", static_cast<unsigned long long>(line.survey.seed));
  int beyond = 0;
  int loops = 0;
  const auto start = std::chrono::steady_clock::now();
  survey(line.survey, [&](const loop_report& report) {
    ++loops;
    beyond += !report.holds();
    if (!line.quiet || !report.holds()) print(report, line.survey.devices.size() > 1);
  });
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  std::printf("%d loops, %d beyond what is stated, %.1f s\n", loops, beyond, elapsed.count());
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
