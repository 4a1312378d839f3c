#if __CUDA_ARCH__>0
__fdiv_rd 
#else
=