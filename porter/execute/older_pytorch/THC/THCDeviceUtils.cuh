// Warp functions, which moved with PyTorch 1.11.
#pragma once

#include <ATen/cuda/DeviceUtils.cuh>
