// Textures and surfaces: fetching, filtering, addressing (CUDA C++ Programming Guide, "Texture Fetching"). A texel is
// four words: integers as they are, everything else as floats. The names __ockl_image_* are those that HIP's headers
// call; gradients and levels of detail choose among mipmaps, of which there is one. The support header
// texture_sampling.hpp has the same formulas and shares none of this: it goes into ports by itself, and tests check
// each by the other.
#include "../abi.h"
#include "device.h"

#include <cmath>
#include <cstring>

using porter::Texture;

namespace {

typedef float Float2 __attribute__((ext_vector_type(2)));
typedef float Float4 __attribute__((ext_vector_type(4)));
typedef int Int2 __attribute__((ext_vector_type(2)));
typedef int Int4 __attribute__((ext_vector_type(4)));

bool yieldsFloats(const Texture &texture) { return texture.kind == Texture::Float || texture.normalizedValues; }

char *place(const Texture &texture, int x, int y, int z) {
  return texture.data + z * texture.slice + y * texture.pitch + size_t(x) * texture.channels * texture.channelBytes;
}

bool isInside(const Texture &texture, int x, int y, int z) {
  return x >= 0 && y >= 0 && z >= 0 && uint32_t(x) < texture.width && uint32_t(y) < texture.height &&
         uint32_t(z) < texture.depth;
}

/// One channel as a word.
float channel(const Texture &texture, const char *from) {
  int64_t whole = 0;
  const unsigned bits = 8 * texture.channelBytes;
  if (texture.kind == Texture::Float) {
    if (texture.channelBytes == 2) {
      _Float16 half;
      std::memcpy(&half, from, 2);
      return half;
    }
    float value;
    std::memcpy(&value, from, 4);
    return value;
  }
  std::memcpy(&whole, from, texture.channelBytes);
  if (texture.kind == Texture::Signed)
    whole = int64_t(uint64_t(whole) << (64 - bits)) >> (64 - bits);
  if (!texture.normalizedValues)
    return __builtin_bit_cast(float, int32_t(whole));
  const float most = float((uint64_t(1) << (texture.kind == Texture::Signed ? bits - 1 : bits)) - 1);
  return std::fmax(float(whole) / most, -1.0f);
}

Float4 texel(const Texture &texture, int x, int y, int z) {
  Float4 value = {0, 0, 0, 0};
  const char *from = place(texture, x, y, z);
  for (uint32_t c = 0; c < texture.channels; ++c)
    value[c] = channel(texture, from + c * texture.channelBytes);
  return value;
}

/// A texel by index, 0 outside.
Float4 load(const Texture &texture, int x, int y, int z) {
  return isInside(texture, x, y, z) ? texel(texture, x, y, z) : Float4{0, 0, 0, 0};
}

/// Repetition needs normalised coordinates.
Texture::Address mode(const Texture &texture, unsigned axis) {
  const Texture::Address asked = texture.address[axis];
  const bool repeats = asked == Texture::Wrap || asked == Texture::Mirror;
  return repeats && !texture.normalizedCoordinates ? Texture::Clamp : asked;
}

/// A coordinate in texels. Wrapping takes the fraction before it counts them, mirroring every second one backwards.
float inTexels(const Texture &texture, unsigned axis, float x, uint32_t size) {
  if (!texture.normalizedCoordinates)
    return x;
  const float whole = std::floor(x);
  if (mode(texture, axis) == Texture::Wrap || mode(texture, axis) == Texture::Mirror)
    x -= whole;
  if (mode(texture, axis) == Texture::Mirror && std::fmod(whole, 2.0f) != 0)
    x = 1 - x;
  return x * float(size);
}

/// Where an index outside the texture leads; -1 for the border.
int addressed(const Texture &texture, unsigned axis, int index, int size) {
  if (index >= 0 && index < size)
    return index;
  switch (mode(texture, axis)) {
  case Texture::Wrap: return index < 0 ? size - 1 : 0;
  case Texture::Border: return -1;
  default: return index < 0 ? 0 : size - 1;
  }
}

Float4 at(const Texture &texture, int x, int y, int z) {
  x = addressed(texture, 0, x, int(texture.width));
  y = addressed(texture, 1, y, int(texture.height));
  z = addressed(texture, 2, z, int(texture.depth));
  if (x < 0 || y < 0 || z < 0) {
    Float4 border;
    for (int c = 0; c < 4; ++c)
      border[c] = yieldsFloats(texture) ? texture.border[c] : __builtin_bit_cast(float, int32_t(texture.border[c]));
    return border;
  }
  return texel(texture, x, y, z);
}

struct Position {
  int index;
  float fraction; ///< the hardware keeps eight bits
};

Position position(float coordinate, bool linear) {
  coordinate = std::fmin(std::fmax(coordinate, -1e9f), 1e9f); // and not a number becomes one
  if (!linear)
    return {int(std::floor(coordinate)), 0};
  const float shifted = coordinate - 0.5f, whole = std::floor(shifted);
  return {int(whole), std::rint((shifted - whole) * 256) / 256};
}

/// Filtered along the first `axes` axes; those behind are indices.
Float4 sample(const Texture &texture, unsigned axes, float x, float y, float z) {
  float coordinates[3] = {x, y, z};
  const uint32_t sizes[3] = {texture.width, texture.height, texture.depth};
  Position positions[3];
  for (unsigned axis = 0; axis < 3; ++axis) {
    const bool isSpatial = axis < axes;
    if (isSpatial)
      coordinates[axis] = inTexels(texture, axis, coordinates[axis], sizes[axis]);
    positions[axis] = position(isSpatial ? coordinates[axis] : std::rint(coordinates[axis]), isSpatial && texture.linear);
  }
  if (!texture.linear || !yieldsFloats(texture))
    return at(texture, positions[0].index, positions[1].index, positions[2].index);
  Float4 sum = {0, 0, 0, 0};
  for (unsigned corner = 0; corner < 1u << axes; ++corner) {
    int index[3];
    float weight = 1;
    for (unsigned axis = 0; axis < 3; ++axis) {
      const bool upper = corner >> axis & 1;
      index[axis] = positions[axis].index + upper;
      if (axis < axes)
        weight *= upper ? positions[axis].fraction : 1 - positions[axis].fraction;
    }
    if (weight != 0)
      sum += weight * at(texture, index[0], index[1], index[2]);
  }
  return sum;
}

/// The face of a cube that a direction meets, and where on it (ibidem, "Cubemap Textures"). Coordinates are normalised
/// and stay on the face.
Float4 sampleCube(const Texture &texture, float x, float y, float z, float layer) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  float major, s, t;
  int face;
  if (az >= ax && az >= ay) {
    face = z < 0 ? 5 : 4, major = az, s = z < 0 ? -x : x, t = -y;
  } else if (ay >= ax) {
    face = y < 0 ? 3 : 2, major = ay, s = x, t = y < 0 ? -z : z;
  } else {
    face = x < 0 ? 1 : 0, major = ax, s = x < 0 ? z : -z, t = -y;
  }
  Texture plane = texture;
  plane.normalizedCoordinates = true;
  for (Texture::Address &one : plane.address)
    one = Texture::Clamp;
  return sample(plane, 2, (s / major + 1) / 2, (t / major + 1) / 2, 6 * std::rint(layer) + float(face));
}

