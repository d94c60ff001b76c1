//===- TextMutator.h - mutations that keep text readable --------*- C++ -*-===//
//
// Most single-byte mutations of a program fail in the lexer. These replace
// numbers by hostile ones, words by others, and move lines, so that parsers,
// verifiers and analyses see more of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_FUZZ_TEXTMUTATOR_H
#define TILEFOUNDRY_FUZZ_TEXTMUTATOR_H

#include <cstddef>
#include <cstdint>

namespace tilefoundry::fuzz {

/// Changes the text in place by one mutation and returns its new size, at most
/// `maxSize`. A quarter of the mutations are the fuzzing engine's own.
size_t mutateText(uint8_t *data, size_t size, size_t maxSize, unsigned seed);

} // namespace tilefoundry::fuzz

#endif // TILEFOUNDRY_FUZZ_TEXTMUTATOR_H
