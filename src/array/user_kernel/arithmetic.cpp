// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/arithmetic.hpp"

#include <algorithm>
#include <map>

#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>

namespace gpu::user_kernels {

using graph::node_ptr;

namespace {

using getter = const graph::op_record& (*)();

const getter* find_record(std::string_view name) {
  static const auto& records = *new std::map<std::string_view, getter>([] {
    std::map<std::string_view, getter> table;
    all_ops::for_each([&]<class Op>() {
      // Those with two results have other signatures in C.
      if (count_outputs(Op::info.loops) == 1) table.emplace(Op::info.name, &graph::record_of<Op>);
    });
    return table;
  }());
  const auto found = records.find(name);
  return found == records.end() ? nullptr : &found->second;
}

const graph::op_record& record_named(std::string_view name) {
  const getter* const found = find_record(name);
  if (found == nullptr) throw not_expressible{text_of("'", name, "'")};
  return (*found)();
}

int exact_loop(const graph::op_record& op, std::span<const node_ptr> operands) {
  for (std::size_t index = 0; index < op.loops.size(); ++index)
    if (std::equal(operands.begin(), operands.end(), op.loops[index].in.begin(),
                   op.loops[index].in.end(),
                   [](const node_ptr& operand, dtype type) { return operand->type == type; }))
      return static_cast<int>(index);
  throw not_expressible{text_of("'", op.name, "' of ", operands[0]->type)};
}

/// One loop step on the host, for operands that are scalars.
node_ptr fold(const graph::typed_loop& loop, std::span<const node_ptr> operands) {
  const void* in[3];
  for (std::size_t k = 0; k < operands.size(); ++k)
    in[k] = static_cast<const graph::scalar_node&>(*operands[k]).bytes;
  alignas(16) unsigned char out[16];
  loop.on_host(in, out, 1);
  return graph::make_scalar(loop.out, out);
}

bool is_complex(dtype type) noexcept {
  return traits(type).kind == dtype_kind::complex;
}

node_ptr require_integer(std::string_view symbol, const node_ptr& value) {
  const dtype type = promoted(value->type);
  if (!is_integer(type)) throw not_expressible{text_of("operator", symbol, " of ", value->type)};
  return convert(value, type);
}

template <class Op>
constexpr getter of = &graph::record_of<Op>;

struct operator_row {
  std::string_view symbol;
  getter op;
  getter integer_op;  ///< for integers, where C differs from NumPy
};
constexpr operator_row arithmetic_operators[] = {
    {"+", of<ops::add>, of<ops::add>},
    {"-", of<ops::subtract>, of<ops::subtract>},
    {"*", of<ops::multiply>, of<ops::multiply>},
    {"/", of<ops::divide>, of<ops::trunc_divide>},
    {"==", of<ops::equal>, of<ops::equal>},
    {"!=", of<ops::not_equal>, of<ops::not_equal>},
    {"<", of<ops::less>, of<ops::less>},
    {"<=", of<ops::less_equal>, of<ops::less_equal>},
    {">", of<ops::greater>, of<ops::greater>},
    {">=", of<ops::greater_equal>, of<ops::greater_equal>},
};
constexpr operator_row integer_operators[] = {
    {"%", nullptr, of<ops::fmod>},        {"&", nullptr, of<ops::bitwise_and>},
    {"|", nullptr, of<ops::bitwise_or>},  {"^", nullptr, of<ops::bitwise_xor>},
    {"<<", nullptr, of<ops::left_shift>}, {">>", nullptr, of<ops::right_shift>},
};
/// Of bools.
constexpr operator_row logical_operators[] = {{"&&", of<ops::logical_and>, nullptr},
                                              {"||", of<ops::logical_or>, nullptr}};

const operator_row* find_row(std::span<const operator_row> rows, std::string_view symbol) {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const operator_row& row) { return row.symbol == symbol; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

dtype promoted(dtype type) noexcept {
  if (type == dtype::float16 || type == dtype::bfloat16) return dtype::float32;
  if (type == dtype::bool_ || (is_integer(type) && size_bytes(type) < 4)) return dtype::int32;
  return type;
}

dtype common_type(dtype a, dtype b) noexcept {
  a = promoted(a);
  b = promoted(b);
  if (traits(a).kind != traits(b).kind) return traits(a).kind > traits(b).kind ? a : b;
  if (size_bytes(a) != size_bytes(b)) return size_bytes(a) > size_bytes(b) ? a : b;
  return traits(a).is_signed ? b : a;
}

namespace {

node_ptr apply_op(const graph::op_record& record, std::span<const node_ptr> operands) {
  const int loop = exact_loop(record, operands);
  const graph::typed_loop& chosen = record.loops[static_cast<std::size_t>(loop)];
  const bool constant = std::all_of(operands.begin(), operands.end(), [](const node_ptr& operand) {
    return operand->kind == graph::node_kind::scalar;
  });
  if (constant && chosen.on_host != nullptr && operands.size() <= 3) return fold(chosen, operands);
  return graph::make_op(record, loop, operands);
}

}  // namespace

node_ptr apply_op(std::string_view op, std::span<const node_ptr> operands) {
  return apply_op(record_named(op), operands);
}

node_ptr convert(const node_ptr& value, dtype type) {
  const bool narrows =
      is_complex(value->type) && (!is_complex(type) || size_bytes(type) < size_bytes(value->type));
  if (narrows) throw not_expressible{text_of("a conversion of ", value->type, " to ", type)};
  return graph::make_cast(value, type);
}

node_ptr binary(std::string_view symbol, const node_ptr& a, const node_ptr& b) {
  if (const operator_row* const row = find_row(logical_operators, symbol)) {
    const node_ptr operands[] = {convert(a, dtype::bool_), convert(b, dtype::bool_)};
    return apply_op(row->op(), operands);
  }
  if (const operator_row* const row = find_row(arithmetic_operators, symbol)) {
    const dtype type = common_type(a->type, b->type);
    const node_ptr operands[] = {convert(a, type), convert(b, type)};
    return apply_op(is_integer(type) ? row->integer_op() : row->op(), operands);
  }
  if (const operator_row* const row = find_row(integer_operators, symbol)) {
    const node_ptr left = require_integer(symbol, a);
    const node_ptr right = require_integer(symbol, b);
    const bool shifts = symbol == "<<" || symbol == ">>";
    const dtype type = shifts ? left->type : common_type(left->type, right->type);
    const node_ptr operands[] = {convert(left, type), convert(right, type)};
    return apply_op(row->integer_op(), operands);
  }
  throw not_expressible{text_of("operator", symbol)};
}

node_ptr unary(std::string_view symbol, const node_ptr& a) {
  if (symbol == "!") {
    const node_ptr value = convert(a, dtype::bool_);
    return apply_op("logical_not", {&value, 1});
  }
  const node_ptr value = symbol == "~" ? require_integer(symbol, a) : convert(a, promoted(a->type));
  if (symbol == "+") return value;
  return apply_op(symbol == "~" ? "invert" : "negative", {&value, 1});
}

node_ptr select(const node_ptr& condition, const node_ptr& a, const node_ptr& b) {
  dtype type = a->type;
  if (a->type != b->type) type = common_type(a->type, b->type);
  const node_ptr operands[] = {convert(condition, dtype::bool_), convert(a, type),
                               convert(b, type)};
  return apply_op("where", operands);
}

namespace {

/// Functions that no op of one name is in C.
enum class composed {
  largest,  ///< max and min, of the common type
  magnitude,
  reciprocal_root,
  float_reciprocal_root,
};
struct composed_row {
  std::string_view name;
  getter op;
  std::size_t arity;
  composed form;
};
constexpr composed_row composed_functions[] = {
    {"max", of<ops::fmax>, 2, composed::largest},
    {"min", of<ops::fmin>, 2, composed::largest},
    {"abs", of<ops::absolute>, 1, composed::magnitude},
    {"rsqrt", of<ops::sqrt>, 1, composed::reciprocal_root},
    {"rsqrtf", of<ops::sqrt>, 1, composed::float_reciprocal_root},
};

const composed_row* composed_function(std::string_view name) {
  for (const composed_row& row : composed_functions)
    if (name == row.name) return &row;
  return nullptr;
}

/// The words of a text that spaces separate.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end != 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// The op that C calls `name`; null if there is none.
const graph::op_record* c_function(std::string_view name) {
  static const auto& records = *new std::map<std::string_view, getter>([] {
    std::map<std::string_view, getter> table;
    all_ops::for_each([&]<class Op>() {
      for (const std::string_view own : words_of(Op::info.c_names))
        table.emplace(own, &graph::record_of<Op>);
    });
    return table;
  }());
  const auto found = records.find(name);
  return found == records.end() ? nullptr : &found->second();
}

dtype argument_type(std::span<const node_ptr> arguments) {
  dtype type = dtype::float32;
  for (const node_ptr& argument : arguments) {
    dtype own = promoted(argument->type);
    if (is_integer(own)) own = dtype::float64;
    type = common_type(type, own);
  }
  return type;
}

node_ptr apply_to(const graph::op_record& op, std::span<const node_ptr> arguments, dtype type) {
  std::vector<node_ptr> operands;
  for (const node_ptr& argument : arguments) operands.push_back(convert(argument, type));
  return apply_op(op, operands);
}

void require_arity(std::string_view function, std::span<const node_ptr> arguments,
                   std::size_t arity) {
  if (arguments.size() != arity)
    throw not_expressible{
        text_of("a call of '", function, "' with ", arguments.size(), " arguments")};
}

node_ptr call_composed(const composed_row& row, std::span<const node_ptr> arguments) {
  require_arity(row.name, arguments, row.arity);
  const graph::op_record& op = row.op();
  const dtype common = common_type(arguments[0]->type, arguments.back()->type);
  switch (row.form) {
    case composed::largest:
      if (is_complex(common)) throw not_expressible{text_of("'", row.name, "' of ", common)};
      return apply_to(op, arguments, common);
    case composed::magnitude:
      if (is_integer(common) && !traits(common).is_signed) return convert(arguments[0], common);
      return apply_to(op, arguments, common);
    default: {
      const dtype type =
          row.form == composed::reciprocal_root ? argument_type(arguments) : dtype::float32;
      const double one = 1;
      return binary("/", graph::make_cast(graph::make_scalar(dtype::float64, &one), type),
                    apply_to(op, arguments, type));
    }
  }
}

bool is_predicate(const graph::op_record& op) {
  return op.loops.back().out == dtype::bool_;
}

/// The op that computes what `function` is of two values of one type; null if several do, or none.
const graph::op_record* op_for(std::string_view function, dtype type) {
  if (const operator_row* const row = find_row(logical_operators, function))
    return type == dtype::bool_ ? &row->op() : nullptr;
  if (promoted(type) != type && !is_integer(type)) return nullptr;  // rounded when converted back
  if (const operator_row* const row = find_row(arithmetic_operators, function))
    return is_integer(type) ? &row->integer_op() : &row->op();
  if (const operator_row* const row = find_row(integer_operators, function))
    return is_integer(type) ? &row->integer_op() : nullptr;
  if (const composed_row* const row = composed_function(function))
    return row->form == composed::largest && !is_complex(type) ? &row->op() : nullptr;
  // Arguments of all other types are converted.
  return traits(type).kind == dtype_kind::floating ? c_function(function) : nullptr;
}

/// Arguments become double, unless all are float; complex where the op has such loops.
node_ptr call_c_function(std::string_view name, const graph::op_record& op,
                         std::span<const node_ptr> arguments, bool in_float) {
  require_arity(name, arguments, op.loops.front().in.size());
  // As CUDA has it: a float to an integer power is a float.
  const bool integer_power =
      op.name == "power" && traits(arguments[1]->type).kind <= dtype_kind::integer;
  const std::size_t deciding = integer_power ? 1 : arguments.size();
  return apply_to(op, arguments,
                  in_float ? dtype::float32 : argument_type(arguments.first(deciding)));
}

}  // namespace

const graph::op_record* op_function(std::string_view name) {
  // C has these with other operands, and a condition is written with ?: there.
  for (const char* const own : {"remainder", "where", "ldexp", "frexp", "modf"})
    if (name == own) return nullptr;
  if (composed_function(name) != nullptr || c_function(name) != nullptr) return nullptr;
  const getter* const found = find_record(name);
  return found == nullptr ? nullptr : &(*found)();
}

const graph::op_record* op_between(std::string_view function, dtype type) {
  const graph::op_record* const op = op_for(function, type);
  const dtype in[] = {type, type};
  const bool keeps_type = op != nullptr && std::ranges::any_of(op->loops, [&](const auto& loop) {
                            return loop.out == type && std::ranges::equal(loop.in, in);
                          });
  return keeps_type ? op : nullptr;
}

node_ptr call(std::string_view function, std::span<const node_ptr> arguments) {
  if (const graph::op_record* op = op_function(function)) {
    dtype type = promoted(arguments[0]->type);
    for (const node_ptr& argument : arguments) type = common_type(type, argument->type);
    return apply_to(*op, arguments, type);
  }
  if (const composed_row* row = composed_function(function)) return call_composed(*row, arguments);
  if (const graph::op_record* op = c_function(function))
    return call_c_function(function, *op, arguments, false);
  // "expf" is exp with float arguments.
  const graph::op_record* const op =
      function.ends_with('f') ? c_function(function.substr(0, function.size() - 1)) : nullptr;
  if (op != nullptr && !is_predicate(*op)) return call_c_function(function, *op, arguments, true);
  throw not_expressible{text_of("a call of '", function, "'")};
}

}  // namespace gpu::user_kernels
