// SPDX-License-Identifier: BSD-3-Clause
// Whole programs in plain array code: array_programs.hpp. CuPy, PyTorch, JAX: program_peers.py.
//
// Bytes are those of the inputs and the results, each moved once; of programs that launch more than
// one kernel that is less than what must be moved.
#include <cstdint>

#include "array_programs.hpp"
#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

/// Inputs of programs, on one device: the same values on each.
class inputs {
 public:
  explicit inputs(device where) : where_(where) {}

  /// In [-8, 8).
  [[nodiscard]] ndarray<float> noise(const shape& extents) {
    return reshape(bench::noise<float>(element_count(extents), where_, ++seed_), extents);
  }
  [[nodiscard]] ndarray<float> between(float low, float high, const shape& extents) {
    return (noise(extents) + 8.0f) * ((high - low) / 16) + low;
  }
  /// 0 ... `count` - 1 at random.
  template <class T>
  [[nodiscard]] ndarray<T> numbers(int count, const shape& extents) {
    const ndarray<float> place = between(0, static_cast<float>(count), extents);
    return astype<T>(minimum(place, static_cast<float>(count - 1)));
  }
  [[nodiscard]] device where() const { return where_; }

 private:
  device where_;
  std::int32_t seed_ = 0;
};

/// The results of a program, in memory.
template <array_like Value>
ndarray<typename Value::value_type> computed(const Value& value) {
  return value;
}
template <class... Results>
std::tuple<Results...> computed(std::tuple<Results...> results) {
  return results;
}

template <class T>
ndarray<float> first_of(const ndarray<T>& only) {
  return reshape(astype<float>(only), {-1});
}
template <class... Results>
ndarray<float> first_of(const std::tuple<Results...>& results) {
  return first_of(std::get<0>(results));
}

/// Compares what `prepare` makes with what `cpu()` says.
template <class Prepare>
void check(const Prepare& prepare, std::ptrdiff_t size) {
  inputs here(bench_device());
  inputs on_host(cpu());
  const ndarray<float> found = first_of(prepare(here, size)()).to(cpu());
  const ndarray<float> wanted = first_of(prepare(on_host, size)());
  for_some_positions(static_cast<std::ptrdiff_t>(wanted.size()),
                     [&](std::ptrdiff_t i) { require_close(found(i), wanted(i), 1e-3, i); });
}

/// Times what `prepare(inputs, size)` returns: a program with its inputs, without arguments. It is
/// checked at a `small` size.
template <class Prepare>
void measure(const char* name, std::ptrdiff_t small, std::ptrdiff_t large, double bytes,
             Prepare prepare) {
  const auto run = [=](benchmark::State& state) {
    guarded(state, [&] {
      check(prepare, small);
      memory_pool::trim(bench_device());
      inputs here(bench_device());
      const auto work = prepare(here, large);
      (void)first_launches(work);
      const std::uint64_t before = launches();
      (void)work();
      state.counters["kernels"] = static_cast<double>(launches() - before);
      time_throughput(state, bytes, work);
    });
  };
  benchmark::RegisterBenchmark(name, run)->Iterations(throughput_batches)->UseManualTime();
}

void register_statistics() {
  measure("program/k_means_step", 1000, 1 << 20, 64.0 * (1 << 20),
          [](inputs& of, std::ptrdiff_t n) {
            const auto names = arange<std::int64_t>(0, 16, 1, of.where());
            return [points = of.noise({n, 16}), centres = of.noise({16, 16}), names] {
              return computed(programs::k_means_step(points, centres, names));
            };
          });
  measure("program/column_z_score", 1000, 1 << 20, 8.0 * 64 * (1 << 20),
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.noise({n, 64})] { return computed(programs::column_z_score(x)); };
          });
  measure("program/cosine_similarity", 64, 1 << 16, 8.0 * 1024 * (1 << 16),
          [](inputs& of, std::ptrdiff_t n) {
            return [a = of.noise({n, 1024}), b = of.noise({n, 1024})] {
              return computed(programs::cosine_similarity(a, b));
            };
          });
  measure("program/regression_metrics", 10000, 1 << 26, 8.0 * (1 << 26),
          [](inputs& of, std::ptrdiff_t n) {
            return [a = of.noise({n}), b = of.noise({n})] {
              return computed(programs::regression_metrics(a, b));
            };
          });
  measure("program/moving_average", 10000, 1 << 26, 8.0 * (1 << 26),
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.noise({n})] { return computed(programs::moving_average(x, 30)); };
          });
  measure("program/moving_deviation", 10000, 1 << 24, 8.0 * (1 << 24),
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.noise({n})] { return computed(programs::moving_deviation(x, 16)); };
          });
}

