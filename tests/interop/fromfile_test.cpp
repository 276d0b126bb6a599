// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/fromfile.hpp>
#include <gpu/interop/tofile.hpp>

#include <cmath>
#include <complex>
#include <fstream>
#include <limits>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::fromfile;
using gpu::fromstring;
using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// What is expected here is what NumPy 2.4 answers.
class elements_file : public gpu::test::on_device {
 protected:
  elements_file()
      : path_(std::filesystem::temp_directory_path() /
              ("fromfile_test." + std::to_string(getpid()) + ".bin")) {}
  ~elements_file() override { std::filesystem::remove(path_); }

  void put(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  [[nodiscard]] std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  template <class A>
  [[nodiscard]] std::string text_of(const A& array, std::string_view sep = ",",
                                    std::string_view format = "%s") const {
    gpu::tofile(array, path_, sep, format);
    return content();
  }

  std::filesystem::path path_;
};

TEST_P(elements_file, has_the_bytes_of_the_elements) {
  const ndarray<std::int16_t> a{{0, 1}, {2, 3}};
  gpu::tofile(gpu::transpose(a), path_);
  EXPECT_EQ(content(), std::string("\0\0\2\0\1\0\3\0", 8));
  const ndarray<std::int16_t> b = fromfile<std::int16_t>(path_);
  EXPECT_EQ(b.device(), GetParam());
  EXPECT_EQ(values(b), (std::vector<std::int16_t>{0, 2, 1, 3}));
  EXPECT_EQ(fromfile<std::int16_t>(path_, -1, "", 0, gpu::cpu()).device(), gpu::cpu());
  gpu::tofile(a + std::int16_t{1}, path_);
  EXPECT_EQ(values(fromfile<std::int16_t>(path_)), (std::vector<std::int16_t>{1, 2, 3, 4}));
}

TEST_P(elements_file, of_every_dtype_comes_back) {
  const auto expect_back = [&]<class T>(const ndarray<T>& a) {
    gpu::tofile(a, path_);
    EXPECT_EQ(values(fromfile<T>(path_)), values(a));
  };
  expect_back(ndarray<bool>{true, false, true});
  expect_back(ndarray<std::int8_t>{-1, 2});
  expect_back(ndarray<std::uint64_t>{1, ~std::uint64_t{0}});
  expect_back(ndarray<gpu::float16>{gpu::float16(0.5f)});
  expect_back(ndarray<gpu::bfloat16>{gpu::bfloat16(0.5f)});
  expect_back(ndarray<float>{0.1f, -2});
  expect_back(
      ndarray<std::complex<double>>{std::complex<double>(1, 2), std::complex<double>(3, 4)});
  expect_back(gpu::empty<double>({0}));
  expect_back(gpu::arange<float>(100003));
}

TEST_P(elements_file, is_read_from_an_offset_as_far_as_it_goes) {
  std::string bytes(11, '\0');
  std::iota(bytes.begin(), bytes.end(), '\0');
  put(bytes);
  using list = std::vector<std::int16_t>;
  const auto read = [&](std::ptrdiff_t count, std::ptrdiff_t offset) {
    return values(fromfile<std::int16_t>(path_, count, "", offset));
  };
  EXPECT_EQ(read(-1, 0), (list{256, 770, 1284, 1798, 2312}));
  EXPECT_EQ(read(2, 0), (list{256, 770}));
  EXPECT_EQ(read(100, 0), (list{256, 770, 1284, 1798, 2312}));
  EXPECT_EQ(read(0, 0), list{});
  EXPECT_EQ(read(-5, 0), (list{256, 770, 1284, 1798, 2312}));
  EXPECT_EQ(read(-1, 1), (list{513, 1027, 1541, 2055, 2569}));
  EXPECT_EQ(read(1, 3), list{1027});
  EXPECT_EQ(read(-1, 11), list{});
  EXPECT_EQ(fromfile<std::int16_t>(path_, 0).shape(), shape{0});
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)read(-1, 20); }),
            "offset must be non-negative and no greater than the file's size (11), not 20");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)read(-1, -1); }),
            "offset must be non-negative and no greater than the file's size (11), not -1");
}

TEST_P(elements_file, is_written_by_a_method_as_well) {
  const ndarray<std::int16_t> a{{1, 2}, {3, 256}};
  a.tofile(path_);
  EXPECT_EQ(values(fromfile<std::int16_t>(path_)), a.tolist());
  (a + 1).tofile(path_, ",");
  EXPECT_EQ(content(), "2,3,4,257");
}

TEST_P(elements_file, has_formats_of_python) {
  const ndarray<int> a{10, 255};
  gpu::tofile(a, path_, ",", "%#x");
  EXPECT_EQ(content(), "0xa,0xff");
  gpu::tofile(a, path_, ",", "%4s");
  EXPECT_EQ(content(), "  10, 255");
  gpu::tofile(ndarray<float>{0.1f}, path_, ",", "%22s");
  EXPECT_EQ(content(), "   0.10000000149011612");
  gpu::tofile(ndarray<bool>{true}, path_, ",", "%5s");
  EXPECT_EQ(content(), " True");
  EXPECT_EQ(
      message_of<gpu::dtype_error>([&] { gpu::tofile(gpu::ones<float>(1), path_, ",", "%x"); }),
      "an integer is required, not float32, for the format '%x'");
}

