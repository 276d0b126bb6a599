// SPDX-License-Identifier: BSD-3-Clause
// Parameters that are integers take any integer, and no real number.
#include <gpu/core/strict_integer.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {

// What is called below; nothing is computed.
ndarray<double>& m();
ndarray<int>& i();
poly1d<double>& p();
random::generator& rng();

}  // namespace gpu::test

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::i;
using gpu::test::m;
using gpu::test::message_of;
using gpu::test::p;
using gpu::test::rng;
using gpu::test::values;

enum plain_enumeration { three = 3 };
enum class strict_enumeration { three = 3 };

template <class Call, class Number>
concept takes = requires(const Call& call, Number number) {
  call(number);
};

/// Of functions of a number, all of which take integers and no other number.
template <class... Calls>
consteval bool take_integers(const Calls&...) {
  const bool integers =
      ((takes<Calls, bool> && takes<Calls, int> && takes<Calls, long> &&
        takes<Calls, std::size_t> && takes<Calls, std::uint8_t> &&
        takes<Calls, plain_enumeration> && takes<Calls, ndarray<int>::reference>)&&...);
  const bool others = ((takes<Calls, double> || takes<Calls, float> || takes<Calls, long double> ||
                        takes<Calls, gpu::float16> || takes<Calls, ndarray<double>::reference> ||
                        takes<Calls, std::complex<double>> || takes<Calls, strict_enumeration> ||
                        takes<Calls, const char*>) ||
                       ...);
  return integers && !others;
}
/// The same of those that take no axis by name, either.
template <class... Calls>
consteval bool take_integers_alone(const Calls&... calls) {
  return take_integers(calls...) && !(takes<Calls, gpu::axis_number> || ...);
}

TEST(integer_parameters, of_functions_of_matrices_are_integers) {
  EXPECT_TRUE(take_integers_alone(
      [](auto n) -> decltype(gpu::tri(n)) {}, [](auto n) -> decltype(gpu::tri(2, 2, n)) {},
      [](auto n) -> decltype(gpu::eye(n)) {}, [](auto n) -> decltype(gpu::eye(2, n)) {},
      [](auto n) -> decltype(gpu::eye(2, 2, n)) {}, [](auto n) -> decltype(gpu::identity(n)) {},
      [](auto n) -> decltype(gpu::tril(m(), n)) {}, [](auto n) -> decltype(gpu::triu(m(), n)) {},
      [](auto n) -> decltype(gpu::diag(m(), n)) {},
      [](auto n) -> decltype(gpu::diagflat(m(), n)) {},
      [](auto n) -> decltype(gpu::diagonal(m(), n)) {},
      [](auto n) -> decltype(gpu::trace(m(), n)) {}, [](auto n) -> decltype(m().trace(n)) {},
      [](auto n) -> decltype(gpu::diag_indices(n)) {},
      [](auto n) -> decltype(gpu::tril_indices(n)) {},
      [](auto n) -> decltype(gpu::triu_indices(2, n)) {},
      [](auto n) -> decltype(gpu::tril_indices_from(m(), n)) {},
      [](auto n) -> decltype(gpu::linalg::diagonal(m(), n)) {},
      [](auto n) -> decltype(gpu::linalg::matrix_power(m(), n)) {},
      [](auto n) -> decltype(gpu::linalg::tensorinv(m(), n)) {},
      [](auto n) -> decltype(gpu::tensordot(m(), m(), n)) {}));
}

TEST(integer_parameters, of_functions_that_make_sequences_are_integers) {
  EXPECT_TRUE(take_integers_alone(
      [](auto n) -> decltype(gpu::linspace(0, 1, n)) {},
      [](auto n) -> decltype(gpu::linspace<float>(0, 1, n)) {},
      [](auto n) -> decltype(gpu::linspace(m(), m(), n)) {},
      [](auto n) -> decltype(gpu::logspace(0, 1, n)) {},
      [](auto n) -> decltype(gpu::geomspace(1, 2, n)) {},
      [](auto n) -> decltype(gpu::bartlett(n)) {}, [](auto n) -> decltype(gpu::blackman(n)) {},
      [](auto n) -> decltype(gpu::hamming(n)) {}, [](auto n) -> decltype(gpu::hanning(n)) {},
      [](auto n) -> decltype(gpu::kaiser(n, 2.0)) {},
      [](auto n) -> decltype(gpu::fft::fftfreq(n)) {},
      [](auto n) -> decltype(gpu::fft::rfftfreq(n)) {},
      [](auto n) -> decltype(gpu::random::permutation(n)) {},
      [](auto n) -> decltype(rng().permutation(n)) {}, [](auto n) -> decltype(rng().bytes(n)) {},
      [](auto n) -> decltype(rng().choice(n)) {}));
}

