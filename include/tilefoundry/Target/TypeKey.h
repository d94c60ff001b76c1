//===- TypeKey.h - the exact identity of a class ----------------*- C++ -*-===//
//
// Registries of this room are keyed on exact classes. A key is the address of a
// variable that exists once per class, so it needs no RTTI, tells apart classes
// that are spelled alike in two files, and works for classes in anonymous
// namespaces (which a key made from a spelled name does not).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_TYPEKEY_H
#define TILEFOUNDRY_TARGET_TYPEKEY_H

#include <functional>
#include <utility>

namespace tilefoundry {

namespace detail {
// Not const: identical constants may be merged, distinct variables may not.
template <class T> inline char typeKeyTag = 0;
} // namespace detail

/// The identity of one class. Comparable; ordered only for use in containers,
/// and never in anything a user sees.
class TypeKey {
public:
  template <class T> static TypeKey of() {
    return TypeKey(&detail::typeKeyTag<T>);
  }

  friend bool operator==(TypeKey a, TypeKey b) { return a.tag == b.tag; }
  friend bool operator!=(TypeKey a, TypeKey b) { return a.tag != b.tag; }
  friend bool operator<(TypeKey a, TypeKey b) {
    return std::less<const void *>()(a.tag, b.tag);
  }

private:
  explicit TypeKey(const void *tag) : tag(tag) {}
  const void *tag;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_TYPEKEY_H
