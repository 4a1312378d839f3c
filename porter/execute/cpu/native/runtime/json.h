// JSON of one line, for what is read when the program has ended.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace porter {

inline std::string quoted(const std::string &text) {
  std::string made = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\')
      made += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", unsigned(c));
      made += escape;
    } else
      made += c;
  return made + '"';
}

/// An object in the making.
class JsonObject {
public:
  JsonObject &raw(const char *name, const std::string &json) {
    content += (content.empty() ? "" : ", ") + quoted(name) + ": " + json;
    return *this;
  }
  JsonObject &text(const char *name, const std::string &value) { return raw(name, quoted(value)); }
  JsonObject &number(const char *name, uint64_t value) { return raw(name, std::to_string(value)); }
  std::string str() const { return "{" + content + "}"; }

private:
  std::string content;
};

/// [a, b, ...] of what `each` makes of the elements.
template <class Range, class Each> std::string jsonArray(const Range &range, Each each) {
  std::string made;
  for (const auto &element : range)
    made += (made.empty() ? "" : ", ") + each(element);
  return "[" + made + "]";
}

} // namespace porter
