// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/genfromtxt.hpp>

#include <cmath>
#include <complex>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/interop/tofile.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::genfromtxt_options;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

// What is expected here is what NumPy 2.4 answers.
class incomplete_text : public gpu::test::on_device {
 protected:
  incomplete_text()
      : path_(std::filesystem::temp_directory_path() /
              ("genfromtxt_test." + std::to_string(getpid()) + ".txt")) {}
  ~incomplete_text() override { std::filesystem::remove(path_); }

  template <class T = double>
  [[nodiscard]] gpu::ndarray<T> read(const std::string& text,
                                     const genfromtxt_options& options = {}) const {
    std::ofstream(path_, std::ios::binary) << text;
    return gpu::genfromtxt<T>(path_, options);
  }
  /// "(2, 2): 1.0 nan 3.0 4.0"
  template <class T = double>
  [[nodiscard]] std::string shown(const std::string& text,
                                  const genfromtxt_options& options = {}) const {
    const gpu::ndarray<T> array = read<T>(text, options);
    EXPECT_EQ(array.device(), GetParam());
    gpu::tofile(array, path_, " ");
    std::string line;
    std::getline(std::ifstream(path_), line);
    return gpu::text_of(array.shape(), ": ", line);
  }
  /// With columns between commas.
  template <class T = double>
  [[nodiscard]] std::string csv(const std::string& text, genfromtxt_options options = {}) const {
    options.delimiter = ",";
    return shown<T>(text, options);
  }
  template <class Error = gpu::value_error, class T = double>
  [[nodiscard]] std::string refusal(const std::string& text,
                                    genfromtxt_options options = {}) const {
    options.delimiter = ",";
    return message_of<Error>([&] { (void)read<T>(text, options); });
  }

  std::filesystem::path path_;
};

TEST_P(incomplete_text, missing_numbers_are_filled) {
  EXPECT_EQ(shown("1 2 3\n4 5 6"), "(2,3): 1.0 2.0 3.0 4.0 5.0 6.0");
  EXPECT_EQ(csv("1,2,3\n4,,6"), "(2,3): 1.0 2.0 3.0 4.0 nan 6.0");
  EXPECT_EQ(csv<int>("1,2,3\n4,,6"), "(2,3): 1 2 3 4 -1 6");
  EXPECT_EQ(csv<bool>("1,,0\n"), "(3,): False False False");
  EXPECT_EQ(csv<std::complex<double>>("1,,2\n"), "(3,): (1+0j) (nan+0j) (2+0j)");
  EXPECT_EQ(csv("1,abc,3\n4, ,6"), "(2,3): 1.0 nan 3.0 4.0 nan 6.0");
  EXPECT_EQ(csv<int>("1,2.5,3\n4,abc,6"), "(2,3): 1 -1 3 4 -1 6");
  EXPECT_EQ(csv("1,2,3,\n4,5,6,"), "(2,4): 1.0 2.0 3.0 nan 4.0 5.0 6.0 nan");
  EXPECT_EQ(csv(" 1 , 2 \n 3 , "), "(2,2): 1.0 2.0 3.0 nan");
  EXPECT_EQ(csv<float>("1.5,x"), "(2,): 1.5 nan");
  EXPECT_EQ(shown("1\t\t2\n3\t4\t5", {.delimiter = "\t"}), "(2,3): 1.0 nan 2.0 3.0 4.0 5.0");
  EXPECT_EQ(shown("1\t\n2\t3", {.delimiter = "\t"}), "(2,2): 1.0 nan 2.0 3.0");
}

