// SPDX-License-Identifier: BSD-3-Clause
// What tests of arrays look at: elements on the host, and what an exception says.
#pragma once

#include <exception>
#include <string>
#include <vector>

namespace gpu::test {

/// The elements of an array or expression, in C order.
template <class A>
std::vector<typename A::value_type> values(const A& a) {
  return std::vector<typename A::value_type>(a.cbegin(), a.cend());
}

/// What the `Error` that `act` throws says; a note of what happened instead if it does not.
template <class Error, class Act>
std::string message_of(const Act& act) {
  try {
    act();
  } catch (const Error& failure) {
    return failure.what();
  } catch (const std::exception& failure) {
    return std::string("[another exception] ") + failure.what();
  }
  return "[no exception]";
}

}  // namespace gpu::test
