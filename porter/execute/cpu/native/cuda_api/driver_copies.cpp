// Copies of boxes in CUDA's driver API.
#include "driver.h"

using namespace porter::cuda;

namespace {

hipMemoryType kindOf(CUmemorytype kind) {
  switch (kind) {
  case CU_MEMORYTYPE_HOST: return hipMemoryTypeHost;
  case CU_MEMORYTYPE_DEVICE: return hipMemoryTypeDevice;
  case CU_MEMORYTYPE_ARRAY: return hipMemoryTypeArray;
  case CU_MEMORYTYPE_UNIFIED: return hipMemoryTypeUnified;
  }
  return hipMemoryTypeUnregistered;
}
CUmemorytype kindOf(hipMemoryType kind) {
  switch (kind) {
  case hipMemoryTypeHost: return CU_MEMORYTYPE_HOST;
  case hipMemoryTypeArray: return CU_MEMORYTYPE_ARRAY;
  case hipMemoryTypeUnified: return CU_MEMORYTYPE_UNIFIED;
  default: return CU_MEMORYTYPE_DEVICE;
  }
}
hipArray_t asHip(CUarray array) { return reinterpret_cast<hipArray_t>(array); }
void *asPointer(CUdeviceptr address) { return reinterpret_cast<void *>(address); }

/// A copy of two dimensions is one of three, of one plane.
CUDA_MEMCPY3D asBox(const CUDA_MEMCPY2D &copy) {
  CUDA_MEMCPY3D box = {};
  box.srcXInBytes = copy.srcXInBytes, box.srcY = copy.srcY, box.srcMemoryType = copy.srcMemoryType;
  box.srcHost = copy.srcHost, box.srcDevice = copy.srcDevice, box.srcArray = copy.srcArray, box.srcPitch = copy.srcPitch;
  box.dstXInBytes = copy.dstXInBytes, box.dstY = copy.dstY, box.dstMemoryType = copy.dstMemoryType;
  box.dstHost = copy.dstHost, box.dstDevice = copy.dstDevice, box.dstArray = copy.dstArray, box.dstPitch = copy.dstPitch;
  box.WidthInBytes = copy.WidthInBytes, box.Height = copy.Height, box.Depth = 1;
  return box;
}
/// Devices share one memory, so that it does not matter whose an end is.
CUDA_MEMCPY3D asBox(const CUDA_MEMCPY3D_PEER &copy) {
  CUDA_MEMCPY3D box = {};
  box.srcXInBytes = copy.srcXInBytes, box.srcY = copy.srcY, box.srcZ = copy.srcZ, box.srcLOD = copy.srcLOD;
  box.srcMemoryType = copy.srcMemoryType, box.srcHost = copy.srcHost, box.srcDevice = copy.srcDevice;
  box.srcArray = copy.srcArray, box.srcPitch = copy.srcPitch, box.srcHeight = copy.srcHeight;
  box.dstXInBytes = copy.dstXInBytes, box.dstY = copy.dstY, box.dstZ = copy.dstZ, box.dstLOD = copy.dstLOD;
  box.dstMemoryType = copy.dstMemoryType, box.dstHost = copy.dstHost, box.dstDevice = copy.dstDevice;
  box.dstArray = copy.dstArray, box.dstPitch = copy.dstPitch, box.dstHeight = copy.dstHeight;
  box.WidthInBytes = copy.WidthInBytes, box.Height = copy.Height, box.Depth = copy.Depth;
  return box;
}

} // namespace

HIP_MEMCPY3D porter::cuda::asHip(const CUDA_MEMCPY3D &copy) {
  HIP_MEMCPY3D box = {};
  box.srcXInBytes = copy.srcXInBytes, box.srcY = copy.srcY, box.srcZ = copy.srcZ, box.srcLOD = copy.srcLOD;
  box.srcMemoryType = kindOf(copy.srcMemoryType), box.srcHost = copy.srcHost;
  box.srcDevice = asPointer(copy.srcDevice), box.srcArray = ::asHip(copy.srcArray);
  box.srcPitch = copy.srcPitch, box.srcHeight = copy.srcHeight;
  box.dstXInBytes = copy.dstXInBytes, box.dstY = copy.dstY, box.dstZ = copy.dstZ, box.dstLOD = copy.dstLOD;
  box.dstMemoryType = kindOf(copy.dstMemoryType), box.dstHost = copy.dstHost;
  box.dstDevice = asPointer(copy.dstDevice), box.dstArray = ::asHip(copy.dstArray);
  box.dstPitch = copy.dstPitch, box.dstHeight = copy.dstHeight;
  box.WidthInBytes = copy.WidthInBytes, box.Height = copy.Height, box.Depth = copy.Depth;
  return box;
}
CUDA_MEMCPY3D porter::cuda::asCuda(const HIP_MEMCPY3D &copy) {
  CUDA_MEMCPY3D box = {};
  box.srcXInBytes = copy.srcXInBytes, box.srcY = copy.srcY, box.srcZ = copy.srcZ, box.srcLOD = copy.srcLOD;
  box.srcMemoryType = kindOf(copy.srcMemoryType), box.srcHost = copy.srcHost;
  box.srcDevice = CUdeviceptr(copy.srcDevice), box.srcArray = reinterpret_cast<CUarray>(copy.srcArray);
  box.srcPitch = copy.srcPitch, box.srcHeight = copy.srcHeight;
  box.dstXInBytes = copy.dstXInBytes, box.dstY = copy.dstY, box.dstZ = copy.dstZ, box.dstLOD = copy.dstLOD;
  box.dstMemoryType = kindOf(copy.dstMemoryType), box.dstHost = copy.dstHost;
  box.dstDevice = CUdeviceptr(copy.dstDevice), box.dstArray = reinterpret_cast<CUarray>(copy.dstArray);
  box.dstPitch = copy.dstPitch, box.dstHeight = copy.dstHeight;
  box.WidthInBytes = copy.WidthInBytes, box.Height = copy.Height, box.Depth = copy.Depth;
  return box;
}

extern "C" {

CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy) {
  const HIP_MEMCPY3D box = copy ? porter::cuda::asHip(*copy) : HIP_MEMCPY3D{};
  return told(hipDrvMemcpy3D(copy ? &box : nullptr));
}
CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream) {
  const HIP_MEMCPY3D box = copy ? porter::cuda::asHip(*copy) : HIP_MEMCPY3D{};
  return told(hipDrvMemcpy3DAsync(copy ? &box : nullptr, porter::cuda::asHip(stream)));
}
CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy) {
  const CUDA_MEMCPY3D box = copy ? asBox(*copy) : CUDA_MEMCPY3D{};
  return cuMemcpy3D_v2(copy ? &box : nullptr);
}
CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy) { return cuMemcpy2D_v2(copy); }
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream) {
  const CUDA_MEMCPY3D box = copy ? asBox(*copy) : CUDA_MEMCPY3D{};
  return cuMemcpy3DAsync_v2(copy ? &box : nullptr, stream);
}
CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy) {
  const CUDA_MEMCPY3D box = copy ? asBox(*copy) : CUDA_MEMCPY3D{};
  return cuMemcpy3D_v2(copy ? &box : nullptr);
}
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, CUstream stream) {
  const CUDA_MEMCPY3D box = copy ? asBox(*copy) : CUDA_MEMCPY3D{};
  return cuMemcpy3DAsync_v2(copy ? &box : nullptr, stream);
}
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, size_t bytes) {
  return cuMemcpy(to, from, bytes);
}
CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, size_t bytes, CUstream stream) {
  return cuMemcpyAsync(to, from, bytes, stream);
}
}
