// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/print/print_options.hpp>

#include <optional>
#include <utility>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "core/per_thread.hpp"

namespace gpu {
namespace {

print_options& options_of_this_thread() {
  return detail::per_thread<print_options>::get();
}

/// Changes one option.
template <class T>
void set(T print_options::*option, T value) {
  print_options options = get_printoptions();
  options.*option = value;
  set_printoptions(options);
}

/// Changes an option that is named.
template <class T>
void change(T& option, const std::optional<T>& value) {
  if (value) option = *value;
}

void require_not_negative(const char* name, int value) {
  if (value < 0) throw value_error(text_of(name, " must be >= 0, not ", value));
}

}  // namespace

const print_options& get_printoptions() {
  return options_of_this_thread();
}

void set_printoptions(const print_option_changes& changes) {
  print_options options = get_printoptions();
  change(options.precision, changes.precision);
  change(options.threshold, changes.threshold);
  change(options.edgeitems, changes.edgeitems);
  change(options.linewidth, changes.linewidth);
  change(options.suppress, changes.suppress);
  change(options.nanstr, changes.nanstr);
  change(options.infstr, changes.infstr);
  change(options.sign, changes.sign);
  change(options.floatmode, changes.floatmode);
  set_printoptions(options);
}

void detail::replace_printoptions(const print_options& options) {
  require_not_negative("precision", options.precision);
  require_not_negative("edgeitems", options.edgeitems);
  require_not_negative("linewidth", options.linewidth);
  if (options.sign != ' ' && options.sign != '+' && options.sign != '-')
    throw value_error(
        text_of("sign option must be one of ' ', '+', or '-', not '", options.sign, "'"));
  options_of_this_thread() = options;
}

void print_options::set_precision(strict_integer digits) {
  set(&print_options::precision, digits.to_int());
}
void print_options::set_threshold(strict_integer elements) {
  set(&print_options::threshold, static_cast<std::size_t>(elements));
}
void print_options::set_edge_items(strict_integer elements) {
  set(&print_options::edgeitems, elements.to_int());
}
void print_options::set_line_width(strict_integer characters) {
  set(&print_options::linewidth, characters.to_int());
}

print_options_guard::print_options_guard(const print_option_changes& changes)
    : previous_(get_printoptions()) {
  set_printoptions(changes);
}

print_options_guard::~print_options_guard() {
  options_of_this_thread() = std::move(previous_);
}

}  // namespace gpu
