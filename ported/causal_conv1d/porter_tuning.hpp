// Attributes of kernels that `porter tune` chose by compiling them, and what they gained. Edit them
// as you like: the next `porter tune` begins with what stands here.
#pragma once

#if defined(__gfx90a__)
#define PORTER_TUNED_causal_conv1d_bwd_kernel __attribute__((amdgpu_waves_per_eu(2)))  // spilled 183 -> 0, waves 4 -> 2, cycles 5100 -> 5047
#elif defined(__gfx942__)
#define PORTER_TUNED_causal_conv1d_bwd_kernel __attribute__((amdgpu_waves_per_eu(2)))  // spilled 193 -> 0, waves 4 -> 2
#elif defined(__gfx950__)
#define PORTER_TUNED_causal_conv1d_bwd_kernel __attribute__((amdgpu_waves_per_eu(2)))  // spilled 193 -> 0, waves 4 -> 2
#else
#define PORTER_TUNED_causal_conv1d_bwd_kernel
#endif
