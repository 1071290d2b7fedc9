// Runs made up for reports: their ledgers and records.
#pragma once

#include <lilyan/report/run_record.hpp>

#include <cmath>

namespace lilyan::test {

// A body whose energy is exchanged between motion and elasticity and changes by `gain` a second.
inline LedgerRow swinging_row(std::int64_t step, double gain = 0) {
  LedgerRow row;
  row.step = step;
  row.h = step == 0 ? 0 : 0.01;
  row.time = 0.01 * static_cast<double>(step);
  row.total = 100 * (1 + gain * row.time);
  row.kinetic = row.total * std::pow(std::sin(7 * row.time), 2);
  row.elastic = row.total - row.kinetic;
  row.linear = Vec3(3, 0, -1);
  row.angular = Vec3(0, 2, 0);
  row.statistics.newton_iterations = step == 0 ? 0 : 3;
  row.wall_ms = 1.5;
  return row;
}

// What a run over such rows would leave, with the drift that they have.
inline RunRecord record_of(const std::vector<LedgerRow>& rows) {
  RunRecord run;
  Drift drift;
  for (const LedgerRow& row : rows) run.trace.see(row), drift.see(row);
  run.setting.name = "swing";
  run.setting.integrator = "avf";
  run.setting.properties = {.order = 2, .energy = "exact"};
  run.setting.h = 0.01;
  run.setting.is_free = true;
  run.summary.steps = run.setting.steps = static_cast<std::int64_t>(rows.size()) - 1;
  run.summary.max_drift = drift.energy();
  run.summary.final_drift = drift.final_energy();
  run.summary.scale = drift.energy_scale();
  return run;
}

inline RunRecord swinging_record(std::int64_t steps, double gain = 0) {
  std::vector<LedgerRow> rows;
  for (std::int64_t step = 0; step <= steps; ++step) rows.push_back(swinging_row(step, gain));
  return record_of(rows);
}

}  // namespace lilyan::test
