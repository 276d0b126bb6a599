// SPDX-License-Identifier: BSD-3-Clause
// What an elementwise op declares about itself. Compiled by the host compiler and by NVRTC.
#pragma once

#include <gpu/core/bfloat16.hpp>
#include <gpu/core/complex.hpp>
#include <gpu/core/float16.hpp>

namespace gpu {

/// Closed interval of real sample values; tests draw uniformly from it.
struct interval {
  double low;
  double high;
};

/// What an op of two integers computes by dividing, rounded down.
enum class integer_division : unsigned char { none, quotient, remainder };

/// The traits of one elementwise op, as NumPy states them for the ufunc of the same name.
struct op_info {
  const char* name;   ///< `gpu::NAME` and `numpy.NAME`
  const char* loops;  ///< `numpy.NAME.types`, space separated, in NumPy's order: "ee->e ff->f"
  interval domain;    ///< where the golden values are drawn from, and `max_ulp` holds
  int max_ulp;        ///< largest error against NumPy, in units of last place of the result, or of
                      ///< the larger part of a complex result; 0: bit-equal
  const char* aliases = "";          ///< other names of the same function, space separated: "abs"
  int complex_ulp = 0;               ///< `max_ulp` of complex loops, where it is larger
  double complex_smallest = 0;       ///< nearer to 0 than this, a complex operand but 0 itself is
                                     ///< outside of `domain`
  bool integers_as_float64 = false;  ///< also small ones, which other ops take as float16
  bool refuses_bools = false;        ///< of bools alone, which other ops take as int8
  const char* c_names = "";          ///< what it is called in the text of users' kernels with C's
                                     ///< conversions of operands, space separated: "asin"
  int code_size = 1;                 ///< machine code of one element, in units of about 1 KB, where
                                     ///< that is more; exact functions of size 1 have much less
  int complex_code_size = 1;         ///< the same of complex loops
  integer_division division = integer_division::none;  ///< of integers: by a number there is a
                                                       ///< faster way to the same values
};

/// Of an op of two operands, of which `Operand` is the number `Halves / 2`: the values are those of
/// `Op` of the other one; of integers only if the number is at least 1, and of complex numbers only
/// if it is the second operand. `using cases = number_cases<...>` in the op lists them.
template <class Op, int Halves, int Operand = 1>
struct number_case;
template <class... Cases>
struct number_cases;

/// Loop lists that several ops share. 'E' is bfloat16, which NumPy lacks; it follows float16.
namespace loops {
inline constexpr const char* real = "e->e E->E f->f d->d";
inline constexpr const char* inexact = "e->e E->E f->f d->d F->F D->D";
}  // namespace loops

}  // namespace gpu
