// PyTorch's headers ask for C++20 now, whose <math.h> puts `lerp` of three floats into the global scope. A project of before
// defines its own there. Included in front: `std::lerp` stays.
#pragma once

#ifdef __cplusplus
#include <cmath>
#if defined(__cpp_lib_interpolate)
namespace std {
float porter_no_lerp(float, float, float);
}
#define lerp porter_no_lerp
#include <math.h>
#undef lerp
#endif
#endif
