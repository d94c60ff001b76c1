//===- Svg.cpp - the charts of the page -----------------------------------===//

#include "Svg.h"
#include "Figures.h"
#include "Forms.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace tilefoundry;
using Wide = unsigned __int128;

std::string tilefoundry::escapeHtml(llvm::StringRef text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += c;
    }
  }
  return llvm::json::isUTF8(result) ? result : llvm::json::fixUTF8(result);
}

/// `log2(value)` in 1/1024ths: the leading bit, then ten squarings of the
/// mantissa.
static int64_t log2Fixed(Wide value) {
  int64_t exponent = 0;
  for (Wide rest = value; rest > 1; rest >>= 1)
    ++exponent;
  // The mantissa in [1, 2) with 31 bits after the point.
  uint64_t mantissa = exponent <= 31
                          ? static_cast<uint64_t>(value << (31 - exponent))
                          : static_cast<uint64_t>(value >> (exponent - 31));
  int64_t result = exponent << 10;
  for (int bit = 9; bit >= 0; --bit) {
    mantissa = static_cast<uint64_t>((Wide(mantissa) * mantissa) >> 31);
    if (mantissa >= (uint64_t(1) << 32)) {
      mantissa >>= 1;
      result += int64_t(1) << bit;
    }
  }
  return result;
}

int64_t tilefoundry::log2Fixed(Ratio ratio) {
  return ::log2Fixed(ratio.numerator) - ::log2Fixed(ratio.denominator);
}

//===----------------------------------------------------------------------===//
// Roofline
//===----------------------------------------------------------------------===//

namespace {
struct Point {
  /// log2 of flop per byte and of flop/s, in 1/1024ths.
  int64_t x, y;
  std::string hover;
  std::string boundBy;
  bool isFunction = false;
};
struct Roof {
  std::string type;
  /// log2 of the peak, and of the intensity at which it is reached.
  int64_t y, ridge;
};

/// Places log-log coordinates in a frame.
class RoofFrame {
public:
  static constexpr int64_t left = 70, top = 16, width = 720, height = 330;

  void include(int64_t x, int64_t y) {
    minX = std::min(minX, x - 1024);
    maxX = std::max(maxX, x + 1024);
    minY = std::min(minY, y - 1024);
    maxY = std::max(maxY, y + 1024);
  }
  int64_t px(int64_t x) const {
    return left + (x - minX) * width / (maxX - minX);
  }
  int64_t py(int64_t y) const {
    return top + height - (y - minY) * height / (maxY - minY);
  }
  int64_t minX = INT64_C(1) << 30, maxX = -(INT64_C(1) << 30);
  int64_t minY = INT64_C(1) << 30, maxY = -(INT64_C(1) << 30);
};
} // namespace

static std::string line(llvm::StringRef kind, int64_t x1, int64_t y1,
                        int64_t x2, int64_t y2) {
  return ("<line class=\"" + kind + "\" x1=\"" + llvm::Twine(x1) + "\" y1=\"" +
          llvm::Twine(y1) + "\" x2=\"" + llvm::Twine(x2) + "\" y2=\"" +
          llvm::Twine(y2) + "\"/>\n")
      .str();
}

static std::string label(int64_t x, int64_t y, llvm::StringRef anchor,
                         llvm::StringRef text) {
  return ("<text x=\"" + llvm::Twine(x) + "\" y=\"" + llvm::Twine(y) +
          "\" text-anchor=\"" + anchor + "\">" + escapeHtml(text) + "</text>\n")
      .str();
}

/// A roof that rises, its name written along it.
static std::string diagonal(int64_t x1, int64_t y1, int64_t x2, int64_t y2,
                            llvm::StringRef name) {
  return ("<path id=\"bandwidth\" class=\"roof\" d=\"M" + llvm::Twine(x1) +
          " " + llvm::Twine(y1) + " L" + llvm::Twine(x2) + " " +
          llvm::Twine(y2) +
          "\"/>\n<text dy=\"-6\"><textPath href=\"#bandwidth\" "
          "startOffset=\"2%\">" +
          escapeHtml(name) + "</textPath></text>\n")
      .str();
}

