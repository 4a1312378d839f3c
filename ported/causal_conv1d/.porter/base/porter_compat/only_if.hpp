// A type that exists under a condition, for templates that stand aside where it does not hold.
#pragma once

namespace porter {

template <bool Condition, typename T>
struct only_if {};
template <typename T>
struct only_if<true, T> {
  using type = T;
};

}  // namespace porter
