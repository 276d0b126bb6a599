// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <complex>
#include <numeric>
#include <thread>
#include <vector>

#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::elementwise_kernel;
using gpu::ndarray;
using gpu::test::message_of;

class elementwise_kernel_call : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, elementwise_kernel_call, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

template <class T, class A>
std::vector<T> values(const A& array) {
  const ndarray<T> all = array;
  return {all.begin(), all.end()};
}

const elementwise_kernel squared_diff("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff");

TEST_P(elementwise_kernel_call, computes_and_broadcasts) {
  const ndarray<float> x{{1, 2, 3}, {4, 5, 6}};
  const ndarray<float> y{1, 1, 4};
  const auto z = squared_diff(x, y);
  EXPECT_EQ(z.dtype(), gpu::dtype::float32);
  EXPECT_EQ(z.shape(), (gpu::shape{2, 3}));
  EXPECT_EQ(z.device(), GetParam());
  EXPECT_EQ(values<float>(z), (std::vector<float>{0, 1, 1, 9, 16, 4}));
  EXPECT_EQ(values<double>(squared_diff(ndarray<double>{3}, 1)), std::vector<double>{4});
  const ndarray<int> column = ndarray<int>{1, 2}.reshape({2, 1});
  EXPECT_EQ(values<int>(squared_diff(column, ndarray<int>{0, 5})), (std::vector<int>{1, 16, 4, 9}));
}

TEST_P(elementwise_kernel_call, numbers_take_the_type_of_arrays) {
  EXPECT_EQ(squared_diff(ndarray<float>{1, 2}, 0.5).dtype(), gpu::dtype::float32);
  EXPECT_EQ(values<float>(squared_diff(ndarray<float>{1, 2}, 0.5)),
            (std::vector<float>{0.25F, 2.25F}));
  const elementwise_kernel scale("T x, U factor", "U z", "z = x * factor");
  EXPECT_EQ(scale(ndarray<float>{1, 2}, 3).dtype(), gpu::dtype::int64);
  EXPECT_EQ(scale(ndarray<float>{1, 2}, 3.0).dtype(), gpu::dtype::float64);
  const elementwise_kernel fixed("T x, float32 k", "T z", "z = x + k");
  EXPECT_EQ(values<int>(fixed(ndarray<int>{1, 2}, 1.75)), (std::vector<int>{2, 3}));
}

TEST_P(elementwise_kernel_call, fuses_with_what_surrounds_it) {
  const ndarray<float> x{1, 4, 9};
  const ndarray<float> y{1, 1, 1};
  const gpu::expression<float> e = gpu::sqrt(squared_diff(x + y, y).as<float>()) + 1.0F;
  const std::uint64_t before = gpu::launches();
  const ndarray<float> z = e;
  if (GetParam().is_gpu()) {
    EXPECT_EQ(gpu::launches() - before, 1U);
  }
  EXPECT_EQ(values<float>(z), (std::vector<float>{2, 5, 10}));
  const auto twice = squared_diff(squared_diff(x, y), 1);
  EXPECT_EQ(values<float>(twice), (std::vector<float>{1, 64, 3969}));
}

TEST_P(elementwise_kernel_call, calling_again_uses_the_same_op) {
  if (GetParam().is_cpu()) return;  // the library's own ops there
  const ndarray<float> x{1, 2};
  const auto record = [&] {
    return &static_cast<const gpu::graph::op_node&>(*squared_diff(x, x).node()).op;
  };
  EXPECT_EQ(record(), record());
  const elementwise_kernel again("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff");
  EXPECT_EQ(&static_cast<const gpu::graph::op_node&>(*again(x, x).node()).op, record());
}

