// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/print/print.hpp>

#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/error.hpp>

#include "support/values.hpp"

namespace {

struct golden_case {
  gpu::shape extents;
  gpu::print_options options;
  std::string elements;
  std::string repr;
  std::string repr_with_device;
  std::string str;
};

gpu::shape parse_shape(std::string text) {
  gpu::shape extents;
  if (text == "-") return extents;
  std::istringstream axes(text);
  for (std::string extent; std::getline(axes, extent, ',');) extents.push_back(std::stol(extent));
  return extents;
}

std::vector<golden_case> read_cases(gpu::dtype type) {
  std::ostringstream name;
  name << GPU_TESTS_FOLDER << "/golden/print/" << type << ".golden";
  std::ifstream file(name.str(), std::ios::binary);
  EXPECT_TRUE(file) << name.str();
  std::vector<golden_case> cases;
  std::string word;
  std::string extents;
  while (file >> word >> extents) {
    golden_case next;
    next.extents = parse_shape(extents);
    std::size_t lengths[4];
    int sign = 0;
    int float_mode = 0;
    file >> next.options.precision >> next.options.threshold >> next.options.edgeitems >>
        next.options.linewidth >> next.options.suppress >> sign >> float_mode >>
        next.options.nanstr >> next.options.infstr >> lengths[0] >> lengths[1] >> lengths[2] >>
        lengths[3];
    next.options.sign = static_cast<char>(sign);
    next.options.floatmode = static_cast<gpu::float_mode>(float_mode);
    file.ignore();
    std::string* const parts[] = {&next.elements, &next.repr, &next.repr_with_device, &next.str};
    for (int i = 0; i < 4; ++i) {
      parts[i]->resize(lengths[i]);
      file.read(parts[i]->data(), static_cast<std::streamsize>(lengths[i]));
    }
    cases.push_back(std::move(next));
  }
  return cases;
}

class print_golden : public testing::TestWithParam<int> {};

TEST_P(print_golden, text_is_that_of_numpy) {
  const auto type = static_cast<gpu::dtype>(GetParam());
  const std::vector<golden_case> cases = read_cases(type);
  EXPECT_GE(cases.size(), 50u);
  for (const golden_case& c : cases) {
    const void* const elements = c.elements.data();
    EXPECT_EQ(gpu::array_repr(type, c.extents, elements, std::nullopt, c.options), c.repr);
    EXPECT_EQ(gpu::array_repr(type, c.extents, elements, gpu::cpu(), c.options),
              c.repr_with_device);
    EXPECT_EQ(gpu::array_str(type, c.extents, elements, c.options), c.str);
  }
}

INSTANTIATE_TEST_SUITE_P(dtypes, print_golden, testing::Range(0, gpu::dtype_count));

TEST(print, the_device_stands_behind_the_dtype) {
  const float elements[] = {1, 2, 3, 4};
  EXPECT_EQ(gpu::array_repr(gpu::dtype::float32, {2, 2}, elements, gpu::gpu(0)),
            "array([[1., 2.],\n       [3., 4.]], dtype=float32, device=gpu(0))");
  EXPECT_EQ(gpu::array_repr(gpu::dtype::bool_, {2}, "\1", gpu::cpu()),
            "array([ True, False], device=cpu(0))");
}

TEST(print, options_hold_until_the_end_of_the_scope) {
  const double third = 1.0 / 3;
  const auto text = [&] { return gpu::array_repr(gpu::dtype::float64, {1}, &third); };
  {
    gpu::print_options_guard scope{{.precision = 3}};
    EXPECT_EQ(text(), "array([0.333])");
  }
  EXPECT_EQ(text(), "array([0.33333333])");
}

TEST(print, options_that_are_not_named_stay) {
  const gpu::print_options_guard scope(gpu::get_printoptions());
  gpu::set_printoptions({.precision = 2, .suppress = true});
  gpu::set_printoptions({.linewidth = 60});
  EXPECT_EQ(gpu::get_printoptions().precision, 2);
  EXPECT_TRUE(gpu::get_printoptions().suppress);
  {
    const gpu::print_options_guard inner({.sign = '+'});
    EXPECT_EQ(gpu::get_printoptions().linewidth, 60);
  }
  EXPECT_EQ(gpu::get_printoptions().sign, '-');
  gpu::set_printoptions(gpu::print_options());
  EXPECT_EQ(gpu::get_printoptions().precision, 8);
}

TEST(print, options_belong_to_their_thread) {
  gpu::print_options_guard scope{{.precision = 3}};
  int precision = 0;
  std::thread([&] { precision = gpu::get_printoptions().precision; }).join();
  EXPECT_EQ(precision, 8);
}

TEST(print, a_negative_option_is_refused_and_changes_nothing) {
  EXPECT_THROW(gpu::set_printoptions({.precision = -1}), gpu::value_error);
  EXPECT_THROW(gpu::set_printoptions({.edgeitems = -1}), gpu::value_error);
  EXPECT_EQ(gpu::test::message_of<gpu::value_error>([] { gpu::set_printoptions({.sign = '*'}); }),
            "sign option must be one of ' ', '+', or '-', not '*'");
  EXPECT_EQ(gpu::get_printoptions().precision, 8);
}

}  // namespace
