// Texture references of a program and of a module. The argument is a code object of kernels/texture_reference.hip.
#include "checks.h"

#include <hip/hip_runtime.h>

#include <cstring>
#include <numeric>
#include <vector>

texture<float, 1> line;
texture<float, 2> rows;
texture<unsigned char, 1, hipReadModeNormalizedFloat> fractions;

__global__ void readLine(float *out) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x); }
__global__ void readRows(float *out) {
  out[threadIdx.y * blockDim.x + threadIdx.x] = tex2D(rows, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}
__global__ void readBetween(float *out) { *out = tex2D(rows, 1.0f, 0.5f); }
__global__ void readFractions(float *out) { out[threadIdx.x] = tex1Dfetch(fractions, threadIdx.x); }

int main(int, char **arguments) {
  std::vector<float> host(32);
  std::iota(host.begin(), host.end(), 1.0f);
  float *data, *out;
  (void)hipMalloc(&data, 128);
  (void)hipMallocManaged(&out, 128);
  (void)hipMemcpy(data, host.data(), 128, hipMemcpyHostToDevice);

  size_t offset = 1;
  check("bound", hipBindTexture(&offset, line, data) == hipSuccess && offset == 0);
  readLine<<<1, 32>>>(out);
  (void)hipDeviceSynchronize();
  check("read", std::memcmp(out, host.data(), 128) == 0);
  check("bound elsewhere", hipBindTexture(nullptr, line, data + 8, 64) == hipSuccess);
  readLine<<<1, 16>>>(out);
  (void)hipDeviceSynchronize();
  check("read there", out[0] == 9 && out[15] == 24);
  check("unbound", hipUnbindTexture(line) == hipSuccess);

  hipArray_t array;
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  (void)hipMallocArray(&array, &format, 8, 4);
  (void)hipMemcpy2DToArray(array, 0, 0, data, 32, 32, 4, hipMemcpyDeviceToDevice);
  check("to an array", hipBindTextureToArray(rows, array) == hipSuccess);
  readRows<<<1, dim3(8, 4)>>>(out);
  (void)hipDeviceSynchronize();
  check("rows read", std::memcmp(out, host.data(), 128) == 0);
  rows.filterMode = hipFilterModeLinear;
  check("bound again", hipBindTextureToArray(rows, array) == hipSuccess);
  readBetween<<<1, 1>>>(out);
  (void)hipDeviceSynchronize();
  check("between two", *out == 1.5f);
  const textureReference *known = nullptr;
  check("by its symbol", hipGetTextureReference(&known, &rows) == hipSuccess && known == &rows);
  check("to rows", hipBindTexture2D(nullptr, rows, data, 8, 4, 32) == hipSuccess);

  const unsigned char bytes[] = {0, 51, 255};
  void *words;
  (void)hipMalloc(&words, 3);
  (void)hipMemcpy(words, bytes, 3, hipMemcpyHostToDevice);
  check("bytes", hipBindTexture(nullptr, fractions, words, 3) == hipSuccess);
  readFractions<<<1, 3>>>(out);
  (void)hipDeviceSynchronize();
  check("as fractions", out[0] == 0 && out[1] == 0.2f && out[2] == 1);

  hipModule_t module;
  hipFunction_t function;
  textureReference *image, *none;
  (void)hipModuleLoad(&module, arguments[1]);
  (void)hipModuleGetFunction(&function, module, "readImage");
  check("a module's", hipModuleGetTexRef(&image, module, "image") == hipSuccess);
  check("none such", hipModuleGetTexRef(&none, module, "picture") == hipErrorNotFound);
  check("its format", hipTexRefSetFormat(image, HIP_AD_FORMAT_FLOAT, 1) == hipSuccess);
  check("its axes", hipTexRefSetAddressMode(image, 0, hipAddressModeClamp) == hipSuccess &&
                        hipTexRefSetAddressMode(image, 1, hipAddressModeClamp) == hipSuccess &&
                        hipTexRefSetAddressMode(image, 3, hipAddressModeClamp) == hipErrorInvalidValue);
  check("integers", hipTexRefSetFlags(image, HIP_TRSF_READ_AS_INTEGER) == hipSuccess);
  check("its array", hipTexRefSetArray(image, array, HIP_TRSA_OVERRIDE_FORMAT) == hipSuccess);
  hipArray_t bound = nullptr;
  check("told", hipTexRefGetArray(&bound, image) == hipSuccess && bound == array);
  void *parameters[] = {&out};
  std::memset(out, 0, 128);
  (void)hipModuleLaunchKernel(function, 1, 1, 1, 8, 4, 1, 0, nullptr, parameters, nullptr);
  (void)hipDeviceSynchronize();
  check("read by its kernel", std::memcmp(out, host.data(), 128) == 0);
  textureReference stranger;
  check("no reference", hipTexRefSetArray(&stranger, array, HIP_TRSA_OVERRIDE_FORMAT) != hipSuccess);
  return failures;
}
