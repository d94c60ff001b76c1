//===- TimelineChart.cpp - when each op runs ------------------------------===//

#include "Figures.h"
#include "Forms.h"
#include "Svg.h"
#include <set>

using namespace tilefoundry;
using Wide = unsigned __int128;

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

/// The name of a track left of it, cut where it is too long, whole on hovering.
static std::string trackName(const std::string &name, int64_t y) {
  constexpr size_t most = 17;
  std::string shown =
      name.size() > most ? name.substr(0, most - 3) + "..." : name;
  return ("<text class=\"track\" x=\"" + llvm::Twine(TimeFrame::left - 8) +
          "\" y=\"" + llvm::Twine(y) + "\" text-anchor=\"end\">" +
          escapeHtml(shown) + "<title>" + escapeHtml(name) +
          "</title></text>\n")
      .str();
}

/// The distance of ticks: 1, 2 or 5 of a power of ten, so that at most ten fit.
static int64_t tickDistance(int64_t endNs) {
  int64_t power = 1;
  while (endNs / power > 50)
    power *= 10;
  for (int64_t digit : {1, 2})
    if (endNs / (power * digit) <= 10)
      return power * digit;
  return power * 5;
}

/// Ticks at round times; the end stands at the right, and a tick whose number
/// would meet it has none.
static std::string drawTicks(const TimeFrame &frame, int64_t endNs,
                             int64_t bottom) {
  std::string text, end = std::to_string(endNs) + " ns";
  auto tick = [&](int64_t ns, llvm::StringRef anchor, llvm::StringRef name) {
    std::string x = frame.x(ns);
    text += ("<line class=\"grid\" x1=\"" + x + "\" y1=\"4\" x2=\"" + x +
             "\" y2=\"" + llvm::Twine(bottom) + "\"/>\n<text x=\"" + x +
             "\" y=\"" + llvm::Twine(bottom + 16) + "\" text-anchor=\"" +
             anchor + "\">" + name + "</text>\n")
                .str();
  };
  tick(0, "start", "0");
  int64_t distance = tickDistance(endNs);
  for (int64_t at = distance; at < endNs; at += distance) {
    std::string name = std::to_string(at);
    if (frame.fits(end + name, at, endNs))
      tick(at, "middle", name);
    if (at > endNs - distance)
      break;
  }
  tick(endNs, "end", end);
  return text;
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
  text += drawTicks(frame, endNs, bottom);
  for (size_t track : tracks)
    text += trackName(groupName(report.groups[track]), rowOf(track) + 20);
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
  text += svgLine("axis", TimeFrame::left, bottom,
                  TimeFrame::left + TimeFrame::width, bottom);
  return text + "</svg>\n";
}
