// The prefix of MIOpen's names.
#pragma once

#include "descriptors.h"

#define NAME(function) miopen##function

namespace {
constexpr auto vendor = porter::dnn::Vendor::Hip;
} // namespace
