// SPDX-License-Identifier: BSD-3-Clause
// Kernel text as graph nodes, against what the compiler of these tests makes of the same text.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/indexing/access.hpp>
#include <gpu/elementwise/support/c_math.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "array/user_kernel/literal.hpp"
#include "array/user_kernel/translator.hpp"

namespace {

using namespace gpu::c_math;
using gpu::dtype;
using gpu::graph::node_ptr;

/// The variables that every text here may read.
struct inputs {
  float x;
  float y;
  double d;
  int a;
  int b;
  unsigned u;
  long long l;
  unsigned long long ul;
  short s;
  unsigned char c;
  bool t;
};

constexpr inputs samples[] = {
    {1.5F, -2.25F, 0.1, 7, -3, 5U, -11, 13ULL, -5, 250, true},
    {-0.0F, 3.0F, -1e300, -7, 3, 4000000000U, 1LL << 40, 1ULL << 63, 32767, 3, false},
    {1e30F, 1e-30F, 2.5, 2147483647, 2, 31U, -1, 0ULL, -32768, 255, true},
    {NAN, 1.0F, INFINITY, -2147483647, -2147483647, 0U, 1, ~0ULL, 1, 0, false},
};

using any_value = std::function<void(const inputs&, dtype&, void*)>;

struct text_case {
  const char* text;
  any_value expected;
};

// NOLINTBEGIN(cppcoreguidelines-macro-usage): the text must be seen by two readers
#define CASE(...)                                                                       \
  text_case {                                                                           \
#__VA_ARGS__, [](const inputs& in, dtype& type, void* to) {                           \
      const auto& [x, y, d, a, b, u, l, ul, s, c, t] = in;                                \
      const auto value = __VA_ARGS__;                                                     \
      type = gpu::dtype_of<std::remove_cv_t<decltype(value)>>;                            \
      std::memcpy(to, &value, sizeof(value));                                             \
      (void)x, (void)y, (void)d, (void)a, (void)b, (void)u, (void)l, (void)ul, (void)s;   \
      (void)c, (void)t;                                                                   \
    } \
  }
// NOLINTEND(cppcoreguidelines-macro-usage)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"

