// PyTorch's operators on device tensors: done by its CPU kernels, in place, on the same memory.
//
// A device tensor is a TensorImpl of the CUDA dispatch key whose storage is host memory. For an
// operator that PyTorch implements for GPUs, the fallback below makes CPU tensors over the same
// memory, calls the CPU kernel, and returns its results as device tensors. Storages stay shared, so
// that views, in-place operators and `out=` arguments behave as they do on a GPU.
#include "operators.h"

#include <ATen/EmptyTensor.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/view_native.h>
#include <torch/library.h>

#include <utility>
#include <vector>

#include "generators.h"
#include "host_memory.h"

namespace {

constexpr c10::DispatchKeySet kDevice(c10::DispatchKey::CUDA);
constexpr c10::DispatchKeySet kHost(c10::DispatchKey::CPU);

at::Tensor tensor_over(c10::Storage storage, const at::Tensor& like, c10::DispatchKeySet keys) {
  at::Tensor made = at::detail::make_tensor<c10::TensorImpl>(std::move(storage), keys, like.dtype());
  made.unsafeGetTensorImpl()->set_sizes_and_strides(like.sizes(), like.strides(),
                                                    like.storage_offset());
  made._set_conj(like.is_conj());
  made._set_neg(like.is_neg());
  return made;
}

// The device tensors of one call and the host tensors that stand for them.
class Call {
 public:
  at::Tensor to_host(const at::Tensor& tensor) {
    if (!tensor.defined() || !tensor.is_cuda()) return tensor;
    for (const auto& [device, host] : tensors_) {
      if (device.is_same(tensor)) return host;
    }
    at::Tensor host = tensor_over(host_storage(tensor.storage()), tensor, kHost);
    tensors_.emplace_back(tensor, host);
    return host;
  }

  at::Tensor to_device(const at::Tensor& tensor) {
    if (!tensor.defined() || !tensor.is_cpu()) return tensor;
    for (const auto& [device, host] : tensors_) {
      if (host.is_same(tensor)) return device;
    }
    for (const auto& [device, host] : storages_) {
      if (host.is_alias_of(tensor.storage())) return tensor_over(device, tensor, kDevice);
    }
    const c10::Storage& host = tensor.storage();
    c10::Storage storage(c10::Storage::use_byte_size_t(), host.nbytes(),
                         porter::as_device_memory(host), porter::device_allocator(), true);
    return tensor_over(std::move(storage), tensor, kDevice);
  }

  // An operator may have given a tensor another shape, or its storage other memory.
  void take_over_changes() {
    for (auto& [device, host] : storages_) {
      if (host.data() == device.data() && host.nbytes() == device.nbytes()) continue;
      device.unsafeGetStorageImpl()->set_data_ptr_noswap(porter::as_device_memory(host));
      device.set_nbytes(host.nbytes());
    }
    for (auto& [device, host] : tensors_) {
      if (device.sizes() == host.sizes() && device.strides() == host.strides() &&
          device.storage_offset() == host.storage_offset()) {
        continue;
      }
      device.unsafeGetTensorImpl()->set_sizes_and_strides(host.sizes(), host.strides(),
                                                          host.storage_offset());
    }
  }

 private:
  c10::Storage host_storage(const c10::Storage& storage) {
    for (const auto& [device, host] : storages_) {
      if (device.is_alias_of(storage)) return host;
    }
    c10::Storage host(c10::Storage::use_byte_size_t(), storage.nbytes(),
                      porter::as_host_memory(storage), c10::GetAllocator(c10::kCPU), true);
    storages_.emplace_back(storage, host);
    return host;
  }

  std::vector<std::pair<at::Tensor, at::Tensor>> tensors_;
  std::vector<std::pair<c10::Storage, c10::Storage>> storages_;
};

// Returns `value` with every tensor in it replaced by what `change` makes of it.
template <typename Change>
c10::IValue replaced(const c10::IValue& value, const Change& change) {
  if (value.isTensor()) return change(value.toTensor());
  if (!value.isList()) return value;
  // Lists of tensors or of optional ones; TorchScript types their elements in its own ways.
  const c10::List<c10::IValue> given = value.toList();
  c10::impl::GenericList list(given.elementType());
  bool has_tensor = false;
  for (const c10::IValue element : given) {
    has_tensor = has_tensor || element.isTensor();
    list.push_back(element.isTensor() ? c10::IValue(change(element.toTensor())) : element);
  }
  return has_tensor ? c10::IValue(std::move(list)) : value;
}

}  // namespace

