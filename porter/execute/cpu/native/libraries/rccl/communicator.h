// Communicators and groups of calls: what is sent goes out for all calls of a group before any of them waits.
#pragma once

#include "mailbox.h"
#include "reduction.h"

#include "../calls/call.h"

#include <atomic>
#include <functional>
#include <map>

namespace porter::rccl {

/// ncclResult_t.
enum Result {
  Success = 0, UnhandledError = 1, SystemError = 2, InternalError = 3, InvalidArgument = 4, InvalidUsage = 5,
  RemoteError = 6,
};

struct Communicator {
  int rank, ranks, device;
  Transport transport;
  std::atomic<int> error{Success};
  std::mutex mutex;
  std::map<int, Scaled> operations; ///< made by the program
  const std::string name;
  int splits = 0; ///< how many communicators have been made of parts of this one

  Communicator(const std::string &name, int rank, int ranks, int device)
      : rank(rank), ranks(ranks), device(device), transport(name, rank, ranks), name(name) {}
};

using Shared = std::shared_ptr<Communicator>;
inline Shared find(void *handle) { return libraries::found<Communicator>(handle); }

/// One call on a stream: what it sends, and what it does with what it receives. Each tells whether it could.
struct Work {
  Shared communicator;
  hipStream_t stream;
  std::function<bool()> send, receive;
};

/// Do the work, or keep it for the end of the group.
int submit(Work work);
int startGroup();
int endGroup();

} // namespace porter::rccl