const text_case cases[] = {
    CASE(x + y * d),
    CASE((x - y) * (x - y)),
    CASE(x - y - x),
    CASE(x / y / y),
    CASE(-x* y),
    CASE(- -x),
    CASE(x + 1),
    CASE(x + 1.0),
    CASE(x + 1.0f),
    CASE(0.1f + 0.2f),
    CASE(0.1 * x),
    CASE(1e3f * x),
    CASE(.5f * x + 2.),
    CASE(0x1p-3 * x),
    CASE(x* x + y * y),
    CASE(a / 2),
    CASE(b / 2),
    CASE(a % 4),
    CASE(b % 2),
    CASE(-7 / 2 * 2 + -7 % 2),
    CASE(a / 3 * 3 + a % 3),
    CASE(l / 4),
    CASE(l % 4),
    CASE(u / 3u),
    CASE(u % 3),
    CASE(ul / 3),
    CASE(ul % 7u),
    CASE(a / 2.0f),
    CASE(a / 2 * 2.5),
    CASE(u - 6),
    CASE(u - 6u > 0),
    CASE(u + 4294967295u),
    CASE(u * 3u),
    CASE(u + -1),
    CASE(-1 < u),
    CASE(-1 < l),
    CASE(a < u),
    CASE(l < u),
    CASE(s* s),
    CASE(c + c),
    CASE(c << 2),
    CASE(-c),
    CASE(~c),
    CASE(~u),
    CASE(~l),
    CASE(t + t),
    CASE(t* x),
    CASE(-t),
    CASE(!x),
    CASE(!a + !t),
    CASE(a & 12),
    CASE(a | 16 & 24),
    CASE(a ^ b | 3),
    CASE(b& u),
    CASE(a << 0),
    CASE(7 << 3),
    CASE(b >> 1),
    CASE(l >> 3),
    CASE(u >> 4),
    CASE(1ull << 40),
    CASE(1ll << (a & 31)),
    CASE(1u << (u & 31)),
    CASE(a + b << 1 & 7),
    CASE(a == 7),
    CASE(x == x),
    CASE(x != x),
    CASE(x<y == y> x),
    CASE(1 < 2 < 3),
    CASE(a < b || x < y && t),
    CASE(a&& b),
    CASE(x&& d),
    CASE(t ? x : y),
    CASE(t ? a : x),
    CASE(t ? a : u),
    CASE(t ? c : c),
    CASE(t ? c : s),
    CASE(a > 0 ? b > 0 ? 1 : 2 : 3),
    CASE(a > 0   ? 1
         : b > 0 ? 2.5f
                 : 3),
    CASE(x > y ? x : 0),
    CASE((int)y + 1),
    CASE((float)a / 2),
    CASE((unsigned char)(a & 255)),
    CASE((unsigned)b),
    CASE((long long)u* u),
    CASE((unsigned long long)b),
    CASE((short)(a & 32767) * 2),
    CASE((bool)x),
    CASE((char)(c & 63)),
    CASE(float(a) * float(b)),
    CASE(double(x) + 1),
    CASE(int(y)),
    CASE(static_cast<double>(a) / 3),
    CASE(static_cast<unsigned short>(s)),
    CASE(static_cast<int64_t>(s) << 20),
    CASE(static_cast<float>(static_cast<int>(y * 2))),
    CASE((x)),
    CASE(+c),
    CASE(+x),
    CASE(sqrtf(x* x)),
    CASE(sqrt(y* y)),
    CASE(sqrt(4)),
    CASE(fabs(y) + fabsf(x)),
    CASE(abs(b)),
    CASE(abs(y)),
    CASE(abs(s)),
    CASE(abs(l)),
    CASE(abs(u)),
    CASE(max(a, b)),
    CASE(max(x, y)),
    CASE(max(x, d)),
    CASE(min(a, 2)),
    CASE(min(c, s)),
    CASE(min(x, 0)),
    CASE(max(a, u)),
    CASE(fmax(x, y)),
    CASE(fmin(x, d)),
    CASE(fmaxf(x, 1.0f)),
    CASE(fmax(a, b)),
    CASE(floor(y) + ceil(y)),
    CASE(floorf(x)),
    CASE(floor(a)),
    CASE(trunc(y) + rint(y)),
    CASE(copysign(x, y)),
    CASE(fmod(y, 2.0f)),
    CASE(isnan(x) + 1),
    CASE(isnan(a)),
    CASE(isfinite(d) && !isinf(x)),
    CASE(max(min(x, 1.0f), -1.0f) * (a > b ? 2 : 3)),
    CASE(012 + 0xFF + 0b11),
    CASE(0xFFFFFFFF + 1),
    CASE(4294967296 - 1),
    CASE(2147483648u),
    CASE(1'000'000 * 2),
    CASE(18446744073709551615ull),
    CASE(5l + 5ul),
    CASE(true + true),
    CASE(true),
    CASE(M_PI * 2),
    CASE(INFINITY),
    CASE(INT_MAX),
    CASE(FLT_MAX * 0.5f),
};

#pragma GCC diagnostic pop

template <class T>
node_ptr array_of(const T& value) {
  return node_ptr(gpu::detail::leaf_from_host(&value, gpu::dtype_of<T>, {1}, gpu::cpu()).get());
}

std::vector<gpu::user_kernels::kernel_variable> variables_of(const inputs& in) {
  std::vector<gpu::user_kernels::kernel_variable> all;
  const auto add = [&](const char* name, const auto& value) {
    const node_ptr node = array_of(value);
    all.push_back({name, node->type, node, true});
  };
  add("x", in.x);
  add("y", in.y);
  add("d", in.d);
  add("a", in.a);
  add("b", in.b);
  add("u", in.u);
  add("l", in.l);
  add("ul", in.ul);
  add("s", in.s);
  add("c", in.c);
  add("t", in.t);
  return all;
}