void register_learning() {
  measure("program/layer_norm", 64, 1 << 16, 8.0 * 1024 * (1 << 16),
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.noise({n, 1024}), gain = of.noise({1024}), bias = of.noise({1024})] {
              return computed(programs::layer_norm(x, gain, bias));
            };
          });
  measure("program/batch_norm", 4, 64, 8.0 * 64 * (1 << 20), [](inputs& of, std::ptrdiff_t n) {
    return [x = of.noise({n, 64, 128, 128}), gain = of.noise({64}), bias = of.noise({64})] {
      return computed(programs::batch_norm(x, gain, bias));
    };
  });
  measure("program/image_normalised", 2, 256, 5.0 * 256 * 3 * 224 * 224,
          [](inputs& of, std::ptrdiff_t n) {
            const auto images = of.numbers<std::uint8_t>(256, {n, 224, 224, 3});
            const auto means = of.between(0.4f, 0.5f, {3});
            const auto deviations = of.between(0.2f, 0.3f, {3});
            return [=] { return computed(programs::image_normalised(images, means, deviations)); };
          });
  measure("program/attention", 64, 2048, 16.0 * 16 * 64 * 2048, [](inputs& of, std::ptrdiff_t n) {
    const shape extents{16, n, 64};
    return [q = of.between(-1, 1, extents), k = of.between(-1, 1, extents), v = of.noise(extents)] {
      return computed(programs::attention(q, k, v));
    };
  });
  measure("program/cross_entropy", 64, 1 << 16, 4.0 * 1024 * (1 << 16),
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.noise({n, 1024}), labels = of.numbers<std::int32_t>(1024, {n})] {
              return computed(programs::cross_entropy(x, labels));
            };
          });
  measure("program/top_5_accuracy", 64, 1 << 16, 4.0 * 1024 * (1 << 16),
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.noise({n, 1024}), labels = of.numbers<std::int32_t>(1024, {n})] {
              return computed(programs::top_5_accuracy(x, labels));
            };
          });
  measure("program/gelu_layers", 64, 8192, 8.0 * 1024 * 8192 + 8.0 * 1024 * 4096,
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.between(-1, 1, {n, 1024}), w1 = of.between(-0.1f, 0.1f, {1024, 4096}),
                    b1 = of.noise({4096}), w2 = of.between(-0.1f, 0.1f, {4096, 1024}),
                    b2 = of.noise({1024})] {
              return computed(programs::gelu_layers(x, w1, b1, w2, b2));
            };
          });
  measure("program/adam_step", 10000, 1 << 26, 28.0 * (1 << 26), [](inputs& of, std::ptrdiff_t n) {
    return [p = of.noise({n}), g = of.noise({n}), m = of.noise({n}), v = of.between(0, 1, {n})] {
      return computed(programs::adam_step(p, g, m, v, 10));
    };
  });
}

void register_finance() {
  measure("program/black_scholes", 10000, 1 << 26, 20.0 * (1 << 26),
          [](inputs& of, std::ptrdiff_t n) {
            return [spot = of.between(50, 150, {n}), strike = of.between(50, 150, {n}),
                    years = of.between(0.1f, 2, {n})] {
              return computed(programs::black_scholes(spot, strike, years));
            };
          });
  measure(
      "program/asian_option", 64, 1 << 18, 4.0 * 256 * (1 << 18), [](inputs& of, std::ptrdiff_t n) {
        return [x = of.between(-2, 2, {n, 256})] { return computed(programs::asian_option(x)); };
      });
  measure("program/largest_drawdown", 64, 1 << 14, 4.0 * 4096 * (1 << 14),
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.between(-0.01f, 0.01f, {n, 4096})] {
              return computed(programs::largest_drawdown(x));
            };
          });
}

