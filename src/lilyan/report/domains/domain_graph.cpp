#include <lilyan/report/domains/domain_page.hpp>

#include <lilyan/render/color.hpp>
#include <lilyan/report/html.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

namespace lilyan {
namespace {

// What is drawn as one: a domain, or instances without children that hang side by side.
struct GraphNode {
  Index parent = -1;
  std::string label;
  Index coordinates = 0;
  Index count = 1;
};

std::vector<GraphNode> single_nodes(const std::vector<ShownDomain>& domains) {
  std::vector<GraphNode> nodes;
  for (const ShownDomain& domain : domains) nodes.push_back({domain.parent, domain.name, domain.coordinates});
  return nodes;
}

std::vector<GraphNode> grouped_nodes(const std::vector<ShownDomain>& domains) {
  std::vector<bool> has_children(domains.size(), false);
  for (const ShownDomain& domain : domains)
    if (domain.parent >= 0) has_children[static_cast<std::size_t>(domain.parent)] = true;
  std::vector<GraphNode> nodes;
  std::vector<Index> node_of(domains.size());
  std::map<std::pair<Index, std::string>, std::size_t> groups;  // those of a parent
  for (std::size_t i = 0; i < domains.size(); ++i) {
    const ShownDomain& domain = domains[i];
    const Index parent = domain.parent < 0 ? -1 : node_of[static_cast<std::size_t>(domain.parent)];
    node_of[i] = static_cast<Index>(nodes.size());
    if (!domain.group.empty() && !has_children[i]) {
      const auto [found, is_new] = groups.try_emplace({parent, domain.group}, nodes.size());
      if (!is_new) {
        GraphNode& group = nodes[found->second];
        group.label = fmt::format("{} × {}", ++group.count, domain.group);
        continue;
      }
    }
    nodes.push_back({parent, domain.name, domain.coordinates});
  }
  return nodes;
}

// At most kMostClasses colours for the numbers of coordinates that there are; rigid domains have the colour of soft ink.
class CoordinateColours {
 public:
  explicit CoordinateColours(const std::vector<GraphNode>& nodes) {
    std::set<Index> numbers;
    for (const GraphNode& node : nodes) node.coordinates > 0 ? void(numbers.insert(node.coordinates)) : void(has_rigid_ = true);
    if (numbers.size() <= kMostClasses) {
      for (const Index number : numbers) classes_.push_back({number, number});
      return;
    }
    const Index least = *numbers.begin(), span = *numbers.rbegin() - least + 1;
    for (Index k = 0; k < static_cast<Index>(kMostClasses); ++k) {
      const auto bound = [&](Index at) { return least + static_cast<Index>(std::int64_t{span} * at / Index{kMostClasses}); };
      classes_.push_back({bound(k), bound(k + 1) - 1});
    }
  }

  std::string of(Index coordinates) const {
    if (coordinates == 0) return "var(--soft)";
    for (std::size_t k = 0; k < classes_.size(); ++k)
      if (coordinates <= classes_[k].second) return colour(k);
    return colour(classes_.size() - 1);
  }

  std::string legend() const {
    std::string html = "<p class=\"note split\">Coordinates: ";
    const auto add = [&](const std::string& fill, const std::string& words) {
      html += fmt::format("<i style=\"background:{}\"></i>{} &emsp;", fill, words);
    };
    if (has_rigid_) add("var(--soft)", "rigid");
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      const auto& [from, to] = classes_[k];
      add(colour(k), from == to ? std::to_string(from) : fmt::format("{} to {}", from, to));
    }
    return html + "</p>\n";
  }

 private:
  static constexpr std::size_t kMostClasses = 6;

  // From yellow to violet, ever darker: in this order also for those who do not see the hues, and seen on light and dark pages.
  std::string colour(std::size_t k) const {
    const double t = classes_.size() < 2 ? 0.5 : static_cast<double>(k) / static_cast<double>(classes_.size() - 1);
    const render::Color c = render::from_oklch(0.82 - 0.36 * t, 0.13, 95 + 195 * t);
    return fmt::format("#{:02x}{:02x}{:02x}", render::to_byte(c[0]), render::to_byte(c[1]), render::to_byte(c[2]));
  }

