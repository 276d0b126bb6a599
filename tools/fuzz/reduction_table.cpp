// SPDX-License-Identifier: BSD-3-Clause
#include "reduction_table.hpp"

#include <cstring>
#include <tuple>

#include <gpu/array/reduction/differences.hpp>
#include <gpu/array/reduction/norm_reductions.hpp>
#include <gpu/array/reduction/scan.hpp>
#include <gpu/array/ufunc/accumulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>

#include "functor_table.hpp"

namespace gpu::fuzz {
namespace {

using namespace gpu::detail;
using table = std::vector<reduction_entry>;

template <class Reduction>
reduction_entry entry(std::string call, formula what) {
  reduction_entry one;
  one.call = std::move(call);
  one.what = what;
  one.options = Reduction::options & ~unsigned{takes_out};
  one.result = [](dtype element, std::optional<dtype> asked) {
    return Reduction::result(element, asked);
  };
  one.make = [](graph::node_ptr value, const reduction_settings& settings) {
    return Reduction::make(std::move(value), settings);
  };
  return one;
}

template <class Op>
void add_plain(table& all, const char* name, formula what) {
  all.push_back(entry<plain_reduction<Op>>(name, what));
  all.back().needs_elements = *Op::info.empty != '\0' || Op::info.takes_positions;
  all.back().takes_list = !Op::info.takes_positions;
}
template <class Op>
void add_ufunc(table& all, const char* name, formula what) {
  add_plain<Op>(all, name, what);
  all.back().call += ".reduce";
  all.push_back(entry<reduction_scan<Op>>(text_of(name, ".accumulate"), what));
  all.back().is_scan = true;
  all.back().takes_list = false;
}
template <class Reduction>
void add_composed(table& all, formula what, bool skips_nans = false, bool needs_elements = false) {
  all.push_back(entry<Reduction>(Reduction::name, what));
  all.back().skips_nans = skips_nans;
  all.back().needs_elements = needs_elements;
}
template <class Scan>
void add_scan(table& all, const char* name, formula what, bool skips_nans = false,
              bool includes_initial = false) {
  all.push_back(entry<Scan>(name, what));
  all.back().is_scan = true;
  all.back().skips_nans = skips_nans;
  all.back().includes_initial = includes_initial;
}

void add_plain_reductions(table& all) {
  namespace r = reductions;
  add_plain<r::sum>(all, "sum", formula::sum);
  add_plain<r::prod>(all, "prod", formula::prod);
  add_plain<r::max>(all, "max", formula::max);
  add_plain<r::min>(all, "min", formula::min);
  add_plain<r::all>(all, "all", formula::all);
  add_plain<r::any>(all, "any", formula::any);
  add_plain<r::count_nonzero>(all, "count_nonzero", formula::count_nonzero);
  add_plain<r::argmax>(all, "argmax", formula::argmax);
  add_plain<r::argmin>(all, "argmin", formula::argmin);
}

void add_ufuncs(table& all) {
  namespace r = reductions;
  add_ufunc<r::sum>(all, "add", formula::sum);
  add_ufunc<r::prod>(all, "multiply", formula::prod);
  add_ufunc<r::max>(all, "maximum", formula::max);
  add_ufunc<r::min>(all, "minimum", formula::min);
  add_ufunc<r::fmax>(all, "fmax", formula::fmax);
  add_ufunc<r::fmin>(all, "fmin", formula::fmin);
  add_ufunc<r::all>(all, "logical_and", formula::all);
  add_ufunc<r::any>(all, "logical_or", formula::any);
  add_ufunc<r::bitwise_and>(all, "bitwise_and", formula::bitwise_and);
  add_ufunc<r::bitwise_or>(all, "bitwise_or", formula::bitwise_or);
  add_ufunc<r::bitwise_xor>(all, "bitwise_xor", formula::bitwise_xor);
  add_ufunc<r::logaddexp>(all, "logaddexp", formula::logaddexp);
}

void add_composed_reductions(table& all) {
  add_composed<mean_reduction>(all, formula::mean);
  add_composed<var_reduction>(all, formula::var);
  add_composed<std_reduction>(all, formula::std);
  add_composed<ptp_reduction>(all, formula::ptp, false, true);
  add_composed<nansum_reduction>(all, formula::sum, true);
  add_composed<nanprod_reduction>(all, formula::prod, true);
  add_composed<nanmax_reduction>(all, formula::fmax, false, true);
  add_composed<nanmin_reduction>(all, formula::fmin, false, true);
  add_composed<nanmean_reduction>(all, formula::mean, true);
  add_composed<nanvar_reduction>(all, formula::var, true);
  add_composed<nanstd_reduction>(all, formula::std, true);
  add_composed<nanargmax_reduction>(all, formula::argmax, true, true);
  all.back().takes_list = false;
  add_composed<nanargmin_reduction>(all, formula::argmin, true, true);
  all.back().takes_list = false;
  add_composed<count_nonnan_reduction>(all, formula::count_numbers);
  add_composed<norm_l0_reduction>(all, formula::count_nonzero);
  add_composed<norm_l1_reduction>(all, formula::norm_l1);
  add_composed<norm_sq_reduction>(all, formula::norm_sq);
  add_composed<norm_l2_reduction>(all, formula::norm_l2);
  add_composed<norm_linf_reduction>(all, formula::norm_linf);
}

struct first_difference {
  static constexpr unsigned options = 0;
  static std::optional<dtype> result(dtype element, std::optional<dtype>) { return element; }
  static graph::node_ptr make(graph::node_ptr value, const reduction_settings& settings) {
    return diff_node(std::move(value), 1, settings.axes.list()[0], nullptr, nullptr);
  }
};

template <class Scan>
struct with_include_initial : Scan {
  static graph::node_ptr make(graph::node_ptr value, reduction_settings settings) {
    settings.include_initial = true;
    return Scan::make(std::move(value), settings);
  }
};

void add_scans(table& all) {
  add_scan<cumsum_scan>(all, "cumsum", formula::sum);
  add_scan<cumprod_scan>(all, "cumprod", formula::prod);
  add_scan<nancumsum_scan>(all, "nancumsum", formula::sum, true);
  add_scan<nancumprod_scan>(all, "nancumprod", formula::prod, true);
  add_scan<with_include_initial<cumulative_sum_scan>>(all, "cumulative_sum", formula::sum, false,
                                                      true);
  all.back().takes_list = false;
  add_scan<with_include_initial<cumulative_prod_scan>>(all, "cumulative_prod", formula::prod, false,
                                                       true);
  all.back().takes_list = false;
  add_scan<first_difference>(all, "diff", formula::diff);
  all.back().takes_list = false;
}

std::size_t op_number(const op_info& info) {
  for (std::size_t i = 0; i < op_entries().size(); ++i)
    if (op_entries()[i].info == &info) return i;
  fail("an op is not in the list of ops");
}

/// Whether some dtype can be folded.
template <class Op>
consteval bool folds() {
  for (int i = 0; i < dtype_count; ++i)
    if (op_reduction<Op>::result(static_cast<dtype>(i), std::nullopt)) return true;
  return false;
}

consteval int arity(const char* loops) {
  return parse_loop(loops, 0).arity;
}

template <class Op>
void add_fold(table& all) {
  if constexpr (arity(Op::info.loops) == 2 && count_outputs(Op::info.loops) == 1 &&
                std::is_void_v<reduction_of<Op>>) {
    if constexpr (folds<Op>()) {
      constexpr bool has_identity = requires {
        Op::identity;
      };
      constexpr bool is_reorderable = has_identity || std::is_same_v<Op, ops::lcm>;
      for (const bool is_scan : {false, true}) {
        all.push_back(
            is_scan ? entry<op_scan<Op>>(text_of(Op::info.name, ".accumulate"), formula::fold)
                    : entry<op_reduction<Op>>(text_of(Op::info.name, ".reduce"), formula::fold));
        all.back().is_scan = is_scan;
        all.back().takes_list = !is_scan && has_identity;
        all.back().needs_elements = !is_scan && !has_identity;
        all.back().is_reorderable = !is_scan && is_reorderable;
        if constexpr (has_identity)
          if (!is_scan) all.back().identity = static_cast<double>(Op::identity);
        all.back().op = op_number(Op::info);
        if (!has_identity) all.back().options &= ~unsigned{takes_where};
      }
    }
  }
}

template <class... Ops>
void add_folds(table& all, type_list<Ops...>) {
  (add_fold<Ops>(all), ...);
}

}  // namespace

const std::vector<reduction_entry>& reduction_entries() {
  static const table entries = [] {
    table all;
    add_plain_reductions(all);
    add_composed_reductions(all);
    add_scans(all);
    add_ufuncs(all);
    add_folds(all, all_ops());
    return all;
  }();
  return entries;
}

std::size_t reduction_named(const std::string& name) {
  const table& all = reduction_entries();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].call == name) return i;
  throw value_error(text_of("'", name, "' is no reduction"));
}

}  // namespace gpu::fuzz
