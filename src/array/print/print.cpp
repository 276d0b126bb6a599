// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/print/print.hpp>

#include <algorithm>
#include <cstring>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "array/print/number_format.hpp"
#include "array/print/shown_elements.hpp"
#include "cuda/copy.hpp"
#include "execute/operation.hpp"

namespace gpu {
namespace detail {
namespace {

/// Puts the texts of the elements between brackets and breaks the lines.
class bracketed_text {
 public:
  bracketed_text(const shown_elements& shown, const print_options& options, std::string separator)
      : extents_(shown.extents),
        kept_(shown.kept),
        edge_(options.edgeitems),
        summarised_(is_summarised(shown.extents, options)),
        separator_(std::move(separator)),
        separator_end_(separator_.substr(0, separator_.find_last_not_of(' ') + 1)),
        texts_(element_texts(shown.type, shown.bytes.data(),
                             static_cast<std::size_t>(element_count(shown.kept)), options,
                             shown.extents.empty())) {}

  /// @param position  of the part with the indices before `axis` fixed, among parts of its rank
  /// @param width     of a line
  [[nodiscard]] std::string text(std::size_t axis, std::ptrdiff_t position,
                                 const std::string& indent, int width) const {
    if (axis == extents_.size()) return texts_[static_cast<std::size_t>(position)];
    const std::string lines = axis + 1 == extents_.size() ? row(axis, position, indent, width)
                                                          : block(axis, position, indent, width);
    return "[" + lines.substr(indent.size()) + "]";
  }

 private:
  /// Which entries of an axis are shown, in order; -1 is where others are left out.
  [[nodiscard]] std::vector<std::ptrdiff_t> entries(std::size_t axis) const {
    std::vector<std::ptrdiff_t> result;
    const std::ptrdiff_t kept = kept_[axis];
    const bool cut = summarised_ && extents_[axis] > 2 * edge_;
    const std::ptrdiff_t trailing = cut ? std::max<std::ptrdiff_t>(edge_, 1) : kept;
    for (std::ptrdiff_t i = 0; cut && i < edge_; ++i) result.push_back(i);
    if (cut) result.push_back(-1);
    for (std::ptrdiff_t i = kept - trailing; i < kept; ++i) result.push_back(i);
    return result;
  }

  [[nodiscard]] std::string row(std::size_t axis, std::ptrdiff_t position,
                                const std::string& indent, int width) const {
    const std::size_t limit = static_cast<std::size_t>(
        std::max(width - std::max<int>(static_cast<int>(separator_end_.size()), 1), 0));
    std::string lines;
    std::string line = indent;
    bool first = true;
    for (const std::ptrdiff_t i : entries(axis)) {
      if (!first) line += separator_;
      first = false;
      const std::string word =
          i < 0 ? "..." : texts_[static_cast<std::size_t>(position * kept_[axis] + i)];
      if (line.size() + word.size() > limit && line.size() > indent.size()) {
        lines += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        line = indent;
      }
      line += word;
    }
    return lines + line;
  }

  [[nodiscard]] std::string block(std::size_t axis, std::ptrdiff_t position,
                                  const std::string& indent, int width) const {
    const std::string between = separator_end_ + std::string(extents_.size() - axis - 1, '\n');
    std::string lines;
    for (const std::ptrdiff_t i : entries(axis)) {
      if (!lines.empty()) lines += between;
      lines += indent;
      lines += i < 0 ? "..." : text(axis + 1, position * kept_[axis] + i, indent + ' ', width - 1);
    }
    return lines;
  }