TEST_P(elementwise_kernel_call, every_dtype_computes) {
  const elementwise_kernel twice("T x", "T z", "T w = x; z = w + x", "twice");
  gpu::type_list<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                 std::uint32_t, std::uint64_t, gpu::float16, gpu::bfloat16, float, double,
                 std::complex<float>, std::complex<double>>::for_each([&]<class T>() {
    const ndarray<T> x{T(1), T(3)};
    EXPECT_EQ(values<T>(twice(x)), (std::vector<T>{T(2), T(6)})) << gpu::dtype_of<T>;
  });
  const elementwise_kernel negate("bool x", "bool z", "z = !x", "negate");
  EXPECT_EQ(values<bool>(negate(ndarray<bool>{true, false})), (std::vector<bool>{false, true}));
}

TEST_P(elementwise_kernel_call, halves_are_rounded_once) {
  const elementwise_kernel sum("T x, T y", "T z", "T w = x + y; z = x > 0 ? w - x : 0", "sum");
  const gpu::float16 big(2048.0F);
  const gpu::float16 small(1.0F);
  EXPECT_EQ(values<gpu::float16>(sum(ndarray<gpu::float16>{big}, ndarray<gpu::float16>{small}))[0],
            small);
}

TEST_P(elementwise_kernel_call, i_is_the_position_in_c_order) {
  const elementwise_kernel position("T x, T y", "int64 z", "z = i", "position");
  const ndarray<float> row{1, 2, 3};
  const ndarray<float> column = ndarray<float>{1, 2}.reshape({2, 1});
  EXPECT_EQ(values<std::int64_t>(position(row, column)),
            (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
  const ndarray<float> square{{1, 2}, {3, 4}};
  EXPECT_EQ(values<std::int64_t>(position(square.transpose(), square)),
            (std::vector<std::int64_t>{0, 1, 2, 3}));
  const elementwise_kernel range("float32 start", "float32 z", "z = start + i", "range");
  EXPECT_EQ(values<float>(range.with({.size = 3})(2)), (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(values<float>(range(2, gpu::launch_options{.size = 2})), (std::vector<float>{2, 3}));
}

TEST_P(elementwise_kernel_call, several_outputs) {
  const elementwise_kernel both("T x", "T half, int32 whole", "half = x / 2; whole = x", "both");
  const auto results = both(ndarray<float>{1, 4.5F});
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(values<float>(results.get<float>(0)), (std::vector<float>{0.5F, 2.25F}));
  const auto [half, whole] = results.as<float, int>();
  EXPECT_EQ(values<int>(whole), (std::vector<int>{1, 4}));
  EXPECT_EQ(values<float>(half), values<float>(results[0]));
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)results.node(); }),
            "this kernel has several outputs, or returns none: take one of its results with "
            "get<T>(k)");
  EXPECT_THROW((void)results[2], gpu::index_error);
  EXPECT_THROW((void)results.get<double>(0), gpu::dtype_error);
  EXPECT_THROW((void)results.as<float>(), gpu::value_error);
}

