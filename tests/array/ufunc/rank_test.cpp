// SPDX-License-Identifier: BSD-3-Clause
// Arrays of 64 axes, NumPy's most: everything takes them, and gives what it gives without the axes
// of extent 1.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using axes = std::vector<std::ptrdiff_t>;
using array = ndarray<float>;
using reduced = std::vector<double>;

/// The axes of `few` among those of `many`, and the extents of both.
const axes places{0, 10, 31, 63};
const shape few{2, 3, 2, 2};

shape many() {
  shape extents(64, 1);
  for (std::size_t k = 0; k < places.size(); ++k)
    extents[static_cast<std::size_t>(places[k])] = few[k];
  return extents;
}

/// All empty: with no axis of extent 1, and with one axis that is.
std::vector<shape> empty_shapes() {
  shape one_empty(64, 1);
  one_empty[7] = 0;
  return {shape(64, 0), one_empty};
}

class rank_64 : public gpu::test::on_device {};

INSTANTIATE_TEST_SUITE_P(, rank_64, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

array some_elements() {
  const array x = gpu::arange<float>(24);
  return gpu::reshape(gpu::remainder(x * 7.0f, 24.0f) - 5.0f, few);
}

using reduction =
    std::function<reduced(const array&, const gpu::reduction_axes&, gpu::keepdims_option, shape&)>;

template <class Function>
reduction reduction_of(const Function& function) {
  return [=](const array& x, const gpu::reduction_axes& along, gpu::keepdims_option keep,
             shape& extents) {
    const auto result = function(x, along, keep);
    extents = result.shape();
    const auto list = values(result);
    return reduced(list.begin(), list.end());
  };
}
#define REDUCTION(name)                                                                        \
  {                                                                                            \
#name, reduction_of(                                                                       \
               [](const auto& x, const auto&... options) { return gpu::name(x, options...); }) \
  }

const std::map<std::string, reduction>& reductions() {
  using gpu::reduction_axes;
  static const std::map<std::string, reduction> all{
      REDUCTION(sum),
      REDUCTION(prod),
      REDUCTION(mean),
      REDUCTION(std),
      REDUCTION(var),
      REDUCTION(ptp),
      REDUCTION(all),
      REDUCTION(any),
      REDUCTION(count_nonzero),
      REDUCTION(nansum),
      REDUCTION(nanprod),
      REDUCTION(nanmean),
      REDUCTION(nanstd),
      REDUCTION(nanvar),
      REDUCTION(max),
      REDUCTION(min),
      REDUCTION(nanmax),
      REDUCTION(nanmin),
      {"sum with a mask", reduction_of([](const array& x, const auto&... options) {
         return gpu::sum(x, options..., gpu::where(x > 0), gpu::initial(2.0f));
       })},
      {"var with a mask", reduction_of([](const array& x, const auto&... options) {
         return gpu::var(x, options..., gpu::where(x > -100));
       })},
      {"sum as int32", reduction_of([](const array& x, const auto&... options) {
         return gpu::nansum(x, options..., gpu::as_dtype<std::int32_t>);
       })},
      {"logaddexp.reduce", reduction_of([](const array& x, const auto&... options) {
         return gpu::logaddexp.reduce(x, options...);
       })},
      {"hypot.reduce", reduction_of([](const array& x, const auto&... options) {
         return gpu::hypot.reduce(x, options...);
       })},
      {"quantile", reduction_of([](const array& x, const auto& along, const auto& keep) {
         return gpu::quantile(x, 0.25, along, keep);
       })},
      {"median", reduction_of([](const array& x, const auto&... options) {
         return gpu::median(x, options...);
       })},
      {"average", reduction_of([](const array& x, const auto& along, const auto& keep) {
         const array weights = gpu::absolute(x) + 1.0f;
         return gpu::average(x, along, weights, keep);
       })},
      {"user's", reduction_of([](const array& x, const auto& along, const auto& keep) {
         static const gpu::reduction_kernel norm("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0",
                                                 "norm");
         return norm(x, gpu::axis(along), keep).template as<float>();
       })},
      {"user's, compiled", reduction_of([](const array& x, const auto& along, const auto& keep) {
         static const gpu::reduction_kernel most("T x, raw T w", "T y", "x * w[0] + i * 0",
                                                 "a > b ? a : b", "y = a", "-100", "most");
         return most(x, ndarray<float>{2.0f}, gpu::axis(along), keep).template as<float>();
       })},
  };
  return all;
}

axes in_many(const axes& along) {
  axes result;
  for (const std::ptrdiff_t axis : along) result.push_back(places[static_cast<std::size_t>(axis)]);
  return result;
}

