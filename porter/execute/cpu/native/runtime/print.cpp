// Device printf. Device code sends the format and its arguments in pieces; the message is formatted when the
// last one has come.
#include "current.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>

namespace porter {
namespace {

/// A piece: a 64-bit word, or text.
struct Piece {
  uint64_t word = 0;
  std::string text;
  bool isText = false;
};

using Message = std::vector<Piece>;

/// The bit of a message's number that sends it to standard error, as assertions are.
constexpr uint64_t ToErrors = uint64_t(1) << 63;

std::mutex mutex;
std::map<uint64_t, Message> messages;
uint64_t lastId = 0;

/// Writes one conversion, such as "%-8.3f", with its argument.
///
/// `halves` is how often its length is "h": 1 for a short, 2 for a char.
std::string convert(const std::string &flags, char conversion, bool isLong, int halves, const Piece &piece) {
  char buffer[512];
  if (conversion == 's')
    return std::snprintf(buffer, sizeof buffer, (flags + 's').c_str(), piece.text.c_str()) < int(sizeof buffer)
               ? buffer
               : piece.text;
  if (std::strchr("eEfFgGaA", conversion)) {
    double value;
    std::memcpy(&value, &piece.word, sizeof value);
    std::snprintf(buffer, sizeof buffer, (flags + conversion).c_str(), value);
  } else if (conversion == 'c') {
    std::snprintf(buffer, sizeof buffer, (flags + 'c').c_str(), int(piece.word));
  } else if (conversion == 'p') {
    std::snprintf(buffer, sizeof buffer, (flags + 'p').c_str(), reinterpret_cast<void *>(piece.word));
  } else {
    bool isSigned = conversion == 'd' || conversion == 'i';
    uint64_t value = isLong ? piece.word : isSigned ? uint64_t(int64_t(int32_t(piece.word))) : uint32_t(piece.word);
    if (halves > 0)
      value = halves == 1 ? isSigned ? uint64_t(int16_t(value)) : uint16_t(value)
                          : isSigned ? uint64_t(int8_t(value)) : uint8_t(value);
    std::snprintf(buffer, sizeof buffer, (flags + "ll" + conversion).c_str(), value);
  }
  return buffer;
}

std::string format(const Message &message) {
  if (message.empty())
    return "";
  const std::string &text = message[0].text;
  std::string out;
  size_t next = 1;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (text.compare(i, 2, "%%") == 0) {
      out += '%';
      ++i;
      continue;
    }
    std::string flags = "%";
    bool isLong = false;
    int halves = 0;
    size_t end = i + 1;
    for (; end < text.size() && !std::strchr("diouxXeEfFgGaAcsp", text[end]); ++end) {
      if (text[end] == '*' && next < message.size())
        flags += std::to_string(int(message[next++].word));
      else if (text[end] == 'h')
        ++halves;
      else if (std::strchr("lLjzt", text[end]))
        isLong = true;
      else
        flags += text[end];
    }
    if (end == text.size() || next == message.size())
      break;
    out += convert(flags, text[end], isLong, halves, message[next++]);
    i = end;
  }
  return out;
}

void write(const std::string &text, std::FILE *file) {
  if (current.locating)
    return; // said when the block ran first
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
}

uint64_t append(uint64_t id, std::vector<Piece> pieces, bool last) {
  std::lock_guard lock(mutex);
  Message &message = messages[id];
  message.insert(message.end(), pieces.begin(), pieces.end());
  if (last) {
    write(format(message), id & ToErrors ? stderr : stdout);
    messages.erase(id);
  }
  return id;
}

} // namespace
} // namespace porter

extern "C" uint64_t porter_printf_begin(uint32_t isError) {
  std::lock_guard lock(porter::mutex);
  return ++porter::lastId | (isError ? porter::ToErrors : 0);
}

extern "C" uint64_t porter_printf_words(uint64_t id, uint32_t count, const uint64_t *words, uint32_t last) {
  std::vector<porter::Piece> pieces(count);
  for (uint32_t i = 0; i < count; ++i)
    pieces[i].word = words[i];
  return porter::append(id, std::move(pieces), last);
}

extern "C" uint64_t porter_printf_text(uint64_t id, const char *text, uint64_t bytes, uint32_t last) {
  porter::Piece piece;
  piece.isText = true;
  piece.text = text ? std::string(text, strnlen(text, bytes)) : "(null)";
  return porter::append(id, {piece}, last);
}

/// CUDA's vprintf: arguments packed as in a structure, 4 or 8 bytes each, aligned to their size.
extern "C" int porter_vprintf(const char *format, const char *packed) {
  porter::Message message(1);
  message[0].text = format;
  size_t offset = 0;
  for (const char *c = format; *c; ++c) {
    if (*c != '%')
      continue;
    if (c[1] == '%') {
      ++c;
      continue;
    }
    bool isLong = false;
    for (++c; *c && !std::strchr("diouxXeEfFgGaAcsp", *c); ++c) {
      isLong |= std::strchr("lzjt", *c) != nullptr;
      if (*c == '*') { // a width or a precision
        porter::Piece number;
        offset = (offset + 3) / 4 * 4;
        std::memcpy(&number.word, packed + offset, 4);
        message.push_back(number);
        offset += 4;
      }
    }
    if (!*c)
      break;
    const size_t bytes = isLong || std::strchr("eEfFgGaAsp", *c) ? 8 : 4;
    offset = (offset + bytes - 1) / bytes * bytes;
    porter::Piece piece;
    std::memcpy(&piece.word, packed + offset, bytes);
    if (*c == 's')
      piece.text = piece.word ? reinterpret_cast<const char *>(piece.word) : "(null)";
    message.push_back(piece);
    offset += bytes;
  }
  porter::write(porter::format(message), stdout);
  return int(message.size()) - 1;
}
