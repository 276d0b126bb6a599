// SPDX-License-Identifier: BSD-3-Clause
// A contiguous kernel in PTX: a loop over single elements that calls the functions of the ops. Its
// launch and its arguments are those of the kernel that `emit` gives.
#include "graph/emit/emit.hpp"

#include <algorithm>
#include <set>

#include <gpu/core/text_of.hpp>

#include "graph/emit/ptx/device_functions.hpp"
#include "graph/emit/text.hpp"

namespace gpu::graph {
namespace {

/// The function of an instruction; null if there is none.
const device_function* function_of(const kernel& work, const instruction& step) {
  const typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
  if (!step.op->definition.empty() || step.op->is_reduction || loop.in.size() != step.count)
    return nullptr;
  for (std::uint32_t i = 0; i < step.count; ++i)
    if (work.type_of(work.operands[step.first + i]) != loop.in[i]) return nullptr;
  return find_device_function(
      device_function_name(step.op->name, loop.component, loop.in, loop.out));
}

const device_function* cast_function(dtype from, dtype to) {
  return find_device_function(device_function_name("cast", "", {&from, 1}, to));
}

/// In how many parts a value is held and passed: words of 32 or 64 bits.
int parts(dtype type) {
  return size_bytes(type) > 8 ? 2 : 1;
}
const char* word(dtype type) {
  return size_bytes(type) < 8 ? "b32" : "b64";
}
std::string part(const std::string& value, dtype type, int i) {
  return parts(type) == 1 ? value : text_of(value, i == 0 ? "_low" : "_high");
}

/// A parameter or result of a function.
std::string declared(dtype type, const std::string& name) {
  return parts(type) == 1 ? text_of(".param .", word(type), " ", name)
                          : text_of(".param .align 16 .b8 ", name, "[16]");
}

/// Accesses to memory: those of complex numbers are aligned to one half.
std::size_t access_bytes(dtype type) {
  const std::size_t bytes = size_bytes(type);
  return traits(type).kind == dtype_kind::complex ? bytes / 2 : bytes;
}

class assembly_writer {
 public:
  assembly_writer(const kernel& work, const variant& options, bool programmatic_dependent)
      : work_(work), options_(options), programmatic_dependent_(programmatic_dependent) {}

  /// Empty if a function is missing.
  std::string write(const std::string& name) {
    write_loop();
    if (!complete_) return {};
    // Those before the loop come last: only now is it known what they declare.
    std::string head =
        programmatic_dependent_ ? head_for("sm_90") : std::string(device_function_head());
    for (const device_function* each : order_) head += each->text;
    return text_of(head, ".visible .entry ", name, "(\n.param .align 8 .b8 x[", argument_bytes_,
                   "]\n)\n.maxntid ", options_.threads, ", 1, 1\n{\n", registers_, before_, loop_,
                   "finish:\nret;\n}\n");
  }

 private:
  /// What texts begin with, for an architecture beyond that of the functions.
  static std::string head_for(std::string_view architecture) {
    constexpr std::string_view target = ".target ";
    std::string head(device_function_head());
    const std::size_t begin = head.find(target) + target.size();
    return head.replace(begin, head.find('\n', begin) - begin, architecture);
  }

  /// Reserves room in the argument struct; where it begins.
  std::size_t place(std::size_t bytes, std::size_t alignment) {
    argument_bytes_ = (argument_bytes_ + alignment - 1) / alignment * alignment;
    argument_bytes_ += bytes;
    return argument_bytes_ - bytes;
  }
  void declare(const std::string& value, dtype type) {
    for (int i = 0; i < parts(type); ++i)
      registers_ += text_of(".reg .", word(type), " ", part(value, type, i), ";\n");
  }

  /// Reads `value` from `address` in a state space, "global" or "param".
  static std::string load(const char* space, const std::string& value, dtype type,
                          const std::string& address) {
    const std::size_t bytes = access_bytes(type);
    if (type == dtype::complex64)
      return text_of("ld.", space, ".b32 %half0, [", address, "];\nld.", space, ".b32 %half1, [",
                     address, "+4];\nmov.b64 ", value, ", {%half0, %half1};\n");
    std::string text;
    for (int i = 0; i < parts(type); ++i)
      text += text_of("ld.", space, bytes < 4 ? ".u" : ".b", 8 * bytes, " ", part(value, type, i),
                      ", [", address, "+", 8 * i, "];\n");
    return text;
  }
  static std::string store(const std::string& value, dtype type) {
    const std::size_t bytes = std::min<std::size_t>(size_bytes(type), 8);
    std::string text;
    for (int i = 0; i < parts(type); ++i)
      text += text_of("st.global", bytes < 4 ? ".u" : ".b", 8 * bytes, " [%at+", 8 * i, "], ",
                      part(value, type, i), ";\n");
    return text;
  }

  /// `result = function(operands...)`
  void call(const device_function* function, const std::vector<value_id>& operands,
            const std::string& result, dtype type) {
    if (function == nullptr) {
      complete_ = false;
      return;
    }
    if (used_.insert(function).second) order_.push_back(function);
    std::string names;
    loop_ += text_of("{\n", declared(type, "r"), ";\n");
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const dtype in = work_.type_of(operands[k]);
      loop_ += declared(in, text_of("p", k)) + ";\n";
      for (int i = 0; i < parts(in); ++i)
        loop_ += text_of("st.param.", word(in), " [p", k, "+", 8 * i, "], ",
                         part("%" + variable_name(operands[k]), in, i), ";\n");
      names += text_of(k ? ", p" : "p", k);
    }
    loop_ += text_of("call (r), ", function->name, ", (", names, ");\n");
    for (int i = 0; i < parts(type); ++i)
      loop_ += text_of("ld.param.", word(type), " ", part(result, type, i), ", [r+", 8 * i, "];\n");
    loop_ += "}\n";
  }

