// SPDX-License-Identifier: BSD-3-Clause
#include "survey.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <mutex>
#include <random>
#include <thread>
#include <type_traits>
#include <vector>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "error.hpp"
#include "fuzz/functor_table.hpp"
#include "fuzz/host_value.hpp"
#include "operands.hpp"
#include "reference.hpp"

namespace gpu::ulp {
namespace {

constexpr std::size_t block_size = 1 << 20;

/// One result of one loop, and how its exact values are known.
struct loop_case {
  const fuzz::op_entry& entry;
  std::size_t loop;  ///< of the record, where second results follow the first ones
  int position;      ///< of the result
  dtype type;        ///< of the operands
  dtype out;
  int stated;
  const reference* exact;

  [[nodiscard]] bool only_in_domain() const { return exact && exact->only_in_domain; }
};

/// The largest errors of a block.
struct block_errors {
  double worst = 0.5;
  std::size_t row = 0;
  double outside = 0.5;
  std::size_t row_outside = 0;
};

template <class T>
T load(const std::vector<std::byte>& column, std::size_t row) {
  T x;
  std::memcpy(static_cast<void*>(&x), column.data() + row * sizeof(T), sizeof(T));
  return x;
}

template <class Wide, class T>
Wide widened(T x, const reference& exact) {
  if constexpr (requires { x.imag(); }) {
    using part = decltype(x.real());
    const part factor = exact.complex_factor == 0 ? 1 : static_cast<part>(exact.complex_factor);
    return {x.real() * factor, x.imag() * factor};
  } else {
    using computed = std::conditional_t<sizeof(T) == 2, float, T>;
    return static_cast<computed>(x) * (exact.factor == 0 ? 1 : static_cast<computed>(exact.factor));
  }
}

template <class Out, class Wide>
bool is_rounded(Out actual, Wide exact) {
  if constexpr (requires { exact.imag(); }) {
    return false;
  } else {
    const Out rounded = Out(exact);
    return std::memcmp(&actual, &rounded, sizeof(Out)) == 0;
  }
}

template <class In, class Out, class Wide>
double error_at(const loop_case& what, Wide (*function)(const Wide*), const columns& in,
                const std::vector<std::byte>& results, std::size_t row) {
  if (function == nullptr) throw value_error(text_of(what.entry.info->name, " has no reference"));
  Wide operands[2];
  for (std::size_t i = 0; i < in.size(); ++i)
    operands[i] = widened<Wide>(load<In>(in[i], row), *what.exact);
  const Wide exact = function(operands);
  const Out actual = load<Out>(results, row);
  return is_rounded(actual, exact) ? 0 : ulp_error(actual, exact);
}

double distance_at(const loop_case& what, const columns& in, const std::vector<std::byte>& results,
                   std::size_t row) {
  const void* operands[8];
  for (std::size_t i = 0; i < in.size(); ++i)
    operands[i] = in[i].data() + row * size_bytes(what.type);
  alignas(16) std::byte expected[16];
  what.entry.functors[what.loop](operands, expected);
  return fuzz::distance(what.out, results.data() + row * size_bytes(what.out), expected);
}

template <class ErrorAt>
block_errors largest(const loop_case& what, const columns& in, std::size_t count,
                     const ErrorAt& error_of_row) {
  block_errors errors;
  for (std::size_t row = 0; row < count; ++row) {
    const double ulp = error_of_row(row);
    if (!(ulp > std::min(errors.worst, errors.outside))) continue;
    if (what.only_in_domain() && !inside(what.type, in, what.entry.info->domain, row)) {
      if (ulp > errors.outside) errors.outside = ulp, errors.row_outside = row;
    } else if (ulp > errors.worst) {
      errors.worst = ulp, errors.row = row;
    }
  }
  return errors;
}

template <class In, class Out>
block_errors measure(const loop_case& what, const columns& in,
                     const std::vector<std::byte>& results, std::size_t count) {
  return largest(what, in, count, [&](std::size_t row) {
    if constexpr (requires(In z) { z.imag(); })
      return error_at<In, Out>(what, what.exact->in_complex, in, results, row);
    else if constexpr (sizeof(In) == 8)
      return error_at<In, Out>(what, what.exact->in_long_double, in, results, row);
    else
      return error_at<In, Out>(what, what.exact->in_double, in, results, row);
  });
}

block_errors measure(const loop_case& what, const columns& in,
                     const std::vector<std::byte>& results, std::size_t count) {
  if (what.stated == 0)
    return largest(what, in, count,
                   [&](std::size_t row) { return distance_at(what, in, results, row); });
  return visit_dtype(what.type, [&]<class In>(std::type_identity<In>) -> block_errors {
    if constexpr (std::is_integral_v<In>) {
      throw value_error("an op on integers is not exact");
    } else if constexpr (requires(In z) { z.imag(); }) {
      if (facts(what.out).kind != dtype_kind::complex)
        return measure<In, decltype(In().real())>(what, in, results, count);
      return measure<In, In>(what, in, results, count);
    } else {
      return measure<In, In>(what, in, results, count);
    }
  });
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

/// The result of the op for one block of operands, computed on the device.
std::vector<std::byte> results_of(const loop_case& what, const columns& in, std::size_t count,
                                  device where) {
  const shape extents{static_cast<std::ptrdiff_t>(count)};
  std::vector<any_expression> operands;
  for (const std::vector<std::byte>& column : in)
    operands.emplace_back(
        graph::node_ptr(detail::leaf_from_host(column.data(), what.type, extents, where).get()));
  const auto position = static_cast<std::size_t>(what.position);
  const any_expression result = what.entry.call(operands)[position];
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
    is_whole_ = arity() == 1 && bits <= 32 && facts(what.type).kind == dtype_kind::floating;
    stride_ = bits == 32 ? options.stride : 1;
    first_ = seed % stride_;
    count_ =
        is_whole_ ? ((std::uint64_t{1} << bits) - first_ + stride_ - 1) / stride_ : options.draws;
    report_ = {
        text_of(what.entry.info->name, what.position == 0 ? " " : "[1] ", facts(what.type).name),
        what.stated,
        0.5,
        {},
        0.5,
        {}};
  }

  loop_report run() {
    const std::uint64_t blocks = (count_ + block_size - 1) / block_size;
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(options_.threads, blocks); ++i)
      threads.emplace_back([this] { take_blocks(); });
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return report_;
  }

