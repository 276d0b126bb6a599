// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/matmul.hpp>

#include <complex>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include <gtest/gtest.h>

#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/core/error.hpp>
#include <gpu/reductions.hpp>

#include "linalg/exact_product.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

class linalg_matmul : public on_device {};

template <class... T, class Act>
void for_each_type(const Act& act) {
  (act(std::type_identity<T>()), ...);
}

/// Every element type that NumPy's loops have, and bfloat16.
template <class Act>
void for_all_types(const Act& act) {
  for_each_type<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                std::uint32_t, std::int64_t, std::uint64_t, float16, bfloat16, float, double,
                std::complex<float>, std::complex<double>>(act);
}

TEST_P(linalg_matmul, multiplies_matrices_of_every_dtype) {
  for_all_types([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const std::tuple<std::ptrdiff_t, std::ptrdiff_t, std::ptrdiff_t> sizes[] = {
        {1, 1, 1}, {2, 3, 4}, {33, 7, 65}, {5, 129, 1}, {1, 70, 9}, {1, 300, 1}, {37, 66, 259}};
    for (const auto& [m, k, n] : sizes) {
      SCOPED_TRACE(text_of("(", m, ",", k, ") @ (", k, ",", n, ")"));
      const ndarray<T> a = some_elements<T>({m, k}, 1);
      const ndarray<T> b = some_elements<T>({k, n}, 2);
      expect_matrix_product<T>(matmul(a, b), a, b);
    }
  });
}

TEST_P(linalg_matmul, reads_transposed_and_strided_matrices_as_they_are) {
  for_each_type<std::int32_t, float16, double, std::complex<float>>(
      []<class T>(std::type_identity<T>) {
        SCOPED_TRACE(traits(dtype_of<T>).name);
        const ndarray<T> a = some_elements<T>({19, 34}, 1);
        const ndarray<T> b = some_elements<T>({23, 34}, 2);
        expect_matrix_product<T>(matmul(a, transpose(b)), a, transpose(b));
        expect_matrix_product<T>(matmul(transpose(a), view(b, range(19), all())), transpose(a),
                                 view(b, range(19), all()));
        const auto flipped = flip(b);
        expect_matrix_product<T>(matmul(a, transpose(flipped)), a, transpose(flipped));
        const auto every_other = view(a, range(0, 19, 2), range(0, 34, 3));
        const auto part = view(b, range(3, 15), range(5, 30));
        expect_matrix_product<T>(matmul(every_other, part), every_other, part);
        const auto repeated = broadcast_to(view(b, range(0, 1), all()), {34, 34});
        expect_matrix_product<T>(matmul(a, repeated), a, repeated);
      });
}

