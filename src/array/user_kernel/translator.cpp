// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/translator.hpp"

#include <algorithm>
#include <optional>

#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "array/user_kernel/arithmetic.hpp"
#include "array/user_kernel/literal.hpp"

namespace gpu::user_kernels {

using graph::node_ptr;

namespace {

/// The binary operators by how tightly they bind, loosest first.
constexpr int tightest = 10;
int precedence(std::string_view symbol) noexcept {
  constexpr std::string_view levels[tightest] = {
      " || ", " && ", " | ", " ^ ", " & ", " == != ", " < <= > >= ", " << >> ", " + - ", " * / % "};
  if (symbol.empty() || symbol.size() > 2) return -1;
  const std::string word = text_of(' ', symbol, ' ');
  for (int level = 0; level < tightest; ++level)
    if (levels[level].find(word) != std::string_view::npos) return level;
  return -1;
}

/// "+=" gives "+", "=" gives "=", all else nothing.
std::string_view assignment(std::string_view symbol) noexcept {
  if (symbol == "=") return symbol;
  if (symbol.size() < 2 || symbol.back() != '=') return {};
  const std::string_view own = symbol.substr(0, symbol.size() - 1);
  return precedence(own) >= 2 && precedence(symbol) < 0 ? own : std::string_view();
}

/// One level of recursion.
class level_scope {
 public:
  [[nodiscard]] explicit level_scope(int& depth) : depth_(depth) {
    if (depth_ == max_nesting)
      throw not_expressible{"an expression or statement that nests deeply"};
    ++depth_;
  }
  level_scope(const level_scope&) = delete;
  level_scope& operator=(const level_scope&) = delete;
  ~level_scope() { --depth_; }

 private:
  int& depth_;
};

/// Reads the tokens once, from left to right; what is read is done at once.
class translator {
 public:
  translator(const std::vector<token>& text, std::span<const type_alias> types,
             std::vector<kernel_variable>& variables)
      : next_(text.data()), types_(types), variables_(variables) {}

  void run() {
    while (next_->kind != token_kind::end) statement();
  }

  [[nodiscard]] int line() const noexcept { return next_->line; }

 private:
  [[nodiscard]] bool at(std::string_view text) const noexcept { return next_->text == text; }
  bool accept(std::string_view text) noexcept {
    if (!at(text) || next_->kind == token_kind::end) return false;
    ++next_;
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) unexpected();
  }
  [[noreturn]] void unexpected() const {
    throw not_expressible{next_->kind == token_kind::end ? std::string("the end of the text")
                                                         : text_of("'", next_->text, "'")};
  }

  void statement();
  void block();
  void conditional_statement();
  void declaration(std::optional<dtype> type, bool constant);
  void refuse_keywords() const;

  [[nodiscard]] bool begins_type() const noexcept;
  std::optional<dtype> type_name();
  const type_alias* find_alias(std::string_view name) const noexcept;
  kernel_variable* find_variable(std::string_view name) noexcept;

  node_ptr expression();
  node_ptr conditional();
  node_ptr binary_from(int level);
  node_ptr prefixed();
  node_ptr cast_or_group();
  node_ptr primary();
  node_ptr identifier();
  node_ptr constructed();
  node_ptr explicit_cast(const node_ptr& value, std::optional<dtype> type);
  node_ptr call_of(std::string_view function);
  node_ptr assign(kernel_variable& variable, const node_ptr& value);
  node_ptr step(kernel_variable& variable, std::string_view symbol);
  node_ptr read(const kernel_variable& variable) const;