TEST_P(rank_64, reductions_give_what_they_give_without_axes_of_extent_1) {
  const array x = some_elements();
  const array wide = gpu::reshape(x, many());
  for (const auto& [name, function] : reductions())
    for (const axes& along : {axes{}, axes{0}, axes{3}, axes{1, 2}, axes{0, 1, 2, 3}})
      for (const bool keep : {false, true}) {
        SCOPED_TRACE(name + " over " + std::to_string(along.size()) + " axes");
        shape extents;
        shape wide_extents;
        const reduced expected = function(x, along, gpu::keepdims(keep), extents);
        EXPECT_EQ(function(wide, in_many(along), gpu::keepdims(keep), wide_extents), expected);
        EXPECT_EQ(wide_extents.size(), keep ? 64 : 64 - along.size());
      }
}

TEST_P(rank_64, reductions_of_no_elements_over_no_axes_are_empty) {
  for (const shape& extents : empty_shapes())
    for (const auto& [name, function] : reductions()) {
      SCOPED_TRACE(name);
      shape result;
      EXPECT_EQ(function(gpu::zeros<float>(extents), axes{}, gpu::keepdims, result), reduced{});
      EXPECT_EQ(result, extents);
    }
}

TEST_P(rank_64, reductions_of_no_elements_over_one_axis_are_empty) {
  const shape extents(64, 0);
  for (const char* name : {"sum", "prod", "var", "nanmean", "quantile", "hypot.reduce"}) {
    SCOPED_TRACE(name);
    shape result;
    EXPECT_EQ(reductions().at(name)(gpu::zeros<float>(extents), 63, gpu::keepdims(false), result),
              reduced{});
    EXPECT_EQ(result, shape(63, 0));
  }
}

TEST_P(rank_64, positions_and_scans_go_along_any_axis) {
  const array x = some_elements();
  const array wide = gpu::reshape(x, many());
  for (std::ptrdiff_t axis = 0; axis < 4; ++axis) {
    const std::ptrdiff_t place = places[static_cast<std::size_t>(axis)];
    EXPECT_EQ(values(gpu::argmax(wide, place)), values(gpu::argmax(x, axis)));
    EXPECT_EQ(gpu::argmin(wide, place, gpu::keepdims).dimension(), 64u);
    EXPECT_EQ(values(gpu::cumsum(wide, place)), values(gpu::cumsum(x, axis)));
    EXPECT_EQ(values(gpu::nancumprod(wide, place)), values(gpu::nancumprod(x, axis)));
    EXPECT_EQ(values(gpu::maximum.accumulate(wide, place)),
              values(gpu::maximum.accumulate(x, axis)));
    EXPECT_EQ(values(gpu::diff(wide, 1, place)), values(gpu::diff(x, 1, axis)));
    EXPECT_EQ(values(gpu::trapezoid(wide, 1.0, place)), values(gpu::trapezoid(x, 1.0, axis)));
    EXPECT_EQ(values(gpu::quantile(wide, {0.25, 0.5}, place)),
              values(gpu::quantile(x, {0.25, 0.5}, axis)));
  }
  for (const shape& extents : empty_shapes()) {
    EXPECT_EQ(gpu::cumsum(gpu::zeros<float>(extents), 63).shape(), extents);
    EXPECT_EQ(values(gpu::cumsum(gpu::zeros<float>(extents), 63)).size(), 0u);
  }
}

TEST_P(rank_64, views_move_and_drop_axes) {
  const array x = some_elements();
  array wide = gpu::reshape(x, many());
  EXPECT_EQ(values(gpu::transpose(wide)), values(gpu::transpose(x)));
  EXPECT_EQ(values(gpu::flip(wide)), values(gpu::flip(x)));
  EXPECT_EQ(values(gpu::swapaxes(wide, 0, 63)), values(gpu::swapaxes(x, 0, 3)));
  EXPECT_EQ(values(gpu::moveaxis(wide, 63, 0)), values(gpu::moveaxis(x, 3, 0)));
  EXPECT_EQ(gpu::squeeze(wide).shape(), few);
  EXPECT_EQ(values(gpu::squeeze(gpu::transpose(wide))), values(gpu::transpose(x)));
  EXPECT_EQ(values(gpu::diagonal(wide, 0, 0, 63)), values(gpu::diagonal(x, 0, 0, 3)));
  EXPECT_EQ(values(gpu::trace(wide, 0, 0, 63)), values(gpu::trace(x, 0, 0, 3)));
  EXPECT_EQ(values(gpu::ravel(gpu::transpose(wide) + 1.0f)),
            values(gpu::ravel(gpu::transpose(x) + 1.0f)));
  EXPECT_EQ(gpu::expand_dims(gpu::squeeze(wide, {5}), 5).shape(), wide.shape());
  EXPECT_EQ(values(gpu::broadcast_to(gpu::ones<float>({1, 2}), shape(many()))),
            std::vector<float>(24, 1.0f));
  gpu::view(wide, gpu::ellipsis(), 1) = -1.0f;
  EXPECT_EQ(values(gpu::view(wide, gpu::ellipsis(), 1)), std::vector<float>(12, -1.0f));
  EXPECT_EQ(gpu::array_str(gpu::ones<int>(shape(64, 1))),
            std::string(64, '[') + '1' + std::string(64, ']'));
}