/// 1024 -> "2", -2048 -> "1/4", 30720 -> "2^30".
static std::string powerText(int64_t exponent) {
  if (exponent < -6 || exponent > 12)
    return "2^" + std::to_string(exponent);
  return exponent < 0 ? "1/" + std::to_string(int64_t(1) << -exponent)
                      : std::to_string(int64_t(1) << exponent);
}

/// Places and names of rates on the vertical axis: 1, 2 and 5 of each power of
/// ten, or the powers alone where those would crowd.
static std::vector<std::pair<int64_t, std::string>>
rateTicks(const RoofFrame &frame) {
  static constexpr const char *scales[] = {"",   " k", " M", " G",
                                           " T", " P", " E"};
  bool crowded = frame.maxY - frame.minY > 14 * 1024;
  std::vector<std::pair<int64_t, std::string>> ticks;
  Wide power = 1;
  for (unsigned decade = 0; decade < 21; ++decade, power *= 10)
    for (unsigned digit : {1u, 2u, 5u}) {
      int64_t position = log2Fixed(Ratio{power * digit, 1});
      if (position < frame.minY || position > frame.maxY ||
          (crowded && digit != 1))
        continue;
      static constexpr unsigned tens[] = {1, 10, 100};
      ticks.emplace_back(position, std::to_string(digit * tens[decade % 3]) +
                                       scales[decade / 3]);
    }
  return ticks;
}

/// Where records place an op or a function; nothing where one is missing, or
/// where a logarithm has no value.
static std::optional<Point> placePoint(const ComputeCostRecord *cost,
                                       const TrafficRecord *traffic,
                                       const RooflineRecord *roof,
                                       llvm::StringRef level) {
  if (!cost || !traffic || !roof || roof->idealNs <= 0)
    return std::nullopt;
  Wide flops = 0;
  for (const auto &[type, count] : cost->flops)
    flops += static_cast<Wide>(count);
  TrafficBytes moved = bytesOf(traffic->whole, level);
  Wide bytes = static_cast<Wide>(moved.read) + static_cast<Wide>(moved.write);
  if (flops == 0 || bytes == 0)
    return std::nullopt;
  return Point{
      log2Fixed(Ratio{flops, bytes}),
      log2Fixed(Ratio{flops * 1000000000, static_cast<Wide>(roof->idealNs)}),
      "", roof->boundBy};
}

/// The function's point is last and drawn larger.
static std::vector<Point> collectPoints(const Report &report,
                                        llvm::StringRef level) {
  std::vector<Point> points;
  for (const CallReport &call : report.calls) {
    std::optional<Point> point =
        placePoint(call.get<ComputeCostRecord>(), call.get<TrafficRecord>(),
                   call.get<RooflineRecord>(), level);
    if (!point)
      continue;
    point->hover = call.label() + "  " + call.opName + "  " +
                   recordLine(call, /*operands=*/false);
    points.push_back(std::move(*point));
  }
  std::optional<Point> whole =
      placePoint(report.get<ComputeCostRecord>(), report.get<TrafficRecord>(),
                 report.get<RooflineRecord>(), level);
  if (!whole)
    return points;
  std::vector<std::string> texts = {report.function};
  for (const Record *record : report.functionRecords)
    texts.push_back(record->toComment(/*withOperands=*/false));
  whole->hover = llvm::join(texts, "; ");
  whole->isFunction = true;
  points.push_back(std::move(*whole));
  return points;
}

static std::vector<Roof> collectRoofs(const Report &report,
                                      const ThroughputFacts &rates,
                                      int64_t bandwidth) {
  std::vector<Roof> roofs;
  for (const std::string &type : mentionedFlops(report)) {
    std::optional<ElementType> element = parseElementType(type);
    std::optional<int64_t> peak;
    if (element)
      peak = rates.peakFor(*element);
    if (!peak || *peak <= 0)
      continue;
    int64_t y = log2Fixed(Ratio{static_cast<Wide>(*peak), 1});
    roofs.push_back({type, y, y - bandwidth});
  }
  return roofs;
}

