// Textures and surfaces on NVIDIA's GPUs, all of which have texture units: CUDA's own.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)

namespace porter {

using ::hipMallocArray;
using ::hipMalloc3DArray;
using ::hipFreeArray;
using ::hipArrayGetInfo;
using ::hipGetChannelDesc;
using ::hipMemcpy3D;
using ::hipMemcpy3DAsync;
using ::hipMemcpy2DToArray;
using ::hipMemcpy2DToArrayAsync;
using ::hipMemcpy2DFromArray;
using ::hipMemcpy2DFromArrayAsync;
using ::hipMemcpyToArray;
using ::hipMemcpyFromArray;
using ::hipCreateTextureObject;
using ::hipDestroyTextureObject;
using ::hipGetTextureObjectResourceDesc;
using ::hipCreateSurfaceObject;
using ::hipDestroySurfaceObject;

#if defined(__CUDACC__)
using ::tex1D;
using ::tex2D;
using ::tex3D;
using ::tex1Dfetch;
using ::tex1DLayered;
using ::tex2DLayered;
using ::texCubemap;
using ::texCubemapLayered;
using ::tex2Dgather;
using ::tex1DLod;
using ::tex2DLod;
using ::tex3DLod;
using ::tex1DLayeredLod;
using ::tex2DLayeredLod;
using ::texCubemapLod;
using ::texCubemapLayeredLod;
using ::tex1DGrad;
using ::tex2DGrad;
using ::tex3DGrad;
using ::tex1DLayeredGrad;
using ::tex2DLayeredGrad;
#if !defined(__clang__) || __clang_major__ >= 22  // clang 19 declares none of these
using ::surf1Dread;
using ::surf1Dwrite;
using ::surf2Dread;
using ::surf2Dwrite;
using ::surf3Dread;
using ::surf3Dwrite;
using ::surf1DLayeredread;
using ::surf1DLayeredwrite;
using ::surf2DLayeredread;
using ::surf2DLayeredwrite;
using ::surfCubemapread;
using ::surfCubemapwrite;
#endif
#endif  // defined(__CUDACC__)

}  // namespace porter

#endif  // defined(__HIP_PLATFORM_NVIDIA__)
