// NVTX's interface of C++ (nvtx3/nvtx3.hpp) by rocTX: marks and ranges with their messages.
//
// Like NVTX's it is a header alone: the library is looked for when a program first marks something, and
// without it nothing is marked. rocTX has no domains, colors, categories or payloads; they are taken
// and passed over.
// Reference: NVTX 3's nvtx3.hpp; rocTX's roctracer/roctx.h.
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace porter {

/// rocTX's functions, null where the library is not there.
struct roctx_functions {
  void (*mark)(const char *) = nullptr;
  int (*push)(const char *) = nullptr;
  int (*pop)() = nullptr;
  std::uint64_t (*start)(const char *) = nullptr;
  void (*stop)(std::uint64_t) = nullptr;

  static const roctx_functions &get() {
    static const roctx_functions found = load();
    return found;
  }

 private:
  template <typename Function>
  static void take(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
  }
  static roctx_functions load() {
    roctx_functions all;
    void *library = dlopen("libroctx64.so", RTLD_LAZY);
    if (library == nullptr) library = dlopen("libroctx64.so.4", RTLD_LAZY);
    if (library == nullptr) return all;
    take(library, "roctxMarkA", all.mark);
    take(library, "roctxRangePushA", all.push);
    take(library, "roctxRangePop", all.pop);
    take(library, "roctxRangeStartA", all.start);
    take(library, "roctxRangeStop", all.stop);
    return all;
  }
};

}  // namespace porter

namespace nvtx3 {

/// The domain of whatever names none. Others are the project's types with a member `name`.
struct domain {
  struct global {
    static constexpr const char *name = "";
  };
};

struct rgb {
  constexpr rgb(std::uint8_t, std::uint8_t, std::uint8_t) {}
};
struct argb {
  constexpr argb(std::uint8_t, std::uint8_t, std::uint8_t, std::uint8_t) {}
};
struct color {
  constexpr explicit color(std::uint32_t) {}
  constexpr color(rgb) {}
  constexpr color(argb) {}
};
struct category {
  constexpr explicit category(std::uint32_t) {}
};
struct payload {
  template <typename Number>
  constexpr explicit payload(Number) {}
};

/// A category with a name, one for each type that describes it.
template <typename Domain = domain::global>
struct named_category_in : category {
  using category::category;
  template <typename Character>
  named_category_in(std::uint32_t number, const Character *) : category(number) {}
  template <typename Described>
  static const named_category_in &get() {
    static const named_category_in one(Described::id, Described::name);
    return one;
  }
};
using named_category = named_category_in<>;

/// A message, kept as rocTX takes it.
struct message {
  message(const char *text) : text(text == nullptr ? "" : text) {}
  message(std::string text) : text(std::move(text)) {}
  message(const wchar_t *wide) {
    for (; wide != nullptr && *wide != 0; ++wide) text += *wide < 0x80 ? char(*wide) : '?';
  }
  std::string text;
};

/// A message that is made once, one for each type that describes it.
template <typename Domain = domain::global>
struct registered_string_in : message {
  using message::message;
  template <typename Described>
  static const registered_string_in &get() {
    static const registered_string_in one(Described::message);
    return one;
  }
};
using registered_string = registered_string_in<>;

/// What an event carries, in any order: of it rocTX takes the message.
struct event_attributes {
  template <typename... Given>
  explicit event_attributes(const Given &...given) {
    using each = int[];
    (void)each{0, (take(given), 0)...};
  }
  event_attributes(const event_attributes &) = default;
  const char *text() const { return message_.c_str(); }

 private:
  template <typename Given>
  typename std::enable_if<std::is_convertible<const Given &, message>::value>::type take(const Given &given) {
    message_ = message(given).text;
  }
  template <typename Given>
  typename std::enable_if<!std::is_convertible<const Given &, message>::value>::type take(const Given &) {}
  void take(const message &given) { message_ = given.text; }
  void take(const event_attributes &given) { message_ = given.message_; }
  std::string message_;
};

/// A range on the stack of the thread, as long as the object lives.
template <typename Domain = domain::global>
class scoped_range_in {
 public:
  template <typename... Given>
  explicit scoped_range_in(const Given &...given) {
    const auto &roctx = porter::roctx_functions::get();
    if (roctx.push != nullptr) roctx.push(event_attributes(given...).text());
  }
  scoped_range_in(const scoped_range_in &) = delete;
  scoped_range_in &operator=(const scoped_range_in &) = delete;
  ~scoped_range_in() {
    const auto &roctx = porter::roctx_functions::get();
    if (roctx.pop != nullptr) roctx.pop();
  }
};
using scoped_range = scoped_range_in<>;
template <typename Domain = domain::global>
using domain_thread_range = scoped_range_in<Domain>;
using thread_range = scoped_range;

/// What a range is known by that ends somewhere else.
struct range_handle {
  std::uint64_t number;
};

template <typename Domain = domain::global, typename... Given>
range_handle start_range_in(const Given &...given) {
  const auto &roctx = porter::roctx_functions::get();
  return range_handle{roctx.start == nullptr ? 0 : roctx.start(event_attributes(given...).text())};
}
template <typename... Given>
range_handle start_range(const Given &...given) {
  return start_range_in<>(given...);
}
template <typename Domain = domain::global>
void end_range_in(range_handle range) {
  const auto &roctx = porter::roctx_functions::get();
  if (roctx.stop != nullptr) roctx.stop(range.number);
}
inline void end_range(range_handle range) { end_range_in<>(range); }

/// A range of the process, as long as the object lives; it can be moved.
template <typename Domain = domain::global>
class unique_range_in {
 public:
  template <typename... Given>
  explicit unique_range_in(const Given &...given) : range_(start_range_in<Domain>(given...)) {}
  unique_range_in(unique_range_in &&other) : range_(other.range_), is_ours_(other.is_ours_) {
    other.is_ours_ = false;
  }
  ~unique_range_in() {
    if (is_ours_) end_range_in<Domain>(range_);
  }

 private:
  range_handle range_;
  bool is_ours_ = true;
};
using unique_range = unique_range_in<>;

template <typename Domain = domain::global, typename... Given>
void mark_in(const Given &...given) {
  const auto &roctx = porter::roctx_functions::get();
  if (roctx.mark != nullptr) roctx.mark(event_attributes(given...).text());
}
template <typename... Given>
void mark(const Given &...given) {
  mark_in<>(given...);
}

}  // namespace nvtx3

#define NVTX3_FUNC_RANGE_IN(DOMAIN) \
  const ::nvtx3::scoped_range_in<DOMAIN> porter_nvtx_range_of_the_function(__func__)
#define NVTX3_FUNC_RANGE() NVTX3_FUNC_RANGE_IN(::nvtx3::domain::global)
#define NVTX3_V1_FUNC_RANGE_IN(DOMAIN) NVTX3_FUNC_RANGE_IN(DOMAIN)
#define NVTX3_V1_FUNC_RANGE() NVTX3_FUNC_RANGE()
