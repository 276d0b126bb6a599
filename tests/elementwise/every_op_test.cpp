// SPDX-License-Identifier: BSD-3-Clause
// Every op against NumPy, from the facts that its own file states. Nothing here names an op.
#include <fstream>
#include <initializer_list>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/core/promotion.hpp>
#include <gpu/elementwise/support/pair.hpp>
#include <gpu/ops.hpp>

#include "support/golden.hpp"
#include "support/ulp.hpp"

namespace gpu::test {

namespace {

/// The largest error of a loop, and where it is.
struct loop_error {
  double ulp = 0;
  std::string where;
};

struct op_under_test {
  op_info info;
  int vector_ulp;  ///< how far NumPy's vector loops may be off from complex results
  /// Runs the functor on the host over the rows of a table.
  loop_error (*run)(const golden_table& table);
};

template <class T>
void print(std::ostream& out, T x) {
  if constexpr (std::is_integral_v<T>)
    out << +x;
  else
    out << std::hexfloat << static_cast<double>(x);
}
template <class T>
void print(std::ostream& out, complex<T> z) {
  out << '(' << std::hexfloat << z.real() << ", " << z.imag() << ')';
}

/// An element, and how it is printed.
struct printable {
  const void* element;
  void (*print_to)(std::ostream& out, const void* element);

