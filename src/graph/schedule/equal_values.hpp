// SPDX-License-Identifier: BSD-3-Clause
// Values that a program computes more than once: found by value numbering (J. Cocke and J. T.
// Schwartz, "Programming Languages and their Compilers", 1970).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// Numbers for the values of nodes. Nodes of equal numbers compute the same from the same elements
/// and scalars. The nodes must outlive the numbers.
class value_numbers {
 public:
  using number = std::uint32_t;

  /// Takes time for the nodes below `value` that it has not been asked for before.
  [[nodiscard]] number of(const node& value);

 private:
  /// All that tells the node's value from others, with the numbers of its operands.
  [[nodiscard]] std::string description_of(const node& value);
  [[nodiscard]] std::size_t function_number(const library_function& function);

  std::unordered_map<const node*, number> met_;
  std::unordered_map<std::string, number> numbers_;
  std::vector<const library_function*> functions_;
};

/// Where values have been computed to. The nodes must outlive this.
class equal_values {
 public:
  void add(const node& value, const leaf_ptr& computed);
  /// What a node of equal value has been computed to; null: there is none.
  [[nodiscard]] leaf_ptr find(const node& value);
  [[nodiscard]] bool are_equal(const node& a, const node& b);

 private:
  struct computed_value {
    const node* value;
    leaf_ptr computed;
  };

  /// Most programs compute nothing twice: values are numbered when another one looks alike.
  std::unordered_set<std::size_t> outlines_;
  std::vector<computed_value> unnumbered_;
  std::unordered_map<value_numbers::number, leaf_ptr> numbered_;
  value_numbers numbers_;
};

}  // namespace gpu::graph
