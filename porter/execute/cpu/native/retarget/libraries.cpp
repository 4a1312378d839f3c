// Reading modules and linking what device code calls: AMD's device libraries (ocml: mathematics, ockl:
// the rest, oclc: switches) and our own definitions, which win over AMD's (printf, malloc, grid sync).
#include "retarget.h"

#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace porter {

void fail(const Twine &message) {
  errs() << "porter-retarget: " << message << "\n";
  std::exit(1);
}

static std::unique_ptr<Module> orFail(std::unique_ptr<Module> module, const SMDiagnostic &error) {
  if (module)
    return module;
  error.print("porter-retarget", errs());
  std::exit(1);
}

std::unique_ptr<Module> loadModule(LLVMContext &context, const std::string &path) {
  SMDiagnostic error;
  return orFail(parseIRFile(path, error, context), error);
}

std::unique_ptr<Module> openLibrary(LLVMContext &context, const std::string &path) {
  SMDiagnostic error;
  return orFail(getLazyIRFileModule(path, error, context), error);
}

/// The number by which AMD's libraries know an architecture: gfx90a is 9010, gfx1100 is 11000.
static unsigned isaVersion(StringRef architecture) {
  unsigned major = 0, minor = 0, stepping = 0;
  architecture.consume_front("gfx");
  architecture.drop_back(2).getAsInteger(10, major);
  architecture.take_back(2).take_front(1).getAsInteger(16, minor);
  architecture.take_back(1).getAsInteger(16, stepping);
  return major * 1000 + minor * 100 + stepping;
}

/// The libraries' own files for this lack architectures that are newer than they are.
static void defineIsaVersion(Unit &unit) {
  GlobalVariable *version = unit.module->getNamedGlobal("__oclc_ISA_version");
  if (!version || !version->isDeclaration())
    return;
  version->setInitializer(ConstantInt::get(version->getValueType(), isaVersion(unit.architecture)));
  version->setConstant(true);
  version->setLinkage(GlobalValue::InternalLinkage);
}

void linkDeviceLibraries(Unit &unit, const std::vector<std::string> &paths, Module &builtins) {
  for (const auto &path : paths) {
    auto library = openLibrary(unit.context, path);
    library->setDataLayout(unit.module->getDataLayout());
    library->setTargetTriple(unit.module->getTargetTriple());
    for (Function &function : *library) {
      unit.libraryFunctions.insert(function.getName().str());
      const Function *ours = builtins.getFunction(function.getName());
      if (ours && !ours->isDeclaration())
        function.deleteBody();
    }
    if (Linker::linkModules(*unit.module, std::move(library), Linker::LinkOnlyNeeded))
      fail("cannot link " + path);
  }
  defineIsaVersion(unit);
}

static bool isKernel(const Unit &unit, const Function &function) {
  return any_of(unit.kernels, [&](const Kernel &kernel) { return function.getName() == kernel.name; });
}

void linkBuiltins(Unit &unit, std::unique_ptr<Module> builtins) {
  if (Linker::linkModules(*unit.module, std::move(builtins), Linker::LinkOnlyNeeded))
    fail("cannot link the built-in functions");
  for (Function &function : *unit.module)
    if (!function.isDeclaration()) {
      if (!isKernel(unit, function))
        function.setLinkage(GlobalValue::InternalLinkage);
      function.setComdat(nullptr);
      function.addFnAttr(Attribute::NoUnwind);
      // One target for all, or the inliner refuses to mix them.
      function.removeFnAttr("target-cpu");
      function.removeFnAttr("target-features");
      function.removeFnAttr("tune-cpu");
    }
}

} // namespace porter
