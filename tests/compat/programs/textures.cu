// Textures and surfaces of every shape, read at many places: one line a case, for texture_reference.py to check.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                          \
  if (cudaError_t error = call) std::printf("%s: %s\n", #call, cudaGetErrorName(error)), std::exit(1)

constexpr int places = 24;

enum Shape { Line, Plane, Box, LineLayers, PlaneLayers, Cube, CubeLayers };
const char *const names[] = {"line", "plane", "box", "line-layers", "plane-layers", "cube", "cube-layers"};

__global__ void read(Shape shape, cudaTextureObject_t t, const float4 *at, float *out) {
  const float4 c = at[threadIdx.x];
  float value = 0;
  switch (shape) {
  case Line: value = tex1D<float>(t, c.x); break;
  case Plane: value = tex2D<float>(t, c.x, c.y); break;
  case Box: value = tex3D<float>(t, c.x, c.y, c.z); break;
  case LineLayers: value = tex1DLayered<float>(t, c.x, int(c.w)); break;
  case PlaneLayers: value = tex2DLayered<float>(t, c.x, c.y, int(c.w)); break;
  case Cube: value = texCubemap<float>(t, c.x, c.y, c.z); break;
  case CubeLayers: value = texCubemapLayered<float>(t, c.x, c.y, c.z, int(c.w)); break;
  }
  out[threadIdx.x] = value;
}
__global__ void readColours(cudaTextureObject_t t, const float4 *at, float4 *out) {
  out[threadIdx.x] = tex2D<float4>(t, at[threadIdx.x].x, at[threadIdx.x].y);
}
__global__ void readShorts(cudaTextureObject_t t, const float4 *at, int *out) {
  out[threadIdx.x] = tex2D<short>(t, at[threadIdx.x].x, at[threadIdx.x].y);
}
__global__ void fetch(cudaTextureObject_t t, int *out) { out[threadIdx.x] = tex1Dfetch<int>(t, int(threadIdx.x) - 2); }
__global__ void gather(cudaTextureObject_t t, const float4 *at, float4 *out) {
  out[threadIdx.x] = tex2Dgather<float4>(t, at[threadIdx.x].x, at[threadIdx.x].y, 0);
}
__global__ void change(cudaSurfaceObject_t plane, cudaSurfaceObject_t box, cudaSurfaceObject_t layers) {
  const int i = threadIdx.x;
  float value;
  surf2Dread(&value, plane, i * int(sizeof value), 1);
  surf2Dwrite(value + 100, plane, i * int(sizeof value), 0);
  surf3Dwrite(value + 200, box, i * int(sizeof value), 1, 1);
  surf2DLayeredwrite(value + 300, layers, i * int(sizeof value), 0, 1);
  surf2Dwrite(value, plane, 4 * (100 + i), 0, cudaBoundaryModeZero);
}

struct Size {
  int width, height, depth;
};
Size sizeOf(Shape shape) {
  switch (shape) {
  case Line: return {5, 1, 1};
  case Plane: return {5, 4, 1};
  case Box: return {5, 4, 3};
  case LineLayers: return {5, 1, 3};
  case PlaneLayers: return {5, 4, 3};
  case Cube: return {4, 4, 6};
  default: return {4, 4, 12};
  }
}

template <class T> cudaArray_t array(Size size, bool isFlat, unsigned flags, int divisor = 1) {
  std::vector<T> texels(size_t(size.width) * size.height * size.depth);
  for (int z = 0, i = 0; z < size.depth; ++z)
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x, ++i) texels[i] = T((x * 7 + y * 13 + z * 29) % 32) / T(divisor);
  const cudaExtent extent = make_cudaExtent(size.width, isFlat ? 0 : size.height, size.depth == 1 ? 0 : size.depth);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t made;
  CHECK(cudaMalloc3DArray(&made, &format, extent, flags));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), size.width * sizeof(T), size.width, size.height);
  copy.dstArray = made;
  copy.extent = make_cudaExtent(size.width, size.height, size.depth);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  return made;
}

