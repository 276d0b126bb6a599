// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation.hpp>

#include <array>
#include <functional>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/cuda/memory_pool.hpp>

#include "support/device.hpp"
#include "support/golden_lines.hpp"
#include "support/values.hpp"

namespace {

using gpu::expression;
using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using axes = std::vector<std::ptrdiff_t>;
using array = ndarray<std::int64_t>;
using result = expression<std::int64_t>;
using function = std::function<result(const array&, const std::vector<axes>&)>;

const std::map<std::string, function>& functions() {
  static const std::map<std::string, function> all{
      {"transpose",
       [](const array& a, const auto& x) {
         return x.empty() ? gpu::transpose(a) : gpu::transpose(a, x[0]);
       }},
      {"squeeze",
       [](const array& a, const auto& x) {
         return x.empty() ? gpu::squeeze(a) : gpu::squeeze(a, x[0]);
       }},
      {"flip",
       [](const array& a, const auto& x) {
         if (x.empty()) return gpu::flip(a);
         return x[0].size() == 1 ? gpu::flip(a, x[0][0]) : gpu::flip(a, x[0]);
       }},
      {"ravel", [](const array& a, const auto&) { return gpu::ravel(a); }},
      {"expand_dims", [](const array& a, const auto& x) { return gpu::expand_dims(a, x[0]); }},
      {"moveaxis", [](const array& a, const auto& x) { return gpu::moveaxis(a, x[0], x[1]); }},
      {"swapaxes",
       [](const array& a, const auto& x) { return gpu::swapaxes(a, x[0][0], x[1][0]); }},
      {"reshape", [](const array& a, const auto& x) { return gpu::reshape(a, shape(x[0])); }},
      {"broadcast_to",
       [](const array& a, const auto& x) { return gpu::broadcast_to(a, shape(x[0])); }},
      {"diagonal",
       [](const array& a, const auto& x) { return gpu::diagonal(a, x[0][0], x[1][0], x[2][0]); }},
  };
  return all;
}

/// The exception by NumPy's name: shape_error and value_error are both its ValueError.
bool is_called(const gpu::error& failure, const std::string& name) {
  if (name == "AxisError") return dynamic_cast<const gpu::axis_error*>(&failure) != nullptr;
  return dynamic_cast<const gpu::shape_error*>(&failure) != nullptr ||
         dynamic_cast<const gpu::value_error*>(&failure) != nullptr;
}

/// NumPy does not name both shapes in broadcast_to, and leaves -1 out or writes "newaxis" for it.
bool has_better_words_here(const std::vector<std::string>& call) {
  return call[0] == "broadcast_to" ||
         (call[0] == "reshape" && call.at(2).find("-1") != std::string::npos);
}

class manipulation : public gpu::test::on_device {};

TEST_P(manipulation, gives_what_numpy_gives) {
  int compared = 0;
  for (const auto& line : gpu::test::golden_lines("array/manipulation.txt")) {
    const shape extents(gpu::test::numbers_of(line.call.at(1)));
    array a = gpu::arange<std::int64_t>(gpu::element_count(extents));
    a.reshape(extents);
    std::vector<axes> arguments;
    for (std::size_t i = 2; i < line.call.size(); ++i)
      arguments.push_back(gpu::test::numbers_of(line.call[i]));
    const bool fails = line.first.find("Error") != std::string::npos;
    try {
      const result e = functions().at(line.call[0])(a, arguments);
      ASSERT_FALSE(fails) << line.whole;
      EXPECT_EQ(e.shape(), shape(gpu::test::numbers_of(line.first))) << line.whole;
      EXPECT_EQ(values(e), gpu::test::numbers_of(line.second)) << line.whole;
      EXPECT_EQ(values(e + e), values(gpu::eval(e) * 2)) << line.whole;
    } catch (const gpu::error& failure) {
      EXPECT_TRUE(fails) << line.whole << "\n" << failure.what();
      EXPECT_TRUE(is_called(failure, line.first)) << line.whole << "\n" << failure.what();
      EXPECT_TRUE(has_better_words_here(line.call) ||
                  std::string(failure.what()).find(line.second) == 0)
          << line.whole << "\n"
          << failure.what();
    }
    ++compared;
  }
  EXPECT_GT(compared, 1000);
}

TEST_P(manipulation, moves_no_memory) {
  const auto a = gpu::ones<float>({4, 1, 6});
  const auto before = gpu::memory_pool::statistics(GetParam()).allocations;
  const auto e = gpu::flip(gpu::transpose(gpu::squeeze(gpu::broadcast_to(a, {4, 1, 6}))), 0);
  EXPECT_EQ(e.shape(), (shape{6, 4}));
  EXPECT_EQ(gpu::memory_pool::statistics(GetParam()).allocations, before);
}

TEST_P(manipulation, reshaping_an_array_shares_its_memory_when_evaluated) {
  const auto a = gpu::arange<int>(24);
  const ndarray<int> b = gpu::reshape(a, {4, 6});
  EXPECT_TRUE(gpu::shares_memory(a, b));
  const ndarray<int> c = gpu::expand_dims(gpu::squeeze(b), {0, -1});
  EXPECT_EQ(c.shape(), (shape{1, 4, 6, 1}));
  EXPECT_TRUE(gpu::shares_memory(a, c));
}

TEST_P(manipulation, of_manipulated_arrays_composes) {
  const ndarray<int> a = gpu::reshape(gpu::arange<int>(24), {2, 3, 4});
  const ndarray<int> b = gpu::reshape(gpu::transpose(a), {6, 4});
  EXPECT_EQ(values(gpu::diagonal(b)), (std::vector{0, 20, 9, 18}));
  EXPECT_EQ(values(gpu::diagonal(gpu::flip(gpu::reshape(gpu::transpose(a), {6, 4})))),
            (std::vector{23, 3, 14, 5}));
  EXPECT_EQ(values(gpu::ravel(gpu::flip(gpu::swapaxes(a, 0, 2), {0, 1}))),
            values(gpu::ravel(gpu::swapaxes(gpu::flip(a, {1, 2}), 0, -1))));
  EXPECT_EQ(values(gpu::reshape(gpu::broadcast_to(ndarray<int>{1, 2}, {2, 2}), {4})),
            (std::vector{1, 2, 1, 2}));
  EXPECT_EQ(values(gpu::reshape(a + 1, {-1, 8}))[8], 9);
}

TEST_P(manipulation, one_extent_may_be_any_negative_number) {
  const auto a = gpu::arange<int>(24);
  EXPECT_EQ(gpu::reshape(a, -2).shape(), shape{24});
  EXPECT_EQ(gpu::reshape(a, {-2, 3}).shape(), (shape{8, 3}));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::reshape(a, {-1, -2});
            }),
            "can only specify one unknown dimension");
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)gpu::broadcast_to(gpu::ones<int>(1), -2); }),
            "all elements of broadcast shape must be non-negative, not as in (-2,)");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              (void)gpu::broadcast_to(a, {2, 3});
            }),
            "operands could not be broadcast together with remapped shapes "
            "[original->remapped]: (24,)  and requested shape (2,3)");
}

