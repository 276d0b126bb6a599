// SPDX-License-Identifier: BSD-3-Clause
// astype, to, copy_to, eval, any_expression.
#include <gpu/array/evaluation.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::message_of;
using gpu::test::values;

class conversion : public gpu::test::on_device {};

/// Calls `act` with each element type.
template <class Act>
void for_each_dtype(const Act& act) {
  for (int i = 0; i < gpu::dtype_count; ++i) gpu::visit_dtype(static_cast<gpu::dtype>(i), act);
}

TEST_P(conversion, astype_of_every_pair_keeps_small_numbers) {
  for_each_dtype([]<class From>(std::type_identity<From>) {
    const ndarray<From> a = ndarray<int>{0, 1, 100}.astype<From>();
    for_each_dtype([&]<class To>(std::type_identity<To>) {
      const ndarray<To> b = a.template astype<To>();
      EXPECT_EQ(b.dtype(), gpu::dtype_of<To>);
      const bool flags = std::is_same_v<To, bool> || std::is_same_v<From, bool>;
      const ndarray<int> expected{0, 1, flags ? 1 : 100};
      EXPECT_TRUE(b == expected) << gpu::dtype_of<From> << " to " << gpu::dtype_of<To>;
    });
  });
}

TEST_P(conversion, astype_is_numpys_cast) {
  const ndarray<float> x{-1.9f, 2.5f, 300.7f};
  EXPECT_EQ(values(x.astype<int>()), (std::vector{-1, 2, 300}));
  EXPECT_EQ(values(gpu::astype<bool>(x)), (std::vector<bool>{true, true, true}));
  EXPECT_EQ(values(ndarray<int>{-1, 256, 65537}.astype<std::uint8_t>()),
            (std::vector<std::uint8_t>{255, 0, 1}));
  EXPECT_EQ(values(ndarray<std::int64_t>{-1}.astype<std::uint64_t>()),
            (std::vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max()}));
  using complex = std::complex<double>;
  EXPECT_EQ(values(ndarray<complex>{complex(0, 2)}.astype<bool>()), (std::vector<bool>{true}));
  EXPECT_EQ(values(ndarray<complex>{complex(3, 2)}.astype<float>()), (std::vector<float>{3}));
  EXPECT_EQ(values(gpu::cast<double>(ndarray<bool>{true, false})), (std::vector<double>{1, 0}));
  EXPECT_EQ(values(ndarray<double>{1e300, 1e-300}.astype<float>()),
            (std::vector<float>{std::numeric_limits<float>::infinity(), 0}));
}

TEST_P(conversion, astype_by_a_rule_refuses_in_numpys_words) {
  const ndarray<double> x{1.5, -2};
  EXPECT_EQ(values(x.astype<int>(gpu::casting::unsafe)), (std::vector{1, -2}));
  EXPECT_EQ(values(x.astype<float>(gpu::casting::same_kind)), (std::vector<float>{1.5f, -2}));
  EXPECT_EQ(values(x.astype<double>(gpu::casting::no)), (std::vector<double>{1.5, -2}));
  const auto refusal = [](const auto& act) { return message_of<gpu::dtype_error>(act); };
  EXPECT_EQ(refusal([&] { (void)x.astype<std::int64_t>(gpu::casting::safe); }),
            "Cannot cast array data from dtype('float64') to dtype('int64') according to the rule "
            "'safe'");
  EXPECT_EQ(refusal([&] { (void)x.astype(gpu::dtype::float32, gpu::casting::equiv); }),
            "Cannot cast array data from dtype('float64') to dtype('float32') according to the "
            "rule 'equiv'");
  using complex = std::complex<double>;
  EXPECT_EQ(
      refusal([] { (void)gpu::astype<double>(ndarray<complex>{1}, gpu::casting::same_kind); }),
      "Cannot cast array data from dtype('complex128') to dtype('float64') according to the "
      "rule 'same_kind'");
  EXPECT_EQ(refusal([] { (void)gpu::full<double>({}, 1.).astype<int>(gpu::casting::safe); }),
            "Cannot cast scalar from dtype('float64') to dtype('int32') according to the rule "
            "'safe'");
}

TEST_P(conversion, astype_takes_a_dtype_known_at_run_time) {
  const ndarray<int> a{1, 2};
  for_each_dtype([&]<class To>(std::type_identity<To>) {
    const gpu::any_expression untyped = a.astype(gpu::dtype_of<To>);
    EXPECT_EQ(untyped.dtype(), gpu::dtype_of<To>);
    EXPECT_EQ(values(untyped.astype<bool>()), (std::vector<bool>{true, true}));
    EXPECT_EQ(gpu::astype(untyped, gpu::dtype::int8).dtype(), gpu::dtype::int8);
  });
}

TEST_P(conversion, astype_of_the_same_dtype_computes_nothing) {
  const ndarray<float> a{1, 2};
  EXPECT_TRUE(gpu::shares_memory(a, gpu::eval(a.astype<float>())));
}

