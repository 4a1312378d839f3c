// The update of an executable graph as CUDA 12 has it: one struct tells what came of it.
//
// HIP has CUDA 11's function, with a node and a result. Which node it depends on stays untold:
// `errorFromNode` is null.
#pragma once

#include <hip/hip_runtime.h>

namespace porter {

/// What an update came to: CUDA's cudaGraphExecUpdateResultInfo.
struct graph_update_info {
  hipGraphExecUpdateResult result;
  hipGraphNode_t errorNode;
  hipGraphNode_t errorFromNode;
};

/// Gives an executable graph the parameters of another graph.
///
/// info: filled in, also after a failure.
inline hipError_t graph_exec_update(hipGraphExec_t executable, hipGraph_t graph,
                                    graph_update_info *info) {
  info->errorNode = info->errorFromNode = nullptr;
  info->result = hipGraphExecUpdateSuccess;
  return hipGraphExecUpdate(executable, graph, &info->errorNode, &info->result);
}

}  // namespace porter
