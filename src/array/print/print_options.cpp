// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/print/print_options.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu {
namespace {

print_options& options_of_this_thread() noexcept {
  thread_local print_options options;
  return options;
}

/// Changes one option.
template <class T>
void set(T print_options::*option, T value) {
  print_options options = get_printoptions();
  options.*option = value;
  set_printoptions(options);
}

void require_not_negative(const char* name, int value) {
  if (value < 0) throw value_error(text_of(name, " must be >= 0, not ", value));
}

}  // namespace

const print_options& get_printoptions() noexcept {
  return options_of_this_thread();
}

void set_printoptions(const print_options& options) {
  require_not_negative("precision", options.precision);
  require_not_negative("edgeitems", options.edgeitems);
  require_not_negative("linewidth", options.linewidth);
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

print_options_guard::print_options_guard(const print_options& options)
    : previous_(get_printoptions()) {
  set_printoptions(options);
}

print_options_guard::~print_options_guard() {
  options_of_this_thread() = previous_;
}

}  // namespace gpu
