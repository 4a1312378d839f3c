// Every operation is messages from ranks to ranks, and one's own part without one.
#include "collectives.h"

#include <cstring>

namespace porter::rccl {
namespace {

/// A part of an array: where it begins, and how long it is, in bytes.
struct Part {
  size_t first, bytes;
};

struct Plan {
  std::function<Part(int rank)> sent, received; ///< to and from each rank; of no bytes for none
  /// What is done with the parts of all ranks, in their order; they are copied to their places by default.
  std::function<void(const std::vector<const void *> &)> finish;
};

int checked(const Arguments &a, Shared &communicator) {
  communicator = find(a.communicator);
  if (!communicator || bytesOf(a.type) == 0)
    return InvalidArgument;
  return a.count > SIZE_MAX / 8 / size_t(communicator->ranks) ? int(InvalidArgument) : int(communicator->error);
}
bool isRank(const Communicator &communicator, int rank) { return rank >= 0 && rank < communicator.ranks; }
bool isOperation(Communicator &communicator, int operation, int type) {
  std::lock_guard lock(communicator.mutex);
  const auto own = communicator.operations.find(operation);
  return (operation >= Sum && operation <= Average) ||
         (own != communicator.operations.end() && own->second.type == type);
}

int submitPlan(const Shared &communicator, const Arguments &a, Plan plan) {
  const auto *from = static_cast<const char *>(a.from);
  auto *to = static_cast<char *>(a.to);
  const int rank = communicator->rank, ranks = communicator->ranks;
  // One's own part is taken when it would be sent: what is received may be written over it.
  const auto own = std::make_shared<Message>();
  const auto send = [=] {
    for (int other = 0; other < ranks; ++other) {
      const Part part = plan.sent(other);
      if (part.bytes == 0)
        continue;
      if (other == rank)
        own->assign(from + part.first, from + part.first + part.bytes);
      else if (!communicator->transport.send(other, from + part.first, part.bytes))
        return false;
    }
    return true;
  };
  const auto receive = [=] {
    std::vector<Message> messages(ranks);
    std::vector<const void *> arrays;
    for (int other = 0; other < ranks; ++other) {
      const Part part = plan.received(other);
      if (part.bytes == 0)
        continue;
      if (other == rank)
        messages[other] = *own;
      else if (!communicator->transport.receive(other, messages[other]))
        return false;
      if (messages[other].size() != part.bytes)
        return false; // the ranks do not agree on what they do
      arrays.push_back(messages[other].data());
      if (!plan.finish)
        std::memcpy(to + part.first, messages[other].data(), part.bytes);
    }
    if (plan.finish && !arrays.empty())
      plan.finish(arrays);
    return true;
  };
  return submit({communicator, a.stream, send, receive});
}

std::function<void(const std::vector<const void *> &)> reducing(const Shared &communicator, const Arguments &a,
                                                                 int operation) {
  return [=](const std::vector<const void *> &arrays) {
    std::lock_guard lock(communicator->mutex);
    const auto own = communicator->operations.find(operation);
    reduce(a.type, operation, own == communicator->operations.end() ? nullptr : &own->second, arrays, a.count, a.to);
  };
}

const auto nothing = [](int) { return Part{0, 0}; };
auto whole(size_t bytes) {
  return [=](int) { return Part{0, bytes}; };
}
auto only(int rank, Part part) {
  return [=](int other) { return other == rank ? part : Part{0, 0}; };
}
auto slices(size_t bytes) {
  return [=](int other) { return Part{size_t(other) * bytes, bytes}; };
}

} // namespace

int allReduce(const Arguments &a, int operation) {
  Shared communicator;
  if (const int failed = checked(a, communicator))
    return failed;
  if (!isOperation(*communicator, operation, a.type) || (a.count > 0 && (!a.from || !a.to)))
    return InvalidArgument;
  const size_t bytes = a.count * bytesOf(a.type);
  return submitPlan(communicator, a, {whole(bytes), whole(bytes), reducing(communicator, a, operation)});
}

int reduceTo(const Arguments &a, int operation, int root) {
  Shared communicator;
  if (const int failed = checked(a, communicator))
    return failed;
  const bool isRoot = communicator->rank == root;
  if (!isRank(*communicator, root) || !isOperation(*communicator, operation, a.type) ||
      (a.count > 0 && (!a.from || (isRoot && !a.to))))
    return InvalidArgument;
  const size_t bytes = a.count * bytesOf(a.type);
  Plan plan{only(root, {0, bytes}), nothing, reducing(communicator, a, operation)};
  if (isRoot)
    plan.received = whole(bytes);
  return submitPlan(communicator, a, plan);
}

int reduceScatter(const Arguments &a, int operation) {
  Shared communicator;
  if (const int failed = checked(a, communicator))
    return failed;
  if (!isOperation(*communicator, operation, a.type) || (a.count > 0 && (!a.from || !a.to)))
    return InvalidArgument;
  const size_t bytes = a.count * bytesOf(a.type);
  return submitPlan(communicator, a, {slices(bytes), whole(bytes), reducing(communicator, a, operation)});
}

int broadcast(const Arguments &a, int root) {
  Shared communicator;
  if (const int failed = checked(a, communicator))
    return failed;
  if (!isRank(*communicator, root) || (a.count > 0 && (!a.to || (communicator->rank == root && !a.from))))
    return InvalidArgument;
  const size_t bytes = a.count * bytesOf(a.type);
  Plan plan{nothing, only(root, {0, bytes}), {}};
  if (communicator->rank == root)
    plan.sent = whole(bytes);
  return submitPlan(communicator, a, plan);
}

int allGather(const Arguments &a) {
  Shared communicator;
  if (const int failed = checked(a, communicator))
    return failed;
  if (a.count > 0 && (!a.from || !a.to))
    return InvalidArgument;
  const size_t bytes = a.count * bytesOf(a.type);
  return submitPlan(communicator, a, {whole(bytes), slices(bytes), {}});
}

int gather(const Arguments &a, int root) {
  Shared communicator;
  if (const int failed = checked(a, communicator))
    return failed;
  const bool isRoot = communicator->rank == root;
  if (!isRank(*communicator, root) || (a.count > 0 && (!a.from || (isRoot && !a.to))))
    return InvalidArgument;
  const size_t bytes = a.count * bytesOf(a.type);
  Plan plan{only(root, {0, bytes}), nothing, {}};
  if (isRoot)
    plan.received = slices(bytes);
  return submitPlan(communicator, a, plan);
}

int scatter(const Arguments &a, int root) {
  Shared communicator;
  if (const int failed = checked(a, communicator))
    return failed;
  const bool isRoot = communicator->rank == root;
  if (!isRank(*communicator, root) || (a.count > 0 && (!a.to || (isRoot && !a.from))))
    return InvalidArgument;
  const size_t bytes = a.count * bytesOf(a.type);
  Plan plan{nothing, only(root, {0, bytes}), {}};
  if (isRoot)
    plan.sent = slices(bytes);
  return submitPlan(communicator, a, plan);
}

int allToAll(const Arguments &a, const size_t *counts, const size_t *places, const size_t *countsTo,
             const size_t *placesTo) {
  Shared communicator;
  if (const int failed = checked(a, communicator))
    return failed;
  const bool isEven = !counts && !places && !countsTo && !placesTo;
  if (!a.from || !a.to || (!isEven && !(counts && places && countsTo && placesTo)))
    return InvalidArgument;
  const size_t unit = bytesOf(a.type);
  if (isEven)
    return submitPlan(communicator, a, {slices(a.count * unit), slices(a.count * unit), {}});
  const auto parts = [&](const size_t *lengths, const size_t *firsts) {
    std::vector<Part> all;
    for (int other = 0; other < communicator->ranks; ++other)
      all.push_back({firsts[other] * unit, lengths[other] * unit});
    return [all](int other) { return all[other]; };
  };
  return submitPlan(communicator, a, {parts(counts, places), parts(countsTo, placesTo), {}});
}

int sendTo(const Arguments &a, int peer) {
  Shared communicator;
  if (const int failed = checked(a, communicator))
    return failed;
  if (!isRank(*communicator, peer) || (a.count > 0 && !a.from))
    return InvalidArgument;
  const size_t bytes = a.count * bytesOf(a.type);
  const auto send = [=] { return bytes == 0 || communicator->transport.send(peer, a.from, bytes); };
  return submit({communicator, a.stream, send, [] { return true; }});
}

int receiveFrom(const Arguments &a, int peer) {
  Shared communicator;
  if (const int failed = checked(a, communicator))
    return failed;
  if (!isRank(*communicator, peer) || (a.count > 0 && !a.to))
    return InvalidArgument;
  const size_t bytes = a.count * bytesOf(a.type);
  const auto receive = [=] {
    Message message;
    if (bytes == 0)
      return true;
    if (!communicator->transport.receive(peer, message) || message.size() != bytes)
      return false;
    std::memcpy(a.to, message.data(), bytes);
    return true;
  };
  return submit({communicator, a.stream, [] { return true; }, receive});
}

} // namespace porter::rccl
