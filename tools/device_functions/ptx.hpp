// SPDX-License-Identifier: BSD-3-Clause
// Takes a compiler's PTX apart into functions that stand for themselves.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gpu::device_functions {

/// The statements of one text by the name that they declare: functions, tables, prototypes.
class ptx_text {
 public:
  explicit ptx_text(std::string_view text);

  /// ".version 9.0\n.target sm_75\n.address_size 64\n"
  [[nodiscard]] const std::string& head() const noexcept { return head_; }

  /// The function with all that it needs before it. What else it declares is called
  /// `<name>__<its own name>`: texts of several functions may stand together.
  [[nodiscard]] std::string function(const std::string& name) const;

 private:
  void add(std::string statement);
  void collect(const std::string& name, std::vector<std::string>& needed) const;

  std::string head_;
  std::map<std::string, std::vector<std::string>, std::less<>> statements_;
};

}  // namespace gpu::device_functions
