// Tells Python the values of enumerations by their C++ names.
#include <cstring>

#include "../include/aiter_common.h"
#include "../include/aiter_enum.h"

namespace aiter {
namespace {

constexpr int kUnknown = -1000;

struct NamedValue {
    const char *name;
    int value;
};

#define AITER_VALUE(type, member) {#type "::" #member, static_cast<int>(type::member)}

constexpr NamedValue kValues[] = {
    AITER_VALUE(ActivationType, No),    AITER_VALUE(ActivationType, Silu),
    AITER_VALUE(ActivationType, Gelu),  AITER_VALUE(QuantType, No),
    AITER_VALUE(QuantType, per_Tensor), AITER_VALUE(QuantType, per_Token),
#if AITER_FP4x2
    AITER_VALUE(QuantType, per_1x32),
#endif
};

} // namespace
} // namespace aiter

AITER_API int aiter_enum_value(const char *name) {
    for (const auto &one : aiter::kValues)
        if (std::strcmp(one.name, name) == 0) return one.value;
    return aiter::kUnknown;
}
