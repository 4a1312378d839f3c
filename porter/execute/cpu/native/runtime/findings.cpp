// The file of findings, and what they say of places.
#include "findings.h"

#include <cstdlib>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <unistd.h>

namespace porter {
namespace {

constexpr int deepest = 32;
/// Findings that are told apart; what comes after is counted only.
constexpr size_t mostFindings = 1000;

struct Book {
  std::mutex mutex;
  std::map<std::tuple<std::string, std::string, const KernelEntry *, const void *, const void *>, uint64_t> seen;
};
Book &book() {
  static Book &instance = *new Book; // kernels may run until the very end
  return instance;
}

/// Work-items of three dimensions in a row: "[x, y, z]".
std::string triple(const uint32_t *values) {
  return "[" + std::to_string(values[0]) + ", " + std::to_string(values[1]) + ", " + std::to_string(values[2]) + "]";
}

const void *ownBase() {
  static const void *base = [] {
    Dl_info information = {};
    dladdr(reinterpret_cast<const void *>(&hostStack), &information);
    return information.dli_fbase;
  }();
  return base;
}

/// An object's path, whichever folder the program was started in, and is in now.
std::string pathOf(const Dl_info &information, const link_map *object) {
  if (information.dli_fname[0] == '/')
    return information.dli_fname;
  const bool isProgram = object && !object->l_name[0];
  const std::unique_ptr<char, void (*)(void *)> path(realpath(isProgram ? "/proc/self/exe" : information.dli_fname, nullptr),
                                                     std::free);
  return path ? path.get() : information.dli_fname;
}

} // namespace

HostStack hostStack() {
  HostStack stack(deepest);
  stack.resize(size_t(backtrace(stack.data(), deepest)));
  return stack;
}

std::string jsonOf(const HostStack &stack) {
  std::vector<std::string> frames;
  for (void *address : stack) {
    Dl_info information = {};
    link_map *object = nullptr;
    if (!dladdr1(address, &information, reinterpret_cast<void **>(&object), RTLD_DL_LINKMAP) || information.dli_fbase == ownBase() || !information.dli_fname)
      continue;
    char place[24];
    const auto offset = static_cast<char *>(address) - static_cast<char *>(information.dli_fbase);
    std::snprintf(place, sizeof place, "+0x%llx", static_cast<unsigned long long>(offset - 1)); // within the call
    frames.push_back(pathOf(information, object) + place);
  }
  return jsonArray(frames, quoted);
}

std::string jsonOf(const SourcePlace *place) {
  std::string made;
  for (; place; place = place->calledFrom)
    made += (made.empty() ? "" : ", ") + JsonObject()
                                             .text("file", place->file)
                                             .number("line", place->line)
                                             .number("column", place->column)
                                             .text("function", place->function)
                                             .str();
  return "[" + made + "]";
}

JsonObject describeItem(const KernelEntry &kernel, const uint32_t *block, const uint32_t *thread,
                        const SourcePlace *place) {
  return JsonObject()
      .text("kernel", kernel.signature)
      .raw("block", triple(block))
      .raw("thread", triple(thread))
      .raw("place", jsonOf(place));
}

JsonObject describeItem(const SourcePlace *place) {
  return describeItem(*current.launch->request.kernel.entry, porter_worker.block, porter_worker.item->id, place);
}

bool isNew(const char *check, const std::string &kind, const void *place, const void *other) {
  const KernelEntry *kernel = current.launch ? current.launch->request.kernel.entry : nullptr;
  std::lock_guard lock(book().mutex);
  return book().seen[{check, kind, kernel, place, other}]++ == 0 && book().seen.size() <= mostFindings;
}

void writeLine(const std::string &json) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  const char *directory = std::getenv("PORTER_CPU_REPORT");
  if (!directory)
    return;
  const std::string path = std::string(directory) + "/findings-" + std::to_string(getpid()) + ".jsonl";
  if (std::FILE *file = std::fopen(path.c_str(), "a")) { // written at once: the program may end in any way
    std::fputs((json + "\n").c_str(), file);
    std::fclose(file);
  }
}

void writeFinding(const char *check, const std::string &kind, JsonObject finding) {
  writeLine(finding.text("check", check).text("kind", kind).str());
}

} // namespace porter
