// Every integrator with the parameters the tests look at.
#pragma once

#include <tests/support/bodies.hpp>

#include <string>
#include <vector>

namespace lilyan::test {

struct Method {
  std::string label;
  std::string name;
  Parameters parameters;
};

inline Method method(const std::string& name) { return {name, name, {}}; }

inline Method variational_method(const std::string& label, double alpha) {
  Method m{label, "variational", {}};
  m.parameters.set("alpha", alpha);
  return m;
}

// A method composed to a higher order.
inline Method composed_method(const std::string& name, int order) {
  Method m{name + "_of_order_" + std::to_string(order), name, {}};
  m.parameters.set("order", static_cast<double>(order));
  return m;
}

// avf with angular momentum restored after each step.
inline Method closed_avf() {
  Method m{"avf_closed", "avf", {}};
  m.parameters.set("momentum", std::string("conserved"));
  return m;
}

// The discrete gradient of positions and velocities together.
inline Method joint_gradient() {
  Method m{"joint_gradient", "discrete_gradient", {}};
  m.parameters.set("form", std::string("joint"));
  return m;
}

inline std::vector<Method> explicit_methods() {
  return {method("symplectic_euler"), method("velocity_verlet"), variational_method("variational_0", 0),
          variational_method("variational_1", 1), composed_method("velocity_verlet", 4)};
}

inline std::vector<Method> implicit_methods() {
  return {method("backward_euler"),
          method("bdf2"),
          method("newmark"),
          method("implicit_midpoint"),
          method("avf"),
          method("bathe"),
          variational_method("variational_03", 0.3),
          variational_method("variational_05", 0.5),
          variational_method("variational_07", 0.7),
          closed_avf(),
          method("energy_momentum"),
          method("discrete_gradient"),
          joint_gradient(),
          composed_method("avf", 4),
          composed_method("implicit_midpoint", 6)};
}

// Those that take energies one by one. The joint gradient poses terms of their own as well, but finds no root for bodies that a
// blow sets swinging in one step.
inline std::vector<Method> methods_of_parts() {
  std::vector<Method> methods = implicit_methods();
  std::erase_if(methods, [](const Method& method) { return method.label == "joint_gradient"; });
  return methods;
}

// A small soft body whose fastest vibration a step of some milliseconds resolves.
inline MovingBody smooth_body(const Law& law = StVenantKirchhoff{10, 5}, MassMatrix mass_matrix = MassMatrix::lumped) {
  BodySpec spec;
  spec.law = law;
  spec.mass_matrix = mass_matrix;
  spec.cells = {2, 1, 1};
  spec.size = Vec3(2, 1, 1);
  spec.stretch = 1.05;
  spec.twist_degrees = 20;
  return make_body(spec);
}

// An isotropic one.
inline Corotated corotated(double mu, double lambda, RotationRule rotation = RotationRule::polar) {
  Mat6 C = 2 * mu * Mat6::Identity();
  C.topLeftCorner<3, 3>().array() += lambda;
  return {upper_triangle(C), rotation};
}

// The soft body, of a law that the method can move.
inline MovingBody smooth_body_for(const Integrator& integrator) {
  return integrator.objections(*smooth_body().system).empty() ? smooth_body() : smooth_body(corotated(10, 5));
}

// What the registry lists of a method with its parameters.
inline Properties listed_properties(const Method& method) {
  const IntegratorEntry& entry = *find_integrator(method.name);
  Parameters parameters = default_parameters(entry);
  for (const Field& field : entry.parameters)
    if (method.parameters.has(field.name)) parameters.set(field.name, method.parameters.value(field.name));
  return entry.properties(parameters);
}

inline std::string label_of(const testing::TestParamInfo<Method>& test) { return test.param.label; }

}  // namespace lilyan::test
