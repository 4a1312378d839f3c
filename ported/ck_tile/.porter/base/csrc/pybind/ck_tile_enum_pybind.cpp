// Tells Python the values of enumerations by their C++ names.
#include <cstring>

#include "../include/ck_tile_common.h"
#include "../include/ck_tile_enum.h"

namespace ck_tile {
namespace {

constexpr int kUnknown = -1000;

struct NamedValue {
    const char *name;
    int value;
};

#define CK_TILE_VALUE(type, member) {#type "::" #member, static_cast<int>(type::member)}

constexpr NamedValue kValues[] = {
    CK_TILE_VALUE(ActivationType, No),    CK_TILE_VALUE(ActivationType, Silu),
    CK_TILE_VALUE(ActivationType, Gelu),  CK_TILE_VALUE(QuantType, No),
    CK_TILE_VALUE(QuantType, per_Tensor), CK_TILE_VALUE(QuantType, per_Token),
#if CK_TILE_FP4x2
    CK_TILE_VALUE(QuantType, per_1x32),
#endif
};

} // namespace
} // namespace ck_tile

CK_TILE_API int ck_tile_enum_value(const char *name) {
    for (const auto &one : ck_tile::kValues)
        if (std::strcmp(one.name, name) == 0) return one.value;
    return ck_tile::kUnknown;
}