static std::string drawAxes(const RoofFrame &frame) {
  std::string text;
  int64_t bottom = RoofFrame::top + RoofFrame::height;
  int64_t right = RoofFrame::left + RoofFrame::width;
  auto first = [](int64_t low) { return (low + (low > 0 ? 1023 : 0)) / 1024; };
  auto step = [](int64_t low, int64_t high) {
    return std::max<int64_t>(1, (high - low) / 1024 / 10);
  };
  for (int64_t e = first(frame.minX); e * 1024 <= frame.maxX;
       e += step(frame.minX, frame.maxX)) {
    int64_t x = frame.px(e * 1024);
    text += line("grid", x, RoofFrame::top, x, bottom);
    text += label(x, bottom + 14, "middle", powerText(e));
  }
  for (const auto &[position, name] : rateTicks(frame)) {
    int64_t y = frame.py(position);
    text += line("grid", RoofFrame::left, y, right, y);
    text += label(RoofFrame::left - 6, y + 4, "end", name);
  }
  text += label((RoofFrame::left + right) / 2, bottom + 32, "middle",
                "intensity [flop/B]");
  text += "<text transform=\"rotate(-90)\" x=\"" +
          std::to_string(-(RoofFrame::top + RoofFrame::height / 2)) +
          "\" y=\"14\" text-anchor=\"middle\">bound [flop/s]</text>\n";
  return text;
}

std::string tilefoundry::rooflineChart(const Report &report) {
  if (!report.result.target)
    return {};
  llvm::Expected<ThroughputFacts> rates =
      report.result.target->facts<ThroughputFacts>();
  if (!rates) {
    llvm::consumeError(rates.takeError());
    return {};
  }
  if (!rates->memoryBandwidthBytesPerSecond ||
      *rates->memoryBandwidthBytesPerSecond <= 0)
    return {};
  int64_t bandwidth = log2Fixed(
      Ratio{static_cast<Wide>(*rates->memoryBandwidthBytesPerSecond), 1});
  std::vector<Point> points = collectPoints(report, rates->bandwidthLevel);
  if (points.empty())
    return {};
  std::vector<Roof> roofs = collectRoofs(report, *rates, bandwidth);
  RoofFrame frame;
  for (const Point &point : points)
    frame.include(point.x, point.y);
  for (const Roof &roof : roofs)
    frame.include(roof.ridge, roof.y);
  // Every diagonal starts inside the frame.
  frame.minY = std::min(frame.minY, frame.minX + bandwidth);

  std::string text =
      "<svg class=\"chart\" viewBox=\"0 0 860 400\" role=\"img\" "
      "aria-label=\"roofline\">\n";
  text += drawAxes(frame);
  int64_t reached = frame.minX;
  for (const Roof &roof : roofs) {
    reached = std::max(reached, roof.ridge);
    text += line("roof", frame.px(roof.ridge), frame.py(roof.y),
                 frame.px(frame.maxX), frame.py(roof.y));
    text += label(frame.px(frame.maxX), frame.py(roof.y) - 4, "end",
                  roof.type + " peak");
  }
  if (roofs.empty())
    reached = std::min(frame.maxX, frame.maxY - bandwidth);
  text += diagonal(frame.px(frame.minX), frame.py(frame.minX + bandwidth),
                   frame.px(reached), frame.py(reached + bandwidth),
                   rates->bandwidthLevel + " bandwidth");
  for (const Point &point : points)
    text += "<circle class=\"" + escapeHtml(point.boundBy) + "\" cx=\"" +
            std::to_string(frame.px(point.x)) + "\" cy=\"" +
            std::to_string(frame.py(point.y)) +
            (point.isFunction ? "\" r=\"8\"><title>" : "\" r=\"5\"><title>") +
            escapeHtml(point.hover) + "</title></circle>\n";
  return text + "</svg>\n";
}

//===----------------------------------------------------------------------===//
// Timeline
//===----------------------------------------------------------------------===//

namespace {
/// Places ns on a row, in hundredths of a unit.
class TimeFrame {
public:
  static constexpr int64_t left = 130, width = 700, row = 34;
  explicit TimeFrame(int64_t endNs) : endNs(std::max<int64_t>(endNs, 1)) {}
  std::string x(int64_t ns) const {
    return hundredths(left * 100 + scaled(ns));
  }
  std::string length(int64_t ns) const {
    return hundredths(std::max<int64_t>(scaled(ns), 50));
  }
  /// Whether a text fits between two times, at most 7 units a character.
  bool fits(llvm::StringRef text, int64_t startNs, int64_t endNs) const {
    return scaled(endNs - startNs) >=
           static_cast<int64_t>(7 * text.size() + 6) * 100;
  }

private:
  int64_t scaled(int64_t ns) const {
    return static_cast<int64_t>(static_cast<__int128>(ns) * width * 100 /
                                endNs);
  }
  static std::string hundredths(int64_t value) {
    return fixedDecimal({static_cast<Wide>(value), 100}, 2);
  }
  const int64_t endNs;
};
} // namespace