TEST_P(elementwise_kernel_call, outputs_may_be_given) {
  const ndarray<float> x{1, 2, 3};
  ndarray<float> z{9, 9, 9};
  const ndarray<float> kept = z;
  squared_diff(x, 1, z);
  EXPECT_EQ(values<float>(z), (std::vector<float>{0, 1, 4}));
  EXPECT_EQ(values<float>(kept), (std::vector<float>{9, 9, 9}));
  ndarray<float> wide = gpu::zeros<float>({2, 3});
  squared_diff(x, 1, gpu::view(wide, 1));
  EXPECT_EQ(values<float>(wide), (std::vector<float>{0, 0, 0, 0, 1, 4}));
  const elementwise_kernel accumulate("T x", "T z", "z += x", "accumulate");
  accumulate(x, z);
  EXPECT_EQ(values<float>(z), (std::vector<float>{1, 3, 7}));
  EXPECT_EQ(values<float>(accumulate(x)), (std::vector<float>{1, 2, 3}));
  const elementwise_kernel two("T x", "T a, T b", "a = x + 1; b += x", "two");
  ndarray<float> a{0, 0, 0};
  two(x, a, z);
  EXPECT_EQ(values<float>(a), (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(values<float>(z), (std::vector<float>{2, 5, 10}));
}

TEST_P(elementwise_kernel_call, overlap_is_safe) {
  ndarray<float> a{1, 2, 3, 4, 5};
  squared_diff(gpu::view(a, gpu::range(0, 4)), 0, gpu::view(a, gpu::range(1, 5)));
  EXPECT_EQ(values<float>(a), (std::vector<float>{1, 1, 4, 9, 16}));
  const elementwise_kernel swap("T x, T y", "T p, T q", "p = y; q = x", "swap");
  ndarray<float> b{1, 2, 3, 4};
  swap(gpu::view(b, gpu::range(0, 2)), gpu::view(b, gpu::range(2, 4)),
       gpu::view(b, gpu::range(0, 2)), gpu::view(b, gpu::range(2, 4)));
  EXPECT_EQ(values<float>(b), (std::vector<float>{3, 4, 1, 2}));
  ndarray<float> m{{1, 2}, {3, 4}};
  squared_diff(m.transpose(), 0, m);
  EXPECT_EQ(values<float>(m), (std::vector<float>{1, 9, 4, 16}));
}

TEST_P(elementwise_kernel_call, constants_take_the_shape_and_the_device) {
  const elementwise_kernel one("T x", "float32 z", "z = 1.5", "one");
  const ndarray<int> x{{1, 2}, {3, 4}};
  const auto z = one(x);
  EXPECT_EQ(z.shape(), (gpu::shape{2, 2}));
  EXPECT_EQ(z.device(), GetParam());
  EXPECT_EQ(values<float>(z), (std::vector<float>(4, 1.5F)));
  const elementwise_kernel first("T x, T y", "T z", "z = x", "first");
  EXPECT_EQ(values<int>(first(ndarray<int>{7}, x)), (std::vector<int>(4, 7)));
}

TEST_P(elementwise_kernel_call, zero_axes_and_no_elements) {
  const ndarray<float> scalar(gpu::shape{}, 3.0F);
  const auto z = squared_diff(scalar, 1);
  EXPECT_EQ(z.shape(), gpu::shape{});
  EXPECT_EQ(values<float>(z), std::vector<float>{4});
  const ndarray<float> empty(gpu::shape{0, 3}, 0.0F);
  const auto none = squared_diff(empty, ndarray<float>{1, 2, 3});
  EXPECT_EQ(none.shape(), (gpu::shape{0, 3}));
  EXPECT_TRUE(values<float>(none).empty());
}

TEST_P(elementwise_kernel_call, signatures_give_typed_expressions) {
  const elementwise_kernel<float(float, float)> typed("T x, T y", "T z", "z = x * y", "typed");
  const gpu::expression<float> z = typed(ndarray<float>{2, 3}, ndarray<float>{4, 5});
  EXPECT_EQ(values<float>(z), (std::vector<float>{8, 15}));
  EXPECT_EQ(values<float>(typed(ndarray<float>{2, 3}, 2)), (std::vector<float>{4, 6}));
  const elementwise_kernel<std::tuple<float, int>(float)> pair("float32 x", "float32 r, int32 n",
                                                               "n = x; r = x - n", "pair");
  const auto [rest, whole] = pair(ndarray<float>{1.25F, 2.5F});
  EXPECT_EQ(values<float>(rest), (std::vector<float>{0.25F, 0.5F}));
  EXPECT_EQ(values<int>(whole), (std::vector<int>{1, 2}));
  const elementwise_kernel<std::int64_t(float)> sized("float32 k", "int64 z", "z = i * k", "sized");
  EXPECT_EQ(values<std::int64_t>(sized.with({.size = 3})(2)), (std::vector<std::int64_t>{0, 2, 4}));
  // An untyped operand is checked when the kernel is called.
  EXPECT_THROW(typed(squared_diff(ndarray<double>{1}, 0), 1), gpu::dtype_error);
}

TEST_P(elementwise_kernel_call, mistakes_are_explained) {
  const ndarray<float> x{1, 2, 3};
  EXPECT_EQ(
      message_of<gpu::value_error>([&] { squared_diff(x); }),
      "Wrong number of arguments for 'squared_diff'. It must be either 2 or 3 (with outputs), "
      "but given 1.");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { squared_diff(x, ndarray<double>{1}); }),
            "Type is mismatched. y float64 float32 T");
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              squared_diff(x, ndarray<float>{1, 2});
            }),
            "operands could not be broadcast together with shapes (3,) (2,) ");
  ndarray<float> wrong{1, 2};
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              squared_diff(x, 1, gpu::view(wrong, gpu::range(0, 1)));
            }).substr(0, 23),
            "Out shape is mismatched");
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { squared_diff(x, 1, x); }).substr(0, 43),
            "Output arguments type must be gpu::ndarray:");
  EXPECT_EQ(message_of<gpu::value_error>([&] { squared_diff.with({.block_size = 0})(x, x); }),
            "block_size must be greater than zero, not 0");
  const elementwise_kernel unbound("T x", "U z", "z = x", "unbound");
  EXPECT_EQ(
      message_of<gpu::dtype_error>([&] { unbound(x); }),
      "kernel 'unbound': no argument says what type 'U' of the output 'z' is; give the output, "
      "or name its dtype");
  ndarray<double> given{0, 0, 0};
  unbound(x, given);
  EXPECT_EQ(values<double>(given), (std::vector<double>{1, 2, 3}));
  const elementwise_kernel silent("T x", "T z", "z = x", "silent", {.no_return = true});
  EXPECT_EQ(silent(x, wrong = ndarray<float>{0, 0, 0}).size(), 0U);
  EXPECT_EQ(values<float>(wrong), values<float>(x));
}

