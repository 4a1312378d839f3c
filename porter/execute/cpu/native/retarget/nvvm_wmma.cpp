// Intrinsics of nvcuda::wmma: "wmma.m16n16k16.load.a.row.stride.f16", "….mma.row.col.f32.f32", "….store.d.col.stride.f32".
// CUDA leaves open which lane holds which element of a fragment; the executor's fragments lie lane after lane.
#include "matrix_exchange.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace porter {
namespace {

constexpr unsigned lanes = 32;

class WmmaLowering {
public:
  WmmaLowering(CallInst &call, StringRef name) : call(call), name(name), exchange(call), builder(exchange.builder) {}

  void run() {
    static const Regex pattern("^wmma\\.m([0-9]+)n([0-9]+)k([0-9]+)\\.(load|store|mma)\\.(.*)$");
    SmallVector<StringRef> found;
    if (!pattern.match(name, &found))
      refuse();
    found[1].getAsInteger(10, rows);
    found[2].getAsInteger(10, columns);
    found[3].getAsInteger(10, depth);
    found[5].split(words, '.');
    if (found[4] == "load")
      load();
    else if (found[4] == "store")
      store();
    else
      multiply();
    call.eraseFromParent();
  }

private:
  struct Format {
    MatrixFormat format;
    unsigned bits;
  };

  [[noreturn]] void refuse() {
    fail("the cpu executor does not offer the instruction " + name + " (in " + call.getFunction()->getName() + ")");
  }

  Format format(StringRef word) {
    static const std::map<StringRef, Format> formats = {
        {"f16", {MatrixFormat::F16, 16}}, {"bf16", {MatrixFormat::BF16, 16}}, {"tf32", {MatrixFormat::TF32, 32}},
        {"f32", {MatrixFormat::F32, 32}}, {"f64", {MatrixFormat::F64, 64}},   {"s8", {MatrixFormat::I8, 8}},
        {"u8", {MatrixFormat::U8, 8}},    {"s32", {MatrixFormat::I32, 32}}};
    auto found = formats.find(word);
    if (found == formats.end())
      refuse();
    return found->second;
  }

  struct Matrix {
    unsigned rows, columns;
    unsigned elements() const { return rows * columns; }
  };
  Matrix matrix(StringRef word) const {
    return word == "a" ? Matrix{rows, depth} : word == "b" ? Matrix{depth, columns} : Matrix{rows, columns};
  }

  SmallVector<Type *> resultTypes() const {
    if (auto *structure = dyn_cast<StructType>(call.getType()))
      return SmallVector<Type *>(structure->elements());
    return {call.getType()};
  }

  static unsigned bytesOf(const Type *type) { return unsigned(type->getPrimitiveSizeInBits() / 8); }

  /// Replace the call by what lies at `offset` in the exchange.
  void replace(uint64_t offset) {
    Value *result = PoisonValue::get(call.getType());
    unsigned index = 0;
    for (Type *type : resultTypes()) {
      Value *value = exchange.get(offset, type);
      result = call.getType()->isStructTy() ? builder.CreateInsertValue(result, value, index++) : value;
      offset += bytesOf(type);
    }
    call.replaceAllUsesWith(result);
  }

  /// Call porter_nv_fragment_load or _store: `registers` are the bytes of the fragment in a lane.
  void move(const char *function, Value *memory, Value *stride, unsigned registers) {
    const Matrix shape = matrix(words[0]);
    const unsigned bytes = format(words[3]).bits / 8;
    if (words.size() < 4 || words[2] != "stride")
      refuse();
    auto number = [&](unsigned value) -> Value * { return builder.getInt32(value); };
    SmallVector<Value *> arguments = {memory, exchange.part(offsetof(MatrixRegisters, c)),
                                      readState(builder, hook::laneId, builder.getInt32Ty()),
                                      number(registers / bytes), number(shape.elements() / lanes), number(shape.columns),
                                      stride, number(words[1] == "col"), number(bytes)};
    SmallVector<Type *> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    builder.CreateCall(call.getModule()->getOrInsertFunction(
                           function, FunctionType::get(builder.getVoidTy(), types, false)), arguments);
  }

  void load() {
    unsigned bytes = 0;
    for (Type *type : resultTypes())
      bytes += bytesOf(type);
    callRendezvous(builder, Operation::WaveBarrier);
    move("porter_nv_fragment_load", call.getArgOperand(0), call.getArgOperand(1), bytes);
    replace(offsetof(MatrixRegisters, c));
  }

  void store() {
    unsigned bytes = 0;
    for (unsigned i = 1; i + 1 < call.arg_size(); ++i) {
      exchange.put(offsetof(MatrixRegisters, c) + bytes, call.getArgOperand(i));
      bytes += bytesOf(call.getArgOperand(i)->getType());
    }
    move("porter_nv_fragment_store", call.getArgOperand(0), call.getArgOperand(call.arg_size() - 1), bytes);
    callRendezvous(builder, Operation::WaveBarrier);
  }

  /// Registers of A or B: half precision has room for 16 elements whatever the shape.
  static unsigned registersOf(Format format, unsigned elements) {
    if (format.format == MatrixFormat::F16)
      return 8;
    return std::max(1u, elements * format.bits / (32 * lanes) / (format.bits == 64 ? 2 : 1));
  }

  void multiply() {
    if (words.size() < 3)
      refuse();
    MatrixShape shape{};
    WarpMatrixModifiers modifiers{};
    const bool isHalf = words[2] == "f16" || words[2] == "f32"; // named by the types of D and C
    const Format in = isHalf ? Format{MatrixFormat::F16, 16} : format(words[2]);
    shape.rows = uint8_t(rows);
    shape.columns = uint8_t(columns);
    shape.depth = uint8_t(depth);
    shape.blocks = 1;
    shape.a = shape.b = in.format;
    const bool isInteger = in.format == MatrixFormat::I8 || in.format == MatrixFormat::U8;
    shape.c = isHalf && words.size() > 3      ? format(words[3]).format
              : in.format == MatrixFormat::F64 ? MatrixFormat::F64
              : isInteger                      ? MatrixFormat::I32
                                               : MatrixFormat::F32;
    modifiers.d = isHalf ? format(words[2]).format : shape.c;
    modifiers.layout = WarpLayout::Fragments;
    shape.layout = MatrixShape::Warp;
    if (isInteger && words.back() == "satfinite")
      shape.layout |= MatrixShape::Saturate;
    const unsigned ofA = registersOf(in, rows * depth), ofB = registersOf(in, columns * depth);
    uint64_t offset = offsetof(MatrixRegisters, a);
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (i == ofA)
        offset = offsetof(MatrixRegisters, b);
      if (i == ofA + ofB)
        offset = offsetof(MatrixRegisters, c);
      exchange.put(offset, call.getArgOperand(i));
      offset += bytesOf(call.getArgOperand(i)->getType());
    }
    exchange.meet(Operation::WarpMatrix, llvm::bit_cast<uint64_t>(shape), llvm::bit_cast<uint64_t>(modifiers));
    replace(offsetof(MatrixRegisters, c));
  }

  CallInst &call;
  const StringRef name;
  MatrixExchange exchange;
  IRBuilder<> &builder;
  unsigned rows = 0, columns = 0, depth = 0;
  SmallVector<StringRef> words; ///< of the name, behind load, store or mma
};

} // namespace

void lowerWmma(CallInst &call, StringRef name) { WmmaLowering(call, name).run(); }

} // namespace porter