static std::string box(llvm::StringRef kind, const TimeFrame &frame,
                       int64_t startNs, int64_t endNs, int64_t y,
                       int64_t height, llvm::StringRef hover) {
  return ("<rect class=\"" + kind + "\" x=\"" + frame.x(startNs) + "\" y=\"" +
          llvm::Twine(y) + "\" width=\"" + frame.length(endNs - startNs) +
          "\" height=\"" + llvm::Twine(height) + "\"><title>" +
          escapeHtml(hover) + "</title></rect>\n")
      .str();
}

/// A text in the middle of a box; nothing where it does not fit.
static std::string boxText(llvm::StringRef kind, const TimeFrame &frame,
                           int64_t startNs, int64_t endNs, int64_t y,
                           llvm::StringRef text) {
  if (!frame.fits(text, startNs, endNs))
    return {};
  return ("<text class=\"" + kind + "\" x=\"" +
          frame.x(startNs + (endNs - startNs) / 2) + "\" y=\"" +
          llvm::Twine(y) + "\" text-anchor=\"middle\">" + escapeHtml(text) +
          "</text>\n")
      .str();
}

std::string tilefoundry::timelineChart(const Report &report) {
  std::set<size_t> used;
  int64_t endNs = 0;
  for (const CallReport &call : report.calls)
    if (const auto *timed = call.get<PerformanceRecord>()) {
      used.insert(trackOf(report, call.group));
      endNs = std::max(endNs, timed->timeline.endNs);
    }
  if (used.empty())
    return {};
  std::vector<LoopSpan> spans = loopSpans(report);
  for (const LoopSpan &span : spans)
    endNs = std::max(endNs, span.endNs().get());
  TimeFrame frame(endNs);
  std::vector<size_t> tracks(used.begin(), used.end());
  auto rowOf = [&](size_t group) -> int64_t {
    size_t track = trackOf(report, group);
    return 8 + TimeFrame::row * (llvm::find(tracks, track) - tracks.begin());
  };
  int64_t bottom = 8 + TimeFrame::row * static_cast<int64_t>(tracks.size());
  std::string text = "<svg class=\"chart\" viewBox=\"0 0 860 " +
                     std::to_string(bottom + 30) +
                     "\" role=\"img\" aria-label=\"timeline\">\n";
  for (size_t track : tracks)
    text += label(TimeFrame::left - 8, rowOf(track) + 20, "end",
                  groupName(report.groups[track]));
  for (const LoopSpan &span : spans) {
    std::string trips = groupName(report.groups[span.group]) + ": " +
                        std::to_string(span.trips) + " trips";
    text +=
        box("loop", frame, span.startNs, span.endNs().get(), rowOf(span.group),
            28, trips + ", " + std::to_string(span.strideNs) + " ns each");
    // The ops of the first trip cover its part of the box.
    text += boxText("trips", frame, span.startNs + span.strideNs,
                    span.endNs().get(), rowOf(span.group) + 18, trips);
  }
  for (const CallReport &call : report.calls)
    if (const auto *timed = call.get<PerformanceRecord>()) {
      const Timeline &at = timed->timeline;
      int64_t y = rowOf(call.group) + 5;
      text += box("op", frame, at.startNs, at.endNs, y, 18,
                  call.label() + "  " + call.opName + "  " +
                      recordLine(call, /*operands=*/false));
      text += boxText("inside", frame, at.startNs, at.endNs, y + 13, call.name);
    }
  text += line("axis", TimeFrame::left, bottom,
               TimeFrame::left + TimeFrame::width, bottom);
  text += label(TimeFrame::left, bottom + 16, "start", "0");
  text += label(TimeFrame::left + TimeFrame::width, bottom + 16, "end",
                std::to_string(endNs) + " ns");
  return text + "</svg>\n";
}
