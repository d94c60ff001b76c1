//===- ThreadDiagnostics.h - what one thread reports ------------*- C++ -*-===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_THREADDIAGNOSTICS_H
#define TILEFOUNDRY_LIB_ANALYSIS_THREADDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include <thread>
#include <vector>

namespace tilefoundry {

/// Takes the diagnostics that this thread emits while the object lives; other
/// threads of the context report elsewhere.
class ThreadDiagnostics {
public:
  explicit ThreadDiagnostics(mlir::MLIRContext *context)
      : handler(context, [this, self = std::this_thread::get_id()](
                             mlir::Diagnostic &diagnostic) {
          if (std::this_thread::get_id() != self)
            return mlir::failure();
          taken.push_back(std::move(diagnostic));
          return mlir::success();
        }) {}

  std::vector<mlir::Diagnostic> &get() { return taken; }

private:
  std::vector<mlir::Diagnostic> taken;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ANALYSIS_THREADDIAGNOSTICS_H
