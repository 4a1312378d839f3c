// What checks find, written down as it is found: one line of JSON each, in PORTER_CPU_REPORT/findings-PID.jsonl.
#pragma once

#include "current.h"
#include "json.h"

#include <string>
#include <vector>

namespace porter {

/// A call stack of the host: return addresses, the innermost first.
using HostStack = std::vector<void *>;
HostStack hostStack();
/// As "FILE+0xOFFSET" of each, without the runtime's own.
std::string jsonOf(const HostStack &stack);

/// A place in device code with the calls around it, the innermost first.
std::string jsonOf(const SourcePlace *place);

/// A work-item: {"kernel": ..., "block": [...], "thread": [...]} and the place.
JsonObject describeItem(const KernelEntry &kernel, const uint32_t *block, const uint32_t *thread,
                        const SourcePlace *place);
/// The running one.
JsonObject describeItem(const SourcePlace *place);

/// Whether to report what is found at these places now; otherwise it is one more of the same.
bool isNew(const char *check, const std::string &kind, const void *place, const void *other = nullptr);

void writeFinding(const char *check, const std::string &kind, JsonObject finding);
/// A line of another kind.
void writeLine(const std::string &json);

} // namespace porter
