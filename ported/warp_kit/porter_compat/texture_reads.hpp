// Reads of texture objects in kernels: porter::tex2D<float>(texture, x, y) and its kin.
#pragma once

#include "texture_sampling.hpp"

#if defined(__HIP__)

namespace porter {

__device__ __forceinline__ const texture_view& view_of(const void* object) {
  return static_cast<const texture_object*>(object)->view;
}

// One function with two bodies: what is computed, and what HIP has where there are texture units.
#if defined(__GFX9__)
#define PORTER_TEXTURE(name, parameters, computed, arguments)        \
  template <class T>                                                 \
  __device__ inline T name parameters {                              \
    const texture_view& view = view_of(texture);                     \
    return from_texel<T>(computed);                                  \
  }
#else
#define PORTER_TEXTURE(name, parameters, computed, arguments)        \
  template <class T>                                                 \
  __device__ inline T name parameters {                              \
    return ::name<T> arguments;                                      \
  }
#endif
#define PORTER_AT(...) (hipTextureObject_t texture, __VA_ARGS__)

PORTER_TEXTURE(tex1D, PORTER_AT(float x), sample<channels_of<T>>(view, along(x)), (texture, x))
PORTER_TEXTURE(tex2D, PORTER_AT(float x, float y), sample<channels_of<T>>(view, along(x, y)), (texture, x, y))
PORTER_TEXTURE(tex3D, PORTER_AT(float x, float y, float z), sample<channels_of<T>>(view, along(x, y, z)),
               (texture, x, y, z))
PORTER_TEXTURE(tex1DLayered, PORTER_AT(float x, int layer), sample<channels_of<T>>(view, along(x), layer),
               (texture, x, layer))
PORTER_TEXTURE(tex2DLayered, PORTER_AT(float x, float y, int layer),
               sample<channels_of<T>>(view, along(x, y), layer), (texture, x, y, layer))

/// From linear memory, without filters: zeros outside.
template <int Channels>
__device__ inline texel<Channels> fetched(const texture_view& view, int x) {
  texel<Channels> one[1] = {};
  if (x < 0 || static_cast<unsigned>(x) >= view.width) return one[0];
  const texel_address from[1] = {place(view, x, 0, 0).from};
  read_inside(view, from, one);
  return one[0];
}
PORTER_TEXTURE(tex1Dfetch, PORTER_AT(int x), fetched<channels_of<T>>(view, x), (texture, x))

template <int Channels>
__device__ inline texel<Channels> on_face(const texture_view& view, const cube_position& at, int layer) {
  texture_view face = view;  // a cube's coordinates are normalised, whatever its description says
  face.normalized_coordinates = true;
  for (hipTextureAddressMode& one : face.address) one = hipAddressModeClamp;
  face.has_border = false;
  return sample<Channels>(face, along(at.x, at.y), 6 * layer + at.face);
}
PORTER_TEXTURE(texCubemap, PORTER_AT(float x, float y, float z),
               on_face<channels_of<T>>(view, on_cube(x, y, z), 0), (texture, x, y, z))
PORTER_TEXTURE(texCubemapLayered, PORTER_AT(float x, float y, float z, int layer),
               on_face<channels_of<T>>(view, on_cube(x, y, z), layer), (texture, x, y, z, layer))

/// One channel of the four texels that a filter would take, against the clock from the lower left.
template <int Channels>
__device__ inline texel<Channels> gathered(const texture_view& view, float x, float y, int channel) {
  const int column = position(in_texels(view, 0, x, view.width), true).index;
  const int row = position(in_texels(view, 1, y, view.height), true).index;
  int columns[2], rows[2];
  for (int i = 0; i < 2; ++i) {
    columns[i] = addressed(view, 0, column + i, view.width);
    rows[i] = addressed(view, 1, row + i, view.height);
  }
  const texture_place from[4] = {
      place(view, columns[0], rows[1], 0), place(view, columns[1], rows[1], 0),
      place(view, columns[1], rows[0], 0), place(view, columns[0], rows[0], 0)};
  texel<4> around[4];
  read(view, from, around);
  texel<Channels> value;
  for (int i = 0; i < Channels; ++i) value.channel[i] = around[i].channel[channel & 3];
  return value;
}
/// HIP counts the channels from 1 (ROCm 6.4), CUDA from 0.
PORTER_TEXTURE(tex2Dgather, PORTER_AT(float x, float y, int channel = 0),
               gathered<channels_of<T>>(view, x, y, channel), (texture, x, y, channel + 1))

// There is one level of detail: textures with mipmaps are refused when they are made. So levels and gradients,
// which choose one, go unused.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"
PORTER_TEXTURE(tex1DLod, PORTER_AT(float x, float level), sample<channels_of<T>>(view, along(x)),
               (texture, x, level))
PORTER_TEXTURE(tex2DLod, PORTER_AT(float x, float y, float level), sample<channels_of<T>>(view, along(x, y)),
               (texture, x, y, level))
PORTER_TEXTURE(tex3DLod, PORTER_AT(float x, float y, float z, float level),
               sample<channels_of<T>>(view, along(x, y, z)), (texture, x, y, z, level))
PORTER_TEXTURE(tex1DLayeredLod, PORTER_AT(float x, int layer, float level),
               sample<channels_of<T>>(view, along(x), layer), (texture, x, layer, level))
PORTER_TEXTURE(tex2DLayeredLod, PORTER_AT(float x, float y, int layer, float level),
               sample<channels_of<T>>(view, along(x, y), layer), (texture, x, y, layer, level))
PORTER_TEXTURE(texCubemapLod, PORTER_AT(float x, float y, float z, float level),
               on_face<channels_of<T>>(view, on_cube(x, y, z), 0), (texture, x, y, z, level))
PORTER_TEXTURE(texCubemapLayeredLod, PORTER_AT(float x, float y, float z, int layer, float level),
               on_face<channels_of<T>>(view, on_cube(x, y, z), layer), (texture, x, y, z, layer, level))
PORTER_TEXTURE(tex1DGrad, PORTER_AT(float x, float dx, float dy), sample<channels_of<T>>(view, along(x)),
               (texture, x, dx, dy))
PORTER_TEXTURE(tex2DGrad, PORTER_AT(float x, float y, float2 dx, float2 dy),
               sample<channels_of<T>>(view, along(x, y)), (texture, x, y, dx, dy))
PORTER_TEXTURE(tex3DGrad, PORTER_AT(float x, float y, float z, float4 dx, float4 dy),
               sample<channels_of<T>>(view, along(x, y, z)), (texture, x, y, z, dx, dy))
PORTER_TEXTURE(tex1DLayeredGrad, PORTER_AT(float x, int layer, float dx, float dy),
               sample<channels_of<T>>(view, along(x), layer), (texture, x, layer, dx, dy))
PORTER_TEXTURE(tex2DLayeredGrad, PORTER_AT(float x, float y, int layer, float2 dx, float2 dy),
               sample<channels_of<T>>(view, along(x, y), layer), (texture, x, y, layer, dx, dy))

#undef PORTER_AT
#pragma clang diagnostic pop
#undef PORTER_TEXTURE

// The forms that write through a pointer.
#define PORTER_TEXTURE_INTO(name)                                                     \
  template <class T, class... Coordinates>                                            \
  __device__ inline void name(T* value, hipTextureObject_t texture, Coordinates... at) { \
    *value = porter::name<T>(texture, at...);                                         \
  }
PORTER_TEXTURE_INTO(tex1Dfetch)
PORTER_TEXTURE_INTO(tex1D)
PORTER_TEXTURE_INTO(tex2D)
PORTER_TEXTURE_INTO(tex3D)
PORTER_TEXTURE_INTO(tex1DLayered)
PORTER_TEXTURE_INTO(tex2DLayered)
PORTER_TEXTURE_INTO(texCubemap)
PORTER_TEXTURE_INTO(texCubemapLayered)
PORTER_TEXTURE_INTO(tex2Dgather)
#undef PORTER_TEXTURE_INTO

}  // namespace porter

#endif  // defined(__HIP__)
