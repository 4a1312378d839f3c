// The prefix of cuDNN's names.
#pragma once

#include "descriptors.h"

#define NAME(function) cudnn##function

namespace {
constexpr auto vendor = porter::dnn::Vendor::Cuda;

struct OpTensor {
  int operation = 0, computeType = 0, nan = 0;
};
} // namespace
