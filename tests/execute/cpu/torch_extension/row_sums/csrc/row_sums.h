#pragma once

#include <hip/hip_runtime.h>

void launch_row_sums(const float* x, float* out, int rows, int columns, int step,
                     hipStream_t stream);
int wave_size();
