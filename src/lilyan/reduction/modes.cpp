#include <lilyan/reduction/modes.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/reduction/rigid_motions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

// Below this share of the largest eigenvalue, one is rounding.
constexpr double kZero = 1e-14;

Dense times(const SymmetricMatrix& K, const Dense& U) {
  Dense KU(U.rows(), U.cols());
  Vector y;
  for (Eigen::Index k = 0; k < U.cols(); ++k) {
    K.multiply(U.col(k), y);
    KU.col(k) = y;
  }
  return KU;
}

// Rigid motions that K lets go free, in the order of what rounding makes of their eigenvalues.
Dense free_motions(const System& system, const Vector& X, const SymmetricMatrix& K, double zero) {
  Dense U = rigid_motions(system, X);
  Dense E = U.transpose() * times(K, U);
  if (E.size() > 0 && E.cwiseAbs().maxCoeff() > zero) {  // some are held by an energy of their own: keep the rest
    const Spectrum spectrum = symmetric_spectrum(E);
    std::vector<Eigen::Index> free;  // of eigenvalue zero; a negative one gives way, which the search will say
    for (Eigen::Index k = 0; k < E.rows(); ++k)
      if (std::abs(spectrum.values[k]) <= zero) free.push_back(k);
    U = U * spectrum.vectors(Eigen::all, free);
    E = Vector(spectrum.values(free)).asDiagonal();
  }
  std::vector<Index> order(static_cast<std::size_t>(U.cols()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return std::abs(E(a, a)) < std::abs(E(b, b)); });
  return U(Eigen::all, order);
}

// The `count` lowest modes besides the rigid ones; more, until one of them, where there is one, has a stiffness by which those
// without can be measured.
EigenPairs modes_besides(const Vibration& vibration, const Dense& rigid, Index count, double zero, const EigenSettings& settings) {
  const auto& [K, mass, tangent] = vibration;
  const Index all = static_cast<Index>(mass.scale().size() - rigid.cols()) - tangent.rows();
  for (;; count = std::min<Index>(all, count + 6)) {
    EigenPairs pairs = smallest_eigenpairs(K, mass, tangent, rigid, count, settings);
    const bool all_free = pairs.values.size() > 0 && std::abs(pairs.values[pairs.values.size() - 1]) <= zero;
    if (!all_free || count == all || pairs.missing > 0) return pairs;
  }
}

void check_count(Index count, Index unknowns, Index constraints) {
  const Index free = unknowns - constraints;
  if (count >= 1 && count <= free) return;
  const std::string what = constraints == 0 ? fmt::format("{} unknowns", unknowns)
                                            : fmt::format("{} unknowns under {} constraints", unknowns, constraints);
  throw InputError({"modes.count", "", fmt::format("{} modes asked for; the bodies have {}", count, what),
                    free == 0 ? "nothing can move: pin less" : fmt::format("ask for 1 to {}", free)});
}

// f + G^T mu with the mu that leave least of it, by the masses.
Vector without_constraint_forces(const Vector& f, const Vibration& vibration) {
  if (vibration.tangent.rows() == 0) return f;
  const Vector root = vibration.mass.scale().cwiseSqrt();
  Vector rest = f.cwiseQuotient(root);
  vibration.tangent.project(rest);
  return root.cwiseProduct(rest);
}

[[noreturn]] void refuse_unstable(About about, double squared_frequency) {
  if (about == About::rest)
    throw InputError(
        {"modes.unstable", "",
         fmt::format("rest is not a minimum of the elastic energy: a motion has the stiffness {:.3g} 1/s^2", squared_frequency),
         "use moduli for which every small strain costs energy, or --prestressed for modes about the equilibrium"});
  throw InputError({"modes.unstable", "",
                    fmt::format("the equilibrium is unstable: a small motion away from it grows, with omega^2 = {:.3g} 1/s^2",
                                squared_frequency),
                    "load it less, or support it more"});
}

// Combinations of the columns that are orthonormal with a mass that they do not know yet.
Dense reweighted(const Dense& U, const MassRoot& mass) {
  if (U.cols() == 0) return U;
  const Dense W = mass.times(U);
  return DenseCholesky(W.transpose() * W).orthonormal(U);
}

