// cuFFT's names.
#define NAME(function) cufft##function
namespace {
using Handle = int;
constexpr int versionNumber = 11201; // cuFFT 11.2.1, whose headers the toolchain has
} // namespace
#include "names.h"
