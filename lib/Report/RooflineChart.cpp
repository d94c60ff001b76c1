//===- RooflineChart.cpp - ops under the roofs of the machine -------------===//
//
// Log-log: flop per byte across, flop/s upward. What has no flops or no traffic
// has no place there and stands on a strip at the edge.
//
//===----------------------------------------------------------------------===//

#include "Forms.h"
#include "RooflineMarks.h"
#include "Svg.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace tilefoundry;
using Wide = unsigned __int128;

namespace {
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
    text += svgLine("grid", x, RoofFrame::top, x, bottom);
    text += svgLabel(x, bottom + 14, "middle", powerText(e));
  }
  for (const auto &[position, name] : rateTicks(frame)) {
    int64_t y = frame.py(position);
    text += svgLine("grid", RoofFrame::left, y, right, y);
    text += svgLabel(RoofFrame::left - 6, y + 4, "end", name);
  }
  text += svgLabel((RoofFrame::left + right) / 2, bottom + 32, "middle",
                   "intensity [flop/B]");
  text += "<text transform=\"rotate(-90)\" x=\"" +
          std::to_string(-(RoofFrame::top + RoofFrame::height / 2)) +
          "\" y=\"14\" text-anchor=\"middle\">bound [flop/s]</text>\n";
  return text;
}

namespace {
/// Marks on paper: in the frame, or on the strips beside and below it.
class MarkPainter {
public:
  MarkPainter(const RoofFrame &frame, llvm::StringRef level,
              llvm::ArrayRef<RooflineMark> marks);
  std::string draw();
  /// The height of the chart with the strips that there are.
  int64_t height() const { return bottom + (hasNoFlops ? 86 : 44); }

private:
  struct Spot {
    int64_t x = 0, y = 0;
    bool operator<(const Spot &other) const {
      return std::tie(x, y) < std::tie(other.x, other.y);
    }
  };
  struct Box {
    int64_t left, top, right, bottom;
    bool meets(const Box &other) const {
      return left < other.right && other.left < right && top < other.bottom &&
             other.top < bottom;
    }
  };

  Spot spotOf(const RooflineMark &mark) const;
  std::string drawStrips() const;
  std::string drawMark(const RooflineMark &mark) const;
  std::string drawNames();
  std::string drawName(Spot spot, const std::string &text);

  static constexpr int64_t right = RoofFrame::left + RoofFrame::width;
  static constexpr int64_t bottom = RoofFrame::top + RoofFrame::height;
  /// The middles of the strips.
  static constexpr int64_t besideX = right + 22, belowY = bottom + 52;
  static constexpr size_t mostNames = 10, mostNeighbours = 6;

  const RoofFrame &frame;
  std::string level;
  llvm::ArrayRef<RooflineMark> marks;
  bool hasNoFlops = false, hasNoTraffic = false;
  /// The largest bound among those without flops.
  int64_t longestNs = 1;
  std::map<Spot, std::vector<const RooflineMark *>> spots;
  std::vector<Box> taken;
};
} // namespace

MarkPainter::MarkPainter(const RoofFrame &frame, llvm::StringRef level,
                         llvm::ArrayRef<RooflineMark> marks)
    : frame(frame), level(level.str()), marks(marks) {
  for (const RooflineMark &mark : marks) {
    hasNoTraffic |= mark.kind == RooflineMark::Kind::NoTraffic;
    if (mark.kind != RooflineMark::Kind::NoFlops)
      continue;
    hasNoFlops = true;
    longestNs = std::max(longestNs, mark.idealNs);
  }
  for (const RooflineMark &mark : marks) {
    Spot spot = spotOf(mark);
    spots[spot].push_back(&mark);
    taken.push_back({spot.x - 5, spot.y - 5, spot.x + 5, spot.y + 5});
  }
}

