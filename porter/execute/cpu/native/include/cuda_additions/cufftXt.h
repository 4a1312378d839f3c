/* cuFFT's second header, which includes the first: the one beside this comes before that. */
#include "cufft.h"
#if __has_include_next(<cufftXt.h>)
#include_next <cufftXt.h>
#else
#include "beneath/cufftXt.h"
#endif
