// Splitting inline PTX (PTX ISA, "Syntax"): statements end with semicolons; `{ }` opens a scope at the start of a
// statement and a vector among operands; comments as in C.
#include "ptx_parse.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace porter {

bool PtxInstruction::has(StringRef name) const { return is_contained(opcode, name); }

static std::string withoutComments(StringRef text) {
  std::string out;
  while (!text.empty()) {
    if (text.starts_with("//")) {
      text = text.drop_until([](char c) { return c == '\n'; });
    } else if (text.starts_with("/*")) {
      text = text.substr(text.find("*/")).drop_front(2);
    } else {
      out += text.front() == '\n' || text.front() == '\t' ? ' ' : text.front();
      text = text.drop_front();
    }
  }
  return out;
}

static std::vector<std::string> splitOperands(StringRef text) {
  std::vector<std::string> operands;
  int depth = 0;
  size_t start = 0;
  auto add = [&](size_t end) {
    StringRef operand = text.slice(start, end).trim();
    if (!operand.empty())
      operands.push_back(operand.str());
    start = end + 1;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '{' || text[i] == '[';
    depth -= text[i] == '}' || text[i] == ']';
    // shfl and setp give a value and a predicate as "r|p".
    if (depth == 0 && (text[i] == ',' || text[i] == '|'))
      add(i);
  }
  add(text.size());
  return operands;
}

static PtxInstruction parseInstruction(StringRef text) {
  PtxInstruction instruction;
  instruction.text = text.str();
  if (text.consume_front("@")) {
    instruction.negated = text.consume_front("!");
    auto [predicate, rest] = text.split(' ');
    instruction.predicate = predicate.str();
    text = rest.trim();
  }
  size_t end = text.find_first_of(" \t{[");  // "b16{%0, %1}" needs no blank
  SmallVector<StringRef> parts;
  text.take_front(end).split(parts, '.');
  for (StringRef part : parts)
    instruction.opcode.push_back(part.str());
  if (const size_t n = instruction.opcode.size(); n > 2 && instruction.opcode.back() == "ftz")
    std::swap(instruction.opcode[n - 1], instruction.opcode[n - 2]); // ptxas takes "lg2.approx.f32.ftz", too
  instruction.operands = splitOperands(end == StringRef::npos ? StringRef() : text.substr(end));
  return instruction;
}

std::vector<PtxInstruction> parsePtx(StringRef text) {
  const std::string clean = withoutComments(text);
  SmallVector<StringRef> statements;
  StringRef(clean).split(statements, ';');
  std::vector<PtxInstruction> instructions;
  for (StringRef statement : statements) {
    statement = statement.trim().ltrim("{} \t").trim();
    if (!statement.empty() && !statement.starts_with(".reg"))
      instructions.push_back(parseInstruction(statement));
  }
  return instructions;
}

} // namespace porter