  /// The address of element i of the array that `pointer` points to.
  static std::string point(const std::string& pointer, dtype type) {
    return text_of("mad.wide.s32 %at, %i, ", size_bytes(type), ", ", pointer, ";\n");
  }

  std::string pointer_of(const std::string& operand) {
    const std::string pointer = "%to_" + operand;
    registers_ += text_of(".reg .b64 ", pointer, ";\n");
    before_ += text_of("ld.param.b64 ", pointer, ", [x+", place(8, 8), "];\ncvta.to.global.u64 ",
                       pointer, ", ", pointer, ";\n");
    return pointer;
  }

  void read_argument(std::size_t i) {
    const kernel_argument& argument = work_.arguments[i];
    const std::string value = text_of("%a", i);
    declare(value, argument.type);
    if (argument.kind == operand_kind::affine) {
      registers_ += text_of(".reg .b64 %first", i, ";\n.reg .b32 %step", i, ";\n");
      const std::size_t at = place(16, 8);
      before_ += text_of("ld.param.b64 %first", i, ", [x+", at, "];\nld.param.b32 %step", i,
                         ", [x+", at + 8, "];\n");
      loop_ += text_of("mad.wide.s32 ", value, ", %i, %step", i, ", %first", i, ";\n");
      return;
    }
    const std::string pointer = pointer_of(text_of("a", i));
    const std::size_t operand = work_.outputs.size() + i;
    if (options_.access_of(operand) == kernels::access::zero)
      before_ += load("global", value, argument.type, pointer);
    else
      loop_ += point(pointer, argument.type) + load("global", value, argument.type, "%at");
  }

  void read_scalars() {
    for (std::size_t i = 0; i < work_.scalars.size(); ++i) {
      const dtype type = work_.scalars[i]->type;
      const std::size_t at = place(size_bytes(type), access_bytes(type));
      declare(text_of("%s", i), type);
      before_ += load("param", text_of("%s", i), type, text_of("x+", at));
    }
    if (work_.scalars.empty()) place(1, 1);  // an empty struct takes a byte
    place(0, 8);
  }

  void compute() {
    for (std::uint32_t i = 0; i < work_.body.size(); ++i) {
      const instruction& step = work_.body[i];
      const dtype type = work_.type_of({value_id::source::instruction, i});
      const auto first = work_.operands.begin() + step.first;
      declare(text_of("%v", i), type);
      call(function_of(work_, step), {first, first + step.count}, text_of("%v", i), type);
    }
  }

  void write_output(std::size_t i, const std::string& pointer) {
    const kernel_output& output = work_.outputs[i];
    const dtype type = output.target->type;
    const dtype computed = work_.type_of(output.value);
    std::string value = "%" + variable_name(output.value);
    if (computed != type) {
      value = text_of("%r", i);
      declare(value, type);
      call(cast_function(computed, type), {output.value}, value, type);
    }
    loop_ += point(pointer, type) + store(value, type);
  }

  void write_loop() {
    const int block = options_.threads * options_.vector * options_.unroll;
    registers_ =
        ".reg .pred %done;\n.reg .b32 %i, %end, %of_block, %half0, %half1;\n.reg .b64 %at;\n";
    before_ = text_of("ld.param.b32 %end, [x+", place(4, 4), "];\nmov.u32 %of_block, %ctaid.x;\n",
                      "mul.lo.s32 %i, %of_block, ", block, ";\nadd.s32 %of_block, %i, ", block,
                      ";\nmin.s32 %end, %end, %of_block;\nmov.u32 %of_block, %tid.x;\n",
                      "add.s32 %i, %i, %of_block;\n");
    if (programmatic_dependent_)
      before_ += "griddepcontrol.wait;\ngriddepcontrol.launch_dependents;\n";
    loop_ = "setp.ge.s32 %done, %i, %end;\n@%done bra finish;\nnext:\n";
    std::vector<std::string> pointers;
    for (std::size_t i = 0; i < work_.outputs.size(); ++i)
      pointers.push_back(pointer_of(text_of("r", i)));
    for (std::size_t i = 0; i < work_.arguments.size(); ++i) read_argument(i);
    read_scalars();
    compute();
    for (std::size_t i = 0; i < work_.outputs.size(); ++i) write_output(i, pointers[i]);
    loop_ += text_of("add.s32 %i, %i, ", options_.threads,
                     ";\nsetp.lt.s32 %done, %i, %end;\n@%done bra next;\n");
  }

  const kernel& work_;
  const variant& options_;
  const bool programmatic_dependent_;
  bool complete_ = true;
  std::size_t argument_bytes_ = 0;
  std::set<const device_function*> used_;
  std::vector<const device_function*> order_;
  std::string registers_;
  std::string before_;
  std::string loop_;
};

}  // namespace

std::string emit_ptx(const kernel& work, const variant& options, bool programmatic_dependent) {
  if (options.wide || !work.is_elementwise() || work.reads_memory() ||
      device_function_head().empty())
    return {};
  return assembly_writer(work, options, programmatic_dependent).write(kernel_name(work));
}

}  // namespace gpu::graph
