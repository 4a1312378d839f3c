// Arithmetic on packed values: float16 and bfloat16 pairs, bytes with dp4a, and bit tricks.
#include <hip/hip_runtime.h>
#include "porter_compat/bits.hpp"
#include "porter_compat/half_overloads.hpp"
#include "porter_compat/integer_dot.hpp"
#include "porter_compat/warp.hpp"
#include "check.cuh"

#include <algorithm>
#include <bitset>

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

namespace {

constexpr int kThreads = 128;

// y = a * x + y, two elements an instruction.
__global__ void axpy(int pairs, __half a, const __half2* x, __half2* y) {
    const __half2 factor = __half2half2(a);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        y[i] = __hfma2(factor, x[i], y[i]);
    }
}

// Dot product of each warp's rows: pairs multiplied as they are, summed in float.
template <typename pair_t>
__device__ float2 widen(pair_t pair);
template <>
__device__ float2 widen(__half2 pair) {
    return __half22float2(pair);
}
template <>
__device__ float2 widen(__hip_bfloat162 pair) {
    return __bfloat1622float2(pair);
}

template <typename pair_t>
__global__ void row_dots(const pair_t* a, const pair_t* b, int rows, int pairs, float* dots) {
    const int lane = threadIdx.x & 31;
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (row >= rows) {
        return;
    }
    float sum = 0.0f;
    for (int i = lane; i < pairs; i += 32) {
        const float2 x = widen(a[row * pairs + i]);
        const float2 y = widen(b[row * pairs + i]);
        sum = fmaf(x.x, y.x, fmaf(x.y, y.y, sum));
    }
    for (int offset = 16; offset > 0; offset >>= 1) {
        sum += porter::shfl_down_sync(0xffffffffu, sum, offset);
    }
    if (lane == 0) {
        dots[row] = sum;
    }
}

// Largest of pairs, shuffled as pairs.
__global__ void pair_maximum(const __half2* input, int count, __half* result) {
    __half2 largest = input[threadIdx.x % count];
    for (int i = threadIdx.x; i < count; i += 32) {
        largest = __hmax2(largest, input[i]);
    }
    for (int mask = 16; mask > 0; mask >>= 1) {
        largest = __hmax2(largest, porter::shfl_xor_sync(0xffffffffu, largest, mask));
    }
    if (threadIdx.x == 0) {
        *result = __hmax(__low2half(largest), __high2half(largest));
    }
}

// Products of signed bytes, four at a time.
__global__ void byte_dots(const int* a, const int* b, int rows, int words, int* dots) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        int sum = 0;
        for (int i = 0; i < words; ++i) {
            sum = porter::dp4a(a[row * words + i], b[row * words + i], sum);
        }
        dots[row] = sum;
    }
}

struct Bits {
    int population, leading_zeros, first_set;
    unsigned reversed, swapped, rotated;
};

__global__ void bit_tricks(const unsigned* input, int count, Bits* output) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const unsigned x = input[i];
        output[i] = {porter::popc(x),
                     __clz(static_cast<int>(x)),
                     __ffs(static_cast<int>(x)),
                     __brev(x),
                     porter::byte_perm(x, 0, 0x0123),
                     __funnelshift_l(x, x, 5)};
    }
}

std::vector<__half> halves(const std::vector<float>& values) {
    std::vector<__half> result(values.size());
    std::transform(values.begin(), values.end(), result.begin(),
                   [](float value) { return __float2half(value); });
    return result;
}

std::vector<__hip_bfloat16> bfloats(const std::vector<float>& values) {
    std::vector<__hip_bfloat16> result(values.size());
    std::transform(values.begin(), values.end(), result.begin(),
                   [](float value) { return __float2bfloat16(value); });
    return result;
}

template <typename pair_t, typename T, typename Widen>
void check_dots(Checks& checks, const char* what, const std::vector<T>& a, const std::vector<T>& b,
                int rows, Widen widen_one) {
    const int columns = static_cast<int>(a.size()) / rows;
    std::vector<double> expected(rows, 0.0);
    for (size_t i = 0; i < a.size(); ++i) {
        expected[i / columns] += static_cast<double>(widen_one(a[i])) * widen_one(b[i]);
    }
    DeviceBuffer<T> device_a(a), device_b(b);
    DeviceBuffer<float> dots(rows);
    row_dots<pair_t><<<(rows * 32 + kThreads - 1) / kThreads, kThreads>>>(
        reinterpret_cast<const pair_t*>(device_a.get()),
        reinterpret_cast<const pair_t*>(device_b.get()), rows, columns / 2, dots.get());
    CHECK_KERNEL();
    checks.close(what, dots.to_host(), expected, 1e-5);
}

}  // namespace

