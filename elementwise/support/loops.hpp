// SPDX-License-Identifier: BSD-3-Clause
// Loop lists that several ops share, in NumPy's order.
#pragma once

#include <gpu/core/op_info.hpp>

namespace gpu::loops {

inline constexpr const char* real_pair = "ee->e EE->E ff->f dd->d";
inline constexpr const char* numeric =
    "b->b B->B h->h H->H i->i I->I l->l L->L e->e E->E f->f d->d F->F D->D";
inline constexpr const char* numeric_pair =
    "bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L ee->e EE->E ff->f dd->d FF->F DD->D";
inline constexpr const char* any_pair =
    "?\?->? bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L ee->e EE->E ff->f dd->d FF->F DD->D";
inline constexpr const char* division =
    "bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L ee->e EE->E ff->f dd->d";
inline constexpr const char* rounding =
    "?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e E->E f->f d->d";
inline constexpr const char* bitwise = "?\?->? bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L";
inline constexpr const char* shift = "bb->b BB->B hh->h HH->H ii->i II->I ll->l LL->L";
inline constexpr const char* predicate =
    "?->? b->? B->? h->? H->? i->? I->? l->? L->? e->? E->? f->? d->? F->? D->?";
inline constexpr const char* real_predicate =
    "?->? b->? B->? h->? H->? i->? I->? l->? L->? e->? E->? f->? d->?";
inline constexpr const char* parts =
    "?->? b->b B->B h->h H->H i->i I->I l->l L->L e->e E->E f->f d->d F->f D->d";
inline constexpr const char* logical =
    "?\?->? bb->? BB->? hh->? HH->? ii->? II->? ll->? LL->? ee->? EE->? ff->? dd->? FF->? DD->?";
inline constexpr const char* comparison =
    "?\?->? bb->? BB->? hh->? HH->? ii->? II->? ll->? LL->? lL->? Ll->? ee->? EE->? ff->? dd->? "
    "FF->? DD->?";

}  // namespace gpu::loops
