// SPDX-License-Identifier: BSD-3-Clause
// What a reduction declares about itself. Compiled by the host compiler and by NVRTC.
#pragma once

namespace gpu {

/// The traits of one reduction over axes.
struct reduction_info {
  const char* name;          ///< `gpu::NAME` and `numpy.NAME`
  const char* loops;         ///< dtypes of elements and result, in order of preference: "i->l f->f"
  const char* aliases = "";  ///< other names of the same function, space separated: "amax"
  const char* ufunc = "";    ///< the op that it applies again and again: "add" of `sum`; "": none
  const char* empty = "";    ///< NumPy's name of it in the error for empty input: "maximum"; "" if
                             ///< empty input has a result
  double identity = 0;       ///< what takes the place of masked elements, if `empty` is ""
  bool takes_positions = false;  ///< elements come with their position along the axis, as argmax's
  bool is_part = false;          ///< of other functions: there is no `gpu::NAME`
  bool integers_as_float64 = false;  ///< bools and integers are taken as float64
  bool is_method = false;            ///< NumPy's arrays have it as a method, too
};

/// Loop lists that several reductions share.
namespace loops {
inline constexpr const char* wide =
    "?->l b->l B->L h->l H->L i->l I->L l->l L->L e->e E->E f->f d->d F->F D->D";
inline constexpr const char* same =
    "?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e E->E f->f d->d F->F D->D";
inline constexpr const char* positions =
    "?l->l bl->l Bl->l hl->l Hl->l il->l Il->l ll->l Ll->l el->l El->l fl->l dl->l Fl->l Dl->l";
}  // namespace loops

}  // namespace gpu