TEST_P(manipulation, a_diagonal_far_outside_is_empty) {
  const ndarray<int> a = gpu::ones<int>({3, 4});
  EXPECT_EQ(gpu::diagonal(a, std::numeric_limits<std::ptrdiff_t>::min()).shape(), shape{0});
  EXPECT_EQ(gpu::diagonal(a, std::numeric_limits<std::ptrdiff_t>::max()).shape(), shape{0});
  EXPECT_EQ(gpu::diagonal(a, -3).shape(), shape{0});
  EXPECT_EQ(gpu::diagonal(a, -2).shape(), shape{1});
}

TEST_P(manipulation, takes_axes_in_any_container) {
  const ndarray<int> a = gpu::arange<int>(6).reshape({1, 2, 3});
  const shape expected{3, 1, 2};
  EXPECT_EQ(gpu::transpose(a, std::vector<int>{2, 0, 1}).shape(), expected);
  EXPECT_EQ(gpu::transpose(a, std::array<std::size_t, 3>{2, 0, 1}).shape(), expected);
  EXPECT_EQ(gpu::transpose(a, shape{2, 0, 1}).shape(), expected);
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::transpose(a, {}); }),
            "axes don't match array");
  EXPECT_THROW((void)a.transpose({}), gpu::value_error);
  EXPECT_THROW((void)gpu::permute_dims(a, std::vector<int>{}), gpu::value_error);
  EXPECT_EQ(gpu::transpose(ndarray<int>(3), {}).dimension(), 0U);
  EXPECT_EQ(gpu::permute_dims(a).shape(), gpu::transpose(a).shape());
  EXPECT_EQ(gpu::moveaxis(a, std::vector{0, 1}, std::array{1, 2}).shape(), expected);
  EXPECT_EQ(gpu::squeeze(a, std::vector{0}).shape(), (shape{2, 3}));
  EXPECT_EQ(gpu::squeeze(a, {}).shape(), a.shape());
  EXPECT_EQ(gpu::squeeze(gpu::ones<int>({}), -1).shape(), shape());
  EXPECT_EQ(gpu::expand_dims(a, std::array{0, -1}).shape(), (shape{1, 1, 2, 3, 1}));
  EXPECT_EQ(values(gpu::flip(a, std::vector{1, 2})), (std::vector{5, 4, 3, 2, 1, 0}));
}

TEST_P(manipulation, takes_no_axis_for_all) {
  ndarray<int> a{{1, 2}, {3, 4}};
  EXPECT_EQ(values(gpu::flip(a, std::nullopt)), (std::vector<int>{4, 3, 2, 1}));
  EXPECT_EQ(values(gpu::transpose(a, std::nullopt)), (std::vector<int>{1, 3, 2, 4}));
  EXPECT_EQ(gpu::squeeze(gpu::reshape(a, {1, 4, 1}), gpu::axis(std::nullopt)).shape(), (shape{4}));
  gpu::flip(a, gpu::axis(std::nullopt)) = ndarray<int>{{1, 2}, {3, 5}};
  EXPECT_EQ(values(a), (std::vector<int>{5, 3, 2, 1}));
}

TEST_P(manipulation, of_64_axes) {
  shape many(64, 1);
  many[3] = 2;
  many[60] = 3;
  const ndarray<int> a = gpu::reshape(gpu::arange<int>(6), many);
  EXPECT_EQ(values(gpu::transpose(a)), (std::vector{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(gpu::squeeze(a).shape(), (shape{2, 3}));
  EXPECT_EQ(values(gpu::flip(a, -4)), (std::vector{2, 1, 0, 5, 4, 3}));
  EXPECT_THROW((void)gpu::expand_dims(a, 0), gpu::value_error);
}

INSTANTIATE_TEST_SUITE_P(devices, manipulation, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