TEST_P(linalg_matmul, vectors_are_rows_on_the_left_and_columns_on_the_right) {
  const ndarray<int> m{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(matmul(m, ndarray<int>{1, 0, -1}), (ndarray<int>{-2, -2}));
  EXPECT_EQ(matmul(ndarray<int>{1, -1}, m), (ndarray<int>{-3, -3, -3}));
  EXPECT_EQ(matmul(ndarray<int>{1, 2}, ndarray<int>{3, 4}).item(), 11);
  const ndarray<double> x{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(matmul(x, ndarray<double>{1, 0, -1}), (ndarray<double>{-2, -2}));
  EXPECT_EQ(matmul(ndarray<double>{1, -1}, x), (ndarray<double>{-3, -3, -3}));
  EXPECT_EQ(matmul(ndarray<double>{1, 2}, ndarray<double>{3, 4}).shape(), shape());
  const ndarray<double> stack = reshape(arange<double>(24), {2, 3, 4});
  EXPECT_EQ(matmul(ndarray<double>{1, 1, 1}, stack), sum(stack, 1));
  EXPECT_EQ(matmul(stack, ndarray<double>{1, 1, 1, 1}), sum(stack, 2));
}

TEST_P(linalg_matmul, stacks_broadcast) {
  for_each_type<std::int16_t, float, double>([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const std::tuple<shape, shape, shape> shapes[] = {
        {{4, 5, 6}, {6, 3}, {4, 5, 3}},
        {{5, 6}, {4, 6, 3}, {4, 5, 3}},
        {{4, 5, 6}, {4, 6, 3}, {4, 5, 3}},
        {{2, 1, 5, 6}, {4, 6, 3}, {2, 4, 5, 3}},
        {{2, 1, 5, 6}, {1, 4, 6, 3}, {2, 4, 5, 3}},
        {{0, 5, 6}, {1, 6, 3}, {0, 5, 3}},
    };
    for (const auto& [left, right, result] : shapes) {
      SCOPED_TRACE(text_of(left, " @ ", right));
      const ndarray<T> a = some_elements<T>(left, 1);
      const ndarray<T> b = some_elements<T>(right, 2);
      const ndarray<T> product = matmul(a, b);
      ASSERT_EQ(product.shape(), result);
      if (product.size() == 0) continue;
      const shape batch(result.begin(), result.end() - 2);
      const auto flat = [&](const auto& x) {
        shape extents = batch;
        for (std::size_t axis = x.dimension() - 2; axis < x.dimension(); ++axis)
          extents.push_back(x.shape(axis));
        return ndarray<T>(
            reshape(broadcast_to(x, extents), {-1, *(extents.end() - 2), extents.back()}));
      };
      const ndarray<T> each[] = {flat(a), flat(b), flat(product)};
      for (std::ptrdiff_t i = 0; i < each[0].shape(0); ++i)
        expect_matrix_product<T>(view(each[2], i), view(each[0], i), view(each[1], i));
    }
  });
}

TEST_P(linalg_matmul, stacks_of_transposed_matrices_are_not_copied) {
  const ndarray<double> a = some_elements<double>({3, 6, 5}, 1);
  const ndarray<double> b = some_elements<double>({3, 6, 4}, 2);
  const auto product = matmul(swapaxes(a, 1, 2), b);
  EXPECT_EQ(std::stoi(explain(product)), 1);
  const ndarray<double> result = product;
  for (std::ptrdiff_t i = 0; i < 3; ++i)
    expect_matrix_product<double>(view(result, i), transpose(ndarray<double>(view(a, i))),
                                  view(b, i));
}

TEST_P(linalg_matmul, views_of_products_are_multiplied_as_they_lie) {
  const ndarray<double> a = some_elements<double>({4, 5}, 1);
  const ndarray<double> b = some_elements<double>({5, 6}, 2);
  const ndarray<double> c = some_elements<double>({4, 3}, 3);
  const auto product = matmul(transpose(matmul(a, b)), c);
  EXPECT_EQ(std::stoi(explain(product)), 2);
  expect_matrix_product<double>(product, transpose(ndarray<double>(matmul(a, b))), c);
  const auto reshaped = matmul(reshape(matmul(a, b), {6, 4}), c);
  EXPECT_EQ(std::stoi(explain(reshaped)), 2);
  const auto flipped = matmul(transpose(flip(matmul(a, b))), c);
  EXPECT_EQ(std::stoi(explain(flipped)), 3);
  expect_matrix_product<double>(flipped, transpose(flip(ndarray<double>(matmul(a, b)))), c);
  const auto sums = matmul(transpose(cumsum(a, 0)), c);
  EXPECT_EQ(std::stoi(explain(sums)), 2);
  expect_matrix_product<double>(sums, transpose(cumsum(a, 0)), c);
}

TEST_P(linalg_matmul, product_below_a_held_expression_is_kept) {
  const ndarray<double> a = some_elements<double>({110, 130}, 1);
  const ndarray<double> b = some_elements<double>({130, 90}, 2);
  const auto halves = matmul(a, b) / 2.0;
  const auto row = [&] { return sum(view(halves, 1)); };
  EXPECT_EQ(std::stoi(explain(row())), 2);
  const double first = row().item();
  EXPECT_EQ(std::stoi(explain(row())), 1);
  EXPECT_EQ(row().item(), first);
}

TEST_P(linalg_matmul, sums_of_no_products_are_0) {
  EXPECT_EQ(matmul(zeros<double>({2, 0}), zeros<double>({0, 3})), zeros<double>({2, 3}));
  EXPECT_EQ(matmul(zeros<int>({2, 0}), zeros<int>({0, 3})), zeros<int>({2, 3}));
  EXPECT_EQ(matmul(zeros<float16>({2, 0}), zeros<float16>({0, 3})), zeros<float16>({2, 3}));
  EXPECT_EQ(matmul(zeros<float>({0}), zeros<float>({0})).item(), 0);
  EXPECT_EQ(matmul(zeros<bool>({4, 0}), zeros<bool>({0})), zeros<bool>({4}));
}

TEST_P(linalg_matmul, dtypes_are_promoted_and_integers_wrap) {
  using int8_matrix = ndarray<std::int8_t>;
  static_assert(
      std::is_same_v<decltype(matmul(int8_matrix(), int8_matrix())), expression<std::int8_t>>);
  static_assert(std::is_same_v<decltype(matmul(int8_matrix(), ndarray<std::uint8_t>())),
                               expression<std::int16_t>>);
  static_assert(
      std::is_same_v<decltype(matmul(ndarray<int>(), ndarray<float>())), expression<double>>);
  EXPECT_EQ(matmul(int8_matrix{{100, 100}}, int8_matrix{{1}, {1}}), (int8_matrix{{-56}}));
  EXPECT_EQ(matmul(int8_matrix{{100, 100}}, int8_matrix{{1, 2}, {1, 2}}),
            (int8_matrix{{-56, -112}}));
  EXPECT_EQ(matmul(ndarray<int>{{1, 2}}, ndarray<float>{{0.5F}, {4}}), (ndarray<double>{{8.5}}));
  const any_expression untyped(ndarray<int>{{1, 2}}.node());
  EXPECT_EQ(matmul(untyped, ndarray<double>{{1}, {2}}).as<double>(), (ndarray<double>{{5}}));
}

TEST_P(linalg_matmul, operands_may_be_expressions_and_the_result_may_replace_one) {
  ndarray<double> x{{1, 2}, {3, 4}};
  const ndarray<double> same = x;
  EXPECT_EQ(matmul(x + 1.0, transpose(x) * 2.0) - 1.0, (ndarray<double>{{15, 35}, {27, 63}}));
  x = matmul(x, x);
  EXPECT_EQ(x, (ndarray<double>{{7, 10}, {15, 22}}));
  EXPECT_EQ(same, (ndarray<double>{{1, 2}, {3, 4}}));
  ndarray<double> wide = zeros<double>({2, 4});
  view(wide, all(), range(1, 3)) = matmul(same, same);
  EXPECT_EQ(wide, (ndarray<double>{{0, 7, 10, 0}, {0, 15, 22, 0}}));
}

/// So many that on a GPU each has a thread of its own.
TEST_P(linalg_matmul, many_integers_are_summed_one_by_one) {
  for_each_type<std::int16_t, std::int32_t, std::uint64_t>([]<class T>(std::type_identity<T>) {
    SCOPED_TRACE(traits(dtype_of<T>).name);
    const auto expect_sums = [](const auto& a, const auto& b) {
      const ndarray<T> product = matmul(a, b);
      ASSERT_GE(product.size(), 1u << 14);
      EXPECT_EQ(product, sum<T>(expand_dims(a, -1) * expand_dims(b, -3), -2));
    };
    const ndarray<T> a = some_elements<T>({130, 21}, 1);
    const ndarray<T> b = some_elements<T>({21, 131}, 2);
    expect_sums(a, b);
    expect_sums(transpose(b), transpose(a));
    expect_sums(some_elements<T>({2, 1, 90, 5}, 1), some_elements<T>({3, 5, 40}, 2));
    expect_sums(swapaxes(some_elements<T>({3, 5, 90}, 1), 1, 2), some_elements<T>({5, 80}, 2));
  });
  const ndarray<bool> a = some_elements<bool>({130, 2}, 1);
  const ndarray<bool> b = some_elements<bool>({2, 131}, 2);
  EXPECT_EQ(matmul(a, b), any(expand_dims(a, -1) * expand_dims(b, -3), -2));
}

TEST_P(linalg_matmul, nans_and_infinities_are_not_skipped) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ndarray<double> a{{0, 0}, {1, 0}};
  const ndarray<double> b{{nan, 1}, {2, 3}};
  const ndarray<double> product = matmul(a, b);
  EXPECT_TRUE(std::isnan(product(0, 0)));
  EXPECT_TRUE(std::isnan(product(1, 0)));
  EXPECT_EQ(product(1, 1), 1);
}

TEST_P(linalg_matmul, misuse_is_said_in_numpys_words) {
  const auto message = [](const shape& a, const shape& b) {
    return message_of<shape_error>([&] { (void)matmul(zeros<double>(a), zeros<double>(b)); });
  };
  const std::string rules = "gufunc signature (n?,k),(k,m?)->(n?,m?) ";
  EXPECT_EQ(message({2, 3}, {2, 4}),
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with " + rules +
                "(size 2 is different from 3)");
  EXPECT_EQ(message({2, 3}, {4}),
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with " + rules +
                "(size 4 is different from 3)");
  EXPECT_EQ(message({2, 3}, {}),
            "matmul: Input operand 1 does not have enough dimensions (has 0, gufunc core with "
            "signature (n?,k),(k,m?)->(n?,m?) requires 1)");
  EXPECT_EQ(message({4, 2, 2, 3}, {3, 3, 4}),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(4,2,2,3)->(4,2,newaxis,newaxis) (3,3,4)->(3,newaxis,newaxis)  and requested shape "
            "(2,4)");
}

TEST_P(linalg_matmul, vecdot_conjugates_the_first_vectors) {
  const ndarray<double> x{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(vecdot(x, x), (ndarray<double>{14, 77}));
  EXPECT_EQ(vecdot(x, ndarray<double>{1, 1, 1}), (ndarray<double>{6, 15}));
  EXPECT_EQ(vecdot(x, x, 0), (ndarray<double>{17, 29, 45}));
  EXPECT_EQ(std::stoi(explain(vecdot(x, x * 2.0))), 1);
  using complex = std::complex<double>;
  const ndarray<complex> z{complex(1, 2), complex(0, 1)};
  EXPECT_EQ(vecdot(z, z).item(), complex(6));
  EXPECT_EQ(vecdot(ndarray<bool>{true, false}, ndarray<bool>{true, true}).item(), true);
  EXPECT_EQ(vecdot(full<std::int8_t>({2}, 100), full<std::int8_t>({2}, 1)).item(), -56);
  const ndarray<float16> halves = full<float16>({3000}, float16(1.0F));
  EXPECT_EQ(static_cast<float>(vecdot(halves, halves).item()), 3000);
  const auto message = [](const shape& a, const shape& b) {
    return message_of<shape_error>([&] { (void)vecdot(zeros<double>(a), zeros<double>(b)); });
  };
  EXPECT_EQ(message({2, 3}, {2, 4}),
            "vecdot: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(n),(n)->() (size 4 is different from 3)");
  EXPECT_EQ(message({2, 3}, {4, 3}),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(2,3)->(2,) (4,3)->(4,)  and requested shape ()");
  EXPECT_EQ(message({2, 3}, {}),
            "vecdot: Input operand 1 does not have enough dimensions (has 0, gufunc core with "
            "signature (n),(n)->() requires 1)");
  EXPECT_THROW((void)vecdot(x, x, 2), axis_error);
}

TEST_P(linalg_matmul, matvec_and_vecmat_multiply_stacks) {
  const ndarray<double> x{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(matvec(x, ndarray<double>{1, 0, -1}), (ndarray<double>{-2, -2}));
  EXPECT_EQ(matvec(x, ndarray<double>{{1, 0, -1}, {0, 1, 0}, {1, 1, 1}}),
            (ndarray<double>{{-2, -2}, {2, 5}, {6, 15}}));
  EXPECT_EQ(vecmat(ndarray<double>{1, -1}, x), (ndarray<double>{-3, -3, -3}));
  const ndarray<double> stack = reshape(arange<double>(12), {2, 2, 3});
  EXPECT_EQ(matvec(stack, ndarray<double>{1, 1, 1}), sum(stack, 2));
  EXPECT_EQ(matvec(stack, ndarray<double>{{1, 0, 0}, {0, 0, 1}}),
            (ndarray<double>{{0, 3}, {8, 11}}));
  EXPECT_EQ(vecmat(ndarray<double>{{1, 0}, {0, 1}}, stack),
            (ndarray<double>{{0, 1, 2}, {9, 10, 11}}));
  using complex = std::complex<double>;
  const ndarray<complex> z{complex(0, 1), complex(1, 0)};
  EXPECT_EQ(vecmat(z, ndarray<complex>{{1}, {1}}), (ndarray<complex>{complex(1, -1)}));
  EXPECT_EQ(matvec(ndarray<complex>{{1, 1}}, z), (ndarray<complex>{complex(1, 1)}));
  const auto message = [](const auto& act) { return message_of<shape_error>(act); };
  EXPECT_EQ(message([&] { (void)matvec(x, zeros<double>({2})); }),
            "matvec: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(m,n),(n)->(m) (size 2 is different from 3)");
  EXPECT_EQ(message([&] { (void)matvec(zeros<double>({2}), x); }),
            "matvec: Input operand 0 does not have enough dimensions (has 1, gufunc core with "
            "signature (m,n),(n)->(m) requires 2)");
  EXPECT_EQ(message([&] {
              (void)vecmat(zeros<double>({2, 2}), zeros<double>({3, 2, 2}));
            }),
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            "(2,2)->(2,newaxis) (3,2,2)->(3,newaxis)  and requested shape (2)");
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_matmul, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
