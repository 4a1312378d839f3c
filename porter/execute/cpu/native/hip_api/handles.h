// Handles: what a program holds in place of a stream, an event, a graph, or whatever else the runtime made for it.
//
// A handle is a number that is given out once and never again. One that was destroyed, that never was a handle, or that
// belongs to another kind of thing is therefore told from a good one, whatever lies in memory by now. HIP's handle types
// stay incomplete: no part of the runtime can follow a handle without asking here.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace porter::hip {

/// No address of a 64-bit process, so that a program that takes a handle for a pointer faults at once.
inline uint64_t nextHandle() {
  static std::atomic<uint64_t> next{0x4a00'0000'0000'0010};
  return next.fetch_add(16, std::memory_order_relaxed);
}

/// The handles of one kind, and what they stand for. Whoever has found an object keeps it for as long as needed, even if
/// another thread destroys its handle meanwhile.
template <class Object, class Handle> class Handles {
public:
  Handle add(std::shared_ptr<Object> object) {
    const auto handle = reinterpret_cast<Handle>(nextHandle());
    std::unique_lock lock(mutex);
    objects.emplace(handle, std::move(object));
    return handle;
  }
  /// For what device code follows: an address.
  void add(Handle address, std::shared_ptr<Object> object) {
    std::unique_lock lock(mutex);
    objects.emplace(address, std::move(object));
  }
  /// Null when there is no such handle.
  std::shared_ptr<Object> find(Handle handle) const {
    if (!handle)
      return nullptr;
    std::shared_lock lock(mutex);
    auto found = objects.find(handle);
    return found == objects.end() ? nullptr : found->second;
  }
  /// End the handle; its object goes with the last who uses it. Null when there is no such handle.
  std::shared_ptr<Object> take(Handle handle) {
    std::unique_lock lock(mutex);
    auto node = objects.extract(handle);
    return node ? std::move(node.mapped()) : nullptr;
  }

private:
  mutable std::shared_mutex mutex;
  std::unordered_map<Handle, std::shared_ptr<Object>> objects;
};

/// Never destroyed: programs give things back after static destructors have run.
template <class Object, class Handle> Handles<Object, Handle> &handlesOf() {
  static auto &known = *new Handles<Object, Handle>;
  return known;
}

} // namespace porter::hip
