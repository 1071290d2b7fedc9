#include <lilyan/report/page.hpp>

#include <lilyan/report/html.hpp>

#include <fmt/format.h>

namespace lilyan {

namespace {

// Light and dark as the reader's system has it. The palette keeps its order of lightness for those who do not see the hues.
constexpr const char* kPageStyle = R"css(
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --ink: #1c2330; --soft: #5b6676; --line: #dfe3ea; --grid: #e9ecf1; --accent: #2a6fb0;
  --good: #1c7f4c; --fair: #a86a00; --bad: #c0322b; --warn: #fff6e0;
  --c0: #1f6fb5; --c1: #d9692b; --c2: #2c8f57; --c3: #8a55b8; --c4: #c43b5e; --c5: #7a7f1e; --c6: #13939b; --c7: #6b6f7a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161c; --card: #1a2029; --ink: #e6eaf0; --soft: #9aa6b6; --line: #2e3744; --grid: #262e39; --accent: #6cb2f2;
    --good: #5cc98d; --fair: #e5a94a; --bad: #f2776e; --warn: #33290f;
    --c0: #62aef0; --c1: #f29a63; --c2: #62c98d; --c3: #bd93e6; --c4: #f07f9c; --c5: #c2c75a; --c6: #55c9d1; --c7: #a3a9b5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 28px 20px 60px; }
header h1 { margin: 0; font-size: 30px; line-height: 1.2; overflow-wrap: anywhere; }
header p { margin: 4px 0 0; color: var(--soft); overflow-wrap: anywhere; }
h2 { margin: 0 0 12px; font-size: 19px; }
section { margin-top: 32px; }
.verdicts { list-style: none; margin: 18px 0 0; padding: 16px 20px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; font-size: 18px; }
.verdicts li { margin: 3px 0; }
.verdict { overflow-wrap: anywhere; }
.verdict::before { content: ""; display: inline-block; width: .62em; height: .62em; margin-right: .55em; border-radius: 50%; background: var(--soft); }
.verdict.good::before { background: var(--good); } .verdict.fair::before { background: var(--fair); } .verdict.bad::before { background: var(--bad); }
.verdict.bad { color: var(--bad); font-weight: 600; }
.warnings { margin: 16px 0 0; padding: 12px 20px 12px 38px; background: var(--warn); border-left: 4px solid var(--fair); border-radius: 0 8px 8px 0; }
.warnings.failed { border-color: var(--bad); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 12px; margin-top: 16px; }
.tile { padding: 12px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.tile b { display: block; font-size: 21px; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.tile span { color: var(--soft); font-size: 14px; }
.charts, .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 460px), 1fr)); gap: 16px; }
.pictures { grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); } .picture:only-child { max-width: 600px; }
figure { margin: 0; padding: 14px 16px; min-width: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
figcaption { font-weight: 600; }
figcaption .unit { font-weight: 400; color: var(--soft); }
figcaption .when { float: right; font-weight: 400; font-size: 14px; color: var(--soft); font-variant-numeric: tabular-nums; }
.picture { padding: 0; overflow: hidden; }
.picture img { display: block; width: 100%; height: auto; }
.picture figcaption { padding: 8px 14px; font-weight: 400; font-size: 14px; color: var(--soft); }
svg { display: block; width: 100%; height: auto; margin-top: 6px; touch-action: pan-y; }
svg text { font-size: 10.5px; fill: var(--soft); font-variant-numeric: tabular-nums; }
svg .tx { text-anchor: middle; } svg .ty { text-anchor: end; dominant-baseline: central; }
svg path { fill: none; vector-effect: non-scaling-stroke; }
svg .grid { stroke: var(--grid); } svg .zero { stroke: var(--soft); stroke-width: 1px; opacity: .6; }
svg .curve { stroke-width: 1.6px; stroke-linejoin: round; stroke-linecap: round; }
svg .dashed { stroke-dasharray: 5 4; } svg .off { display: none; }
svg .cross { stroke: var(--ink); stroke-width: 1px; opacity: .55; }
.c0 { stroke: var(--c0); background: var(--c0); } .c1 { stroke: var(--c1); background: var(--c1); }
.c2 { stroke: var(--c2); background: var(--c2); } .c3 { stroke: var(--c3); background: var(--c3); }
.c4 { stroke: var(--c4); background: var(--c4); } .c5 { stroke: var(--c5); background: var(--c5); }
.c6 { stroke: var(--c6); background: var(--c6); } .c7 { stroke: var(--c7); background: var(--c7); }
.legend { display: flex; flex-wrap: wrap; gap: 2px 4px; margin-top: 6px; }
.legend button { display: inline-flex; align-items: center; padding: 2px 8px; border: 0; border-radius: 6px; background: none; color: inherit; font: inherit; font-size: 14px; cursor: pointer; }
.legend button:hover { background: var(--grid); }
.legend button[aria-pressed=false] { opacity: .4; text-decoration: line-through; }
.legend i, .bar i, .split i, .wide i { flex: none; width: 16px; height: 4px; margin-right: 7px; border-radius: 2px; }
.legend i.dashed { height: 0; border-top: 3px dotted; background: none; }
.legend output { margin-left: 7px; color: var(--soft); font-variant-numeric: tabular-nums; }
.legend output:empty { display: none; }
.note { margin: 6px 0 0; color: var(--soft); font-size: 14px; }
.card { padding: 14px 20px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow-x: auto; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 460px), 1fr)); gap: 16px; align-items: start; }
table { border-collapse: collapse; width: 100%; font-size: 15px; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 14px 5px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--grid); overflow-wrap: anywhere; }
tr:last-child > * { border-bottom: 0; }
.facts th { width: 38%; font-weight: 400; color: var(--soft); }
.wide th, .wide td { overflow-wrap: normal; } .wide td.number { text-align: right; white-space: nowrap; } .wide th { font-weight: 600; white-space: nowrap; } .wide thead th { white-space: normal; }
.bar { display: flex; height: 22px; border-radius: 6px; overflow: hidden; margin-bottom: 10px; }
.bar i { height: 100%; margin: 0; border-radius: 0; flex: 0 0 auto; }
.split i, .wide i { display: inline-block; width: 12px; height: 12px; }
details { margin-top: 16px; } summary { cursor: pointer; color: var(--accent); }
pre { margin: 10px 0 0; padding: 14px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: auto; max-height: 70vh; font: 13px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
footer { margin-top: 40px; color: var(--soft); font-size: 14px; }
a { color: var(--accent); }
@media (max-width: 620px) {
  main { padding: 18px 12px 40px; } header h1 { font-size: 24px; } .verdicts { font-size: 16px; padding: 12px 14px; }
  figure { padding: 12px; } svg text { font-size: 13.5px; } .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .tile b { font-size: 18px; }
  .card { padding: 12px; } .facts th { width: 44%; }
  .wide thead { display: none; } .wide tr, .wide tr > * { display: block; border: 0; padding: 0; }
  .wide tr { padding: 8px 0; border-bottom: 1px solid var(--line); } .wide td.number { text-align: left; }
  .wide td + td { color: var(--soft); font-size: 14px; } .wide td + td::before { content: attr(data-name) ": "; }
}
@media print { body { background: none; } figure, .tile, .card { break-inside: avoid; } }
)css";

