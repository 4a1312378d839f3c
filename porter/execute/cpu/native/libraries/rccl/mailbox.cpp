// Messages over the machine's own sockets, in the abstract namespace, which leaves no files behind.
#include "mailbox.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <random>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace porter::rccl {
namespace {

/// How long a rank is waited for that has not come yet.
constexpr std::chrono::seconds patience(300);

struct Address {
  sockaddr_un address{};
  socklen_t length;

  Address(const std::string &name, int rank) {
    address.sun_family = AF_UNIX;
    const std::string path = name + "-" + std::to_string(rank);
    std::memcpy(address.sun_path + 1, path.data(), path.size()); // a zero in front: the abstract namespace
    length = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + path.size());
  }
  const sockaddr *get() const { return reinterpret_cast<const sockaddr *>(&address); }
};

bool readAll(int socket, void *to, size_t bytes) {
  auto *place = static_cast<char *>(to);
  while (bytes > 0) {
    const ssize_t done = ::recv(socket, place, bytes, 0);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    place += done;
    bytes -= size_t(done);
  }
  return true;
}

bool writeAll(int socket, const void *from, size_t bytes) {
  const auto *place = static_cast<const char *>(from);
  while (bytes > 0) {
    const ssize_t done = ::send(socket, place, bytes, MSG_NOSIGNAL);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    place += done;
    bytes -= size_t(done);
  }
  return true;
}

/// Put what a rank sends into the mailbox, until it sends no more.
void drain(int socket, const std::shared_ptr<Mailbox> &mailbox, int ranks) {
  int32_t from = -1;
  uint64_t bytes = 0;
  if (readAll(socket, &from, sizeof from) && from >= 0 && from < ranks) {
    while (readAll(socket, &bytes, sizeof bytes)) {
      Message message(bytes);
      if (!readAll(socket, message.data(), bytes))
        break;
      mailbox->put(from, std::move(message));
    }
    mailbox->end(from);
  }
  ::close(socket);
}

/// Strangers are not let in: only processes of the same user.
bool isOurs(int socket) {
  ucred who{};
  socklen_t length = sizeof who;
  return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &length) == 0 && who.uid == ::getuid();
}

void listenFor(int listener, const std::shared_ptr<Mailbox> &mailbox, int ranks) {
  for (;;) {
    const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0 && errno == EINTR)
      continue;
    if (socket < 0)
      break; // shut down
    if (isOurs(socket))
      std::thread(drain, socket, mailbox, ranks).detach();
    else
      ::close(socket);
  }
  ::close(listener);
}

} // namespace

void Mailbox::put(int from, Message message) {
  std::lock_guard lock(mutex);
  queues[from].push_back(std::move(message));
  changed.notify_all();
}
void Mailbox::end(int from) {
  std::lock_guard lock(mutex);
  ended[from] = true;
  changed.notify_all();
}
void Mailbox::abort() {
  std::lock_guard lock(mutex);
  isAborted = true;
  changed.notify_all();
}
bool Mailbox::take(int from, Message &message) {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return isAborted || ended[from] || !queues[from].empty(); });
  if (isAborted || queues[from].empty())
    return false;
  message = std::move(queues[from].front());
  queues[from].pop_front();
  return true;
}

Transport::Transport(std::string name, int rank, int ranks)
    : name(std::move(name)), rank(rank), mailbox(std::make_shared<Mailbox>(ranks)), peers(ranks, -1) {
  listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const Address address(this->name, rank);
  if (listener < 0 || ::bind(listener, address.get(), address.length) < 0 || ::listen(listener, ranks + 1) < 0) {
    const int error = errno;
    if (listener >= 0)
      ::close(listener);
    throw std::system_error(error, std::generic_category());
  }
  std::thread(listenFor, listener, mailbox, ranks).detach();
}

Transport::~Transport() {
  ::shutdown(listener, SHUT_RDWR); // its thread ends and closes it
  for (int socket : peers)
    if (socket >= 0)
      ::close(socket);
}

int Transport::connected(int to) {
  if (peers[to] >= 0)
    return peers[to];
  const Address address(name, to);
  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < end) {
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0)
      return -1;
    const int32_t from = rank;
    if (::connect(socket, address.get(), address.length) == 0 && writeAll(socket, &from, sizeof from))
      return peers[to] = socket;
    ::close(socket);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return -1;
}

bool Transport::send(int to, const void *data, size_t bytes) {
  std::lock_guard lock(mutex);
  const int socket = connected(to);
  const uint64_t size = bytes;
  return socket >= 0 && writeAll(socket, &size, sizeof size) && writeAll(socket, data, bytes);
}

std::string newName() {
  std::random_device random;
  char text[64];
  std::snprintf(text, sizeof text, "porter-rccl-%08x%08x%08x", random(), random(), random());
  return text;
}

} // namespace porter::rccl