TEST_P(incomplete_text, filling_values_are_for_all_columns_or_some) {
  EXPECT_EQ(csv("1,,3\n,5,", {.filling_values = 7}), "(2,3): 1.0 7.0 3.0 7.0 5.0 7.0");
  EXPECT_EQ(csv("1,,3\n,5,", {.filling_values = 0.5}), "(2,3): 1.0 0.5 3.0 0.5 5.0 0.5");
  EXPECT_EQ(csv("1,,3\n,5,", {.filling_values = {7, 8}}), "(2,3): 1.0 8.0 3.0 7.0 5.0 nan");
  EXPECT_EQ(csv("1,,3\n,5,", {.filling_values = {7, 8, 9, 10}}), "(2,3): 1.0 8.0 3.0 7.0 5.0 9.0");
  EXPECT_EQ(csv("1,,3\n,5,", {.filling_values = {{0, 7}, {2, 9}}}),
            "(2,3): 1.0 nan 3.0 7.0 5.0 9.0");
  EXPECT_EQ(csv("1,,3\n,5,", {.filling_values = {7, 9}, .usecols = {0, 2}}),
            "(2,2): 1.0 3.0 7.0 9.0");
  EXPECT_EQ(csv("1,,3\n,5,", {.filling_values = {7, 8}, .usecols = {2, 1}}),
            "(2,2): 3.0 8.0 7.0 5.0");
  EXPECT_EQ(csv("1,,3\n,5,", {.filling_values = {{0, 7}, {2, 9}}, .usecols = {0, 2}}),
            "(2,2): 1.0 3.0 7.0 9.0");
  EXPECT_EQ(csv("1,,3\n,5,", {.filling_values = {{2, 9}}}), "(2,3): 1.0 nan 3.0 nan 5.0 9.0");
  EXPECT_EQ(csv("1,,3\n,5,", {.filling_values = {7}}), "(2,3): 1.0 nan 3.0 7.0 5.0 nan");
  EXPECT_EQ(csv<int>("1,,3", {.filling_values = 2.5}), "(3,): 1 2 3");
  EXPECT_EQ(csv<std::complex<double>>("1,x", {.filling_values = 3}), "(2,): (1+0j) (3+0j)");
}

TEST_P(incomplete_text, numbers_are_those_of_python) {
  EXPECT_EQ(csv("1,nan,inf\n-inf,1e400,10"), "(2,3): 1.0 nan inf -inf inf 10.0");
  EXPECT_EQ(csv<bool>("True,False,1,0,TRUE,x,2"), "(7,): True False False False True False False");
  EXPECT_EQ(csv<std::complex<double>>("1+2j,3j,(1+1j),x"), "(4,): (1+2j) 3j (1+1j) (nan+0j)");
  EXPECT_EQ(csv<int>("1e3,2"), "(2,): -1 2");
}

TEST_P(incomplete_text, lines_that_are_no_rows_are_left_out) {
  EXPECT_EQ(csv("1,2\n\n#c\n3,4\n5,6", {.max_rows = 2}), "(2,2): 1.0 2.0 3.0 4.0");
  EXPECT_EQ(shown("1 2 # x\n 3 4 "), "(2,2): 1.0 2.0 3.0 4.0");
  EXPECT_EQ(shown("1 2 % x\n3 4", {.comments = "%"}), "(2,2): 1.0 2.0 3.0 4.0");
  EXPECT_EQ(shown("1 2 // x\n3 4", {.comments = "//"}), "(2,2): 1.0 2.0 3.0 4.0");
  EXPECT_EQ(shown("#a b\n1 2"), "(2,): 1.0 2.0");
  EXPECT_EQ(shown("a b\n1 2"), "(2,2): nan nan 1.0 2.0");
  EXPECT_EQ(csv("1,2\r\n3,4\r5,6"), "(3,2): 1.0 2.0 3.0 4.0 5.0 6.0");
  EXPECT_EQ(csv("h\n1,2\n3,4", {.skip_header = 1}), "(2,2): 1.0 2.0 3.0 4.0");
  EXPECT_EQ(csv("1,2\n3,4\n5", {.skip_footer = 1}), "(2,2): 1.0 2.0 3.0 4.0");
  EXPECT_EQ(csv("1,2\n3,4\n5,6", {.skip_footer = 2}), "(2,): 1.0 2.0");
  EXPECT_EQ(csv("1,2\n3,4\n5,6", {.skip_footer = 5}), "(0,): ");
  EXPECT_EQ(csv("1,2", {.skip_header = -1}), "(2,): 1.0 2.0");
  EXPECT_EQ(csv("1,2\n3,4", {.skip_footer = -1}), "(2,2): 1.0 2.0 3.0 4.0");
  EXPECT_EQ(shown("1;;2;;3", {.delimiter = ";;"}), "(3,): 1.0 2.0 3.0");
}

