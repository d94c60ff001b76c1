//===- AccessRelations.cpp - building, checking, printing relations -------===//
//
// The checks are what an op author gets wrong: a dim that does not exist, a
// subscript too many, a parameter nobody binds.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Access/AccessRelations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::Error;
using llvm::SmallVector;
using llvm::Twine;

AccessRelations AccessRelations::over(ArrayRef<int64_t> extents) {
  AccessRelations r;
  r.extents.assign(extents.begin(), extents.end());
  Statement statement;
  for (unsigned d = 0; d < extents.size(); ++d)
    statement.dims.push_back(d);
  r.statements.push_back(std::move(statement));
  return r;
}

static BoundaryRelation &addBoundary(AccessRelations &r, bool isResult,
                                     unsigned index, unsigned statement) {
  BoundaryRelation b;
  b.isResult = isResult;
  b.index = index;
  b.statement = statement;
  r.boundaries.push_back(std::move(b));
  return r.boundaries.back();
}

BoundaryRelation &AccessRelations::addOperand(unsigned index,
                                              unsigned statement) {
  return addBoundary(*this, false, index, statement);
}
BoundaryRelation &AccessRelations::addResult(unsigned index,
                                             unsigned statement) {
  return addBoundary(*this, true, index, statement);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static uint64_t magnitude(int64_t v) {
  return v < 0 ? -static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
}

static void printLinear(llvm::raw_ostream &os, const Subscript &s) {
  bool first = true;
  auto separate = [&](bool negative) {
    if (!first)
      os << (negative ? " - " : " + ");
    else if (negative)
      os << "-";
    first = false;
  };
  if (s.divisor != 1)
    os << "floor((";
  for (const Subscript::Term &t : s.terms) {
    separate(t.coeff < 0);
    if (magnitude(t.coeff) != 1)
      os << magnitude(t.coeff) << "*";
    if (t.divisor == 1)
      os << "d" << t.dim;
    else
      os << "floor(d" << t.dim << "/" << t.divisor << ")";
  }
  if (s.offset != 0 || (s.terms.empty() && s.parameter < 0)) {
    separate(s.offset < 0);
    os << magnitude(s.offset);
  }
  if (s.parameter >= 0) {
    separate(false);
    os << "p" << s.parameter;
  }
  if (s.divisor != 1)
    os << ")/" << s.divisor << ")";
}

static void printSubscript(llvm::raw_ostream &os, const Subscript &s) {
  switch (s.kind) {
  case Subscript::Kind::Linear:
    printLinear(os, s);
    return;
  case Subscript::Kind::Whole:
    os << "*";
    return;
  case Subscript::Kind::Chosen:
    os << "chosen(";
    llvm::interleaveComma(
        s.terms, os, [&](const Subscript::Term &t) { os << "d" << t.dim; });
    os << ")";
    return;
  case Subscript::Kind::Regroup:
    os << "regroup";
    return;
  case Subscript::Kind::Window:
    os << "window(d" << s.terms.front().dim << ")";
    return;
  case Subscript::Kind::Own:
    os << "own(d" << s.terms.front().dim << ")";
    return;
  }
}

static std::string nameOf(const BoundaryRelation &b) {
  return (Twine(b.isResult ? "result " : "operand ") + Twine(b.index)).str();
}

std::string AccessRelations::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "{ ";
  llvm::interleave(
      boundaries, os,
      [&](const BoundaryRelation &b) {
        os << "[";
        if (b.statement < statements.size())
          llvm::interleaveComma(statements[b.statement].dims, os,
                                [&](unsigned d) { os << "d" << d; });
        os << "] -> " << nameOf(b) << " [";
        llvm::interleaveComma(b.subscripts, os, [&](const Subscript &s) {
          printSubscript(os, s);
        });
        os << "]";
      },
      "; ");
  os << " }";
  return text;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {
struct Checker {
  const AccessRelations &r;

  Error refuse(const Twine &what) const {
    return llvm::createStringError(what + " in access relations " + r.str());
  }

  Error checkDim(unsigned d, const Twine &where) const {
    if (d < r.extents.size())
      return Error::success();
    return refuse(where + " uses dim d" + Twine(d) + ", but there are " +
                  Twine(r.extents.size()) + " dims");
  }

  Error checkSubscript(const BoundaryRelation &b, const Subscript &s,
                       unsigned numOperands) const {
    const Statement &statement = r.statements[b.statement];
    for (const Subscript::Term &t : s.terms) {
      if (Error error = checkDim(t.dim, nameOf(b)))
        return error;
      if (!llvm::is_contained(statement.dims, t.dim))
        return refuse(nameOf(b) + " uses dim d" + Twine(t.dim) +
                      ", which its statement " + Twine(b.statement) +
                      " does not walk");
      if (t.divisor < 1)
        return refuse(nameOf(b) + " divides by " + Twine(t.divisor) +
                      "; a divisor is at least 1");
    }
    if (s.divisor < 1)
      return refuse(nameOf(b) + " divides by " + Twine(s.divisor) +
                    "; a divisor is at least 1");
    if (s.parameter >= 0 && static_cast<unsigned>(s.parameter) >= numOperands)
      return refuse(nameOf(b) + " adds parameter p" + Twine(s.parameter) +
                    ", but the op has " + Twine(numOperands) + " operands");
    return Error::success();
  }

  Error checkBoundary(const BoundaryRelation &b, unsigned numOperands) const {
    if (!b.isResult && b.index >= numOperands)
      return refuse("operand " + Twine(b.index) +
                    " does not exist: the op has " + Twine(numOperands) +
                    " operands");
    if (b.statement >= r.statements.size())
      return refuse(nameOf(b) + " belongs to statement " + Twine(b.statement) +
                    ", but there are " + Twine(r.statements.size()));
    for (const BoundaryRelation &other : r.boundaries)
      if (&other < &b && other.isResult == b.isResult &&
          other.index == b.index && other.statement == b.statement)
        return refuse(nameOf(b) + " is stated twice");
    for (const Subscript &s : b.subscripts)
      if (Error error = checkSubscript(b, s, numOperands))
        return error;
    return Error::success();
  }
};
} // namespace

Error AccessRelations::verify(unsigned numOperands) const {
  Checker checker{*this};
  for (auto [d, extent] : llvm::enumerate(extents))
    if (extent < 0 && extent != kDynamicExtent)
      return checker.refuse("dim d" + Twine(d) + " has negative extent " +
                            Twine(extent));
  for (auto [i, statement] : llvm::enumerate(statements))
    for (unsigned d : statement.dims)
      if (Error error = checker.checkDim(d, "statement " + Twine(i)))
        return error;
  for (const BoundaryRelation &b : boundaries)
    if (Error error = checker.checkBoundary(b, numOperands))
      return error;
  return Error::success();
}

Error AccessRelations::verify(ArrayRef<unsigned> operandRanks,
                              ArrayRef<unsigned> resultRanks) const {
  if (Error error = verify(operandRanks.size()))
    return error;
  Checker checker{*this};
  for (const BoundaryRelation &b : boundaries) {
    ArrayRef<unsigned> ranks = b.isResult ? resultRanks : operandRanks;
    if (b.index >= ranks.size())
      return checker.refuse(nameOf(b) + " does not exist: the op has " +
                            Twine(ranks.size()) + " results");
    if (b.subscripts.size() != ranks[b.index])
      return checker.refuse(nameOf(b) + " has " + Twine(b.subscripts.size()) +
                            " subscripts for a value of rank " +
                            Twine(ranks[b.index]));
  }
  return Error::success();
}

SmallVector<unsigned, 2> AccessRelations::parameters() const {
  SmallVector<unsigned, 2> result;
  for (const BoundaryRelation &b : boundaries)
    for (const Subscript &s : b.subscripts)
      if (s.parameter >= 0)
        result.push_back(s.parameter);
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

Error AccessRelations::checkBound(ArrayRef<unsigned> bound) const {
  for (unsigned p : parameters())
    if (!llvm::is_contained(bound, p))
      return Checker{*this}.refuse("parameter p" + Twine(p) +
                                   " is bound to no value");
  return Error::success();
}
