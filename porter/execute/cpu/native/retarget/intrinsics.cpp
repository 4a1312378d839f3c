// The intrinsics that are not cross-lane: ids and launch data are read from the worker's state; hints vanish;
// arithmetic goes to functions of the same name in device/, which are linked in and inlined.
#include "retarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace porter {
namespace {

bool isHint(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::amdgcn_s_waitcnt:
  case Intrinsic::amdgcn_s_setprio:
  case Intrinsic::amdgcn_s_nop:
  case Intrinsic::amdgcn_sched_barrier:
  case Intrinsic::amdgcn_sched_group_barrier:
  case Intrinsic::amdgcn_iglp_opt:
  case Intrinsic::amdgcn_s_dcache_inv:
  case Intrinsic::amdgcn_s_dcache_wb:
  case Intrinsic::amdgcn_buffer_wbinvl1:
  case Intrinsic::amdgcn_buffer_wbinvl1_vol:
    return true;
  default:
    return false;
  }
}

/// Whether s_getreg asks for HW_ID, XCC_ID, HW_ID1 or HW_ID2 (the low six bits of its operand are a register).
bool isHardwarePlace(const CallInst &call) {
  const auto *asked = dyn_cast<ConstantInt>(call.getArgOperand(0));
  return asked && is_contained({4, 20, 23, 24}, int(asked->getZExtValue() & 63));
}

/// What reads state of the work-item, its block or the launch.
Value *stateRead(IRBuilder<> &builder, const CallInst &call, const Unit &unit) {
  Type *type = call.getType();
  auto id = [&](const char *name, const char *axis) {
    return readState(builder, std::string(name) + axis, type);
  };
  switch (call.getIntrinsicID()) {
  case Intrinsic::amdgcn_workitem_id_x: return id(hook::itemId, "_x");
  case Intrinsic::amdgcn_workitem_id_y: return id(hook::itemId, "_y");
  case Intrinsic::amdgcn_workitem_id_z: return id(hook::itemId, "_z");
  case Intrinsic::amdgcn_workgroup_id_x: return id(hook::blockId, "_x");
  case Intrinsic::amdgcn_workgroup_id_y: return id(hook::blockId, "_y");
  case Intrinsic::amdgcn_workgroup_id_z: return id(hook::blockId, "_z");
  case Intrinsic::amdgcn_implicitarg_ptr: return readState(builder, hook::implicitArguments, type);
  case Intrinsic::amdgcn_dispatch_ptr: return readState(builder, hook::dispatchPacket, type);
  case Intrinsic::amdgcn_wavefrontsize: return ConstantInt::get(type, unit.waveSize);
  case Intrinsic::amdgcn_dispatch_id:
  case Intrinsic::amdgcn_groupstaticsize: return ConstantInt::get(type, 0);
  // Whole-wave modes: an inactive lane never runs here, so its value is never seen.
  case Intrinsic::amdgcn_strict_wwm:
  case Intrinsic::amdgcn_wqm:
  case Intrinsic::amdgcn_softwqm:
  case Intrinsic::amdgcn_set_inactive: return call.getArgOperand(0);
  // Where a wave runs: all of the executor is one compute unit. What other registers hold is not offered.
  case Intrinsic::amdgcn_s_getreg: return isHardwarePlace(call) ? ConstantInt::get(type, 0) : nullptr;
  default: return nullptr;
  }
}

/// gfx12 and gfx95x store eight-bit floats as OCP's standard has them, gfx94x in a way of its own.
bool hasOcpFloats(const Unit &unit) {
  return StringRef(unit.architecture).starts_with("gfx12") || StringRef(unit.architecture).starts_with("gfx95");
}

/// `llvm.amdgcn.rcp.f32` calls `porter_rcp_f32`.
std::string builtinName(const CallInst &call, const Unit &unit) {
  StringRef name = call.getCalledFunction()->getName();
  name.consume_front("llvm.amdgcn.");
  std::string made = ("porter_" + name).str();
  std::replace(made.begin(), made.end(), '.', '_');
  const bool isEightBit = made.find("fp8") != std::string::npos || made.find("bf8") != std::string::npos;
  return isEightBit && hasOcpFloats(unit) ? made + "_ocp" : made;
}

void lower(CallInst &call, const Unit &unit) {
  IRBuilder<> builder(&call);
  Intrinsic::ID id = call.getIntrinsicID();
  Value *result = nullptr;
  if (isHint(id)) {
    // nothing to do on a host
  } else if (id == Intrinsic::amdgcn_s_sleep) {
    builder.CreateCall(call.getModule()->getOrInsertFunction(hook::spin, builder.getVoidTy()));
  } else if (id == Intrinsic::amdgcn_endpgm) {
    callRendezvous(builder, Operation::Exit);
  } else {
    result = stateRead(builder, call, unit);
    if (!result)
      result = callBuiltin(builder, call, builtinName(call, unit));
  }
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

/// A trap ends the kernel, not the process. HIP's failed assertions end in one, in a function of their own.
void lowerTrap(CallInst &call) {
  IRBuilder<> builder(&call);
  const StringRef caller = call.getFunction()->getName();
  const bool isAssertion = caller == "__assert_fail" || caller == "__assertfail";
  const char *end = isAssertion ? "porter_assertion_failed" : "porter_trap";
  builder.CreateCall(call.getModule()->getOrInsertFunction(end, builder.getVoidTy()));
  call.eraseFromParent();
}

} // namespace

void lowerIntrinsics(Unit &unit) {
  forEachCall(unit, [&](CallInst &call, const Function &called) {
    if (called.isIntrinsic() && called.getName().starts_with("llvm.amdgcn."))
      lower(call, unit);
    else if (called.getIntrinsicID() == Intrinsic::trap)
      lowerTrap(call);
  });
}

void lowerInlineAssembly(Unit &unit) {
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *call = dyn_cast<CallInst>(&instruction); call && isa<InlineAsm>(call->getCalledOperand()))
        unit.isNvptx ? translatePtx(*call) : lowerGcnAssembly(*call);
}

} // namespace porter