  const shape& extents_;
  const shape& kept_;
  const std::ptrdiff_t edge_;
  const bool summarised_;
  const std::string separator_;
  const std::string separator_end_;
  const std::vector<std::string> texts_;
};

/// What NumPy gives such elements without being asked.
bool is_default(dtype type) {
  return type == dtype::bool_ || type == dtype::int64 || type == dtype::float64 ||
         type == dtype::complex128;
}

std::string list_text(const shown_elements& shown, const print_options& options,
                      const std::string& separator, std::size_t prefix, int width) {
  if (element_count(shown.extents) == 0) return "[]";
  return bracketed_text(shown, options, separator).text(0, 0, std::string(prefix + 1, ' '), width);
}

std::string repr_text(const shown_elements& shown, const std::optional<device>& where,
                      const print_options& options) {
  const std::string prefix = "array(";
  std::string text = prefix + list_text(shown, options, ", ", prefix.size(), options.linewidth - 1);
  const bool empty = element_count(shown.extents) == 0;
  std::string extras;
  if ((empty && shown.extents != shape{0}) || is_summarised(shown.extents, options))
    extras += ", shape=" + tuple_text(shown.extents);
  if (empty || !is_default(shown.type)) extras += text_of(", dtype=", shown.type);
  if (where) extras += text_of(", device=", *where);
  if (extras.empty()) return text + ")";
  extras.erase(0, 2);
  const std::size_t last_line = text.size() + 1 - (text.rfind('\n') + 1);
  const bool fits = last_line + extras.size() + 2 <= static_cast<std::size_t>(options.linewidth);
  return text + "," + (fits ? " " : "\n" + std::string(prefix.size(), ' ')) + extras + ")";
}

std::string str_text(const shown_elements& shown, const print_options& options) {
  if (shown.extents.empty()) return scalar_text(shown.type, shown.bytes.data());
  return list_text(shown, options, " ", 0, options.linewidth);
}

element_source host_source(dtype type, const void* elements) {
  return [=](std::ptrdiff_t first, std::ptrdiff_t count, void* to) {
    const std::size_t size = size_bytes(type);
    std::memcpy(to, static_cast<const char*>(elements) + static_cast<std::size_t>(first) * size,
                static_cast<std::size_t>(count) * size);
  };
}

/// What a view shows, with what is computed below it evaluated; null if `value` is no view of as
/// many elements or fewer, which is better evaluated itself.
graph::node_ptr view_of_memory(const graph::node_ptr& value) {
  const graph::node_ptr known = graph::resolved(value);
  if (!graph::is_computed(known->kind)) return known;
  if (known->kind != graph::node_kind::view) return nullptr;
  const auto& view = static_cast<const graph::view_node&>(*known);
  if (element_count(view.viewed->extents) > element_count(view.extents)) return nullptr;
  graph::node_ptr source = view_of_memory(view.viewed);
  if (!source) source = graph::node_ptr(execute::evaluate(view.viewed).get());
  return view.affine ? graph::make_view(source, *view.affine)
                     : graph::make_reshape(source, view.extents);
}

/// Elements [first, first + count) in C order: some along one axis, all along those behind it.
affine_view part_of(const shape& extents, std::ptrdiff_t first, std::ptrdiff_t count) {
  std::size_t axis = extents.size();
  std::ptrdiff_t behind = 1;
  while (axis > 0 && count % (behind * extents[axis - 1]) == 0) behind *= extents[--axis];
  affine_view part{{}, shape(extents.size(), 0), {}};
  const auto add = [&](std::size_t taken, std::ptrdiff_t extent) {
    part.terms.push_back({part.extents.size(), taken, 1});
    part.extents.push_back(extent);
  };
  if (axis > 0) add(axis - 1, count / behind);
  for (std::size_t k = axis; k < extents.size(); ++k) add(k, extents[k]);
  std::ptrdiff_t rest = first / behind;
  for (std::size_t k = axis; k-- > 0; rest /= extents[k]) part.start[k] = rest % extents[k];
  return part;
}

/// Evaluates only the elements that are shown.
shown_elements fetch_parts(const graph::node_ptr& value, const print_options& options) {
  const auto source = [&](std::ptrdiff_t first, std::ptrdiff_t count, void* to) {
    read_elements(graph::make_view(value, part_of(value->extents, first, count)), to);
  };
  return fetch_shown(value->type, value->extents, options, source);
}

/// Fetches from where the elements are.
shown_elements fetch_from(const graph::leaf_ptr& leaf, const print_options& options) {
  if (element_count(leaf->extents) == 0) return {leaf->type, leaf->extents, leaf->extents, {}};
  execute::operation copy(*leaf->where);
  const char* const elements = copy.input<char>(*leaf);
  const auto source = [&](std::ptrdiff_t first, std::ptrdiff_t count, void* to) {
    const std::size_t size = size_bytes(leaf->type);
    copy_bytes(to, cpu(), elements + static_cast<std::size_t>(first) * size, *leaf->where,
               static_cast<std::size_t>(count) * size, copy.stream());
  };
  return fetch_shown(leaf->type, leaf->extents, options, source);
}

shown_elements fetch_from(const graph::node_ptr& value, const print_options& options) {
  const graph::node_ptr view =
      is_summarised(value->extents, options) ? view_of_memory(value) : nullptr;
  if (!view) return fetch_from(execute::evaluate(value), options);
  if (view->kind == graph::node_kind::leaf) {
    const auto& leaf = static_cast<const graph::leaf_node&>(*view);
    if (is_contiguous(leaf.extents, leaf.strides))
      return fetch_from(graph::leaf_ptr(&leaf), options);
  }
  return fetch_parts(view, options);
}

}  // namespace

std::string text_in_brackets(const graph::node_ptr& value, const array2string_options& asked) {
  const print_options_guard scope({.precision = asked.precision,
                                   .threshold = asked.threshold,
                                   .edgeitems = asked.edgeitems,
                                   .linewidth = asked.max_line_width,
                                   .suppress = asked.suppress_small,
                                   .sign = asked.sign,
                                   .floatmode = asked.floatmode});
  const print_options& options = get_printoptions();
  const int width = options.linewidth - static_cast<int>(asked.suffix.size());
  return list_text(fetch_from(value, options), options, asked.separator, asked.prefix.size(),
                   width);
}

std::string repr_of(const graph::node_ptr& value, const print_options& options) {
  return repr_text(fetch_from(value, options), graph::device_of(value), options);
}

std::string str_of(const graph::node_ptr& value, const print_options& options) {
  return str_text(fetch_from(value, options), options);
}

}  // namespace detail

std::string array_repr(dtype type, const shape& extents, const void* elements,
                       const std::optional<device>& where, const print_options& options) {
  const auto source = detail::host_source(type, elements);
  return detail::repr_text(detail::fetch_shown(type, extents, options, source), where, options);
}

std::string array_str(dtype type, const shape& extents, const void* elements,
                      const print_options& options) {
  const auto source = detail::host_source(type, elements);
  return detail::str_text(detail::fetch_shown(type, extents, options, source), options);
}

}  // namespace gpu
