#include <lilyan/mesh_files/veg/veg_material.hpp>

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace lilyan {

namespace {

struct Form {
  const char* name;
  std::size_t ratios, shears, rotation;  // how many numbers of each
};

constexpr Form kForms[] = {{"ORTHOTROPIC", 3, 3, 9},        {"ORTHOTROPIC_N3G3R9", 3, 3, 9}, {"ORTHOTROPIC_N3G3", 3, 3, 0},
                           {"ORTHOTROPIC_N1G1R9", 1, 1, 9}, {"ORTHOTROPIC_N1G1", 1, 1, 0},   {"ORTHOTROPIC_N1R9", 1, 0, 9},
                           {"ORTHOTROPIC_N1", 1, 0, 0}};

class MaterialLine {
 public:
  explicit MaterialLine(const TextScanner& text) : text_(text) {}

  double number(const std::string& what) { return text_.number(++at_, what); }
  double positive(const std::string& what, const char* unit) {
    const double value = number(what);
    if (!(value > 0)) text_.fail("mesh.material", fmt::format("{} {} must be above 0 [{}]", what, value, unit));
    return value;
  }
  double ratio() {
    const double nu = number("Poisson's ratio");
    if (!(nu > -1 && nu < 0.5)) text_.fail("mesh.material", fmt::format("Poisson's ratio {} must be above -1 and below 0.5", nu));
    return nu;
  }

 private:
  const TextScanner& text_;
  std::size_t at_ = 0;  // the kind
};

FileOrthotropy read_orthotropy(MaterialLine& line, const Form& form) {
  FileOrthotropy m;
  for (int k = 0; k < 3; ++k) m.youngs_moduli[k] = line.positive(fmt::format("E{}", k + 1), "Pa");
  if (form.ratios == 3) {
    for (double& nu : m.poissons_ratios) nu = line.number("Poisson's ratio");
    for (double& G : m.shear_moduli) G = line.positive("the shear modulus", "Pa");
  } else {
    const double nu = line.ratio(), factor = form.shears == 1 ? line.positive("the factor G", "1") : 1;
    for (int k = 0; k < 3; ++k) {
      const double Ei = m.youngs_moduli[k], Ej = m.youngs_moduli[(k + 1) % 3];
      m.poissons_ratios[k] = nu * std::sqrt(Ei / Ej);
      m.shear_moduli[k] = factor * std::sqrt(Ei * Ej) / (2 * (1 + nu));
    }
  }
  for (std::size_t k = 0; k < form.rotation; ++k)
    m.axes(static_cast<Eigen::Index>(k % 3), static_cast<Eigen::Index>(k / 3)) = line.number("an entry of the rotation");
  return m;
}

}  // namespace

FileMaterial read_veg_material(const TextScanner& text, std::string name) {
  FileMaterial material;
  material.name = std::move(name);
  std::string kind(text[0]);
  for (char& c : kind) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  MaterialLine line(text);
  if (kind == "ENU") {
    text.require_size(4, "ENU, density, E, nu");
    material.density = line.positive("the density", "kg/m^3");
    material.youngs_modulus = line.positive("Young's modulus", "Pa");
    material.poissons_ratio = line.ratio();
    return material;
  }
  for (const Form& form : kForms) {
    if (kind != form.name) continue;
    text.require_size(5 + form.ratios + form.shears + form.rotation,
                      fmt::format("{}, density, E1, E2, E3, {}{}{}", form.name, form.ratios == 3 ? "nu12, nu23, nu31" : "nu",
                                  form.shears == 3   ? ", G12, G23, G31"
                                  : form.shears == 1 ? ", G"
                                                     : "",
                                  form.rotation > 0 ? ", the nine entries of a rotation" : ""));
    material.density = line.positive("the density", "kg/m^3");
    material.orthotropy = read_orthotropy(line, form);
    return material;
  }
  text.fail("mesh.material",
            fmt::format("material {} is of the kind {}; read are ENU and ORTHOTROPIC", shown(material.name), shown(text[0])));
}

}  // namespace lilyan
