#include <lilyan/report/page.hpp>

namespace lilyan {

// Reading values off a plot: a line follows the pointer, the legend shows each curve's value there; a click on a legend's entry
// hides its curve. A page without scripts loses only this.
const char* const kPageScript = R"js(
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

}  // namespace lilyan
