// SPDX-License-Identifier: BSD-3-Clause
#include "calls.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include <gpu/array/indexing/access.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "decomposition_calls.hpp"
#include "draw_shapes.hpp"
#include "draw_values.hpp"
#include "functor_table.hpp"
#include "indexing_calls.hpp"
#include "naive.hpp"
#include "product_calls.hpp"
#include "run.hpp"

namespace gpu::fuzz {
namespace {

constexpr std::size_t max_values = 8;

const char* name_of(refusal why) {
  constexpr const char* names[] = {"index_error", "shape_error",  "axis_error",   "value_error",
                                   "dtype_error", "linalg_error", "another error"};
  return names[static_cast<int>(why)];
}

/// Elements 0, 1, 2 ..., so that each has a value of its own if the type allows.
std::vector<std::byte> counted(dtype type, std::size_t count) {
  std::vector<std::byte> bytes(count * size_bytes(type));
  const functor convert = cast_functor(dtype::int64, type);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::int64_t>(i);
    const void* in = &number;
    convert(&in, bytes.data() + i * size_bytes(type));
  }
  return bytes;
}

/// Numbers from -1.7 to 1.7 that products round; integers from -8 to 8.
host_value moderate(dtype type, const shape& extents, std::mt19937_64& random) {
  host_value value = make_value(type, extents);
  const auto draw = [&](double step) { return (static_cast<double>(random() % 17) - 8) * step; };
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    for (std::ptrdiff_t i = 0; i < element_count(extents); ++i) {
      T x;
      if constexpr (std::is_same_v<T, bool>)
        x = random() % 3 == 0;
      else if constexpr (requires { x.imag(); })
        x = T(static_cast<typename T::value_type>(draw(0.21)),
              static_cast<typename T::value_type>(draw(0.21)));
      else if constexpr (std::is_integral_v<T>)
        x = static_cast<T>(std::is_signed_v<T> ? draw(1) : draw(1) + 8);
      else
        x = T(draw(0.21));
      std::memcpy(value.element(i), static_cast<const void*>(&x), sizeof(x));
    }
  });
  return value;
}

host_value converted(const host_value& value, dtype type) {
  host_value result = make_value(type, value.extents);
  const functor convert = cast_functor(value.type, type);
  for (std::ptrdiff_t i = 0; i < element_count(value.extents); ++i) {
    const void* in = value.element(i);
    convert(&in, result.element(i));
  }
  return result;
}

graph::node_ptr leaf_of(const host_value& value, device where) {
  return graph::node_ptr(
      detail::leaf_from_host(value.bytes.data(), value.type, value.extents, where).get());
}

}  // namespace

refusal refusal_of(const std::exception& thrown) {
  if (dynamic_cast<const index_error*>(&thrown) != nullptr) return refusal::index;
  if (dynamic_cast<const shape_error*>(&thrown) != nullptr) return refusal::shape;
  if (dynamic_cast<const axis_error*>(&thrown) != nullptr) return refusal::axis;
  if (dynamic_cast<const value_error*>(&thrown) != nullptr) return refusal::value;
  if (dynamic_cast<const dtype_error*>(&thrown) != nullptr) return refusal::dtype;
  if (dynamic_cast<const linalg_error*>(&thrown) != nullptr) return refusal::linalg;
  return refusal::other;
}

call_case::call_case(const draw_options& options, const seeds& from, device where, bool print)
    : random_(from.tree),
      where_(where),
      max_(std::min<std::ptrdiff_t>(options.max_elements, 2000)),
      type_(options.type),
      moderate_(options.of >= subject::products),
      print_(print) {}

void call_case::note(const std::string& text) {
  log_ += text + '\n';
  if (!print_) return;
  std::fprintf(stdout, "%s\n", text.c_str());
  std::fflush(stdout);
}

dtype call_case::draw_type() {
  if (type_ && chance(70)) return *type_;
  return static_cast<dtype>(below(dtype_count));
}

std::ptrdiff_t call_case::draw_extent() {
  const std::size_t kind = below(100);
  if (kind < 6) return 0;
  if (kind < 20) return 1;
  return kind < 94 ? between(2, 6) : between(7, 70);
}