/// CuPy's table: whether `size` may be given, by what the arguments are.
TEST_P(elementwise_kernel_call, size_is_for_raw_arrays_and_numbers) {
  const ndarray<float> x{1, 2, 3};
  const elementwise_kernel plain("T x", "T z", "z = x", "plain");
  const elementwise_kernel raw("raw T x", "T z", "z = x[i]", "raw_in");
  const elementwise_kernel raw_out("T x", "raw T z", "z[i] = x", "raw_out");
  const std::string only_raw = "Specified 'size' can be used only if all of the ndarray are 'raw'.";
  EXPECT_EQ(values<float>(plain(x)).size(), 3U);
  EXPECT_EQ(message_of<gpu::value_error>([&] { plain.with({.size = 3})(x); }), only_raw);
  EXPECT_EQ(message_of<gpu::value_error>([&] { plain(1.0F); }), "Loop size is undecided.");
  EXPECT_EQ(values<double>(plain.with({.size = 2})(1.0)), (std::vector<double>{1, 1}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { raw(x); }), "Loop size is undecided.");
  EXPECT_EQ(values<float>(raw.with({.size = 2})(x)), (std::vector<float>{1, 2}));
  EXPECT_EQ(message_of<gpu::value_error>([&] { raw_out(x); }), "Output array size is Undecided");
  EXPECT_EQ(message_of<gpu::value_error>([&] { raw_out.with({.size = 3})(x); }), only_raw);
  ndarray<float> given{0, 0, 0};
  raw(x, given);
  EXPECT_EQ(values<float>(given), values<float>(x));
  EXPECT_EQ(message_of<gpu::value_error>([&] { raw.with({.size = 3})(x, given); }), only_raw);
}

