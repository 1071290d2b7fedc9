// The constraints that come with Lilyan.
#pragma once

#include <lilyan/constraints/constraint.hpp>
#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/space/motion.hpp>

#include <array>

namespace lilyan {

// Two vertices stay at a distance:  g = (|x_a - x_b|^2 - l^2)/(2 l)  [m]. It keeps all momenta.
class FixedDistance final : public Constraint {
 public:
  FixedDistance(std::string name, Index a, Index b, double length);

  std::string name() const override { return name_; }
  Index rows() const override { return 1; }
  int degree() const override { return 2; }
  void value(const Vector& x, double t, Index first, Vector& g) const override;
  void add_gradient(const Vector& x, double t, double w, Index first, Entries& G) const override;
  void add_hessian(const Vector& x, double t, double w, Index first, const Vector& lambda, Entries& H) const override;

 private:
  std::string name_;
  Index a_, b_;
  double length_;  // [m], above 0
};

// A vertex stays on a sphere that may move:  g = (|x - c(t)|^2 - R^2)/(2 R)  [m].
class OnSphere final : public Constraint {
 public:
  OnSphere(std::string name, Index vertex, Vec3 centre, double radius, Motion motion = {});

  std::string name() const override { return name_; }
  Index rows() const override { return 1; }
  int degree() const override { return 2; }
  void value(const Vector& x, double t, Index first, Vector& g) const override;
  void add_rate(const Vector& x, double t, Index first, Vector& rate) const override;
  void add_gradient(const Vector& x, double t, double w, Index first, Entries& G) const override;
  void add_hessian(const Vector& x, double t, double w, Index first, const Vector& lambda, Entries& H) const override;

 private:
  Vec3 arm(const Vector& x, double t) const;

  std::string name_;
  Index vertex_;
  Vec3 centre_;
  double radius_;  // [m], above 0
  Motion motion_;
};

// A combination of vertices stays at a point that may move, in one, two or three directions:
//
//   g_k = n_k . (sum_i w_i x_i - c(t))  [m]
//
// One vertex and one direction: it stays on a plane; two directions: on a line; three: at a moving point. Several vertices with
// weights 1, -w_1, -w_2, ... that sum to zero and c = 0: it is glued to a place in an element, and keeps all momenta.
class LinearConstraint final : public Constraint {
 public:
  struct Share {
    Index vertex;
    double weight;
  };
  LinearConstraint(std::string name, std::vector<Share> shares, Vec3 point, std::vector<Vec3> directions, Motion motion = {});

  std::string name() const override { return name_; }
  Index rows() const override { return static_cast<Index>(directions_.size()); }
  int degree() const override { return 1; }
  void value(const Vector& x, double t, Index first, Vector& g) const override;
  void add_rate(const Vector& x, double t, Index first, Vector& rate) const override;
  void add_gradient(const Vector& x, double t, double w, Index first, Entries& G) const override;
  void add_hessian(const Vector&, double, double, Index, const Vector&, Entries&) const override {}

 private:
  std::string name_;
  std::vector<Share> shares_;
  Vec3 point_;                    // c(0)
  std::vector<Vec3> directions_;  // unit vectors
  Motion motion_;
};

// The volume inside a closed surface stays:  g = (V(x) - V_0)/V_0^(2/3)  [m],  V = 1/6 sum_triangles x_0 . (x_1 x x_2).
//
// It keeps linear momentum; angular momentum to the order of the method, since V is of third degree.
class FixedVolume final : public Constraint {
 public:
  FixedVolume(std::string name, std::vector<Triangle> surface, double volume);

  std::string name() const override { return name_; }
  Index rows() const override { return 1; }
  int degree() const override { return 3; }
  void value(const Vector& x, double t, Index first, Vector& g) const override;
  void add_gradient(const Vector& x, double t, double w, Index first, Entries& G) const override;
  void add_hessian(const Vector& x, double t, double w, Index first, const Vector& lambda, Entries& H) const override;

 private:
  std::string name_;
  std::vector<Triangle> surface_;  // counter-clockwise seen from outside
  double volume_;                  // [m^3]
  double unit_;                    // V_0^(2/3) [m^2]
};

// The volume inside a closed surface [m^3].
double enclosed_volume(const Vector& x, const std::vector<Triangle>& surface);

// The vertices move as one rigid body: the distances of up to four of them stay, which span what all of them span, and the others
// stay the same combinations of these. All of it keeps all momenta.
std::vector<std::unique_ptr<Constraint>> make_rigid(const std::string& name, const std::vector<Index>& vertices, const Vector& x);

}  // namespace lilyan
