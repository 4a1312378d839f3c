// The retargeter: LLVM IR that clang made for a GPU becomes an x86-64 object.
// Each step is one file; main.cpp calls them in order.
#pragma once

#include "../abi.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
}

namespace porter {

/// What is added to device code for those who watch it run.
enum class Instrumentation {
  None,
  Accesses, ///< each access of memory is told to the runtime, with its place in the source
  Debugger, ///< the debugger's information stays, and nothing is optimised away
};

/// A variable of LDS and its place in a block's memory.
struct PlacedLds {
  std::string name;
  unsigned offset, bytes;
};

/// Device code for one lane, and for those of a turn or null.
struct LaneFunctions {
  llvm::Function *one, *all;
};

/// A kernel's code between places where lanes may stop, for the lanes of a wave.
struct KernelRegion {
  LaneFunctions functions;
  std::vector<Exchange> exchanges; ///< what lanes asked for that come here
  std::vector<std::pair<unsigned, unsigned>> changed; ///< offset and bytes of what it reads and changes in a wave
};

/// Another kernel that is the same code.
struct Twin {
  std::string name;
  unsigned maxItems, staticLds;
};

/// A kernel as the device code declares it, and what later steps find out about it.
struct Kernel {
  std::string name;
  unsigned maxItems = mostItems;
  unsigned staticLds = 0;
  Engine engine = Engine::Loop;
  std::string why; ///< it has no faster one, for people
  std::vector<KernelArgument> arguments;
  llvm::Function *body = nullptr;   ///< as the device code has it; gone once it is inlined into the entry
  llvm::Function *entry = nullptr;  ///< what the runtime calls
  llvm::Function *locate = nullptr; ///< what it calls to find the work-item that faults
  unsigned frameBytes = 0;
  unsigned keptRegisters = 0;
  std::vector<PlacedLds> ldsVariables; ///< of instrumented code
  std::vector<KernelRegion> regions;
  std::vector<Twin> twins;
};

/// The module on its way from GPU to host: one file's device code, or that of several, linked.
struct Unit {
  llvm::LLVMContext &context;
  std::unique_ptr<llvm::Module> module;
  std::string architecture;
  std::vector<std::string> keys; ///< what the host's objects call it
  bool isLinked = false;         ///< whether other files' device code was looked for
  unsigned waveSize = 64;
  bool isNvptx = false;
  Instrumentation instrumentation = Instrumentation::None;
  std::vector<llvm::Constant *> sites; ///< of instrumented code: where each rendezvous is in the source
  std::map<const llvm::DILocation *, llvm::Constant *> places; ///< made so far
  std::map<std::string, llvm::Constant *> texts;               ///< that they name
  std::vector<Kernel> kernels;
  std::vector<std::string> variables;         ///< device symbols that the host may look up
  std::set<std::string> libraryFunctions;     ///< came from AMD's device libraries
  unsigned dynamicLdsOffset = 0;
  bool usesLds = false;
};

/// Call `visit(call, called)` for each call of a function that has a name; it may erase the call.
template <class Visit> void forEachCall(Unit &unit, Visit visit) {
  for (llvm::Function &function : *unit.module)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (const llvm::Function *called = call ? call->getCalledFunction() : nullptr)
        visit(*call, *called);
    }
}

/// Stop with a message; the driver shows it to the user.
[[noreturn]] void fail(const llvm::Twine &message);

std::unique_ptr<llvm::Module> loadModule(llvm::LLVMContext &context, const std::string &path);

/// A module of which little is linked: the body of a function is read when it is.
std::unique_ptr<llvm::Module> openLibrary(llvm::LLVMContext &context, const std::string &path);

/// One module of several. Of `members`, which come from archives, what is missing is taken.
std::unique_ptr<llvm::Module> linkUnits(llvm::LLVMContext &context, const std::vector<std::string> &inputs,
                                        const std::vector<std::string> &members);

// Steps, in the order in which they run.
void linkDeviceLibraries(Unit &unit, const std::vector<std::string> &paths, llvm::Module &builtins);
void collectKernels(Unit &unit);
void lowerManaged(Unit &unit);
void collectVariables(Unit &unit);
void exposeResources(Unit &unit);
void expandLdsAssembly(Unit &unit);
void lowerBuffers(Unit &unit);
void lowerLds(Unit &unit);
/// Remember which LDS variable an access names.
void markLdsVariable(llvm::Instruction &access, unsigned number);
void stripAddressSpaces(Unit &unit);
void forgetAlignments(Unit &unit);
void adoptHost(Unit &unit, const llvm::Module &builtins);
void lowerPackedAtomics(Unit &unit);
void lowerCrossLane(Unit &unit);
void lowerMatrix(Unit &unit);
void lowerIntrinsics(Unit &unit);
void passPairsAsHost(Unit &unit);
void lowerNvvm(Unit &unit);
void lowerInlineAssembly(Unit &unit);
void orderVolatileStores(Unit &unit);
void linkBuiltins(Unit &unit, std::unique_ptr<llvm::Module> builtins);
void convertAsGpus(Unit &unit);

/// Leaves no element of a long shuffle open, of which x86's code generator would lose others.
void closeShuffles(Unit &unit);

/// Rounds to bfloat16 as GPUs do.
void roundBfloatAsGpus(Unit &unit);