void register_grids() {
  measure("program/n_body_forces", 200, 1 << 13, 28.0 * (1 << 13),
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.noise({n, 3}), masses = of.between(0, 1, {n})] {
              return computed(programs::n_body_forces(x, masses));
            };
          });
  measure("program/heat_10_steps", 100, 1 << 13, 80.0 * (1 << 26),
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.noise({n, n})] { return programs::heat_steps(x, 10); };
          });
  measure("program/life_4_steps", 100, 1 << 13, 8.0 * (1 << 26), [](inputs& of, std::ptrdiff_t n) {
    return [x = of.numbers<std::uint8_t>(2, {n, n})] { return programs::game_of_life(x, 4); };
  });
  measure("program/mandelbrot_30_steps", 100, 1 << 12, 4.0 * (1 << 24),
          [](inputs& of, std::ptrdiff_t n) {
            return [x = of.between(-2, 0.5f, {n}), y = of.between(-1, 1, {n})] {
              return programs::mandelbrot(x, y, 30);
            };
          });
  measure("program/sobel", 100, 1 << 13, 8.0 * (1 << 26), [](inputs& of, std::ptrdiff_t n) {
    return [x = of.noise({n, n})] { return computed(programs::sobel(x)); };
  });
  measure("program/page_rank_10_steps", 100, 1 << 13, 48.0 * (1 << 26),
          [](inputs& of, std::ptrdiff_t n) {
            return [links = of.between(0, 1, {n, n})] { return programs::page_rank(links, 10); };
          });
  measure("program/equalised", 100, 1 << 13, 6.0 * (1 << 26), [](inputs& of, std::ptrdiff_t n) {
    return [x = of.numbers<std::uint8_t>(256, {n, n})] { return computed(programs::equalised(x)); };
  });
  measure("program/bilinear", 100, 1 << 12, 16.0 * (1 << 24), [](inputs& of, std::ptrdiff_t n) {
    const auto side = static_cast<float>(n - 1);
    return [image = of.noise({n, n}), rows = of.between(0, side, {n, n}),
            columns = of.between(0, side, {n, n})] {
      return computed(programs::bilinear(image, rows, columns));
    };
  });
}

void register_points() {
  measure("program/grey", 1000, 1 << 24, 4.0 * (1 << 24), [](inputs& of, std::ptrdiff_t n) {
    return [pixels = of.numbers<std::uint8_t>(256, {n, 3}), weights = of.between(0.1f, 0.6f, {3})] {
      return computed(programs::grey(pixels, weights));
    };
  });
  measure("program/unit_vectors", 1000, 1 << 24, 24.0 * (1 << 24),
          [](inputs& of, std::ptrdiff_t n) {
            return [points = of.noise({n, 3})] { return computed(programs::unit_vectors(points)); };
          });
  measure("program/rotated_points", 1000, 1 << 24, 24.0 * (1 << 24),
          [](inputs& of, std::ptrdiff_t n) {
            return [points = of.noise({n, 3}), rotation = of.between(-1, 1, {3, 3}),
                    shift = of.noise({3})] {
              return computed(programs::rotated_points(points, rotation, shift));
            };
          });
  measure("program/blurred", 100, 1 << 13, 8.0 * (1 << 26), [](inputs& of, std::ptrdiff_t n) {
    return [image = of.noise({n, n})] {
      return computed(programs::blurred(image, {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f}));
    };
  });
  measure("program/enlarged", 100, 1 << 12, 20.0 * (1 << 24), [](inputs& of, std::ptrdiff_t n) {
    return [image = of.noise({n, n})] { return computed(programs::enlarged(image)); };
  });
  measure("program/sentence_vectors", 64, 1 << 15, 4.0 * 64 * (1 << 15) * 33,
          [](inputs& of, std::ptrdiff_t n) {
            return
                [table = of.noise({50000, 64}), words = of.numbers<std::int32_t>(50000, {n, 32})] {
                  return computed(programs::sentence_vectors(table, words));
                };
          });
}

const bool registered = [] {
  register_statistics();
  register_learning();
  register_finance();
  register_grids();
  register_points();
  return true;
}();

}  // namespace
}  // namespace gpu::bench
