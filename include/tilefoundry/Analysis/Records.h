//===- Records.h - the records of the four families -------------*- C++ -*-===//
//
// Field names, units and meanings are those of the analysis document,
// section 1.2.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_RECORDS_H
#define TILEFOUNDRY_ANALYSIS_RECORDS_H

#include "tilefoundry/Analysis/Record.h"

namespace tilefoundry {

/// Logical work of one occurrence, or of a function over all trips (1.2.1).
class ComputeCostRecord : public Record {
public:
  static const RecordType type;
  /// Flops by element type, results by service kind; whole and for one unit of
  /// the analysed level.
  CountMap flops, flopsPerUnit, service, servicePerUnit;

  const RecordType &getType() const override { return type; }
  void map(RecordMapper &mapper) override;
};

/// Bytes moved by one occurrence, or by a function over all trips (1.2.2).
class TrafficRecord : public Record {
public:
  static const RecordType type;
  TrafficMap whole, perUnit;
  /// Positional: operands, then results as one entry. Empty on a function.
  std::vector<TrafficBytes> operands;

  const RecordType &getType() const override { return type; }
  void map(RecordMapper &mapper) override;
};

struct LevelFootprint {
  std::string level;
  int64_t peakBytes = 0;
  int64_t persistentBytes = 0;
  std::optional<int64_t> capacityBytes;
};

struct ValueLifetime {
  std::string binding;
  std::string level;
  int64_t bytes = 0;
  int64_t definedAt = 0;
  int64_t lastUsedAt = 0;
  bool persistent = false;
};

/// Peaks, lifetimes and capacity findings of a function (1.2.2).
class MemoryRecord : public Record {
public:
  static const RecordType type;
  std::vector<LevelFootprint> footprint;
  std::vector<ValueLifetime> lifetimes;
  std::vector<std::string> advisories;
  /// "optimal" or "feasible"; absent when no level could be projected against.
  std::optional<std::string> solverStatus;

  const RecordType &getType() const override { return type; }
  void map(RecordMapper &mapper) override;
};

struct BufferFootprint {
  std::string buffer;
  std::string level;
  /// Distinct bytes one position reaches; the union over positions; the bytes
  /// of one position without deduplicating repeated access.
  int64_t bytes = 0;
  int64_t deviceBytes = 0;
  int64_t repeatedBytes = 0;
};

/// What one loop touches (1.2.2).
class LoopFootprintRecord : public Record {
public:
  static const RecordType type;
  std::vector<BufferFootprint> footprints;
  bool known = true;

  const RecordType &getType() const override { return type; }
  void map(RecordMapper &mapper) override;
};

/// A lower bound on time and what sets it (1.2.3).
class RooflineRecord : public Record {
public:
  static const RecordType type;
  int64_t computeNs = 0;
  int64_t memoryNs = 0;
  int64_t idealNs = 0;
  std::string boundBy = "none";

  const RecordType &getType() const override { return type; }
  void map(RecordMapper &mapper) override;
};

/// One occurrence's interval in one local wave (1.2.4).
class PerformanceRecord : public Record {
public:
  static const RecordType type;
  Timeline timeline;

  const RecordType &getType() const override { return type; }
  void map(RecordMapper &mapper) override;
};

/// A function's predicted time (1.2.4).
class PerformanceSummaryRecord : public Record {
public:
  static const RecordType type;
  Timeline timeline;
  int64_t waves = 1;

  const RecordType &getType() const override { return type; }
  void map(RecordMapper &mapper) override;
};

/// Every record type of this library.
llvm::ArrayRef<const RecordType *> standardRecordTypes();

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_RECORDS_H
