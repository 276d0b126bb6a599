// SPDX-License-Identifier: BSD-3-Clause
#include "survey.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/execute/threads.hpp>

#include "fuzz/host_value.hpp"
#include "loop_case.hpp"
#include "operands.hpp"
#include "right_values.hpp"
#include "screen.hpp"

namespace gpu::ulp {
namespace {

constexpr std::size_t block_size = 1 << 18;
constexpr std::size_t screened_block_size = 1 << 22;

/// A stream of the calling thread's own for each GPU, so that threads do not wait for each other.
class own_streams {
 public:
  explicit own_streams(const survey_options& options) {
    std::vector<device> devices = options.devices;
    if (options.screen) devices.push_back(*options.screen);
    for (std::size_t i = 0; i < devices.size(); ++i)
      if (devices[i].is_gpu() && std::find(devices.begin(), devices.begin() + std::ptrdiff_t(i),
                                           devices[i]) == devices.begin() + std::ptrdiff_t(i))
        guards_.emplace_back(streams_.emplace_back(devices[i]));
  }

 private:
  std::deque<stream> streams_;
  std::deque<stream_guard> guards_;
};

/// The library's loops on `cpu()` in one thread each until the end of the scope.
class single_threaded {
 public:
  single_threaded() : previous_(num_threads()) { set_num_threads(1); }
  ~single_threaded() { set_num_threads(previous_); }
  single_threaded(const single_threaded&) = delete;
  single_threaded& operator=(const single_threaded&) = delete;