TEST(integer_parameters, of_other_functions_are_integers) {
  EXPECT_TRUE(take_integers_alone(
      [](auto n) -> decltype(gpu::rollaxis(m(), 0, n)) {},
      [](auto n) -> decltype(gpu::round(m(), n)) {}, [](auto n) -> decltype(m().round(n)) {},
      [](auto n) -> decltype(gpu::vander(m(), n)) {},
      [](auto n) -> decltype(gpu::polyder(m(), n)) {},
      [](auto n) -> decltype(gpu::polyint(m(), n)) {},
      [](auto n) -> decltype(gpu::polyfit(m(), m(), n)) {}, [](auto n) -> decltype(p().deriv(n)) {},
      [](auto n) -> decltype(p().pow(n)) {}, [](auto n) -> decltype(p()[n]) {},
      [](auto n) -> decltype(gpu::bincount(i(), n)) {},
      [](auto n) -> decltype(gpu::bincount(i(), i(), n)) {},
      [](auto n) -> decltype(gpu::topk(m(), n)) {},
      [](auto n) -> decltype(gpu::unravel_index(n, shape{3, 3})) {},
      [](auto n) -> decltype(gpu::pad(m(), n)) {},
      [](auto n) -> decltype(gpu::diag({0.1, 0.2}, n)) {},
      [](auto n) -> decltype(gpu::base_repr(5, n)) {},
      [](auto n) -> decltype(gpu::binary_repr(5, n)) {},
      [](auto n) -> decltype(gpu::row(m(), n)) {}, [](auto n) -> decltype(m().flat(n)) {},
      [](auto n) -> decltype(gpu::range(n)) {}));
  EXPECT_TRUE(take_integers([](auto n) -> decltype(gpu::rot90(m(), n)) {},
                            [](auto n) -> decltype(gpu::diff(m(), n)) {},
                            [](auto n) -> decltype(gpu::fft::fft(m(), n)) {},
                            [](auto n) -> decltype(gpu::fft::irfft(m(), n)) {}));
}

TEST(integer_parameters, in_lists_are_integers) {
  const auto in_lists = [](const auto&... calls) {
    return (!takes<std::remove_cvref_t<decltype(calls)>, double> && ...) &&
           (takes<std::remove_cvref_t<decltype(calls)>, int> && ...) &&
           (takes<std::remove_cvref_t<decltype(calls)>, std::size_t> && ...);
  };
  EXPECT_TRUE(in_lists([](auto n) -> decltype(gpu::repeat(m(), {n, n})) {},
                       [](auto n) -> decltype(m().repeat({n, n})) {},
                       [](auto n) -> decltype(gpu::roll(m(), {n, n}, {0, 1})) {},
                       [](auto n) -> decltype(gpu::split(m(), {n, n})) {},
                       [](auto n) -> decltype(gpu::delete_(m(), {n, n})) {},
                       [](auto n) -> decltype(gpu::pad(m(), {n, n})) {},
                       [](auto n) -> decltype(gpu::pad(m(), {{n, n}, {n, n}})) {},
                       [](auto n) -> decltype(gpu::fft::fftn(m(), {n, n})) {},
                       [](auto n) -> decltype(gpu::add.reduceat(m(), {n, n})) {},
                       [](auto n) -> decltype(gpu::add.at(m(), {n, n}, 1)) {},
                       [](auto n) -> decltype(m().argpartition({n, n})) {}));
}

class integers_as_parameters : public gpu::test::on_device {};

TEST_P(integers_as_parameters, are_taken_as_they_are) {
  const ndarray<int> n = {2, 3};
  EXPECT_EQ(gpu::eye(three).shape(), (shape{3, 3}));
  EXPECT_EQ(gpu::eye(n(0), n(1)).shape(), (shape{2, 3}));
  EXPECT_EQ(gpu::tri(std::size_t{3}, n(0)).shape(), (shape{3, 2}));
  EXPECT_EQ(values(gpu::linspace(0, 4, n(1))), (std::vector<double>{0, 2, 4}));
  EXPECT_EQ(values(gpu::tril(gpu::ones<int>({2, 2}), true)), (std::vector{1, 1, 1, 1}));
  EXPECT_EQ(values(gpu::repeat(n, {std::size_t{1}, std::size_t{2}})), (std::vector{2, 3, 3}));
  EXPECT_EQ(values(gpu::repeat(n, {true, false})), std::vector{2});
  EXPECT_EQ(gpu::pad(n, std::size_t{1}).shape(), shape{4});
  EXPECT_EQ(gpu::fft::fft(n, std::optional<int>(4)).shape(), shape{4});
  EXPECT_EQ(n.flat(true), 3);
}

TEST_P(integers_as_parameters, that_no_int_holds_are_refused) {
  const ndarray<double> a = {1, 2};
  const std::int64_t large = std::int64_t{std::numeric_limits<int>::max()} + 1;
  for (const auto number : {large, 2 * large})
    EXPECT_EQ(message_of<gpu::overflow_error>([&] { (void)gpu::round(a, number); }),
              "Python int too large to convert to C int");
  EXPECT_THROW((void)gpu::polyder(a, 2 * large), gpu::overflow_error);
  EXPECT_THROW((void)gpu::gpu(2 * large), gpu::overflow_error);
}

INSTANTIATE_TEST_SUITE_P(devices, integers_as_parameters,
                         testing::ValuesIn(gpu::test::cpu_and_gpu()), gpu::test::device_name);

}  // namespace
