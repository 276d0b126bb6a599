// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/loadtxt.hpp>
#include <gpu/interop/savetxt.hpp>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

#include <gpu/array/array_method_definitions.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/values.hpp"

namespace {

// What is expected here is what NumPy 2.4 answers.
class text_file : public testing::Test {
 protected:
  text_file()
      : path_(std::filesystem::temp_directory_path() /
              ("text_file_test." + std::to_string(getpid()) + ".txt")) {}
  ~text_file() override { std::filesystem::remove(path_); }

  template <class T = double>
  [[nodiscard]] gpu::ndarray<T> loaded(const std::string& text,
                                       const gpu::loadtxt_options& options = {}) const {
    std::ofstream(path_, std::ios::binary) << text;
    return gpu::loadtxt<T>(path_, options, gpu::cpu());
  }
  template <class T = double>
  [[nodiscard]] std::string refusal(const std::string& text,
                                    const gpu::loadtxt_options& options = {}) const {
    try {
      (void)loaded<T>(text, options);
    } catch (const gpu::value_error& wrong) {
      return wrong.what();
    }
    return "no error";
  }

  template <class A>
  [[nodiscard]] std::string saved(const A& array, const gpu::savetxt_options& options = {}) const {
    gpu::savetxt(path_, array, options);
    return content();
  }
  template <class A>
  [[nodiscard]] std::string save_refusal(const A& array,
                                         const gpu::savetxt_options& options = {}) const {
    try {
      gpu::savetxt(path_, array, options);
    } catch (const gpu::value_error& wrong) {
      return wrong.what();
    }
    return "no error";
  }
  [[nodiscard]] std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  std::filesystem::path path_;
};

using matrix = gpu::ndarray<double>;

matrix on_cpu(std::initializer_list<double> row) {
  return matrix(row, gpu::cpu());
}
matrix on_cpu(std::initializer_list<std::initializer_list<double>> rows) {
  return matrix(rows, gpu::cpu());
}

TEST_F(text_file, rows_and_columns_are_loaded) {
  EXPECT_EQ(loaded("1 2\n3 4\n"), on_cpu({{1, 2}, {3, 4}}));
  EXPECT_EQ(loaded("1 2 # c\n\n  \n3\t4"), on_cpu({{1, 2}, {3, 4}}));
  EXPECT_EQ(loaded("1 2\r\n3 4\r5 6"), on_cpu({{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_EQ(loaded("1, 2\n3 , 4\n", {.delimiter = ','}), on_cpu({{1, 2}, {3, 4}}));
  EXPECT_EQ(loaded("1 % 2\n3 // 2\n", {.comments = {"%", "//"}}), on_cpu({1, 3}));
}

TEST_F(text_file, lines_and_columns_are_chosen) {
  EXPECT_EQ(loaded("a\nb\n1 2\n3 4\n5 6\n", {.skiprows = 2, .max_rows = 2}),
            on_cpu({{1, 2}, {3, 4}}));
  EXPECT_EQ(loaded("1\n\n2\n", {.skiprows = 2}).item(), 2);
  EXPECT_EQ(loaded("1 2 3\n4 5 6 7\n", {.usecols = {-1, 0}}), on_cpu({{3, 1}, {7, 4}}));
  EXPECT_EQ(loaded("1 2\n3 4\n5 6\n", {.unpack = true}), on_cpu({{1, 3, 5}, {2, 4, 6}}));
}

TEST_F(text_file, axes_are_dropped_down_to_ndmin) {
  const auto extents = [&](const std::string& text, int ndmin, bool unpack = false) {
    return loaded(text, {.unpack = unpack, .ndmin = ndmin}).shape();
  };
  EXPECT_EQ(extents("5\n", 0), gpu::shape{});
  EXPECT_EQ(extents("5\n", 1), gpu::shape{1});
  EXPECT_EQ(extents("5\n", 2), (gpu::shape{1, 1}));
  EXPECT_EQ(extents("5 6\n", 2), (gpu::shape{1, 2}));
  EXPECT_EQ(extents("5 6\n", 2, true), (gpu::shape{2, 1}));
  EXPECT_EQ(extents("5\n6\n", 1), gpu::shape{2});
  EXPECT_EQ(extents("", 0), gpu::shape{0});
  EXPECT_EQ(extents("# a\n", 2), (gpu::shape{0, 1}));
}

TEST_F(text_file, numbers_are_rounded_once_and_may_be_infinite) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const matrix read = loaded("1e400 -inf NaN +1 infinity -1e-400 .5 5. 9007199254740993 4.9e-324");
  EXPECT_EQ(read(0), infinity);
  EXPECT_EQ(read(1), -infinity);
  EXPECT_TRUE(std::isnan(static_cast<double>(read(2))));
  EXPECT_EQ(read(3), 1);
  EXPECT_EQ(read(4), infinity);
  EXPECT_TRUE(std::signbit(static_cast<double>(read(5))));
  EXPECT_EQ(read(6), 0.5);
  EXPECT_EQ(read(7), 5);
  EXPECT_EQ(read(8), 9007199254740992.0);
  EXPECT_EQ(read(9), std::numeric_limits<double>::denorm_min());
}

TEST_F(text_file, complex_numbers_and_bools_are_loaded) {
  using complex = gpu::complex<double>;
  const auto read = loaded<complex>("1+2j 3j (4-5j) 6 (1) 1+-2j");
  const gpu::ndarray<complex> wanted(
      {complex(1, 2), complex(0, 3), complex(4, -5), complex(6), complex(1), complex(1, -2)},
      gpu::cpu());
  EXPECT_EQ(read, wanted);
  EXPECT_EQ(loaded<bool>("1\n0\n2\n-3\n"),
            (gpu::ndarray<bool>({true, false, true, true}, gpu::cpu())));
}

TEST_F(text_file, what_is_no_number_is_named) {
  EXPECT_EQ(refusal("1 2\n3 x\n"), "could not convert string 'x' to float64 at row 1, column 2.");
  EXPECT_EQ(refusal("1,2\n\n3,\n", {.delimiter = ','}),
            "could not convert string '' to float64 at row 1, column 2.");
  for (const std::string text : {"1_0", "0x10", "1e", "++1", "+-1", "nan(1)", "1+2j"})
    EXPECT_EQ(refusal(text),
              "could not convert string '" + text + "' to float64 at row 0, column 1.");
  for (const std::string text : {"1+2", "1+2J", "(", "(1", "1)"})
    EXPECT_EQ(refusal<gpu::complex<float>>(text),
              "could not convert string '" + text + "' to complex64 at row 0, column 1.");
}

TEST_F(text_file, integers_that_do_not_fit_are_refused) {
  EXPECT_EQ(refusal<std::int8_t>("300"),
            "could not convert string '300' to int8 at row 0, column 1.");
  EXPECT_EQ(refusal<std::uint8_t>("-1"),
            "could not convert string '-1' to uint8 at row 0, column 1.");
  EXPECT_EQ(refusal<std::int64_t>("1.5"),
            "could not convert string '1.5' to int64 at row 0, column 1.");
  EXPECT_EQ(refusal<bool>("True"), "could not convert string 'True' to bool at row 0, column 1.");
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(loaded<std::uint64_t>("+5 18446744073709551615"),
            (gpu::ndarray<std::uint64_t>({5, largest}, gpu::cpu())));
}

TEST_F(text_file, columns_that_do_not_exist_are_named) {
  EXPECT_EQ(refusal("1 2\n3\n"),
            "the number of columns changed from 2 to 1 at row 2; use `usecols` to select a subset "
            "and avoid this error");
  EXPECT_EQ(refusal("1 2\n3 4\n", {.usecols = {2}}),
            "invalid column index 2 at row 1 with 2 columns");
  EXPECT_EQ(refusal("1 2\n3 4\n5\n", {.usecols = {-2}}),
            "invalid column index -2 at row 3 with 1 columns");
  EXPECT_EQ(refusal("1", {.ndmin = 3}), "Illegal value of ndmin keyword: 3");
  EXPECT_EQ(refusal("1", {.skiprows = -1}), "argument must be nonnegative, not -1");
  EXPECT_THROW((void)gpu::loadtxt<float>("/no/such/file.txt"), gpu::file_error);
}

TEST_F(text_file, numbers_are_saved_as_numpy_saves_them) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(saved(on_cpu({{1, 2.5}, {std::nan(""), -infinity}})),
            "1.000000000000000000e+00 2.500000000000000000e+00\nnan -inf\n");
  EXPECT_EQ(saved(on_cpu({1.7, -2.5, 1e20}), {.fmt = {"%d"}}), "1\n-2\n100000000000000000000\n");
  EXPECT_EQ(saved(on_cpu({{1, 2}}), {.fmt = {"%d", "%.2f"}, .delimiter = ","}), "1,2.00\n");
  EXPECT_EQ(saved(on_cpu({{1, 2}}), {.fmt = {"%d:%5.1f"}}), "1:  2.0\n");
  EXPECT_EQ(saved(on_cpu({1}), {.fmt = {"%d"}, .header = "a\nb", .footer = "z"}),
            "# a\n# b\n1\n# z\n");
  const gpu::ndarray<std::uint64_t> large({std::numeric_limits<std::uint64_t>::max()}, gpu::cpu());
  EXPECT_EQ(saved(large, {.fmt = {"%d"}}), "18446744073709551615\n");
  EXPECT_EQ(saved(gpu::zeros<float>({0, 2}, gpu::cpu())), "");
  EXPECT_EQ(saved(gpu::zeros<float>({2, 0}, gpu::cpu())), "\n\n");
}

TEST_F(text_file, zeros_fill_the_width_as_in_python) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto a = on_cpu({{nan, -nan, infinity, -infinity, -1.5}});
  EXPECT_EQ(saved(a, {.fmt = {"%08.2f"}}), "00000nan 00000nan 00000inf -0000inf -0001.50\n");
  EXPECT_EQ(saved(a, {.fmt = {"%+08.2E"}}), "+0000NAN +0000NAN +0000INF -0000INF -1.50E+00\n");
  EXPECT_EQ(saved(a, {.fmt = {"% 06g"}}), " 00nan  00nan  00inf -00inf -001.5\n");
  EXPECT_EQ(saved(a, {.fmt = {"%-06g|"}}), "nan   | nan   | inf   | -inf  | -1.5  |\n");
  EXPECT_EQ(saved(a, {.fmt = {"%6.1f"}}), "   nan    nan    inf   -inf   -1.5\n");
  EXPECT_EQ(saved(a, {.fmt = {"%02f"}}), "nan nan inf -inf -1.500000\n");
  EXPECT_EQ(saved(on_cpu({{5, -5, 1e20}}), {.fmt = {"%08.3d"}}),
            "00000005 -0000005 100000000000000000000\n");
  const gpu::ndarray<std::uint64_t> counts({5, ~std::uint64_t{0}}, gpu::cpu());
  EXPECT_EQ(saved(counts, {.fmt = {"%+04d"}}), "+005\n+18446744073709551615\n");
}

TEST_F(text_file, complex_numbers_are_saved_in_parentheses) {
  using complex = gpu::complex<double>;
  const gpu::ndarray<complex> z({complex(1, 2), complex(-1, -0.5)}, gpu::cpu());
  EXPECT_EQ(saved(z, {.fmt = {"%.2f"}}), " (1.00+2.00j)\n (-1.00-0.50j)\n");
  EXPECT_EQ(saved(z, {.fmt = {"%.1f%+.1fj"}}), "1.0+2.0j\n-1.0-0.5j\n");
  EXPECT_EQ(saved(gpu::zeros<complex>({1, 2}, gpu::cpu()), {.fmt = {"%.1f"}}),
            " (0.0+0.0j)  (0.0+0.0j)\n");
}

TEST_F(text_file, integers_are_saved_in_other_bases) {
  const gpu::ndarray<std::int64_t> a({{1, -255}}, gpu::cpu());
  const auto written = [&](const char* format) { return saved(a, {.fmt = format}); };
  EXPECT_EQ(written("%x"), "1 -ff\n");
  EXPECT_EQ(written("%X"), "1 -FF\n");
  EXPECT_EQ(written("%o"), "1 -377\n");
  EXPECT_EQ(written("%#x"), "0x1 -0xff\n");
  EXPECT_EQ(written("%#X"), "0X1 -0XFF\n");
  EXPECT_EQ(written("%+#.3o"), "+0o001 -0o377\n");
  EXPECT_EQ(written("%08x"), "00000001 -00000ff\n");
  EXPECT_EQ(written("%#08x"), "0x000001 -0x000ff\n");
  EXPECT_EQ(written("%+08.4x"), "+0000001 -00000ff\n");
  EXPECT_EQ(written("%-6x|"), "1     | -ff   |\n");
  EXPECT_EQ(written("% x"), " 1 -ff\n");
  EXPECT_EQ(written("%.4x"), "0001 -00ff\n");
  EXPECT_EQ(written("%lx,%i"), "1,-255\n");
  EXPECT_EQ(written("%#d"), "1 -255\n");
  EXPECT_EQ(written("%#.0f"), "1. -255.\n");
  const gpu::ndarray<std::uint64_t> large({~std::uint64_t{0}}, gpu::cpu());
  EXPECT_EQ(saved(large, {.fmt = "%#o"}), "0o1777777777777777777777\n");
  const gpu::ndarray<std::int64_t> least({std::numeric_limits<std::int64_t>::min()}, gpu::cpu());
  EXPECT_EQ(saved(least, {.fmt = "%x"}), "-8000000000000000\n");
}

TEST_F(text_file, numbers_are_saved_as_str_writes_them) {
  const gpu::ndarray<int> whole({{1, -255}}, gpu::cpu());
  EXPECT_EQ(saved(whole, {.fmt = "%s"}), "1 -255\n");
  EXPECT_EQ(saved(whole, {.fmt = "%5s"}), "    1  -255\n");
  EXPECT_EQ(saved(whole, {.fmt = "%-5s|"}), "1    | -255 |\n");
  EXPECT_EQ(saved(whole, {.fmt = "%05s"}), "    1  -255\n");
  EXPECT_EQ(saved(whole, {.fmt = "%.1s"}), "1 -\n");
  EXPECT_EQ(saved(whole, {.fmt = "%s: %d"}), "1: -255\n");
  EXPECT_EQ(saved(on_cpu({{1.5, -2e20, std::nan(""), 1e-7, 1e15, 1e16, -0.0}}), {.fmt = "%s"}),
            "1.5 -2e+20 nan 1e-07 1000000000000000.0 1e+16 -0.0\n");
  const gpu::ndarray<float> singles({{0.1f, 2, 100000, 1e6f, 16777216, 0.001f, 1e-4f}}, gpu::cpu());
  EXPECT_EQ(saved(singles, {.fmt = "%s"}), "0.1 2.0 100000.0 1e+06 1.6777216e+07 0.001 1e-04\n");
  const gpu::ndarray<gpu::float16> halves(
      {{gpu::float16(0.1f), gpu::float16(999.f), gpu::float16(1000.f)}}, gpu::cpu());
  EXPECT_EQ(saved(halves, {.fmt = "%s"}), "0.1 999.0 1e+03\n");
  const gpu::ndarray<bool> bools({{true, false}}, gpu::cpu());
  EXPECT_EQ(saved(bools, {.fmt = "%s"}), "True False\n");
  EXPECT_EQ(saved(bools, {.fmt = "%d"}), "1 0\n");
  const gpu::ndarray<gpu::complex<float>> z({gpu::complex<float>(0.1f, -2)}, gpu::cpu());
  EXPECT_EQ(saved(z, {.fmt = "%s"}), " (0.1-2.0j)\n");
}

TEST_F(text_file, formats_of_integers_take_no_others) {
  EXPECT_EQ(gpu::test::message_of<gpu::dtype_error>([&] {
              gpu::savetxt(path_, on_cpu({{1, 2}}), {.fmt = "%x"});
            }),
            "Mismatch between array dtype ('float64') and format specifier ('%x %x')");
  EXPECT_THROW(gpu::savetxt(path_, gpu::ndarray<bool>({true}, gpu::cpu()), {.fmt = "%o"}),
               gpu::dtype_error);
}

TEST_F(text_file, what_cannot_be_saved_leaves_the_file_as_it_was) {
  std::ofstream(path_) << "old";
  const auto one = on_cpu({1});
  EXPECT_EQ(save_refusal(gpu::zeros<float>({2, 2, 2}, gpu::cpu())),
            "Expected 1D or 2D array, got 3D array instead");
  EXPECT_EQ(save_refusal(one, {.fmt = {"%d %d"}}), "fmt has wrong number of % formats:  %d %d");
  EXPECT_EQ(save_refusal(one, {.fmt = {"%g%%"}}), "fmt has wrong number of % formats:  %g%%");
  EXPECT_EQ(save_refusal(on_cpu({{1, 2}}), {.fmt = {"%d", "%d", "%d"}}),
            "fmt has wrong shape.  ['%d', '%d', '%d']");
  EXPECT_EQ(save_refusal(one, {.fmt = {"%q"}}),
            "unsupported format character 'q' (0x71) at index 1");
  EXPECT_EQ(save_refusal(one, {.fmt = {"%n"}}),
            "unsupported format character 'n' (0x6e) at index 1");
  EXPECT_EQ(save_refusal(one, {.fmt = {"%5."}}), "incomplete format: %5.");
  EXPECT_EQ(save_refusal(one, {.fmt = {"%99999999999f"}}), "width too big");
  EXPECT_EQ(save_refusal(one, {.fmt = {"%.99999999999f"}}), "precision too big");
  EXPECT_EQ(save_refusal(on_cpu({std::nan("")}), {.fmt = {"%d"}}),
            "cannot convert float NaN to integer");
  EXPECT_THROW((void)saved(on_cpu({HUGE_VAL}), {.fmt = {"%d"}}), gpu::overflow_error);
  EXPECT_EQ(content(), "old");
  EXPECT_THROW(gpu::savetxt("/no/such/folder/a.txt", one), gpu::file_error);
}

TEST_F(text_file, every_dtype_returns_as_it_was_saved) {
  const auto numbers = on_cpu({{0, 1, 2}, {3, 4, 5}});
  for (int i = 0; i < gpu::dtype_count; ++i)
    gpu::visit_dtype(static_cast<gpu::dtype>(i), [&]<class T>(std::type_identity<T>) {
      const gpu::ndarray<T> a = numbers.astype<T>().transpose();
      gpu::savetxt(path_, a, {.fmt = {std::is_integral_v<T> ? "%d" : "%.18e"}});
      EXPECT_EQ(gpu::loadtxt<T>(path_, {}, gpu::cpu()), a) << i;
    });
}

TEST_F(text_file, random_bits_return_as_they_were_saved) {
  std::mt19937_64 bits(1);
  std::vector<double> numbers;
  while (numbers.size() < 10000) {
    const std::uint64_t word = bits();
    double number = 0;
    std::memcpy(&number, &word, sizeof number);
    if (std::isfinite(number)) numbers.push_back(number);
  }
  const auto a = gpu::from_host(numbers.data(), {100, 100}, gpu::cpu());
  gpu::savetxt(path_, a);
  EXPECT_EQ(gpu::loadtxt<double>(path_, {}, gpu::cpu()), a);
}

TEST_F(text_file, options_are_characters_and_texts) {
  const gpu::ndarray<double> a = on_cpu({{1, 2}, {3, 4}});
  EXPECT_EQ(loaded("1,2\n3,4\n", {.delimiter = ","}), a);
  EXPECT_EQ(loaded("1,2\n3,4\n", {.delimiter = std::string(",")}), a);
  EXPECT_EQ(loaded("1 2 % x\n3 4\n", {.delimiter = std::nullopt, .comments = "%"}), a);
  EXPECT_EQ(loaded("1 2\n3 4\n", {.comments = std::vector<std::string>{}}), a);
  EXPECT_EQ(saved(a, {.fmt = "%.1f", .delimiter = ';'}), "1.0;2.0\n3.0;4.0\n");
  EXPECT_EQ(saved(a, {.fmt = {"%d", "%.1f"}, .delimiter = ", "}), "1, 2.0\n3, 4.0\n");
  EXPECT_EQ(refusal("1, 2\n", {.delimiter = ", "}),
            "Text reading control character must be a single unicode character or None; but got: "
            "', '");
  EXPECT_EQ(refusal("1, 2\n", {.delimiter = ""}),
            "Text reading control character must be a single unicode character or None; but got: "
            "''");
  EXPECT_EQ(refusal("1\n2\n", {.delimiter = '\n'}),
            "control character 'delimiter' cannot be a newline (`\\r` or `\\n`).");
}

TEST_F(text_file, streams_are_read_and_written) {
  const gpu::ndarray<double> a = on_cpu({{1, 2}, {3, 4}});
  std::ostringstream written;
  gpu::savetxt(written, a, {.fmt = "%g", .header = "x y"});
  EXPECT_EQ(written.str(), "# x y\n1 2\n3 4\n");
  std::istringstream read(written.str());
  EXPECT_EQ(gpu::loadtxt<double>(read, {}, gpu::cpu()), a);
  EXPECT_TRUE(read.eof() && !read.fail());
  EXPECT_EQ(gpu::loadtxt<double>(read, {}, gpu::cpu()).size(), 0U);
}

TEST_F(text_file, lines_of_a_stream_are_read_as_they_are_needed) {
  std::istringstream parts("title\r\n1 2\r3 4\r\n# x\n\n5 6\nrest\n");
  EXPECT_EQ(gpu::loadtxt<int>(parts, {.skiprows = 1, .max_rows = 3}, gpu::cpu()),
            gpu::array<int>({{1, 2}, {3, 4}, {5, 6}}, gpu::cpu()));
  std::string rest;
  EXPECT_TRUE(std::getline(parts, rest));
  EXPECT_EQ(rest, "rest");
}

TEST_F(text_file, streams_that_fail_are_errors_of_files) {
  std::istringstream bad("1\n");
  bad.setstate(std::ios::failbit);
  EXPECT_THROW((void)gpu::loadtxt<int>(bad), gpu::file_error);
  std::ostringstream full;
  full.setstate(std::ios::badbit);
  EXPECT_THROW(gpu::savetxt(full, on_cpu({1, 2})), gpu::file_error);
}

}  // namespace
