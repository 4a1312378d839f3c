/* cuFFT's header of CUDA 12 with what CUDA 13's has beside it, put before an enumerator that CUDA 13 dropped. */
#define CUFFT_LICENSE_ERROR                                                                                            \
  CUFFT_MISSING_DEPENDENCY = 0x11, CUFFT_NVRTC_FAILURE = 0x12, CUFFT_NVJITLINK_FAILURE = 0x13,                         \
  CUFFT_NVSHMEM_FAILURE = 0x14, CUFFT_LICENSE_ERROR

#if __has_include_next(<cufft.h>)
#include_next <cufft.h>
#else /* a toolkit's headers lie in one folder */
#include "beneath/cufft.h"
#endif

#undef CUFFT_LICENSE_ERROR
