// Shared memory sized at launch: a padded transpose, several arrays in one allocation, and more than
// the 48 KB that a kernel gets without asking.
#include <hip/hip_runtime.h>
#include "check.cuh"

#include <algorithm>

namespace {

// A (tile x tile) block of the matrix at a time; one column of padding keeps the banks apart.
template <typename T>
__global__ void transpose(const T* input, T* output, int rows, int columns) {
    extern __shared__ __align__(16) unsigned char storage[];
    T* tile = reinterpret_cast<T*>(storage);
    const int side = blockDim.x;
    const int pitch = side + 1;

    int column = blockIdx.x * side + threadIdx.x;
    int row = blockIdx.y * side + threadIdx.y;
    for (int i = 0; i < side; i += blockDim.y) {
        if (column < columns && row + i < rows) {
            tile[(threadIdx.y + i) * pitch + threadIdx.x] =
                input[static_cast<size_t>(row + i) * columns + column];
        }
    }
    __syncthreads();
    column = blockIdx.y * side + threadIdx.x;
    row = blockIdx.x * side + threadIdx.y;
    for (int i = 0; i < side; i += blockDim.y) {
        if (column < rows && row + i < columns) {
            output[static_cast<size_t>(row + i) * rows + column] =
                tile[threadIdx.x * pitch + threadIdx.y + i];
        }
    }
}

// Elements from the start of an array to the next one: arrays start at multiples of 16 bytes, so that
// whole vectors can be read up to an array's end.
__host__ __device__ constexpr int padded(int count) { return (count + 3) / 4 * 4; }

// The median of each row by counting ranks: values and their ranks share one allocation.
__global__ void row_medians(const float* input, int columns, float* medians) {
    extern __shared__ __align__(16) unsigned char storage[];
    float* values = reinterpret_cast<float*>(storage);
    int* ranks = reinterpret_cast<int*>(values + padded(columns));

    input += static_cast<size_t>(blockIdx.x) * columns;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        values[i] = input[i];
        ranks[i] = 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        int rank = 0;
        // By eight at a time, which clang 19 takes, masks of lanes do not fit into gfx90a's scalar registers.
#pragma unroll 4
        for (int j = 0; j < columns; ++j) {
            rank += values[j] < values[i] || (values[j] == values[i] && j < i);
        }
        ranks[i] = rank;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        if (ranks[i] == columns / 2) {
            medians[blockIdx.x] = values[i];
        }
    }
}

// Reverses an array that fills most of a multiprocessor's shared memory.
__global__ void reverse(const float* input, float* output, int count) {
    extern __shared__ float buffer[];
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        buffer[i] = input[i];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        output[i] = buffer[count - 1 - i];
    }
}

template <typename T>
void check_transpose(Checks& checks, const char* what, int rows, int columns) {
    std::vector<T> input(static_cast<size_t>(rows) * columns), expected(input.size());
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const T value = static_cast<T>(row * 1000 + column);
            input[static_cast<size_t>(row) * columns + column] = value;
            expected[static_cast<size_t>(column) * rows + row] = value;
        }
    }
    DeviceBuffer<T> device_input(input), output(input.size());
    output.fill_bytes(0xff);
    const int side = 32;
    const dim3 block(side, 8);
    const dim3 grid((columns + side - 1) / side, (rows + side - 1) / side);
    transpose<T><<<grid, block, side * (side + 1) * sizeof(T)>>>(device_input.get(), output.get(),
                                                               rows, columns);
    CHECK_KERNEL();
    checks.equal(what, output.to_host(), expected);
}

}  // namespace

int main(int argc, char** argv) {
    const int rows = size_argument(argc, argv, 75);
    const int columns = 101;
    Checks checks("dynamic_shared");
    check_transpose<float>(checks, "transpose of float", rows, columns);
    check_transpose<double>(checks, "transpose of double", rows, columns);
    check_transpose<short>(checks, "transpose of short", rows, columns);

    const std::vector<float> input = random_floats(static_cast<size_t>(rows) * columns, 71);
    std::vector<float> expected(rows);
    for (int row = 0; row < rows; ++row) {
        std::vector<float> values(input.begin() + static_cast<size_t>(row) * columns,
                                  input.begin() + static_cast<size_t>(row + 1) * columns);
        std::nth_element(values.begin(), values.begin() + columns / 2, values.end());
        expected[row] = values[columns / 2];
    }
    DeviceBuffer<float> device_input(input), medians(rows);
    const size_t bytes = padded(columns) * (sizeof(float) + sizeof(int));
    row_medians<<<rows, 64, bytes>>>(device_input.get(), columns, medians.get());
    CHECK_KERNEL();
    checks.equal("medians of rows", medians.to_host(), expected);

    int device = 0, available = 0;
    CHECK_CUDA(hipGetDevice(&device));
    CHECK_CUDA(hipDeviceGetAttribute(&available, hipDeviceAttributeSharedMemPerBlockOptin, device));
    const int wanted = std::min(available, 64 * 1024);
    const int count = wanted / static_cast<int>(sizeof(float));
    CHECK_CUDA(hipFuncSetAttribute((const void*)reverse, hipFuncAttributeMaxDynamicSharedMemorySize, wanted));
    int blocks = 0;
    CHECK_CUDA(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, 256, wanted));
    checks.is_true("a block fits a multiprocessor", blocks >= 1);
    const std::vector<float> line = random_floats(count, 72);
    std::vector<float> reversed(line.rbegin(), line.rend());
    DeviceBuffer<float> device_line(line), output(count);
    reverse<<<1, 256, wanted>>>(device_line.get(), output.get(), count);
    CHECK_KERNEL();
    checks.equal("reversed in one block", output.to_host(), reversed);
    return checks.finish();
}