  template <class T>
  static printable of(const T& x) {
    return {&x, [](std::ostream& out, const void* at) { print(out, *static_cast<const T*>(at)); }};
  }
};

/// `all`: the operands, what the op gives, and what NumPy gives.
std::string text_of(std::initializer_list<printable> all) {
  std::ostringstream text;
  for (const printable& one : all) {
    if (&one == all.end() - 2) text << "gives ";
    if (&one == all.end() - 1) text << ", NumPy ";
    one.print_to(text, one.element);
    if (&one < all.end() - 2) text << ' ';
  }
  return text.str();
}

/// The error of one result in a row of a table. Where `text` is given, it receives what was
/// computed.
using row_function = double (*)(const golden_table& table, std::size_t row, std::string* text);

template <class Operands>
struct rows_of;
template <std::size_t... I>
struct rows_of<std::index_sequence<I...>> {
  /// `Op` gives the result at `Position` of those that the table has. Of this there are some
  /// thousand instances: what needs no types is elsewhere.
  template <class Op, int Position, class Out, class... In>
  static double error_in(const golden_table& table, std::size_t row, std::string* text) {
    static_assert(std::is_same_v<decltype(Op{}(In{}...)), Out>, "the loop's result type");
    const Out actual = Op{}(table.value<In>(I, row)...);
    const Out expected = table.value<Out>(sizeof...(In) + Position, row);
    if (text != nullptr)
      *text = text_of({printable::of<In>(table.value<In>(I, row))..., printable::of(actual),
                       printable::of(expected)});
    return ulp_distance(actual, expected);
  }
};

loop_error largest_error(const golden_table& table, row_function error_in) {
  loop_error worst;
  for (std::size_t row = 0; row < table.size; ++row) {
    const double ulp = error_in(table, row, nullptr);
    if (!(ulp > worst.ulp)) continue;
    worst.ulp = ulp;
    error_in(table, row, &worst.where);
  }
  return worst;
}

constexpr loop nth_loop(const char* loops, int index) {
  loop result;
  for (int i = 0; i <= index; ++i) result = parse_loop(loops, i);
  return result;
}

template <dtype Type>
using computed_element = computed_t<element_t<Type>>;

template <class Op, int Index, int Position>
consteval row_function nth_function() {
  constexpr loop l = nth_loop(Op::info.loops, Index);
  using called = std::conditional_t<l.outputs == 1, Op, math::component<Op, Position>>;
  return [&]<std::size_t... I>(std::index_sequence<I...>)->row_function {
    return &rows_of<std::index_sequence<I...>>::template error_in<
        called, Position, computed_element<l.out_at(Position)>, computed_element<l.in[I]>...>;
  }
  (std::make_index_sequence<l.arity>());
}

/// The text of the loop at `index` of a list.
std::string spelling(const std::string& loops, int index) {
  std::istringstream words(loops);
  std::string word;
  for (int i = 0; i <= index; ++i) words >> word;
  return word;
}

/// `functions`: of each loop in `loops`, of the first results and then of the second, if there are.
loop_error run_table(const golden_table& table, const std::string& loops,
                     std::span<const row_function> functions) {
  const int count = count_loops(loops.c_str());
  int index = 0;
  while (index < count && table.loop != spelling(loops, index)) ++index;
  if (index == count) return {different, "the op has no such loop"};
  loop_error worst;
  for (auto at = static_cast<std::size_t>(index); at < functions.size();
       at += static_cast<std::size_t>(count))
    if (loop_error error = largest_error(table, functions[at]); error.ulp > worst.ulp)
      worst = error;
  return worst;
}

template <class Op, int... Index>
loop_error run_any(const golden_table& table, std::integer_sequence<int, Index...>) {
  if constexpr (count_outputs(Op::info.loops) == 2) {
    static constexpr row_function functions[] = {nth_function<Op, Index, 0>()...,
                                                 nth_function<Op, Index, 1>()...};
    return run_table(table, Op::info.loops, functions);
  } else {
    static constexpr row_function functions[] = {nth_function<Op, Index, 0>()...};
    return run_table(table, Op::info.loops, functions);
  }
}

template <class Op>
loop_error run(const golden_table& table) {
  return run_any<Op>(table, std::make_integer_sequence<int, count_loops(Op::info.loops)>{});
}

std::vector<op_under_test> all() {
  std::vector<op_under_test> ops;
  all_ops::for_each([&]<class Op>() {
    int vector_ulp = Op::info.complex_ulp;
    if constexpr (requires { Op::vector_ulp; }) vector_ulp = Op::vector_ulp;
    ops.push_back({Op::info, vector_ulp, &run<Op>});
  });
  return ops;
}

/// Whether tests/golden/extensions.txt has a row for the op, with a reason.
bool is_extension(const std::string& name) {
  std::ifstream file(GPU_TESTS_FOLDER "/golden/extensions.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first, reason;
    if (words >> first >> reason && first == name) return true;
  }
  return false;
}

int allowed(const op_info& info, const std::string& loop, int complex_ulp) {
  const bool is_complex = loop.find_first_of("FD") != std::string::npos;
  return is_complex ? std::max(info.max_ulp, complex_ulp) : info.max_ulp;
}

}  // namespace

struct every_op : testing::TestWithParam<op_under_test> {
  op_info info = GetParam().info;
  bool in_numpy = std::ifstream(golden_path(info.name)).good();
};

TEST_P(every_op, is_numpys_or_an_extension_with_a_test_of_its_own) {
  if (std::ifstream(golden_path(info.name))) return;
  const std::string test = std::string(GPU_TESTS_FOLDER "/elementwise/") + info.name + "_test.cpp";
  EXPECT_TRUE(is_extension(info.name)) << "run tools/golden/write_elementwise.py";
  EXPECT_TRUE(std::ifstream(test)) << test;
}

TEST_P(every_op, has_the_loops_of_its_numpy_namesake) {
  if (!in_numpy) GTEST_SKIP() << "an extension";
  const std::string types = read_golden(golden_path(info.name)).types;
  if (types.empty())
    EXPECT_TRUE(is_extension(info.name)) << "NumPy has no such ufunc";
  else
    EXPECT_EQ(info.loops, types);
}

TEST_P(every_op, has_golden_values_for_each_loop) {
  if (!in_numpy) GTEST_SKIP() << "an extension";
  std::string loops;
  for (const golden_table& table : read_golden(golden_path(info.name)).tables) {
    loops += (loops.empty() ? "" : " ") + table.loop;
    EXPECT_GE(table.size, table.loop.starts_with('?') ? 2u : 100u) << table.loop;
  }
  EXPECT_EQ(loops, info.loops) << "run tools/golden/write_elementwise.py";
}

TEST_P(every_op, computes_on_the_host_what_numpy_computes) {
  if (!in_numpy) GTEST_SKIP() << "an extension";
  for (const golden_table& table : read_golden(golden_path(info.name)).tables) {
    const loop_error worst = GetParam().run(table);
    EXPECT_LE(worst.ulp, allowed(info, table.loop, info.complex_ulp))
        << table.loop << ": " << worst.where;
  }
}

// What tools/golden/write_vector.py found.
TEST(every_op_with_vector_loops_of_numpy, is_as_near_to_them_as_stated) {
  int found = 0;
  for (const op_under_test& op : all()) {
    const std::string path =
        std::string(GPU_TESTS_FOLDER "/golden/vector_loops/") + op.info.name + ".golden";
    if (!std::ifstream(path)) continue;
    ++found;
    for (const golden_table& table : read_golden(path).tables) {
      const loop_error worst = op.run(table);
      EXPECT_LE(worst.ulp, allowed(op.info, table.loop, op.vector_ulp))
          << op.info.name << ' ' << table.loop << ": " << worst.where;
    }
  }
  EXPECT_GE(found, 8);
}

INSTANTIATE_TEST_SUITE_P(host, every_op, testing::ValuesIn(all()),
                         [](const auto& test) { return test.param.info.name; });

}  // namespace gpu::test
