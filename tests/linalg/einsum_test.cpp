// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/einsum.hpp>

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include <gpu/array/explain.hpp>
#include <gpu/core/error.hpp>
#include <gpu/linalg/einsum_options.hpp>
#include <gpu/linalg/products.hpp>

#include "linalg/exact_product.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

class linalg_einsum : public on_device {
 protected:
  template <class T = int>
  static ndarray<T> count(const shape& extents) {
    return reshape(arange<int>(static_cast<int>(element_count(extents))), extents)
        .template astype<T>();
  }
  template <class Error = value_error>
  static std::string message(const char* subscripts, const shape& a) {
    return message_of<Error>([&] { (void)einsum(subscripts, zeros<double>(a)); });
  }
  template <class Error = value_error>
  static std::string message(const char* subscripts, const shape& a, const shape& b) {
    return message_of<Error>([&] { (void)einsum(subscripts, zeros<double>(a), zeros<double>(b)); });
  }
  static constexpr const char* more_dimensions =
      "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis "
      "provided to broadcast the extra dimensions.";
};

TEST_P(linalg_einsum, of_one_operand_sums_transposes_and_takes_diagonals) {
  const ndarray<int> x = count({2, 3});
  EXPECT_EQ(einsum("ij->ji", x), transpose(x));
  EXPECT_EQ(einsum("ba", x), transpose(x));
  EXPECT_EQ(einsum("Ba", x), x);
  EXPECT_EQ(einsum("ij->i", x), (ndarray<int>{3, 12}));
  EXPECT_EQ(einsum("i j -> ", x).item(), 15);
  EXPECT_EQ(einsum("...i->...", x), (ndarray<int>{3, 12}));
  EXPECT_EQ(einsum("ii", count({3, 3})).item(), 12);
  EXPECT_EQ(einsum("ii->i", count({3, 3})), (ndarray<int>{0, 4, 8}));
  EXPECT_EQ(einsum("iij->j", count({2, 2, 3})), (ndarray<int>{9, 11, 13}));
  EXPECT_EQ(einsum("iij->ji", count({2, 2, 3})), (ndarray<int>{{0, 9}, {1, 10}, {2, 11}}));
  EXPECT_EQ(einsum("i...i", count({2, 3, 2})), (ndarray<int>{7, 11, 15}));
  EXPECT_EQ(einsum("", full<int>({}, 7)).item(), 7);
}

TEST_P(linalg_einsum, of_two_operands_is_their_product) {
  const ndarray<int> a = count({2, 3});
  const ndarray<int> b = count({3, 4});
  EXPECT_EQ(einsum("ij,jk", a, b), matmul(a, b));
  EXPECT_EQ(einsum("ij,jk->ki", a, b), transpose(matmul(a, b)));
  EXPECT_EQ(einsum("ij,ij->j", a, a), (ndarray<int>{9, 17, 29}));
  EXPECT_EQ(einsum("ij,kj->", a, a).item(), 83);
  EXPECT_EQ(einsum("ij,ik->j", a, ones<int>({2, 5})), (ndarray<int>{15, 25, 35}));
  EXPECT_EQ(einsum("i,j->ij", count({3}), count({2})), outer(count({3}), count({2})));
  EXPECT_EQ(einsum(",ij->ij", full<int>({}, 3), a), 3 * a);
  EXPECT_EQ(einsum("ij,ij", a, ones<int>({1, 3})).item(), 15);
  EXPECT_EQ(einsum("ij,j->i", ones<int>({2, 1}), count({4})), (ndarray<int>{6, 6}));
  EXPECT_EQ(einsum("ii,ii->i", count({2, 2}), count({2, 2})), (ndarray<int>{0, 9}));
  EXPECT_EQ(einsum("ij,jk", zeros<double>({2, 0}), zeros<double>({0, 3})), zeros<double>({2, 3}));
}

