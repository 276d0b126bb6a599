// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/adapt.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::adapt;
using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

/// The members of `std::mdspan`, which needs C++23.
template <class T, class Index, std::size_t Rank>
class mdspan {
 public:
  using reference = T&;

  mdspan(T* first, std::array<Index, Rank> extents, std::array<Index, Rank> strides,
         bool is_strided = true)
      : first_(first), extents_(extents), strides_(strides), is_strided_(is_strided) {}

  static constexpr std::size_t rank() noexcept { return Rank; }
  [[nodiscard]] constexpr Index extent(std::size_t axis) const noexcept { return extents_[axis]; }
  [[nodiscard]] constexpr Index stride(std::size_t axis) const {
    static_assert(Rank > 0, "as the mapping of std::mdspan has it");
    return strides_[axis];
  }
  [[nodiscard]] constexpr T* const& data_handle() const noexcept { return first_; }
  [[nodiscard]] constexpr bool is_strided() const { return is_strided_; }

 private:
  T* first_;
  std::array<Index, Rank> extents_;
  std::array<Index, Rank> strides_;
  bool is_strided_;
};

template <class T>
mdspan<T, int, 2> layout_right(T* first, int rows, int columns) {
  return {first, {rows, columns}, {columns, 1}};
}
template <class T>
mdspan<T, std::size_t, 2> layout_left(T* first, std::size_t rows, std::size_t columns) {
  return {first, {rows, columns}, {1, rows}};
}

/// A view of memory with no more than the members that are needed.
struct plain_span {
  double* first;
  int axes;

  [[nodiscard]] int rank() const { return axes; }
  [[nodiscard]] long extent(int) const { return 2; }
  [[nodiscard]] long stride(int axis) const { return axis == 0 ? 3 : 1; }
  [[nodiscard]] double* data_handle() const { return first; }
};

/// As one with the accessor of std::linalg::scaled, which gives products.
struct scaled_span : plain_span {
  using reference = double;
};

struct span_of_pointers : plain_span {
  [[nodiscard]] void** data_handle() const { return nullptr; }
};

static_assert(gpu::detail::mdspan_like<mdspan<float, int, 2>>);
static_assert(gpu::detail::mdspan_like<mdspan<const std::complex<float>, std::uint8_t, 0>>);
static_assert(gpu::detail::mdspan_like<plain_span>);
static_assert(!gpu::detail::mdspan_like<scaled_span>);
static_assert(!gpu::detail::mdspan_like<span_of_pointers>);
static_assert(!gpu::detail::mdspan_like<std::vector<float>>);
static_assert(!gpu::detail::mdspan_like<ndarray<float>>);
static_assert(!gpu::detail::mdspan_like<float*>);

TEST(adapted_mdspan, is_read_where_it_lies) {
  std::vector<float> v{0, 1, 2, 3, 4, 5};
  const auto rows = adapt(layout_right(v.data(), 2, 3));
  EXPECT_EQ(rows.shape(), (shape{2, 3}));
  EXPECT_EQ(rows.device(), gpu::cpu());
  EXPECT_EQ(values(rows), v);
  EXPECT_EQ(values(adapt(layout_left(v.data(), 3, 2))), (std::vector<float>{0, 3, 1, 4, 2, 5}));
  v[1] = 10;
  EXPECT_EQ(rows(0, 1), 10);
  EXPECT_EQ(values(rows + rows), (std::vector<float>{0, 20, 4, 6, 8, 10}));
}

TEST(adapted_mdspan, is_written_where_it_lies) {
  std::vector<int> v(6);
  const auto columns = adapt(layout_left(v.data(), 2, 3));
  columns = ndarray<int>({{1, 2, 3}, {4, 5, 6}}, gpu::cpu());
  EXPECT_EQ(v, (std::vector{1, 4, 2, 5, 3, 6}));
  columns(1, 0) = 7;
  const mdspan<int, long, 1> odd(v.data() + 1, {3}, {2});
  adapt(odd) += 10;
  EXPECT_EQ(v, (std::vector{1, 17, 2, 15, 3, 16}));
  const mdspan<int, long, 1> backwards(v.data() + 5, {6}, {-1});
  EXPECT_EQ(values(adapt(backwards)), (std::vector{16, 3, 15, 2, 17, 1}));
}