 private:
  int previous_;
};

/// Calls `f(0)`, `f(1)`, ... `f(count - 1)`, each in one of several threads.
/// @throws what a call throws first; no call begins after that
template <class F>
void in_threads(const survey_options& options, std::uint64_t count, const F& f) {
  std::atomic<std::uint64_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      const own_streams streams(options);
      for (std::uint64_t i; (i = next.fetch_add(1)) < count;) f(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(options.threads, count); ++i)
    threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

std::string text_of_row(const loop_case& what, const columns& in,
                        const std::vector<std::byte>& results, std::size_t row) {
  std::string text;
  for (const std::vector<std::byte>& column : in)
    text += text_of(text.empty() ? "" : ", ",
                    fuzz::element_text(what.type, column.data() + row * size_bytes(what.type)));
  return text_of(text, " gives ",
                 fuzz::element_text(what.out, results.data() + row * size_bytes(what.out)));
}

/// Operands on a device.
std::vector<any_expression> uploaded(const loop_case& what, const columns& in, std::size_t count,
                                     device where) {
  const shape extents{static_cast<std::ptrdiff_t>(count)};
  std::vector<any_expression> operands;
  for (const std::vector<std::byte>& column : in)
    operands.emplace_back(
        graph::node_ptr(detail::leaf_from_host(column.data(), what.type, extents, where).get()));
  return operands;
}

/// The results of the op for one block of operands, on the host.
std::vector<std::byte> results_of(const loop_case& what,
                                  const std::vector<any_expression>& operands, std::size_t count) {
  const any_expression result = what.call(operands);
  std::vector<std::byte> bytes(count * size_bytes(what.out));
  detail::read_elements(result.node(), bytes.data());
  return bytes;
}

/// The operands of one loop, in blocks that threads take one after the other.
class loop_survey {
 public:
  loop_survey(const loop_case& what, const survey_options& options, std::uint64_t seed)
      : what_(what), options_(options), seed_(seed) {
    const std::size_t bits = 8 * size_bytes(what.type);
    is_whole_ = what.arity() == 1 && bits <= 32 && traits(what.type).kind == dtype_kind::floating;
    is_screened_ = options.screen && can_screen(what);
    stride_ = bits == 32 ? options.stride : 1;
    first_ = seed % stride_;
    count_ =
        is_whole_ ? ((std::uint64_t{1} << bits) - first_ + stride_ - 1) / stride_ : options.draws;
    for (const device where : options.devices)
      reports_.push_back({what.name(), where, what.stated, 0.5, {}, 0.5, {}});
  }

  std::vector<loop_report> run() {
    const std::size_t size = is_screened_ ? screened_block_size : block_size;
    in_threads(options_, (count_ + size - 1) / size, [&](std::uint64_t number) {
      const std::uint64_t begin = number * size;
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(size, count_ - begin));
      if (is_screened_)
        screen_block(begin, count);
      else
        compare_block(begin, count);
    });
    return reports_;
  }

 private:
  [[nodiscard]] std::uint64_t first_of(std::uint64_t begin) const {
    return first_ + begin * stride_;
  }

  /// Numbers of 32 bits are made on a GPU itself; all else is copied there.
  [[nodiscard]] std::vector<any_expression> operands_on(device where, std::uint64_t begin,
                                                        const columns& in,
                                                        std::size_t count) const {
    if (is_whole_ && what_.type == dtype::float32 && where.is_gpu())
      return {any_expression(strided_on(where, first_of(begin), stride_, count).node())};
    return uploaded(what_, in, count, where);
  }

  void compare_block(std::uint64_t begin, std::size_t count) {
    const columns in = is_whole_ ? strided(what_.type, first_of(begin), stride_, count)
                                 : drawn(what_.type, what_.arity(), what_.entry.info->domain,
                                         seed_ + begin, count);
    const right_values exact = right_values_of(what_, in, count);
    for (std::size_t i = 0; i < reports_.size(); ++i) {
      const device where = reports_[i].computed_on;
      const std::vector<std::byte> results =
          results_of(what_, operands_on(where, begin, in, count), count);
      add(reports_[i], in, results, largest_errors(what_, in, exact, results, count));
    }
  }

  /// The last block is filled up with the operands that follow, from 0 on after the last of all.
  void screen_block(std::uint64_t begin, std::size_t count) {
    const device where = *options_.screen;
    count = (count + segment_size - 1) / segment_size * segment_size;
    const ndarray<float> operands = strided_on(where, first_of(begin), stride_, count);
    const screen exact(what_, operands);
    for (loop_report& report : reports_) {
      const ndarray<float> results = screened_results(report.computed_on, begin, operands);
      for (const bool outside : {false, true})
        if (!outside || what_.only_in_domain()) check(report, begin, exact.find(results, outside));
    }
  }

  /// The results that a device computes, on the one that screens.
  [[nodiscard]] ndarray<float> screened_results(device where, std::uint64_t begin,
                                                const ndarray<float>& operands) const {
    const auto count = static_cast<std::size_t>(element_count(operands.shape()));
    if (where == operands.device())
      return what_.call(std::vector{any_expression(operands.node())}).as<float>();
    const columns in =
        where.is_gpu() ? columns() : strided(what_.type, first_of(begin), stride_, count);
    const any_expression result = what_.call(operands_on(where, begin, in, count));
    return ndarray<float>(detail::moved_to(result.node(), operands.device(), false));
  }

  void check(loop_report& report, std::uint64_t begin, const suspects& found) {
    const columns in = strided(what_.type, first_of(begin), stride_, found.rows);
    const std::size_t count = found.rows.size();
    const right_values exact = right_values_of(what_, in, count);
    add(report, in, found.results, largest_errors(what_, in, exact, found.results, count));
  }

  void add(loop_report& report, const columns& in, const std::vector<std::byte>& results,
           const block_errors& errors) {
    const std::lock_guard lock(mutex_);
    if (errors.worst > report.worst) {
      report.worst = errors.worst;
      report.where = text_of_row(what_, in, results, errors.row);
    }
    if (errors.outside > report.outside) {
      report.outside = errors.outside;
      report.where_outside = text_of_row(what_, in, results, errors.row_outside);
    }
  }

  const loop_case& what_;
  const survey_options& options_;
  std::uint64_t seed_;
  bool is_whole_ = false;
  bool is_screened_ = false;
  std::uint64_t stride_ = 1;
  std::uint64_t first_ = 0;
  std::uint64_t count_ = 0;
  std::mutex mutex_;
  std::vector<loop_report> reports_;
};

bool is_inexact(dtype type) {
  const dtype_kind kind = traits(type).kind;
  return kind == dtype_kind::floating || kind == dtype_kind::complex;
}

void add_cases(std::vector<loop_case>& cases, const fuzz::op_entry& entry,
               const survey_options& options) {
  for (std::size_t loop = 0; loop < entry.record->loops.size(); ++loop) {
    const graph::typed_loop& types = entry.record->loops[loop];
    const dtype type = types.in[0];
    const bool is_alike = std::all_of(types.in.begin(), types.in.end(),
                                      [type](dtype other) { return other == type; });
    if (!is_alike || !is_inexact(type) || (options.type && *options.type != type)) continue;
    const int stated = fuzz::max_ulp(entry, static_cast<int>(loop));
    const reference* const exact = reference_of(entry.info->name);
    if (stated != 0 && exact == nullptr)
      throw value_error(text_of(entry.info->name, " has no reference in tools/ulp/reference.cpp"));
    const int position = static_cast<int>(loop) / entry.record->loop_count();
    cases.push_back({entry, loop, position, type, types.out, stated, exact});
  }
}

/// Compilers take longer than GPUs: the kernels of all loops are compiled before, at the same time.
void compile_kernels(const std::vector<loop_case>& cases, const survey_options& options) {
  for (const device where : options.devices) {
    if (where.is_cpu()) continue;
    in_threads(options, cases.size(), [&](std::uint64_t number) {
      const loop_case& what = cases[static_cast<std::size_t>(number)];
      const columns in(what.arity(), std::vector<std::byte>(size_bytes(what.type) * 1024));
      static_cast<void>(results_of(what, uploaded(what, in, 1024, where), 1024));
    });
  }
}

}  // namespace

void survey(const survey_options& options, const std::function<void(const loop_report&)>& tell) {
  std::vector<loop_case> cases;
  if (!options.op.empty())
    add_cases(cases, fuzz::op_entries()[fuzz::op_named(options.op)], options);
  else
    for (const fuzz::op_entry& entry : fuzz::op_entries()) add_cases(cases, entry, options);
  const single_threaded scope;
  compile_kernels(cases, options);
  std::mt19937_64 seeds(options.seed);
  for (const loop_case& what : cases)
    for (const loop_report& report : loop_survey(what, options, seeds()).run()) tell(report);
}

}  // namespace gpu::ulp