  const token* next_;
  std::span<const type_alias> types_;
  std::vector<kernel_variable>& variables_;
  int guarded_ = 0;  ///< inside operands that may not be evaluated
  int depth_ = 0;    ///< of the recursion
};

void translator::statement() {
  const level_scope level(depth_);
  refuse_keywords();
  if (accept(";")) return;
  if (at("{")) return block();
  if (accept("if")) return conditional_statement();
  const bool constant = at("const") || at("constexpr");
  if (constant) ++next_;
  const token* const here = next_;
  if (constant || at("auto") || begins_type()) {
    const std::optional<dtype> type = type_name();
    if (!at("(")) return declaration(type, constant || accept("const"));
    next_ = here;
  }
  expression();
  if (next_->kind != token_kind::end) expect(";");
}

void translator::refuse_keywords() const {
  for (const std::string_view loop : {"for", "while", "do"})
    if (at(loop)) throw not_expressible{text_of("a '", loop, "' loop")};
  for (const std::string_view word :
       {"return", "continue", "break", "switch", "goto", "static", "volatile", "using", "typedef",
        "struct", "asm", "extern", "__shared__"})
    if (at(word)) throw not_expressible{text_of("'", word, "'")};
  if (at("#")) throw not_expressible{"a preprocessor directive"};
}

void translator::block() {
  expect("{");
  const std::size_t outer = variables_.size();
  while (!at("}")) {
    if (next_->kind == token_kind::end) unexpected();
    statement();
  }
  ++next_;
  variables_.resize(outer);
}

/// Both branches are evaluated; each variable takes the value of the branch that holds.
void translator::conditional_statement() {
  accept("constexpr");
  expect("(");
  const node_ptr condition = expression();
  expect(")");
  const std::vector<kernel_variable> before = variables_;
  const auto branch = [&] {
    statement();
    variables_.resize(before.size());
  };
  branch();
  const std::vector<kernel_variable> after_then = std::move(variables_);
  variables_ = before;
  if (accept("else")) branch();
  for (std::size_t k = 0; k < variables_.size(); ++k) {
    node_ptr& other = variables_[k].value;
    const node_ptr& then = after_then[k].value;
    if (then == other) continue;
    if (other == nullptr)
      other = then;
    else if (then != nullptr)
      other = convert(select(condition, then, other), variables_[k].type);
  }
}

void translator::declaration(std::optional<dtype> type, bool constant) {
  do {
    if (at("*") || at("&") || at("&&")) throw not_expressible{"a pointer or a reference"};
    const std::string_view name = next_->text;
    if (next_->kind != token_kind::identifier) unexpected();
    ++next_;
    if (at("[")) throw not_expressible{"an array"};
    kernel_variable variable{name, type.value_or(dtype::bool_), nullptr, constant};
    const bool braces = at("{");
    if (accept("=") || accept("{") || accept("(")) {
      const bool parenthesis = next_[-1].text == "(";
      if (braces && at("}")) {
        const bool zero = false;
        variable.value = graph::make_cast(graph::make_scalar(dtype::bool_, &zero), variable.type);
      } else {
        const node_ptr value = expression();
        if (!type) variable.type = value->type;
        variable.value = convert(value, variable.type);
      }
      if (braces) expect("}");
      if (parenthesis) expect(")");
    }
    if (!type && !variable.value) unexpected();
    variables_.push_back(std::move(variable));
  } while (accept(","));
  if (next_->kind != token_kind::end) expect(";");
}

const type_alias* translator::find_alias(std::string_view name) const noexcept {
  const auto found = std::find_if(types_.begin(), types_.end(),
                                  [&](const type_alias& alias) { return alias.name == name; });
  return found == types_.end() ? nullptr : &*found;
}

kernel_variable* translator::find_variable(std::string_view name) noexcept {
  const auto found = std::find_if(variables_.rbegin(), variables_.rend(),
                                  [&](const kernel_variable& own) { return own.name == name; });
  return found == variables_.rend() ? nullptr : &*found;
}

bool translator::begins_type() const noexcept {
  if (next_->kind != token_kind::identifier) return false;
  const std::string_view name = next_->text;
  const bool variable = std::any_of(variables_.begin(), variables_.end(),
                                    [&](const kernel_variable& own) { return own.name == name; });
  return !variable && (name == "unsigned" || name == "signed" || name == "const" ||
                       name == "complex" || find_alias(name) != nullptr || named_type(name));
}

/// Empty for `auto`.
std::optional<dtype> translator::type_name() {
  const level_scope level(depth_);
  accept("const");
  if (accept("auto")) return std::nullopt;
  if (const type_alias* alias = find_alias(next_->text)) {
    ++next_;
    return alias->type;
  }
  if (accept("complex")) {
    expect("<");
    const std::optional<dtype> part = type_name();
    expect(">");
    if (part == dtype::float32) return dtype::complex64;
    if (part == dtype::float64) return dtype::complex128;
    unexpected();
  }
  std::string words;
  while (begins_type() && find_alias(next_->text) == nullptr) {
    words += text_of(words.empty() ? "" : " ", next_->text);
    ++next_;
  }
  const std::optional<dtype> type = fundamental_type(words);
  if (words.empty() || !type) unexpected();
  return type;
}

node_ptr translator::read(const kernel_variable& variable) const {
  if (!variable.value)
    throw not_expressible{text_of("'", variable.name, "', read before it has a value,")};
  return variable.value;
}

node_ptr translator::assign(kernel_variable& variable, const node_ptr& value) {
  if (variable.constant) throw not_expressible{text_of("an assignment to '", variable.name, "'")};
  if (guarded_ > 0) throw not_expressible{"an assignment that depends on a condition"};
  return variable.value = convert(value, variable.type);
}

/// `++` and `--`; the new value.
node_ptr translator::step(kernel_variable& variable, std::string_view symbol) {
  const std::int32_t one = 1;
  return assign(variable, binary(symbol.substr(0, 1), read(variable),
                                 graph::make_scalar(dtype::int32, &one)));
}

node_ptr translator::expression() {
  const level_scope level(depth_);
  if (next_->kind == token_kind::identifier) {
    const std::string_view symbol = assignment(next_[1].text);
    if (kernel_variable* const variable = symbol.empty() ? nullptr : find_variable(next_->text)) {
      const std::size_t place = static_cast<std::size_t>(variable - variables_.data());
      next_ += 2;
      const node_ptr value = expression();
      kernel_variable& target = variables_[place];
      return assign(target, symbol == "=" ? value : binary(symbol, read(target), value));
    }
  }
  const node_ptr value = conditional();
  if (at("=") || !assignment(next_->text).empty())
    throw not_expressible{text_of("an assignment to an expression ('", next_->text, "')")};
  return value;
}

node_ptr translator::conditional() {
  const node_ptr condition = binary_from(0);
  if (!accept("?")) return condition;
  ++guarded_;
  const node_ptr a = expression();
  expect(":");
  const node_ptr b = expression();
  --guarded_;
  return select(condition, a, b);
}

node_ptr translator::binary_from(int level) {
  node_ptr left = prefixed();
  for (int own = precedence(next_->text); own >= level; own = precedence(next_->text)) {
    const std::string_view symbol = next_->text;
    ++next_;
    const bool may_skip = own < 2;
    guarded_ += may_skip ? 1 : 0;
    const node_ptr right = binary_from(own + 1);
    guarded_ -= may_skip ? 1 : 0;
    left = binary(symbol, left, right);
  }
  return left;
}

node_ptr translator::prefixed() {
  const level_scope level(depth_);
  const std::string_view symbol = next_->text;
  if (next_->kind != token_kind::symbol) return primary();
  if (symbol == "(") return cast_or_group();
  if (symbol == "++" || symbol == "--") {
    kernel_variable* const variable = find_variable((++next_)->text);
    if (variable == nullptr) unexpected();
    ++next_;
    return step(*variable, symbol);
  }
  if (symbol != "+" && symbol != "-" && symbol != "~" && symbol != "!") return primary();
  ++next_;
  return unary(symbol, prefixed());
}

node_ptr translator::cast_or_group() {
  expect("(");
  if (begins_type()) {
    const token* const here = next_;
    const std::optional<dtype> type = type_name();
    if (accept(")")) return explicit_cast(prefixed(), type);
    next_ = here;
  }
  const node_ptr value = expression();
  expect(")");
  return value;
}

node_ptr translator::explicit_cast(const node_ptr& value, std::optional<dtype> type) {
  if (!type) unexpected();
  const bool narrows =
      traits(value->type).kind == dtype_kind::complex && traits(*type).kind == dtype_kind::complex;
  return narrows ? graph::make_cast(value, *type) : convert(value, *type);
}

/// `float(x)`, `complex<float>(x)`, `static_cast<int>(x)`.
node_ptr translator::constructed() {
  const bool named_cast = accept("static_cast");
  if (named_cast) expect("<");
  const std::optional<dtype> type = type_name();
  if (named_cast) expect(">");
  expect("(");
  const node_ptr value = expression();
  expect(")");
  return explicit_cast(value, type);
}

node_ptr translator::primary() {
  if (next_->kind == token_kind::number) {
    const node_ptr value = literal(next_->text);
    if (!value) throw not_expressible{text_of("the number '", next_->text, "'")};
    ++next_;
    return value;
  }
  if (next_->kind != token_kind::identifier) unexpected();
  if (at("static_cast") || begins_type()) return constructed();
  return identifier();
}

node_ptr translator::identifier() {
  const std::string_view name = next_->text;
  kernel_variable* const variable = find_variable(name);
  if (variable == nullptr && next_[1].text == "(") return call_of(name);
  if (variable == nullptr) {
    node_ptr value = named_constant(name);
    if (!value) throw not_expressible{text_of("the name '", name, "'")};
    ++next_;
    return value;
  }
  ++next_;
  if (at("[") || at(".") || at("(") || at("->"))
    throw not_expressible{text_of("'", name, next_->text, "'")};
  node_ptr value = read(*variable);
  if (at("++") || at("--")) {
    step(*variable, next_->text);
    ++next_;
  }
  return value;
}

node_ptr translator::call_of(std::string_view function) {
  next_ += 2;
  std::vector<node_ptr> arguments;
  if (!at(")")) {
    do arguments.push_back(expression());
    while (accept(","));
  }
  expect(")");
  if (arguments.empty()) throw not_expressible{text_of("a call of '", function, "'")};
  return call(function, arguments);
}

}  // namespace

refusal translate(const std::vector<token>& text, std::span<const type_alias> types,
                  std::vector<kernel_variable>& variables) {
  translator reader(text, types, variables);
  try {
    reader.run();
    return {};
  } catch (const not_expressible& why) {
    return {why.construct, reader.line()};
  }
}

}  // namespace gpu::user_kernels
