// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/einsum_subscripts.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::linalg::detail {
namespace {

constexpr axis_label first_of_ellipsis = 256;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The letters before and behind an ellipsis; all are before if there is none.
struct term {
  std::string before;
  std::string behind;
  bool has_ellipsis = false;

  [[nodiscard]] std::size_t letters() const { return before.size() + behind.size(); }
};

/// @param place  "operand 0", "the output", for messages
term parse_term(std::string_view text, const std::string& place) {
  term parsed;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_letter(text[i])) {
      (parsed.has_ellipsis ? parsed.behind : parsed.before) += text[i];
    } else if (text[i] == '.') {
      if (parsed.has_ellipsis || text.substr(i, 3) != "...")
        throw value_error(
            text_of("einstein sum subscripts string contains a '.' that is not part "
                    "of an ellipsis ('...') in ",
                    place));
      parsed.has_ellipsis = true;
      i += 2;
    } else if (text[i] == '-' && place.starts_with("operand ")) {
      throw value_error(
          "einstein sum subscript string does not contain proper '->' output specified");
    } else {
      throw value_error(text_of("invalid subscript '", text[i],
                                "' in einstein sum subscripts string, subscripts must be letters"));
    }
  }
  return parsed;
}

/// The labels, where the ellipsis stands for `count` axes.
label_list labels_of(const term& parsed, std::size_t count) {
  label_list labels(parsed.before.begin(), parsed.before.end());
  for (std::size_t i = count; i-- > 0;)
    labels.push_back(first_of_ellipsis + static_cast<axis_label>(i));
  labels.insert(labels.end(), parsed.behind.begin(), parsed.behind.end());
  return labels;
}

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(',', start);
    parts.push_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

/// The axes that the ellipsis of an operand stands for.
std::size_t ellipsis_rank(const term& parsed, std::size_t rank, std::size_t operand) {
  if (parsed.letters() > rank)
    throw value_error(text_of(
        "einstein sum subscripts string contains too many subscripts for operand ", operand));
  if (parsed.letters() < rank && !parsed.has_ellipsis)
    throw value_error(
        "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis "
        "provided to broadcast the extra dimensions.");
  return rank - parsed.letters();
}

label_list implicit_result(const std::vector<label_list>& operands, std::size_t broadcast_rank) {
  std::multiset<axis_label> seen;
  for (const label_list& labels : operands) seen.insert(labels.begin(), labels.end());
  label_list result = labels_of({}, broadcast_rank);
  for (const axis_label label : std::set<axis_label>(seen.begin(), seen.end()))
    if (label < first_of_ellipsis && seen.count(label) == 1) result.push_back(label);
  return result;
}

label_list explicit_result(std::string_view text, const std::vector<label_list>& operands,
                           std::size_t broadcast_rank) {
  const term parsed = parse_term(text, "output");
  for (const char letter : parsed.before + parsed.behind) {
    const auto has_letter = [&](const label_list& labels) {
      return std::find(labels.begin(), labels.end(), letter) != labels.end();
    };
    if (std::none_of(operands.begin(), operands.end(), has_letter))
      throw value_error(text_of("einstein sum subscripts string included output subscript '",
                                letter, "' which never appeared in an input"));
    const std::string letters = parsed.before + parsed.behind;
    if (std::count(letters.begin(), letters.end(), letter) > 1)
      throw value_error(text_of("einstein sum subscripts string includes output subscript '",
                                letter, "' multiple times"));
  }
  if (broadcast_rank > 0 && !parsed.has_ellipsis)
    throw value_error(
        "output has more dimensions than subscripts given in einstein sum, but no '...' ellipsis "
        "provided to broadcast the extra dimensions.");
  return labels_of(parsed, broadcast_rank);
}

