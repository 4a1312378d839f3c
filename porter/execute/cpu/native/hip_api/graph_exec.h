// Instances of graphs.
#pragma once

#include "graph.h"

namespace porter::hip {

/// A graph made ready: its nodes' work in an order that respects what comes before what.
struct GraphExec {
  struct Step {
    hipGraphNode_t origin;
    hipGraphNodeType type;
    std::function<hipError_t()> work;
    std::vector<size_t> before; ///< steps, by index
    bool enabled = true;
  };
  std::vector<Step> steps;
  std::vector<std::function<void()>> starts; ///< what each launch begins with: conditions get their first values
  unsigned long long flags = 0;

  Step *find(hipGraphNode_t node) {
    for (Step &step : steps)
      if (step.origin == node)
        return &step;
    return nullptr;
  }
};

inline Handles<GraphExec, hipGraphExec_t> &graphExecs() { return handlesOf<GraphExec, hipGraphExec_t>(); }

/// Fills `exec` from `graph`; hipErrorInvalidValue when nodes wait for each other in a circle.
hipError_t instantiate(GraphExec &exec, const Graph &graph);

hipError_t runSteps(const GraphExec &exec);

} // namespace porter::hip