TEST(adapted_mdspan, of_constant_elements_is_only_read) {
  const std::vector<double> v{1, 2, 3, 4};
  const auto read = adapt(layout_right(v.data(), 2, 2));
  static_assert(std::is_same_v<decltype(read), const gpu::expression<double>>);
  ndarray<double> a = read;
  EXPECT_EQ(std::as_const(a).data(), v.data());
  a += 1;
  EXPECT_EQ(v, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(values(adapt(layout_left(v.data(), 2, 2))), (std::vector<double>{1, 3, 2, 4}));
}

TEST(adapted_mdspan, may_have_no_axes_or_no_elements) {
  float number = 3;
  const auto one = adapt(mdspan<float, int, 0>(&number, {}, {}));
  EXPECT_EQ(one.shape(), shape());
  one = 4;
  EXPECT_EQ(number, 4);
  EXPECT_EQ(adapt(mdspan<float, int, 2>(nullptr, {0, 3}, {3, 1})).shape(), (shape{0, 3}));
}

TEST(adapted_mdspan, needs_few_members) {
  std::vector<double> v{0, 1, 2, 3, 4, 5};
  EXPECT_EQ(values(adapt(plain_span{v.data(), 2})), (std::vector<double>{0, 1, 3, 4}));
  EXPECT_EQ(values(adapt(plain_span{v.data(), 1})), (std::vector<double>{0, 3}));
  EXPECT_EQ(values(adapt(plain_span{v.data() + 5, 0})), (std::vector<double>{5}));
}

TEST(adapted_mdspan, keeps_its_owner) {
  auto v = std::make_shared<std::vector<int>>(4, 1);
  const std::weak_ptr<std::vector<int>> kept = v;
  {
    const auto a = adapt(layout_right(v->data(), 2, 2), {.owner = v});
    v.reset();
    EXPECT_EQ(values(a), (std::vector{1, 1, 1, 1}));
    EXPECT_FALSE(kept.expired());
  }
  EXPECT_TRUE(kept.expired());
}

TEST(adapted_mdspan, that_cannot_be_one_is_refused) {
  std::vector<int> v(4);
  const mdspan<int, int, 2> packed(v.data(), {2, 2}, {1, 1}, false);
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)adapt(packed); }),
            "the elements of the mdspan do not lie at strides");
  EXPECT_EQ(message_of<gpu::value_error>(
                [&] { (void)adapt(layout_right(static_cast<int*>(nullptr), 2, 2)); }),
            "the pointer to elements of int32 is null");
}

TEST(adapted_mdspan, array_on_the_host_is_seen_by_one) {
  ndarray<float> x({{1, 2, 3}, {4, 5, 6}}, gpu::cpu());
  const shape strides = x.strides();
  const mdspan<float, std::ptrdiff_t, 2> span(x.data(), {x.shape()[0], x.shape()[1]},
                                              {strides[0], strides[1]});
  const auto back = adapt(span);
  back(1, 0) = 7;
  EXPECT_EQ(values(x), (std::vector<float>{1, 2, 3, 7, 5, 6}));
}

class adapted_mdspan_on : public gpu::test::on_device {};

TEST_P(adapted_mdspan_on, device_that_is_said) {
  ndarray<int> memory = gpu::arange<int>(6);
  const auto a = adapt(layout_left(memory.data(), 3, 2), {.where = GetParam()});
  EXPECT_EQ(a.device(), GetParam());
  EXPECT_EQ(values(a), (std::vector{0, 3, 1, 4, 2, 5}));
  a = a * 2;
  EXPECT_EQ(values(memory), (std::vector{0, 2, 4, 6, 8, 10}));
}

INSTANTIATE_TEST_SUITE_P(, adapted_mdspan_on, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
