// A bar in a wall is pulled at its tip by a spring for a second, and let go: the ledger knows what the hand did.
#include <lilyan/lilyan.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

int main(int argc, char** argv) {
  lilyan::Scene scene = lilyan::load_scene(argc > 1 ? argv[1] : "bar.json");
  lilyan::Simulation& simulation = scene.simulation;
  const std::vector<lilyan::WeightedVertex>& tip = scene.output.probes.at(0).shares;
  const lilyan::Vec3 from = lilyan::weighted_sum(tip, simulation.positions());
  lilyan::Pull hand{tip, from, 2000};  // a spring of 2000 N/m from the tip to where the hand is

  const lilyan::LedgerRow start = simulation.ledger();
  double energy = 0, worst = 0;  // [J]
  while (!simulation.is_finished()) {
    std::vector<lilyan::Pull> pulls;
    hand.target = from + simulation.time() * lilyan::Vec3(0.1, 0.4, 0.2);
    if (simulation.time() < 1) pulls.push_back(hand);
    if (!simulation.step(pulls)) return 1;

    const lilyan::LedgerRow now = simulation.ledger();
    energy = std::max(energy, now.kinetic + now.elastic + std::abs(now.gravity - start.gravity));
    worst = std::max(worst, std::abs(now.total - start.total - now.work + now.dissipated));
  }
  const lilyan::LedgerRow end = simulation.ledger();
  std::printf("%.6f J at first, %.6f J at last\n", start.total, end.total);
  std::printf("the hand did %.6f J of work, damping took %.6f J\n", end.work, end.dissipated);
  std::printf("the balance closes to %.0e of the energy\n", worst / energy);
}
