// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/einsum_path.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/linalg/einsum.hpp>

namespace gpu::linalg::detail {
namespace {

using path = std::vector<std::vector<std::size_t>>;

/// Factors as sets of labels, all of extent `extent[label]`.
struct drawn_product {
  std::vector<std::set<int>> factors;
  std::set<int> result;
  std::vector<double> extent;
};

double size_of(const std::set<int>& labels, const drawn_product& of) {
  double size = 1;
  for (const int label : labels) size *= of.extent[static_cast<std::size_t>(label)];
  return size;
}

/// What the product of two factors has, if they are replaced by it.
std::set<int> product_labels(const drawn_product& of, std::size_t a, std::size_t b) {
  std::set<int> needed = of.result;
  for (std::size_t i = 0; i < of.factors.size(); ++i)
    if (i != a && i != b) needed.insert(of.factors[i].begin(), of.factors[i].end());
  std::set<int> labels;
  for (const std::size_t i : {a, b})
    for (const int label : of.factors[i])
      if (needed.count(label) != 0) labels.insert(label);
  return labels;
}

/// The labels of a factor alone are summed before it is multiplied.
std::set<int> shared_labels(const drawn_product& of, std::size_t a) {
  return product_labels(of, a, a);
}

/// The least number of products of elements over all orders.
double least_products(const drawn_product& of) {
  if (of.factors.size() == 1) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < of.factors.size(); ++a)
    for (std::size_t b = a + 1; b < of.factors.size(); ++b) {
      std::set<int> both = shared_labels(of, a);
      both.merge(shared_labels(of, b));
      drawn_product rest = of;
      rest.factors.push_back(product_labels(of, a, b));
      rest.factors.erase(rest.factors.begin() + static_cast<std::ptrdiff_t>(b));
      rest.factors.erase(rest.factors.begin() + static_cast<std::ptrdiff_t>(a));
      least = std::min(least, size_of(both, of) + least_products(rest));
    }
  return least;
}

TEST(einsum_path, is_the_cheapest_of_all) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 60; ++round) {
    drawn_product of;
    for (int label = 0; label < 6; ++label) of.extent.push_back(1 + random() % 9);
    of.factors.resize(2 + random() % 4);
    einsum_labels labels;
    std::vector<shape> extents;
    for (std::set<int>& factor : of.factors) {
      for (int count = 1 + static_cast<int>(random() % 3); count > 0; --count)
        factor.insert(static_cast<int>(random() % 6));
      labels.operands.emplace_back(factor.begin(), factor.end());
      shape one;
      for (const int label : factor)
        one.push_back(static_cast<std::ptrdiff_t>(of.extent[static_cast<std::size_t>(label)]));
      extents.push_back(one);
      if (random() % 2 == 0) of.result.insert(*factor.begin());
    }
    labels.result.assign(of.result.begin(), of.result.end());
    const contraction found = cheapest_path(labels, extents);
    EXPECT_EQ(found.path.size() + 1, of.factors.size());
    EXPECT_DOUBLE_EQ(found.products, least_products(of));
  }
}

TEST(einsum_path, names_places_as_numpy_does) {
  const auto a = zeros<float>({2, 3});
  const auto b = zeros<float>({3, 4});
  const auto c = zeros<float>({4, 5});
  EXPECT_EQ(einsum_path("ij,jk,kl->il", a, b, c).path, (path{{0, 1}, {0, 1}}));
  EXPECT_EQ(einsum_path("ij,jk,kl->", c, zeros<float>({5, 2}), a).path.size(), 2u);
  EXPECT_EQ(einsum_path("ij->ji", a).path, (path{{0}}));
  EXPECT_EQ(einsum_path("ij,jk,kl->il", a, b, c).description,
            "  Complete contraction:  ij,jk,kl->il\n"
            "        Naive products:  240\n"
            "    Optimized products:  64\n"
            "  Largest intermediate:  10 elements");
}

/// Beyond the number of operands whose orders are all compared.
TEST(einsum_path, of_many_operands_begins_with_the_cheapest_pair) {
  const auto extent = [](int label) { return 4 <= label && label <= 6 ? 2 : 7; };
  einsum_labels labels;
  std::vector<shape> extents;
  for (int i = 0; i < 12; ++i) {
    labels.operands.push_back({i, i + 1});
    extents.push_back({extent(i), extent(i + 1)});
  }
  labels.result = {0, 12};
  const contraction found = cheapest_path(labels, extents);
  ASSERT_EQ(found.path.size(), 11u);
  EXPECT_EQ(found.path.front(), (std::pair<std::size_t, std::size_t>{4, 5}));
}

TEST(einsum_path, refuses_what_einsum_refuses) {
  EXPECT_THROW(static_cast<void>(einsum_path("ij", zeros<float>(3))), value_error);
  EXPECT_THROW(static_cast<void>(einsum_path("ii", zeros<float>({2, 3}))), shape_error);
}

}  // namespace
}  // namespace gpu::linalg::detail
