#include <lilyan/core/error.hpp>
#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>

#include <gtest/gtest.h>

namespace lilyan {
namespace {

// Shear and bulk modulus as the stiffness at rest shows them.
double shear(const Law& law) { return stiffness(law, Mat3::Identity(), Definiteness::exact)(1, 1); }
double bulk(const Law& law) {
  Mat3 stretched = Mat3::Identity() * (1 + 1e-6);
  return first_piola_stress(law, stretched).trace() / 9 / 1e-6;
}

TEST(MaterialRegistry, GivesEveryLawTheShearAndBulkModulusOfItsEngineeringModuli) {
  for (const MaterialEntry& entry : material_registry())
    for (double nu : {-0.5, 0.0, 0.3, 0.49}) {
      const Law law = law_from_moduli(entry, 2e6, nu);
      EXPECT_NEAR(shear(law) / (2e6 / (2 * (1 + nu))), 1, 1e-9) << entry.name << " nu " << nu;
      EXPECT_NEAR(bulk(law) / (2e6 / (3 * (1 - 2 * nu))), 1, 1e-4) << entry.name << " nu " << nu;
    }
}

TEST(MaterialRegistry, TakesTheCoefficientsOfEachLawAsTheyAreWritten) {
  Parameters p;
  p.set("mu", 50.0);
  p.set("bulk_modulus", 200.0);
  EXPECT_NEAR(shear(find_material("neo_hookean")->make(p)), 100, 1e-9);  // mu is half the shear modulus
  Parameters q;
  q.set("c10", 30.0);
  q.set("c01", 20.0);
  q.set("bulk_modulus", 200.0);
  EXPECT_NEAR(shear(find_material("mooney_rivlin")->make(q)), 100, 1e-9);
}

TEST(MaterialRegistry, RefusesALambdaThatMakesTheBulkModulusNegative) {
  Parameters p;
  p.set("mu", 3.0);
  p.set("lambda", -2.0);
  EXPECT_THROW(find_material("stvk")->make(p), InputError);
  p.set("lambda", -1.99);
  EXPECT_NO_THROW(find_material("stvk")->make(p));
}

TEST(MaterialRegistry, NamesParameterSetsThatAllExist) {
  for (const MaterialEntry& entry : material_registry())
    for (const auto& set : entry.parameter_sets)
      for (const std::string& name : set)
        EXPECT_TRUE(std::any_of(entry.parameters.begin(), entry.parameters.end(), [&](const Field& f) { return f.name == name; }))
            << name;
}

}  // namespace
}  // namespace lilyan
