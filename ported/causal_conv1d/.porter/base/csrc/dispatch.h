// Run-time values to template arguments, and the list of type pairs that every kernel is built for.
#pragma once

#include <stdexcept>
#include <string>

#define DISPATCH_WIDTH(WIDTH, NAME, ...)                                               \
    [&] {                                                                              \
        switch (WIDTH) {                                                               \
            case 2: {                                                                  \
                constexpr int NAME = 2;                                                \
                return __VA_ARGS__();                                                  \
            }                                                                          \
            case 3: {                                                                  \
                constexpr int NAME = 3;                                                \
                return __VA_ARGS__();                                                  \
            }                                                                          \
            case 4: {                                                                  \
                constexpr int NAME = 4;                                                \
                return __VA_ARGS__();                                                  \
            }                                                                          \
            default:                                                                   \
                throw std::invalid_argument("causal_conv1d: width must be 2, 3 or 4, got " + \
                                            std::to_string(WIDTH));                    \
        }                                                                              \
    }()

#define DISPATCH_BOOL(CONDITION, NAME, ...)  \
    [&] {                                    \
        if (CONDITION) {                     \
            constexpr bool NAME = true;      \
            return __VA_ARGS__();            \
        } else {                             \
            constexpr bool NAME = false;     \
            return __VA_ARGS__();            \
        }                                    \
    }()

// Expands MACRO(input_t, weight_t) for each pair; used for explicit instantiation.
#define FOR_EACH_TYPE_PAIR(MACRO)          \
    MACRO(float, float)                    \
    MACRO(float, __half)                   \
    MACRO(float, __hip_bfloat16)            \
    MACRO(__half, float)                   \
    MACRO(__half, __half)                  \
    MACRO(__half, __hip_bfloat16)           \
    MACRO(__hip_bfloat16, float)            \
    MACRO(__hip_bfloat16, __half)           \
    MACRO(__hip_bfloat16, __hip_bfloat16)