TEST_P(elements_file, bools_are_0_or_1) {
  put(std::string("\0\1\2\377", 4));
  EXPECT_EQ(values(fromfile<bool>(path_)), (std::vector{false, true, true, true}));
  EXPECT_EQ(gpu::sum(fromfile<bool>(path_).astype<int>()).item(), 3);
}

TEST_P(elements_file, that_cannot_be_used_is_named) {
  const std::filesystem::path none = path_.parent_path() / "no such folder" / "file";
  EXPECT_EQ(message_of<gpu::file_error>([&] { (void)fromfile<int>(none); }),
            none.string() + ": cannot be opened: No such file or directory");
  EXPECT_EQ(message_of<gpu::file_error>([&] { (void)fromfile<int>(none, -1, ","); }),
            none.string() + ": cannot be opened: No such file or directory");
  EXPECT_EQ(message_of<gpu::file_error>([&] { gpu::tofile(gpu::ones<int>(2), none); }),
            none.string() + ": cannot be written: No such file or directory");
  const std::filesystem::path folder = path_.parent_path();
  EXPECT_EQ(message_of<gpu::file_error>([&] { (void)fromfile<int>(folder); }),
            folder.string() + ": is a directory");
  put("1,2,3");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)fromfile<int>(path_, -1, ",", 2); }),
            "'offset' argument only permitted for binary files, not 2 with the separator ','");
}

TEST_P(elements_file, may_be_a_text_of_numbers) {
  const ndarray<double> a{1, 2.5, 1e20, 1e16, 1e15, 1e-5, 1e-4, nan, inf, -inf, -0., 123456789.123};
  EXPECT_EQ(text_of(a),
            "1.0,2.5,1e+20,1e+16,1000000000000000.0,1e-05,0.0001,nan,inf,-inf,-0.0,123456789.123");
  EXPECT_EQ(text_of(fromfile<double>(path_, -1, ",")), text_of(a));
  EXPECT_EQ(text_of(ndarray<float>{0.1f, 1e20f}), "0.10000000149011612,1.0000000200408773e+20");
  EXPECT_EQ(text_of(ndarray<gpu::float16>{gpu::float16(0.1f)}), "0.0999755859375");
  EXPECT_EQ(text_of(ndarray<bool>{true, false}), "True,False");
  using number = std::complex<double>;
  EXPECT_EQ(text_of(ndarray<number>{number(1, 2), number(-0., -1), number(nan, inf), number(0, 1),
                                    number(0, -0.)}),
            "(1+2j),(-0-1j),(nan+infj),1j,-0j");
  EXPECT_EQ(text_of(ndarray<std::complex<float>>{std::complex<float>(1.5f, -2)}), "(1.5-2j)");
  EXPECT_EQ(text_of(ndarray<std::int8_t>{1, -2}), "1,-2");
  EXPECT_EQ(text_of(ndarray<std::uint64_t>{~std::uint64_t{0}}), "18446744073709551615");
  EXPECT_EQ(text_of(gpu::transpose(ndarray<int>{{0, 1}, {2, 3}})), "0,2,1,3");
  EXPECT_EQ(text_of(ndarray<int>(5)), "5");
  EXPECT_EQ(text_of(gpu::empty<int>({0})), "");
}

TEST_P(elements_file, may_have_formats) {
  EXPECT_EQ(text_of(ndarray<double>{1, 2}, " ; ", "%.3f"), "1.000 ; 2.000");
  EXPECT_EQ(text_of(ndarray<int>{1, 2}, " ", "%5d|"), "    1|     2|");
  const ndarray<int> a{1, 2};
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)text_of(a, ",", "x"); }),
            "not all arguments converted during string formatting: 'x'");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)text_of(a, ",", "%d %d"); }),
            "not enough arguments for format string: '%d %d'");
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)text_of(a, ",", "%q"); }),
            "unsupported format character 'q' (0x71) at index 1");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              (void)text_of(ndarray<std::complex<double>>{{1, 2}}, ",", "%f");
            }),
            "must be real number, not complex: complex128 with format '%f'");
}

