// What every program here shares: error checks, a device buffer, reproducible inputs, comparison.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <hip/hip_runtime.h>

#define CHECK_CUDA(call)                                                                     \
    do {                                                                                     \
        const hipError_t status = (call);                                                   \
        if (status != hipSuccess) {                                                         \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                         hipGetErrorString(status));                                        \
            std::exit(EXIT_FAILURE);                                                         \
        }                                                                                    \
    } while (0)

// After a launch: the launch itself, and what the kernel did.
#define CHECK_KERNEL()                    \
    do {                                  \
        CHECK_CUDA(hipGetLastError());   \
        CHECK_CUDA(hipDeviceSynchronize()); \
    } while (0)

constexpr int kWarpSize = 32;
constexpr unsigned kFullMask = 0xffffffffu;

template <typename T>
class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t count) : count_(count) {
        CHECK_CUDA(hipMalloc(&data_, count * sizeof(T)));
    }
    explicit DeviceBuffer(const std::vector<T>& values) : DeviceBuffer(values.size()) {
        CHECK_CUDA(hipMemcpy(data_, values.data(), count_ * sizeof(T), hipMemcpyHostToDevice));
    }
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    ~DeviceBuffer() { hipFree(data_); }

    T* get() const { return data_; }
    void fill_bytes(int value) { CHECK_CUDA(hipMemset(data_, value, count_ * sizeof(T))); }
    std::vector<T> to_host() const {
        std::vector<T> values(count_);
        CHECK_CUDA(hipMemcpy(values.data(), data_, count_ * sizeof(T), hipMemcpyDeviceToHost));
        return values;
    }

private:
    T* data_ = nullptr;
    size_t count_;
};

// A linear congruential generator: the same numbers with every compiler and library.
class Random {
public:
    explicit Random(uint32_t seed) : state_(seed) {}
    uint32_t bits() {
        state_ = state_ * 1664525u + 1013904223u;
        return state_ >> 8;  // the low bits of such a generator are poor
    }
    int below(int bound) { return static_cast<int>(bits() % static_cast<uint32_t>(bound)); }
    float uniform(float low, float high) {
        return low + (high - low) * (static_cast<float>(bits()) / 16777216.0f);
    }

private:
    uint32_t state_;
};

inline std::vector<float> random_floats(size_t count, uint32_t seed, float low = -1.0f,
                                        float high = 1.0f) {
    Random random(seed);
    std::vector<float> values(count);
    for (float& value : values) {
        value = random.uniform(low, high);
    }
    return values;
}

inline std::vector<int> random_ints(size_t count, uint32_t seed, int bound) {
    Random random(seed);
    std::vector<int> values(count);
    for (int& value : values) {
        value = random.below(bound);
    }
    return values;
}

// Problem size: the program's first argument, or a default.
inline int size_argument(int argc, char** argv, int default_size) {
    const int size = argc > 1 ? std::atoi(argv[1]) : default_size;
    if (size <= 0) {
        std::fprintf(stderr, "usage: %s [size > 0]\n", argv[0]);
        std::exit(EXIT_FAILURE);
    }
    return size;
}

// Compares results with the reference of the CPU and remembers whether all were right.
class Checks {
public:
    explicit Checks(const char* program) : program_(program) {}

    template <typename T>
    void equal(const char* what, const std::vector<T>& got, const std::vector<T>& expected) {
        size_t wrong = 0;
        for (size_t i = 0; i < expected.size(); ++i) {
            wrong += !(got[i] == expected[i]);
        }
        report(what, wrong == 0 && got.size() == expected.size(), static_cast<double>(wrong),
               "wrong");
    }

    // |got - expected| <= tolerance * max(1, |expected|); NaN is never close.
    template <typename T, typename U>
    void close(const char* what, const std::vector<T>& got, const std::vector<U>& expected,
               double tolerance) {
        double worst = 0;
        bool ok = got.size() == expected.size();
        for (size_t i = 0; ok && i < expected.size(); ++i) {
            const double reference = static_cast<double>(expected[i]);
            const double error = std::fabs(static_cast<double>(got[i]) - reference) /
                                 std::fmax(1.0, std::fabs(reference));
            ok = error <= tolerance;
            worst = std::fmax(worst, error);
        }
        report(what, ok, worst, "error");
    }

    void is_true(const char* what, bool condition) { report(what, condition, condition, "value"); }

    // The program's exit code.
    int finish() const {
        std::printf("%s: %s\n", program_, failed_ == 0 ? "ok" : "FAILED");
        return failed_ == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }

private:
    void report(const char* what, bool ok, double number, const char* unit) {
        std::printf("  %-36s %s %g  %s\n", what, unit, number, ok ? "ok" : "FAILED");
        failed_ += !ok;
    }

    const char* program_;
    int failed_ = 0;
};