TEST_P(elementwise_kernel_call, raw_arrays_are_indexed_by_hand) {
  const ndarray<float> m{{1, 2, 3}, {4, 5, 6}};
  const elementwise_kernel gather("raw T x, int64 k", "T z", "z = x[k]", "gather");
  EXPECT_EQ(values<float>(gather(m.transpose(), ndarray<std::int64_t>{0, 1, 5})),
            (std::vector<float>{1, 4, 6}));
  const elementwise_kernel facts(
      "raw T x", "int64 z",
      "ptrdiff_t idx[2] = {1, 1};\n"
      "z = i == 0 ? x.size() : i == 1 ? x.shape()[0] : i == 2 ? x.strides()[0] : i == 3 ? x.ndim\n"
      "    : (long long)x[idx];",
      "facts");
  EXPECT_EQ(values<std::int64_t>(facts.with({.size = 5})(m.transpose())),
            (std::vector<std::int64_t>{6, 3, 4, 2, 5}));
  const elementwise_kernel histogram("int32 bin", "raw int32 count", "atomicAdd(&count[bin], 1)",
                                     "histogram");
  ndarray<int> count{0, 10, 0};
  histogram(ndarray<int>{0, 1, 1, 0, 1}, count);
  EXPECT_EQ(values<int>(count), (std::vector<int>{2, 13, 0}));
  const elementwise_kernel halves("raw T x", "raw T z", "z[i] = x[i] + 1; z[i] += 1", "halves");
  EXPECT_EQ(static_cast<float>(values<gpu::float16>(
                halves.with({.size = 1})(ndarray<gpu::float16>{gpu::float16(2.0F)}))[0]),
            4.0F);
}

TEST_P(elementwise_kernel_call, skipping_an_element_leaves_its_output) {
  const elementwise_kernel skip("T x", "T z", "if (x < 0) continue;\nz = x;", "skip");
  EXPECT_EQ(values<float>(skip(ndarray<float>{1, -2, 3})), (std::vector<float>{1, 0, 3}));
  const elementwise_kernel leave("T x", "T z", "if (x < 0) return;\nz = x;", "leave");
  EXPECT_EQ(values<float>(leave(ndarray<float>{1, -2, 3})), (std::vector<float>{1, 0, 3}));
  const elementwise_kernel two("T x", "T y, T z", "y = 1; if (x < 0) continue; z = x", "skip_two");
  EXPECT_EQ(values<float>(two(ndarray<float>{1, -2, 3})[1]), (std::vector<float>{1, 0, 3}));
}

TEST_P(elementwise_kernel_call, preambles_loops_and_options) {
  const elementwise_kernel powers("T x, int32 n", "T z", "z = power_of(x, n);", "powers",
                                  {.preamble = "template <class A>\n__device__ A power_of(A x, int "
                                               "n) {\n  A r = 1;\n  while (n-- > 0) r *= x;\n"
                                               "  return r;\n}\n"});
  EXPECT_EQ(values<double>(powers(ndarray<double>{2, 3}, ndarray<int>{3, 2})),
            (std::vector<double>{8, 9}));
  const elementwise_kernel typed("T x", "T z", "z = twice(x)", "typed_preamble",
                                 {.preamble = "__device__ T twice(T x) { return 2 * x; }"});
  EXPECT_EQ(values<int>(typed(ndarray<int>{4})), std::vector<int>{8});
  const elementwise_kernel option("T x", "T z", "z = x * FACTOR", "option",
                                  {.options = {"-DFACTOR=3"}});
  EXPECT_EQ(values<float>(option(ndarray<float>{4})), std::vector<float>{12});
  const elementwise_kernel around("T x", "T z", "z = x + offset", "around",
                                  {.loop_prep = "T offset = 5", .after_loop = "offset = 0"});
  EXPECT_EQ(values<float>(around(ndarray<float>{4, 5})), (std::vector<float>{9, 10}));
  const elementwise_kernel axes("T x", "int64 z", "z = _ind.get()[0] * 10 + _ind.get()[1]", "axes",
                                {.reduce_dims = false});
  EXPECT_EQ(values<std::int64_t>(axes(gpu::zeros<float>({2, 2}))),
            (std::vector<std::int64_t>{0, 1, 10, 11}));
  const elementwise_kernel count("T x", "int64 z", "z = _ind.size()", "count");
  EXPECT_EQ(values<std::int64_t>(count(gpu::zeros<float>({2, 2}))),
            (std::vector<std::int64_t>(4, 4)));
}