TEST_P(linalg_einsum, products_of_floats_are_those_of_matrices) {
  const auto a = some_elements<float>({13, 21}, 1);
  const auto b = some_elements<float>({17, 21}, 2);
  expect_matrix_product<float>(einsum("ik,jk->ij", a, b), a, transpose(b));
  EXPECT_EQ(std::stoi(explain(einsum("ik,jk->ij", a, b))), 1);
  const auto stack = some_elements<double>({5, 4, 3}, 1);
  const auto other = some_elements<double>({5, 3, 6}, 2);
  EXPECT_TRUE(allclose(einsum("bij,bjk->bik", stack, other), matmul(stack, other)));
  EXPECT_TRUE(allclose(einsum("bij,bjk->ik", stack, other), sum(matmul(stack, other), 0)));
  EXPECT_TRUE(
      allclose(einsum("bij,bjk->kbi", stack, other), transpose(matmul(stack, other), {2, 0, 1})));
}

TEST_P(linalg_einsum, ellipses_broadcast) {
  const auto a = count<double>({5, 2, 3});
  const auto b = count<double>({4, 1, 3, 6});
  EXPECT_EQ(einsum("...ij,...jk->...ik", a, b), matmul(a, b));
  EXPECT_EQ(einsum("...ij,...jk", a, b), matmul(a, b));
  EXPECT_EQ(einsum("...,...", count({2, 3}), count({3})), count({2, 3}) * count({3}));
  EXPECT_EQ(einsum("i...j,...jk", count({5, 2, 3}), count({3, 6})).shape(), (shape{2, 5, 6}));
  EXPECT_EQ(einsum("ij,jk->ik...", count({2, 3}), count({3, 2})).shape(), (shape{2, 2}));
}

TEST_P(linalg_einsum, numbers_are_operands_without_axes) {
  const ndarray<float> c = {{1, 2}, {3, 4}};
  EXPECT_EQ(ndarray<float>(einsum(",ij", 3, c)), (ndarray<float>{{3, 6}, {9, 12}}));
  EXPECT_EQ(ndarray<float>(einsum("..., ...", 3, c)), (ndarray<float>{{3, 6}, {9, 12}}));
  EXPECT_EQ(einsum("ij,->", c, 0.5).item(), 5);
  static_assert(std::is_same_v<decltype(einsum(",i", 2.0, count({2}))), expression<double>>);
  EXPECT_EQ(any_expression(einsum(",ij", 3, any_expression(c.node()))).item<float>(1, 1), 12);
  EXPECT_EQ(einsum_path(",ij", 3, c).path.size(), 1u);
  EXPECT_EQ(message_of<overflow_error>([] { (void)einsum(",i", 300, ones<std::uint8_t>(2)); }),
            "integer 300 out of bounds for uint8");
}

TEST_P(linalg_einsum, several_operands_are_multiplied_pair_by_pair) {
  const ndarray<int> c = count({2, 3, 4});
  const ndarray<int> b = count({3, 4});
  EXPECT_EQ(einsum("ijk,jk,i->k", c, b, ndarray<int>{1, 2}), (ndarray<int>{528, 681, 852, 1041}));
  const auto x = some_elements<double>({30, 2}, 1);
  const auto y = some_elements<double>({2, 40}, 2);
  const auto z = some_elements<double>({40, 3}, 3);
  EXPECT_TRUE(allclose(einsum("ij,jk,kl->il", x, y, z), matmul(x, matmul(y, z))));
  EXPECT_EQ(std::stoi(explain(einsum("ij,jk,kl->il", x, y, z))), 2);
}

TEST_P(linalg_einsum, many_short_sums_are_those_of_products) {
  const auto x = some_elements<double>({700, 3}, 1);
  const auto y = some_elements<double>({700, 3}, 2);
  EXPECT_TRUE(allclose(einsum("ij,ij->i", x, y), sum(x * y, 1)));
  EXPECT_TRUE(allclose(einsum("ji,ij->i", transpose(x), y), sum(x * y, 1)));
  const auto z = reshape(x, {350, 2, 3});
  EXPECT_TRUE(allclose(einsum("kji,jki->jk", swapaxes(z, 0, 1), reshape(y, {350, 2, 3})),
                       reshape(sum(x * y, 1), {350, 2})));
  const ndarray<bool> is_large = x > 0.5;
  EXPECT_EQ(einsum("ij,ij->i", is_large, is_large), any(is_large, 1));
  const ndarray<int> numbers = count({300, 2});
  EXPECT_EQ(einsum("ij,ij->i", numbers, numbers), sum(numbers * numbers, 1).astype<int>());
}