MarkPainter::Spot MarkPainter::spotOf(const RooflineMark &mark) const {
  switch (mark.kind) {
  case RooflineMark::Kind::Placed:
    return {frame.px(mark.intensity), frame.py(mark.rate)};
  case RooflineMark::Kind::NoTraffic:
    return {besideX, frame.py(mark.rate)};
  case RooflineMark::Kind::NoFlops:
    break;
  }
  // From 0 ns at the left end, then by the logarithm of one more.
  auto scale = [](int64_t ns) {
    return log2Fixed(Ratio{static_cast<Wide>(ns) + 1, 1});
  };
  return {RoofFrame::left + 10 +
              scale(mark.idealNs) * (RoofFrame::width - 20) / scale(longestNs),
          belowY};
}

std::string MarkPainter::drawStrips() const {
  auto strip = [](int64_t x, int64_t y, int64_t width, int64_t height) {
    return ("<rect class=\"strip\" x=\"" + llvm::Twine(x) + "\" y=\"" +
            llvm::Twine(y) + "\" width=\"" + llvm::Twine(width) +
            "\" height=\"" + llvm::Twine(height) + "\"/>\n")
        .str();
  };
  std::string text;
  if (hasNoTraffic) {
    text += strip(besideX - 10, RoofFrame::top, 20, RoofFrame::height);
    text += "<text transform=\"rotate(90)\" x=\"" +
            std::to_string(RoofFrame::top + RoofFrame::height / 2) + "\" y=\"" +
            std::to_string(-(besideX + 16)) + "\" text-anchor=\"middle\">" +
            escapeHtml("no " + level + " traffic") + "</text>\n";
  }
  if (hasNoFlops) {
    text += strip(RoofFrame::left, belowY - 10, RoofFrame::width, 20);
    text += svgLabel(RoofFrame::left - 6, belowY + 4, "end", "no flops");
    text += svgLabel(RoofFrame::left, belowY + 26, "start", "0 ns");
    text += svgLabel((RoofFrame::left + right) / 2, belowY + 26, "middle",
                     "bound [ns], logarithmic");
    text +=
        svgLabel(right, belowY + 26, "end", std::to_string(longestNs) + " ns");
  }
  return text;
}

std::string MarkPainter::drawMark(const RooflineMark &mark) const {
  Spot spot = spotOf(mark);
  std::string hover = mark.hover;
  const auto &there = spots.find(spot)->second;
  if (there.size() > 1) {
    hover += "\nIn the same place:";
    size_t named = 0;
    for (const RooflineMark *other : there)
      if (other != &mark && named++ < mostNeighbours)
        hover += " " + other->name;
    if (named > mostNeighbours)
      hover += " and " + std::to_string(named - mostNeighbours) + " more";
  }
  return "<circle class=\"" + escapeHtml(mark.boundBy) + "\" cx=\"" +
         std::to_string(spot.x) + "\" cy=\"" + std::to_string(spot.y) +
         (mark.isFunction ? "\" r=\"8\"><title>" : "\" r=\"5\"><title>") +
         escapeHtml(hover) + "</title></circle>\n";
}

/// A name beside a spot where it covers nothing; nothing where there is no such
/// place.
std::string MarkPainter::drawName(Spot spot, const std::string &text) {
  int64_t width = 7 * static_cast<int64_t>(text.size());
  for (bool toRight : {true, false})
    for (int64_t down : {int64_t(17), int64_t(4), int64_t(-9)}) {
      int64_t x = spot.x + (toRight ? 9 : -9), y = spot.y + down;
      Box box = {toRight ? x : x - width, y - 10, toRight ? x + width : x,
                 y + 3};
      if (box.left < RoofFrame::left || box.right > right ||
          box.top < RoofFrame::top || box.bottom > bottom ||
          llvm::any_of(taken, [&](const Box &b) { return b.meets(box); }))
        continue;
      taken.push_back(box);
      return svgLabel(x, y, toRight ? "start" : "end", text, "name");
    }
  return {};
}

