// Messages between the ranks of a communicator, in one process or in several of one machine.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace porter::rccl {

using Message = std::vector<char>;

/// What others have sent to one rank, kept until it is asked for: who sends never waits for who receives.
class Mailbox {
public:
  explicit Mailbox(int ranks) : queues(ranks), ended(ranks) {}

  void put(int from, Message message);
  void end(int from); ///< nothing more will come
  void abort();
  /// The next message of a rank, waited for. False when none will come.
  bool take(int from, Message &message);

private:
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::deque<Message>> queues;
  std::vector<bool> ended;
  bool isAborted = false;
};

/// One rank's way to all others: sockets that are named for the communicator and the rank.
class Transport {
public:
  /// Throws std::system_error when the machine gives no socket, or when the rank is taken.
  Transport(std::string name, int rank, int ranks);
  ~Transport();
  Transport(const Transport &) = delete;

  /// False when the rank cannot be reached.
  bool send(int to, const void *data, size_t bytes);
  bool receive(int from, Message &message) { return mailbox->take(from, message); }
  void abort() { mailbox->abort(); }

private:
  int connected(int to);

  std::string name;
  int rank;
  std::shared_ptr<Mailbox> mailbox;
  int listener;
  std::mutex mutex;
  std::vector<int> peers; ///< sockets to them, -1 before the first message
};

/// A name that no other communicator of the machine has.
std::string newName();

} // namespace porter::rccl
