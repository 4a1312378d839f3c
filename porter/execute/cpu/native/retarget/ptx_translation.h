// The translation of one inline PTX statement; each family of instructions is implemented in a file of its own.
#pragma once

#include "ptx_parse.h"
#include "retarget.h"

#include "llvm/IR/InlineAsm.h"

namespace porter {

using namespace llvm;

class PtxTranslation {
public:
  explicit PtxTranslation(CallInst &call)
      : call(call), statement(*cast<InlineAsm>(call.getCalledOperand())), builder(&call) {}

  void run();

private:
  // Operands, registers, results.
  [[noreturn]] void refuse();
  /// $0, $1, ... are the outputs, then the inputs. An input tied to an output gives it its first value.
  void bindOperands();
  void replaceResults();
  Type *typeOf(StringRef name);
  Type *type() { return typeOf(current->type()); }
  bool isSigned() const { return current->type()[0] == 's'; }
  bool isFloat() { return type()->isFPOrFPVectorTy(); }
  Value *as(Value *value, Type *wanted) { return fromWord(builder, asWord(builder, value), wanted); }
  Value *read(StringRef operand, Type *wanted);
  Value *in(unsigned index) { return in(index, type()); }
  Value *in(unsigned index, Type *wanted);
  /// 12, -1, 0xff, 0f3F800000, 0d3FF0000000000000, 1.5
  Value *literal(StringRef text, Type *wanted);
  void write(StringRef operand, Value *value);
  void out(Value *value);
  Value *unary(Intrinsic::ID id, Value *value) { return builder.CreateUnaryIntrinsic(id, value); }
  Value *binary(Intrinsic::ID id, Value *a, Value *b) { return builder.CreateBinaryIntrinsic(id, a, b); }
  Value *runtime(const char *name, Type *result, ArrayRef<Value *> arguments);
  void translate();
  void guardless();

  // Arithmetic.
  bool arithmetic(StringRef name);
  /// dp4a.A.B d, a, b, c: four products of bytes, added to c; dp2a: two of halfwords of a and bytes of b.
  void dot(unsigned bits, unsigned first);
  bool isDirected() const { return current->has("rz") || current->has("rm") || current->has("rp"); }
  /// Arithmetic that rounds down, up or towards zero: functions that set the processor's rounding mode.
  void directed(StringRef name);
  void saturated(StringRef name);
  bool usesCarry(StringRef name) const;
  /// Extended precision: add, sub and mad with carry in ("...c") and carry out (".cc"). The carry lives as long as
  /// the statement.
  void extended(StringRef name);
  Value *fused();
  Value *noLessThanZero(Value *number);
  Value *extremum(bool least);
  /// mul and mad: .lo keeps the width, .hi takes the upper half, .wide doubles the width.
  void multiply(bool adds);

  /// The halves or bytes of words: vadd4.u32.u32.u32 d, a, b, c
  bool video(StringRef name);
  Value *compareLanes(Value *a, Value *b);

  // Logic and bits.
  bool logic(StringRef name);
  /// Shifts clamp their amount to the width.
  void shift(bool left);
  /// The highest bit that differs from the sign: its position, or with .shiftamt how far it is from the top.
  void findBit();
  void permute();
  Value *lowMask(Value *length, Type *wanted);
  void extractField();
  void insertField();
  /// lop3: any function of three bits, as a table of eight.
  void lookUp();
  void funnel();

  // Moves, conversions, comparisons.
  bool conversion(StringRef name);
  /// mov, also packing `mov.b32 r, {lo, hi}` and unpacking `mov.b32 {lo, hi}, r`.
  void move();
  /// cvt.ROUNDING.TO.FROM
  void convert();
  void roundToTf32();
  Value *toHalf(Value *whole, bool isSigned);
  Value *roundedTowards(Value *exact, Type *to);
  Value *toWhole(Value *value, Type *to, bool isSigned);
  Value *roundToInteger(Value *value);
  bool comparison(StringRef name);
  void setValue();
  Value *compare(StringRef how);

  // Memory and textures.
  bool memory(StringRef name);
  Value *address(StringRef operand);
  unsigned vectorWidth() const {
    return current->has("v8") ? 8 : current->has("v4") ? 4 : current->has("v2") ? 2 : 1;
  }
  /// The operands of a vector, "{a, b}", or the one of a scalar.
  SmallVector<StringRef> elements(StringRef operand);
  /// What one load or store moves. A GPU moves a vector in one go, and look-back scans rely on it: status and value
  /// of a tile lie in one vector. Up to 16 bytes this processor does, too.
  Type *transaction();
  /// Qualified accesses are watched by other work-items: volatile, and ordered where the scope asks for it.
  template <class Access> Access *qualify(Access *access) {
    const bool weak = !current->has("volatile") && !current->has("relaxed") && !current->has("acquire") && !current->has("release");
    access->setVolatile(!weak);
    return access;
  }
  void load();
  void store();
  /// tex.GEOMETRY.v4.TYPE.COORDINATES {d, ...}, [texture, {coordinates}]. The layer of an array comes first.
  void texture();
  /// atom d, [a], b and red [a], b. The order is the strongest, whatever was asked for.
  void atomic(bool returns);

  /// cp.async: at once.
  bool copy(StringRef name);
  void copyAsync();

  /// mbarrier, and copies that arrive at one.
  bool barrierInMemory(StringRef name);
  Value *stateInMemory(Value *pointer);
  Value *arriveInMemory(Value *pointer, Value *count, bool drops);

  // Matrices of a warp.
  bool matrix(StringRef name);
  /// The registers of "{a, b}", or the one that stands without braces.
  SmallVector<StringRef> list(unsigned index);
  MatrixFormat matrixFormat(StringRef name);
  void multiplyMatrices();
  unsigned matrixCount();
  Value *isRowLane(unsigned count);
  void loadMatrices();
  void storeMatrices();
  void transposeMatrix();

  // What the lanes of a warp and a block do together.
  bool warp(StringRef name);
  /// shfl.sync.MODE.b32 d|p, a, b, c, mask
  void shuffle();
  void vote();
  void match();
  void reduce();

  CallInst &call;
  const InlineAsm &statement;
  IRBuilder<> builder;
  const PtxInstruction *current = nullptr;
  Value *carry = nullptr;
  std::vector<unsigned> outputs;
  std::map<std::string, Value *> registers;
};

} // namespace porter
