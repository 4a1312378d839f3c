// Places in the source as constants of the module: what the debugger's information says of an instruction, for reports
// while the program runs.
#include "retarget.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace porter {

Constant *textConstant(Module &module, StringRef content) {
  Constant *data = ConstantDataArray::getString(module.getContext(), content);
  return new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, "porter.text");
}

static std::string pathOf(const DIFile &file) {
  if (sys::path::is_absolute(file.getFilename()))
    return file.getFilename().str();
  SmallString<128> path(file.getDirectory());
  sys::path::append(path, file.getFilename());
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

Constant *sourcePlace(Unit &unit, const DILocation *location) {
  if (!location || !location->getScope()->getFile())
    return nullptr;
  if (Constant *known = unit.places[location])
    return known;
  Module &module = *unit.module;
  auto text = [&](const std::string &content) {
    Constant *&made = unit.texts[content];
    return made ? made : made = textConstant(module, content);
  };
  IRBuilder<> builder(unit.context);
  Constant *calledFrom = sourcePlace(unit, location->getInlinedAt());
  const DISubprogram *function = location->getScope()->getSubprogram();
  Constant *value = ConstantStruct::getAnon(
      {text(pathOf(*location->getScope()->getFile())), text(function ? function->getName().str() : std::string()),
       builder.getInt32(location->getLine()), builder.getInt32(location->getColumn()),
       calledFrom ? calledFrom : ConstantPointerNull::get(builder.getPtrTy())});
  return unit.places[location] =
             new GlobalVariable(module, value->getType(), true, GlobalValue::PrivateLinkage, value, "porter.place");
}

} // namespace porter
