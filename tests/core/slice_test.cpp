// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/slice.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gpu/core/error.hpp>

namespace gpu::test {

using placeholders::_;

/// Offsets of the elements of `where`, in C order.
std::vector<std::ptrdiff_t> offsets(const layout& where) {
  std::vector<std::ptrdiff_t> result;
  const std::ptrdiff_t count = element_count(where.extents);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    std::ptrdiff_t rest = i;
    std::ptrdiff_t offset = where.offset;
    for (std::size_t axis = where.extents.size(); axis-- > 0;) {
      offset += rest % where.extents[axis] * where.strides[axis];
      rest /= where.extents[axis];
    }
    result.push_back(offset);
  }
  return result;
}

layout part(const shape& extents, const std::vector<slice>& slices) {
  return apply(sliced(extents, slices), row_major(extents));
}

TEST(slice, takes_what_python_takes) {
  struct example {
    slice chosen;
    std::vector<std::ptrdiff_t> expected;  // of range(5)
  };
  const example examples[] = {
      {all(), {0, 1, 2, 3, 4}},
      {range(1, 3), {1, 2}},
      {range(3), {0, 1, 2}},
      {range(_, _, -1), {4, 3, 2, 1, 0}},
      {range(-2, _), {3, 4}},
      {range(_, -2), {0, 1, 2}},
      {range(0, 5, 2), {0, 2, 4}},
      {range(4, 0, -2), {4, 2}},
      {range(10, _), {}},
      {range(-10, 10), {0, 1, 2, 3, 4}},
      {range(3, 1), {}},
      {range(1, 3, -1), {}},
      {range(_, -10, -1), {4, 3, 2, 1, 0}},
      {range(10, _, -3), {4, 1}},
  };
  for (const example& one : examples) EXPECT_EQ(offsets(part({5}, {one.chosen})), one.expected);
}

TEST(slice, integer_drops_its_axis_and_newaxis_adds_one) {
  EXPECT_EQ(part({2, 3}, {1}).extents, (shape{3}));
  EXPECT_EQ(offsets(part({2, 3}, {-1, range(_, _, -1)})), (std::vector<std::ptrdiff_t>{5, 4, 3}));
  EXPECT_EQ(part({2, 3}, {newaxis(), all(), newaxis()}).extents, (shape{1, 2, 1, 3}));
  EXPECT_EQ(part({2, 3, 4}, {ellipsis(), 0}).extents, (shape{2, 3}));
  EXPECT_EQ(part({2, 3, 4}, {0, ellipsis(), 0}).extents, (shape{3}));
  EXPECT_EQ(part({}, {ellipsis()}).extents, shape{});
}

std::string message_of(const shape& extents, const std::vector<slice>& slices) {
  try {
    static_cast<void>(part(extents, slices));
  } catch (const error& failure) {
    return failure.what();
  }
  return "no error";
}

TEST(slice, says_what_is_wrong_in_numpys_words) {
  EXPECT_EQ(message_of({2, 3}, {2}), "index 2 is out of bounds for axis 0 with size 2");
  EXPECT_EQ(message_of({2, 3}, {all(), -4}), "index -4 is out of bounds for axis 1 with size 3");
  EXPECT_EQ(message_of({2}, {0, 0}),
            "too many indices for array: array is 1-dimensional, but 2 were indexed");
  EXPECT_EQ(message_of({2, 3}, {ellipsis(), ellipsis()}),
            "an index can only have a single ellipsis ('...')");
  EXPECT_EQ(message_of({2}, {range(0, 2, 0)}), "slice step cannot be zero");
  EXPECT_EQ(message_of(shape(64, 1), {newaxis()}),
            "number of dimensions must be within [0, 64], indexing result would have 65");
}

TEST(slice, steps_and_bounds_may_be_of_any_size) {
  constexpr auto least = std::numeric_limits<std::ptrdiff_t>::min();
  constexpr auto most = std::numeric_limits<std::ptrdiff_t>::max();
  const auto taken = [](const slice& one) { return offsets(part({5}, {one})); };
  using list = std::vector<std::ptrdiff_t>;
  EXPECT_EQ(taken(range(_, _, least)), list{4});
  EXPECT_EQ(taken(range(_, _, most)), list{0});
  EXPECT_EQ(taken(range(least, most, most)), list{0});
  EXPECT_EQ(taken(range(most, least, least)), list{4});
  const affine_view once = sliced({5}, std::vector<slice>{range(_, _, most)});
  const affine_view twice = compose(sliced({1}, std::vector<slice>{range(_, _, most)}), once);
  EXPECT_EQ(offsets(apply(twice, row_major({5}))), list{0});
}

TEST(compose, is_one_view_after_the_other) {
  const shape extents{4, 5};
  const affine_view inner = sliced(extents, std::vector<slice>{range(_, _, -1), range(1, _, 2)});
  const affine_view outer =
      sliced(inner.extents, std::vector<slice>{range(1, 3), newaxis(), range(_, _, -1)});
  const layout whole = row_major(extents);
  EXPECT_EQ(apply(compose(outer, inner), whole), apply(outer, apply(inner, whole)));
}

}  // namespace gpu::test
