// What every module tells Python.
#include "include/ck_tile_common.h"

CK_TILE_API const char *ck_tile_error_text(int code) {
    return hipGetErrorString(static_cast<hipError_t>(code));
}
