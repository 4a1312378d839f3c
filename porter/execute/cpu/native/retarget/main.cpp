// porter-retarget: device bitcode in, host object out.
#include "retarget.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace llvm;

static cl::list<std::string> inputs(cl::Positional, cl::desc("DEVICE.bc ..."), cl::OneOrMore);
static cl::list<std::string> members("member", cl::desc("bitcode of which only what is missing is linked"));
static cl::opt<std::string> output("o", cl::desc("the object to write"), cl::Required);
static cl::opt<std::string> builtinsPath("builtins", cl::desc("bitcode of device/"), cl::Required);
static cl::list<std::string> libraries("library", cl::desc("a device library: AMD's, or libdevice"));
static cl::opt<std::string> architecture("arch", cl::desc("gfx942, gfx1100, sm_80, ..."), cl::Required);
static cl::list<std::string> keys("key", cl::desc("what a host object calls this image"), cl::OneOrMore);
static cl::opt<bool> isLinked("linked", cl::desc("there is no other file's device code"));
static cl::opt<unsigned> waveSize("wave", cl::desc("lanes of a wave"), cl::init(64));
static cl::opt<unsigned> effort("optimize", cl::desc("0: compile fast, 1: run fast"), cl::init(1));
static cl::opt<porter::Instrumentation> instrumentation(
    "instrument", cl::desc("what is added for those who watch the code run"),
    cl::values(clEnumValN(porter::Instrumentation::Accesses, "accesses", "each access is told to the runtime"),
               clEnumValN(porter::Instrumentation::Debugger, "debugger", "the debugger's information stays")),
    cl::init(porter::Instrumentation::None));
static cl::opt<bool> checksSteps("check-steps", cl::desc("tell which step leaves IR that is not valid"));
static cl::opt<std::string> dumpPath("dump", cl::desc("write the IR before code generation here"));

namespace porter {

static std::unique_ptr<TargetMachine> hostMachine(const std::string &triple) {
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    fail(error);
  SubtargetFeatures features;
  for (const auto &feature : sys::getHostCPUFeatures())
    features.AddFeature(feature.getKey(), feature.getValue() && feature.getKey() != "avx512bf16"); // see bfloat.cpp
  TargetOptions options;
  options.UseInitArray = true;
  options.AllowFPOpFusion = FPOpFusion::Standard; // fuse where clang allowed it, as the GPU does
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, sys::getHostCPUName(), features.getString(), options, Reloc::PIC_, std::nullopt,
      effort ? CodeGenOptLevel::Default : CodeGenOptLevel::None));
}

/// Which CPU to compile for is an attribute of each function.
static void setHostCpu(Module &module, const TargetMachine &machine) {
  for (Function &function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", machine.getTargetCPU());
      function.addFnAttr("target-features", machine.getTargetFeatureString());
    }
}

static void check(const Unit &unit, const char *step) {
  if (checksSteps && verifyModule(*unit.module, &errs()))
    fail(Twine("invalid IR after ") + step);
}

static void retarget(Unit &unit) {
  if (unit.instrumentation == Instrumentation::None)
    StripDebugInfo(*unit.module); // it describes the code as it was for the GPU
  auto builtins = openLibrary(unit.context, builtinsPath);
  linkDeviceLibraries(unit, libraries, *builtins);
  collectKernels(unit);
  lowerManaged(unit);
  collectVariables(unit);
  exposeResources(unit);
  expandLdsAssembly(unit);
  lowerBuffers(unit);
  lowerLds(unit);
  stripAddressSpaces(unit);
  adoptHost(unit, *builtins);
  check(unit, "address spaces");
  dropUnused(unit);

  auto machine = hostMachine(builtins->getTargetTriple());
  lowerPackedAtomics(unit);
  lowerCrossLane(unit);
  if (unit.isNvptx)
    lowerNvvm(unit);
  lowerMatrix(unit);
  lowerIntrinsics(unit);
  passPairsAsHost(unit);
  lowerInlineAssembly(unit);
  orderVolatileStores(unit);
  linkBuiltins(unit, std::move(builtins));
  convertAsGpus(unit);
  roundBfloatAsGpus(unit);
  orderZeros(unit);
  defineShifts(unit);
  defineDivisions(unit);
  setHostCpu(*unit.module, *machine);
  promoteVariables(unit);
  inlineSynchronising(unit);
  inlineAll(unit);
  keepRegisters(unit);
  simplify(unit);
  if (unit.instrumentation == Instrumentation::Accesses)
    instrumentAccesses(unit);
  forgetAlignments(unit); // which instrumented code has noted
  check(unit, "inlining");
  mergeKernels(unit);

  keepLockstepInLds(unit);
  yieldInWaitingLoops(unit);
  relaxAtomics(unit);
  createEntries(unit);
  setHostCpu(*unit.module, *machine);
  check(unit, "kernel entries");
  optimise(unit, *machine);

  keepLockstepInLds(unit); // of functions, too, that have become part of a kernel
  meetBeforeBroadcasts(unit);
  gatherExchanges(unit);
  numberSites(unit);
  if (unit.instrumentation == Instrumentation::Accesses)
    StripDebugInfo(*unit.module); // the places of accesses and rendezvous are constants by now
  cutKernels(unit, *machine);
  lowerLocalAtomics(unit);
  expandItemState(unit);
  check(unit, "cuts");
  splitCoroutines(unit, *machine);
  measureFrames(unit);
  registerImage(unit);
  closeShuffles(unit);
  if (!dumpPath.empty()) {
    std::error_code error;
    raw_fd_ostream stream(dumpPath, error);
    unit.module->print(stream, nullptr);
  }
  emitObject(unit, *machine, output);
}

} // namespace porter

int main(int argc, char **argv) {
  sys::PrintStackTraceOnErrorSignal(argv[0]);
  // Strength reduction takes more than half of the code generator's time for loops over lanes, which walk many arrays,
  // and makes none of them faster.
  std::vector<const char *> words(argv, argv + argc);
  words.push_back("-disable-lsr");
  // Code generation is prepared for in turns, until nothing changes. In functions of more blocks than this only blocks
  // that changed are looked at again: unrolled networks took a quarter of the code generator's time there.
  words.push_back("-cgpp-huge-func=200");
  // Processors of today order instructions themselves: the schedules are a sixth of the code generator's time, and what
  // breaks up chains of arithmetic takes a twentieth more.
  words.insert(words.end(), {"-disable-post-ra", "-enable-misched=0", "-x86-machine-combiner=0"});
  cl::ParseCommandLineOptions(int(words.size()), words.data(), "Turn LLVM IR for a GPU into an object for the host\n");
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  LLVMContext context;
  porter::Unit unit{context, porter::linkUnits(context, inputs, members)};
  unit.architecture = architecture;
  unit.keys = keys;
  unit.isLinked = isLinked;
  unit.waveSize = waveSize;
  unit.instrumentation = instrumentation;
  unit.isNvptx = StringRef(unit.module->getTargetTriple()).starts_with("nvptx");
  porter::retarget(unit);
  return 0;
}