 private:
  [[nodiscard]] std::size_t arity() const {
    return what_.entry.record->loops[what_.loop].in.size();
  }

  void take_blocks() {
    try {
      for (std::uint64_t begin; (begin = next_.fetch_add(block_size)) < count_;) take_block(begin);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      next_ = count_;
    }
  }

  void take_block(std::uint64_t begin) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(block_size, count_ - begin));
    const columns in =
        is_whole_ ? strided(what_.type, first_ + begin * stride_, stride_, count)
                  : drawn(what_.type, arity(), what_.entry.info->domain, seed_ + begin, count);
    const std::vector<std::byte> results = results_of(what_, in, count, options_.where);
    const block_errors errors = measure(what_, in, results, count);
    const std::lock_guard lock(mutex_);
    if (errors.worst > report_.worst) {
      report_.worst = errors.worst;
      report_.where = text_of_row(what_, in, results, errors.row);
    }
    if (errors.outside > report_.outside) {
      report_.outside = errors.outside;
      report_.where_outside = text_of_row(what_, in, results, errors.row_outside);
    }
  }

  const loop_case& what_;
  const survey_options& options_;
  std::uint64_t seed_;
  bool is_whole_ = false;
  std::uint64_t stride_ = 1;
  std::uint64_t first_ = 0;
  std::uint64_t count_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::mutex mutex_;
  loop_report report_;
  std::exception_ptr failure_;
};

bool is_inexact(dtype type) {
  const dtype_kind kind = facts(type).kind;
  return kind == dtype_kind::floating || kind == dtype_kind::complex;
}

void survey_op(const fuzz::op_entry& entry, const survey_options& options, std::mt19937_64& seeds,
               const std::function<void(const loop_report&)>& tell) {
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
    const loop_case what{entry, loop, position, type, types.out, stated, exact};
    tell(loop_survey(what, options, seeds()).run());
  }
}

}  // namespace

void survey(const survey_options& options, const std::function<void(const loop_report&)>& tell) {
  std::mt19937_64 seeds(options.seed);
  if (!options.op.empty())
    return survey_op(fuzz::op_entries()[fuzz::op_named(options.op)], options, seeds, tell);
  for (const fuzz::op_entry& entry : fuzz::op_entries()) survey_op(entry, options, seeds, tell);
}

}  // namespace gpu::ulp
