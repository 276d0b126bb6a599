// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/casting.hpp>

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>

#include <gpu/core/error.hpp>
#include <gpu/core/finfo.hpp>
#include <gpu/core/iinfo.hpp>
#include <gpu/core/isdtype.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::test {
namespace {

dtype type_named(const std::string& name) {
  for (int i = 0; i < dtype_count; ++i)
    if (traits(static_cast<dtype>(i)).name == name) return static_cast<dtype>(i);
  ADD_FAILURE() << "no dtype " << name;
  return dtype::bool_;
}

/// Calls `check` with the rest of each golden line of this kind; returns how many there are.
template <class Check>
int for_each_row(const std::string& kind, const Check& check) {
  std::ifstream golden(GPU_TESTS_FOLDER "/golden/dtypes.txt");
  std::string line, first;
  int rows = 0;
  while (std::getline(golden, line)) {
    std::istringstream row(line);
    row >> first;
    if (first != kind) continue;
    ++rows;
    check(row);
  }
  return rows;
}

double attribute(const finfo<void>& info, const std::string& name) {
  const std::pair<const char*, double> all[] = {{"eps", info.eps},
                                                {"epsneg", info.epsneg},
                                                {"max", info.max},
                                                {"min", info.min},
                                                {"tiny", info.tiny},
                                                {"smallest_normal", info.smallest_normal},
                                                {"smallest_subnormal", info.smallest_subnormal},
                                                {"bits", info.bits},
                                                {"nmant", info.nmant},
                                                {"nexp", info.nexp},
                                                {"iexp", info.iexp},
                                                {"minexp", info.minexp},
                                                {"maxexp", info.maxexp},
                                                {"machep", info.machep},
                                                {"negep", info.negep},
                                                {"precision", info.precision}};
  for (const auto& [known, value] : all)
    if (known == name) return value;
  ADD_FAILURE() << "no attribute " << name;
  return 0;
}

TEST(can_cast, of_every_pair_by_every_rule_is_numpys) {
  const int rows = for_each_row("can_cast", [](std::istream& row) {
    std::string name, from, to, expected;
    row >> name >> from >> to >> expected;
    int rule = 0;
    while (text_of(static_cast<casting>(rule)) != name) ++rule;
    EXPECT_EQ(can_cast(type_named(from), type_named(to), static_cast<casting>(rule)),
              expected == "1")
        << name << ' ' << from << ' ' << to;
  });
  EXPECT_EQ(rows, 14 * 14 * 5);
}

TEST(can_cast, of_bfloat16_is_as_of_float16) {
  EXPECT_TRUE(can_cast(dtype::float64, dtype::bfloat16, casting::same_kind));
  EXPECT_TRUE(can_cast(dtype::float16, dtype::bfloat16, casting::same_kind));
  EXPECT_FALSE(can_cast(dtype::float16, dtype::bfloat16, casting::safe));
  EXPECT_FALSE(can_cast(dtype::bfloat16, dtype::int64, casting::same_kind));
  EXPECT_TRUE(can_cast(dtype::bfloat16, dtype::int8, casting::unsafe));
  EXPECT_FALSE(can_cast(dtype::complex64, dtype::bfloat16, casting::same_kind));
}

TEST(can_cast, of_a_weak_number_looks_at_its_kind) {
  const operand_type number{dtype::int64, true};
  EXPECT_TRUE(can_cast(number, dtype::int8, casting::no));
  EXPECT_TRUE(can_cast(number, dtype::float16, casting::no));
  EXPECT_FALSE(can_cast(number, dtype::bool_, casting::same_kind));
  EXPECT_TRUE(can_cast(number, dtype::bool_, casting::unsafe));
}

TEST(result_type, of_every_pair_and_a_number_is_numpys) {
  const int rows = for_each_row("result_type", [](std::istream& row) {
    std::string a, b, scalar, expected;
    row >> a >> b >> scalar >> expected;
    const std::array<operand_type, 3> types{
        {{type_named(a)}, {type_named(b)}, {type_named(scalar == "-" ? "bool" : scalar), true}}};
    EXPECT_EQ(text_of(result_type({types.data(), scalar == "-" ? 2u : 3u})), expected)
        << a << ' ' << b << ' ' << scalar;
  });
  EXPECT_EQ(rows, 14 * 14 * 5);
}

TEST(promote_types_t, is_the_element_type) {
  static_assert(std::is_same_v<promote_types_t<int, float>, double>);
  static_assert(std::is_same_v<promote_types_t<std::complex<float>, double>, std::complex<double>>);
}

TEST(finfo, is_numpys) {
  const int rows = for_each_row("finfo", [](std::istream& row) {
    std::string type, name, expected;
    row >> type >> name >> expected;
    const finfo info(type_named(type));
    const double value = std::strtod(expected.c_str(), nullptr);
    if (name != "resolution")
      EXPECT_EQ(attribute(info, name), value) << type << ' ' << name;
    else  // rounded to the type, which the compile-time form is
      EXPECT_EQ(visit_dtype(info.dtype,
                            []<class T>(std::type_identity<T>) {
                              if constexpr (detail::known_float_format(dtype_of<T>).bits != 0)
                                return static_cast<double>(finfo<T>::resolution);
                              else
                                return 0.;
                            }),
                value);
  });
  EXPECT_EQ(rows, 5 * 17);
}

TEST(finfo, of_a_type_has_values_of_the_type) {
  static_assert(finfo<float>().eps == 0x1p-23f && finfo<float>::bits == 32);
  static_assert(std::is_same_v<decltype(finfo<std::complex<float>>::max), const float>);
  static_assert(finfo<double>::max == std::numeric_limits<double>::max());
  static_assert(finfo<double>::smallest_subnormal == 0x1p-1074);
  static_assert(finfo<float16>::max == float16(65504.f) && finfo<float16>::minexp == -14);
  static_assert(finfo<bfloat16>::eps == bfloat16(0x1p-7f) && finfo<bfloat16>::maxexp == 128);
  static_assert(finfo<bfloat16>::precision == 2 && finfo<bfloat16>::tiny == bfloat16(0x1p-126f));
  EXPECT_EQ(finfo(dtype::complex128).dtype, dtype::float64);
}

TEST(iinfo, is_numpys) {
  const int rows = for_each_row("iinfo", [](std::istream& row) {
    std::string type, min, max;
    int bits;
    row >> type >> bits >> min >> max;
    const iinfo info(type_named(type));
    EXPECT_EQ(info.bits, bits) << type;
    EXPECT_EQ(std::to_string(info.min), min) << type;
    EXPECT_EQ(std::to_string(info.max), max) << type;
    EXPECT_EQ(info.dtype, type_named(type));
  });
  EXPECT_EQ(rows, 8);
  static_assert(iinfo<short>().max == 32767 && iinfo<std::uint8_t>::min == 0);
}

template <class Act>
std::string refusal(const Act& act) {
  try {
    act();
  } catch (const value_error& failure) {
    return failure.what();
  }
  return "[no value_error]";
}

TEST(finfo_and_iinfo, refuse_other_kinds_in_numpys_words) {
  EXPECT_EQ(refusal([] { (void)finfo(dtype::int32); }),
            "data type <class 'numpy.int32'> not inexact");
  EXPECT_EQ(refusal([] { (void)iinfo(dtype::float32); }), "Invalid integer data type 'f'.");
  EXPECT_EQ(refusal([] { (void)iinfo(dtype::bool_); }), "Invalid integer data type 'b'.");
  EXPECT_EQ(refusal([] { (void)iinfo(dtype::complex64); }), "Invalid integer data type 'c'.");
}

TEST(isdtype, of_every_kind_is_numpys) {
  const int rows = for_each_row("isdtype", [](std::istream& row) {
    std::string type, expected, kind;
    row >> type >> expected >> kind;
    for (char& one : kind)
      if (one == '_') one = ' ';
    EXPECT_EQ(isdtype(type_named(type), kind), expected == "1") << type << ' ' << kind;
  });
  EXPECT_EQ(rows, 14 * 7);
}

TEST(isdtype, takes_dtypes_and_several_kinds) {
  static_assert(isdtype(dtype::int8, dtype::int8) && !isdtype(dtype::int8, dtype::uint8));
  static_assert(isdtype(dtype::int8, "bool", "integral"));
  static_assert(isdtype(dtype::float32, std::tuple("bool", dtype::float32)));
  static_assert(!isdtype(dtype::float32, std::tuple()));
  static_assert(isdtype(dtype::bfloat16, "real floating"));
  static_assert(isdtype(dtype::complex128, {"real floating", "complex floating"}));
  static_assert(!isdtype(dtype::int8, {"real floating", "complex floating"}));
  static_assert(isdtype(dtype::int8, {"integral"}) && !isdtype(dtype::bool_, {"integral"}));
  static_assert(isdtype(dtype::int8, {"bool", "integral", "numeric"}));
  static_assert(isdtype(dtype::int8, {dtype::int16, dtype::int8}));
  static_assert(!isdtype(dtype::int8, {dtype::int16}) && isdtype(dtype::int8, {dtype::int8}));
  EXPECT_EQ(refusal([] {
              (void)isdtype(dtype::int8, {"integral", "float"});
            }),
            "kind argument is a string, but 'float' is not a known kind name.");
  EXPECT_EQ(refusal([] { (void)isdtype(dtype::int8, "float"); }),
            "kind argument is a string, but 'float' is not a known kind name.");
}

}  // namespace
}  // namespace gpu::test