shape call_case::draw_extents(std::size_t min_rank) {
  constexpr std::size_t ranks[] = {0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4};
  const std::size_t rank = std::max(min_rank, ranks[below(std::size(ranks))]);
  shape extents;
  std::ptrdiff_t count = 1;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::ptrdiff_t extent = draw_extent();
    while (count * extent > max_) extent /= 2;
    extents.push_back(extent);
    count *= std::max<std::ptrdiff_t>(extent, 1);
  }
  return extents;
}

std::ptrdiff_t call_case::draw_axis(std::size_t rank) {
  const auto most = static_cast<std::ptrdiff_t>(rank);
  if (rank == 0 || chance(3)) return chance(50) ? most : -most - 1;
  return between(-most, most - 1);
}

host_value call_case::draw_value(dtype type, const shape& extents) {
  host_value value{type, extents, {}};
  const auto count = static_cast<std::size_t>(element_count(extents));
  if (moderate_) return moderate(type, extents, random_);
  value.bytes = chance(40) ? counted(type, count) : draw_values(type, count, random_);
  return value;
}

operand call_case::operand_of(host_value value, const std::string& text) {
  operand result{nullptr, std::move(value), text};
  if (chance(70)) {
    result.node = leaf_of(result.model, where_);
    return result;
  }
  // A view of every other element, backwards, of an array with one axis more.
  const shape& extents = result.model.extents;
  host_value wide = make_value(result.model.type, [&] {
    shape more = extents;
    more.push_back(2);
    return more;
  }());
  const std::ptrdiff_t count = element_count(extents);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    for (const std::ptrdiff_t place : {(count - 1 - i) * 2, (count - 1 - i) * 2 + 1})
      std::memcpy(wide.element(place), result.model.element(i), size_bytes(wide.type));
  std::vector<slice> slices;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    slices.push_back(range(placeholders::_, placeholders::_, -1));
  slices.emplace_back(static_cast<std::ptrdiff_t>(below(2)));
  result.node = graph::make_view(leaf_of(wide, where_), sliced(wide.extents, slices));
  return result;
}

operand call_case::fresh(dtype type, const shape& extents) {
  const std::size_t kind = below(10);
  const std::string name = text_of("x", count_++);
  operand result;
  if (kind < 5) {
    result = {nullptr, draw_value(type, extents), name};
    result.node = leaf_of(result.model, where_);
    note(text_of(name, " = ", type, ' ', extents));
  } else if (kind < 6) {
    const operand narrow = fresh(chance(50) ? dtype::bool_ : dtype::int8, extents);
    result = {graph::make_cast(narrow.node, type), converted(narrow.model, type), name};
    note(text_of(name, " = ", narrow.text, " as ", type));
  } else {
    drawn_view drawn = draw_view(extents, max_ * 2, random_);
    const operand whole = fresh(type, drawn.source);
    program work;
    work.steps = {{action::array, {}, type, drawn.source, 0, 0, {}, {}, whole.model.bytes},
                  drawn.view};
    infer(work);
    result = {viewed(whole.node, work.steps[1]), naive_step(work, 1, {whole.model}), name};
    note(text_of(name, " = view ", static_cast<int>(drawn.view.what), " of ", whole.text, ": ",
                 extents));
  }
  return result;
}

operand call_case::any(std::size_t min_rank) {
  if (chance(35)) {
    const std::size_t kept = values_.size() + arrays_.size();
    for (int attempt = 0; kept > 0 && attempt < 3; ++attempt) {
      const std::size_t which = below(kept);
      if (which < values_.size()) {
        if (values_[which].model.extents.size() >= min_rank) return values_[which];
        continue;
      }
      const changed_array& one = *arrays_[which - values_.size()];
      if (one.model.extents.size() >= min_rank) return {one.array->node(), one.model, one.text};
    }
  }
  const dtype type = draw_type();
  return fresh(type, draw_extents(min_rank));
}