cudaTextureObject_t textureOf(cudaArray_t from, const cudaTextureDesc &how) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = from;
  cudaTextureObject_t made;
  CHECK(cudaCreateTextureObject(&made, &resource, &how, nullptr));
  return made;
}

template <class T> struct Shared {
  T *p;
  explicit Shared(int count) { CHECK(cudaMallocManaged(&p, count * sizeof(T))); }
};

void print(const char *name, const float *values, int count) {
  CHECK(cudaDeviceSynchronize());
  std::printf("%s", name);
  for (int i = 0; i < count; ++i) std::printf(" %.9g", double(values[i]));
  std::printf("\n");
}
void print(const char *name, const int *values, int count) {
  CHECK(cudaDeviceSynchronize());
  std::printf("%s", name);
  for (int i = 0; i < count; ++i) std::printf(" %d", values[i]);
  std::printf("\n");
}

/// From below 0 to above 1, at fractions of many bits; the sign and size of a cube's directions vary.
void fill(float4 *at, Shape shape, bool isNormalised) {
  const Size size = sizeOf(shape);
  for (int i = 0; i < places; ++i) {
    const float x = -0.83f + i * 0.1137f, y = 1.71f - i * 0.1291f, z = -0.57f + i * 0.0971f;
    const bool isCube = shape >= Cube, scales = !isNormalised && !isCube;
    at[i].x = isCube ? (x - 0.5f) * 2 : scales ? x * size.width : x;
    at[i].y = isCube ? (y - 0.5f) * 2 : scales ? y * size.height : y;
    at[i].z = isCube ? (z - 0.3f) * 2 : scales ? z * size.depth : z;
    at[i].w = shape == CubeLayers ? float(i % 2) : float(i % 3);
  }
}