/// Names the spots in the frame where most time goes.
std::string MarkPainter::drawNames() {
  struct Named {
    Spot spot;
    int64_t weight = 0;
    std::string text;
  };
  std::vector<Named> named;
  for (const auto &[spot, there] : spots) {
    if (there.front()->kind != RooflineMark::Kind::Placed)
      continue;
    Named entry;
    entry.spot = spot;
    const RooflineMark *first = there.front();
    for (const RooflineMark *mark : there) {
      if (mark->weight > first->weight)
        first = mark;
      if (__builtin_add_overflow(entry.weight, mark->weight, &entry.weight))
        entry.weight = INT64_MAX;
    }
    entry.text = first->name;
    if (entry.text.size() > 24)
      entry.text = entry.text.substr(0, 23) + "...";
    if (there.size() > 1)
      entry.text += " +" + std::to_string(there.size() - 1);
    named.push_back(std::move(entry));
  }
  llvm::stable_sort(named, [](const Named &a, const Named &b) {
    return a.weight > b.weight;
  });
  if (named.size() > mostNames)
    named.resize(mostNames);
  std::string text;
  for (const Named &entry : named)
    text += drawName(entry.spot, entry.text);
  return text;
}

std::string MarkPainter::draw() {
  std::string text = drawStrips();
  for (const RooflineMark &mark : marks)
    text += drawMark(mark);
  return text + drawNames();
}

static std::string drawRoofs(const RoofFrame &frame, llvm::ArrayRef<Roof> roofs,
                             int64_t bandwidth, llvm::StringRef level) {
  std::string text;
  int64_t reached = frame.minX;
  for (const Roof &roof : roofs) {
    reached = std::max(reached, roof.ridge);
    text += svgLine("roof", frame.px(roof.ridge), frame.py(roof.y),
                    frame.px(frame.maxX), frame.py(roof.y));
    text += svgLabel(frame.px(frame.maxX), frame.py(roof.y) - 4, "end",
                     roof.type + " peak");
  }
  if (roofs.empty())
    reached = std::min(frame.maxX, frame.maxY - bandwidth);
  return text + diagonal(frame.px(frame.minX), frame.py(frame.minX + bandwidth),
                         frame.px(reached), frame.py(reached + bandwidth),
                         (level + " bandwidth").str());
}

/// A frame that holds all roofs and every mark that has a place.
static RoofFrame frameOf(llvm::ArrayRef<RooflineMark> marks,
                         llvm::ArrayRef<Roof> roofs, int64_t bandwidth) {
  RoofFrame frame;
  for (const Roof &roof : roofs)
    frame.include(roof.ridge, roof.y);
  for (const RooflineMark &mark : marks)
    if (mark.kind == RooflineMark::Kind::Placed)
      frame.include(mark.intensity, mark.rate);
  if (frame.minX > frame.maxX)
    frame.include(0, bandwidth);
  for (const RooflineMark &mark : marks)
    if (mark.kind == RooflineMark::Kind::NoTraffic)
      frame.include(frame.minX + 1024, mark.rate);
  // Every diagonal starts inside the frame.
  frame.minY = std::min(frame.minY, frame.minX + bandwidth);
  return frame;
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
  std::vector<RooflineMark> marks =
      rooflineMarks(report, rates->bandwidthLevel);
  if (marks.empty())
    return {};
  std::vector<Roof> roofs = collectRoofs(report, *rates, bandwidth);
  RoofFrame frame = frameOf(marks, roofs, bandwidth);
  MarkPainter painter(frame, rates->bandwidthLevel, marks);
  return "<svg class=\"chart\" viewBox=\"0 0 860 " +
         std::to_string(painter.height()) +
         "\" role=\"img\" aria-label=\"roofline\">\n" + drawAxes(frame) +
         drawRoofs(frame, roofs, bandwidth, rates->bandwidthLevel) +
         painter.draw() + "</svg>\n";
}
