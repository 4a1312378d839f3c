// CUDA's driver API: memory, arrays and textures by description, pointers.
#include "checks.h"

#include <cuda.h>

#include <cstring>
#include <cuda_runtime.h>
#include <numeric>
#include <vector>

__global__ void readTexture(CUtexObject texture, float *out) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * blockDim.x + x] = tex2D<float>(texture, x + 0.5f, y + 0.5f);
}

int main() {
  CUdevice device;
  CUcontext context;
  (void)cuInit(0);
  (void)cuDeviceGet(&device, 0);
  (void)cuDevicePrimaryCtxRetain(&context, device);
  (void)cuCtxSetCurrent(context);
  std::vector<float> host(8 * 4), back(8 * 4);
  std::iota(host.begin(), host.end(), 1.0f);

  CUdeviceptr rows;
  size_t pitch = 0;
  check("pitched rows", cuMemAllocPitch(&rows, &pitch, 32, 4, 4) == CUDA_SUCCESS && pitch >= 32);
  check("no such element", cuMemAllocPitch(&rows, &pitch, 32, 4, 3) == CUDA_ERROR_INVALID_VALUE);
  (void)cuMemAllocPitch(&rows, &pitch, 32, 4, 4);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = host.data(), copy.srcPitch = 32;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE, copy.dstDevice = rows, copy.dstPitch = pitch;
  copy.WidthInBytes = 32, copy.Height = 4;
  check("rows to the device", cuMemcpy2D(&copy) == CUDA_SUCCESS);
  CUDA_MEMCPY2D part = {};
  part.srcMemoryType = CU_MEMORYTYPE_DEVICE, part.srcDevice = rows, part.srcPitch = pitch;
  part.srcXInBytes = 8, part.srcY = 1;
  part.dstMemoryType = CU_MEMORYTYPE_HOST, part.dstHost = back.data(), part.dstPitch = 16;
  part.WidthInBytes = 16, part.Height = 2;
  check("a part of them back", cuMemcpy2DAsync(&part, nullptr) == CUDA_SUCCESS && back[0] == 11 && back[4] == 19);
  part.srcY = 3;
  check("beyond the rows", cuMemcpy2DUnaligned(&part) != CUDA_SUCCESS);
  check("nothing to copy", cuMemcpy2D(nullptr) == CUDA_ERROR_INVALID_VALUE);

  check("filled rows", cuMemsetD2D32(rows, pitch, 0x40000000, 3, 2) == CUDA_SUCCESS); // 2.0f
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE, copy.srcDevice = rows, copy.srcPitch = pitch;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = back.data(), copy.dstPitch = 32;
  (void)cuMemcpy2D(&copy);
  check("of three words", back[0] == 2 && back[2] == 2 && back[3] == 4 && back[8] == 2 && back[16] == 17);
  check("bytes", cuMemsetD2D8(rows, pitch, 0, 32, 4) == CUDA_SUCCESS);
  check("halves in a stream", cuMemsetD2D16Async(rows, pitch, 0x4040, 2, 1, nullptr) == CUDA_SUCCESS);

  CUarray array, cube;
  const CUDA_ARRAY_DESCRIPTOR flat{8, 4, CU_AD_FORMAT_FLOAT, 1};
  CUDA_ARRAY_DESCRIPTOR told = {};
  check("an array", cuArrayCreate(&array, &flat) == CUDA_SUCCESS);
  check("described", cuArrayGetDescriptor(&told, array) == CUDA_SUCCESS && told.Width == 8 && told.Height == 4 &&
                         told.Format == CU_AD_FORMAT_FLOAT && told.NumChannels == 1);
  const CUDA_ARRAY_DESCRIPTOR three{8, 4, CU_AD_FORMAT_FLOAT, 3};
  check("three channels", cuArrayCreate(&cube, &three) == CUDA_ERROR_INVALID_VALUE);
  const CUDA_ARRAY3D_DESCRIPTOR box{4, 2, 4, CU_AD_FORMAT_UNSIGNED_INT8, 4, CUDA_ARRAY3D_SURFACE_LDST};
  CUDA_ARRAY3D_DESCRIPTOR toldBox = {};
  check("a box", cuArray3DCreate(&cube, &box) == CUDA_SUCCESS);
  check("described, too", cuArray3DGetDescriptor(&toldBox, cube) == CUDA_SUCCESS && toldBox.Depth == 4 &&
                              toldBox.NumChannels == 4 && toldBox.Flags == CUDA_ARRAY3D_SURFACE_LDST);

  copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = host.data(), copy.srcPitch = 0;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array;
  check("into the array", cuMemcpy2D(&copy) == CUDA_SUCCESS);
  copy.dstXInBytes = 2;
  check("half a texel", cuMemcpy2D(&copy) == CUDA_ERROR_INVALID_VALUE);
  check("a run of it", cuMemcpyAtoH(back.data(), array, 4, 8) == CUDA_SUCCESS && back[0] == 2 && back[1] == 3);
  CUDA_MEMCPY3D volume = {};
  volume.srcMemoryType = CU_MEMORYTYPE_HOST, volume.srcHost = host.data();
  volume.dstMemoryType = CU_MEMORYTYPE_ARRAY, volume.dstArray = cube;
  volume.WidthInBytes = 16, volume.Height = 2, volume.Depth = 4;
  check("into the box", cuMemcpy3D(&volume) == CUDA_SUCCESS);
  std::swap(volume.srcMemoryType, volume.dstMemoryType);
  volume.srcArray = cube, volume.srcZ = 2, volume.Depth = 1, volume.dstHost = back.data();
  check("a plane of it", cuMemcpy3DAsync(&volume, nullptr) == CUDA_SUCCESS && back[0] == host[16] && back[7] == host[23]);
  volume.Depth = 3;
  check("one plane too many", cuMemcpy3D(&volume) == CUDA_ERROR_INVALID_VALUE);

  CUDA_RESOURCE_DESC resource = {}, toldResource = {};
  CUDA_TEXTURE_DESC how = {}, toldHow = {};
  CUtexObject texture;
  float *out;
  resource.resType = CU_RESOURCE_TYPE_ARRAY, resource.res.array.hArray = array;
  how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
  check("a texture", cuTexObjectCreate(&texture, &resource, &how, nullptr) == CUDA_SUCCESS);
  (void)cudaMallocManaged(&out, host.size() * sizeof *out);
  readTexture<<<1, dim3(8, 4)>>>(texture, out);
  (void)cuCtxSynchronize();
  check("read", std::memcmp(out, host.data(), host.size() * sizeof *out) == 0);
  check("of the array", cuTexObjectGetResourceDesc(&toldResource, texture) == CUDA_SUCCESS &&
                            toldResource.res.array.hArray == array);
  check("clamped", cuTexObjectGetTextureDesc(&toldHow, texture) == CUDA_SUCCESS &&
                       toldHow.addressMode[0] == CU_TR_ADDRESS_MODE_CLAMP);
  check("ended", cuTexObjectDestroy(texture) == CUDA_SUCCESS && cuArrayDestroy(array) == CUDA_SUCCESS);
  check("ended twice", cuArrayDestroy(array) == CUDA_ERROR_INVALID_HANDLE);

  CUdeviceptr base = 0;
  size_t bytes = 0;
  int managed = -1;
  unsigned kind = 0;
  check("where it begins", cuPointerGetAttribute(&base, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, rows + 40) == CUDA_SUCCESS &&
                               base == rows);
  check("its size", cuPointerGetAttribute(&bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, rows) == CUDA_SUCCESS && bytes >= 4 * pitch);
  CUpointer_attribute wanted[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED};
  void *answers[] = {&kind, &managed};
  check("several facts", cuPointerGetAttributes(2, wanted, answers, CUdeviceptr(out)) == CUDA_SUCCESS &&
                             kind == CU_MEMORYTYPE_DEVICE && managed == 1);
  check("of no memory", cuPointerGetAttributes(2, wanted, answers, CUdeviceptr(host.data())) == CUDA_SUCCESS && kind == 0);
  check("one of no memory", cuPointerGetAttribute(&kind, wanted[0], CUdeviceptr(host.data())) == CUDA_ERROR_INVALID_VALUE);
  CUmemoryPool pool;
  CUmemAccess_flags access = {};
  CUmemLocation place{CU_MEM_LOCATION_TYPE_DEVICE, 0};
  check("a pool's access", cuDeviceGetDefaultMemPool(&pool, device) == CUDA_SUCCESS &&
                               cuMemPoolGetAccess(&access, pool, &place) == CUDA_SUCCESS &&
                               access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  return failures;
}
