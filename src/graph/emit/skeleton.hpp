// SPDX-License-Identifier: BSD-3-Clause
// A hand-written loop that a kernel's body is put into, a file of its name in kernels/skeletons/,
// with its parameters. Each skeleton is a type beside its plan, below execute/gpu/; no other file
// of this folder names one.
#pragma once

#include <any>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "graph/emit/key_words.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::graph {

struct variant;

/// The type of a skeleton's parameters: the template parameters that no other skeleton has.
///
/// * `name`: that of its file;
/// * `text(work, options, name)`: the body, and the entry of this name that runs the skeleton with
///   it; `emit` puts the includes and the users' definitions before that;
/// * `suffix`, if it has one: ends the names of its kernels;
/// * `baseline_text(work, options, programmatic_dependent)`, if it has one: see `emit_ptx`;
/// * members, all of them part of a kernel's key.
template <class S>
concept skeleton_parameters = std::copyable<S> && std::equality_comparable<S> &&
    requires(const S& form, const kernel& work, const variant& options, const std::string& name) {
  { S::name } -> std::convertible_to<std::string_view>;
  { form.text(work, options, name) } -> std::same_as<std::string>;
};

/// Parameters of any skeleton. A value.
class skeleton {
 public:
  /// None: without a name and without a text.
  skeleton() = default;
  template <skeleton_parameters S>
  skeleton(S form) : type_(&type_of<S>), form_(std::move(form)) {}

  [[nodiscard]] std::string_view name() const noexcept { return type_->name; }
  /// What the names of its kernels end with; nothing for most.
  [[nodiscard]] std::string_view suffix() const noexcept { return type_->suffix; }
  [[nodiscard]] std::string text(const kernel& work, const variant& options,
                                 const std::string& name) const {
    return type_->text(form_, work, options, name);
  }
  /// Empty if it has none.
  [[nodiscard]] std::string baseline_text(const kernel& work, const variant& options,
                                          bool programmatic_dependent) const {
    return type_->baseline_text(form_, work, options, programmatic_dependent);
  }

  template <skeleton_parameters S>
  [[nodiscard]] bool is() const noexcept {
    return type_ == &type_of<S>;
  }
  /// The parameters, which are of this type.
  template <skeleton_parameters S>
  [[nodiscard]] const S& as() const {
    return *std::any_cast<S>(&form_);
  }
  template <skeleton_parameters S>
  [[nodiscard]] S& as() {
    return *std::any_cast<S>(&form_);
  }

  /// Appends all of it. Words of different skeletons differ; they mean nothing in another process.
  void append_key(key_words& words) const {
    append(words, reinterpret_cast<std::uintptr_t>(type_));
    type_->append_key(form_, words);
  }

  friend bool operator==(const skeleton& a, const skeleton& b) {
    return a.type_ == b.type_ && a.type_->equal(a.form_, b.form_);
  }

 private:
  /// What is known of the type of the parameters.
  struct description {
    std::string_view name;
    std::string_view suffix;
    std::string (*text)(const std::any&, const kernel&, const variant&, const std::string&);
    std::string (*baseline_text)(const std::any&, const kernel&, const variant&, bool);
    void (*append_key)(const std::any&, key_words&);
    bool (*equal)(const std::any&, const std::any&);
  };

  template <class S>
  static const S& of(const std::any& form) {
    return *std::any_cast<S>(&form);
  }
  template <class S>
  static constexpr std::string_view suffix_of() {
    if constexpr (requires { S::suffix; }) return S::suffix;
    return {};
  }
  template <class S>
  static constexpr description type_of{
      S::name,
      suffix_of<S>(),
      [](const std::any& form, const kernel& work, const variant& options,
         const std::string& name) { return of<S>(form).text(work, options, name); },
      [](const std::any& form, const kernel& work, const variant& options, bool dependent) {
        if constexpr (requires { of<S>(form).baseline_text(work, options, dependent); })
          return of<S>(form).baseline_text(work, options, dependent);
        return std::string();
      },
      [](const std::any& form, key_words& words) { append(words, of<S>(form)); },
      [](const std::any& a, const std::any& b) { return of<S>(a) == of<S>(b); }};
  /// Of no skeleton.
  static constexpr description no_type{
      {},
      {},
      [](const std::any&, const kernel&, const variant&, const std::string&) {
        return std::string();
      },
      [](const std::any&, const kernel&, const variant&, bool) { return std::string(); },
      [](const std::any&, key_words&) {},
      [](const std::any&, const std::any&) { return true; }};

  const description* type_ = &no_type;
  std::any form_;
};

}  // namespace gpu::graph