TEST_P(incomplete_text, has_the_axes_that_are_asked_for) {
  EXPECT_EQ(read("5").shape(), shape());
  EXPECT_EQ(read("1 2 3").shape(), shape{3});
  EXPECT_EQ(read("1\n2\n3").shape(), shape{3});
  EXPECT_EQ(read("5", {.ndmin = 1}).shape(), shape{1});
  EXPECT_EQ(read("5", {.ndmin = 2}).shape(), (shape{1, 1}));
  EXPECT_EQ(read("1 2 3", {.ndmin = 2}).shape(), (shape{1, 3}));
  EXPECT_EQ(read("1\n2", {.ndmin = 2}).shape(), (shape{2, 1}));
  EXPECT_EQ(shown("1 2\n3 4", {.unpack = true}), "(2,2): 1.0 3.0 2.0 4.0");
  EXPECT_EQ(shown("5 6", {.unpack = true, .ndmin = 2}), "(2,1): 5.0 6.0");
  EXPECT_EQ(read("").shape(), shape{0});
  EXPECT_EQ(read("#a\n\n").shape(), shape{0});
  EXPECT_EQ(read("1 2\n", {.skip_header = 5}).shape(), shape{0});
  EXPECT_EQ(read("", {.ndmin = 1}).shape(), shape{0});
  EXPECT_EQ(read("", {.ndmin = 2}).shape(), (shape{0, 1}));
  EXPECT_EQ(read("", {.unpack = true, .ndmin = 2}).shape(), (shape{1, 0}));
}

TEST_P(incomplete_text, columns_are_chosen) {
  EXPECT_EQ(csv("1,2,3\n4,5,6", {.usecols = {2, 0}}), "(2,2): 3.0 1.0 6.0 4.0");
  EXPECT_EQ(csv("1,2,3\n4,5,6", {.usecols = {-1}}), "(2,): 3.0 6.0");
  EXPECT_EQ(csv("1,2,3\n4,5\n7,8,9", {.usecols = {0}}), "(3,): 1.0 4.0 7.0");
  EXPECT_EQ(csv("1,2\n4,5,6\n7,8", {.usecols = {0, 1}}), "(3,2): 1.0 2.0 4.0 5.0 7.0 8.0");
  EXPECT_EQ(refusal("1,2,3\n4,5,6", {.usecols = {5}}),
            "Some errors were detected !\n    Line #1 (got 3 columns instead of 1)\n"
            "    Line #2 (got 3 columns instead of 1)");
  EXPECT_EQ(refusal("1,2,3\n4\n7,8,9", {.usecols = {0, 2}}),
            "Some errors were detected !\n    Line #2 (got 1 columns instead of 2)");
  EXPECT_EQ(refusal("1,2", {.usecols = {-3}}),
            "Some errors were detected !\n    Line #1 (got 2 columns instead of 1)");
}

