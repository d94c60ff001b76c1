//===- RegisterAll.h - everything a program may be written in ---*- C++ -*-===//

#ifndef TILEFOUNDRY_CONVERSION_REGISTERALL_H
#define TILEFOUNDRY_CONVERSION_REGISTERALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace tilefoundry {

/// What makes programs measurable: the models of the target attributes, the
/// standard analyses, and the models of ops of MLIR's own dialects. A compiler
/// that registers the dialects by itself needs this too.
void registerMeasuring(mlir::DialectRegistry &registry);
/// The dialects that programs are written in, with what measures them. Every
/// tool, the plug-in and the C API register through this.
void registerAllDialects(mlir::DialectRegistry &registry);

} // namespace tilefoundry

#endif // TILEFOUNDRY_CONVERSION_REGISTERALL_H
