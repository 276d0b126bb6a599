// SPDX-License-Identifier: BSD-3-Clause
// What each skeleton makes of a kernel: its body and the entry that runs the skeleton with it.
// `emit` puts the includes and the users' definitions before that.
#pragma once

#include <string>

#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::graph {

/// @param form  the skeleton of `options`
/// @param name  of the entry
[[nodiscard]] std::string skeleton_text(const skeletons::contiguous& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::rows& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::tiled& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::interleaved& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::strided& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::table& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::reduce_inner& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::reduce_outer& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::reduce_pairs& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::persistent_rows& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::persistent_columns& form,
                                        const kernel& work, const variant& options,
                                        const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::scan& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::histogram& form, const kernel& work,
                                        const variant& options, const std::string& name);
[[nodiscard]] std::string skeleton_text(const skeletons::select& form, const kernel& work,
                                        const variant& options, const std::string& name);

}  // namespace gpu::graph
