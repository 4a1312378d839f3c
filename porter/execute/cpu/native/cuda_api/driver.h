// CUDA's driver API beside HIP's: both vendors' types in one source. Error codes and handles have the same values.
#pragma once

#include "../hip_api/hip.h"

#define __CUDA_API_VERSION_INTERNAL // every version under its own name
#include <cuda.h>

namespace porter::cuda {

inline CUresult told(hipError_t error) { return CUresult(error); }
inline hipStream_t asHip(CUstream stream) { return reinterpret_cast<hipStream_t>(stream); }
inline hipFunction_t asHip(CUfunction function) { return reinterpret_cast<hipFunction_t>(function); }
inline hipModule_t asHip(CUmodule module) { return reinterpret_cast<hipModule_t>(module); }
inline hipGraph_t asHip(CUgraph graph) { return reinterpret_cast<hipGraph_t>(graph); }
inline hipGraphExec_t asHip(CUgraphExec exec) { return reinterpret_cast<hipGraphExec_t>(exec); }
inline hipGraphNode_t asHip(CUgraphNode node) { return reinterpret_cast<hipGraphNode_t>(node); }
inline hipGraphNode_t *asHip(CUgraphNode *node) { return reinterpret_cast<hipGraphNode_t *>(node); }
inline const hipGraphNode_t *asHip(const CUgraphNode *node) { return reinterpret_cast<const hipGraphNode_t *>(node); }

/// Kinds of memory have other numbers in HIP, and CUDA's ends of a copy have members that HIP's lack.
HIP_MEMCPY3D asHip(const CUDA_MEMCPY3D &copy);
CUDA_MEMCPY3D asCuda(const HIP_MEMCPY3D &copy);

} // namespace porter::cuda