// added_mass: one number per vertex, or none at all.
Modes modes_about(const System& system, const Vector& x, About about, const Vector& added_mass, Index count,
                  const EigenSettings& settings) {
  const Coordinates& coordinates = system.coordinates();
  if (system.constraints().empty()) check_count(count, coordinates.size(), 0);  // before anything is assembled
  Vibration vibration = vibration_about(system, x, about);
  if (added_mass.size() > 0) {
    Vector added(coordinates.size());
    for (Index i = 0; i < coordinates.size(); ++i) added[i] = added_mass[coordinates.free()[i] / 3];
    vibration.mass = vibration.mass.with_added(added);
  }
  const auto& [K, mass, tangent] = vibration;
  check_count(count, coordinates.size(), tangent.rows());
  const double zero = kZero * eigenvalue_bound(K, mass.scale());
  Dense rigid = free_motions(system, x, K, zero);
  if (added_mass.size() > 0) rigid = reweighted(rigid, mass);

  const Index rigid_count = static_cast<Index>(rigid.cols());
  const Index others = coordinates.size() - tangent.rows() - rigid_count;
  const EigenPairs elastic =
      modes_besides(vibration, rigid, std::min(others, std::max<Index>(count - rigid_count, 1)), zero, settings);
  if (elastic.values.size() > 0 && elastic.values[0] < -100 * zero) refuse_unstable(about, elastic.values[0]);

  Dense U(coordinates.size(), rigid_count + elastic.vectors.cols());
  U << rigid, elastic.vectors;
  const Index found = std::min<Index>(count, static_cast<Index>(U.cols()));
  const Dense KU = times(K, U.leftCols(found));
  double first_elastic = 1;  // what the residuals of motions without stiffness are relative to
  for (Index k = elastic.values.size() - 1; k >= 0; --k)
    if (elastic.values[k] > zero) first_elastic = elastic.values[k];

  Modes modes;
  modes.constraints = tangent.rows();
  modes.missing = count - found;
  modes.completeness = elastic.completeness;
  modes.work = elastic.work;
  modes.frequencies.resize(found);
  modes.residuals.resize(found);
  modes.shapes = Dense::Zero(coordinates.components(), found);
  for (Index k = 0; k < found; ++k) {
    const Vector u = U.col(k), Mu = mass.mass_times(u);
    const double lambda = k < rigid_count ? u.dot(KU.col(k)) : elastic.values[k - rigid_count];
    const bool is_free = std::abs(lambda) <= zero;
    if (is_free) ++(k < rigid_count ? modes.rigid : modes.mechanisms);
    modes.frequencies[k] = std::sqrt(std::abs(lambda)) / (2 * std::numbers::pi);
    modes.residuals[k] =
        without_constraint_forces(KU.col(k) - lambda * Mu, vibration).norm() / ((is_free ? first_elastic : lambda) * Mu.norm());
    for (Index i = 0; i < coordinates.size(); ++i) modes.shapes(coordinates.free()[i], k) = u[i];
  }
  return modes;
}

}  // namespace

Modes natural_modes(const System& system, const Vector& X, Index count, const EigenSettings& settings) {
  return modes_about(system, X, About::rest, {}, count, settings);
}

Modes loaded_modes(const System& system, const Vector& X, const Vector& added_mass, Index count, const EigenSettings& settings) {
  return modes_about(system, X, About::rest, added_mass, count, settings);
}

Modes modes_about_equilibrium(const System& system, const Vector& x, Index count, const EigenSettings& settings) {
  return modes_about(system, x, About::equilibrium, {}, count, settings);
}

Vec3 moving_share(const System& system, const Modes& modes, Index mode) {
  const Vector p = system.momentum(modes.shapes.col(mode));
  const Index whole = 3 * system.space().whole();
  Vec3 momentum = system.space().momenta_of_reduced(Vector::Zero(p.size()), p).linear;
  Vec3 mass = system.space().moving_mass_of_reduced();
  for (Index component : system.coordinates().free()) {
    if (component >= whole) break;
    momentum[component % 3] += p[component];
    mass[component % 3] += system.mass()[component];
  }
  return momentum.cwiseAbs2().cwiseQuotient(mass.cwiseMax(std::numeric_limits<double>::min()));
}

}  // namespace lilyan
