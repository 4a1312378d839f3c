#ifndef CK_TILE_ENUM_H
#define CK_TILE_ENUM_H

namespace ck_tile {

enum class ActivationType : int { No = -1, Silu = 0, Gelu = 1 };
enum class QuantType : int {
    No = 0,
    per_Tensor = 1,
    per_Token = 2,
#if CK_TILE_FP4x2
    per_1x32 = 3, // packed fp4: a scale for 32 values
#endif
};

} // namespace ck_tile

#endif // CK_TILE_ENUM_H
