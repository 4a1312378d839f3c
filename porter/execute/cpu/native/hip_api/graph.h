// Graphs: nodes with work, and what each comes after.
#pragma once

#include "streams.h"

#include <map>

namespace porter::hip {

struct Node {
  hipGraphNodeType type;
  std::function<hipError_t()> work;
  std::vector<Node *> before; ///< of the same graph
  std::weak_ptr<Graph> graph;
  hipGraphNode_t handle = nullptr;
  // What the node was made of, for those who ask.
  hipKernelNodeParams kernel = {};
  hipMemcpy3DParms copy = {};
  hipMemsetParams fill = {};
  hipHostNodeParams host = {};
  hipGraph_t child = nullptr;
};

struct Graph {
  std::vector<std::shared_ptr<Node>> nodes;
  std::vector<hipGraph_t> children; ///< copies that child nodes own
  std::map<hipGraphNode_t, hipGraphNode_t> copies; ///< of a clone: which node came from which
  bool isChild = false;
  ~Graph();
};

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
  unsigned long long flags = 0;

  Step *find(hipGraphNode_t node) {
    for (Step &step : steps)
      if (step.origin == node)
        return &step;
    return nullptr;
  }
};

inline Handles<Graph, hipGraph_t> &graphs() { return handlesOf<Graph, hipGraph_t>(); }
inline Handles<Node, hipGraphNode_t> &nodes() { return handlesOf<Node, hipGraphNode_t>(); }
inline Handles<GraphExec, hipGraphExec_t> &graphExecs() { return handlesOf<GraphExec, hipGraphExec_t>(); }

std::shared_ptr<Node> addNode(const std::shared_ptr<Graph> &graph, hipGraphNodeType type,
                              const std::vector<std::shared_ptr<Node>> &before);

/// False when one of the handles is no node of `graph`.
bool findNodes(const Graph &graph, const hipGraphNode_t *handles, size_t count,
               std::vector<std::shared_ptr<Node>> &found);

/// Fills `exec` from `graph`; hipErrorInvalidValue when nodes wait for each other in a circle.
hipError_t instantiate(GraphExec &exec, const Graph &graph);

hipError_t runSteps(const GraphExec &exec);

/// Copies nodes and edges.
std::shared_ptr<Graph> cloneGraph(const Graph &graph);

/// A launch with its arguments copied, to be run at any later time.
std::function<hipError_t()> keepLaunch(const LaunchRequest &request);

} // namespace porter::hip
