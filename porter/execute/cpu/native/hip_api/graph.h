// Graphs: nodes with work, and what each comes after.
#pragma once

#include "streams.h"

struct hipGraphNode {
  hipGraphNodeType type;
  std::function<hipError_t()> work;
  std::vector<hipGraphNode_t> before;
  ihipGraph *graph = nullptr;
  // What the node was made of, for those who ask.
  hipKernelNodeParams kernel = {};
  hipMemcpy3DParms copy = {};
  hipMemsetParams fill = {};
  hipHostNodeParams host = {};
  hipGraph_t child = nullptr;
};

struct ihipGraph {
  std::vector<std::unique_ptr<hipGraphNode>> nodes;
  std::vector<std::unique_ptr<ihipGraph>> children; ///< copies that child nodes own
};

/// A graph made ready: its nodes' work in an order that respects what comes before what.
struct hipGraphExec {
  struct Step {
    const hipGraphNode *origin;
    hipGraphNodeType type;
    std::function<hipError_t()> work;
    std::vector<size_t> before; ///< steps, by index
    bool enabled = true;
  };
  std::vector<Step> steps;
  unsigned long long flags = 0;

  Step *find(const hipGraphNode *node) {
    for (Step &step : steps)
      if (step.origin == node)
        return &step;
    return nullptr;
  }
};

namespace porter::hip {

hipGraphNode *addNode(ihipGraph &graph, hipGraphNodeType type, const hipGraphNode_t *before, size_t count);

/// Fills `exec` from `graph`; hipErrorInvalidValue when nodes wait for each other in a circle.
hipError_t instantiate(hipGraphExec &exec, const ihipGraph &graph);

hipError_t runSteps(const hipGraphExec &exec);

/// Copies nodes and edges; `copies` tells which became which.
std::unique_ptr<ihipGraph> cloneGraph(const ihipGraph &graph, std::vector<std::pair<const hipGraphNode *, hipGraphNode *>> &copies);

/// A launch with its arguments copied, to be run at any later time.
std::function<hipError_t()> keepLaunch(const LaunchRequest &request);

} // namespace porter::hip
