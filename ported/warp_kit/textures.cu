// Textures: linear memory, a 2-D array with filtering and clamping, and a surface to write to.
#include <hip/hip_runtime.h>
#include "porter_compat/textures.hpp"
#include "check.cuh"

#include <algorithm>

namespace {

__global__ void gather(hipTextureObject_t texture, const int* indices, float* output, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        output[i] = porter::tex1Dfetch<float>(texture, indices[i]);
    }
}

// Resamples an image at twice its resolution; the hardware filters and clamps.
__global__ void enlarge(hipTextureObject_t image, float* output, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        output[y * width + x] = porter::tex2D<float>(image, (x + 0.5f) / 2.0f, (y + 0.5f) / 2.0f);
    }
}

__global__ void invert(hipSurfaceObject_t surface, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float value;
        porter::surf2Dread(&value, surface, x * sizeof(float), y);
        porter::surf2Dwrite(1.0f - value, surface, x * sizeof(float), y);
    }
}

hipTextureObject_t create_texture(const hipResourceDesc& resource, hipTextureFilterMode filter) {
    hipTextureDesc description = {};
    description.addressMode[0] = hipAddressModeClamp;
    description.addressMode[1] = hipAddressModeClamp;
    description.filterMode = filter;
    description.readMode = hipReadModeElementType;
    description.normalizedCoords = 0;
    hipTextureObject_t texture = 0;
    CHECK_CUDA(porter::hipCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

// The image at (x, y) in texel coordinates, as the hardware filters it.
double filtered(const std::vector<float>& image, int width, int height, double x, double y) {
    const auto texel = [&](int column, int row) -> double {
        return image[std::min(std::max(row, 0), height - 1) * width +
                     std::min(std::max(column, 0), width - 1)];
    };
    x -= 0.5;
    y -= 0.5;
    const int column = static_cast<int>(std::floor(x)), row = static_cast<int>(std::floor(y));
    const double a = x - column, b = y - row;
    return (1 - a) * (1 - b) * texel(column, row) + a * (1 - b) * texel(column + 1, row) +
           (1 - a) * b * texel(column, row + 1) + a * b * texel(column + 1, row + 1);
}

}  // namespace

int main(int argc, char** argv) {
    const int width = size_argument(argc, argv, 53), height = 31;
    const int count = width * height;
    Checks checks("textures");
    const std::vector<float> image = random_floats(count, 101, 0.0f, 1.0f);

    DeviceBuffer<float> linear(image), output(count);
    const std::vector<int> indices = random_ints(count, 102, count);
    DeviceBuffer<int> device_indices(indices);
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeLinear;
    resource.res.linear.devPtr = linear.get();
    resource.res.linear.desc = hipCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = count * sizeof(float);
    const hipTextureObject_t line = create_texture(resource, hipFilterModePoint);
    gather<<<(count + 127) / 128, 128>>>(line, device_indices.get(), output.get(), count);
    CHECK_KERNEL();
    std::vector<float> gathered(count);
    for (int i = 0; i < count; ++i) {
        gathered[i] = image[indices[i]];
    }
    checks.equal("fetched from linear memory", output.to_host(), gathered);
    CHECK_CUDA(porter::hipDestroyTextureObject(line));

    hipArray_t array;
    const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    CHECK_CUDA(porter::hipMallocArray(&array, &format, width, height, hipArraySurfaceLoadStore));
    CHECK_CUDA(porter::hipMemcpy2DToArray(array, 0, 0, image.data(), width * sizeof(float),
                                   width * sizeof(float), height, hipMemcpyHostToDevice));
    resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    const hipTextureObject_t plane = create_texture(resource, hipFilterModeLinear);
    DeviceBuffer<float> large(static_cast<size_t>(count) * 4);
    const dim3 block(16, 16);
    enlarge<<<dim3((2 * width + 15) / 16, (2 * height + 15) / 16), block>>>(plane, large.get(),
                                                                          2 * width, 2 * height);
    CHECK_KERNEL();
    std::vector<double> expected;
    for (int y = 0; y < 2 * height; ++y) {
        for (int x = 0; x < 2 * width; ++x) {
            expected.push_back(filtered(image, width, height, (x + 0.5) / 2, (y + 0.5) / 2));
        }
    }
    // The hardware keeps 8 bits of the fractions.
    checks.close("enlarged with linear filtering", large.to_host(), expected, 4e-3);
    CHECK_CUDA(porter::hipDestroyTextureObject(plane));

    hipSurfaceObject_t surface = 0;
    CHECK_CUDA(porter::hipCreateSurfaceObject(&surface, &resource));
    invert<<<dim3((width + 15) / 16, (height + 15) / 16), block>>>(surface, width, height);
    CHECK_KERNEL();
    std::vector<float> inverted(count), read_back(count);
    for (int i = 0; i < count; ++i) {
        inverted[i] = 1.0f - image[i];
    }
    CHECK_CUDA(porter::hipMemcpy2DFromArray(read_back.data(), width * sizeof(float), array, 0, 0,
                                     width * sizeof(float), height, hipMemcpyDeviceToHost));
    checks.equal("inverted through a surface", read_back, inverted);
    CHECK_CUDA(porter::hipDestroySurfaceObject(surface));
    CHECK_CUDA(porter::hipFreeArray(array));
    return checks.finish();
}
