// SPDX-License-Identifier: BSD-3-Clause
// Cases that are sequences of calls: of functions of the library, each beside a naive model on the
// host that says what it gives, or which error it throws.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gpu/array/array_base.hpp>
#include <gpu/cuda/device.hpp>

#include "elements.hpp"
#include "host_value.hpp"
#include "options.hpp"

namespace gpu::fuzz {

/// Errors that a model foresees. `other` is what none of them does.
enum class refusal { index, shape, axis, value, dtype, linalg, other };
/// Thrown by models: the call must throw this, and change nothing.
struct refused {
  refusal why;
};
/// Thrown by models where the library may compute or throw `why`.
struct undecided {
  refusal why;
};
/// What is wrong with a case.
struct mismatch {
  std::string text;
};

/// A value on both sides.
struct operand {
  graph::node_ptr node;
  host_value model;
  std::string text;
};

/// An array of indices.
struct index_operand {
  operand array;
  index_list numbers;  ///< its elements in C order
};

/// An array whose dtype is known at run time only.
struct untyped_array : array_base {
  explicit untyped_array(graph::leaf_ptr leaf) : array_base(std::move(leaf)) {}
};

/// An array that calls change.
struct changed_array {
  std::shared_ptr<untyped_array> array;
  host_value model;
  std::string text;
};

/// One case: values, and what calls made of them. What calls return may be the operand of a later
/// one, computed or not; values and arrays are looked at once more in the end.
class call_case {
 public:
  /// @param print  prints each statement before it is run
  call_case(const draw_options& options, const seeds& from, device where, bool print);

  using values = std::vector<host_value>;
  using nodes = std::vector<graph::node_ptr>;

  [[nodiscard]] std::mt19937_64& random() noexcept { return random_; }
  [[nodiscard]] device where() const noexcept { return where_; }
  [[nodiscard]] std::size_t below(std::size_t count) { return random_() % count; }
  [[nodiscard]] bool chance(unsigned percent) { return random_() % 100 < percent; }
  [[nodiscard]] std::ptrdiff_t between(std::ptrdiff_t first, std::ptrdiff_t last) {
    return first + static_cast<std::ptrdiff_t>(below(static_cast<std::size_t>(last - first + 1)));
  }

  [[nodiscard]] dtype draw_type();
  /// Small, of up to 4 axes, some of extent 0 or 1.
  [[nodiscard]] shape draw_extents(std::size_t min_rank = 0);
  [[nodiscard]] std::ptrdiff_t draw_extent();
  /// An axis of an array of `rank` axes, from either end; sometimes one that it lacks.
  [[nodiscard]] std::ptrdiff_t draw_axis(std::size_t rank);

  /// Elements on the host as an operand: an array, a view of a larger one, or computed.
  [[nodiscard]] operand fresh(dtype type, const shape& extents);
  [[nodiscard]] operand operand_of(host_value value, const std::string& text);
  /// A value of the case, or a fresh one.
  [[nodiscard]] operand any(std::size_t min_rank = 0);
  /// Indices of an axis of `size` elements, of any integer type. Some may be out of bounds.
  [[nodiscard]] index_operand indices(const shape& extents, std::ptrdiff_t size,
                                      bool may_be_outside = true);
  [[nodiscard]] operand mask(const shape& extents);
  /// A new array of small elements or any, or one of the case.
  [[nodiscard]] changed_array& target(std::size_t min_rank = 0);

  /// Compares what a call returns, elements and errors, with the model.
  void check(const std::string& text, const std::function<host_value()>& model,
             const std::function<graph::node_ptr()>& call);
  void check_all(const std::string& text, const std::function<values()>& model,
                 const std::function<nodes()>& call);
  /// The same of a call that changes an array.
  void check_change(const std::string& text, changed_array& target,
                    const std::function<void(host_value&)>& model,
                    const std::function<void(array_base&)>& call);
  /// Says that a statement is about to be run.
  void note(const std::string& text);
  [[nodiscard]] const std::string& log() const noexcept { return log_; }
  /// Looks at everything again.
  void finish();

 private:
  [[nodiscard]] host_value draw_value(dtype type, const shape& extents);
  [[nodiscard]] host_value read(const graph::node_ptr& node) const;
  void keep(operand value);

  std::mt19937_64 random_;
  const device where_;
  const std::ptrdiff_t max_;
  const std::optional<dtype> type_;
  const bool moderate_;  ///< elements are such as have sums of products
  std::vector<operand> values_;
  std::vector<std::unique_ptr<changed_array>> arrays_;
  std::size_t count_ = 0;
  std::string log_;
  const bool print_;
};

/// A function that draws operands, calls the library and compares.
struct call_kind {
  const char* name;
  void (*run)(call_case&);
};
/// Those of `fuzz_indexing`, `fuzz_products` or `fuzz_decompositions`.
[[nodiscard]] const std::vector<call_kind>& call_kinds(subject of);
/// The position of the kind of that name.
/// @throws value_error  if there is none
[[nodiscard]] std::size_t call_named(subject of, const std::string& name);

/// What is wrong with the case, and its statements; empty if nothing is.
/// @param print  prints its statements in any case
[[nodiscard]] std::string check_calls(const draw_options& options, const seeds& from, device where,
                                      bool print);

/// The error of a call that threw.
[[nodiscard]] refusal refusal_of(const std::exception& thrown);

}  // namespace gpu::fuzz