/// The value of variable `z` after the text.
node_ptr z_after(const std::string& text, const inputs& in) {
  std::vector<gpu::user_kernels::kernel_variable> variables = variables_of(in);
  // Found again after the text: it may be declared there.
  const auto tokens = gpu::user_kernels::tokenize(text);
  const gpu::user_kernels::refusal why = gpu::user_kernels::translate(tokens, {}, variables);
  EXPECT_EQ(why.construct, "") << text << " line " << why.line;
  if (!why.construct.empty() || variables.back().name != "z") return nullptr;
  return variables.back().value;
}

template <class T>
T evaluated(const node_ptr& node) {
  T value{};
  gpu::detail::read_elements(node, &value);
  return value;
}

TEST(elementwise_kernel_text, expressions_have_the_types_and_values_of_cpp) {
  for (const text_case& one : cases) {
    for (const inputs& in : samples) {
      dtype type{};
      alignas(16) unsigned char expected[16] = {};
      one.expected(in, type, expected);
      const node_ptr z = z_after(std::string("auto z = ") + one.text + ";", in);
      ASSERT_TRUE(z) << one.text;
      ASSERT_EQ(z->type, type) << one.text;
      alignas(16) unsigned char got[16] = {};
      gpu::detail::read_elements(z, got);
      // A nan may have any sign and payload.
      const bool nan =
          (type == dtype::float32 && std::isnan(*reinterpret_cast<float*>(expected)) &&
           std::isnan(*reinterpret_cast<float*>(got))) ||
          (type == dtype::float64 && std::isnan(*reinterpret_cast<double*>(expected)) &&
           std::isnan(*reinterpret_cast<double*>(got)));
      if (!nan) {
        EXPECT_EQ(std::memcmp(got, expected, gpu::size_bytes(type)), 0) << one.text;
      }
    }
  }
}

TEST(elementwise_kernel_text, statements_run_in_order) {
  const inputs in = samples[0];
  int arithmetic = in.a;
  arithmetic += 3;
  arithmetic *= 2;
  arithmetic -= 1;
  arithmetic /= 2;
  arithmetic %= 7;
  EXPECT_EQ(evaluated<int>(z_after("int z = a; z += 3; z *= 2; z -= 1; z /= 2; z %= 7;", in)),
            arithmetic);
  int bits = 1;
  bits <<= 5;
  bits |= 3;
  bits &= 34;
  bits ^= 1;
  bits >>= 1;
  EXPECT_EQ(evaluated<int>(z_after("int z = 1; z <<= 5; z |= 3; z &= 34; z ^= 1; z >>= 1;", in)),
            bits);
  EXPECT_EQ(evaluated<int>(z_after("int p = 1, q; q = p++ + 5; int z = q = q * 10 + p;", in)), 62);
  EXPECT_EQ(evaluated<int>(z_after("int p = 1; int z = --p * 3; z = z - ++p;", in)), -1);
  EXPECT_EQ(evaluated<float>(z_after("const float k = 2, m = 3; float z = k * m", in)), 6.0F);
  EXPECT_EQ(evaluated<int>(z_after("int z = 3.9; z += 0.9", in)), 3);
  EXPECT_EQ(evaluated<unsigned char>(z_after("unsigned char z = 250; z += 10;", in)), 4);
  EXPECT_EQ(evaluated<bool>(z_after("bool z = 0.5;", in)), true);
  EXPECT_EQ(evaluated<unsigned>(z_after("unsigned int z(5); z--; z = z - 6", in)), 4294967294U);
  EXPECT_EQ(evaluated<float>(z_after("float z{}; { float w = 2; z = w; } ; ", in)), 2.0F);
  EXPECT_EQ(evaluated<int>(z_after("// one\nint /* two */ z = 4; // three", in)), 4);
}

