// How texels are found, filtered and converted: CUDA C++ Programming Guide, "Texture Fetching".
#pragma once

#include "texture_view.hpp"

#if defined(__HIP__)

namespace porter {

/// Four channels: floats, or the bits of integers.
struct texel {
  float channel[4];

  __device__ __forceinline__ void add(const texel& other, float weight) {
    for (int c = 0; c < 4; ++c) channel[c] += weight * other.channel[c];
  }
};

__device__ __forceinline__ bool gives_floats(const texture_view& view) {
  return view.kind == hipChannelFormatKindFloat || view.normalized_reads;
}

template <class T>
__device__ __forceinline__ T stored(const char* from) {
  T value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}

/// An integer as it is, or as a part of the largest one.
template <class T>
__device__ __forceinline__ float integer_channel(const char* from, bool normalized, float largest) {
  const T value = stored<T>(from);
  if (!normalized) return __int_as_float(static_cast<int>(value));
  return fmaxf(static_cast<float>(value) / largest, -1.0f);
}

__device__ inline float channel(const texture_view& view, const char* from) {
  const bool normalized = view.normalized_reads;
  if (view.kind == hipChannelFormatKindFloat)
    return view.bytes == 2 ? static_cast<float>(stored<_Float16>(from)) : stored<float>(from);
  if (view.bytes == 4) return stored<float>(from);
  if (view.kind == hipChannelFormatKindSigned)
    return view.bytes == 1 ? integer_channel<signed char>(from, normalized, 127.0f)
                           : integer_channel<short>(from, normalized, 32767.0f);
  return view.bytes == 1 ? integer_channel<unsigned char>(from, normalized, 255.0f)
                         : integer_channel<unsigned short>(from, normalized, 65535.0f);
}

/// The texel of an index that lies inside.
__device__ inline texel texel_at(const texture_view& view, int x, int y, int z) {
  const char* from = view.data + z * view.slice + y * view.pitch +
                     static_cast<size_t>(x) * view.channels * view.bytes;
  texel value = {};
  for (unsigned c = 0; c < view.channels; ++c)
    value.channel[c] = channel(view, from + c * view.bytes);
  return value;
}

/// What is around the texture.
__device__ inline texel border(const texture_view& view) {
  texel value;
  for (int c = 0; c < 4; ++c)
    value.channel[c] = gives_floats(view) ? view.border[c]
                                          : __int_as_float(static_cast<int>(view.border[c]));
  return value;
}

/// Modes that repeat a texture need normalised coordinates.
__device__ __forceinline__ hipTextureAddressMode mode(const texture_view& view, int axis) {
  const hipTextureAddressMode asked = view.address[axis];
  const bool repeats = asked == hipAddressModeWrap || asked == hipAddressModeMirror;
  return repeats && !view.normalized_coordinates ? hipAddressModeClamp : asked;
}

/// A coordinate in texels. Wrapping takes the fraction before it counts them, mirroring every
/// second one backwards.
__device__ inline float in_texels(const texture_view& view, int axis, float x, int size) {
  if (!view.normalized_coordinates) return x;
  const float whole = floorf(x);
  if (mode(view, axis) == hipAddressModeWrap) {
    x -= whole;
  } else if (mode(view, axis) == hipAddressModeMirror) {
    x -= whole;
    if (static_cast<long long>(whole) & 1) x = 1.0f - x;
  }
  return x * size;
}

/// Where an index leads; -1 for the border.
__device__ inline int addressed(const texture_view& view, int axis, int index, int size) {
  if (index >= 0 && index < size) return index;
  switch (mode(view, axis)) {
    case hipAddressModeWrap: return index < 0 ? size - 1 : 0;
    case hipAddressModeBorder: return -1;
    default: return index < 0 ? 0 : size - 1;
  }
}

/// Between two texels: the lower one, and how far from it, with the 8 bits of fraction that
/// hardware keeps.
struct texture_position {
  int index;
  float fraction;
};

__device__ inline texture_position position(float x, bool linear) {
  x = fminf(fmaxf(x, -1.0e9f), 1.0e9f);  // and not a number becomes one
  if (!linear) return {static_cast<int>(floorf(x)), 0.0f};
  const float whole = floorf(x - 0.5f);
  return {static_cast<int>(whole), rintf((x - 0.5f - whole) * 256.0f) / 256.0f};
}

/// The texel at indices that may lie outside; planes are filtered among only in three dimensions.
template <int Axes>
__device__ inline texel texel_around(const texture_view& view, const int (&index)[3]) {
  const int x = addressed(view, 0, index[0], view.width);
  const int y = Axes > 1 ? addressed(view, 1, index[1], view.height) : 0;
  const int z = Axes > 2 ? addressed(view, 2, index[2], view.depth) : index[2];
  return x < 0 || y < 0 || z < 0 ? border(view) : texel_at(view, x, y, z);
}

/// A sample at coordinates along `Axes` axes, in the plane `plane` where there are fewer than three.
template <int Axes>
__device__ inline texel sample(const texture_view& view, float x, float y, float z, int plane = 0) {
  const bool linear = view.linear && gives_floats(view);
  const texture_position at[3] = {
      position(in_texels(view, 0, x, view.width), linear),
      Axes > 1 ? position(in_texels(view, 1, y, view.height), linear) : texture_position{},
      Axes > 2 ? position(in_texels(view, 2, z, view.depth), linear)
               : texture_position{min(max(plane, 0), static_cast<int>(view.depth) - 1), 0.0f}};
  if (!linear) return texel_around<Axes>(view, {at[0].index, at[1].index, at[2].index});
  texel sum = {};
  for (int corner = 0; corner < 1 << Axes; ++corner) {
    int index[3];
    float weight = 1.0f;
    for (int axis = 0; axis < 3; ++axis) {
      const int upper = corner >> axis & 1;
      index[axis] = at[axis].index + upper;
      if (axis < Axes) weight *= upper ? at[axis].fraction : 1.0f - at[axis].fraction;
    }
    if (weight != 0.0f) sum.add(texel_around<Axes>(view, index), weight);
  }
  return sum;
}

/// The face of a cube that a direction meets, and where on it (ibidem, "Cubemap Textures").
struct cube_position {
  int face;
  float x, y;
};

__device__ inline cube_position on_cube(float x, float y, float z) {
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  float major, s, t;
  int face;
  if (az >= ax && az >= ay) {
    face = z < 0 ? 5 : 4, major = az, s = z < 0 ? -x : x, t = -y;
  } else if (ay >= ax) {
    face = y < 0 ? 3 : 2, major = ay, s = x, t = y < 0 ? -z : z;
  } else {
    face = x < 0 ? 1 : 0, major = ax, s = x < 0 ? z : -z, t = -y;
  }
  return {face, (s / major + 1.0f) / 2.0f, (t / major + 1.0f) / 2.0f};
}

/// What a read gives: floats as they are, integers without the bits that T lacks.
template <class Scalar, int Count>
struct texture_values {
  Scalar value[Count];
};

template <class T>
struct texture_channels {
  using scalar = T;
  static constexpr int count = 1;
};
template <class T, unsigned Count>
struct texture_channels<HIP_vector_type<T, Count>> {
  using scalar = T;
  static constexpr int count = Count;
};

template <class T>
__device__ inline T from_texel(const texel& from) {
  using channels = texture_channels<T>;
  using scalar = typename channels::scalar;
  texture_values<scalar, channels::count> values;
  for (int c = 0; c < channels::count; ++c) {
    if constexpr (__is_same(scalar, float))
      values.value[c] = from.channel[c];
    else
      values.value[c] = static_cast<scalar>(__float_as_int(from.channel[c]));
  }
  T result;
  __builtin_memcpy(&result, &values, sizeof result);
  return result;
}

}  // namespace porter

#endif  // defined(__HIP__)