index_operand call_case::indices(const shape& extents, std::ptrdiff_t size, bool may_be_outside) {
  constexpr dtype types[] = {dtype::int8,  dtype::int16,  dtype::int32,  dtype::int64,
                             dtype::uint8, dtype::uint16, dtype::uint32, dtype::uint64};
  dtype type = types[below(std::size(types))];
  if (size > 100 && size_bytes(type) == 1) type = dtype::int64;
  const bool is_signed = traits(type).is_signed;
  index_operand result;
  host_value value = make_value(type, extents);
  const functor convert = cast_functor(dtype::int64, type);
  const std::ptrdiff_t count = element_count(extents);
  const bool outside = may_be_outside && chance(7);
  const std::ptrdiff_t wrong = outside ? between(0, std::max<std::ptrdiff_t>(count, 1) - 1) : -1;
  std::string text = text_of(type, ' ', extents, '{');
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    std::int64_t number = size == 0 ? 0 : between(is_signed && chance(30) ? -size : 0, size - 1);
    if (i == wrong) {
      number = size + between(0, 3);
      if (is_signed && chance(50)) number = -size - between(1, 4);
      if (chance(20) && size_bytes(type) == 8) number = INT64_MAX - between(0, 1);
      if (chance(10) && type == dtype::int64) number = INT64_MIN;
    }
    const void* in = &number;
    convert(&in, value.element(i));
    result.numbers.push_back(number);
    if (i < 24) text += text_of(i == 0 ? "" : ", ", number);
  }
  result.array = operand_of(std::move(value), text + '}');
  return result;
}

operand call_case::mask(const shape& extents) {
  host_value value = make_value(dtype::bool_, extents);
  const unsigned share = chance(20) ? 0 : chance(20) ? 100 : static_cast<unsigned>(below(100));
  std::string text = text_of("mask ", extents, '{');
  for (std::byte& one : value.bytes) {
    one = std::byte{chance(share)};
    if (text.size() < 60) text += one == std::byte{} ? '0' : '1';
  }
  return operand_of(std::move(value), text + '}');
}

changed_array& call_case::target(std::size_t min_rank) {
  if (!arrays_.empty() && chance(60)) {
    changed_array& one = *arrays_[below(arrays_.size())];
    if (one.model.extents.size() >= min_rank) return one;
  }
  const dtype type = draw_type();
  host_value value = draw_value(type, draw_extents(min_rank));
  const std::string name = text_of("a", count_++);
  note(text_of(name, " = array ", type, ' ', value.extents));
  auto array = std::make_shared<untyped_array>(
      detail::leaf_from_host(value.bytes.data(), value.type, value.extents, where_));
  arrays_.push_back(
      std::make_unique<changed_array>(changed_array{std::move(array), std::move(value), name}));
  return *arrays_.back();
}

host_value call_case::read(const graph::node_ptr& node) const {
  host_value result = make_value(node->type, node->extents);
  detail::read_elements(node, result.bytes.data());
  return result;
}

void call_case::keep(operand value) {
  if (values_.size() < max_values)
    values_.push_back(std::move(value));
  else
    values_[below(max_values)] = std::move(value);
}

void call_case::check(const std::string& text, const std::function<host_value()>& model,
                      const std::function<graph::node_ptr()>& call) {
  check_all(
      text, [&] { return values{model()}; }, [&] { return nodes{call()}; });
}

namespace {

/// Runs a model, then a call; throws `mismatch` if one fails and the other does not.
/// @return whether both gave a result
bool both_agree(const std::function<void()>& model, const std::function<void()>& call) {
  std::optional<refusal> expected;
  std::optional<refusal> allowed;
  try {
    model();
  } catch (const refused& one) {
    expected = one.why;
  } catch (const undecided& one) {
    allowed = one.why;
  }
  std::optional<refusal> thrown;
  std::string words;
  try {
    call();
  } catch (const error& failure) {
    thrown = refusal_of(failure);
    words = failure.what();
  }
  if (allowed && (!thrown || thrown == allowed)) return false;
  if (thrown == expected && !allowed) return !thrown;
  throw mismatch{
      text_of(thrown ? text_of("threw ", name_of(*thrown), " (", words, ")") : "threw nothing",
              ", expected ",
              expected  ? name_of(*expected)
              : allowed ? name_of(*allowed)
                        : "a result")};
}

}  // namespace