int main(int argc, char** argv) {
    const int rows = size_argument(argc, argv, 50);
    const int columns = 196, count = rows * columns;
    Checks checks("packed_math");
    const std::vector<float> a = random_floats(count, 111), b = random_floats(count, 112);
    const std::vector<__half> half_a = halves(a), half_b = halves(b);

    DeviceBuffer<__half> x(half_a), y(half_b);
    const float factor = 1.5f;
    axpy<<<8, kThreads>>>(count / 2, __float2half(factor),
                          reinterpret_cast<const __half2*>(x.get()),
                          reinterpret_cast<__half2*>(y.get()));
    CHECK_KERNEL();
    std::vector<float> updated, expected;
    for (const __half value : y.to_host()) {
        updated.push_back(__half2float(value));
    }
    for (int i = 0; i < count; ++i) {
        expected.push_back(__half2float(
            __float2half(factor * __half2float(half_a[i]) + __half2float(half_b[i]))));
    }
    checks.close("axpy of float16", updated, expected, 1e-3);

    check_dots<__half2>(checks, "dot products of float16", half_a, half_b, rows,
                        [](__half value) { return __half2float(value); });
    check_dots<__hip_bfloat162>(checks, "dot products of bfloat16", bfloats(a), bfloats(b), rows,
                               [](__hip_bfloat16 value) { return __bfloat162float(value); });

    DeviceBuffer<__half> maximum(1);
    pair_maximum<<<1, 32>>>(reinterpret_cast<const __half2*>(x.get()), count / 2, maximum.get());
    CHECK_KERNEL();
    float largest = -2.0f;
    for (const __half value : half_a) {
        largest = std::max(largest, __half2float(value));
    }
    checks.is_true("largest float16", __half2float(maximum.to_host()[0]) == largest);

    const int words = 25;
    std::vector<int> bytes_a(rows * words), bytes_b(rows * words), byte_expected(rows, 0);
    Random random(113);
    for (int i = 0; i < rows * words; ++i) {
        for (int byte = 0; byte < 4; ++byte) {
            const int p = random.below(256) - 128, q = random.below(256) - 128;
            bytes_a[i] |= static_cast<int>((p & 0xffu) << (8 * byte));
            bytes_b[i] |= static_cast<int>((q & 0xffu) << (8 * byte));
            byte_expected[i / words] += p * q;
        }
    }
    DeviceBuffer<int> device_a(bytes_a), device_b(bytes_b), byte_result(rows);
    byte_dots<<<(rows + kThreads - 1) / kThreads, kThreads>>>(
        device_a.get(), device_b.get(), rows, words, byte_result.get());
    CHECK_KERNEL();
    checks.equal("dot products of bytes", byte_result.to_host(), byte_expected);

    std::vector<unsigned> words_in(1000);
    for (unsigned& word : words_in) {
        word = random.bits() << 8 ^ random.bits() >> random.below(24);
    }
    words_in[0] = 0;
    DeviceBuffer<unsigned> device_words(words_in);
    DeviceBuffer<Bits> device_bits(words_in.size());
    bit_tricks<<<8, kThreads>>>(device_words.get(), static_cast<int>(words_in.size()),
                                device_bits.get());
    CHECK_KERNEL();
    const std::vector<Bits> bits = device_bits.to_host();
    bool all = true;
    for (size_t i = 0; i < words_in.size(); ++i) {
        const unsigned word = words_in[i];
        int leading = 32, first = 0;
        unsigned reversed = 0;
        for (int bit = 0; bit < 32; ++bit) {
            if (word >> bit & 1u) {
                leading = 31 - bit;
                first = first == 0 ? bit + 1 : first;
                reversed |= 0x80000000u >> bit;
            }
        }
        const unsigned swapped =
            word << 24 | (word & 0xff00u) << 8 | (word >> 8 & 0xff00u) | word >> 24;
        all = all && bits[i].population == static_cast<int>(std::bitset<32>(word).count()) &&
              bits[i].leading_zeros == leading && bits[i].first_set == first &&
              bits[i].reversed == reversed && bits[i].swapped == swapped &&
              bits[i].rotated == (word << 5 | word >> 27);
    }
    checks.is_true("bits", all);
    return checks.finish();
}
