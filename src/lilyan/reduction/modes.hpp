// Natural modes: how bodies vibrate about rest or about an equilibrium, pins held and constraints kept.
//
//   K u + G^T mu = omega^2 M u,   G u = 0,   f = omega/(2 pi)        K [N/m], G = dg/dx: see vibration.hpp
//                                                                    M: masses [kg];  u^T M u = 1
//
// About rest gravity and loads do not enter: it is the rest shape that vibrates, not the shape that they bend it to. About an
// equilibrium K is the tangent stiffness there, which knows the stresses that gravity, loads and constraints cause. Rigid motions
// are modes of frequency zero; they are written down (rigid_motions.hpp), not iterated, and the frequency given is the rounding
// error of their elastic energy. Mechanisms are the other motions that cost no energy: of bodies that share one vertex, about which
// they turn in three ways, or an edge, about which they turn in one. They are found as modes whose frequency is zero up to
// rounding.
#pragma once

#include <lilyan/algebra/eigen_solver.hpp>
#include <lilyan/reduction/vibration.hpp>

namespace lilyan {

enum class ModeKind { rigid, mechanism, elastic };

struct Modes {
  Vector frequencies;      // [Hz], ascending
  Eigen::MatrixXd shapes;  // a column each, over all components, 0 where held; [1/sqrt(kg)]
  Vector residuals;      // |K u + G^T mu - omega^2 M u| / (omega^2 |M u|); where it costs no energy, omega of the first elastic one
  Index rigid = 0;       // the first so many move each part as a whole
  Index mechanisms = 0;  // so many after them cost no energy either
  Index constraints = 0;  // equations G u = 0, without those that follow from others
  Index missing = 0;      // asked for, but not found: the iteration did not converge
  Completeness completeness = Completeness::unknown;
  EigenWork work = {};

  Index count() const { return static_cast<Index>(frequencies.size()); }
  ModeKind kind(Index mode) const {
    return mode < rigid ? ModeKind::rigid : mode < rigid + mechanisms ? ModeKind::mechanism : ModeKind::elastic;
  }
};

// The `count` lowest modes about the rest positions X, those that cost no energy among them. Throws InputError where there are
// fewer (id "modes.count"), where rest is not a minimum of the elastic energy ("modes.unstable"), where rest does not fulfil the
// constraints ("modes.constraint"), or memory does not suffice ("algebra.memory").
Modes natural_modes(const System& system, const Vector& X, Index count, const EigenSettings& settings = {});

// The same with more mass on some vertices, as of another body that they carry: added_mass [kg], one number per vertex. The shapes
// are orthonormal with all of the mass, u^T (M + added) u = 1.
Modes loaded_modes(const System& system, const Vector& X, const Vector& added_mass, Index count,
                   const EigenSettings& settings = {});

// The same about positions x where all forces balance (equilibrium.hpp); "modes.unstable" where a motion away from x gains energy.
Modes modes_about_equilibrium(const System& system, const Vector& x, Index count, const EigenSettings& settings = {});

// The share of the moving mass that a mode swings along x, y, z: (u^T M e)^2 / (e^T M e), between 0 and 1; 1 for a translation.
Vec3 moving_share(const System& system, const Modes& modes, Index mode);

}  // namespace lilyan
