#include{CUDART_VERSION;}""#if CUDA<0
#define __shfl_sync(#endif