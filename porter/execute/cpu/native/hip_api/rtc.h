// A program that is compiled at run time, as hipRTC and NVRTC know it.
#pragma once

#include "api.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace porter::hip {

/// hiprtcResult and nvrtcResult: both give these the same numbers.
enum class RtcStatus {
  Success = 0,
  OutOfMemory = 1,
  ProgramCreationFailure = 2,
  InvalidInput = 3,
  InvalidProgram = 4,
  InvalidOption = 5,
  Compilation = 6,
  BuiltinOperationFailure = 7,
  NoNameExpressionsAfterCompilation = 8,
  NoLoweredNamesBeforeCompilation = 9,
  NameExpressionNotValid = 10,
  InternalError = 11,
};

struct RtcProgram {
  std::string source, name;
  bool isCuda = false;
  std::vector<std::pair<std::string, std::string>> headers; ///< name and text
  std::vector<std::string> expressions;                     ///< whose mangled names are asked for
  std::map<std::string, std::string> lowered;
  std::string log, code;
};

/// Compile for the device. The log says what went wrong.
RtcStatus compile(RtcProgram &program, int optionCount, const char *const *options);

/// What `--offload-arch` would be for the one device.
std::string hipArchitecture();

/// The same for CUDA, such as "sm_80".
std::string cudaArchitecture();

} // namespace porter::hip