TEST_P(linalg_einsum, dtypes_are_promoted_and_sums_keep_them) {
  using int8_vector = ndarray<std::int8_t>;
  static_assert(std::is_same_v<decltype(einsum("i,i", int8_vector(), ndarray<std::uint8_t>())),
                               expression<std::int16_t>>);
  EXPECT_EQ(einsum("i,i->", int8_vector{100, 100, 100}, int8_vector{1, 1, 1}).item(), 44);
  EXPECT_EQ(einsum("i->", int8_vector{100, 100, 100}).item(), 44);
  EXPECT_EQ(einsum("i->", ndarray<bool>{false, true, true}).item(), true);
  EXPECT_EQ(static_cast<float>(einsum("i->", full<float16>({3000}, float16(1.0F))).item()), 3000);
  using complex = std::complex<double>;
  EXPECT_EQ(einsum("i,i", ndarray<complex>{complex(0, 1)}, ndarray<complex>{complex(0, 1)}).item(),
            complex(-1));
}

TEST_P(linalg_einsum, misuse_is_said_in_numpys_words) {
  EXPECT_EQ(message("ij", {3}),
            "einstein sum subscripts string contains too many subscripts for operand 0");
  EXPECT_EQ(message("i", {3, 3}), more_dimensions);
  EXPECT_EQ(message("i,i", {3}),
            "fewer operands provided to einstein sum function than specified in the subscripts "
            "string");
  EXPECT_EQ(message("i", {3}, {3}),
            "more operands provided to einstein sum function than specified in the subscripts "
            "string");
  EXPECT_EQ(message("i->j", {3}),
            "einstein sum subscripts string included output subscript 'j' which never appeared in "
            "an input");
  EXPECT_EQ(message("i->ii", {3}),
            "einstein sum subscripts string includes output subscript 'i' multiple times");
  EXPECT_EQ(message("i.->i", {3}),
            "einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...') "
            "in operand 0");
  EXPECT_EQ(message("...i->i", {2, 3}),
            "output has more dimensions than subscripts given in einstein sum, but no '...' "
            "ellipsis provided to broadcast the extra dimensions.");
  EXPECT_EQ(message("i$", {2, 3}),
            "invalid subscript '$' in einstein sum subscripts string, subscripts must be letters");
  EXPECT_EQ(message("ij->i->j", {2, 3}),
            "invalid subscript '-' in einstein sum subscripts string, subscripts must be letters");
  EXPECT_EQ(message("ij-", {2, 3}),
            "einstein sum subscript string does not contain proper '->' output specified");
  EXPECT_EQ(message<shape_error>("ii", {2, 3}),
            "dimensions in operand 0 for collapsing index 'i' don't match (2 != 3)");
  EXPECT_EQ(message<shape_error>("ii->i", {2, 3}),
            "dimensions in single operand for collapsing index 'i' don't match (2 != 3)");
  EXPECT_EQ(message<shape_error>("ij,jk", {2, 3}, {2, 3}),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(2,3)->(2,newaxis,3) (2,3)->(3,2) ");
  EXPECT_EQ(message<shape_error>("...,...", {2, 3}, {4, 3}),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(2,3)->(2,3) (4,3)->(4,3) ");
}

TEST_P(linalg_einsum, writes_into_arrays_and_views) {
  const ndarray<double> a = count<double>({2, 3});
  ndarray<double> c({3, 3}, 9.0);
  EXPECT_EQ(&einsum("ij,ik->jk", a, a, out(c)), &c);
  EXPECT_EQ(c, (ndarray<double>{{9, 12, 15}, {12, 17, 22}, {15, 22, 29}}));
  einsum("jj->j", c, out(view(c, 0)));
  EXPECT_EQ(c, (ndarray<double>{{9, 17, 29}, {12, 17, 22}, {15, 22, 29}}));
  einsum("ij->ji", c, out(c));
  EXPECT_EQ(c, (ndarray<double>{{9, 12, 15}, {17, 17, 22}, {29, 22, 29}}));
  einsum("ij->ji", view(c, range(1, 3), range(1, 3)), out(view(c, range(1, 3), range(1, 3))));
  EXPECT_EQ(c, (ndarray<double>{{9, 12, 15}, {17, 17, 22}, {29, 22, 29}}));
  einsum("ij,jk->ik", c, c, out(c));
  EXPECT_EQ(c(0, 0), 9 * 9 + 12 * 17 + 15 * 29);
  EXPECT_EQ(einsum("ij,->i", a, 2, out(zeros<double>({2}))), (ndarray<double>{6, 24}));
  EXPECT_EQ(einsum("ij->j", a, out(zeros<float>({3})), casting::same_kind),
            (ndarray<float>{3, 5, 7}));
  ndarray<double> sum({}, 9.0);
  einsum("ij,ij,ij", a, a, a, out(sum));
  EXPECT_EQ(sum.item(), 225);
}

TEST_P(linalg_einsum, computes_in_the_dtype_that_is_asked_for) {
  const ndarray<std::int8_t> x = {100, 100};
  const auto sum = einsum("i,i", x, x, as_dtype<std::int64_t>);
  static_assert(std::is_same_v<typename decltype(sum)::value_type, std::int64_t>);
  EXPECT_EQ(sum.item(), 20000);
  EXPECT_EQ(einsum("i,->i", x, 3, as_dtype<float>), (ndarray<float>{300, 300}));
  EXPECT_EQ(einsum("i,i", x, x, dtype::int32).dtype(), dtype::int32);
  EXPECT_EQ(einsum("i,i", x, x, out(zeros<std::int64_t>({}))).item(), 20000);
  EXPECT_EQ(einsum("i,i", x, x, out(zeros<double>({})), as_dtype<std::int16_t>).item(), 20000);
  const ndarray<bool> truths = {true, false, true};
  EXPECT_EQ(einsum("i,i", truths, truths, out(zeros<int>({}))).item(), 2);
  const ndarray<double> y = {1, 2};
  EXPECT_EQ(einsum("i,i", y, y, as_dtype<float>, casting::same_kind).item(), 5.0F);
  EXPECT_EQ(message_of<dtype_error>([&] { (void)einsum("i,i", x, y, as_dtype<float>); }),
            "Iterator operand 1 dtype could not be cast from dtype('float64') to dtype('float32') "
            "according to the rule 'safe'");
  EXPECT_EQ(message_of<dtype_error>([&] { (void)einsum("i,", x, 2.5, as_dtype<std::int64_t>); }),
            "Iterator operand 1 dtype could not be cast from dtype('float64') to dtype('int64') "
            "according to the rule 'safe'");
}

TEST_P(linalg_einsum, targets_that_do_not_fit_are_refused_unwritten) {
  const ndarray<double> x = {1, 2};
  ndarray<double> cube({2, 2, 2}, 9.0);
  EXPECT_EQ(message_of<value_error>([&] { einsum("i,j->ij", x, x, out(cube)); }),
            "out parameter does not have the correct number of dimensions, has 3 but should have "
            "2");
  EXPECT_EQ(cube, full<double>({2, 2, 2}, 9.0));
  ndarray<double> wide({2, 3}, 9.0);
  EXPECT_EQ(message_of<shape_error>([&] { einsum("i,j->ij", x, x, out(wide)); }),
            "non-broadcastable output operand with shape (2,3) doesn't match the broadcast shape "
            "(2,2)");
  EXPECT_EQ(wide, full<double>({2, 3}, 9.0));
  ndarray<std::int64_t> whole({2, 2}, 9);
  EXPECT_EQ(message_of<dtype_error>([&] { einsum("i,j->ij", x, x, out(whole)); }),
            "Iterator requested dtype could not be cast from dtype('float64') to dtype('int64'), "
            "the operand 2 dtype, according to the rule 'safe'");
  EXPECT_EQ(
      message_of<dtype_error>([&] { einsum("i,j->ij", x, x, out(whole), casting::same_kind); }),
      "Iterator requested dtype could not be cast from dtype('float64') to dtype('int64'), "
      "the operand 2 dtype, according to the rule 'same_kind'");
  EXPECT_EQ(whole, full<std::int64_t>({2, 2}, 9));
  einsum("i,j->ij", x, x, out(whole), casting::unsafe);
  EXPECT_EQ(whole, (ndarray<std::int64_t>{{1, 2}, {2, 4}}));
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_einsum, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
