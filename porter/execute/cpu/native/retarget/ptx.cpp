// Inline PTX to IR, instruction by instruction (PTX ISA 8, "Instruction Set"). Statements are straight-line code:
// registers are values, and a guarded instruction selects between its result and what the register held. What
// is not known stops the build with the instruction named.
#include "ptx_translation.h"

namespace porter {

void PtxTranslation::run() {
  bindOperands();
  for (const PtxInstruction &instruction : parsePtx(statement.getAsmString())) {
    current = &instruction;
    translate();
  }
  replaceResults();
}

void PtxTranslation::translate() {
  const std::string &name = current->opcode[0];
  if (!(video(name) || arithmetic(name) || logic(name) || conversion(name) || comparison(name) || memory(name) ||
        barrierInMemory(name) || copy(name) || matrix(name) || warp(name)))
    refuse();
}

void translatePtx(CallInst &statement) { PtxTranslation(statement).run(); }

} // namespace porter
