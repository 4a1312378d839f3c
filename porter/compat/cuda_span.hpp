// libcu++'s cuda/std/span: elements in a row that belong to somebody else. It needs C++17.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/std/span>
#else

#if __cplusplus >= 201703L

#include <hip/hip_runtime.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace cuda {
namespace std {

#define PORTER_SPAN __host__ __device__ constexpr

inline constexpr ::std::size_t dynamic_extent = static_cast<::std::size_t>(-1);

template <typename T, ::std::size_t Extent = dynamic_extent>
class span {
  /// The extent of a part that starts at `Offset`.
  template <::std::size_t Offset, ::std::size_t Count>
  static constexpr ::std::size_t kPart = Count != dynamic_extent    ? Count
                                         : Extent != dynamic_extent ? Extent - Offset
                                                                    : dynamic_extent;
  /// Whether pointers to elements of type `U` are pointers to `T`, qualifiers aside.
  template <typename U>
  static constexpr bool kTakes = ::std::is_convertible_v<U (*)[], T (*)[]>;

 public:
  using element_type = T;
  using value_type = ::std::remove_cv_t<T>;
  using size_type = ::std::size_t;
  using difference_type = ::std::ptrdiff_t;
  using pointer = T*;
  using const_pointer = const T*;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using reverse_iterator = ::std::reverse_iterator<T*>;
  static constexpr size_type extent = Extent;

  PORTER_SPAN span() noexcept {}
  PORTER_SPAN span(pointer data, size_type size) : data_(data), size_(size) {}
  PORTER_SPAN span(pointer first, pointer last)
      : data_(first), size_(static_cast<size_type>(last - first)) {}
  template <::std::size_t N, typename = ::std::enable_if_t<Extent == dynamic_extent || Extent == N>>
  PORTER_SPAN span(T (&elements)[N]) noexcept : data_(elements), size_(N) {}
  template <typename U, ::std::size_t N, typename = ::std::enable_if_t<kTakes<U>>>
  PORTER_SPAN span(::std::array<U, N>& elements) noexcept : data_(elements.data()), size_(N) {}
  template <typename U, ::std::size_t N, typename = ::std::enable_if_t<kTakes<const U>>>
  PORTER_SPAN span(const ::std::array<U, N>& elements) noexcept
      : data_(elements.data()), size_(N) {}
  template <typename U, ::std::size_t N, typename = ::std::enable_if_t<kTakes<U>>>
  PORTER_SPAN span(const span<U, N>& other) noexcept : data_(other.data()), size_(other.size()) {}
  /// Of a container of the host's library.
  template <typename Container,
            typename Pointer = decltype(::std::declval<Container&>().data()),
            typename = decltype(::std::declval<Container&>().size()),
            typename = ::std::enable_if_t<kTakes<::std::remove_pointer_t<Pointer>> &&
                                          Extent == dynamic_extent>>
  PORTER_SPAN span(Container& elements) : data_(elements.data()), size_(elements.size()) {}

  PORTER_SPAN pointer data() const noexcept { return data_; }
  PORTER_SPAN size_type size() const noexcept { return Extent == dynamic_extent ? size_ : Extent; }
  PORTER_SPAN size_type size_bytes() const noexcept { return size() * sizeof(T); }
  PORTER_SPAN bool empty() const noexcept { return size() == 0; }
  PORTER_SPAN reference operator[](size_type at) const { return data_[at]; }
  PORTER_SPAN reference front() const { return data_[0]; }
  PORTER_SPAN reference back() const { return data_[size() - 1]; }
  PORTER_SPAN iterator begin() const noexcept { return data_; }
  PORTER_SPAN iterator end() const noexcept { return data_ + size(); }
  PORTER_SPAN reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  PORTER_SPAN reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

  PORTER_SPAN span<T> first(size_type count) const { return {data_, count}; }
  PORTER_SPAN span<T> last(size_type count) const { return {data_ + size() - count, count}; }
  PORTER_SPAN span<T> subspan(size_type offset, size_type count = dynamic_extent) const {
    return {data_ + offset, count == dynamic_extent ? size() - offset : count};
  }
  template <size_type Count>
  PORTER_SPAN span<T, Count> first() const {
    return {data_, Count};
  }
  template <size_type Count>
  PORTER_SPAN span<T, Count> last() const {
    return {data_ + size() - Count, Count};
  }
  template <size_type Offset, size_type Count = dynamic_extent>
  PORTER_SPAN span<T, kPart<Offset, Count>> subspan() const {
    return {data_ + Offset, Count == dynamic_extent ? size() - Offset : Count};
  }

 private:
  pointer data_ = nullptr;
  size_type size_ = 0;
};

template <typename T>
span(T*, ::std::size_t) -> span<T>;
template <typename T, ::std::size_t N>
span(T (&)[N]) -> span<T, N>;
template <typename T, ::std::size_t N>
span(::std::array<T, N>&) -> span<T, N>;
template <typename T, ::std::size_t N>
span(const ::std::array<T, N>&) -> span<const T, N>;
template <typename Container>
span(Container&) -> span<::std::remove_pointer_t<decltype(::std::declval<Container&>().data())>>;

#undef PORTER_SPAN

}  // namespace std
}  // namespace cuda

#endif  // __cplusplus >= 201703L
#endif  // defined(__HIP_PLATFORM_NVIDIA__)
