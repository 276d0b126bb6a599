// SPDX-License-Identifier: BSD-3-Clause
// What is computed, and what ends, while a thread or the program ends. Each case is a process: this
// program again, which is told what to do and when.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/text_of.hpp>
#include <gpu/cuda/event.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/execute/threads.hpp>
#include <gpu/gpu.hpp>

#include "jit/compiler.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::device;
using gpu::test::values;

void require(bool holds) {
  if (!holds) throw std::logic_error("a wrong value");
}

gpu::ndarray<float> sample(device where) {
  return gpu::array<float>({1, 2, 3}, where);
}

void compute_expression(device where) {
  require(values(gpu::ndarray<float>(sample(where) * 2.0F + 1.0F)) == std::vector<float>{3, 5, 7});
}

void compute_with_several_threads(device where) {
  const gpu::ndarray<double> all = gpu::ones<double>({1 << 20}, where);
  const gpu::ndarray<double> result = gpu::sqrt(gpu::exp(all) + all) * all;
  require(gpu::count_nonzero(result > 0.0).item() == 1 << 20);
}

void compute_reduction(device where) {
  require(gpu::sum(sample(where) * 2.0F).item() == 12);
  require(values(gpu::ndarray<float>(gpu::cumsum(sample(where)))) == std::vector<float>{1, 3, 6});
}

void compute_median(device where) {
  const gpu::ndarray<float> x = sample(where);
  require(gpu::median(x).item() == 2);
}

void compute_user_kernel(device where) {
  const gpu::elementwise_kernel twice("T x", "T y", "y = x * 2 + i", "twice");
  require(values(gpu::ndarray<float>(twice(sample(where)))) == std::vector<float>{2, 5, 8});
}

/// A loop: on `cpu()` the work of a compiler.
void compute_compiled_kernel(device where) {
  const gpu::elementwise_kernel power("T x", "T y", "y = 1; for (int k = 0; k < 3; ++k) y *= x",
                                      "cubed");
  require(values(gpu::ndarray<float>(power(sample(where)))) == std::vector<float>{1, 8, 27});
}

void compute_user_reduction(device where) {
  const gpu::reduction_kernel norm("T x", "T y", "x * x", "a + b", "y = a", "0", "squares");
  require(gpu::ndarray<float>(norm(sample(where))).item() == 14);
}

void use_streams(device where) {
  const gpu::device_guard here(where);
  const gpu::stream own(where);
  const gpu::event done(where);
  const gpu::stream_guard scope(own);
  compute_expression(where);
  done.record(own);
  done.synchronize();
}

void print(device where) {
  gpu::print_options few;
  few.precision = 1;
  const gpu::print_options_guard scope(few);
  std::ostringstream out;
  out << sample(where);
  require(out.str().find("1., 2., 3.") != std::string::npos);
}

/// NVRTC's own objects may have ended: then an exception says so. Needs no GPU.
void compile_device_code(device) {
  static std::atomic<int> number{0};
  const std::string name = gpu::text_of("kernel_", ++number);
  try {
    require(
        !gpu::jit::compile({name, "extern \"C\" __global__ void " + name + "() {}", {}, {}}, {9, 0})
             .bytes.empty());
  } catch (const gpu::library_not_found& failure) {
    std::fprintf(stderr, "[%s] ", failure.what());
  }
}

// What libraries do that are opened at the first use.
void multiply_matrices(device where) {
  const gpu::ndarray<float> a = gpu::ones<float>({100, 100}, where);
  require(gpu::sum(gpu::matmul(a, a)).item() == 1e6F);
}

void solve_system(device where) {
  const gpu::ndarray<double> a = gpu::array<double>({{2, 0}, {0, 4}}, where);
  const gpu::ndarray<double> b = gpu::array<double>({2, 2}, where);
  require(values(gpu::linalg::solve(a, b)) == std::vector<double>{1, 0.5});
}

void transform(device where) {
  const gpu::ndarray<double> x = gpu::ones<double>({64}, where);
  require(gpu::sum(gpu::abs(gpu::fft::fft(x))).item() == 64);
}

