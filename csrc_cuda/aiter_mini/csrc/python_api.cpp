// What every module tells Python.
#include "include/aiter_common.h"

AITER_API const char *aiter_error_text(int code) {
    return hipGetErrorString(static_cast<hipError_t>(code));
}