INSTANTIATE_TEST_SUITE_P(, elements_file, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

template <class T = double>
std::vector<T> numbers(std::string_view text, std::string_view sep = ",",
                       std::ptrdiff_t count = -1) {
  return values(fromstring<T>(text, sep, count, gpu::cpu()));
}
using reals = std::vector<double>;

TEST(fromstring, separators_match_white_space_of_any_length) {
  EXPECT_EQ(numbers("1,2,3"), (reals{1, 2, 3}));
  EXPECT_EQ(numbers("1, 2 ,3\n"), (reals{1, 2, 3}));
  EXPECT_EQ(numbers(" 1 2\n3 ", " "), (reals{1, 2, 3}));
  EXPECT_EQ(numbers("1\t2\n3", " "), (reals{1, 2, 3}));
  EXPECT_EQ(numbers("1 2 3 4", "\n"), (reals{1, 2, 3, 4}));
  EXPECT_EQ(numbers("1  2", "  "), (reals{1, 2}));
  EXPECT_EQ(numbers("1,2,"), (reals{1, 2}));
  EXPECT_EQ(numbers(""), reals{});
  EXPECT_EQ(numbers("1;2;3", ";"), (reals{1, 2, 3}));
  EXPECT_EQ(numbers("1 ; 2;3", " ; "), (reals{1, 2, 3}));
  EXPECT_EQ(numbers("1 ; 2;3", "; "), (reals{1, 2, 3}));
  EXPECT_EQ(numbers("1ab2ab3", "ab"), (reals{1, 2, 3}));
}

TEST(fromstring, takes_as_many_as_asked_and_there_are) {
  EXPECT_EQ(numbers("1,2,3", ",", 2), (reals{1, 2}));
  EXPECT_EQ(numbers("1,2,3", ",", 5), (reals{1, 2, 3}));
  EXPECT_EQ(numbers("1,2,3", ",", 0), reals{});
  EXPECT_EQ(numbers("1,2 and more", ",", 2), (reals{1, 2}));
  EXPECT_EQ(fromstring<double>("", ",").shape(), shape{0});
}

TEST(fromstring, reads_numbers_of_every_kind) {
  const reals special = numbers("nan,inf,-inf,NaN,Infinity,+1,1e400,1e-400");
  EXPECT_TRUE(std::isnan(special[0]) && std::isnan(special[3]));
  EXPECT_EQ(reals(special.begin() + 4, special.end()), (reals{inf, 1, inf, 0}));
  EXPECT_EQ(special[1], inf);
  EXPECT_EQ(special[2], -inf);
  EXPECT_EQ(numbers<float>("1.1,2"), (std::vector{1.1f, 2.f}));
  EXPECT_EQ(float(numbers<gpu::float16>("65520,1")[0]), std::numeric_limits<float>::infinity());
  EXPECT_EQ(numbers<std::uint64_t>("18446744073709551615"),
            std::vector<std::uint64_t>{~std::uint64_t{0}});
  EXPECT_EQ(numbers<bool>("1,0,2"), (std::vector{true, false, true}));
  using number = std::complex<double>;
  EXPECT_EQ(numbers<number>("1+2j,3"), (std::vector<number>{{1, 2}, {3, 0}}));
  EXPECT_EQ(numbers<number>("1j,2"), (std::vector<number>{{0, 1}, {2, 0}}));
  EXPECT_EQ(numbers<number>("1-2j 3j", " "), (std::vector<number>{{1, -2}, {0, 3}}));
}

template <class T = double>
std::string refusal(std::string_view text, std::string_view sep = ",") {
  const std::string start = "string or file could not be read to its end due to unmatched data: ";
  const std::string message = message_of<gpu::value_error>([&] { (void)numbers<T>(text, sep); });
  EXPECT_EQ(message.substr(0, start.size()), start);
  return message.substr(std::min(message.size(), start.size()));
}

TEST(fromstring, refuses_what_is_no_number) {
  EXPECT_EQ(refusal("1 2 3"), "' 2 3' at character 1, element 1");
  EXPECT_EQ(refusal("1,,2"), "',2' at character 2, element 1");
  EXPECT_EQ(refusal("abc"), "'abc' at character 0, element 0");
  EXPECT_EQ(refusal("1,abc"), "'abc' at character 2, element 1");
  EXPECT_EQ(refusal("  "), "'  ' at character 0, element 0");
  EXPECT_EQ(refusal(",1,2"), "',1,2' at character 0, element 0");
  EXPECT_EQ(refusal<int>("1,2.5"), "'.5' at character 3, element 2");
  EXPECT_EQ(refusal<int>("1e3,2"), "'e3,2' at character 1, element 1");
  EXPECT_EQ(refusal("0x10,2"), "'x10,2' at character 1, element 1");
  EXPECT_EQ(refusal<std::complex<double>>("(1+2j),3"), "'(1+2j),3' at character 0, element 0");
  EXPECT_EQ(refusal<std::complex<double>>("1+2,3"), "'1+2,3' at character 0, element 0");
  EXPECT_EQ(refusal<bool>("True,False"), "'True,False' at character 0, element 0");
  EXPECT_EQ(refusal("1, 2", " "), "', 2' at character 1, element 1");
  EXPECT_EQ(refusal("1d5,2"), "'d5,2' at character 1, element 1");
  EXPECT_EQ(refusal("1,2#3"), "'#3' at character 3, element 2");
  // NumPy lets these wrap around.
  EXPECT_EQ(refusal<std::int8_t>("1,300"), "'300' at character 2, element 1");
  EXPECT_EQ(refusal<std::uint8_t>("-1,2"), "'-1,2' at character 0, element 0");
  EXPECT_EQ(message_of<gpu::value_error>([] { (void)numbers("1 2", ""); }),
            "The binary mode of fromstring is removed, use frombuffer instead");
}

}  // namespace
