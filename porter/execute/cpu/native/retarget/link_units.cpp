// Relocatable device code: the device code of several files becomes one module, as nvlink and lld make one image of it.
#include "retarget.h"

#include "llvm/Linker/Linker.h"

using namespace llvm;

namespace porter {
namespace {

/// A static variable that host code names gets a name that other files cannot have (NAME.static.ID, NAME__static__ID).
/// Where clang finds that out only after the code that uses it, that code has the old name.
void joinStaticVariables(Module &module) {
  for (GlobalVariable &variable : make_early_inc_range(module.globals()))
    for (const char *mark : {".static.", "__static__"}) {
      auto [name, id] = variable.getName().split(mark);
      GlobalVariable *old = id.empty() || variable.isDeclaration() ? nullptr : module.getNamedGlobal(name);
      if (old && old->isDeclaration() && old->getType() == variable.getType()) {
        old->replaceAllUsesWith(&variable);
        old->eraseFromParent();
      }
    }
}

std::unique_ptr<Module> loadUnit(LLVMContext &context, const std::string &path) {
  auto module = loadModule(context, path);
  joinStaticVariables(*module);
  return module;
}

/// Whether `member` has what `module` lacks.
bool isNeeded(const Module &module, const Module &member) {
  return any_of(member.global_values(), [&](const GlobalValue &value) {
    const GlobalValue *wanted = value.hasLocalLinkage() || value.isDeclaration() ? nullptr : module.getNamedValue(value.getName());
    return wanted && wanted->isDeclaration() && !wanted->use_empty();
  });
}

} // namespace

std::unique_ptr<Module> linkUnits(LLVMContext &context, const std::vector<std::string> &inputs,
                                  const std::vector<std::string> &members) {
  auto module = loadUnit(context, inputs.front());
  for (const std::string &path : ArrayRef(inputs).drop_front())
    if (Linker::linkModules(*module, loadUnit(context, path)))
      fail("cannot link " + path);
  std::vector<std::string> left = members;
  for (bool grew = true; grew;) { // what one member brings may need another
    grew = false;
    for (const std::string &path : std::exchange(left, {})) {
      auto member = loadUnit(context, path);
      if (!isNeeded(*module, *member))
        left.push_back(path);
      else if (Linker::linkModules(*module, std::move(member)))
        fail("cannot link " + path);
      else
        grew = true;
    }
  }
  return module;
}

} // namespace porter
