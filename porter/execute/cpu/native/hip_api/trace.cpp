// Launches written down: a line of JSON each in DIR/launches-PID.jsonl, contents in DIR/contents-PID.bin.
//
// What a kernel may write is what it can reach: the allocations that its pointers point into, those that pointers
// inside aggregates and inside reached allocations (their first 64 KiB) point into, and the variables of its image.
#include "trace.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <mutex>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

namespace porter::hip {
namespace {

/// Bytes of an allocation that are searched for pointers.
constexpr size_t searched = 65536;
/// Bytes of one sample of a buffer that is larger than what is kept of each.
constexpr size_t sampleBytes = 256;

uint64_t setting(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

struct Buffer {
  std::string place; ///< argument number, then "+bytes" inside an aggregate, ">bytes" inside an allocation
  const char *base;
  size_t bytes;
  size_t offset; ///< where in it the pointer points
};

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

std::string demangled(const char *name) {
  int status = 0;
  char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

/// 64 bits of everything: FNV-1a over words, folded so that high bits reach low ones.
uint64_t hashOf(const char *data, size_t bytes) {
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

/// Memory that a launch can reach, each allocation once.
class Reach {
public:
  std::vector<Buffer> buffers;

  void pointer(const void *address, const std::string &place) {
    Allocation found;
    if (!findAllocation(address, found) || !seen.insert(found.base).second)
      return;
    buffers.push_back({place, found.base, found.bytes, size_t(static_cast<const char *>(address) - found.base)});
    inside(found.base, std::min(found.bytes, searched), place + ">");
  }

  void inside(const char *data, size_t bytes, const std::string &place) {
    for (size_t i = 0; i + sizeof(uint64_t) <= bytes; i += sizeof(uint64_t)) {
      uint64_t word;
      std::memcpy(&word, data + i, sizeof word);
      if (word >> 46 == 1) // where mmap puts things; nearly no number looks like that
        pointer(reinterpret_cast<const void *>(word), place + std::to_string(i));
    }
  }

private:
  std::set<const char *> seen;
};

class Trace {
public:
  explicit Trace(const std::string &directory) {
    const std::string end = "-" + std::to_string(getpid());
    lines = std::fopen((directory + "/launches" + end + ".jsonl").c_str(), "w");
    if (kept)
      contents = std::fopen((directory + "/contents" + end + ".bin").c_str(), "wb");
    if (!lines || (kept && !contents))
      std::fprintf(stderr, "porter: cannot write a trace into %s\n", directory.c_str());
  }

  void write(const LaunchRequest &request) {
    std::lock_guard lock(mutex);
    if (!lines || launches > most)
      return;
    if (launches++ == most) { // said once, so that a reader knows
      std::fprintf(lines, "{\"stopped\": %llu}\n", (unsigned long long)most);
      std::fflush(lines);
      return;
    }
    const KernelEntry &kernel = *request.kernel.entry;
    const Size3 &grid = request.grid, &block = request.block;
    std::string line = "{\"kernel\": " + quoted(kernel.signature);
    line += ", \"grid\": " + triple(grid) + ", \"block\": " + triple(block);
    line += ", \"lds\": " + std::to_string(request.dynamicLds) + ", \"values\": [";
    Reach reach;
    for (uint32_t i = 0; i < kernel.argumentCount; ++i) {
      const KernelArgument &argument = kernel.arguments[i];
      const char *value = static_cast<const char *>(request.arguments[i]);
      line += i ? ", " : "";
      if (argument.kind == 'p') {
        line += "null";
        const void *address;
        std::memcpy(&address, value, sizeof address);
        reach.pointer(address, std::to_string(i));
      } else if (argument.kind == 's') {
        line += "null";
        reach.inside(value, argument.bytes, std::to_string(i) + "+");
      } else {
        line += quoted(hexadecimal(value, argument.bytes));
      }
    }
    const DeviceImage &image = *request.kernel.image;
    for (uint32_t i = 0; i < image.variableCount; ++i) {
      const VariableEntry &variable = image.variables[i];
      auto *data = static_cast<const char *>(variable.address);
      reach.buffers.push_back({demangled(variable.name), data, size_t(variable.bytes), 0});
      reach.inside(data, std::min(size_t(variable.bytes), searched), demangled(variable.name) + ">");
    }
    line += "], \"buffers\": [";
    for (size_t i = 0; i < reach.buffers.size(); ++i)
      line += (i ? ", " : "") + described(reach.buffers[i]);
    line += "]}\n";
    std::fputs(line.c_str(), lines);
    std::fflush(lines);
    if (contents)
      std::fflush(contents);
  }

private:
  static std::string triple(const Size3 &size) {
    return "[" + std::to_string(size.x) + ", " + std::to_string(size.y) + ", " + std::to_string(size.z) + "]";
  }

  static std::string hexadecimal(const char *data, size_t bytes) {
    static const char digits[] = "0123456789abcdef";
    std::string text;
    for (size_t i = 0; i < bytes; ++i)
      for (int shift : {4, 0})
        text += digits[(uint8_t(data[i]) >> shift) & 15];
    return text;
  }

  /// Keep a buffer's contents, or samples of it, and return what is known about it.
  std::string described(const Buffer &buffer) {
    const uint64_t hash = hashOf(buffer.base, buffer.bytes);
    std::string text = "{\"place\": " + quoted(buffer.place) + ", \"bytes\": " + std::to_string(buffer.bytes);
    text += ", \"offset\": " + std::to_string(buffer.offset);
    text += ", \"hash\": " + quoted(hexadecimal(reinterpret_cast<const char *>(&hash), sizeof hash));
    if (contents && written < total) {
      size_t step = buffer.bytes, sample = buffer.bytes;
      if (buffer.bytes > kept) {
        sample = sampleBytes;
        step = buffer.bytes / std::max<size_t>(kept / sampleBytes, 1) / sampleBytes * sampleBytes;
      }
      const uint64_t start = written;
      for (size_t i = 0; i + sample <= buffer.bytes && sample; i += step)
        written += std::fwrite(buffer.base + i, 1, sample, contents);
      text += ", \"at\": " + std::to_string(start) + ", \"stored\": " + std::to_string(written - start);
      text += ", \"sample\": " + std::to_string(sample) + ", \"step\": " + std::to_string(step);
    }
    return text + "}";
  }

  std::mutex mutex;
  std::FILE *lines = nullptr, *contents = nullptr;
  /// Bytes kept of each buffer, 0 for hashes alone; of all together; and how many launches.
  const uint64_t kept = setting("PORTER_CPU_TRACE_BYTES", 0);
  const uint64_t total = setting("PORTER_CPU_TRACE_TOTAL", uint64_t(1) << 30);
  const uint64_t most = setting("PORTER_CPU_TRACE_LAUNCHES", 10000);
  uint64_t launches = 0, written = 0;
};

} // namespace

void traceLaunch(const LaunchRequest &request) {
  static const char *const directory = std::getenv("PORTER_CPU_TRACE");
  if (!directory)
    return;
  static Trace &trace = *new Trace(directory); // kernels may run until the very end
  trace.write(request);
}

} // namespace porter::hip
