// Textures and surfaces: formats, filters, what lies outside. Compiled as HIP and as CUDA.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#define MAKE(name) make_hip##name
#else
#define GPU(name) cuda##name
#define MAKE(name) make_cuda##name
#endif
#include <cmath>
#include <cstdio>

__global__ void line(GPU(TextureObject_t) t, const float *at, float *out) { out[threadIdx.x] = tex1D<float>(t, at[threadIdx.x]); }
__global__ void fetch(GPU(TextureObject_t) t, int *out) { out[threadIdx.x] = tex1Dfetch<int>(t, int(threadIdx.x) - 1); }
__global__ void plane(GPU(TextureObject_t) t, float4 *out) { out[threadIdx.x] = tex2D<float4>(t, threadIdx.x + 0.5f, 1.5f); }
__global__ void bytes(GPU(TextureObject_t) t, int *out) { out[threadIdx.x] = tex2D<unsigned char>(t, threadIdx.x + 0.5f, 0.5f); }
__global__ void layers(GPU(TextureObject_t) t, float *out) { out[threadIdx.x] = tex3D<float>(t, 1.5f, 0.5f, threadIdx.x + 0.5f); }
__global__ void twice(GPU(SurfaceObject_t) s) {
  short2 value;
  surf2Dread(&value, s, int(threadIdx.x * sizeof(short2)), 1);
  value.x = short(2 * value.x);
  value.y = short(-value.y);
  surf2Dwrite(value, s, int(threadIdx.x * sizeof(short2)), 0);
}

static int failures = 0;
static void check(const char *what, double got, double expected) {
  const bool good = std::fabs(got - expected) < 1e-6;
  std::printf("%s %s", what, good ? "ok\n" : "FAILED");
  if (!good) std::printf(" got %g, expected %g\n", got, expected);
  failures += !good;
}
template <class T> struct Buffer {
  T *p;
  Buffer() { (void)GPU(MallocManaged)((void **)&p, 64 * sizeof(T)); }
  T operator[](int i) const { (void)GPU(DeviceSynchronize)(); return p[i]; }
};
template <class T> static GPU(Array_t) array(const T *from, int width, int height) {
  GPU(Array_t) made;
  GPU(ChannelFormatDesc) format = GPU(CreateChannelDesc)<T>();
  (void)GPU(MallocArray)(&made, &format, width, height, 0);
  (void)GPU(Memcpy2DToArray)(made, 0, 0, from, width * sizeof(T), width * sizeof(T), height, GPU(MemcpyHostToDevice));
  return made;
}
static GPU(TextureObject_t) texture_of(GPU(Array_t) from, GPU(TextureDesc) how) {
  GPU(ResourceDesc) resource = {};
  resource.resType = GPU(ResourceTypeArray);
  resource.res.array.array = from;
  GPU(TextureObject_t) made = 0;
  (void)GPU(CreateTextureObject)(&made, &resource, &how, nullptr);
  return made;
}

