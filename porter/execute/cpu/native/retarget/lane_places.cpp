// Addresses of lanes, compared as sums of values with factors ("Bachmann, Wang, Zima: Chains of recurrences", as LLVM's
// scalar evolution has them).
#include "lane_places.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace porter {
namespace {

/// Marks accesses with the LDS variable that they name.
constexpr const char *variableOf = "porter.lds";

bool isNumberOfLane(const SCEV &value) {
  auto *unknown = dyn_cast<SCEVUnknown>(&value);
  auto *call = unknown ? dyn_cast<CallInst>(unknown->getValue()) : nullptr;
  const Function *called = call ? call->getCalledFunction() : nullptr;
  return called && tellsItem(*called);
}

} // namespace

/// A place as a sum of values, each with a factor. Numbers that wrap around would be no places: casts change nothing.
class LanePlaces::Sum {
public:
  explicit Sum(ScalarEvolution &evolution) : evolution(evolution) {}

  void add(const Value &place, int64_t factor) { add(*evolution.getSCEV(const_cast<Value *>(&place)), factor); }

  bool isZero() const {
    return !constant && all_of(terms, [](const auto &term) { return !term.second; });
  }

  /// The least and the greatest that it can be.
  std::pair<double, double> range() const {
    std::pair<double, double> all{double(constant), double(constant)};
    for (const auto &[value, factor] : terms) {
      const ConstantRange one = evolution.getSignedRange(value);
      const double least = one.getSignedMin().signedRoundToDouble() * double(factor);
      const double most = one.getSignedMax().signedRoundToDouble() * double(factor);
      all.first += std::min(least, most);
      all.second += std::max(least, most);
    }
    return all;
  }

  /// Whether the bytes that a lane loads, so far from where it stores, are among those that another stores before or
  /// after it.
  bool reaches(std::pair<double, double> ahead, LaneTurn turn, double loaded, double stored) const {
    unsigned axes = 0;
    double step = 0;
    for (const auto &[value, factor] : terms)
      if (factor && isNumberOfLane(*value)) {
        ++axes;
        step = turn == LaneTurn::Later ? double(factor) : -double(factor);
      }
    if (axes > 1) // rows of a block: what lies in the direction of its lanes' turns is nobody else's by then
      return turn == LaneTurn::Later ? ahead.first < 0 : ahead.second > 0;
    for (unsigned lane = 1; lane < mostLanes; ++lane)
      if (lane * step + ahead.second > -loaded && lane * step + ahead.first < stored)
        return true;
    return false;
  }

  MapVector<const SCEV *, int64_t> terms;

private:
  void add(const SCEV &part, int64_t factor) {
    if (auto *number = dyn_cast<SCEVConstant>(&part)) {
      constant += number->getAPInt().getSExtValue() * factor;
    } else if (isa<SCEVCastExpr>(part) && !isa<SCEVTruncateExpr>(part)) {
      add(*cast<SCEVCastExpr>(part).getOperand(), factor);
    } else if (auto *sum = dyn_cast<SCEVAddExpr>(&part)) {
      for (const SCEV *one : sum->operands())
        add(*one, factor);
    } else if (auto *product = dyn_cast<SCEVMulExpr>(&part);
               product && product->getNumOperands() == 2 && isa<SCEVConstant>(product->getOperand(0))) {
      add(*product->getOperand(1), factor * cast<SCEVConstant>(product->getOperand(0))->getAPInt().getSExtValue());
    } else if (auto *turns = dyn_cast<SCEVAddRecExpr>(&part); turns && turns->isAffine() && !turns->getStart()->isZero()) {
      const SCEV *step = turns->getStepRecurrence(evolution), *none = evolution.getZero(step->getType());
      add(*turns->getStart(), factor);
      add(*evolution.getAddRecExpr(none, step, turns->getLoop(), SCEV::FlagAnyWrap), factor);
    } else {
      terms[&part] += factor;
    }
  }

  ScalarEvolution &evolution;
  int64_t constant = 0;
};

LanePlaces::LanePlaces(Function &function, bool isKernel)
    : libraryNames(Triple(function.getParent()->getTargetTriple())), assumptions(function), dominators(function),
      loops(dominators), evolution(function, library, assumptions, dominators, loops),
      divergence(dominators, loops, isKernel) {}

bool LanePlaces::mayTouch(const LoadInst &load, LaneTurn turn, const StoreInst &store) {
  const MDNode *from = load.getMetadata(variableOf), *to = store.getMetadata(variableOf);
  if (from && to && from != to)
    return false;
  Sum place(evolution), ahead(evolution); // and how far from there a lane loads
  place.add(*store.getPointerOperand(), 1);
  ahead.add(*load.getPointerOperand(), 1);
  ahead.add(*store.getPointerOperand(), -1);
  if (ahead.isZero())
    return turn == LaneTurn::Earlier && isSame(place); // otherwise it is the lane's own, or a broadcast's (broadcasts.cpp)
  const DataLayout &layout = store.getModule()->getDataLayout();
  return !isSame(ahead) || !isNumbered(place) ||
         place.reaches(ahead.range(), turn, layout.getTypeStoreSize(load.getType()),
                       layout.getTypeStoreSize(store.getValueOperand()->getType()));
}

bool LanePlaces::isSame(const SCEV &value) const {
  return !SCEVExprContains(&value, [&](const SCEV *part) {
    auto *unknown = dyn_cast<SCEVUnknown>(part);
    return unknown && divergence.differs(unknown->getValue());
  });
}

/// Whether all lanes have the same value.
bool LanePlaces::isSame(const Sum &sum) const {
  return all_of(sum.terms, [&](const auto &term) { return !term.second || isSame(*term.first); });
}

/// Whether a lane's number says where its place is, beside what all lanes share: in one dimension of the block steps of
/// any length and direction, in several forward alone.
bool LanePlaces::isNumbered(const Sum &place) const {
  unsigned axes = 0, back = 0;
  for (const auto &[value, factor] : place.terms) {
    if (!isNumberOfLane(*value)) {
      if (factor && !isSame(*value))
        return false;
      continue;
    }
    axes += factor != 0;
    back += factor < 0;
  }
  return axes == 1 || (axes > 1 && !back);
}

void markLdsVariable(Instruction &access, unsigned number) {
  LLVMContext &context = access.getContext();
  auto *constant = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), number));
  access.setMetadata(variableOf, MDNode::get(context, constant));
}

} // namespace porter