/// Makes the greater and the lesser of two zeros what GPUs give.
void orderZeros(Unit &unit);
void defineShifts(Unit &unit);
void defineDivisions(Unit &unit);
void promoteVariables(Unit &unit);
void inlineSynchronising(Unit &unit);
void instrumentAccesses(Unit &unit);
void yieldInWaitingLoops(Unit &unit);
void relaxAtomics(Unit &unit);
/// Make plain accesses of atomics that only work-items of one thread see.
void lowerLocalAtomics(Unit &unit);
void createEntries(Unit &unit);
void dropUnused(Unit &unit);
void inlineAll(Unit &unit);
void keepRegisters(Unit &unit);
void simplify(Unit &unit);
/// Keep one of kernels that are the same code.
void mergeKernels(Unit &unit);
void optimise(Unit &unit, llvm::TargetMachine &machine);
void meetBeforeBroadcasts(Unit &unit);
void keepLockstepInLds(Unit &unit);
/// Put exchanges that do not wait for each other's answers side by side.
void gatherExchanges(Unit &unit);
void numberSites(Unit &unit);
void cutKernels(Unit &unit, llvm::TargetMachine &machine);
void expandItemState(Unit &unit);
void splitCoroutines(Unit &unit, llvm::TargetMachine &machine);
void measureFrames(Unit &unit);
void registerImage(Unit &unit);
void emitObject(Unit &unit, llvm::TargetMachine &machine, const std::string &path);

/// Names of functions that device code calls while it is being retargeted.
namespace hook {
inline constexpr const char *at = "porter_at";
inline constexpr const char *access = "porter_access";
inline constexpr const char *accessRange = "porter_access_range";
inline constexpr const char *copy = "porter_copy";
inline constexpr const char *division = "porter_division";
inline constexpr const char *variable = "porter_variable";
inline constexpr const char *rendezvous = "porter_rendezvous";
inline constexpr const char *spin = "porter_spin";
inline constexpr const char *keep = "porter_keep";
inline constexpr const char *keptRegister = "porter_kept_register";
inline constexpr const char *ldsBase = "porter_lds_base";
inline constexpr const char *laneId = "porter_lane_id";
inline constexpr const char *implicitArguments = "porter_implicit_arguments";
inline constexpr const char *dispatchPacket = "porter_dispatch_packet";
inline constexpr const char *gridWorkspace = "porter_grid_workspace";
/// followed by _x, _y or _z
inline constexpr const char *itemId = "porter_item_id";
inline constexpr const char *blockId = "porter_block_id";
inline constexpr const char *blockItems = "porter_block_items";
inline constexpr const char *gridBlocks = "porter_grid_blocks";
} // namespace hook

/// Call a hook that reads the state of the work-item: constant while the work-item lives.
llvm::Value *readState(llvm::IRBuilder<> &builder, llvm::StringRef hook, llvm::Type *type);

/// Call porter_rendezvous: all operands as 64 bits; the result too.
llvm::CallInst *callRendezvous(llvm::IRBuilder<> &builder, Operation operation, llvm::Value *a = nullptr,
                               llvm::Value *b = nullptr, llvm::Value *c = nullptr);

/// Any value of up to 64 bits as a 64-bit word, and back.
llvm::Value *asWord(llvm::IRBuilder<> &builder, llvm::Value *value);
llvm::Value *fromWord(llvm::IRBuilder<> &builder, llvm::Value *word, llvm::Type *type);

/// Call the function of device/ that stands for an intrinsic. Vectors up to 64 bits travel as integers, i1 as
/// i32, structures through a pointer.
llvm::Value *callBuiltin(llvm::IRBuilder<> &builder, llvm::CallInst &call, llvm::StringRef name);

/// Replace an inline PTX statement by IR; fails with the instruction when it cannot.
void translatePtx(llvm::CallInst &statement);

/// Replace an intrinsic of nvcuda::wmma, named without "llvm.nvvm.".
void lowerWmma(llvm::CallInst &call, llvm::StringRef name);

/// Replace an inline statement of AMD's assembly by IR; fails with the statement when it cannot.
void lowerGcnAssembly(llvm::CallInst &statement);

/// Whether a statement of AMD's waits for what a host has done already, schedules, drops cached instructions, or is a
/// comment.
bool onlyAdvises(llvm::StringRef statement);

/// A special register of PTX, such as "tid.x" or "lanemask_lt"; null when it is not known.
llvm::Value *readSpecialRegister(llvm::IRBuilder<> &builder, llvm::StringRef name);

/// The constant SourcePlace of an instruction; null when nothing is known of it.
llvm::Constant *sourcePlace(Unit &unit, const llvm::DILocation *location);

/// A constant text in the module.
llvm::Constant *textConstant(llvm::Module &module, llvm::StringRef content);

/// True for a call to porter_rendezvous.
bool isRendezvous(const llvm::Instruction &instruction);

/// What a rendezvous asks for.
Operation operationOf(const llvm::CallInst &rendezvous);

/// Whether lanes may ask for one more exchange where they ask for these, of which it needs no answer.
bool canStandTogether(llvm::ArrayRef<llvm::CallInst *> calls, const llvm::CallInst &call);

/// True for a call that may give the processor to another work-item: a rendezvous or a spin hook.
bool isSuspension(const llvm::Instruction &instruction);

/// Functions that may suspend, directly or through what they call.
std::set<llvm::Function *> suspendingFunctions(llvm::Module &module);

/// True for a function that tells a work-item's id, or its lane: what differs within a wavefront by itself.
bool tellsItem(const llvm::Function &function);

/// True when `function` asks for the ids or the lane of the running work-item.
bool readsItem(llvm::Function &function);

/// True when a loop around `instruction` may wait for the memory that it reads.
bool watchesMemory(const llvm::Instruction &instruction);

/// True when `pointer` is known to be into LDS.
bool isLds(const llvm::Value *pointer);

/// True when `function` can reach a call of itself.
bool isRecursive(llvm::Function &function);

} // namespace porter