void call_case::check_all(const std::string& text, const std::function<values()>& model,
                          const std::function<nodes()>& call) {
  const std::string name = text_of("r", count_++);
  note(text_of(name, " = ", text));
  values expected;
  nodes results;
  values actual;
  bool at_once = true;
  const bool worked = both_agree(
      [&] {
        at_once = true;
        expected = model();
        at_once = chance(65);
      },
      [&] {
        results = call();
        if (at_once)
          for (const graph::node_ptr& node : results) actual.push_back(read(node));
      });
  if (!worked) return;
  if (results.size() != expected.size())
    throw mismatch{text_of(results.size(), " results, expected ", expected.size())};
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i]->type != expected[i].type || results[i]->extents != expected[i].extents)
      throw mismatch{text_of("result ", i, " is ", results[i]->type, ' ', results[i]->extents,
                             ", expected ", expected[i].type, ' ', expected[i].extents)};
    const std::string wrong = at_once ? difference(actual[i], expected[i]) : std::string();
    if (!wrong.empty()) throw mismatch{text_of("result ", i, ": ", wrong)};
    keep({results[i], std::move(expected[i]), text_of(name, '[', i, ']')});
  }
}

void call_case::check_change(const std::string& text, changed_array& target,
                             const std::function<void(host_value&)>& model,
                             const std::function<void(array_base&)>& call) {
  note(text);
  if (chance(40))
    keep({target.array->node(), target.model, text_of(target.text, " as it was before")});
  host_value expected = target.model;
  bool undone = false;
  const bool worked = both_agree(
      [&] {
        try {
          model(expected);
        } catch (const undecided&) {
          undone = true;
          throw;
        }
      },
      [&] { call(*target.array); });
  if (!worked && !undone) expected = target.model;
  const std::string wrong = difference(read(target.array->read_node()), expected);
  if (!wrong.empty()) throw mismatch{text_of(target.text, worked ? ": " : " was changed: ", wrong)};
  target.model = std::move(expected);
}

void call_case::finish() {
  for (const operand& one : values_) {
    const std::string wrong = difference(read(one.node), one.model);
    if (!wrong.empty()) throw mismatch{text_of(one.text, " in the end: ", wrong)};
  }
  for (const auto& one : arrays_) {
    const std::string wrong = difference(read(one->array->read_node()), one->model);
    if (!wrong.empty()) throw mismatch{text_of(one->text, " in the end: ", wrong)};
  }
}

const std::vector<call_kind>& call_kinds(subject of) {
  if (of == subject::decompositions) return decomposition_calls();
  return of == subject::products ? product_calls() : indexing_calls();
}

std::size_t call_named(subject of, const std::string& name) {
  const std::vector<call_kind>& kinds = call_kinds(of);
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const call_kind& one) { return one.name == name; });
  if (found == kinds.end()) throw value_error(text_of("'", name, "' is no function of these"));
  return static_cast<std::size_t>(found - kinds.begin());
}

std::string check_calls(const draw_options& options, const seeds& from, device where, bool print) {
  const device_guard guard(where);
  call_case one(options, from, where, print);
  const std::vector<call_kind>& kinds = call_kinds(options.of);
  std::string wrong;
  try {
    const auto most = static_cast<std::size_t>(std::min(options.max_ops, 5));
    for (std::size_t left = 1 + one.below(most); left > 0; --left) {
      const bool asked = options.op && one.chance(70);
      kinds[asked ? *options.op : one.below(kinds.size())].run(one);
    }
    one.finish();
  } catch (const mismatch& found) {
    wrong = found.text;
  } catch (const refused& found) {
    wrong = text_of("the model refused operands: ", name_of(found.why));
  } catch (const std::exception& failure) {
    wrong = text_of("exception: ", failure.what());
  }
  return wrong.empty() ? wrong : text_of(wrong, "\n\n", one.log());
}

}  // namespace gpu::fuzz
