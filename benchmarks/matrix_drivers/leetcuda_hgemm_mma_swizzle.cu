// Calls all four kernels of LeetCUDA's swizzle/hgemm_mma_swizzle.cu.
#define main main_of_file
#include "hgemm_mma_swizzle.cu"
#undef main
#include "drive.h"

int main() {
  drive::product<half>("naive", launch_hgemm_mma_m16n8k16_naive, false);
  drive::product<half>("naive_swizzle", launch_hgemm_mma_m16n8k16_naive_smem_swizzle, false);
  drive::product<half>("warp4x4", launch_hgemm_mma_m16n8k16_mma2x4_warp4x4, false);
  drive::product<half>("warp4x4_swizzle", launch_hgemm_mma_m16n8k16_mma2x4_warp4x4_smem_swizzle<0>, false);
}
