// atomicAdd of PyTorch's types, which moved with PyTorch 1.11.
#pragma once

#include <ATen/cuda/Atomic.cuh>
