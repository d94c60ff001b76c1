//===- HardwareError.cpp - how a failure reads ----------------------------===//

#include "tilefoundry/Target/Hardware/HardwareError.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefoundry;

char HardwareError::ID = 0;

llvm::StringRef tilefoundry::hardwareErrorKindName(HardwareErrorKind kind) {
  switch (kind) {
  case HardwareErrorKind::UnreadableFile:
    return "unreadable file";
  case HardwareErrorKind::Syntax:
    return "syntax error";
  case HardwareErrorKind::MalformedEnvelope:
    return "malformed envelope";
  case HardwareErrorKind::MalformedFact:
    return "malformed fact";
  case HardwareErrorKind::UnmodelledFact:
    return "unmodelled fact";
  case HardwareErrorKind::MissingFact:
    return "missing fact";
  case HardwareErrorKind::WrongValue:
    return "wrong value";
  case HardwareErrorKind::WrongUnit:
    return "wrong unit";
  case HardwareErrorKind::BrokenInvariant:
    return "broken invariant";
  case HardwareErrorKind::UnknownSchema:
    return "unknown schema";
  case HardwareErrorKind::UnknownId:
    return "unknown ID";
  case HardwareErrorKind::WrongDocument:
    return "wrong document";
  case HardwareErrorKind::DuplicateRegistration:
    return "duplicate registration";
  case HardwareErrorKind::InstalledId:
    return "installed ID";
  case HardwareErrorKind::IncompatiblePair:
    return "incompatible pair";
  case HardwareErrorKind::AmbiguousArchitecture:
    return "ambiguous architecture";
  case HardwareErrorKind::MissingArchitecture:
    return "missing architecture";
  }
  return "error";
}

void HardwareError::log(llvm::raw_ostream &os) const {
  if (!location.file.empty()) {
    os << location.file << ":";
    if (location.line)
      os << location.line << ":";
    os << " ";
  }
  os << hardwareErrorKindName(kind) << ": ";
  if (!location.fact.empty())
    os << "fact '" << location.fact << "': ";
  os << message;
}

llvm::Error tilefoundry::hardwareError(HardwareErrorKind kind,
                                       DocumentLocation location,
                                       const llvm::Twine &message) {
  return llvm::make_error<HardwareError>(kind, std::move(location),
                                         message.str());
}
