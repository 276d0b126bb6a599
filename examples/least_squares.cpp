// SPDX-License-Identifier: BSD-3-Clause
// Fits a polynomial and a sum of harmonics to noisy points, and says how sure each parameter is:
//
//     least_squares [cpu|gpu]        else on a GPU if there is one
//
// Exits with 0 if all parameters are within five standard errors of those that made the points,
// with 1 if they are not, with 77 if there is no GPU and one was asked for.
#include <cmath>
#include <iomanip>
#include <iostream>
#include <numbers>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

namespace {

using vector = gpu::ndarray<double>;
using matrix = gpu::ndarray<double>;

/// What a fit of `design @ parameters` to points gives.
struct fit {
  vector parameters;
  vector errors;  ///< standard errors of the parameters
  double sigma;   ///< estimated standard deviation of the noise
};

/// The parameters that make the sum of squared residuals smallest. Their covariance is
/// sigma^2 (X^T X)^-1, where X is the design.
fit least_squares(const matrix& design, const vector& y) {
  const auto solution = gpu::linalg::lstsq(design, y);
  const auto residuals = y - gpu::matmul(design, solution.x);
  const auto freedom = static_cast<double>(design.shape(0) - design.shape(1));
  const double variance = gpu::sum(gpu::square(residuals)).item() / freedom;
  const matrix inverse = gpu::linalg::inv(gpu::matmul(gpu::transpose(design), design));
  return {solution.x, gpu::sqrt(variance * gpu::diagonal(inverse)), std::sqrt(variance)};
}

/// One row for each parameter. Returns whether all are near the true ones.
bool print_table(const std::vector<std::string>& names, const vector& truth, const fit& found) {
  const vector distance = (found.parameters - truth) / found.errors;
  std::cout << "parameter      true    fitted     error   off by (errors)\n" << std::fixed;
  for (std::size_t i = 0; i < names.size(); ++i)
    std::cout << std::left << std::setw(9) << names[i] << std::right << std::setprecision(3)
              << std::setw(10) << truth(i) << std::setw(10) << found.parameters(i) << std::setw(10)
              << found.errors(i) << std::setprecision(1) << std::setw(9) << distance(i) << '\n';
  std::cout << "noise of the points: " << std::setprecision(3) << found.sigma << "\n\n";
  return gpu::all(gpu::abs(distance) < 5).item();
}

/// Points are '.', or ':' where there are several in one place, and the curve is '#'.
void plot(const vector& x, const vector& y, const vector& curve) {
  constexpr std::ptrdiff_t columns = 72;
  constexpr std::ptrdiff_t rows = 20;
  const double low = gpu::min(y).item();
  const double high = gpu::max(y).item();
  const double left = gpu::min(x).item();
  const double right = gpu::max(x).item();
  const auto [counts, x_edges, y_edges] =
      gpu::histogram2d(x, y, {columns, rows}, {{left, right}, {low, high}});
  // Where the curve is above the middle of each column.
  const vector middle = gpu::linspace<double>(left, right, columns);
  const vector height =
      gpu::floor((gpu::interp(middle, x, curve) - low) / (high - low) * (rows - 1) + 0.5);
  const xt::xarray<double> points = gpu::to_cpu(counts);
  const xt::xarray<double> line = gpu::to_cpu(height);
  for (std::ptrdiff_t row = rows - 1; row >= 0; --row) {
    std::string text(columns, ' ');
    for (std::ptrdiff_t column = 0; column < columns; ++column) {
      char& mark = text[static_cast<std::size_t>(column)];
      if (points(column, row) > 0) mark = points(column, row) > 1 ? ':' : '.';
      if (line(column) == static_cast<double>(row)) mark = '#';
    }
    std::cout << "  " << text << '\n';
  }
  std::cout << '\n';
}

bool fit_polynomial(gpu::random::generator& rng) {
  std::cout << "y = c0 + c1 x + c2 x^2 + c3 x^3, 400 points\n\n";
  const vector truth = {1, -4, -1, 1.5};
  const vector x = gpu::linspace<double>(-2, 2, 400);
  const matrix design = gpu::vander(x, truth.size(), true);
  const vector y = gpu::matmul(design, truth) + rng.normal(0, 1, x.shape());

  const fit found = least_squares(design, y);
  plot(x, y, gpu::matmul(design, found.parameters));
  const bool good = print_table({"c0", "c1", "c2", "c3"}, truth, found);
  // The same by one call, which takes the highest power first.
  return good && gpu::allclose(gpu::flip(gpu::polyfit(x, y, 3)), found.parameters);
}

bool fit_harmonics(gpu::random::generator& rng) {
  std::cout << "y = m + a1 cos(wt) + a2 cos(2wt) + a3 cos(3wt) + b1 sin(wt) + b2 sin(2wt) + b3 "
               "sin(3wt)\n1000 points of two periods, at any time\n\n";
  const vector truth = {0.5, 2, 0, -0.7, 1, -0.5, 0};
  const vector t = gpu::sort(rng.uniform(0, 2, {1000}));
  const vector order = gpu::arange<double>(1, 4);
  const matrix angles = 2 * std::numbers::pi * gpu::outer(t, order);
  const matrix design = gpu::concatenate(
      gpu::xtuple(gpu::ones<double>({t.shape(0), 1}), gpu::cos(angles), gpu::sin(angles)), 1);
  const vector y = gpu::matmul(design, truth) + rng.normal(0, 0.6, t.shape());

  const fit found = least_squares(design, y);
  plot(t, y, gpu::matmul(design, found.parameters));
  return print_table({"m", "a1", "a2", "a3", "b1", "b2", "b3"}, truth, found);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string wanted = argc > 1 ? argv[1] : "";
  if (wanted == "gpu" && gpu::num_gpus() == 0) {
    std::cout << "There is no GPU here.\n";
    return 77;
  }
  try {
    gpu::device_guard scope{wanted == "cpu" ? gpu::cpu() : gpu::try_gpu()};
    std::cout << "on " << gpu::current_device() << "\n\n";
    auto rng = gpu::random::default_rng(2024);
    const bool polynomial = fit_polynomial(rng);
    const bool harmonics = fit_harmonics(rng);
    return polynomial && harmonics ? 0 : 1;
  } catch (const gpu::error& wrong) {
    std::cerr << "least_squares: " << wrong.what() << '\n';
    return 1;
  }
}
