// SPDX-License-Identifier: BSD-3-Clause
#include "campaign.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

#include <gpu/execute/threads.hpp>

#include "calls.hpp"
#include "check.hpp"
#include "draw.hpp"
#include "functor_table.hpp"
#include "reduce.hpp"
#include "reduction_table.hpp"
#include "source_text.hpp"
#include "texts.hpp"

namespace gpu::fuzz {
namespace {

/// What one job tells the parent, which shares the memory.
struct progress {
  std::uint64_t current = 0;  ///< the case at hand
  std::uint64_t next = 0;     ///< its cases before this one are done
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  tally elements;
};

constexpr std::uint64_t max_failures = 3;     ///< after which a job gives up
constexpr int skipped = 77;                   ///< exit status if there is no such GPU
constexpr std::chrono::seconds patience{60};  ///< with one case, before its job is killed

volatile std::sig_atomic_t is_interrupted = 0;

/// SplitMix64: neighbouring numbers give unrelated ones.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

seeds seeds_of(const campaign& what, std::uint64_t number) {
  const std::uint64_t tree = what.trees == 0 ? number : number % what.trees;
  const std::uint64_t again = what.trees == 0 ? 0 : number / what.trees;
  const std::uint64_t layout = what.layouts == 0 ? again : again % what.layouts;
  const std::uint64_t seed = mixed(what.seed);
  return {mixed(seed ^ tree), mixed(seed + 1 + mixed(tree * 4096 + layout)),
          mixed(seed + 2 + number), mixed(seed + 3), number};
}

const char* name_of(subject of) {
  constexpr const char* names[] = {"elementwise", "mixed",   "reductions",  "scans",
                                   "rows",        "pairs",   "reduced_ops", "triples",
                                   "indexing",    "products"};
  return names[static_cast<int>(of)];
}

std::optional<manner> manner_of(const campaign& what, std::uint64_t number) {
  if (!what.one_way) return std::nullopt;
  return mixed(number) % 2 == 0 ? manner::fused : manner::together;
}

/// What `--op` was given.
std::string op_name(const draw_options& draw) {
  if (is_of_calls(draw.of)) return call_kinds(draw.of)[*draw.op].name;
  if (draw.of == subject::elementwise || is_composition(draw.of))
    return op_entries()[*draw.op].info->name;
  return reduction_entries()[*draw.op].call;
}

std::string repetition(const campaign& what, std::uint64_t number) {
  std::ostringstream text;
  text << what.name << " --seed " << what.seed << " --case " << number << " --max-ops "
       << what.draw.max_ops << " --elements " << what.draw.max_elements;
  if (what.draw.max_roots != 0) text << " --max-roots " << what.draw.max_roots;
  if (what.trees != 0) text << " --trees " << what.trees;
  if (what.layouts != 0) text << " --layouts " << what.layouts;
  if (what.one_way) text << " --one-way";
  if (what.texts) text << " --texts";
  if (what.draw.of > subject::mixed && !is_of_calls(what.draw.of))
    text << " --what " << name_of(what.draw.of);
  if (what.draw.type) text << " --dtype " << *what.draw.type;
  if (what.draw.op) text << " --op " << op_name(what.draw);
  if (what.where.is_gpu()) text << " --device " << what.where.index();
  return text.str();
}

void report(const campaign& what, std::uint64_t number, const std::string& wrong) {
  std::ostringstream text;
  text << "\ncase " << number << " failed: " << wrong
       << "\nagain with: " << repetition(what, number) << '\n';
  std::fputs(text.str().c_str(), stdout);
  std::fflush(stdout);
  if (is_of_calls(what.draw.of) || what.texts) return;
  const program small = reduced(case_program(what, number), what.where);
  std::fprintf(stdout, "\nreduced, %s:\n\n%s\n", check(small, what.where).c_str(),
               source_text(small, what.where).c_str());
  std::fflush(stdout);
}

/// What is wrong with case `number`; empty if nothing is.
std::string check_case(const campaign& what, std::uint64_t number, progress& state) {
  if (is_of_calls(what.draw.of))
    return check_calls(what.draw, seeds_of(what, number), what.where, what.print);
  const program work = case_program(what, number);
  if (what.print) std::fprintf(stdout, "%s\n", source_text(work, what.where).c_str());
  if (what.texts) return check_texts(work);
  return check(work, what.where, &state.elements, manner_of(what, number));
}

/// Runs the cases whose tree belongs to job `job`.
void run_job(const campaign& what, int job, progress& state) {
  const auto begin = std::chrono::steady_clock::now();
  const auto jobs = static_cast<std::uint64_t>(what.jobs);
  for (std::uint64_t number = what.first; number < what.cases; ++number) {
    state.next = number;
    const std::uint64_t tree = what.trees == 0 ? number : number % what.trees;
    if (!what.only && tree % jobs != static_cast<std::uint64_t>(job)) continue;
    const std::uint64_t own = what.only.value_or(number);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (what.seconds > 0 && passed.count() > what.seconds) return;
    state.current = own;
    const std::string wrong = check_case(what, own, state);
    std::atomic_ref(state.done).fetch_add(1);
    if (wrong.empty()) continue;
    ++state.failed;
    report(what, own, wrong);
    if (state.failed >= max_failures) return;
  }
  state.next = what.cases;
}

/// The exit status of a job's process.
int job_status(campaign what, int job, progress& state) {
  int status = 0;
  try {
    if (what.on_all_gpus) what.where = gpu::gpu(job % num_gpus());
    run_job(what, job, state);
  } catch (const std::exception& failure) {
    std::printf("\nthe fuzzer itself failed: %s\n", failure.what());
    status = 2;
  }
  std::fflush(stdout);
  return status;
}

progress* shared_states(int count) {
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(progress);
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw error("no memory to share with the jobs");
  return new (memory) progress[static_cast<std::size_t>(count)];
}

/// The process of one job.
struct job_process {
  using clock = std::chrono::steady_clock;