/// The extent of the axis with this label; none if the operand has none.
std::optional<std::ptrdiff_t> extent_of(axis_label label, const label_list& labels,
                                        const shape& extents) {
  const auto found = std::find(labels.begin(), labels.end(), label);
  if (found == labels.end()) return std::nullopt;
  return extents[static_cast<std::size_t>(found - labels.begin())];
}

/// "(2,3)->(2,newaxis,3)": the extents along all labels, from the operand's first one on.
std::string remapped(const label_list& all, const label_list& labels, const shape& extents) {
  std::string to;
  std::size_t count = 0;
  for (const axis_label label : all) {
    const std::optional<std::ptrdiff_t> extent = extent_of(label, labels, extents);
    if (!extent && count == 0) continue;
    to += text_of(count == 0 ? "" : ",", extent ? std::to_string(*extent) : "newaxis");
    ++count;
  }
  return text_of(extents, "->(", to, count == 1 ? ",) " : ") ");
}

/// Those of the result, then the others as they come.
label_list all_labels(const einsum_labels& labels) {
  label_list all = labels.result;
  for (const label_list& operand : labels.operands)
    for (const axis_label label : operand)
      if (std::find(all.begin(), all.end(), label) == all.end()) all.push_back(label);
  return all;
}

/// @param operand  that is named in an error; null: the only one
void require_equal_diagonals(const label_list& labels, const shape& extents,
                             const std::size_t* operand) {
  for (std::size_t axis = 0; axis < labels.size(); ++axis) {
    const std::ptrdiff_t first = *extent_of(labels[axis], labels, extents);
    if (extents[axis] != first)
      throw shape_error(text_of("dimensions in ",
                                operand ? text_of("operand ", *operand) : "single operand",
                                " for collapsing index '", static_cast<char>(labels[axis]),
                                "' don't match (", first, " != ", extents[axis], ")"));
  }
}

}  // namespace

einsum_labels parse_subscripts(std::string_view subscripts, std::span<const shape> operands) {
  std::string text(subscripts);
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  const std::size_t arrow = text.find("->");
  const std::string_view inputs = std::string_view(text).substr(0, arrow);
  const std::vector<std::string_view> terms = split_at_commas(inputs);
  if (terms.size() != operands.size())
    throw value_error(text_of(terms.size() > operands.size() ? "fewer" : "more",
                              " operands provided to einstein sum function than specified in the "
                              "subscripts string"));
  einsum_labels labels;
  std::size_t broadcast_rank = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const term parsed = parse_term(terms[i], text_of("operand ", i));
    const std::size_t rank = ellipsis_rank(parsed, operands[i].size(), i);
    broadcast_rank = std::max(broadcast_rank, rank);
    labels.operands.push_back(labels_of(parsed, rank));
  }
  labels.result = arrow == std::string::npos
                      ? implicit_result(labels.operands, broadcast_rank)
                      : explicit_result(std::string_view(text).substr(arrow + 2), labels.operands,
                                        broadcast_rank);
  return labels;
}

void require_extents(const einsum_labels& labels, std::span<const shape> operands) {
  const label_list all = all_labels(labels);
  // NumPy names the operand otherwise where the result is a view of it.
  const bool is_view = operands.size() == 1 && all.size() == labels.result.size();
  for (std::size_t i = 0; i < operands.size(); ++i)
    require_equal_diagonals(labels.operands[i], operands[i], is_view ? nullptr : &i);
  for (const axis_label label : all) {
    std::ptrdiff_t common = 1;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const std::ptrdiff_t extent = extent_of(label, labels.operands[i], operands[i]).value_or(1);
      if (common == 1) common = extent;
      if (extent == 1 || extent == common) continue;
      std::string shapes;
      for (std::size_t k = 0; k < operands.size(); ++k)
        shapes += remapped(all, labels.operands[k], operands[k]);
      throw shape_error(text_of(
          "operands could not be broadcast together with remapped shapes [original->remapped]: ",
          shapes));
    }
  }
}

}  // namespace gpu::linalg::detail