TEST_P(conversion, astype_of_a_0_d_and_of_an_empty_array) {
  EXPECT_EQ(gpu::full<float>({}, 2.5f).astype<int>().item(), 2);
  EXPECT_EQ(gpu::zeros<float>({0, 3}).astype<int>().shape(), (gpu::shape{0, 3}));
}

TEST_P(conversion, to_shares_memory_where_the_array_is_already) {
  const ndarray<float> a{1, 2};
  EXPECT_TRUE(gpu::shares_memory(a, a.to(a.device())));
  const ndarray<float> b = a.copy_to(a.device());
  EXPECT_FALSE(gpu::shares_memory(a, b));
  EXPECT_TRUE(a == b);
  const ndarray<float> host = a.to(gpu::cpu());
  EXPECT_EQ(host.device(), gpu::cpu());
  EXPECT_EQ(values(host), (std::vector<float>{1, 2}));
  EXPECT_EQ(gpu::shares_memory(a, host), GetParam().is_cpu());
  EXPECT_TRUE(host.to(GetParam()) == a);
}

TEST_P(conversion, an_array_moved_or_copied_to_a_device_is_independent) {
  ndarray<float> a{1, 2};
  ndarray<float> same = a.to(GetParam());
  ndarray<float> copy = a.copy_to(GetParam());
  same(0) = 7;
  copy(0) = 8;
  EXPECT_EQ(values(a), (std::vector<float>{1, 2}));
  a(1) = 9;
  EXPECT_EQ(values(same), (std::vector<float>{7, 2}));
  EXPECT_EQ(values(copy), (std::vector<float>{8, 2}));
}

TEST_P(conversion, expressions_and_views_can_be_moved_to_a_device) {
  ndarray<float> a{1, 2, 3};
  EXPECT_EQ(values((a + 1).to(GetParam())), (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(values(gpu::view(a, gpu::range(1, 3)).copy_to(gpu::cpu())), (std::vector<float>{2, 3}));
  EXPECT_EQ(values(gpu::flip(a).to(gpu::cpu())), (std::vector<float>{3, 2, 1}));
  EXPECT_EQ(gpu::zeros<float>({0}).copy_to(GetParam()).size(), 0u);
}

TEST_P(conversion, arrays_of_numbers_alone_share_no_memory) {
  const ndarray<float> a{1, 2};
  const ndarray<float> b{1, 2};
  EXPECT_FALSE(gpu::shares_memory(a, b));
  EXPECT_FALSE(gpu::shares_memory(a, a + 1));
  EXPECT_FALSE(gpu::shares_memory(gpu::zeros<float>({0}), gpu::zeros<float>({0})));
}

TEST_P(conversion, an_untyped_expression_converts_to_its_own_dtype_only) {
  const ndarray<int> a{1, 4};
  const gpu::any_expression e((a + 1).node());
  EXPECT_EQ(e.dtype(), gpu::dtype::int32);
  EXPECT_EQ(e.shape(), gpu::shape{2});
  EXPECT_EQ(e.device(), GetParam());
  const ndarray<int> b = e;
  EXPECT_EQ(values(b), (std::vector{2, 5}));
  EXPECT_THROW(ndarray<float>{e}, gpu::dtype_error);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] { (void)e.as<double>(); }),
            "the expression has dtype int32, not float64; convert it with astype");
  ndarray<float> target{7, 8};
  EXPECT_THROW(target = e, gpu::dtype_error);
  EXPECT_EQ(values(target), (std::vector<float>{7, 8}));
  gpu::view(target, gpu::all()) = e;  // elements are converted, as everywhere
  EXPECT_EQ(values(target), (std::vector<float>{2, 5}));
  const ndarray<double> root = gpu::sqrt(e + a - 1).as<double>();
  EXPECT_EQ(root(0), std::sqrt(2.));
  EXPECT_EQ(gpu::divide(e, 2).dtype(), gpu::dtype::float64);
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              (void)gpu::bitwise_and(gpu::sqrt(e), e);
            }).find("ufunc 'bitwise_and' not supported for the input types: (float64, int32)"),
            0u);
}

TEST_P(conversion, untyped_small_integers_divide_as_typed_ones) {
  const ndarray<std::int8_t> a{1};
  const gpu::any_expression e((a + a).node());
  EXPECT_EQ((e / e).dtype(), gpu::dtype::float64);
  EXPECT_EQ((e / 2).dtype(), gpu::dtype::float64);
  EXPECT_EQ((e + 2).dtype(), gpu::dtype::int8);
  const gpu::any_expression flags((a > 0).node());
  EXPECT_EQ((flags + flags).dtype(), gpu::dtype::bool_);
  EXPECT_THROW((void)(flags - flags), gpu::dtype_error);
  EXPECT_THROW((void)-flags, gpu::dtype_error);
  EXPECT_EQ((flags - 1).dtype(), gpu::dtype::int64);
}

INSTANTIATE_TEST_SUITE_P(devices, conversion, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