namespace porter {

void on_host(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const at::AutoDispatchBelowADInplaceOrView below_autograd;
  const auto arguments = static_cast<std::ptrdiff_t>(op.schema().arguments().size());
  const auto returns = static_cast<std::ptrdiff_t>(op.schema().returns().size());
  Call call;
  for (auto place = stack->end() - arguments; place != stack->end(); ++place) {
    c10::IValue& value = *place;
    if (value.isDevice() && value.toDevice().is_cuda()) {
      value = c10::Device(c10::DeviceType::CPU);
    } else if (value.isGenerator()) {
      value = porter::host_generator(value.toGenerator());
    } else {
      value = replaced(value, [&](const at::Tensor& t) { return call.to_host(t); });
    }
  }
  op.callBoxed(stack);
  call.take_over_changes();
  for (auto place = stack->end() - returns; place != stack->end(); ++place) {
    *place = replaced(*place, [&](const at::Tensor& t) { return call.to_device(t); });
  }
}

}  // namespace porter

namespace {

at::Tensor empty(at::IntArrayRef size, std::optional<at::ScalarType> dtype,
                 std::optional<at::Layout>, std::optional<at::Device>, std::optional<bool>,
                 std::optional<at::MemoryFormat> format) {
  return at::detail::empty_generic(size, porter::device_allocator(), kDevice,
                                   c10::dtype_or_default(dtype), format);
}

at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride,
                         std::optional<at::ScalarType> dtype, std::optional<at::Layout>,
                         std::optional<at::Device>, std::optional<bool>) {
  return at::detail::empty_strided_generic(size, stride, porter::device_allocator(), kDevice,
                                           c10::dtype_or_default(dtype));
}

// A tensor takes over a storage: the fallback would give it the host's.
at::Tensor& set_storage_at(at::Tensor& self, at::Storage source, int64_t offset,
                           at::IntArrayRef size, at::IntArrayRef stride) {
  c10::TensorImpl* made = self.unsafeGetTensorImpl();
  made->set_storage_keep_dtype(std::move(source));
  made->set_storage_offset(offset);
  if (stride.empty() && !size.empty()) {
    made->set_sizes_contiguous(size);
  } else {
    made->set_sizes_and_strides(size, stride, offset);
  }
  return self;
}

at::Tensor& set_storage(at::Tensor& self, at::Storage source) {
  const auto elements = static_cast<int64_t>(source.nbytes() / self.dtype().itemsize());
  return set_storage_at(self, std::move(source), 0, {elements}, {});
}

at::Tensor& set_tensor(at::Tensor& self, const at::Tensor& source) {
  return set_storage_at(self, source.storage(), source.storage_offset(), source.sizes(),
                        source.strides());
}

// Sparse tensors hold tensors of the device, which the host's kernels would not take.
void refuse_sparse(const c10::OperatorHandle& op, torch::jit::Stack*) {
  TORCH_CHECK_NOT_IMPLEMENTED(false, "the cpu executor does not imitate sparse tensors on the device: ",
                              op.operator_name());
}

// Everything runs when it is issued: memory is never used by a stream after it was given back.
void record_stream(at::Tensor&, at::Stream) {}

}  // namespace

TORCH_LIBRARY_IMPL(_, CUDA, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&porter::on_host>());
}

TORCH_LIBRARY_IMPL(_, SparseCUDA, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&refuse_sparse>());
}

TORCH_LIBRARY_IMPL(_, SparseCsrCUDA, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&refuse_sparse>());
}

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
  library.impl("empty.memory_format", &empty);
  library.impl("empty_strided", &empty_strided);
  library.impl("as_strided", &at::native::as_strided_tensorimpl);
  library.impl("view", &at::native::view);
  library.impl("_reshape_alias", &at::native::_reshape_alias);
  library.impl("record_stream", &record_stream);
  library.impl("set_.source_Storage", &set_storage);
  library.impl("set_.source_Storage_storage_offset", &set_storage_at);
  library.impl("set_.source_Tensor", &set_tensor);
  // The kernels that serve all devices choose, for a GPU, what a PyTorch for CPUs does not have.
  for (const char* name : {"copy_", "convolution", "convolution_backward"}) {
    library.impl(name, torch::CppFunction::makeFromBoxedFunction<&porter::on_host>());
  }
}
