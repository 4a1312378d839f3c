// Launches written down: a line of JSON each in DIR/launches-PID.jsonl, contents in DIR/contents-PID.bin.
//
// Shared by the executor's runtime and by what traces CUDA on a GPU, so that the two can be compared.
#pragma once

#include "reach.h"

#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <unistd.h>

namespace porter::trace {

/// Bytes of one sample of a buffer that is larger than what is kept of each.
constexpr size_t sampleBytes = 256;

inline std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

inline std::string demangled(const char *name) {
  int status = 0;
  char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

inline std::string hexadecimal(const char *data, size_t bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < bytes; ++i)
    for (int shift : {4, 0})
      text += digits[(uint8_t(data[i]) >> shift) & 15];
  return text;
}

/// 64 bits of everything: FNV-1a over words, folded so that high bits reach low ones.
inline uint64_t hashOf(const char *data, size_t bytes) {
  uint64_t hash = 0xcbf29ce484222325u ^ bytes;
  auto add = [&](uint64_t word) {
    hash = (hash ^ word) * 0x100000001b3u;
    hash ^= hash >> 29;
  };
  size_t i = 0;
  for (uint64_t word; i + 8 <= bytes; i += 8) {
    std::memcpy(&word, data + i, 8);
    add(word);
  }
  for (; i < bytes; ++i)
    add(uint8_t(data[i]));
  return hash;
}

/// 64 bits of the 4-byte words whatever their order: atomics hand out places as threads come.
inline uint64_t bagOf(const char *data, size_t bytes) {
  uint64_t bag = bytes;
  for (size_t i = 0; i + 4 <= bytes; i += 4) {
    uint32_t word;
    std::memcpy(&word, data + i, 4);
    uint64_t mixed = (word + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u; // as SplitMix64 does
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    bag += mixed ^ (mixed >> 31);
  }
  return bag;
}

/// What is known of a launch before its memory is looked at.
struct Launch {
  std::string kernel; ///< demangled
  uint32_t grid[3], block[3];
  size_t dynamicLds;
  std::vector<std::string> values; ///< hexadecimal; empty for what is no number
};

/// The files of one directory. Not for several threads at once.
class Writer {
public:
  /// `name` is the variable that names the directory; NAME_BYTES, NAME_TOTAL and NAME_LAUNCHES say how much is kept.
  Writer(const std::string &directory, const std::string &name)
      : kept(setting(name + "_BYTES", 0)), total(setting(name + "_TOTAL", uint64_t(1) << 30)),
        most(setting(name + "_LAUNCHES", 10000)) {
    const std::string end = "-" + std::to_string(getpid());
    lines = std::fopen((directory + "/launches" + end + ".jsonl").c_str(), "w");
    if (kept)
      contents = std::fopen((directory + "/contents" + end + ".bin").c_str(), "wb");
    if (!lines || (kept && !contents))
      std::fprintf(stderr, "porter: cannot write a trace into %s\n", directory.c_str());
  }
  Writer(const Writer &) = delete;
  Writer &operator=(const Writer &) = delete;
  ~Writer() {
    for (std::FILE *file : {lines, contents})
      if (file)
        std::fclose(file);
  }

  /// Count a launch; false when no more are kept.
  bool begin() {
    if (!lines || launches > most)
      return false;
    if (launches++ < most)
      return true;
    note("only the first " + std::to_string(most) + " launches were kept"); // said once, so that a reader knows
    return false;
  }

  /// Write down a launch that has run, with what it could reach.
  void write(const Launch &launch, const Reach &reach, Memory &memory) {
    std::string line = "{\"kernel\": " + quoted(launch.kernel);
    line += ", \"grid\": " + triple(launch.grid) + ", \"block\": " + triple(launch.block);
    line += ", \"lds\": " + std::to_string(launch.dynamicLds) + ", \"values\": [";
    for (size_t i = 0; i < launch.values.size(); ++i)
      line += (i ? ", " : "") + (launch.values[i].empty() ? "null" : quoted(launch.values[i]));
    line += "], \"buffers\": [";
    for (size_t i = 0; i < reach.buffers.size(); ++i) {
      const Buffer &buffer = reach.buffers[i];
      line += (i ? ", " : "") + described(buffer, memory.read(buffer.base, buffer.bytes));
    }
    put(line + "]}\n");
    if (contents)
      std::fflush(contents);
  }

  /// Say something to who reads the trace.
  void note(const std::string &text) { put("{\"note\": " + quoted(text) + "}\n"); }

private:
  static uint64_t setting(const std::string &name, uint64_t otherwise) {
    const char *text = std::getenv(name.c_str());
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
  }

  static std::string triple(const uint32_t *size) {
    return "[" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " + std::to_string(size[2]) + "]";
  }

  void put(const std::string &line) {
    std::fputs(line.c_str(), lines);
    std::fflush(lines);
  }

  /// Keep a buffer's contents, or samples of it, and return what is known about it.
  std::string described(const Buffer &buffer, const char *data) {
    const uint64_t hash = hashOf(data, buffer.bytes), bag = bagOf(data, buffer.bytes);
    std::string text = "{\"place\": " + quoted(buffer.place) + ", \"bytes\": " + std::to_string(buffer.bytes);
    text += ", \"offset\": " + std::to_string(buffer.offset);
    text += ", \"hash\": " + quoted(hexadecimal(reinterpret_cast<const char *>(&hash), sizeof hash));
    text += ", \"bag\": " + quoted(hexadecimal(reinterpret_cast<const char *>(&bag), sizeof bag));
    if (contents && written < total) {
      size_t step = buffer.bytes, sample = buffer.bytes;
      if (buffer.bytes > kept) {
        sample = sampleBytes;
        step = buffer.bytes / std::max<size_t>(kept / sampleBytes, 1) / sampleBytes * sampleBytes;
      }
      const uint64_t start = written;
      for (size_t i = 0; i + sample <= buffer.bytes && sample; i += step)
        written += std::fwrite(data + i, 1, sample, contents);
      text += ", \"at\": " + std::to_string(start) + ", \"stored\": " + std::to_string(written - start);
      text += ", \"sample\": " + std::to_string(sample) + ", \"step\": " + std::to_string(step);
    }
    return text + "}";
  }

  std::FILE *lines = nullptr, *contents = nullptr;
  /// Bytes kept of each buffer, 0 for hashes alone; of all together; and how many launches.
  const uint64_t kept, total, most;
  uint64_t launches = 0, written = 0;
};

/// The writer for the directory that the variable `name` names now; null when it names none.
inline Writer *current(const char *name) {
  static std::string directory;
  static Writer *writer = nullptr; // not destroyed: kernels may run until the very end
  const char *wanted = std::getenv(name);
  if (!wanted || !*wanted)
    return nullptr;
  if (!writer || directory != wanted) {
    delete writer;
    directory = wanted;
    writer = new Writer(directory, name);
  }
  return writer;
}

} // namespace porter::trace
