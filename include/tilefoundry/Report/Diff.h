//===- Diff.h - what changed between two reports ----------------*- C++ -*-===//
//
// Reads two JSON reports (or two sweeps of reports) and states per function,
// per loop and per op what changed, absolutely and in percent (report.md 5).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_REPORT_DIFF_H
#define TILEFOUNDRY_REPORT_DIFF_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tilefoundry {

/// The differences from report `before` to report `after` as text, "no
/// differences" when there are none. Ops are matched by name and then by order
/// among ops of one name, so that a moved line is no change. The names stand
/// for the files in messages. The error names the file, the place and what was
/// expected there.
llvm::Expected<std::string> diffReports(llvm::StringRef beforeName,
                                        llvm::StringRef before,
                                        llvm::StringRef afterName,
                                        llvm::StringRef after);

/// The same on two files; "-" is standard input.
llvm::Expected<std::string> diffReportFiles(llvm::StringRef before,
                                            llvm::StringRef after);

} // namespace tilefoundry

#endif // TILEFOUNDRY_REPORT_DIFF_H
