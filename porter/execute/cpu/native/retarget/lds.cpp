// LDS variables become offsets from the base of the block's LDS memory.
//
// A variable lies after all that its kernels reach already, and at one offset in all of them; kernels that have
// none in common use the same memory, as on the hardware. `extern __shared__` begins after the largest kernel,
// so that a function called from several kernels finds it at one offset.
#include "retarget.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/AMDGPUAddrSpace.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <algorithm>

using namespace llvm;

namespace porter {

static bool isDynamic(const GlobalVariable &variable) {
  auto *array = dyn_cast<ArrayType>(variable.getValueType());
  return variable.isDeclaration() || (array && array->getNumElements() == 0);
}

static bool isInLds(const GlobalVariable &variable) { return variable.getAddressSpace() == AMDGPUAS::LOCAL_ADDRESS; }

/// All LDS variables that code under `root` can touch, through calls, tables and taken addresses.
static std::set<GlobalVariable *> reachedFrom(Function &root) {
  std::set<GlobalVariable *> variables;
  std::set<const Value *> seen;
  std::vector<Value *> work{&root};
  while (!work.empty()) {
    Value *value = work.back();
    work.pop_back();
    if (!seen.insert(value).second)
      continue;
    if (auto *variable = dyn_cast<GlobalVariable>(value); variable && isInLds(*variable))
      variables.insert(variable);
    if (auto *function = dyn_cast<Function>(value))
      for (Instruction &instruction : instructions(*function))
        for (Value *operand : instruction.operands())
          if (isa<Constant>(operand))
            work.push_back(operand);
    if (auto *constant = dyn_cast<Constant>(value))
      for (Value *operand : constant->operands())
        work.push_back(operand);
  }
  return variables;
}

/// What only pins a symbol in a GPU image, as clang does with `__device__ __shared__`, is no use of it.
static void unpin(Module &module) {
  removeFromUsedLists(module, [](Constant *pinned) {
    auto *variable = dyn_cast<GlobalVariable>(pinned->stripPointerCasts());
    return variable && isInLds(*variable);
  });
}

static uint64_t place(const GlobalVariable &variable, uint64_t offset) {
  const DataLayout &layout = variable.getParent()->getDataLayout();
  Align alignment = layout.getValueOrABITypeAlignment(variable.getAlign(), variable.getValueType());
  return alignTo(offset, alignment);
}

static uint64_t sizeOf(const GlobalVariable &variable) {
  return variable.getParent()->getDataLayout().getTypeAllocSize(variable.getValueType());
}

/// Replace `variable`, inside each function that names it, by base + offset.
static void replaceByOffset(Unit &unit, GlobalVariable &variable, uint64_t offset) {
  std::map<Function *, Value *> addresses;
  for (Use &use : make_early_inc_range(variable.uses())) {
    auto *user = dyn_cast<Instruction>(use.getUser());
    if (!user)
      fail("the address of the LDS variable " + variable.getName() + " is used in a constant");
    Function *function = user->getFunction();
    Value *&address = addresses[function];
    if (!address) {
      BasicBlock &entry = function->getEntryBlock();
      IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
      Value *base = readState(builder, hook::ldsBase, variable.getType());
      address = builder.CreateInBoundsGEP(builder.getInt8Ty(), base, builder.getInt32(offset));
    }
    use.set(address);
  }
  variable.eraseFromParent();
}

/// Bytes between the variables of instrumented code that belong to none of them.
static constexpr uint64_t ldsGap = 64;

/// Where the variables are that do not depend on the launch; kernels learn how many bytes theirs take.
///
/// Gaps are no part of what a kernel says it needs: they are there for accesses that leave a variable.
static std::map<GlobalVariable *, uint64_t> placeVariables(Unit &unit, ArrayRef<GlobalVariable *> variables,
                                                           std::map<GlobalVariable *, std::vector<Kernel *>> &users) {
  const uint64_t gap = unit.instrumentation == Instrumentation::Accesses ? ldsGap : 0;
  std::map<GlobalVariable *, uint64_t> offsets;
  std::map<Kernel *, uint64_t> ends;
  uint64_t most = 0;
  for (GlobalVariable *variable : variables) {
    if (isDynamic(*variable))
      continue;
    uint64_t start = 0;
    for (Kernel *kernel : users[variable])
      start = std::max(start, ends[kernel]);
    const uint64_t offset = offsets[variable] = place(*variable, start), bytes = sizeOf(*variable);
    for (Kernel *kernel : users[variable]) {
      kernel->staticLds = gap ? place(*variable, kernel->staticLds) + bytes : offset + bytes;
      kernel->ldsVariables.push_back({demangle(variable->getName().str()), unsigned(offset), unsigned(bytes)});
      ends[kernel] = offset + bytes + gap;
      most = std::max(most, ends[kernel]);
    }
  }
  unit.dynamicLdsOffset = alignTo(most, 128);
  return offsets;
}

/// Accesses keep in mind which variable they name, once all of them lie in one memory.
static void markAccesses(Module &module, ArrayRef<GlobalVariable *> variables) {
  std::map<const Value *, unsigned> numbers;
  for (unsigned i = 0; i < variables.size(); ++i)
    numbers[variables[i]] = i;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (const Value *pointer = getLoadStorePointerOperand(&instruction))
        if (auto found = numbers.find(getUnderlyingObject(pointer, 32)); found != numbers.end())
          markLdsVariable(instruction, found->second);
}

void lowerLds(Unit &unit) {
  unpin(*unit.module);
  std::vector<GlobalVariable *> variables;
  for (GlobalVariable &global : unit.module->globals())
    if (isInLds(global))
      variables.push_back(&global);
  unit.usesLds = !variables.empty();

  std::map<GlobalVariable *, std::vector<Kernel *>> users;
  for (Kernel &kernel : unit.kernels)
    for (GlobalVariable *variable : reachedFrom(*unit.module->getFunction(kernel.name)))
      users[variable].push_back(&kernel);

  // Those that several kernels reach come first: what lies at one offset has to be free in all of them.
  std::stable_sort(variables.begin(), variables.end(), [&](GlobalVariable *a, GlobalVariable *b) {
    return users[a].size() > users[b].size();
  });
  std::map<GlobalVariable *, uint64_t> offsets = placeVariables(unit, variables, users);

  SmallVector<Constant *> constants(variables.begin(), variables.end());
  convertUsersOfConstantsToInstructions(constants);
  markAccesses(*unit.module, variables);
  for (GlobalVariable *variable : variables)
    replaceByOffset(unit, *variable, isDynamic(*variable) ? unit.dynamicLdsOffset : offsets[variable]);
}

} // namespace porter
