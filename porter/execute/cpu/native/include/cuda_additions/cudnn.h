/* cuDNN's header with what its version 8 dropped: the choice of an algorithm by a preference (cuDNN 7's cudnn.h). */
/* Unguarded above its own part: the next cudnn.h may be this one again, by another path. */
#if __has_include_next(<cudnn.h>)
#include_next <cudnn.h>
#else /* a toolkit's headers lie in one folder */
#include "beneath/cudnn.h"
#endif

#ifndef PORTER_CUDNN_7_CHOICE
#define PORTER_CUDNN_7_CHOICE

#define PORTER_CUDNN_7(kind, word)                                                                                     \
  typedef enum {                                                                                                       \
    CUDNN_CONVOLUTION_##word##_NO_WORKSPACE = 0,                                                                       \
    CUDNN_CONVOLUTION_##word##_PREFER_FASTEST = 1,                                                                     \
    CUDNN_CONVOLUTION_##word##_SPECIFY_WORKSPACE_LIMIT = 2,                                                            \
  } cudnnConvolution##kind##Preference_t;

PORTER_CUDNN_7(Fwd, FWD)
PORTER_CUDNN_7(BwdData, BWD_DATA)
PORTER_CUDNN_7(BwdFilter, BWD_FILTER)
#undef PORTER_CUDNN_7

/* No algorithm takes a work area here, so that none is left out. */
#define PORTER_CUDNN_7(direction, kind, first, second, third)                                                          \
  static inline cudnnStatus_t cudnnGetConvolution##direction##Algorithm(                                               \
      cudnnHandle_t handle, first one, second other, cudnnConvolutionDescriptor_t how, third result,                   \
      cudnnConvolution##kind##Preference_t preference, size_t limit, cudnnConvolution##kind##Algo_t *chosen) {         \
    cudnnConvolution##kind##AlgoPerf_t best;                                                                           \
    int count = 0;                                                                                                     \
    cudnnStatus_t status =                                                                                             \
        cudnnGetConvolution##direction##Algorithm_v7(handle, one, other, how, result, 1, &count, &best);               \
    (void)preference, (void)limit;                                                                                     \
    if (status == CUDNN_STATUS_SUCCESS)                                                                                \
      *chosen = best.algo;                                                                                             \
    return status;                                                                                                     \
  }

PORTER_CUDNN_7(Forward, Fwd, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t, cudnnTensorDescriptor_t)
PORTER_CUDNN_7(BackwardData, BwdData, cudnnFilterDescriptor_t, cudnnTensorDescriptor_t, cudnnTensorDescriptor_t)
PORTER_CUDNN_7(BackwardFilter, BwdFilter, cudnnTensorDescriptor_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t)
#undef PORTER_CUDNN_7

#endif
