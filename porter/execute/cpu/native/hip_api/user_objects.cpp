// Objects of a program's that graphs keep: what destroys one is called when nobody holds it any more.
#include "graph.h"

using namespace porter::hip;

namespace {

struct UserObject {
  void *data;
  hipHostFn_t destroy;
  long count;
};
Handles<UserObject, hipUserObject_t> &userObjects() { return handlesOf<UserObject, hipUserObject_t>(); }
std::mutex &counting() {
  static auto &mutex = *new std::mutex;
  return mutex;
}

hipError_t give(hipUserObject_t handle, unsigned count) {
  const auto object = userObjects().find(handle);
  std::unique_lock lock(counting());
  if (!object || !count || long(count) > object->count)
    return finish(hipErrorInvalidValue);
  object->count -= count;
  if (object->count)
    return finish(hipSuccess);
  userObjects().take(handle);
  lock.unlock();
  object->destroy(object->data);
  return finish(hipSuccess);
}
hipError_t take(hipUserObject_t handle, unsigned count) {
  const auto object = userObjects().find(handle);
  std::lock_guard lock(counting());
  if (!object || !count)
    return finish(hipErrorInvalidValue);
  object->count += count;
  return finish(hipSuccess);
}

} // namespace

/// What a graph holds of an object.
struct porter::hip::UserReferences {
  hipUserObject_t handle;
  unsigned count;
  UserReferences(hipUserObject_t handle, unsigned count) : handle(handle), count(count) {}
  ~UserReferences() {
    if (count)
      (void)give(handle, count);
  }
};

extern "C" {

hipError_t hipUserObjectCreate(hipUserObject_t *handle, void *data, hipHostFn_t destroy, unsigned count,
                               unsigned flags) {
  if (!handle || !destroy || !count || count > INT32_MAX || flags != hipUserObjectNoDestructorSync)
    return finish(hipErrorInvalidValue);
  *handle = userObjects().add(std::make_shared<UserObject>(UserObject{data, destroy, long(count)}));
  return finish(hipSuccess);
}
hipError_t hipUserObjectRetain(hipUserObject_t object, unsigned count) { return take(object, count); }
hipError_t hipUserObjectRelease(hipUserObject_t object, unsigned count) { return give(object, count); }

/// With `hipGraphUserObjectMove` the caller's own references become the graph's.
hipError_t hipGraphRetainUserObject(hipGraph_t handle, hipUserObject_t object, unsigned count, unsigned flags) {
  const auto graph = graphs().find(handle);
  if (!graph || !count || (flags & ~unsigned(hipGraphUserObjectMove)) || !userObjects().find(object))
    return finish(hipErrorInvalidValue);
  if (!(flags & hipGraphUserObjectMove))
    if (hipError_t error = take(object, count))
      return error;
  graph->objects.push_back(std::make_shared<UserReferences>(object, count));
  return finish(hipSuccess);
}
hipError_t hipGraphReleaseUserObject(hipGraph_t handle, hipUserObject_t object, unsigned count) {
  const auto graph = graphs().find(handle);
  if (!graph || !count)
    return finish(hipErrorInvalidValue);
  for (const auto &each : graph->objects)
    if (const auto &held = each; held->handle == object && held->count >= count) {
      held->count -= count;
      return give(object, count);
    }
  return finish(hipErrorInvalidValue);
}
}
