//===- FactsRegistry.h - from a target to an algorithm's facts --*- C++ -*-===//
//
// Conversions keyed on the exact (target class, facts class) pair (target
// document 11). Common code names no concrete target: a backend adds a
// registration.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_FACTSREGISTRY_H
#define TILEFOUNDRY_TARGET_FACTSREGISTRY_H

#include "tilefoundry/Target/TypeKey.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/TypeName.h"
#include <map>
#include <optional>
#include <shared_mutex>
#include <string>
#include <type_traits>
#include <utility>

namespace tilefoundry {

class Target;

/// A question an algorithm sends along: any value of the algorithm's own type.
/// There is no common base; a conversion asks for the type it knows.
class FactsQuery {
public:
  FactsQuery() = default;
  FactsQuery(std::nullptr_t) {}
  template <class Q>
  FactsQuery(const Q *query) : type(TypeKey::of<Q>()), query(query) {}

  explicit operator bool() const { return query != nullptr; }
  /// The query, if it is exactly a `Q`.
  template <class Q> const Q *getAs() const {
    return query && type == TypeKey::of<Q>() ? static_cast<const Q *>(query)
                                             : nullptr;
  }

private:
  TypeKey type = TypeKey::of<void>();
  const void *query = nullptr;
};

/// The error of a hardware-only projection that was handed a query.
llvm::Error refuseQuery(FactsQuery query, llvm::StringRef factsName);

namespace detail {
template <class T> struct BaseProbe {
  template <class U, class = std::enable_if_t<std::is_base_of_v<U, T> &&
                                              !std::is_same_v<U, T>>>
  operator U() const;
};
template <class T, class = void> struct HasAggregateBase : std::false_type {};
// In an aggregate a base is initialised first, so a value that converts to
// nothing but bases can initialise one only where there is a base.
template <class T>
struct HasAggregateBase<T, std::void_t<decltype(T{BaseProbe<T>{}})>>
    : std::true_type {};
} // namespace detail

/// Whether `F` may be a facts aggregate: plain members, no base, nothing
/// virtual, a value.
template <class F>
inline constexpr bool isFactsAggregate =
    std::is_aggregate_v<F> && !std::is_polymorphic_v<F> &&
    !detail::HasAggregateBase<F>::value && std::is_copy_constructible_v<F>;

/// A registry of conversions. Safe to use from several threads.
class FactsRegistry {
public:
  FactsRegistry() = default;
  FactsRegistry(const FactsRegistry &) = delete;
  FactsRegistry &operator=(const FactsRegistry &) = delete;

  /// The registry `Target::facts` asks, with the conversions of every target
  /// package.
  static FactsRegistry &global();

  /// The one call shape of a conversion. It reads, and does nothing else. That
  /// it returns the facts it is registered for is its type.
  template <class T, class F>
  using Conversion = llvm::Expected<F> (*)(const T &, FactsQuery);

  /// Registers `conversion` for exactly (T, F); a second one is an error.
  /// `Base` is `T` or a base of it, so that a subclass may register its base's
  /// conversion for itself: nothing is inherited silently.
  template <class T, class Base, class F>
  llvm::Error add(llvm::Expected<F> (*conversion)(const Base &, FactsQuery)) {
    static_assert(isFactsAggregate<F>,
                  "a facts type is an aggregate without bases");
    static_assert(std::is_base_of_v<Target, T>, "not a Target");
    static_assert(std::is_base_of_v<Base, T>,
                  "the conversion reads another target");
    Entry entry;
    entry.conversion = reinterpret_cast<void (*)()>(conversion);
    entry.invoke = [](void (*erased)(), const Target &target, FactsQuery query,
                      void *out) -> llvm::Error {
      auto convert = reinterpret_cast<Conversion<Base, F>>(erased);
      // The key is the exact class, so this cast is safe.
      llvm::Expected<F> result = convert(static_cast<const T &>(target), query);
      if (!result)
        return result.takeError();
      static_cast<std::optional<F> *>(out)->emplace(std::move(*result));
      return llvm::Error::success();
    };
    return insert(TypeKey::of<T>(), TypeKey::of<F>(), entry,
                  llvm::getTypeName<T>(), llvm::getTypeName<F>());
  }

  /// The facts of `target`, or an error where nothing is registered for its
  /// exact class. There is no default projection.
  template <class F>
  llvm::Expected<F> project(const Target &target,
                            FactsQuery query = FactsQuery()) const {
    static_assert(isFactsAggregate<F>,
                  "a facts type is an aggregate without bases");
    std::optional<F> result;
    if (llvm::Error error = run(target, TypeKey::of<F>(),
                                llvm::getTypeName<F>(), query, &result))
      return error;
    return std::move(*result);
  }

private:
  struct Entry {
    void (*conversion)() = nullptr;
    llvm::Error (*invoke)(void (*)(), const Target &, FactsQuery,
                          void *) = nullptr;
  };

  llvm::Error insert(TypeKey target, TypeKey facts, Entry entry,
                     llvm::StringRef targetName, llvm::StringRef factsName);
  llvm::Error run(const Target &target, TypeKey facts,
                  llvm::StringRef factsName, FactsQuery query, void *out) const;

  mutable std::shared_mutex mutex;
  std::map<std::pair<TypeKey, TypeKey>, Entry> entries;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_FACTSREGISTRY_H
