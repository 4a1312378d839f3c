// hipRTC's and NVRTC's functions. They differ in prefix, and in what they call the compiled code.
#include "handles.h"
#include "rtc.h"

#include <algorithm>
#include <cstring>

using namespace porter::hip;

namespace {

/// hiprtcProgram and nvrtcProgram.
using Program = struct Opaque *;
Handles<RtcProgram, Program> &programs() { return handlesOf<RtcProgram, Program>(); }

RtcStatus create(Program *handle, const char *source, const char *name, int headerCount, const char *const *headers,
                 const char *const *headerNames, bool isCuda) {
  if (!handle || !source || headerCount < 0 || (headerCount && (!headers || !headerNames)))
    return RtcStatus::InvalidInput;
  auto program = std::make_shared<RtcProgram>();
  program->source = source;
  program->name = name && *name ? name : "program";
  program->isCuda = isCuda;
  for (int i = 0; i < headerCount; ++i) {
    if (!headers[i] || !headerNames[i])
      return RtcStatus::InvalidInput;
    program->headers.emplace_back(headerNames[i], headers[i]);
  }
  *handle = programs().add(std::move(program));
  return RtcStatus::Success;
}

RtcStatus destroy(Program *handle) {
  if (!handle || !*handle)
    return RtcStatus::InvalidInput;
  if (!programs().take(*handle))
    return RtcStatus::InvalidProgram;
  *handle = nullptr;
  return RtcStatus::Success;
}

/// `work` on the program behind a handle.
template <class Work> RtcStatus with(Program handle, Work work) {
  const auto program = programs().find(handle);
  return program ? work(*program) : handle ? RtcStatus::InvalidProgram : RtcStatus::InvalidInput;
}

RtcStatus addExpression(Program handle, const char *expression) {
  return with(handle, [=](RtcProgram &program) {
    if (!expression)
      return RtcStatus::InvalidInput;
    if (!program.code.empty())
      return RtcStatus::NoNameExpressionsAfterCompilation;
    program.expressions.emplace_back(expression);
    return RtcStatus::Success;
  });
}

RtcStatus lowered(Program handle, const char *expression, const char **name) {
  return with(handle, [=](RtcProgram &program) {
    if (!expression || !name)
      return RtcStatus::InvalidInput;
    if (program.code.empty())
      return RtcStatus::NoLoweredNamesBeforeCompilation;
    auto found = program.lowered.find(expression);
    if (found == program.lowered.end() || found->second.empty())
      return RtcStatus::NameExpressionNotValid;
    *name = found->second.c_str();
    return RtcStatus::Success;
  });
}

RtcStatus compileProgram(Program handle, int count, const char *const *options) {
  return with(handle, [=](RtcProgram &program) {
    if (count < 0 || (count && !options))
      return RtcStatus::InvalidInput;
    return std::count(options, options + count, nullptr) ? RtcStatus::InvalidOption : compile(program, count, options);
  });
}

RtcStatus sizeOf(Program handle, const std::string RtcProgram::*part, bool isText, size_t *bytes) {
  return with(handle, [=](RtcProgram &program) {
    if (!bytes)
      return RtcStatus::InvalidInput;
    *bytes = (program.*part).size() + isText;
    return RtcStatus::Success;
  });
}

RtcStatus contentOf(Program handle, const std::string RtcProgram::*part, bool isText, char *into) {
  return with(handle, [=](RtcProgram &program) {
    if (!into)
      return RtcStatus::InvalidInput;
    std::memcpy(into, (program.*part).c_str(), (program.*part).size() + isText);
    return RtcStatus::Success;
  });
}

const char *describe(RtcStatus status) {
  switch (status) {
  case RtcStatus::Success: return "SUCCESS";
  case RtcStatus::OutOfMemory: return "ERROR_OUT_OF_MEMORY";
  case RtcStatus::ProgramCreationFailure: return "ERROR_PROGRAM_CREATION_FAILURE";
  case RtcStatus::InvalidInput: return "ERROR_INVALID_INPUT";
  case RtcStatus::InvalidProgram: return "ERROR_INVALID_PROGRAM";
  case RtcStatus::InvalidOption: return "ERROR_INVALID_OPTION";
  case RtcStatus::Compilation: return "ERROR_COMPILATION";
  case RtcStatus::BuiltinOperationFailure: return "ERROR_BUILTIN_OPERATION_FAILURE";
  case RtcStatus::NoNameExpressionsAfterCompilation: return "ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION";
  case RtcStatus::NoLoweredNamesBeforeCompilation: return "ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION";
  case RtcStatus::NameExpressionNotValid: return "ERROR_NAME_EXPRESSION_NOT_VALID";
  case RtcStatus::InternalError: return "ERROR_INTERNAL_ERROR";
  }
  return "ERROR_UNKNOWN";
}

} // namespace

#define BOTH(name, parameters, expression)                                                              \
  RtcStatus hiprtc##name parameters { return expression; }                                               \
  RtcStatus nvrtc##name parameters { return expression; }

extern "C" {

RtcStatus hiprtcCreateProgram(Program *program, const char *source, const char *name, int headerCount,
                              const char *const *headers, const char *const *headerNames) {
  return create(program, source, name, headerCount, headers, headerNames, false);
}
RtcStatus nvrtcCreateProgram(Program *program, const char *source, const char *name, int headerCount,
                             const char *const *headers, const char *const *headerNames) {
  return create(program, source, name, headerCount, headers, headerNames, true);
}
RtcStatus hiprtcVersion(int *major, int *minor) {
  *major = HIP_VERSION_MAJOR;
  *minor = HIP_VERSION_MINOR;
  return RtcStatus::Success;
}
RtcStatus nvrtcVersion(int *major, int *minor) {
  *major = 12;
  *minor = 4;
  return RtcStatus::Success;
}
const char *hiprtcGetErrorString(RtcStatus status) { return describe(status); }
const char *nvrtcGetErrorString(RtcStatus status) { return describe(status); }

BOTH(DestroyProgram, (Program *program), destroy(program))
BOTH(AddNameExpression, (Program program, const char *expression), addExpression(program, expression))
BOTH(GetLoweredName, (Program program, const char *expression, const char **name),
     lowered(program, expression, name))
BOTH(CompileProgram, (Program program, int count, const char *const *options),
     compileProgram(program, count, options))
BOTH(GetProgramLogSize, (Program program, size_t *bytes), sizeOf(program, &RtcProgram::log, true, bytes))
BOTH(GetProgramLog, (Program program, char *log), contentOf(program, &RtcProgram::log, true, log))
RtcStatus hiprtcGetCodeSize(Program program, size_t *bytes) {
  return sizeOf(program, &RtcProgram::code, false, bytes);
}
RtcStatus hiprtcGetCode(Program program, char *code) { return contentOf(program, &RtcProgram::code, false, code); }
// What NVRTC calls PTX or CUBIN is one thing here; cuModuleLoadData takes either.
RtcStatus nvrtcGetPTXSize(Program program, size_t *bytes) { return hiprtcGetCodeSize(program, bytes); }
RtcStatus nvrtcGetPTX(Program program, char *code) { return hiprtcGetCode(program, code); }
RtcStatus nvrtcGetCUBINSize(Program program, size_t *bytes) { return hiprtcGetCodeSize(program, bytes); }
RtcStatus nvrtcGetCUBIN(Program program, char *code) { return hiprtcGetCode(program, code); }
}
