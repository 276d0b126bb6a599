// SPDX-License-Identifier: BSD-3-Clause
// The power spectrum of an image, and a low-pass filter that takes noise out of it. The image is a
// row of handwritten digits.
//
//     image_spectrum [cpu|gpu] [file.npy]        else on a GPU if there is one, of
//                                                examples/data/digits.npy
//
// Exits with 0 if the spectrum has the power of the image and the filter made the image better,
// with 1 if not, with 2 if the file cannot be used, with 77 if there is no GPU and one was asked
// for.
#include <cmath>
#include <iomanip>
#include <iostream>
#include <string>

#include <gpu/gpu.hpp>

namespace {

using image = gpu::ndarray<float>;

constexpr std::ptrdiff_t digit_width = 8;
constexpr std::ptrdiff_t digits_in_image = 5;

/// Digits of 8 x 8 pixels side by side, each pixel twice as wide and as high, with a margin.
image row_of_digits(const std::string& path) {
  const image all = gpu::load_npy<float>(path);  // (1797, 64), values from 0 to 16
  const auto first = gpu::view(all, gpu::range(0, digits_in_image));
  const auto squares = gpu::reshape(first, {digits_in_image, digit_width, digit_width});
  const auto row =
      gpu::reshape(gpu::swapaxes(squares, 0, 1), {digit_width, digits_in_image * digit_width});
  return gpu::pad(gpu::repeat(gpu::repeat(row, 2, 0), 2, 1), {{2, 2}, {0, 0}}) / 16;
}

/// Prints two rows of pixels by one of characters, which are about twice as high as wide.
void show(const image& pixels) {
  const std::string shades = " .:-=+*#%@";
  const std::ptrdiff_t rows = pixels.shape(0) / 2;
  const auto pairs = gpu::reshape(pixels, {rows, 2, pixels.shape(1)});
  const auto level = gpu::clip(gpu::mean(pairs, 1), 0, 1) * (shades.size() - 1);
  const xt::xarray<int> shade = gpu::to_cpu(gpu::astype<int>(gpu::rint(level)));
  for (std::size_t i = 0; i < shade.shape(0); ++i) {
    for (std::size_t j = 0; j < shade.shape(1); ++j)
      std::cout << shades[static_cast<std::size_t>(shade(i, j))];
    std::cout << '\n';
  }
  std::cout << '\n';
}

/// How far the elements of `rfft2` are from frequency 0, in cycles for each pixel.
image radii(const image& pixels) {
  const image vertical = gpu::fft::fftfreq<float>(pixels.shape(0));
  const image horizontal = gpu::fft::rfftfreq<float>(pixels.shape(1));
  return gpu::hypot(gpu::expand_dims(vertical, 1), horizontal);
}

/// The mean power of rings of frequencies, with a bar for each on a scale of decibels.
void print_rings(const image& clean, const image& noisy) {
  constexpr int rings = 10;
  const image radius = radii(clean);
  const gpu::ndarray<int> ring = gpu::astype<int>(gpu::minimum(radius * 2 * rings, rings));
  const auto mean_power = [&](const image& pixels) {
    const image power = gpu::square(gpu::abs(gpu::fft::rfft2(pixels)));
    const auto sums = gpu::bincount(gpu::ravel(ring), gpu::ravel(power), rings + 1);
    return gpu::ndarray<double>(sums / gpu::bincount(gpu::ravel(ring), rings + 1));
  };
  const gpu::ndarray<double> of_clean = mean_power(clean);
  const gpu::ndarray<double> of_noisy = mean_power(noisy);
  const gpu::ndarray<double> decibels = 10 * gpu::log10(of_noisy / gpu::max(of_noisy));
  std::cout << "cycles a pixel   power of the image   with noise\n" << std::fixed;
  for (int i = 0; i < rings; ++i) {
    const int bar = std::max(0, static_cast<int>(40 + decibels(i)));
    std::cout << std::setprecision(2) << i * 0.5 / rings << " to " << (i + 1) * 0.5 / rings
              << std::setprecision(1) << std::setw(23) << of_clean(i) << std::setw(13)
              << of_noisy(i) << "  " << std::string(static_cast<std::size_t>(bar), '*') << '\n';
  }
  std::cout << '\n';
}

/// The spectrum as a picture of six decades: frequency 0 in the middle.
void show_spectrum(const image& pixels) {
  const image power = gpu::square(gpu::abs(gpu::fft::fft2(pixels)));
  show(gpu::fft::fftshift(gpu::log10(power / gpu::max(power) + 1e-6F) / 6 + 1));
}

/// Keeps frequencies well below `cutoff`, and less and less of those above: a Gaussian.
image low_pass(const image& pixels, float cutoff) {
  const auto gain = gpu::exp(-gpu::square(radii(pixels) / cutoff) / 2);
  return gpu::fft::irfft2(gpu::fft::rfft2(pixels) * gain, {pixels.shape(0), pixels.shape(1)});
}

double rms(const image& difference) {
  return std::sqrt(gpu::mean(gpu::square(difference)).item());
}

bool run(const std::string& path) {
  const image clean = row_of_digits(path);
  auto rng = gpu::random::default_rng(5);
  const image noisy = clean + rng.normal<float>(0, 0.3, clean.shape());
  std::cout << "The image, " << clean.shape(0) << " x " << clean.shape(1) << " pixels:\n\n";
  show(clean);
  std::cout << "Its power spectrum:\n\n";
  show_spectrum(clean);
  std::cout << "With noise:\n\n";
  show(noisy);
  print_rings(clean, noisy);

  std::cout << "cutoff   rms distance from the image\n  none" << std::setprecision(4)
            << std::setw(17) << rms(noisy - clean) << '\n';
  float best = 0;
  double least = rms(noisy - clean);
  for (const float cutoff : {0.04F, 0.08F, 0.12F, 0.16F, 0.2F, 0.3F, 0.5F}) {
    const double distance = rms(low_pass(noisy, cutoff) - clean);
    std::cout << std::setprecision(2) << std::setw(6) << cutoff << std::setprecision(4)
              << std::setw(17) << distance << '\n';
    if (distance < least) best = cutoff;
    least = std::min(least, distance);
  }
  if (best == 0) return false;
  std::cout << "\nFiltered with the best cutoff, " << std::setprecision(2) << best << ":\n\n";
  show(low_pass(noisy, best));

  // Parseval's theorem: pixels and their spectrum have the same power.
  const image power = gpu::square(gpu::abs(gpu::fft::fft2(noisy, std::nullopt, {-2, -1}, "ortho")));
  return gpu::allclose(gpu::sum(power), gpu::sum(gpu::square(noisy)), 1e-4);
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
    return run(argc > 2 ? argv[2] : "examples/data/digits.npy") ? 0 : 1;
  } catch (const gpu::file_error& wrong) {
    std::cerr << "image_spectrum: " << wrong.what() << '\n';
    return 2;
  } catch (const gpu::error& wrong) {
    std::cerr << "image_spectrum: " << wrong.what() << '\n';
    return 1;
  }
}
