// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include <gpu/graph/build.hpp>

#include "core/hash_index.hpp"
#include "graph/schedule/reduction_domain.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {

/// A value that must be in memory before the kernel at hand can be written.
struct pending_value {
  node_ptr value;
  fusion_break_reason why;

  /// Whether only the limits of a kernel keep it out of that.
  [[nodiscard]] bool is_cut_off() const noexcept { return why == fusion_break_reason::too_large; }
};

/// Writes the graph below some nodes down as one kernel: every node, seen through the views on the
/// way to it, once; views folded into the layouts of the leaves. If the first root reduces, the
/// kernel is over the rows of a reduction: see reduction_domain.hpp. Keeps its buffers between
/// runs. What a run tries is in linearizer.cpp, what it does on the way in linearizer_*.cpp.
class linearizer {
 public:
  /// Takes as many of the roots as one kernel can, from the first on; their targets have the same
  /// extents. Returns how many; 0 if values must be finished first: `pending()` lists them.
  std::size_t run(std::span<const root> roots, const finished_values& finished, kernel& work);

  [[nodiscard]] const std::vector<pending_value>& pending() const noexcept { return pending_; }
  /// Of the last run: the extents of values that it saw through reshapes.
  [[nodiscard]] std::vector<shape> reshaped_extents() const;
  /// Lets go of the values that were pending.
  void release() noexcept {
    pending_.clear();
    few_elements_.clear();
  }

 private:
  /// The views between the kernel's extents and a node, as a list whose head is nearest to the
  /// node. Paths of equal steps are one path.
  using path_id = std::uint32_t;
  static constexpr path_id no_views = 0;
  /// The view that the elements of a reduction_domain have of a root with one value for each row.
  static constexpr path_id from_elements = 1;
  struct path {
    path_id parent;
    const view_node* view;  ///< null: broadcast to `extents`
    shape extents;
  };

  /// A node as seen through a path.
  struct seen {
    const node* value;
    path_id through;
    friend bool operator==(const seen&, const seen&) noexcept = default;
  };
  static std::size_t hash_of(const seen& key) noexcept {
    return std::hash<const node*>{}(key.value) * 31 + key.through;
  }
  struct memo_entry {
    seen key;
    value_id value;
  };
  struct visit {
    const node* value;
    path_id through;
    bool operands_done;
  };

  std::size_t run_any(std::span<const root> roots, const finished_values& finished, kernel& work);
  std::size_t run_whole(std::span<const root> roots, const finished_values& finished, kernel& work);
  std::size_t run_once(std::span<const root> roots, const finished_values& finished, kernel& work);
  [[nodiscard]] static bool is_too_large(const kernel& work);
  void begin(const root& first, const finished_values& finished, kernel& work);
  void write(const root& one);

  std::optional<value_id> traverse(const node& value, path_id through);
  /// Written and read member by member: copies made of pieces are loaded whole, and wait for them.
  void push(const seen& what, bool operands_done) {
    visit& top = stack_.emplace_back();
    top.value = what.value;
    top.through = what.through;
    top.operands_done = operands_done;
  }
  void enter(const seen& what);
  void enter_operand(const node_ptr& operand, const op_node& parent, std::size_t position,
                     path_id through);
  void finish(const seen& what);
  [[nodiscard]] value_id add_instruction(const op_node& op);
  [[nodiscard]] seen operand_of(const op_node& parent, std::size_t position, path_id through);
  [[nodiscard]] const value_id* find(const seen& key) const;
  void keep(const seen& key, value_id value);
  void put(const seen& what, value_id value);

  void add_leaf(const seen& what, const node& origin);
  void add_scalar(const seen& what, const scalar_node& scalar);
  void add_memory(const seen& what, const address_node& address);
  [[nodiscard]] value_id last_argument();

  [[nodiscard]] path_id extend(path_id parent, const view_node* view, const shape& extents);
  [[nodiscard]] bool is_way_back(path_id parent, const view_node& view) const;
  [[nodiscard]] std::optional<affine_view> map_of(const seen& what) const;
  [[nodiscard]] bool place_through(path_id through, layout& place);

  [[nodiscard]] std::optional<reduction_domain> domain_of(const root& one);
  [[nodiscard]] bool fits_domain(const root& one);
  [[nodiscard]] bool keeps_rows(const reduction_domain& rows, device where) const;
  [[nodiscard]] bool is_over_rows(const seen& what) const;
  [[nodiscard]] node_ptr row_value_of(const node& reduction) const;
  [[nodiscard]] bool reduces_few_in_place() const;
  [[nodiscard]] const node* op_in_place_of(const node& value);
  [[nodiscard]] bool is_in_place(const node& value);
  [[nodiscard]] bool is_op_in_place(const seen& what) const;
  [[nodiscard]] bool is_scan(const root& one) const;
  [[nodiscard]] bool may_scan(const scan_node& scan) const;
  [[nodiscard]] bool may_scan_with_others(const root& one) const;
  [[nodiscard]] bool is_scanned_in_place(const seen& what) const;
  std::size_t write_scan(const root& one);

  [[nodiscard]] node_ptr library_call_of(std::span<const root> roots) const;
  [[nodiscard]] node_ptr call_with_epilogue(const op_node& last, int max_ops) const;
  std::size_t write_library_call(const library_node& call, const leaf_node& target);
  bool write_fused_operands(const library_node& call);
  bool may_fuse(const library_node& call);
  [[nodiscard]] bool is_in_memory(const node& value) const;
  [[nodiscard]] node_ptr viewed_memory(const library_node& call, std::size_t i) const;

  const finished_values* finished_ = nullptr;
  kernel* work_ = nullptr;
  std::optional<reduction_domain> domain_;
  bool keeps_cuts_ = true;      ///< what ops are cut off from is not part of the kernel
  std::size_t visits_ = 0;      ///< of nodes, in a run without cuts
  bool scans_in_place_ = true;  ///< false: a block cannot keep the rows of a kernel with scans
  bool by_passes_ = false;      ///< elements of columns are read by a kernel for each pass
  std::vector<path> paths_;
  std::vector<visit> stack_;
  std::vector<value_id> values_;  ///< that nodes on the stack take as operands
  std::vector<memo_entry> memo_;
  hash_index memo_index_;
  hash_index body_index_;       ///< of the kernel's instructions
  const node* root_ = nullptr;  ///< the first
  bool few_in_place_ = true;    ///< false: with ops of few elements the kernel became too large
  std::unordered_map<const node*, node_ptr> few_elements_;  ///< those ops, or null
  std::vector<pending_value> pending_;
};

}  // namespace gpu::graph
