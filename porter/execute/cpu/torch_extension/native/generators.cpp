// Generators of random numbers that say they are the device's: each has one of the host's, which
// draws, since random operators are done by the host's kernels.
#include "generators.h"

#include <ATen/CPUGeneratorImpl.h>

#include "host_memory.h"

namespace porter {

namespace {

class DeviceGenerator final : public c10::GeneratorImpl {
 public:
  explicit DeviceGenerator(at::Generator host)
      : GeneratorImpl(the_device(), c10::DispatchKeySet(c10::DispatchKey::CUDA)),
        host_(std::move(host)) {}

  const at::Generator& host() const { return host_; }

  void set_current_seed(uint64_t seed) override { host_.set_current_seed(seed); }
  void set_offset(uint64_t offset) override { host_.set_offset(offset); }
  uint64_t get_offset() const override { return host_.get_offset(); }
  uint64_t current_seed() const override { return host_.current_seed(); }
  uint64_t seed() override { return host_.unsafeGetGeneratorImpl()->seed(); }
  void set_state(const c10::TensorImpl& state) override {
    host_.unsafeGetGeneratorImpl()->set_state(state);
  }
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override {
    return host_.unsafeGetGeneratorImpl()->get_state();
  }

 private:
  DeviceGenerator* clone_impl() const override { return new DeviceGenerator(host_.clone()); }

  at::Generator host_;
};

}  // namespace

at::Generator device_generator() {
  return at::make_generator<DeviceGenerator>(at::detail::createCPUGenerator());
}

at::Generator host_generator(const at::Generator& generator) {
  const auto* own = dynamic_cast<const DeviceGenerator*>(generator.unsafeGetGeneratorImpl());
  return own == nullptr ? generator : own->host();
}

}  // namespace porter
