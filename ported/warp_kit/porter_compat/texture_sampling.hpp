// How texels are found, filtered and converted: CUDA C++ Programming Guide, "Texture Fetching".
#pragma once

#include "texture_view.hpp"

#if defined(__HIP__)

namespace porter {

/// The channels that a read asks for: floats, or the bits of integers.
template <int Channels>
struct texel {
  float channel[Channels];
};

__device__ __forceinline__ bool gives_floats(const texture_view& view) {
  return view.kind == hipChannelFormatKindFloat || view.normalized_reads;
}

/// The bits of channels at `Count` places, of the width that the texture has. Channels that it lacks are 0.
template <class T, int Channels, int Count>
__device__ __forceinline__ void channel_bits(const texture_view& view, const texel_address (&from)[Count],
                                        unsigned (&to)[Count][Channels]) {
#pragma unroll
  for (int i = 0; i < Count; ++i)
#pragma unroll
    for (int c = 0; c < Channels; ++c)
      to[i][c] = c == 0 || c < static_cast<int>(view.channels)
                     ? static_cast<unsigned>(stored<T>(from[i] + c * sizeof(T)))
                     : 0;
}

// What a channel's bits are, an integer with its sign.
struct as_float_bits {
  __device__ __forceinline__ float operator()(int bits) const { return __int_as_float(bits); }
};
struct as_half {
  __device__ __forceinline__ float operator()(int bits) const {
    return static_cast<float>(__builtin_bit_cast(_Float16, static_cast<unsigned short>(bits)));
  }
};
/// An integer of 8 or 16 bits as a part of the largest one. The quotient's error is taken back, which gives the nearest
/// float for each of them, in a third of a division's instructions.
struct as_part_of_largest {
  float largest, reciprocal;
  __device__ __forceinline__ float operator()(int value) const {
    const float exact = static_cast<float>(value), part = exact * reciprocal;
    return fmaxf(fmaf(fmaf(-part, largest, exact), reciprocal, part), -1.0f);
  }
};

template <class Convert, int Channels, int Count>
__device__ __forceinline__ void convert_channels(const unsigned (&bits)[Count][Channels],
                                                 unsigned bits_above, Convert convert,
                                                 texel<Channels> (&to)[Count]) {
#pragma unroll
  for (int i = 0; i < Count; ++i)
#pragma unroll
    for (int c = 0; c < Channels; ++c)
      to[i].channel[c] = convert(static_cast<int>(bits[i][c] << bits_above) >> bits_above);
}

/// `Count` texels. What they are is asked for once for all of them.
template <int Channels, int Count>
__device__ __forceinline__ void read_inside(const texture_view& view,
                                            const texel_address (&from)[Count],
                                            texel<Channels> (&to)[Count]) {
  unsigned bits[Count][Channels];
  if (view.bytes == 4) channel_bits<unsigned>(view, from, bits);
  else if (view.bytes == 2) channel_bits<unsigned short>(view, from, bits);
  else channel_bits<unsigned char>(view, from, bits);
  const unsigned above = view.kind == hipChannelFormatKindSigned ? 32 - 8 * view.bytes : 0;
  if (view.normalized_reads)
    convert_channels(bits, above, as_part_of_largest{view.largest, view.reciprocal}, to);
  else if (view.kind == hipChannelFormatKindFloat && view.bytes == 2)
    convert_channels(bits, above, as_half{}, to);
  else
    convert_channels(bits, above, as_float_bits{}, to);
}

/// What is around the texture.
template <int Channels>
__device__ inline texel<Channels> border(const texture_view& view) {
  texel<Channels> value;
  for (int c = 0; c < Channels; ++c)
    value.channel[c] = gives_floats(view) ? view.border[c]
                                          : __int_as_float(static_cast<int>(view.border[c]));
  return value;
}

/// A coordinate in texels. Wrapping takes the fraction before it counts them, mirroring every
/// second one backwards. These modes need normalised coordinates.
__device__ inline float in_texels(const texture_view& view, int axis, float x, int size) {
  if (!view.normalized_coordinates) return x;
  const hipTextureAddressMode mode = view.address[axis];
  const float whole = floorf(x), fraction = x - whole;
  const bool is_backwards = mode == hipAddressModeMirror && 2.0f * floorf(0.5f * whole) != whole;
  if (mode == hipAddressModeWrap || mode == hipAddressModeMirror)
    x = is_backwards ? 1.0f - fraction : fraction;
  return x * size;
}

/// Where an index leads: to itself, to the nearest one, to the other end, or less than zero for the border.
__device__ inline int addressed(const texture_view& view, int axis, int index, int size) {
  const hipTextureAddressMode mode = view.address[axis];
  const int nearest = min(max(index, 0), size - 1);
  const bool is_inside = index == nearest;
  if (mode == hipAddressModeBorder) return is_inside ? index : -1;
  const bool turns = mode == hipAddressModeWrap && view.normalized_coordinates;
  return turns && !is_inside ? size - 1 - nearest : nearest;
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

/// Where a texel is read, which is inside in any case, and whether the border stands there.
struct texture_place {
  texel_address from;
  bool is_outside;
};

/// Where a row begins. Few textures have planes, and the first is without a product of 64 bits.
__device__ __forceinline__ texel_address row_of(const texture_view& view, unsigned row,
                                                unsigned plane) {
  texel_address from = (texel_address)view.data + static_cast<size_t>(row) * view.pitch;
  return plane != 0 ? from + plane * view.slice : from;
}

/// The texel at indices that lead somewhere; less than zero is the border.
__device__ __forceinline__ texture_place place(const texture_view& view, int x, int y, int z) {
  const unsigned column = max(x, 0), row = max(y, 0), plane = max(z, 0);
  return {row_of(view, row, plane) + column * (view.channels * view.bytes), (x | y | z) < 0};
}

/// The texels at `Count` places.
template <int Channels, int Count>
__device__ inline void read(const texture_view& view, const texture_place (&places)[Count],
                            texel<Channels> (&to)[Count]) {
  texel_address from[Count];
#pragma unroll
  for (int i = 0; i < Count; ++i) from[i] = places[i].from;
  read_inside(view, from, to);
  if (!view.has_border) return;
#pragma unroll
  for (int i = 0; i < Count; ++i)
    if (places[i].is_outside) to[i] = border<Channels>(view);
}

/// Along an axis: where the two texels around a coordinate are, and the part of the upper one.
struct texture_neighbours {
  int index[2];
  float part[2];
};

__device__ inline texture_neighbours neighbours(const texture_view& view, int axis, float x, int size,
                                                bool linear) {
  const texture_position at = position(in_texels(view, axis, x, size), linear);
  return {{addressed(view, axis, at.index, size), addressed(view, axis, at.index + 1, size)},
          {1.0f - at.fraction, at.fraction}};
}

template <int Axes>
struct texture_coordinates {
  float x, y, z;
};
__device__ inline texture_coordinates<1> along(float x) { return {x, 0.0f, 0.0f}; }
__device__ inline texture_coordinates<2> along(float x, float y) { return {x, y, 0.0f}; }
__device__ inline texture_coordinates<3> along(float x, float y, float z) { return {x, y, z}; }

/// A sample at coordinates along `Axes` axes, in the plane `plane` where there are fewer than three: planes are
/// filtered among only in three dimensions.
template <int Channels, int Axes>
__device__ inline texel<Channels> sample(const texture_view& view,
                                         const texture_coordinates<Axes>& at, int plane = 0) {
  const bool linear = view.linear && gives_floats(view);
  const texture_neighbours alone = {
      {plane == 0 ? 0 : min(max(plane, 0), static_cast<int>(view.depth) - 1), 0}, {1.0f, 0.0f}};
  const texture_neighbours first = {{0, 0}, {1.0f, 0.0f}};
  const texture_neighbours columns = neighbours(view, 0, at.x, view.width, linear);
  const texture_neighbours rows = Axes > 1 ? neighbours(view, 1, at.y, view.height, linear) : first;
  const texture_neighbours planes = Axes > 2 ? neighbours(view, 2, at.z, view.depth, linear) : alone;
  if (!linear) {
    const texture_place from[1] = {place(view, columns.index[0], rows.index[0], planes.index[0])};
    texel<Channels> one[1];
    read(view, from, one);
    return one[0];
  }
  constexpr int corners = 1 << Axes;
  texture_place from[corners];
  float weight[corners];
#pragma unroll
  for (int corner = 0; corner < corners; ++corner) {
    const int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
    from[corner] = place(view, columns.index[i], rows.index[j], planes.index[k]);
    weight[corner] = columns.part[i] * rows.part[j] * planes.part[k];
  }
  texel<Channels> around[corners], sum = {};
  read(view, from, around);
#pragma unroll
  for (int corner = 0; corner < corners; ++corner)
    for (int c = 0; c < Channels; ++c)  // of no weight: not even infinity and NaN count
      sum.channel[c] += weight[corner] != 0.0f ? weight[corner] * around[corner].channel[c] : 0.0f;
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
constexpr int channels_of = texture_channels<T>::count;

/// What a read gives: floats as they are, integers without the bits that T lacks.
template <class T>
__device__ inline T from_texel(const texel<channels_of<T>>& from) {
  using scalar = typename texture_channels<T>::scalar;
  scalar values[channels_of<T>];
  for (int c = 0; c < channels_of<T>; ++c) {
    if constexpr (__is_same(scalar, float))
      values[c] = from.channel[c];
    else
      values[c] = static_cast<scalar>(__float_as_int(from.channel[c]));
  }
  T result;
  __builtin_memcpy(&result, &values, sizeof result);
  return result;
}

}  // namespace porter

#endif  // defined(__HIP__)