/// One channel of the four texels that a filter would take, against the clock from the lower left.
Float4 gather(const Texture &texture, Float2 c, unsigned channel) {
  const int x = position(inTexels(texture, 0, c.x, texture.width), true).index;
  const int y = position(inTexels(texture, 1, c.y, texture.height), true).index;
  auto one = [&](int dx, int dy) { return at(texture, x + dx, y + dy, 0)[channel]; };
  return {one(0, 1), one(1, 1), one(1, 0), one(0, 0)};
}

void store(const Texture &texture, int x, int y, int z, Float4 value) {
  if (!isInside(texture, x, y, z))
    return;
  char *to = place(texture, x, y, z);
  for (uint32_t c = 0; c < texture.channels; ++c) {
    const float word = value[c];
    const _Float16 half = _Float16(word);
    const bool isHalf = texture.kind == Texture::Float && texture.channelBytes == 2;
    std::memcpy(to + c * texture.channelBytes, isHalf ? static_cast<const void *>(&half) : &word, texture.channelBytes);
  }
}

/// hsa_ext_image_channel_type_t and hsa_ext_image_channel_order_t.
int hsaType(const Texture &texture) {
  const int width = texture.channelBytes == 1 ? 0 : texture.channelBytes == 2 ? 1 : 2;
  return (texture.kind == Texture::Float ? 13 : texture.kind == Texture::Signed ? 8 : 11) + width;
}
int hsaOrder(const Texture &texture) { return texture.channels == 1 ? 1 : texture.channels == 2 ? 3 : 8; }

} // namespace

