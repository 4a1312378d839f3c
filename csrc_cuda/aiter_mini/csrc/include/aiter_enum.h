#ifndef AITER_ENUM_H
#define AITER_ENUM_H

namespace aiter {

enum class ActivationType : int { No = -1, Silu = 0, Gelu = 1 };
enum class QuantType : int {
    No = 0,
    per_Tensor = 1,
    per_Token = 2,
#if AITER_FP4x2
    per_1x32 = 3, // packed fp4: a scale for 32 values
#endif
};

} // namespace aiter

#endif // AITER_ENUM_H
