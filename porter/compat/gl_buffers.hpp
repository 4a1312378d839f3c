// OpenGL's buffers by their names (`cudaGLMapBufferObject`), which CUDA 3 deprecated and HIP lacks.
//
// Each buffer is registered as a resource of HIP's, once, and looked up by its name. Which accesses
// a buffer is mapped for is a hint that a resource of HIP's cannot be given later: it is not heeded.
#pragma once

#include <hip/hip_runtime.h>
// behind HIP's own
#include <hip/hip_gl_interop.h>

#include <cstddef>
#include <map>
#include <mutex>

namespace porter {

enum gl_map_flags { gl_map_none = 0, gl_map_read_only = 1, gl_map_write_discard = 2 };

struct gl_buffers {
  std::mutex lock;
  std::map<unsigned, hipGraphicsResource_t> by_name;
};

inline gl_buffers &registered_gl_buffers() {
  static gl_buffers buffers;
  return buffers;
}

// The resource of a buffer; null of one that is not registered.
inline hipGraphicsResource_t gl_resource(unsigned buffer) {
  gl_buffers &all = registered_gl_buffers();
  const std::lock_guard<std::mutex> held(all.lock);
  const auto found = all.by_name.find(buffer);
  return found == all.by_name.end() ? nullptr : found->second;
}

// A device needs no preparation for OpenGL, in CUDA since 5.0 neither.
inline hipError_t gl_set_device(int device) { return hipSetDevice(device); }

inline hipError_t gl_register_buffer(unsigned buffer) {
  gl_buffers &all = registered_gl_buffers();
  const std::lock_guard<std::mutex> held(all.lock);
  hipGraphicsResource_t &resource = all.by_name[buffer];
  if (resource) return hipSuccess;
  const hipError_t error =
      hipGraphicsGLRegisterBuffer(&resource, buffer, hipGraphicsRegisterFlagsNone);
  if (error != hipSuccess) all.by_name.erase(buffer);
  return error;
}

inline hipError_t gl_unregister_buffer(unsigned buffer) {
  gl_buffers &all = registered_gl_buffers();
  const std::lock_guard<std::mutex> held(all.lock);
  const auto found = all.by_name.find(buffer);
  if (found == all.by_name.end()) return hipErrorInvalidResourceHandle;
  const hipError_t error = hipGraphicsUnregisterResource(found->second);
  all.by_name.erase(found);
  return error;
}

inline hipError_t gl_set_map_flags(unsigned buffer, unsigned) {
  return gl_resource(buffer) ? hipSuccess : hipErrorInvalidResourceHandle;
}

inline hipError_t gl_map_buffer_async(void **memory, unsigned buffer, hipStream_t stream) {
  hipGraphicsResource_t resource = gl_resource(buffer);
  if (!resource) return hipErrorInvalidResourceHandle;
  const hipError_t error = hipGraphicsMapResources(1, &resource, stream);
  if (error != hipSuccess) return error;
  std::size_t bytes = 0;
  return hipGraphicsResourceGetMappedPointer(memory, &bytes, resource);
}

inline hipError_t gl_unmap_buffer_async(unsigned buffer, hipStream_t stream) {
  hipGraphicsResource_t resource = gl_resource(buffer);
  return resource ? hipGraphicsUnmapResources(1, &resource, stream) : hipErrorInvalidResourceHandle;
}

inline hipError_t gl_map_buffer(void **memory, unsigned buffer) {
  return gl_map_buffer_async(memory, buffer, nullptr);
}

inline hipError_t gl_unmap_buffer(unsigned buffer) {
  return gl_unmap_buffer_async(buffer, nullptr);
}

}  // namespace porter
