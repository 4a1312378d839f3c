// Compilation while the program runs (hipRTC): the same compilers as before it, called as a process. The launcher
// porter-compile lies beside this library; it leaves a shared library that the module API loads.
#include "rtc.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace porter::hip;

extern char **environ;

namespace {

std::string contentOf(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path &path, const std::string &content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

/// The directory of this library.
fs::path ownDirectory() {
  Dl_info information;
  dladdr(reinterpret_cast<void *>(&ownDirectory), &information);
  return fs::path(information.dli_fname).parent_path();
}

/// A directory that goes with what is in it.
struct WorkDirectory {
  WorkDirectory() {
    std::string pattern = (fs::temp_directory_path() / "porter-rtc-XXXXXX").string();
    if (mkdtemp(pattern.data()))
      path = pattern;
  }
  ~WorkDirectory() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  fs::path path;
};

int run(const std::vector<std::string> &words, const fs::path &log) {
  std::vector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 2, log.c_str(), O_WRONLY | O_CREAT, 0600);
  pid_t child;
  int status = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0)
    return -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A path below the work directory, whatever the program called the file.
fs::path below(const fs::path &directory, const std::string &name) {
  return directory / fs::path("/" + name).lexically_normal().relative_path();
}

} // namespace

namespace porter::hip {

RtcStatus compile(RtcProgram &program, int optionCount, const char *const *options) {
  WorkDirectory work;
  if (work.path.empty())
    return RtcStatus::InternalError;
  const fs::path log = work.path / "log", code = work.path / "code", lowered = work.path / "lowered";
  for (const auto &[name, text] : program.headers)
    write(below(work.path / "source", name), text);
  write(work.path / "source" / "program", program.source);
  std::string expressions;
  for (const std::string &expression : program.expressions)
    expressions += expression + "\n";
  write(work.path / "expressions", expressions);
  std::vector<std::string> words = {(ownDirectory() / "porter-compile").string(), work.path.string(), program.name,
                                    program.isCuda ? cudaArchitecture() : hipArchitecture()};
  for (int i = 0; i < optionCount; ++i)
    words.emplace_back(options[i]);
  const int status = run(words, log);
  program.log = contentOf(log);
  if (status != 0) {
    if (status < 0)
      program.log += "cannot run " + words[0] + "\n";
    return RtcStatus::Compilation;
  }
  program.code = contentOf(code);
  std::ifstream names(lowered);
  for (const std::string &expression : program.expressions)
    std::getline(names, program.lowered[expression]);
  return RtcStatus::Success;
}

std::string cudaArchitecture() {
  const std::string name = hipArchitecture();
  return name.rfind("sm_", 0) == 0 ? name : "sm_80"; // a program without device code of its own follows none
}

std::string hipArchitecture() {
  const std::string name = properties().gcnArchName;
  return name.substr(0, name.find(':'));
}

} // namespace porter::hip
