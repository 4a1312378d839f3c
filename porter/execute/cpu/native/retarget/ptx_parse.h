// The text of an inline PTX statement as instructions.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace porter {

/// One PTX instruction: "@!p shfl.sync.up.b32 r0|p, $1, $2, $3, $4".
struct PtxInstruction {
  std::string text;                   ///< as written, for messages
  std::string predicate;              ///< register that guards it, or empty
  bool negated = false;
  std::vector<std::string> opcode;    ///< split at the dots
  std::vector<std::string> operands;  ///< split at commas outside brackets and braces

  /// True when one of the opcode's modifiers is `name`.
  bool has(llvm::StringRef name) const;
  /// The last modifier: nearly always the type.
  const std::string &type() const { return opcode.back(); }
};

/// Split a statement. Declarations of registers are dropped: their types follow from use.
std::vector<PtxInstruction> parsePtx(llvm::StringRef text);

} // namespace porter
