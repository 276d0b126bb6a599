// SPDX-License-Identifier: BSD-3-Clause
// Softplus of a .npy file, on the CPU by xtensor and on a GPU, from one source:
//
//     quickstart [file.npy]        else examples/data/digits.npy
//
// Exits with 0 if all results agreed, with 1 if they did not, with 2 if the file cannot be used.
#include <iostream>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

#include "run.hpp"
#include "ulp.hpp"

namespace {

// One source for host and device. Nothing is computed here: an expression comes back.
template <class Array>
auto softplus(const Array& x) {
  auto xp = gpu::get_array_module(x);
  return xp.maximum(0, x) + xp.log1p(xp.exp(-xp.abs(x)));
}

// exp and log1p may be off by so much, on either side, and the sum is rounded on both.
constexpr std::int64_t softplus_ulps =
    2 * (2 * gpu::exp.info.max_ulp + gpu::log1p.info.max_ulp) + 1;

void print_devices(gpu::device where) {
  for (const gpu::device device : gpu::try_all_gpus())
    std::cout << device << "  " << gpu::properties(device).name << '\n';
  std::cout << gpu::cpu() << "  " << gpu::properties(gpu::cpu()).name << ", "
            << gpu::properties(gpu::cpu()).threads << " threads\n";
  if (where.is_cpu()) std::cout << "There is no GPU here: everything runs on " << where << ".\n";
}

/// Prints whether a comparison is within its limit, and returns it.
bool agree(const std::string& what, std::int64_t ulps, std::int64_t limit) {
  const bool good = ulps <= limit;
  std::cout << (good ? "agree     " : "DIFFER    ") << what << ": " << ulps
            << " ULP apart at most, " << limit << " allowed\n";
  return good;
}

/// The corner of an array, at most 3 x 6.
gpu::expression<float> corner(const gpu::ndarray<float>& a) {
  if (a.dimension() == 0) return gpu::view(a);
  if (a.dimension() == 1) return gpu::view(a, gpu::range(0, 6));
  return gpu::view(a, gpu::range(0, 3), gpu::ellipsis(), gpu::range(0, 6));
}

/// What was computed of one file, on the host again where it was not.
struct results {
  xt::xarray<float> by_xtensor;  ///< softplus
  xt::xarray<float> by_gpu;      ///< softplus
  gpu::ndarray<float> distance;
  std::int64_t planned_kernels = 0;
};

/// Computes everything on `where`, and notes what it took.
results compute(const xt::xarray<float>& host, gpu::device where, std::vector<run>& runs) {
  gpu::device_guard scope{where};  // what is made here is made there
  const gpu::elementwise_kernel squared_diff("T x, T y", "T z", "z = (x - y) * (x - y)",
                                             "squared_diff");
  const auto bytes = static_cast<std::int64_t>(host.size() * sizeof(float));
  results r;
  gpu::ndarray<float> x;
  gpu::ndarray<float> b;
  const auto distance = [&] { return gpu::sqrt(squared_diff(x, softplus(x)) + 1); };
  const auto note = [&](run done, const cost& spent) {
    done.kernels = spent.kernels;
    done.bytes = spent.bytes;
    r.planned_kernels += done.kernels * run::repetitions;
    runs.push_back(std::move(done));
  };

  note(timed("a = softplus(host), by xtensor", gpu::cpu(), [&] { r.by_xtensor = softplus(host); }),
       {0, 2 * bytes});
  note(timed("x = to_gpu(host)", where, [&] { x = gpu::to_gpu(host); }), {0, bytes});
  const cost of_softplus = cost_of(softplus(x));
  note(timed("b = softplus(x)", where, [&] { b = softplus(x); }), of_softplus);
  note(timed("c = to_cpu(b)", where, [&] { r.by_gpu = gpu::to_cpu(b); }), {0, bytes});
  const cost of_distance = cost_of(distance());
  note(timed("d = sqrt(squared_diff(x, b) + 1)", where, [&] { r.distance = distance(); }),
       of_distance);
  return r;
}

bool run_all(const std::string& path) {
  const gpu::device where = gpu::try_gpu();
  print_devices(where);
  const xt::xarray<float> host = gpu::to_cpu(gpu::load_npy<float>(path, gpu::cpu()));
  std::cout << '\n' << path << ": float32 of shape " << gpu::shape(host.shape()) << "\n\n";

  std::vector<run> runs;
  const std::uint64_t launches_before = gpu::launches();
  const results r = compute(host, where, runs);
  const auto launched = static_cast<std::int64_t>(gpu::launches() - launches_before);
  print_table(runs);

  std::cout << '\n';
  bool good = agree(gpu::text_of("softplus of xtensor and of ", where),
                    largest_ulps(r.by_xtensor, r.by_gpu), softplus_ulps);
  // The user's kernel is fused with another softplus, which must not change a bit of it: so d is,
  // exactly, what follows from c.
  const xt::xarray<float> expected = gpu::sqrt(gpu::square(host - r.by_gpu) + 1);
  good &= agree("d of xtensor and of the user's kernel",
                largest_ulps(expected, gpu::to_cpu(r.distance)), 0);
  if (where.is_gpu() && launched != r.planned_kernels) {
    std::cout << "DIFFER    " << launched << " kernels were launched, not " << r.planned_kernels
              << '\n';
    good = false;
  }
  std::cout << "\na corner of d:\n" << corner(r.distance) << '\n';
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2) {
    std::cerr << "usage: quickstart [file.npy]\n";
    return 2;
  }
  try {
    return run_all(argc == 2 ? argv[1] : "examples/data/digits.npy") ? 0 : 1;
  } catch (const gpu::file_error& wrong) {
    std::cerr << "quickstart: " << wrong.what() << '\n';
    return 2;
  } catch (const gpu::dtype_error& wrong) {
    std::cerr << "quickstart: " << wrong.what() << '\n';
    return 2;
  } catch (const std::exception& wrong) {
    std::cerr << "quickstart: " << wrong.what() << '\n';
    return 1;
  }
}
