// What CMake configures in Composable Kernel's sources: every type, and both kinds of matrix instructions.
#pragma once
#define CK_ENABLE_INT8 "ON"
#define CK_ENABLE_FP8 "ON"
#define CK_ENABLE_BF8 "ON"
#define CK_ENABLE_FP16 "ON"
#define CK_ENABLE_BF16 "ON"
#define CK_ENABLE_FP32 "ON"
#define CK_ENABLE_FP64 "ON"
#define CK_USE_XDL
#define CK_USE_WMMA