/// By the default generator, which is made at the first use.
void draw(device where) {
  require(gpu::count_nonzero(gpu::random::normal<double>({1000}, where) < 10.0).item() == 1000);
}

/// Objects that are made at the first call, and end in the next.
void end_objects(device where) {
  struct objects {
    explicit objects(device place) : stream(place), event(place), array(sample(place)) {}

    gpu::stream stream;
    gpu::event event;
    gpu::ndarray<float> array;
    gpu::expression<float> lazy{array * 2.0F + 1.0F};
    gpu::expression<float> known{gpu::sum(array)};
    gpu::elementwise_kernel<void> kernel{"T x", "T y", "y = x * 2", "doubled"};
    gpu::any_expression called{kernel(array)};
    gpu::ndarray<float> view = array;
  };
  static objects* made = nullptr;
  if (made == nullptr)
    made = new objects(where);
  else
    delete std::exchange(made, nullptr);
}

struct action {
  const char* name;
  void (*run)(device);
};
constexpr action actions[] = {{"expression", &compute_expression},
                              {"threads", &compute_with_several_threads},
                              {"reduction", &compute_reduction},
                              {"median", &compute_median},
                              {"user_kernel", &compute_user_kernel},
                              {"compiled_kernel", &compute_compiled_kernel},
                              {"user_reduction", &compute_user_reduction},
                              {"device_code", &compile_device_code},
                              {"streams", &use_streams},
                              {"print", &print},
                              {"objects", &end_objects}};
constexpr action library_actions[] = {{"product", &multiply_matrices},
                                      {"system", &solve_system},
                                      {"transform", &transform},
                                      {"normal", &draw}};

const action* order = nullptr;
device place;
std::atomic<bool> finished{false};

/// The driver may have shut down before the program ends: then, on a GPU, an exception says so.
template <class Failure>
void accept(const Failure& failure) {
  if (place.is_cpu()) throw;
  std::fprintf(stderr, "[%s] ", failure.what());
}

void act() noexcept {
  try {
    order->run(place);
  } catch (const gpu::cuda_error& failure) {
    accept(failure);
  } catch (const gpu::library_not_found& failure) {
    accept(failure);
  }
}

void finish() {
  act();
  if (::write(STDOUT_FILENO, "done\n", 5) == 5) finished = true;
}

struct finisher {
  bool is_wanted = false;
  std::chrono::milliseconds pause{0};

  ~finisher() {
    std::this_thread::sleep_for(pause);
    if (is_wanted) finish();
  }
};

finisher of_program;
thread_local finisher of_thread;

void in_a_static_object() {
  of_program.is_wanted = true;
  order->run(place);
}

void at_first_in_a_static_object() {
  of_program.is_wanted = true;
}

void in_the_main_thread() {
  of_thread.is_wanted = true;
  order->run(place);
}

void in_a_thread() {
  std::thread([] {
    of_thread.is_wanted = true;
    order->run(place);
  }).join();
}

void at_first_in_a_thread() {
  std::thread([] { of_thread.is_wanted = true; }).join();
}

void in_a_detached_thread() {
  std::thread([] {
    of_thread.is_wanted = true;
    order->run(place);
  }).detach();
  while (!finished) std::this_thread::yield();
}

void in_an_exit_handler() {
  std::atexit(&finish);
  order->run(place);
}

/// The library has made its own key before.
void in_the_end_of_a_key() {
  std::thread([] {
    order->run(place);
    pthread_key_t key{};
    ::pthread_key_create(&key, [](void*) { finish(); });
    ::pthread_setspecific(key, &of_program);
  }).join();
}

/// Another thread goes on while static objects end.
void beside_the_end_of_the_program() {
  static std::atomic<int> rounds{0};
  std::thread([] {
    for (;; ++rounds) {
      act();
      if (order->run == &end_objects) act();
    }
  }).detach();
  while (rounds == 0) std::this_thread::yield();
  of_program.pause = std::chrono::milliseconds(100);
  if (::write(STDOUT_FILENO, "done\n", 5) != 5) std::abort();
}