  bool has_rigid_ = false;
  std::vector<std::pair<Index, Index>> classes_;  // from, to
};

std::string opened(double width, double height) {
  return fmt::format(
      "<svg viewBox=\"0 0 {0:.0f} {1:.0f}\" style=\"max-width:{0:.0f}px;margin:6px auto 0\" role=\"img\" "
      "xmlns=\"http://www.w3.org/2000/svg\">"
      "<title>The tree of domains</title>",
      width, height);
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// The first characters, and an ellipsis if there are more than fit.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 18;
  if (characters(text) <= kMost) return text;
  std::size_t seen = 0, at = 0;
  while (at < text.size() && (seen += (static_cast<unsigned char>(text[at]) & 0xc0) != 0x80) < kMost) ++at;
  return text.substr(0, at) + "…";
}

// Boxes with names, a column for every depth.
std::string named_graph(const std::vector<GraphNode>& nodes, const TreeLayout& layout, const CoordinateColours& colours) {
  constexpr double kLetter = 7.4, kPadding = 11, kBox = 24, kRow = 32, kGap = 44, kMargin = 4;
  std::vector<std::string> labels;
  std::vector<double> widths, column(static_cast<std::size_t>(layout.deepest) + 2, 0);  // where it begins
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    labels.push_back(shortened(nodes[i].label));
    widths.push_back(kLetter * static_cast<double>(characters(labels[i])) + 2 * kPadding);
    double& widest = column[static_cast<std::size_t>(layout.depth[i]) + 1];
    widest = std::max(widest, widths[i]);
  }
  column[0] = kMargin;
  for (std::size_t k = 1; k < column.size(); ++k) column[k] += column[k - 1] + kGap;
  const auto x = [&](std::size_t i) { return column[static_cast<std::size_t>(layout.depth[i])]; };
  const auto y = [&](std::size_t i) { return kMargin + kRow * layout.across[i] + 0.5 * kBox; };
  const double width = column.back() - kGap + kMargin, height = 2 * kMargin + kRow * (layout.ends - 1) + kBox;

  std::string edges, boxes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent >= 0) {
      const auto p = static_cast<std::size_t>(nodes[i].parent);
      const double from = x(p) + widths[p], middle = 0.5 * (from + x(i));
      edges += fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", from, y(p), middle, y(p), middle, y(i), x(i),
                           y(i));
    }
    boxes += fmt::format(
        "<g><title>{}: {}</title><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"5\" fill=\"var(--card)\" "
        "stroke=\"{}\" stroke-width=\"2.5\"/><text class=\"tx\" x=\"{:.1f}\" y=\"{:.1f}\" "
        "style=\"font-size:12px;fill:var(--ink);dominant-baseline:central\">{}</text></g>",
        html_escaped(nodes[i].label), nodes[i].coordinates == 0 ? "rigid" : fmt::format("{} coordinates", nodes[i].coordinates),
        x(i), y(i) - 0.5 * kBox, widths[i], kBox, colours.of(nodes[i].coordinates), x(i) + 0.5 * widths[i], y(i),
        html_escaped(labels[i]));
  }
  // A wide one is scrolled to the side, not made too small to read.
  return fmt::format(
      "<div style=\"overflow-x:auto\"><div style=\"min-width:{:.0f}px\">{}<path d=\"{}\" "
      "stroke=\"var(--soft)\"/>{}</svg></div></div>\n",
      0.75 * width, opened(width, height), edges, boxes);
}

