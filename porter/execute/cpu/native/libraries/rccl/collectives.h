// The collective operations, and messages from one rank to another.
#pragma once

#include "communicator.h"

namespace porter::rccl {

/// What all operations take.
struct Arguments {
  const void *from;
  void *to;
  size_t count;
  int type;
  void *communicator;
  hipStream_t stream;
};

int allReduce(const Arguments &arguments, int operation);
int reduceTo(const Arguments &arguments, int operation, int root);
int reduceScatter(const Arguments &arguments, int operation);
int broadcast(const Arguments &arguments, int root);
int allGather(const Arguments &arguments);
int gather(const Arguments &arguments, int root);
int scatter(const Arguments &arguments, int root);
int allToAll(const Arguments &arguments, const size_t *counts, const size_t *places, const size_t *countsTo,
             const size_t *placesTo);
int sendTo(const Arguments &arguments, int peer);
int receiveFrom(const Arguments &arguments, int peer);

} // namespace porter::rccl
