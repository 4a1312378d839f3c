/* In place of CUDA's header of this name, which none of the wheels has that the executor's CUDA headers come from. */
#ifndef CUDAPROFILER_H
#define CUDAPROFILER_H

#include <cuda.h>

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);

#ifdef __cplusplus
}
#endif

#endif
