// Which checks the environment asks for.
#include "checks.h"

#include <cstdlib>
#include <string>

namespace porter {

const Checks &checks() {
  static const Checks wanted = [] {
    const char *text = std::getenv("PORTER_CPU_CHECK");
    const std::string names = "," + std::string(text ? text : "") + ",";
    auto has = [&](const char *name) { return names.find("," + std::string(name) + ",") != std::string::npos; };
    return Checks{has("memory"), has("races"), has("barriers"), has("leaks"), has("profile")};
  }();
  return wanted;
}

} // namespace porter
