// SPDX-License-Identifier: BSD-3-Clause
// Expressions of exact ops have the bits of the loops of `cpu()`.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#if __has_include(<xtensor/views/xview.hpp>)
#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xnoalias.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xbuilder.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xview.hpp>
#endif

#include <gtest/gtest.h>

#include <gpu/array/ufunc/operators.hpp>
#include <gpu/interop/xtensor.hpp>

namespace {

/// On either side of what vectors hold.
constexpr std::size_t sizes[] = {0, 1, 16, 31, 32, 33, 63, 64, 65, 100, 257, 5000};

/// Small and large numbers of both signs, both zeros, infinities and nan, in an order of its own
/// for each `seed`.
template <class T>
xt::xarray<T> awkward(std::size_t size, std::size_t seed) {
  using limits = std::numeric_limits<T>;
  const T values[] = {T(0),
                      T(1),
                      T(2),
                      T(3),
                      T(7),
                      limits::max(),
                      limits::min(),
                      T(-1),
                      T(-0.),
                      limits::lowest(),
                      limits::has_infinity ? limits::infinity() : T(5),
                      limits::has_infinity ? T(-limits::infinity()) : T(6),
                      limits::has_quiet_NaN ? limits::quiet_NaN() : T(8)};
  xt::xarray<T> result = xt::xarray<T>::from_shape({size});
  for (std::size_t i = 0; i < size; ++i) result(i) = values[(i * 7 + i / 13 * seed) % 13];
  return result;
}

template <class A, class B>
void expect_bits(const A& here, const B& there, const char* what) {
  using T = typename A::value_type;
  static_assert(std::is_same_v<T, typename B::value_type>);
  ASSERT_EQ(here.shape(), there.shape()) << what;
  if (here.size() == 0) return;
  ASSERT_EQ(std::memcmp(here.data(), there.data(), here.size() * sizeof(T)), 0)
      << what << " of " << here.size();
}

/// The assigned result of `Op`, and what its loop makes of the same elements.
template <class Op, class... In>
void expect_bits_of_loop(const xt::xarray<In>&... in) {
  constexpr gpu::loop types = gpu::detail::loop_for<Op, xt::xarray<In>...>();
  constexpr bool is_as_it_is = [&] {
    int operand = 0;
    return ((types.in[operand++] == gpu::dtype_of<In>)&&...);
  }();
  if constexpr (types.index >= 0 && types.outputs == 1 && is_as_it_is) {
    using T = gpu::element_t<types.out_at(0)>;
    const xt::xarray<T> here = gpu::elementwise<Op>()(in...);
    xt::xarray<T> there = xt::xarray<T>::from_shape(here.shape());
    const void* const elements[] = {in.data()...};
    gpu::graph::record_of<Op>().loops[types.index].on_host(
        elements, there.data(), static_cast<std::ptrdiff_t>(there.size()));
    expect_bits(here, there, Op::info.name);
  }
}

template <class T>
class exact_ops : public testing::Test {};
using elements = testing::Types<bool, std::int8_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(exact_ops, elements);

TYPED_TEST(exact_ops, have_the_bits_of_their_loops_at_every_size) {
  using T = TypeParam;
  for (const std::size_t size : sizes) {
    const xt::xarray<T> x = awkward<T>(size, 1);
    const xt::xarray<T> y = awkward<T>(size, 5);
    gpu::all_ops::for_each([&]<class Op>() {
      constexpr int operands = gpu::ufunc_traits<Op>::nin;
      if constexpr (Op::info.max_ulp == 0 && operands == 1)
        expect_bits_of_loop<Op>(x);
      else if constexpr (Op::info.max_ulp == 0 && operands == 2)
        expect_bits_of_loop<Op>(x, y);
    });
    expect_bits_of_loop<gpu::ops::clip>(x, y, awkward<T>(size, 3));
    const xt::xarray<bool> chosen = awkward<bool>(size, 3);
    const xt::xarray<T> either = gpu::where(chosen, x, y);
    for (std::size_t i = 0; i < size; ++i)
      ASSERT_EQ(std::memcmp(&either(i), chosen(i) ? &x(i) : &y(i), sizeof(T)), 0) << i;
  }
}

/// The same expression of arrays of xtensor and of `cpu()`.
template <class Function, class... Operand>
void expect_bits_of_cpu(const char* what, Function function, const Operand&... operands) {
  using T = typename std::decay_t<decltype(function(operands...))>::value_type;
  const xt::xarray<T> here = function(operands...);
  const xt::xarray<T> there =
      gpu::to_cpu(gpu::eval(function(gpu::to_gpu(operands, gpu::cpu())...)));
  expect_bits(here, there, what);
}

TEST(xtensor_elements, clip_between_numbers) {
  for (const std::size_t size : sizes) {
    const auto x = awkward<float>(size, 1);
    for (const float low : {-1.0f, -0.0f, 0.0f, NAN, -INFINITY})
      for (const float high : {2.0f, -0.0f, 0.0f, NAN, INFINITY})
        expect_bits_of_cpu(
            "clip", [&](const auto& a) { return gpu::clip(a, low, high); }, x);
  }
}

TEST(xtensor_elements, of_several_ops_and_numbers) {
  for (const std::size_t size : sizes) {
    const auto x = awkward<float>(size, 1);
    const auto y = awkward<float>(size, 5);
    const auto n = awkward<int>(size, 2);
    expect_bits_of_cpu(
        "a product and a sum",
        [](const auto& a, const auto& b) { return gpu::add(gpu::multiply(a, b), 1.5f); }, x, y);
    expect_bits_of_cpu(
        "integers",
        [](const auto& a) { return gpu::subtract(gpu::left_shift(a, 3), gpu::negative(a)); }, n);
    expect_bits_of_cpu(
        "bools",
        [](const auto& a, const auto& b) {
          return gpu::logical_and(gpu::greater(a, b), gpu::isfinite(a));
        },
        x, y);
    expect_bits_of_cpu(
        "one function of another of three operands",
        [](const auto& a) { return gpu::isnan(gpu::negative(gpu::clip(a, 1, 2))); }, x);
    expect_bits_of_cpu(
        "a choice between two functions",
        [](const auto& a, const auto& b) {
          return gpu::where(gpu::less(a, 1), gpu::sqrt(gpu::abs(gpu::minimum(a, 1))),
                            gpu::negative(b));
        },
        x, y);
  }
}

TEST(xtensor_elements, of_several_types) {
  for (const std::size_t size : sizes) {
    const auto n = awkward<int>(size, 1);
    const auto small = awkward<std::int8_t>(size, 5);
    const auto wide = awkward<std::uint64_t>(size, 2);
    const auto x = awkward<float>(size, 3);
    const auto add = [](const auto& a, const auto& b) { return gpu::add(a, b); };
    const auto less = [](const auto& a, const auto& b) { return gpu::less(a, b); };
    static_assert(std::is_same_v<typename decltype(add(n, x))::value_type, double>);
    expect_bits_of_cpu("int32 and float32", add, n, x);
    expect_bits_of_cpu("int8 and int32", add, small, n);
    expect_bits_of_cpu("int8 and uint64", less, small, wide);
    expect_bits_of_cpu(
        "int8 and a number", [](const auto& a) { return gpu::less(a, 300); }, small);
    const xt::xarray<double> target = gpu::negative(x);
    expect_bits(target, xt::xarray<double>(xt::cast<double>(xt::xarray<float>(-x))), "a target");
  }
}

TEST(xtensor_elements, of_every_rank_and_order) {
  const xt::xarray<float> one(2.5f);
  const xt::xarray<float> doubled = gpu::add(one, one);
  EXPECT_EQ(doubled.dimension(), 0u);
  EXPECT_EQ(doubled(), 5.0f);
  const xt::xarray<float> x = xt::reshape_view(xt::arange<float>(0, 24), {2, 3, 4});
  const xt::xarray<float> row = xt::arange<float>(0, 4);
  const xt::xarray<float> column = xt::reshape_view(xt::arange<float>(0, 3), {3, 1});
  EXPECT_EQ(xt::xarray<float>(gpu::add(x, row)), xt::xarray<float>(x + row));
  EXPECT_EQ(xt::xarray<float>(gpu::add(row, column)), xt::xarray<float>(row + column));
  EXPECT_EQ(xt::xarray<float>(gpu::add(x, one)), xt::xarray<float>(x + 2.5f));
  const xt::xarray<float> single = xt::reshape_view(xt::arange<float>(0, 4), {1, 1, 4});
  EXPECT_EQ(xt::xarray<float>(gpu::multiply(row, single)), xt::xarray<float>(row * single));
  const xt::xarray<float, xt::layout_type::column_major> transposed = x;
  EXPECT_EQ(xt::xarray<float>(gpu::add(x, transposed)), xt::xarray<float>(x + x));
  const xt::xarray<float, xt::layout_type::column_major> sum = gpu::add(transposed, transposed);
  EXPECT_EQ(xt::xarray<float>(sum), xt::xarray<float>(x + x));
}

TEST(xtensor_elements, of_views_and_into_views) {
  const xt::xarray<int> x = xt::reshape_view(xt::arange<int>(0, 60), {6, 10});
  const auto every_other = xt::view(x, xt::range(0, 6, 2), xt::all());
  EXPECT_EQ(xt::xarray<int>(gpu::square(every_other)), xt::xarray<int>(every_other * every_other));
  const auto row = xt::view(x, 3);
  EXPECT_EQ(xt::xarray<int>(gpu::add(row, xt::view(x, 4))), xt::xarray<int>(row + xt::view(x, 4)));
  xt::xarray<int> y = xt::zeros<int>({6, 10});
  xt::view(y, xt::all(), 2) = gpu::negative(xt::view(x, xt::all(), 7));
  xt::view(y, 5) = gpu::negative(row);
  xt::view(y, xt::range(0, 2)) = gpu::add(row, 1);
  xt::xarray<int> wanted = xt::zeros<int>({6, 10});
  for (std::size_t i = 0; i < 6; ++i) wanted(i, 2) = -x(i, 7);
  for (std::size_t k = 0; k < 10; ++k) {
    wanted(5, k) = -x(3, k);
    wanted(0, k) = wanted(1, k) = x(3, k) + 1;
  }
  EXPECT_EQ(y, wanted);
}

TEST(xtensor_elements, of_the_array_that_is_assigned_to) {
  for (const std::size_t size : sizes) {
    const auto before = awkward<int>(size, 1);
    const auto y = awkward<int>(size, 5);
    const xt::xarray<int> sum = gpu::add(before, y);
    auto x = before;
    x = gpu::add(x, y);
    expect_bits(x, sum, "x = x + y");
    x = before;
    xt::noalias(x) = gpu::add(x, y);
    expect_bits(x, sum, "x = x + y in place");
    x = before;
    x += gpu::negative(y);
    expect_bits(x, xt::xarray<int>(gpu::subtract(before, y)), "x += -y");
  }
}

}  // namespace