TEST_P(incomplete_text, rows_of_other_lengths_are_errors) {
  EXPECT_EQ(refusal("1,2\n3\n4,5,6"),
            "Some errors were detected !\n    Line #2 (got 1 columns instead of 2)\n"
            "    Line #3 (got 3 columns instead of 2)");
  EXPECT_EQ(refusal("1,2\n\n3"),
            "Some errors were detected !\n    Line #3 (got 1 columns instead of 2)");
  EXPECT_EQ(refusal("h\n1,2\n3", {.skip_header = 1}),
            "Some errors were detected !\n    Line #3 (got 1 columns instead of 2)");
  EXPECT_EQ(refusal("1,2\n3\n4,5", {.skip_footer = 1}),
            "Some errors were detected !\n    Line #2 (got 1 columns instead of 2)");
}

TEST_P(incomplete_text, texts_are_errors_unless_loose) {
  EXPECT_EQ(csv("1,\n2,3", {.loose = false}), "(2,2): 1.0 nan 2.0 3.0");
  EXPECT_EQ(csv("1, ", {.loose = false}), "(2,): 1.0 nan");
  EXPECT_EQ(
      csv("1,NA\n2,NULL", {.missing_values = {"NA", "NULL"}, .filling_values = 0, .loose = false}),
      "(2,2): 1.0 0.0 2.0 0.0");
  EXPECT_EQ(refusal("1,abc", {.loose = false}), "Cannot convert string 'abc'");
  EXPECT_EQ((refusal<gpu::value_error, int>("1,1.5", {.loose = false})),
            "Cannot convert string '1.5'");
  EXPECT_EQ((refusal<gpu::value_error, bool>("1,x", {.loose = false})),
            "Cannot convert string '1'");
  EXPECT_EQ(csv("1,-999", {.missing_values = {"-999"}, .filling_values = 0}), "(2,): 1.0 -999.0");
}

TEST_P(incomplete_text, integers_that_are_too_large_are_errors) {
  EXPECT_EQ((refusal<gpu::overflow_error, std::int8_t>("1,300\n2,-300")),
            "integer 300 out of bounds for int8");
  EXPECT_EQ((refusal<gpu::overflow_error, std::uint8_t>("-1,5")),
            "integer -1 out of bounds for uint8");
  EXPECT_EQ((refusal<gpu::overflow_error, std::uint8_t>("1,")),
            "integer -1 out of bounds for uint8");
  EXPECT_EQ((refusal<gpu::overflow_error, int>("99999999999999999999,1")),
            "integer 99999999999999999999 out of bounds for int32");
  EXPECT_EQ(csv<std::uint8_t>("1,", {.filling_values = 9}), "(2,): 1 9");
  EXPECT_THROW((void)csv<std::int8_t>("1,,3", {.filling_values = 300}), gpu::overflow_error);
}

TEST_P(incomplete_text, options_are_checked) {
  EXPECT_EQ(refusal("1,2", {.max_rows = 0}), "'max_rows' must be at least 1. It is 0.");
  EXPECT_EQ(refusal("1,2", {.skip_footer = 1, .max_rows = 1}),
            "The keywords 'skip_footer' and 'max_rows' can not be specified at the same time.");
  EXPECT_EQ(refusal("1,2", {.ndmin = 3}), "Illegal value of ndmin keyword: 3");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)read("1,2", {.delimiter = ""}); }),
            "empty separator");
  EXPECT_EQ(message_of<gpu::file_error>([] { (void)gpu::genfromtxt("/no such file"); }),
            "/no such file: cannot be opened: No such file or directory");
}

TEST_P(incomplete_text, is_read_from_streams) {
  std::istringstream stream("a;b\n1;\n;4\n");
  const gpu::ndarray<double> a = gpu::genfromtxt(stream, {.delimiter = ';', .skip_header = 1});
  EXPECT_EQ(a.device(), GetParam());
  EXPECT_TRUE(gpu::array_equal(a, gpu::ndarray<double>{{1, NAN}, {NAN, 4}}, true));
  stream.setstate(std::ios::failbit);
  EXPECT_THROW((void)gpu::genfromtxt(stream), gpu::file_error);
}

INSTANTIATE_TEST_SUITE_P(, incomplete_text, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
