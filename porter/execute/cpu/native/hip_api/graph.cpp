// Graphs and their nodes: how they are made, found and copied.
#include "graph.h"

#include <algorithm>

namespace porter::hip {

Graph::~Graph() {
  for (const auto &node : nodes)
    hip::nodes().take(node->handle);
  for (hipGraph_t child : children)
    graphs().take(child);
}

std::shared_ptr<Node> addNode(const std::shared_ptr<Graph> &graph, hipGraphNodeType type,
                              const std::vector<std::shared_ptr<Node>> &before) {
  auto node = std::make_shared<Node>();
  node->type = type;
  node->graph = graph;
  for (const auto &other : before)
    if (std::find(node->before.begin(), node->before.end(), other.get()) == node->before.end())
      node->before.push_back(other.get());
  node->handle = nodes().add(node);
  graph->nodes.push_back(node);
  return node;
}

bool findNodes(const Graph &graph, const hipGraphNode_t *handles, size_t count,
               std::vector<std::shared_ptr<Node>> &found) {
  if (count && !handles)
    return false;
  for (size_t i = 0; i < count; ++i) {
    found.push_back(nodes().find(handles[i]));
    if (!found.back() || found.back()->graph.lock().get() != &graph)
      return false;
  }
  return true;
}

std::shared_ptr<Graph> cloneGraph(const Graph &graph) {
  auto clone = std::make_shared<Graph>();
  std::map<const Node *, Node *> made;
  for (const auto &node : graph.nodes) {
    auto copy = std::make_shared<Node>(*node);
    copy->graph = clone;
    copy->handle = nodes().add(copy);
    clone->copies[node->handle] = copy->handle;
    made[node.get()] = copy.get();
    clone->nodes.push_back(std::move(copy));
  }
  for (const auto &node : clone->nodes)
    for (Node *&before : node->before)
      before = made[before];
  return clone;
}

} // namespace porter::hip