TEST(elementwise_kernel_text, branches_select) {
  for (const int a : {7, -7}) {
    inputs in = samples[0];
    in.a = a;
    EXPECT_EQ(evaluated<int>(z_after("int z; if (a > 0) z = 1; else z = 2;", in)), a > 0 ? 1 : 2);
    EXPECT_EQ(evaluated<int>(z_after("int z = 5; if (a > 0) { int q = 2; z += q; }", in)),
              a > 0 ? 7 : 5);
    EXPECT_EQ(evaluated<int>(z_after("int z = 0; if (a > 9) z = 1; else if (a > 0) { z = 2; } "
                                     "else { z = 3; z = z * z; }",
                                     in)),
              a > 0 ? 2 : 9);
    EXPECT_EQ(evaluated<float>(z_after("float z = a > 0 ? 1 : -1.5;", in)), a > 0 ? 1.0F : -1.5F);
  }
}

TEST(elementwise_kernel_text, what_cannot_be_expressed_is_named_with_its_line) {
  const auto refused = [](const std::string& text) {
    std::vector<gpu::user_kernels::kernel_variable> variables = variables_of(samples[0]);
    variables.push_back({"z", dtype::float32, nullptr, false});
    const auto tokens = gpu::user_kernels::tokenize(text);
    const gpu::user_kernels::refusal why = gpu::user_kernels::translate(tokens, {}, variables);
    return why.construct + " " + std::to_string(why.line);
  };
  EXPECT_EQ(refused("z = 0;\nfor (int k = 0; k < 3; ++k) z += x;"), "a 'for' loop 2");
  EXPECT_EQ(refused("while (true) {}"), "a 'while' loop 1");
  EXPECT_EQ(refused("z = my_function(x);"), "a call of 'my_function' 1");
  EXPECT_EQ(refused("z = w;"), "the name 'w' 1");
  EXPECT_EQ(refused("z = x, y;"), "',' 1");
  EXPECT_EQ(refused("if (t) continue;\nz = x"), "'continue' 1");
  EXPECT_EQ(refused("z = x[0];"), "'x[' 1");
  EXPECT_EQ(refused("const float* p = &x;"), "a pointer or a reference 1");
  EXPECT_EQ(refused("x = 1;"), "an assignment to 'x' 1");
  EXPECT_EQ(refused("z = x % 2;"), "operator% of float32 1");
  EXPECT_EQ(refused("z += 1;"), "'z', read before it has a value, 1");
  EXPECT_EQ(refused("z = t ? a = 1 : 2;").substr(0, 13), "an assignment");
  EXPECT_EQ(refused("z = (x"), "the end of the text 1");
  EXPECT_EQ(refused("float w[3];"), "an array 1");
  EXPECT_EQ(refused("\n\nz = 'ab';"), "''ab'' 3");
}

TEST(elementwise_kernel_text, words_of_types_make_types) {
  using gpu::user_kernels::fundamental_type;
  EXPECT_EQ(fundamental_type("unsigned long long"), dtype::uint64);
  EXPECT_EQ(fundamental_type("long unsigned int"), dtype::uint64);
  EXPECT_EQ(fundamental_type("short int"), dtype::int16);
  EXPECT_EQ(fundamental_type("signed char"), dtype::int8);
  EXPECT_EQ(fundamental_type("unsigned"), dtype::uint32);
  EXPECT_EQ(fundamental_type("float32"), dtype::float32);
  EXPECT_EQ(fundamental_type("unsigned float"), std::nullopt);
  EXPECT_EQ(fundamental_type("float double"), std::nullopt);
  EXPECT_EQ(fundamental_type("long double"), std::nullopt);
  EXPECT_EQ(fundamental_type("float int"), std::nullopt);
  EXPECT_EQ(fundamental_type("int int"), std::nullopt);
  EXPECT_EQ(fundamental_type("unsigned signed"), std::nullopt);
  EXPECT_EQ(fundamental_type("long long long"), std::nullopt);
  EXPECT_EQ(fundamental_type("unsigned int8_t"), std::nullopt);
  EXPECT_EQ(fundamental_type("foo"), std::nullopt);
}

}  // namespace
