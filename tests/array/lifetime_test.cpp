// SPDX-License-Identifier: BSD-3-Clause
// What refers into an array, an expression or a view is not given by a temporary one.
#include <gtest/gtest.h>

#include <type_traits>
#include <utility>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::shape;
using gpu::test::message_of;

template <class A>
using shape_of = decltype(std::declval<A>().shape());

/// A reference from what stays, a value from a temporary: `e.shape().begin()` and `.end()` belong
/// together, and `for (auto n : (a + b).shape())` does not outlive its shape.
template <class A>
constexpr bool gives_its_shape_safely =
    std::is_same_v<shape_of<A&>, const shape&>&& std::is_same_v<shape_of<const A&>, const shape&>&&
        std::is_same_v<shape_of<A>, shape>&& std::is_same_v<shape_of<const A>, shape>;

static_assert(gives_its_shape_safely<gpu::ndarray<float>>);
static_assert(gives_its_shape_safely<gpu::expression<float>>);
static_assert(gives_its_shape_safely<gpu::truth>);
static_assert(gives_its_shape_safely<gpu::array_view<float>>);
static_assert(gives_its_shape_safely<gpu::any_expression>);
static_assert(gives_its_shape_safely<gpu::kernel_results>);
static_assert(gives_its_shape_safely<gpu::histogram_result<std::int64_t, double>>);

template <class A>
constexpr bool has_data = requires(A&& a) {
  std::forward<A>(a).data();
};
template <class A>
constexpr bool has_iterators = requires(A&& a) {
  std::forward<A>(a).begin();
  std::forward<A>(a).end();
};

static_assert(has_data<gpu::ndarray<float>&> && has_data<const gpu::ndarray<float>&>);
static_assert(!has_data<gpu::ndarray<float>> && !has_data<const gpu::ndarray<float>>);
static_assert(has_data<shape&> && has_data<const shape&>);
static_assert(!has_data<shape> && !has_data<const shape>);
static_assert(has_iterators<shape&> && has_iterators<const shape&>);
static_assert(!has_iterators<shape> && !has_iterators<const shape>);

using array = gpu::ndarray<float>;

// Of a temporary array: elements are values, and iterators keep what they read.
static_assert(std::is_same_v<decltype(std::declval<array&>()(0)), array::reference>);
static_assert(std::is_same_v<decltype(std::declval<array>()(0)), float>);
static_assert(std::is_same_v<decltype(std::declval<array>().at(0)), float>);
static_assert(std::is_same_v<decltype(std::declval<array>()[0]), float>);
static_assert(std::is_same_v<decltype(std::declval<array&>().begin()), array::iterator>);
static_assert(std::is_same_v<decltype(std::declval<array>().begin()), array::const_iterator>);
static_assert(std::is_same_v<decltype(std::declval<array>().end()), array::const_iterator>);
static_assert(
    std::is_same_v<decltype(std::declval<const array&>().begin()), array::const_iterator>);

using histogram = gpu::histogram_result<std::int64_t, double>;
static_assert(
    std::is_same_v<decltype(std::declval<histogram&>().bin_edges()), const gpu::ndarray<double>&>);
static_assert(
    std::is_same_v<decltype(std::declval<histogram>().bin_edges()), gpu::ndarray<double>>);

/// Of what stays a reference, of a temporary a value: for a member of a class, by a call of it.
template <class Object, class Call>
constexpr bool is_given_safely(Call call) {
  using from_kept = decltype(call(std::declval<const Object&>()));
  using from_temporary = decltype(call(std::declval<Object>()));
  return std::is_reference_v<from_kept> && !std::is_reference_v<from_temporary> &&
         std::is_same_v<std::remove_cvref_t<from_kept>, from_temporary>;
}
#define GIVES_SAFELY(type, member)     \
  static_assert(is_given_safely<type>( \
      [](auto&& x) -> decltype(auto) { return std::forward<decltype(x)>(x).member; }))

