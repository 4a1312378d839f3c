// Graphs: nodes with work, and what each comes after.
#pragma once

#include "streams.h"

#include <map>

namespace porter::hip {

/// When the graph of a conditional node runs: once if `value` is not zero, or as long as it is not.
struct Condition {
  const unsigned *value;
  bool repeats;
  hipGraph_t body;
};

struct Node {
  hipGraphNodeType type;
  std::function<hipError_t()> work;
  std::vector<Node *> before; ///< of the same graph
  std::weak_ptr<Graph> graph;
  hipGraphNode_t handle = nullptr;
  // What the node was made of, for those who ask.
  hipKernelNodeParams kernel = {};
  hipMemcpy3DParms copy = {};
  HIP_MEMCPY3D driverCopy = {};
  hipMemsetParams fill = {};
  hipHostNodeParams host = {};
  hipGraph_t child = nullptr;
  hipMemAllocNodeParams allocation = {};
  void *freed = nullptr;
  hipEvent_t event = nullptr;
  std::map<int, hipLaunchAttributeValue> attributes;
  std::shared_ptr<Condition> condition;
};

struct UserReferences; ///< to an object of the program's, by a graph

struct Graph {
  std::vector<std::shared_ptr<Node>> nodes;
  std::vector<hipGraph_t> children; ///< copies that child nodes own
  std::map<hipGraphNode_t, hipGraphNode_t> copies; ///< of a clone: which node came from which
  bool isChild = false;
  std::vector<std::function<void()>> starts; ///< what each launch begins with
  std::vector<std::shared_ptr<void>> kept;   ///< what has to live as long as the graph
  std::vector<std::shared_ptr<UserReferences>> objects;
  ~Graph();
};

inline Handles<Graph, hipGraph_t> &graphs() { return handlesOf<Graph, hipGraph_t>(); }
inline Handles<Node, hipGraphNode_t> &nodes() { return handlesOf<Node, hipGraphNode_t>(); }

std::shared_ptr<Node> addNode(const std::shared_ptr<Graph> &graph, hipGraphNodeType type,
                              const std::vector<std::shared_ptr<Node>> &before);

/// False when one of the handles is no node of `graph`.
bool findNodes(const Graph &graph, const hipGraphNode_t *handles, size_t count,
               std::vector<std::shared_ptr<Node>> &found);

/// Copies nodes and edges.
std::shared_ptr<Graph> cloneGraph(const Graph &graph);

/// A launch with its arguments copied, to be run at any later time.
std::function<hipError_t()> keepLaunch(const LaunchRequest &request);

} // namespace porter::hip
