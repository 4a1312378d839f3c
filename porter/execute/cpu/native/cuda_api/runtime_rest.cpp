// Newer functions of CUDA's runtime API, and copies between devices, which share one memory.
#include <cuda_runtime_api.h>

extern "C" {

static cudaMemcpy3DParms asBox(const cudaMemcpy3DPeerParms &copy) {
  return {copy.srcArray, copy.srcPos, copy.srcPtr, copy.dstArray, copy.dstPos, copy.dstPtr, copy.extent,
          cudaMemcpyDefault};
}
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms *copy) {
  const cudaMemcpy3DParms box = copy ? asBox(*copy) : cudaMemcpy3DParms{};
  return cudaMemcpy3D(copy ? &box : nullptr);
}
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms *copy, cudaStream_t stream) {
  const cudaMemcpy3DParms box = copy ? asBox(*copy) : cudaMemcpy3DParms{};
  return cudaMemcpy3DAsync(copy ? &box : nullptr, stream);
}
cudaError_t hipMemPrefetchAsync_v2(const void *pointer, size_t bytes, cudaMemLocation location, unsigned flags,
                                   cudaStream_t stream);
cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t bytes, cudaMemLocation location, unsigned flags,
                                    cudaStream_t stream) {
  return hipMemPrefetchAsync_v2(pointer, bytes, location, flags, stream);
}
cudaError_t hipMemAdvise_v2(const void *pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location);
cudaError_t cudaMemAdvise_v2(const void *pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location) {
  return hipMemAdvise_v2(pointer, bytes, advice, location);
}
cudaError_t hipStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes, unsigned flags);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes, unsigned flags) {
  return hipStreamAttachMemAsync(stream, pointer, bytes, flags);
}
cudaError_t hipMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *wanted, size_t count);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *wanted, size_t count) {
  return hipMemPoolSetAccess(pool, wanted, count);
}
cudaError_t hipMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *location);
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *location) {
  return hipMemPoolGetAccess(flags, pool, location);
}
/// All devices are alike.
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted) {
  if (!device || !wanted)
    return cudaErrorInvalidValue;
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *texels, const cudaChannelFormatDesc *format, int device) {
  int count = 0;
  (void)cudaGetDeviceCount(&count);
  if (!texels || !format || device < 0 || device >= count)
    return texels && format ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
  *texels = size_t(1) << 28;
  return cudaSuccess;
}
}
