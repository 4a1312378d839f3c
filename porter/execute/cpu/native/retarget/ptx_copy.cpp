// PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy". A copy is done at once, which is before any
// wait may return.
#include "ptx_translation.h"

namespace porter {

bool PtxTranslation::copy(StringRef name) {
  if (name != "cp" || !current->has("async") || current->has("bulk"))
    return false;
  if (current->has("commit_group") || current->has("wait_group") || current->has("wait_all"))
    return true;
  copyAsync();
  return true;
}

/// cp.async.ca.shared.global{.hints} [to], [from], bytes{, size}{, policy}: what lies behind `size` becomes zero. A
/// predicate in the place of `size` leaves the source alone.
void PtxTranslation::copyAsync() {
  Type *word = builder.getInt32Ty();
  if (current->operands.size() < 3)
    refuse();
  Value *bytes = in(2, word), *size = bytes;
  const bool hasPolicy = current->has("L2::cache_hint");
  if (current->operands.size() > (hasPolicy ? 4u : 3u)) {
    auto known = registers.find(current->operands[3]);
    const bool isPredicate = known != registers.end() && known->second->getType()->isIntegerTy(1);
    size = isPredicate ? builder.CreateSelect(in(3, builder.getInt1Ty()), builder.getInt32(0), bytes) : in(3, word);
  }
  Value *wanted = builder.getInt32(1);
  if (!current->predicate.empty()) {
    wanted = builder.CreateZExt(read(current->predicate, builder.getInt1Ty()), word);
    if (current->negated)
      wanted = builder.CreateXor(wanted, builder.getInt32(1));
  }
  runtime("porter_nv_copy_async", builder.getVoidTy(),
          {address(current->operands[0]), address(current->operands[1]), bytes, size, wanted});
}

} // namespace porter
