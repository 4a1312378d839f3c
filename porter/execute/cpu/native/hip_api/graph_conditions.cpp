// Conditional nodes, which CUDA has and HIP has not: a graph of their own that runs if a value is not zero, or while it
// is not. Device code sets the value (`cudaGraphSetConditional`), whose address is the handle.
#include "node_parameters.h"

using namespace porter::hip;

extern "C" {

/// Flag 1: the value is set back at each launch.
hipError_t porterGraphConditionCreate(unsigned long long *handle, hipGraph_t graphHandle, unsigned value,
                                      unsigned flags) {
  const auto graph = graphs().find(graphHandle);
  if (!handle || !graph || flags > 1)
    return finish(hipErrorInvalidValue);
  const auto place = std::make_shared<unsigned>(value);
  graph->kept.push_back(place);
  graph->starts.push_back([place, value, flags] { *place = flags ? value : *place; });
  *handle = reinterpret_cast<unsigned long long>(place.get());
  return finish(hipSuccess);
}

/// Its body is an empty graph, which the program fills.
hipError_t porterGraphAddCondition(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                   unsigned long long handle, unsigned size, int type, hipGraph_t **body) {
  constexpr auto conditional = hipGraphNodeType(13); // cudaGraphNodeTypeConditional
  const auto parent = graphs().find(graph);
  if (!parent || !handle || size != 1 || type < 0 || type > 1)
    return finish(hipErrorInvalidValue);
  std::shared_ptr<Node> node;
  if (hipError_t error = add(out, graph, conditional, before, count, Work(), &node))
    return error;
  const hipGraph_t made = graphs().add(std::make_shared<Graph>());
  parent->children.push_back(made);
  node->condition = std::make_shared<Condition>(Condition{reinterpret_cast<const unsigned *>(handle), type == 1, made});
  *body = &node->condition->body;
  return finish(hipSuccess);
}
}