// Dots on circles about the root, which is drawn as a ring. From a dot its circle leads to the rays of its children, so that no two
// branches cross.
std::string dotted_graph(const std::vector<GraphNode>& nodes, const TreeLayout& layout, const CoordinateColours& colours) {
  constexpr double kRadius = 540, kMargin = 14;
  const double ring = std::min(100.0, kRadius / std::max<Index>(layout.deepest, 1)), outermost = ring * layout.deepest;
  const double dot = std::clamp(0.7 * std::min(2 * std::numbers::pi * outermost / layout.ends, ring), 1.6, 9.0);
  const double center = outermost + kMargin;
  const auto place = [&](Index circle, double across) {
    const double angle = 2 * std::numbers::pi * (across + 0.5) / layout.ends;
    return fmt::format("{:.1f} {:.1f}", center + ring * circle * std::cos(angle), center + ring * circle * std::sin(angle));
  };
  std::vector<double> first(nodes.size(), layout.ends), last(nodes.size(), -1);  // of the children, across
  std::string edges, groups;
  std::map<std::string, std::string> dots;  // by colour
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::string here = place(layout.depth[i], layout.across[i]), colour = colours.of(nodes[i].coordinates);
    if (i > 0) {
      const auto parent = static_cast<std::size_t>(nodes[i].parent);
      edges += "M" + place(layout.depth[parent], layout.across[i]) + "L" + here;
      first[parent] = std::min(first[parent], layout.across[i]);
      last[parent] = std::max(last[parent], layout.across[i]);
    }
    if (nodes[i].count > 1)
      groups +=
          fmt::format("<g transform=\"translate({})\"><title>{}</title><circle r=\"{:.1f}\" fill=\"{}\"/></g>", here,
                      html_escaped(nodes[i].label), std::min(2 * std::sqrt(static_cast<double>(nodes[i].count)), kMargin), colour);
    else
      dots[colour] += "M" + here + "h0";
  }
  for (std::size_t i = 1; i < nodes.size(); ++i)
    if (last[i] > first[i])
      edges += fmt::format("M{}A{:.1f} {:.1f} 0 {} 1 {}", place(layout.depth[i], first[i]), ring * layout.depth[i],
                           ring * layout.depth[i], 2 * (last[i] - first[i]) > layout.ends ? 1 : 0, place(layout.depth[i], last[i]));
  std::string svg = opened(2 * center, 2 * center) +
                    fmt::format("<path d=\"{}\" stroke=\"var(--soft)\" stroke-width=\".6\" opacity=\".6\"/>", edges);
  for (const auto& [colour, path] : dots)
    svg += fmt::format("<path d=\"{}\" style=\"stroke:{};stroke-width:{:.1f};stroke-linecap:round;vector-effect:none\"/>", path,
                       colour, dot);
  return svg + groups +
         fmt::format(
             "<circle cx=\"{0:.1f}\" cy=\"{0:.1f}\" r=\"{1:.1f}\" fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"2\"/></svg>\n",
             center, 0.5 * dot + 3);
}

}  // namespace

TreeLayout tree_layout(const std::vector<Index>& parent) {
  const std::size_t count = parent.size();
  TreeLayout layout{std::vector<double>(count), std::vector<Index>(count, 0)};
  const auto up = [&](std::size_t i) { return static_cast<std::size_t>(parent[i]); };
  std::vector<Index> ends(count, 0);  // below each node, itself if it is one
  for (std::size_t i = count; i-- > 0;) {
    assert(parent[i] < static_cast<Index>(i) && (parent[i] >= 0) == (i > 0));
    if (ends[i] == 0) ends[i] = 1;
    if (i > 0) ends[up(i)] += ends[i];
  }
  std::vector<Index> next(count, 0);  // where the ends of the next child begin
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) {
      layout.depth[i] = layout.depth[up(i)] + 1;
      next[i] = next[up(i)];
      next[up(i)] += ends[i];
    }
    layout.across[i] = next[i] + 0.5 * (ends[i] - 1);
    layout.deepest = std::max(layout.deepest, layout.depth[i]);
  }
  layout.ends = count > 0 ? ends[0] : 0;
  return layout;
}

std::string domain_graph(const std::vector<ShownDomain>& domains) {
  if (domains.empty()) return {};
  const std::vector<GraphNode> nodes = domains.size() <= kMostNamed ? single_nodes(domains) : grouped_nodes(domains);
  std::vector<Index> parents;
  for (const GraphNode& node : nodes) parents.push_back(node.parent);
  const TreeLayout layout = tree_layout(parents);
  const CoordinateColours colours(nodes);
  const std::string svg = nodes.size() <= kMostNamed ? named_graph(nodes, layout, colours) : dotted_graph(nodes, layout, colours);
  return "<figure>" + svg + colours.legend() + "</figure>\n";
}

}  // namespace lilyan