  pid_t id;
  progress& state;
  std::uint64_t done = 0;
  clock::time_point since = clock::now();  ///< so many cases were done then
  bool has_ended = false;
  int status = 0;

  /// Looks whether it has ended, and kills it if one case takes too long.
  void look() {
    if (has_ended || (has_ended = ::waitpid(id, &status, WNOHANG) != 0)) return;
    const std::uint64_t now_done = std::atomic_ref(state.done).load();
    if (now_done != std::exchange(done, now_done)) since = clock::now();
    if (clock::now() - since > patience) ::kill(id, SIGKILL);
  }
};

/// Runs every job in a process of its own, so that a crash or a case that never ends ends one job,
/// and its case is named. SIGINT and SIGTERM end the jobs, whose processes nobody waits for then: a
/// GPU lets go of many only after a while.
void run_processes(const campaign& what, progress* states) {
  std::vector<job_process> children;
  for (int job = 0; job < what.jobs; ++job) {
    const pid_t child = ::fork();
    if (child < 0) throw error("fork failed");
    if (child == 0) {
      if (what.jobs > 1) set_num_threads(1);
      ::_exit(job_status(what, job, states[job]));
    }
    children.push_back({child, states[job]});
  }
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { is_interrupted = 1; });
  const auto has_ended = [](const job_process& job) { return job.has_ended; };
  while (!std::all_of(children.begin(), children.end(), has_ended)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    for (job_process& child : children) child.look();
    if (!is_interrupted) continue;
    for (const job_process& child : children) ::kill(child.id, SIGKILL);
    return;
  }
  for (std::size_t job = 0; job < children.size(); ++job) {
    const int status = children[job].status;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
    ++states[job].failed;
    std::printf("\ncase %llu ended its process (%s %d)\nagain with: %s\n",
                static_cast<unsigned long long>(states[job].current),
                WIFSIGNALED(status) ? "signal" : "status",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
                repetition(what, states[job].current).c_str());
  }
}

/// Asked in a process of its own: one that has used a GPU cannot fork.
bool has_no_gpu(int index) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(index < num_gpus() ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  return status != 0;
}

}  // namespace

program case_program(const campaign& what, std::uint64_t number) {
  return draw_program(what.draw, seeds_of(what, number));
}

int run_campaign(const campaign& what) {
  if (what.where.is_gpu() && has_no_gpu(what.where.index())) return skipped;
  const auto begin = std::chrono::steady_clock::now();
  std::printf("%s --seed %llu\n", what.name.c_str(), static_cast<unsigned long long>(what.seed));
  progress* const states = shared_states(what.jobs);
  std::fflush(stdout);
  run_processes(what, states);
  progress sum;
  for (int job = 0; job < what.jobs; ++job) {
    sum.done += states[job].done;
    sum.failed += states[job].failed;
    sum.elements.compared += states[job].elements.compared;
    sum.elements.unknown += states[job].elements.unknown;
  }
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  std::printf("%llu cases %s in %.1f s, seed %llu: %llu failed\n",
              static_cast<unsigned long long>(sum.done),
              what.texts            ? "as texts"
              : what.where.is_cpu() ? "on cpu()"
                                    : "on a GPU",
              passed.count(), static_cast<unsigned long long>(what.seed),
              static_cast<unsigned long long>(sum.failed));
  const auto is_behind = [](const progress& a, const progress& b) { return a.next < b.next; };
  const std::uint64_t next = std::min_element(states, states + what.jobs, is_behind)->next;
  if (next < what.cases)
    std::printf("go on with --seed %llu --first %llu\n", static_cast<unsigned long long>(what.seed),
                static_cast<unsigned long long>(next));
  const bool is_exact = what.draw.of == subject::elementwise || what.draw.of == subject::pairs;
  if (!is_exact && !is_of_calls(what.draw.of) && !what.texts)
    std::printf("%.4g elements of results compared, %.2g with errors too large to compare\n",
                static_cast<double>(sum.elements.compared),
                static_cast<double>(sum.elements.unknown));
  return sum.failed == 0 ? 0 : 1;
}

}  // namespace gpu::fuzz