struct moment {
  const char* name;
  void (*prepare)();
};
constexpr moment moments[] = {{"in_a_static_object", &in_a_static_object},
                              {"at_first_in_a_static_object", &at_first_in_a_static_object},
                              {"in_the_main_thread", &in_the_main_thread},
                              {"in_a_thread", &in_a_thread},
                              {"at_first_in_a_thread", &at_first_in_a_thread},
                              {"in_a_detached_thread", &in_a_detached_thread},
                              {"in_an_exit_handler", &in_an_exit_handler},
                              {"in_the_end_of_a_key", &in_the_end_of_a_key},
                              {"beside_the_end_of_the_program", &beside_the_end_of_the_program}};

template <class Row>
const Row* find(std::span<const Row> rows, const std::string& name) {
  for (const Row& row : rows)
    if (name == row.name) return &row;
  return nullptr;
}

/// What a child does: `arguments` are moment, action and ordinal of the device.
int run_child(char** arguments) {
  ::alarm(120);
  gpu::set_num_threads(3);
  order = find(std::span<const action>(actions), arguments[1]);
  if (order == nullptr) order = find(std::span<const action>(library_actions), arguments[1]);
  place = std::atoi(arguments[2]) < 0 ? gpu::cpu() : gpu::get_device(std::atoi(arguments[2]));
  const moment* const when = find(std::span<const moment>(moments), arguments[0]);
  if (order == nullptr || when == nullptr) return 1;
  when->prepare();
  return 0;
}

class end : public gpu::test::on_device {
 protected:
  static void try_one(const char* when, const char* what) {
    const std::string words = gpu::text_of(when, ' ', what, ' ', GetParam().ordinal());
    const std::string command = gpu::text_of("/proc/", ::getpid(), "/exe --child ", words);
    FILE* const child = ::popen(command.c_str(), "r");
    ASSERT_NE(child, nullptr);
    char said[64] = {};
    const std::size_t length = std::fread(said, 1, sizeof(said) - 1, child);
    EXPECT_EQ(::pclose(child), 0) << words;
    EXPECT_EQ(std::string(said, length), "done\n") << words;
  }
  /// Every action that needs no library, at that moment.
  static void try_all(const char* when) {
    for (const action& what : actions) try_one(when, what.name);
  }
  /// That action at every moment; skips it if its library is missing.
  static void try_always(const char* what) {
    try {
      find(std::span<const action>(library_actions), what)->run(GetParam());
    } catch (const gpu::library_not_found& failure) {
      GTEST_SKIP() << failure.what();
    }
    for (const moment& when : moments) try_one(when.name, what);
  }
};

TEST_P(end, arrays_are_used_in_a_static_object) {
  try_all("in_a_static_object");
}
TEST_P(end, arrays_are_first_used_in_a_static_object) {
  try_all("at_first_in_a_static_object");
}
TEST_P(end, arrays_are_used_in_the_main_thread) {
  try_all("in_the_main_thread");
}
TEST_P(end, arrays_are_used_in_a_thread) {
  try_all("in_a_thread");
}
TEST_P(end, arrays_are_first_used_in_a_thread) {
  try_all("at_first_in_a_thread");
}
TEST_P(end, arrays_are_used_in_a_detached_thread) {
  try_all("in_a_detached_thread");
}
TEST_P(end, arrays_are_used_in_an_exit_handler) {
  try_all("in_an_exit_handler");
}
TEST_P(end, arrays_are_used_in_the_end_of_a_key) {
  try_all("in_the_end_of_a_key");
}
TEST_P(end, arrays_are_used_beside_the_end_of_the_program) {
  try_all("beside_the_end_of_the_program");
}

TEST_P(end, matrices_are_multiplied_at_any_moment) {
  try_always("product");
}
TEST_P(end, systems_are_solved_at_any_moment) {
  try_always("system");
}
TEST_P(end, transforms_are_computed_at_any_moment) {
  try_always("transform");
}
TEST_P(end, random_numbers_are_drawn_at_any_moment) {
  try_always("normal");
}

INSTANTIATE_TEST_SUITE_P(, end, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace

int main(int count, char** arguments) {
  if (count == 5 && std::strcmp(arguments[1], "--child") == 0) return run_child(arguments + 2);
  testing::InitGoogleTest(&count, arguments);
  return RUN_ALL_TESTS();
}