// Reading values off a plot: a line follows the pointer, the legend shows each curve's value there; a click on a legend's entry
// hides its curve. A page without scripts loses only this.
constexpr const char* kPageScript = R"js(
"use strict";
const nearest = (times, t) => {
  let low = 0, high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] === null || times[middle] <= t) low = middle; else high = middle;
  }
  return high > 0 && Math.abs(times[high] - t) < Math.abs(times[low] - t) ? high : low;
};
const shown = value => {
  if (value === null || value === undefined) return "not finite";
  const size = Math.abs(value);
  return (size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(3) : String(Number(value.toPrecision(6)))).replace("-", "\u2212");
};
for (const figure of document.querySelectorAll("figure.chart")) {
  const script = figure.querySelector("script");
  if (!script) continue;
  const data = JSON.parse(script.textContent);
  data.c.forEach((curve, k) => { if (!curve.t) curve.t = data.c[k - 1].t; });
  const svg = figure.querySelector("svg"), cross = svg.querySelector(".cross"), when = figure.querySelector(".when");
  const curves = svg.querySelectorAll(".curve"), entries = figure.querySelectorAll(".legend button");
  const read = event => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
    const share = Math.min(1, Math.max(0, (x - data.x[0]) / (data.x[1] - data.x[0])));
    const t = data.t[0] + share * (data.t[1] - data.t[0]);
    cross.setAttribute("visibility", "visible");
    cross.setAttribute("transform", `translate(${data.x[0] + share * (data.x[1] - data.x[0])} 0)`);
    when.textContent = `t = ${shown(t)} s`;
    data.c.forEach((curve, k) => {
      const at = nearest(curve.t, t), low = curve.v[at], high = curve.w ? curve.w[at] : low;
      entries[k].querySelector("output").textContent = low === high ? shown(low) : `${shown(low)} \u2026 ${shown(high)}`;
    });
  };
  const leave = () => {
    cross.setAttribute("visibility", "hidden");
    for (const output of figure.querySelectorAll("output")) output.textContent = "";
  };
  svg.addEventListener("pointermove", read);
  svg.addEventListener("pointerdown", read);
  svg.addEventListener("pointerleave", leave);
  entries.forEach((entry, k) => entry.addEventListener("click", () => {
    const seen = entry.getAttribute("aria-pressed") !== "true";
    entry.setAttribute("aria-pressed", String(seen));
    curves[k].classList.toggle("off", !seen);
  }));
}
)js";

}  // namespace

std::string page_html(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      // An icon of its own keeps browsers from asking for one.
      "<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n"
      "<script>{}</script>\n</body>\n</html>\n",
      html_escaped(title), kPageStyle, body, kPageScript);
}

std::string section_html(const std::string& title, const std::string& body) {
  return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", html_escaped(title), body);
}

std::string facts_html(const Facts& facts) {
  std::string html = "<table class=\"facts\">\n";
  for (const auto& [name, value] : facts)
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", html_escaped(name), value);
  return html + "</table>\n";
}

std::string picture_html(const std::string& png, const std::string& caption) {
  const std::string text = html_escaped(caption);
  return fmt::format(
      "<figure class=\"picture\"><img alt=\"{}\" src=\"data:image/png;base64,{}\"><figcaption>{}</figcaption></figure>\n", text,
      base64(png), text);
}

std::string verdict_html(const Verdict& verdict) {
  const char* grade = "none";
  switch (verdict.grade) {
    case Grade::good: grade = "good"; break;
    case Grade::fair: grade = "fair"; break;
    case Grade::bad: grade = "bad"; break;
    case Grade::none: break;
  }
  return fmt::format("<span class=\"verdict {}\">{}</span>", grade, html_escaped(verdict.words));
}

}  // namespace lilyan