TEST_P(rank_64, elements_are_repeated_and_tiled) {
  const array x = some_elements();
  const array wide = gpu::reshape(x, many());
  for (std::ptrdiff_t axis = 0; axis < 4; ++axis) {
    const std::ptrdiff_t place = places[static_cast<std::size_t>(axis)];
    SCOPED_TRACE(place);
    const axes counts(static_cast<std::size_t>(few[static_cast<std::size_t>(axis)]), 2);
    EXPECT_EQ(values(gpu::repeat(wide, 2, place)), values(gpu::repeat(x, 2, axis)));
    EXPECT_EQ(values(gpu::repeat(wide + 1.0f, 2, place)), values(gpu::repeat(x + 1.0f, 2, axis)));
    EXPECT_EQ(values(gpu::repeat(wide, counts, place)), values(gpu::repeat(x, counts, axis)));
    EXPECT_EQ(gpu::repeat(gpu::repeat(wide, 2, place), 3, 0).dimension(), 64u);
    EXPECT_EQ(values(gpu::repeat(gpu::repeat(wide, 2, place), 3, 0)),
              values(gpu::repeat(gpu::repeat(x, 2, axis), 3, 0)));
    for (const axes& starts : {axes{0}, axes{0, 1}, axes{1, 0, 1, 0}}) {
      EXPECT_EQ(values(gpu::add.reduceat(wide, starts, place)),
                values(gpu::add.reduceat(x, starts, axis)));
      EXPECT_EQ(gpu::maximum.reduceat(wide, starts, place).dimension(), 64u);
    }
  }
  EXPECT_EQ(values(gpu::tile(wide, 2)), values(gpu::tile(x, 2)));
  axes times(64, 1);
  for (const std::ptrdiff_t place : places) times[static_cast<std::size_t>(place)] = 2;
  EXPECT_EQ(values(gpu::tile(wide, times)), values(gpu::tile(x, axes{2, 2, 2, 2})));
  times[5] = 3;
  EXPECT_EQ(gpu::tile(wide, times).size(), 24u * 16 * 3);
  EXPECT_EQ(values(gpu::resize(wide, shape(many()))), values(x));
  for (const shape& extents : empty_shapes()) {
    EXPECT_EQ(values(gpu::repeat(gpu::zeros<float>(extents), 2, 63)).size(), 0u);
    EXPECT_EQ(values(gpu::tile(gpu::zeros<float>(extents), 2)).size(), 0u);
    EXPECT_EQ(gpu::tile(gpu::zeros<float>(extents), axes(64, 0)).shape(), shape(64, 0));
  }
  EXPECT_EQ(values(gpu::tile(wide, axes(64, 0))).size(), 0u);
}

TEST_P(rank_64, functions_of_elements_broadcast) {
  const array x = some_elements();
  array wide = gpu::reshape(x, many());
  const array transposed = gpu::transpose(wide);
  EXPECT_EQ(values(gpu::exp(wide) + 1.0f), values(gpu::exp(x) + 1.0f));
  EXPECT_EQ(gpu::maximum(wide, transposed).dimension(), 64u);
  EXPECT_EQ(values(gpu::where(wide > 0, wide, 0.0f)), values(gpu::where(x > 0, x, 0.0f)));
  EXPECT_EQ(values(gpu::clip(wide, 0, 3)), values(gpu::clip(x, 0, 3)));
  EXPECT_EQ(values(gpu::add.outer(wide, ndarray<float>(1.0f))), values(x + 1.0f));
  EXPECT_EQ(values(std::get<0>(gpu::modf(wide))), values(std::get<0>(gpu::modf(x))));
  EXPECT_EQ(values(gpu::add(wide, 1.0f, gpu::out(wide))), values(x + 1.0f));
  for (const shape& extents : empty_shapes()) {
    EXPECT_EQ((gpu::zeros<float>(extents) + 1.0f).shape(), extents);
    EXPECT_EQ(values(gpu::sqrt(gpu::zeros<float>(extents))).size(), 0u);
  }
}

TEST_P(rank_64, a_sixty_fifth_axis_is_refused) {
  const array wide = gpu::ones<float>(shape(64, 1));
  const std::string too_many =
      "maximum supported dimension for an ndarray is currently 64, found 65";
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::expand_dims(wide, 0); }), too_many);
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)shape(65, 1); }), too_many);
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              (void)gpu::quantile(wide, {0.5, 0.25}, axes{}, gpu::keepdims);
            }),
            too_many);
  EXPECT_EQ(
      message_of<gpu::index_error>([&] { (void)gpu::view(wide, gpu::newaxis(), gpu::ellipsis()); }),
      "number of dimensions must be within [0, 64], indexing result would have 65");
}

}  // namespace
