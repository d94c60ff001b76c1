//===- ImageCount.h - the size of a union of images -------------*- C++ -*-===//
//
// Private to lib/Access: how many coordinates pieces over Union digits reach.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ACCESS_IMAGECOUNT_H
#define TILEFOUNDRY_LIB_ACCESS_IMAGECOUNT_H

#include "AxisSet.h"
#include "Pieces.h"

namespace tilefoundry {

/// A bit per coordinate of the pieces that takes part.
using AxisMask = uint64_t;
inline constexpr AxisMask kAllAxes = ~AxisMask(0);

class ImageCounter {
public:
  ImageCounter(DigitTable &table, const CountLimits &limits,
               Space::Statistics &statistics)
      : table(table), limits(limits), statistics(statistics) {}

  /// The number of distinct coordinate tuples, of the axes in `mask`, that the
  /// pieces reach together. Nothing on failure; `failure` then says why.
  std::optional<Wide> count(llvm::ArrayRef<const Piece *> pieces,
                            AxisMask mask);

  std::string failure;

private:
  /// A part of a piece that shares no digit with the rest.
  struct Component {
    llvm::SmallVector<unsigned, 4> coords;
    llvm::SmallVector<unsigned, 4> guards;
    llvm::SmallVector<unsigned, 8> digits;
  };
  /// The image as a product of sets, one per axis.
  struct Product {
    llvm::SmallVector<AxisSet, 4> axes;
    Wide count() const;
  };
  struct Part {
    const Piece *piece;
    Component all;
  };

  unsigned long islOperationsFor(llvm::ArrayRef<Part> parts) const;
  llvm::SmallVector<Component, 4> split(const Piece &piece, AxisMask mask);
  std::optional<Wide> countPiece(const Piece &piece, AxisMask mask);
  std::optional<Wide> countComponent(const Piece &piece, Component &component);
  bool peel(Piece &copy, Component &component, Wide &factor);
  std::optional<AxisSet> axisSet(const Piece &piece,
                                 const Component &component);
  bool isOpen(const Piece &piece, const Clip &clip) const;
  void gatherDigits(const Piece &piece, const Lin &e,
                    llvm::SmallVectorImpl<unsigned> &out) const;

  std::optional<Product> toProduct(const Piece &piece, AxisMask mask);
  std::optional<Wide> countUnion(llvm::ArrayRef<const Piece *> pieces,
                                 AxisMask mask);
  std::optional<Wide> countProducts(llvm::MutableArrayRef<Product> products);
  bool includeExclude(llvm::ArrayRef<Product> all, size_t next,
                      const Product &meet, int sign, Wide &sum);

  std::optional<Wide> countGeneral(llvm::ArrayRef<Part> parts);
  std::optional<Wide> points(llvm::ArrayRef<Part> parts) const;
  std::optional<Wide> enumerate(llvm::ArrayRef<Part> parts);
  std::optional<Wide> countByIsl(llvm::ArrayRef<Part> parts);
  bool visit(const Part &part,
             llvm::function_ref<void(llvm::ArrayRef<Wide>)> f);

  DigitTable &table;
  const CountLimits &limits;
  Space::Statistics &statistics;
  int64_t terms = 0; ///< of the inclusion-exclusion at hand
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ACCESS_IMAGECOUNT_H