GIVES_SAFELY(gpu::poly1d<double>, coefficients());
GIVES_SAFELY(gpu::poly1d<double>, coeffs());
GIVES_SAFELY(gpu::poly1d<double>, coef());
GIVES_SAFELY(gpu::poly1d<double>, c());
GIVES_SAFELY(gpu::poly1d<double>, variable());
GIVES_SAFELY(gpu::npz_file, files());
GIVES_SAFELY(gpu::random::philox, state());
GIVES_SAFELY(gpu::elementwise_kernel<>, name());
GIVES_SAFELY(gpu::elementwise_kernel<float(float)>, name());
GIVES_SAFELY(gpu::reduction_kernel<>, name());
GIVES_SAFELY(gpu::reduction_kernel<float(float)>, name());
GIVES_SAFELY(gpu::raw_kernel, name());
GIVES_SAFELY(gpu::compile_error, log());
GIVES_SAFELY(gpu::compile_error, source());
GIVES_SAFELY(gpu::library_list, at(""));
GIVES_SAFELY(gpu::expression<float>, node());
#undef GIVES_SAFELY

static_assert(has_iterators<gpu::library_list&> && !has_iterators<gpu::library_list>);
static_assert(std::is_same_v<decltype(std::declval<shape&>()[0]), std::ptrdiff_t&>);
static_assert(std::is_same_v<decltype(std::declval<shape>()[0]), std::ptrdiff_t>);
static_assert(std::is_same_v<decltype(std::declval<array&>().reshape(2, 3)), array&>);
static_assert(std::is_same_v<decltype(std::declval<array>().reshape(2, 3)), array>);
static_assert(std::is_same_v<decltype(std::declval<array>().reshape({2, 3})), array>);
using gpu::random::philox;
static_assert(std::is_same_v<decltype(std::declval<philox&>().advance(1)), philox&>);
static_assert(std::is_same_v<decltype(std::declval<philox>().advance(1)), philox>);

class lifetime : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, lifetime, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

TEST_P(lifetime, the_shape_of_an_expression_is_one_object) {
  const auto e = gpu::zeros<float>({2, 3, 4, 5, 6, 7, 8}) + 1.0f;  // on the heap
  EXPECT_EQ(shape(e.shape().begin(), e.shape().end()), (shape{2, 3, 4, 5, 6, 7, 8}));
  array x = gpu::zeros<float>({4, 3});
  const auto v = gpu::view(x, gpu::range(0, 2));
  EXPECT_EQ(shape(v.shape().begin(), v.shape().end()), (shape{2, 3}));
  std::ptrdiff_t count = 1;
  for (const std::ptrdiff_t n : (x + x).shape()) count *= n;
  EXPECT_EQ(count, 12);
}

TEST_P(lifetime, a_loop_goes_over_a_temporary) {
  std::size_t rows = 0;
  for (const gpu::library_version& one : gpu::library_versions()) rows += !one.name.empty();
  EXPECT_EQ(rows, gpu::library_versions().size());
  float sum = 0;
  for (const float x : array({6}, 2.0f).reshape({2, 3})) sum += x;
  EXPECT_EQ(sum, 12);
}

TEST_P(lifetime, iterators_of_a_temporary_keep_its_elements) {
  auto first = array({3}, 2.0f).begin();
  const auto last = first + 3;
  float sum = 0;
  for (; first != last; ++first) sum += *first;
  EXPECT_EQ(sum, 6);
}

TEST_P(lifetime, all_and_any_stand_in_a_condition) {
  const array x{1, 2, 3};
  bool reached = false;
  if (gpu::all(x > 0)) reached = true;
  EXPECT_TRUE(reached);
  if (gpu::any(x > 3) || !gpu::all(x > 0)) FAIL();
  if (!(x.any() && gpu::all(x > 0, gpu::keepdims))) FAIL();
  EXPECT_TRUE(gpu::all(x > 0));
  EXPECT_FALSE(gpu::any(x > 3));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)bool(gpu::all(x > array{{1}, {2}}, 0));
            }),
            "The truth value of an array with more than one element is ambiguous. Use a.any() or "
            "a.all()");
  EXPECT_EQ(message_of<gpu::value_error>([] {
              (void)bool(gpu::all(gpu::zeros<float>({0, 2}), 1));
            }),
            "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an "
            "array is not empty.");
}

}  // namespace