extern "C" {

Float4 __ockl_image_load_1D(const Texture *t, int c) { return load(*t, c, 0, 0); }
Float4 __ockl_image_load_1Db(const Texture *t, int c) { return load(*t, c, 0, 0); }
Float4 __ockl_image_load_1Da(const Texture *t, Int2 c) { return load(*t, c.x, 0, c.y); }
Float4 __ockl_image_load_2D(const Texture *t, Int2 c) { return load(*t, c.x, c.y, 0); }
Float4 __ockl_image_load_2Da(const Texture *t, Int4 c) { return load(*t, c.x, c.y, c.z); }
Float4 __ockl_image_load_3D(const Texture *t, Int4 c) { return load(*t, c.x, c.y, c.z); }

void __ockl_image_store_1D(const Texture *t, int c, Float4 v) { store(*t, c, 0, 0, v); }
void __ockl_image_store_1Da(const Texture *t, Int2 c, Float4 v) { store(*t, c.x, 0, c.y, v); }
void __ockl_image_store_2D(const Texture *t, Int2 c, Float4 v) { store(*t, c.x, c.y, 0, v); }
void __ockl_image_store_2Da(const Texture *t, Int4 c, Float4 v) { store(*t, c.x, c.y, c.z, v); }
void __ockl_image_store_3D(const Texture *t, Int4 c, Float4 v) { store(*t, c.x, c.y, c.z, v); }

Float4 __ockl_image_sample_1D(const Texture *t, const void *, float c) { return sample(*t, 1, c, 0, 0); }
Float4 __ockl_image_sample_1Da(const Texture *t, const void *, Float2 c) { return sample(*t, 1, c.x, 0, c.y); }
Float4 __ockl_image_sample_2D(const Texture *t, const void *, Float2 c) { return sample(*t, 2, c.x, c.y, 0); }
Float4 __ockl_image_sample_2Da(const Texture *t, const void *, Float4 c) { return sample(*t, 2, c.x, c.y, c.z); }
Float4 __ockl_image_sample_3D(const Texture *t, const void *, Float4 c) { return sample(*t, 3, c.x, c.y, c.z); }
Float4 __ockl_image_sample_lod_1D(const Texture *t, const void *, float c, float) { return sample(*t, 1, c, 0, 0); }
Float4 __ockl_image_sample_lod_2D(const Texture *t, const void *, Float2 c, float) { return sample(*t, 2, c.x, c.y, 0); }
Float4 __ockl_image_sample_lod_3D(const Texture *t, const void *, Float4 c, float) { return sample(*t, 3, c.x, c.y, c.z); }

Float4 __ockl_image_sample_CM(const Texture *t, const void *, Float4 c) { return sampleCube(*t, c.x, c.y, c.z, 0); }
Float4 __ockl_image_sample_CMa(const Texture *t, const void *, Float4 c) { return sampleCube(*t, c.x, c.y, c.z, c.w); }
Float4 __ockl_image_sample_lod_1Da(const Texture *t, const void *, Float2 c, float) { return sample(*t, 1, c.x, 0, c.y); }
Float4 __ockl_image_sample_lod_2Da(const Texture *t, const void *, Float4 c, float) { return sample(*t, 2, c.x, c.y, c.z); }
Float4 __ockl_image_sample_lod_CM(const Texture *t, const void *, Float4 c, float) { return sampleCube(*t, c.x, c.y, c.z, 0); }
Float4 __ockl_image_gather4r_2D(const Texture *t, const void *, Float2 c) { return gather(*t, c, 0); }
Float4 __ockl_image_gather4g_2D(const Texture *t, const void *, Float2 c) { return gather(*t, c, 1); }
Float4 __ockl_image_gather4b_2D(const Texture *t, const void *, Float2 c) { return gather(*t, c, 2); }
Float4 __ockl_image_gather4a_2D(const Texture *t, const void *, Float2 c) { return gather(*t, c, 3); }

Float4 __ockl_image_load_CM(const Texture *t, Int2 c, int face) { return load(*t, c.x, c.y, face); }
void __ockl_image_store_CM(const Texture *t, Int2 c, int face, Float4 v) { store(*t, c.x, c.y, face, v); }
int __ockl_image_channel_data_type_CM(const Texture *t) { return hsaType(*t); }
int __ockl_image_channel_order_CM(const Texture *t) { return hsaOrder(*t); }

int __ockl_image_channel_data_type_1D(const Texture *t) { return hsaType(*t); }
int __ockl_image_channel_data_type_1Da(const Texture *t) { return hsaType(*t); }
int __ockl_image_channel_data_type_2D(const Texture *t) { return hsaType(*t); }
int __ockl_image_channel_data_type_2Da(const Texture *t) { return hsaType(*t); }
int __ockl_image_channel_data_type_3D(const Texture *t) { return hsaType(*t); }
int __ockl_image_channel_order_1D(const Texture *t) { return hsaOrder(*t); }
int __ockl_image_channel_order_1Da(const Texture *t) { return hsaOrder(*t); }
int __ockl_image_channel_order_2D(const Texture *t) { return hsaOrder(*t); }
int __ockl_image_channel_order_2Da(const Texture *t) { return hsaOrder(*t); }
int __ockl_image_channel_order_3D(const Texture *t) { return hsaOrder(*t); }

// For PTX's tex, and for CUDA's surface functions, which count bytes along x.
void porter_nv_tex_load(const Texture *t, int x, float *to) {
  const Float4 value = load(*t, x, 0, 0);
  std::memcpy(to, &value, 16);
}
void porter_nv_tex_sample(const Texture *t, int axes, float x, float y, float z, float *to) {
  const Float4 value = sample(*t, unsigned(axes), x, y, z);
  std::memcpy(to, &value, 16);
}
void porter_nv_tex_cube(const Texture *t, float x, float y, float z, float layer, float *to) {
  const Float4 value = sampleCube(*t, x, y, z, layer);
  std::memcpy(to, &value, 16);
}
void porter_nv_tex_gather(const Texture *t, int channel, float x, float y, float *to) {
  const Float4 value = gather(*t, Float2{x, y}, unsigned(channel));
  std::memcpy(to, &value, 16);
}
void porter_surface_read(void *to, const Texture *t, int bytes, int x, int y, int z) {
  const int index = x / int(t->channels * t->channelBytes);
  if (isInside(*t, index, y, z))
    std::memcpy(to, place(*t, index, y, z), size_t(bytes));
  else
    std::memset(to, 0, size_t(bytes));
}
void porter_surface_write(const void *from, const Texture *t, int bytes, int x, int y, int z) {
  const int index = x / int(t->channels * t->channelBytes);
  if (isInside(*t, index, y, z))
    std::memcpy(place(*t, index, y, z), from, size_t(bytes));
}
}