int main() {
  const char *const modes[] = {"wrap", "clamp", "mirror", "border"};
  Shared<float4> at(places), colours(places);
  Shared<float> out(places);
  Shared<int> whole(places);
  for (int s = Line; s <= CubeLayers; ++s) {
    const Shape shape = Shape(s);
    const bool isLayered = shape == LineLayers || shape == PlaneLayers || shape == CubeLayers;
    const unsigned flags = (isLayered ? cudaArrayLayered : 0) | (shape >= Cube ? cudaArrayCubemap : 0);
    cudaArray_t from = array<float>(sizeOf(shape), shape == Line || shape == LineLayers, flags);
    for (int normalised = 0; normalised < 2; ++normalised)
      for (int linear = 0; linear < 2; ++linear)
        for (int mode = 0; mode < 4; ++mode) {
          if (shape >= Cube && (mode != cudaAddressModeClamp || !normalised)) continue;
          if (!normalised && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)) continue;
          cudaTextureDesc how = {};
          for (cudaTextureAddressMode &one : how.addressMode) one = cudaTextureAddressMode(mode);
          how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
          how.normalizedCoords = normalised;
          fill(at.p, shape, normalised);
          read<<<1, places>>>(shape, textureOf(from, how), at.p, out.p);
          char name[80];
          std::snprintf(name, sizeof name, "%s,%d,%d,%s", names[s], normalised, linear, modes[mode]);
          print(name, out.p, places);
        }
  }

  cudaTextureDesc how = {};
  for (cudaTextureAddressMode &one : how.addressMode) one = cudaAddressModeClamp;
  std::vector<uchar4> pixels(20);
  for (int i = 0; i < 20; ++i) pixels[i] = make_uchar4(i * 12, 255 - i, i * 5, 7);
  cudaArray_t image;
  const cudaChannelFormatDesc bytes = cudaCreateChannelDesc<uchar4>();
  CHECK(cudaMallocArray(&image, &bytes, 5, 4));
  CHECK(cudaMemcpy2DToArray(image, 0, 0, pixels.data(), 20, 20, 4, cudaMemcpyHostToDevice));
  how.readMode = cudaReadModeNormalizedFloat;
  fill(at.p, Plane, false);
  for (int linear = 0; linear < 2; ++linear) {
    how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    readColours<<<1, places>>>(textureOf(image, how), at.p, colours.p);
    print(linear ? "colours,1" : "colours,0", &colours.p[0].x, 4 * places);
  }
  how.readMode = cudaReadModeElementType;
  how.filterMode = cudaFilterModePoint;
  readShorts<<<1, places>>>(textureOf(array<short>({5, 4, 1}, false, 0), how), at.p, whole.p);
  print("shorts", whole.p, places);
  cudaArray_t gathered = array<float>({5, 4, 1}, false, cudaArrayTextureGather);
  gather<<<1, places>>>(textureOf(gathered, how), at.p, colours.p);
  print("gather", &colours.p[0].x, 4 * places);

  Shared<int> numbers(8);
  for (int i = 0; i < 8; ++i) numbers.p[i] = -10 - i;
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = numbers.p;
  linear.res.linear.desc = cudaCreateChannelDesc<int>();
  linear.res.linear.sizeInBytes = 8 * sizeof(int);
  cudaTextureObject_t line;
  CHECK(cudaCreateTextureObject(&line, &linear, &how, nullptr));
  fetch<<<1, 12>>>(line, whole.p);
  print("fetch", whole.p, 12);

  float *rows;
  size_t pitch;
  CHECK(cudaMallocPitch(&rows, &pitch, 5 * sizeof(float), 4));
  std::vector<float> plain(20);
  for (int i = 0; i < 20; ++i) plain[i] = float((i % 5 * 7 + i / 5 * 13) % 32);
  CHECK(cudaMemcpy2D(rows, pitch, plain.data(), 20, 20, 4, cudaMemcpyHostToDevice));
  cudaResourceDesc pitched = {};
  pitched.resType = cudaResourceTypePitch2D;
  pitched.res.pitch2D.devPtr = rows;
  pitched.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  pitched.res.pitch2D.width = 5;
  pitched.res.pitch2D.height = 4;
  pitched.res.pitch2D.pitchInBytes = pitch;
  cudaTextureObject_t rowsRead;
  how.filterMode = cudaFilterModeLinear;
  CHECK(cudaCreateTextureObject(&rowsRead, &pitched, &how, nullptr));
  read<<<1, places>>>(Plane, rowsRead, at.p, out.p);
  print("plane,0,1,clamp", out.p, places);

  cudaArray_t targets[] = {array<float>({5, 4, 1}, false, cudaArraySurfaceLoadStore),
                           array<float>({5, 4, 3}, false, cudaArraySurfaceLoadStore),
                           array<float>({5, 4, 3}, false, cudaArraySurfaceLoadStore | cudaArrayLayered)};
  cudaSurfaceObject_t surfaces[3];
  for (int i = 0; i < 3; ++i) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = targets[i];
    CHECK(cudaCreateSurfaceObject(&surfaces[i], &resource));
  }
  change<<<1, 5>>>(surfaces[0], surfaces[1], surfaces[2]);
  CHECK(cudaDeviceSynchronize());
  const char *const surfaceNames[] = {"surface-plane", "surface-box", "surface-layers"};
  for (int i = 0; i < 3; ++i) {
    std::vector<float> back(i ? 60 : 20);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = targets[i];
    copy.dstPtr = make_cudaPitchedPtr(back.data(), 20, 5, 4);
    copy.extent = make_cudaExtent(5, 4, i ? 3 : 1);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    print(surfaceNames[i], back.data(), int(back.size()));
  }
  cudaMipmappedArray_t levels;
  const cudaChannelFormatDesc real = cudaCreateChannelDesc<float>();
  std::printf("mipmaps %d\n", int(cudaMallocMipmappedArray(&levels, &real, make_cudaExtent(8, 8, 0), 2, 0)));
}
