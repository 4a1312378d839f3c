// Stands before CUDA's header of this name. clang reads it before CUDA's overloads of min and max are known but for
// those of int, which its functions (__vimax3_u32 ...) would take for unsigned numbers.
#pragma push_macro("max")
#pragma push_macro("min")
static __device__ inline unsigned porter_max(unsigned a, unsigned b) { return a > b ? a : b; }
static __device__ inline unsigned porter_min(unsigned a, unsigned b) { return a < b ? a : b; }
static __device__ inline int porter_max(int a, int b) { return a > b ? a : b; }
static __device__ inline int porter_min(int a, int b) { return a < b ? a : b; }
#define max porter_max
#define min porter_min
#include_next <crt/device_functions.hpp>
#pragma pop_macro("min")
#pragma pop_macro("max")
