// Makes communicators.
#include "split.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <system_error>
#include <tuple>

namespace porter::rccl {

int create(void **handle, const std::string &name, int rank, int ranks, int device) {
  try {
    libraries::made<Communicator>(handle, name, rank, ranks, device);
  } catch (const std::system_error &error) {
    return error.code().value() == EADDRINUSE ? InvalidUsage : SystemError; // two of one rank
  }
  return Success;
}

namespace {

struct Wish {
  int color, key;
};

/// What all ranks wish, in their order; false when one does not answer.
bool gathered(Communicator &communicator, Wish own, std::vector<Wish> &wishes) {
  wishes.assign(communicator.ranks, own);
  for (int other = 0; other < communicator.ranks; ++other) {
    Message message;
    if (other == communicator.rank)
      continue;
    if (!communicator.transport.receive(other, message) || message.size() != sizeof(Wish))
      return false;
    std::memcpy(&wishes[other], message.data(), sizeof(Wish));
  }
  return true;
}

/// The same in all processes; a part of a part of a part has a short one, too, as a socket's name has to be.
std::string nameOfPart(const std::string &whole, int number, int color) {
  constexpr size_t most = 64;
  const std::string name = whole + "/" + std::to_string(number) + "." + std::to_string(color);
  return name.size() <= most ? name : "part-" + std::to_string(std::hash<std::string>()(name));
}

} // namespace

int split(const Shared &communicator, int color, int key, void **part) {
  const Wish own{color, key};
  std::unique_lock lock(communicator->mutex);
  const int number = communicator->splits++; // the same for all ranks, which split in one order
  lock.unlock();
  const auto send = [=] {
    for (int other = 0; other < communicator->ranks; ++other)
      if (other != communicator->rank && !communicator->transport.send(other, &own, sizeof own))
        return false;
    return true;
  };
  const auto receive = [=] {
    std::vector<Wish> wishes;
    if (!gathered(*communicator, own, wishes))
      return false;
    if (color == noColor)
      return true;
    int rank = 0, ranks = 0;
    for (int other = 0; other < communicator->ranks; ++other) {
      if (wishes[other].color != color)
        continue;
      ++ranks;
      rank += std::tuple(wishes[other].key, other) < std::tuple(key, communicator->rank);
    }
    return create(part, nameOfPart(communicator->name, number, color), rank, ranks, communicator->device) == Success;
  };
  return submit({communicator, nullptr, send, receive});
}

} // namespace porter::rccl