int main() {
  const float four[] = {10, 20, 30, 40};
  GPU(Array_t) row = array(four, 4, 1);
  Buffer<float> at, out;
  const float places[] = {-0.625f, 0.125f, 0.25f, 0.875f, 1.125f, 1.375f};
  for (int i = 0; i < 6; ++i) at.p[i] = places[i];
  GPU(TextureDesc) how = {};
  how.normalizedCoords = 1;
  const struct { GPU(TextureAddressMode) mode; const char *name; float expected[6]; } modes[] = {
      {GPU(AddressModeClamp), "clamp", {10, 10, 20, 40, 40, 40}},
      {GPU(AddressModeWrap), "wrap", {20, 10, 20, 40, 10, 20}},
      {GPU(AddressModeMirror), "mirror", {30, 10, 20, 40, 40, 30}},
      {GPU(AddressModeBorder), "border", {-1, 10, 20, 40, -1, -1}}};
  how.borderColor[0] = -1;
  for (const auto &mode : modes) {
    how.addressMode[0] = mode.mode;
    line<<<1, 6>>>(texture_of(row, how), at.p, out.p);
    for (int i = 0; i < 6; ++i) check(mode.name, out[i], mode.expected[i]);
  }
  how.addressMode[0] = GPU(AddressModeClamp);
  how.filterMode = GPU(FilterModeLinear);
  line<<<1, 6>>>(texture_of(row, how), at.p, out.p);
  check("linear, at a texel", out[1], 10);
  check("linear, between two", out[2], 15);

  Buffer<int> whole, numbers;
  for (int i = 0; i < 4; ++i) numbers.p[i] = -100 - i;
  GPU(ResourceDesc) linear = {};
  linear.resType = GPU(ResourceTypeLinear);
  linear.res.linear.devPtr = numbers.p;
  linear.res.linear.desc = GPU(CreateChannelDesc)<int>();
  linear.res.linear.sizeInBytes = 4 * sizeof(int);
  GPU(TextureDesc) plain = {};
  GPU(TextureObject_t) numbered;
  (void)GPU(CreateTextureObject)(&numbered, &linear, &plain, nullptr);
  fetch<<<1, 6>>>(numbered, whole.p);
  check("before the first", whole[0], 0);
  check("the first", whole[1], -100);
  check("the last", whole[4], -103);
  check("behind the last", whole[5], 0);

  unsigned char pixels[2][3][4];
  for (int i = 0; i < 24; ++i) pixels[0][0][i] = static_cast<unsigned char>(i * 10);
  GPU(Array_t) image = array(&reinterpret_cast<const uchar4 *>(pixels)[0], 3, 2);
  plain.readMode = GPU(ReadModeNormalizedFloat);
  Buffer<float4> colour;
  plane<<<1, 3>>>(texture_of(image, plain), colour.p);
  check("normalised x", colour[2].x, 200 / 255.0);
  check("normalised w", colour[1].w, 190 / 255.0);
  plain.readMode = GPU(ReadModeElementType);
  GPU(Array_t) grey = array(&pixels[0][0][0], 8, 3);
  bytes<<<1, 8>>>(texture_of(grey, plain), whole.p);
  check("a byte", whole[7], 70);

  GPU(Array_t) box;
  GPU(ChannelFormatDesc) real = GPU(CreateChannelDesc)<float>();
  (void)GPU(Malloc3DArray)(&box, &real, MAKE(Extent)(2, 2, 3), 0);
  float cells[12];
  for (int i = 0; i < 12; ++i) cells[i] = float(i);
  GPU(Memcpy3DParms) fill = {};
  fill.srcPtr = MAKE(PitchedPtr)(cells, 2 * sizeof(float), 2, 2);
  fill.dstArray = box;
  fill.extent = MAKE(Extent)(2, 2, 3);
  fill.kind = GPU(MemcpyHostToDevice);
  (void)GPU(Memcpy3D)(&fill);
  layers<<<1, 3>>>(texture_of(box, plain), out.p);
  check("first plane", out[0], 1);
  check("last plane", out[2], 9);

  const short2 pairs[2][4] = {{}, {{1, 2}, {3, 4}, {-5, 6}, {7, 8}}};
  GPU(Array_t) target = array(&pairs[0][0], 4, 2);
  GPU(ResourceDesc) resource = {};
  resource.resType = GPU(ResourceTypeArray);
  resource.res.array.array = target;
  GPU(SurfaceObject_t) surface;
  (void)GPU(CreateSurfaceObject)(&surface, &resource);
  twice<<<1, 4>>>(surface);
  short2 back[8];
  (void)GPU(Memcpy2DFromArray)(back, 16, target, 0, 0, 16, 2, GPU(MemcpyDeviceToHost));
  check("surface x", back[2].x, -10);
  check("surface y", back[3].y, -8);
  check("nothing else written", back[6].x, -5);
  return failures;
}
