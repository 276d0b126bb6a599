// SPDX-License-Identifier: BSD-3-Clause
// Programs as users write them, in plain array code: none of them is known to the library. Each
// returns what is to be computed; loops whose steps need the one before them return arrays.
// program_peers.py has the same.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <gpu/gpu.hpp>

namespace gpu::bench::programs {

using floats = ndarray<float>;

/// `numpy.expand_dims(x, axis)` twice read: what the rows of both have in common is broadcast.
inline auto squared_distances(const floats& points, const floats& centres) {
  return sum(square(expand_dims(points, 1) - centres), 2);
}

/// Which centre is nearest to each point, then the mean of the points of each centre. `names` are
/// 0, 1, ... for each centre.
inline auto k_means_step(const floats& points, const floats& centres,
                         const ndarray<std::int64_t>& names) {
  const auto nearest = argmin(squared_distances(points, centres), 1);
  const auto is_member = equal(expand_dims(nearest, 1), names);
  const auto members = matmul(transpose(astype<float>(is_member)), points);
  return members / expand_dims(maximum(astype<float>(sum(is_member, 0)), 1), 1);
}

inline auto layer_norm(const floats& x, const floats& gain, const floats& bias) {
  const auto centred = x - mean(x, 1, keepdims);
  return centred / sqrt(mean(square(centred), 1, keepdims) + 1e-5f) * gain + bias;
}

/// Of images of shape (n, c, h, w), for each channel.
inline auto batch_norm(const floats& x, const floats& gain, const floats& bias) {
  const auto scale = reshape(gain, {1, -1, 1, 1}) / sqrt(var(x, {0, 2, 3}, keepdims) + 1e-5f);
  return (x - mean(x, {0, 2, 3}, keepdims)) * scale + reshape(bias, {1, -1, 1, 1});
}

/// Of images of shape (n, h, w, c) with 8 bits a channel: standardised, as (n, c, h, w).
inline auto image_normalised(const ndarray<std::uint8_t>& images, const floats& means,
                             const floats& deviations) {
  return transpose((astype<float>(images) / 255.0f - means) / deviations, {0, 3, 1, 2});
}

/// `q`, `k` and `v` of shape (heads, tokens, features).
inline auto attention(const floats& q, const floats& k, const floats& v) {
  const auto scale = 1 / std::sqrt(static_cast<float>(q.shape(2)));
  const auto scores = matmul(q, swapaxes(k, 1, 2)) * scale;
  const auto weights = exp(scores - max(scores, 2, keepdims));
  return matmul(weights / sum(weights, 2, keepdims), v);
}

inline auto log_softmax(const floats& x) {
  const auto shifted = x - max(x, 1, keepdims);
  return shifted - log(sum(exp(shifted), 1, keepdims));
}

inline auto cross_entropy(const floats& logits, const ndarray<std::int32_t>& labels) {
  return -mean(take_along_axis(log_softmax(logits), expand_dims(labels, 1), 1));
}

inline auto gelu_layers(const floats& x, const floats& w1, const floats& b1, const floats& w2,
                        const floats& b2) {
  const auto inner = matmul(x, w1) + b1;
  const auto cubic = 0.7978845608f * (inner + 0.044715f * inner * inner * inner);
  return matmul(0.5f * inner * (1 + tanh(cubic)), w2) + b2;
}

/// The parameter and both moments after a step.
inline auto adam_step(const floats& p, const floats& g, const floats& m, const floats& v,
                      int step) {
  const auto first = 0.9f * m + 0.1f * g;
  const auto second = 0.999f * v + 0.001f * square(g);
  const auto unbiased = first / (1 - std::pow(0.9f, static_cast<float>(step)));
  const auto scale = sqrt(second / (1 - std::pow(0.999f, static_cast<float>(step)))) + 1e-8f;
  return fuse(p - 1e-3f * unbiased / scale, first, second);
}

inline auto normal_distribution(const auto& x) {
  return 0.5f * (1 + erf(x * 0.70710678f));
}

/// Prices of European calls and puts.
inline auto black_scholes(const floats& spot, const floats& strike, const floats& years) {
  constexpr float rate = 0.02f;
  constexpr float volatility = 0.3f;
  const auto spread = volatility * sqrt(years);
  const auto d1 = (log(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / spread;
  const auto discounted = strike * exp(-rate * years);
  const auto call = spot * normal_distribution(d1) - discounted * normal_distribution(d1 - spread);
  return fuse(call, call - spot + discounted);
}

/// The price of an Asian option: `normals` has a path in each row.
inline auto asian_option(const floats& normals) {
  const auto paths = 100.0f * exp(cumsum(0.02f * normals - 0.0002f, 1));
  return mean(maximum(mean(paths, 1) - 100.0f, 0.0f));
}

/// What all bodies do to each of them: `positions` of shape (n, 3), `masses` of shape (n).
inline auto n_body_forces(const floats& positions, const floats& masses) {
  const auto apart = expand_dims(positions, 0) - expand_dims(positions, 1);
  const auto squares = sum(square(apart), 2) + 1e-3f;
  const auto weights = masses / (squares * sqrt(squares));
  return sum(apart * expand_dims(weights, 2), 1);
}

/// All but the outermost elements of a matrix, moved by so many rows and columns.
inline auto inner(const floats& x, int down, int right) {
  const auto part = [](int by, std::ptrdiff_t size) { return range(1 + by, size - 1 + by); };
  return view(x, part(down, x.shape(0)), part(right, x.shape(1)));
}

/// Steps of the heat equation; the edges stay.
inline floats heat_steps(floats u, int steps) {
  for (int i = 0; i < steps; ++i) {
    const floats old = u;
    view(u, range(1, -1), range(1, -1)) =
        0.25f * (inner(old, -1, 0) + inner(old, 1, 0) + inner(old, 0, -1) + inner(old, 0, 1));
  }
  return u;
}

/// Length of the gradient of an image.
inline auto sobel(const floats& x) {
  const auto at = [&](int down, int right) { return inner(x, down, right); };
  const auto across = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
  const auto down = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
  return sqrt(square(across) + square(down));
}

/// Conway's game on a torus; a living cell is 1.
inline ndarray<std::uint8_t> game_of_life(ndarray<std::uint8_t> cells, int steps) {
  for (int i = 0; i < steps; ++i) {
    const ndarray<std::uint8_t> old = cells;
    const auto columns = old + roll(old, 1, 1) + roll(old, -1, 1);
    const auto neighbours = columns + roll(columns, 1, 0) + roll(columns, -1, 0) - old;
    cells = astype<std::uint8_t>(
        logical_or(equal(neighbours, 3), logical_and(equal(neighbours, 2), equal(old, 1))));
  }
  return cells;
}

/// In how many of the steps points of the plane are within a circle.
inline ndarray<std::int32_t> mandelbrot(const floats& real, const floats& imaginary, int steps) {
  const auto cx = expand_dims(real, 0);
  const auto cy = expand_dims(imaginary, 1);
  expression<float> x = cx * 0.0f + cy * 0.0f;
  expression<float> y = x;
  expression<std::int32_t> count = astype<std::int32_t>(x);
  for (int i = 0; i < steps; ++i) {
    const expression<bool> within = less_equal(x * x + y * y, 4.0f);
    const expression<float> next = where(within, x * x - y * y + cx, x);
    y = where(within, 2.0f * x * y + cy, y);
    x = next;
    count = count + astype<std::int32_t>(within);
  }
  return count;
}

inline auto column_z_score(const floats& x) {
  return (x - mean(x, 0)) / std(x, 0);
}

/// `links` has in each column where a page leads to.
inline floats page_rank(const floats& links, int steps) {
  const std::ptrdiff_t pages = links.shape(0);
  const floats chances = links / maximum(sum(links, 0), 1.0f);
  floats rank = full<float>({pages}, 1.0f / static_cast<float>(pages), links.device());
  for (int i = 0; i < steps; ++i)
    rank = 0.85f * matmul(chances, rank) + 0.15f / static_cast<float>(pages);
  return rank;
}

inline auto cosine_similarity(const floats& a, const floats& b) {
  return sum(a * b, 1) / sqrt(sum(square(a), 1) * sum(square(b), 1));
}

/// The deepest fall of what is invested, from its largest value so far: `returns` in rows.
inline auto largest_drawdown(const floats& returns) {
  const auto value = cumprod(1.0f + returns, 1);
  return min(value / maximum.accumulate(value, 1) - 1.0f, 1);
}

inline auto moving_average(const floats& x, std::ptrdiff_t window) {
  const auto sums = cumsum(x);
  const std::ptrdiff_t size = x.shape(0);
  return (view(sums, range(window, size)) - view(sums, range(0, size - window))) /
         static_cast<float>(window);
}

/// Standard deviations of all windows of a series.
inline auto moving_deviation(const floats& x, std::ptrdiff_t window) {
  return std(sliding_window_view(x, window), 1);
}

/// Coefficient of determination, root of the mean squared error, mean absolute error.
inline auto regression_metrics(const floats& wanted, const floats& found) {
  const auto residual = wanted - found;
  const auto spread = sum(square(wanted - mean(wanted)));
  return fuse(1.0f - sum(square(residual)) / spread, sqrt(mean(square(residual))),
              mean(abs(residual)));
}

/// How often the right one is among the 5 with the largest scores.
inline auto top_5_accuracy(const floats& scores, const ndarray<std::int32_t>& labels) {
  const auto right = take_along_axis(scores, expand_dims(labels, 1), 1);
  return mean(astype<float>(less(sum(greater(scores, right), 1), 5)));
}

/// Each of 256 levels by the share of pixels that are not brighter.
inline auto equalised(const ndarray<std::uint8_t>& image) {
  const auto below = astype<float>(cumsum(bincount(reshape(image, {-1}), 256)));
  return take(below / static_cast<float>(image.size()), image);
}

/// `image` at places between its pixels, which lie within it.
inline auto bilinear(const floats& image, const floats& rows, const floats& columns) {
  const std::ptrdiff_t width = image.shape(1);
  const auto top = minimum(floor(rows), static_cast<float>(image.shape(0) - 2));
  const auto left = minimum(floor(columns), static_cast<float>(width - 2));
  const auto down = rows - top;
  const auto right = columns - left;
  const auto corner =
      astype<std::int32_t>(top) * static_cast<std::int32_t>(width) + astype<std::int32_t>(left);
  const auto pixel = [&](std::int32_t by) { return take(image, corner + by); };
  const auto next = static_cast<std::int32_t>(width);
  return (1 - down) * ((1 - right) * pixel(0) + right * pixel(1)) +
         down * ((1 - right) * pixel(next) + right * pixel(next + 1));
}

/// Pixels (n, 3) of 8 bits a colour, by the weights of the colours.
inline auto grey(const ndarray<std::uint8_t>& pixels, const floats& weights) {
  return astype<std::uint8_t>(clip(sum(astype<float>(pixels) * weights, 1), 0.0f, 255.0f));
}

/// Points (n, 3), of length 1 after that.
inline auto unit_vectors(const floats& points) {
  return points / sqrt(sum(square(points), 1, keepdims));
}

inline auto rotated_points(const floats& points, const floats& rotation, const floats& shift) {
  return matmul(points, transpose(rotation)) + shift;
}

/// By the five weights of a filter in both directions; two rows and columns less at each edge.
inline auto blurred(const floats& image, const std::array<float, 5>& weights) {
  const std::ptrdiff_t height = image.shape(0) - 4;
  const std::ptrdiff_t width = image.shape(1) - 4;
  auto rows = weights[0] * view(image, range(0, height), all());
  for (std::ptrdiff_t k = 1; k < 5; ++k)
    rows = rows + weights[static_cast<std::size_t>(k)] * view(image, range(k, height + k), all());
  auto out = weights[0] * view(rows, all(), range(0, width));
  for (std::ptrdiff_t k = 1; k < 5; ++k)
    out = out + weights[static_cast<std::size_t>(k)] * view(rows, all(), range(k, width + k));
  return out;
}

/// Each pixel as a square of four.
inline auto enlarged(const floats& image) {
  return repeat(repeat(image, 2, 0), 2, 1);
}

/// The mean of the rows of a table that each sentence names.
inline auto sentence_vectors(const floats& table, const ndarray<std::int32_t>& words) {
  return mean(take(table, words, 0), 1);
}

}  // namespace gpu::bench::programs