TEST_P(elementwise_kernel_call, inputs_marked_non_const_are_written) {
  const elementwise_kernel advance("_non_const T x", "T z", "z = x; x += 1", "advance");
  ndarray<float> x{1, 2};
  EXPECT_EQ(values<float>(advance(x)), (std::vector<float>{1, 2}));
  EXPECT_EQ(values<float>(x), (std::vector<float>{2, 3}));
}

TEST_P(elementwise_kernel_call, complex_numbers) {
  using complex = std::complex<float>;
  const elementwise_kernel rotate("T x, T y", "T z, float32 r", "z = x * conj(y); r = abs(x)",
                                  "rotate");
  const auto results = rotate(ndarray<complex>{complex(3, 4)}, ndarray<complex>{complex(0, 1)});
  EXPECT_EQ(values<complex>(results[0])[0], complex(4, -3));
  EXPECT_EQ(values<float>(results[1])[0], 5.0F);
  const elementwise_kernel parts("complex64 x", "float32 z", "z = x.real() + x.imag()", "parts");
  EXPECT_EQ(values<float>(parts(ndarray<complex>{complex(3, 4)}))[0], 7.0F);
}

TEST_P(elementwise_kernel_call, ops_are_called_by_their_numpy_names) {
  const elementwise_kernel k("T x, T y", "T z",
                             "z = logaddexp(x, y) + maximum(x, 1) * square(y) + sign(x)", "named");
  const elementwise_kernel compiled("T x, T y", "T z",
                                    "z = logaddexp(x, y) + maximum(x, 1) * square(y) + sign(x)",
                                    "named", {.preamble = "// compiles"});
  const ndarray<double> x{-1, 3};
  const ndarray<double> y{2, 5};
  const ndarray<double> expected =
      gpu::logaddexp(x, y) + gpu::maximum(x, 1.0) * gpu::square(y) + gpu::sign(x);
  EXPECT_EQ(values<double>(k(x, y)), values<double>(expected));
  EXPECT_EQ(values<double>(k(x, y) + 0.0), values<double>(expected + 0.0));
  const std::vector<double> other = values<double>(compiled(x, y));
  EXPECT_DOUBLE_EQ(other[0], expected(0));
  EXPECT_DOUBLE_EQ(other[1], expected(1));
  const elementwise_kernel own("T x", "T z", "z = square(x)", "own_square",
                               {.preamble = "__device__ T square(T x) { return x + 100; }"});
  EXPECT_EQ(values<float>(own(ndarray<float>{1})), std::vector<float>{101});
}

TEST_P(elementwise_kernel_call, broken_text_is_found_on_empty_input) {
  const elementwise_kernel broken("T x", "T z", "z = x;\nz = undeclared;", "broken");
  const ndarray<float> empty(gpu::shape{0}, 0.0F);
  const std::string text = message_of<gpu::compile_error>([&] { broken(empty); });
  EXPECT_NE(text.find("elementwise_kernel broken:"), std::string::npos) << text;
  EXPECT_NE(text.find(">    2 | z = undeclared;"), std::string::npos) << text;
}

TEST_P(elementwise_kernel_call, many_threads_share_a_kernel) {
  const ndarray<float> x{1, 2, 3};
  std::vector<std::thread> threads;
  std::vector<int> right(8, 0);
  for (std::size_t k = 0; k < right.size(); ++k)
    threads.emplace_back([&, k] {
      const gpu::device_guard scope(GetParam());
      for (int n = 0; n < 20; ++n)
        right[k] += values<float>(squared_diff(x, static_cast<float>(k)))[0] ==
                    static_cast<float>((1.0 - k) * (1.0 - k));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::accumulate(right.begin(), right.end(), 0), 160);
}

TEST_P(elementwise_kernel_call, a_stream_and_a_block_size_may_be_given) {
  const gpu::stream own(GetParam());
  const ndarray<float> x{1, 2, 3};
  const auto z = squared_diff.with({.stream = own, .block_size = 32})(x, 0);
  own.synchronize();
  EXPECT_EQ(values<float>(z), (std::vector<float>{1, 4, 9}));
}

}  // namespace
