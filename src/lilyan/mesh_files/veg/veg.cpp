// parse_veg of formats.hpp.
//
// A .veg file is a list of sections, each opened by a line *KEYWORD; blanks and commas separate, # begins a comment:
//   *VERTICES, *ELEMENTS TET                     the tables of TetGen (formats.hpp)
//   *SET name, indices                           tets by the file's own numbering
//   *MATERIAL name, ENU density E nu             [kg/m^3], [Pa]; or ORTHOTROPIC ..., see below
//   *REGION, set material                        the set allElements always exists; later regions win
#include <lilyan/core/error.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/scan/text.hpp>
#include <lilyan/mesh_files/veg/veg_include.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace lilyan {

namespace {

// The line of a .veg file that describes a material.
//
//   ENU, density, E, nu
//   ORTHOTROPIC_<form>, density, E1, E2, E3, then by the form:
//     N3  nu12, nu23, nu31        N1  nu: nu_ij = nu sqrt(Ei/Ej)
//     G3  G12, G23, G31           G1  a factor of sqrt(Ei Ej)/(2 (1 + nu)); without G it is 1
//     R9  a rotation, row by row, whose columns are the material's axes; without it they are x, y, z
//   in the forms N3G3R9 (also without a name), N3G3, N1G1R9, N1G1, N1R9, N1. [Li 2014]

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

// From the scanner's line; throws InputError (id "mesh.material") where it is no such line or a value is out of range.
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
            fmt::format("material {} is of the kind {}; read are ENU and ORTHOTROPIC", shown(material.name), shown_word(text[0])));
}

constexpr TextSyntax kSyntax = {.blanks = " \t\r\v\f,", .comment = '#'};
const std::vector<std::string> kSections = {"*VERTICES", "*ELEMENTS", "*SET", "*MATERIAL", "*REGION", "*INCLUDE"};
const std::string kAllTets = "allElements";

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

template <class Map>
std::vector<std::string> names(const Map& map) {
  std::vector<std::string> result;
  for (const auto& entry : map) result.push_back(entry.first);
  return result;
}

// did_you_mean, for names of a file: they may have any letters.
std::string suggest(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string near = nearest_name(word, candidates);
  return near.empty() ? "" : fmt::format("did you mean {}?", shown(near));
}

class VegReader {
 public:
  VegReader(TextFile file, const std::filesystem::path& path) : text_(expand_includes(std::move(file), path), kSyntax) {}
  MeshContent read();

 private:
  void read_elements();
  void read_set();
  void read_material();
  void read_region();
  void assign_materials();
  bool next_content();  // the next line of this section; at the end of the section the line is kept for read()

  struct Region {
    std::string set, material, place;
  };

  TextScanner text_;
  bool pending_ = false;  // the line at hand opens a section and has not been acted on
  bool has_vertices_ = false, has_tets_ = false;
  MeshContent mesh_;
  std::map<std::string, Index> material_index_;
  std::vector<Region> regions_;
};

bool VegReader::next_content() {
  if (!text_.next_line()) return false;
  pending_ = text_[0].starts_with('*');
  return !pending_;
}

MeshContent VegReader::read() {
  auto once = [this](bool& seen, std::string_view name) {
    if (std::exchange(seen, true)) text_.fail("mesh.syntax", fmt::format("a second section {}", name));
  };
  while (std::exchange(pending_, false) || text_.next_line()) {
    const std::string section = upper(text_[0]);
    if (section == "*VERTICES") {
      once(has_vertices_, section);
      read_vertex_table(text_, mesh_);
    } else if (section == "*ELEMENTS") {
      if (!has_vertices_) text_.fail("mesh.syntax", "section *ELEMENTS stands before *VERTICES");
      once(has_tets_, section);
      read_elements();
    } else if (section == "*SET") {
      if (!has_tets_) text_.fail("mesh.syntax", "section *SET stands before *ELEMENTS");
      read_set();
    } else if (section == "*MATERIAL") {
      read_material();
    } else if (section == "*REGION") {
      read_region();
    } else {
      text_.fail("mesh.syntax", fmt::format("{} stands where a section such as *VERTICES should begin", shown_word(text_.line())),
                 suggest(section, kSections));
    }
  }
  if (!has_vertices_) text_.fail("mesh.truncated", "the file ends without a section *VERTICES", "is the file complete?");
  if (!has_tets_) text_.fail("mesh.truncated", "the file ends without a section *ELEMENTS", "is the file complete?");
  mesh_.format = "VegaFEM";
  mesh_.origin.files = text_.file_names();
  assign_materials();
  return std::move(mesh_);
}

void VegReader::read_elements() {
  text_.require_line("the element type TET");
  const std::string type = upper(text_[0]);
  if (type == "CUBIC") text_.fail("mesh.element-type", "hexes (CUBIC) are not read, only TET", "split the hexes into tets");
  if (text_.size() != 1 || (type != "TET" && type != "TETS"))
    text_.fail("mesh.element-type", fmt::format("{} stands where the element type TET is expected", shown_word(text_.line())));
  read_tet_table(text_, mesh_);
}

void VegReader::read_set() {
  text_.require_size(2, "*SET name");
  const std::string name = text_.name(1, "the set's name");
  if (name == kAllTets) text_.fail("mesh.name", fmt::format("the set {} exists already: it is every tet", kAllTets));
  if (mesh_.tet_sets.contains(name)) text_.fail("mesh.name", fmt::format("a second set {}", shown(name)));
  std::vector<Index>& tets = mesh_.tet_sets[name];
  const std::int64_t first = mesh_.origin.first_id, last = first + static_cast<std::int64_t>(mesh_.tets.size()) - 1;
  while (next_content())
    for (std::size_t k = 0; k < text_.size(); ++k) {
      const std::int64_t id = text_.integer(k, "tet index");
      if (id < first || id > last) text_.fail("mesh.index", fmt::format("tet index {} is not in {} to {}", id, first, last));
      tets.push_back(static_cast<Index>(id - first));
    }
  make_set(tets);
}

void VegReader::read_material() {
  text_.require_size(2, "*MATERIAL name");
  const std::string name = text_.name(1, "the material's name");
  if (!material_index_.emplace(name, static_cast<Index>(mesh_.materials.size())).second)
    text_.fail("mesh.name", fmt::format("a second material {}", shown(name)));
  text_.require_line("the material's ENU, density, E, nu");
  mesh_.materials.push_back(read_veg_material(text_, name));
}

void VegReader::read_region() {
  text_.require_size(1, "*REGION");
  text_.require_line("the region's set, material");
  text_.require_size(2, "set, material");
  regions_.push_back({text_.name(0, "the set's name"), text_.name(1, "the material's name"), text_.place()});
}

void VegReader::assign_materials() {
  constexpr Index kNone = -1;
  std::vector<Index> material(mesh_.tets.size(), kNone);
  for (const Region& region : regions_) {
    auto refuse = [&region](const char* what, const std::string& name, const std::vector<std::string>& known) {
      throw InputError(
          Fault{"mesh.region", region.place, fmt::format("there is no {} {}", what, shown(name)), suggest(name, known)});
    };
    const auto set = mesh_.tet_sets.find(region.set);
    const auto index = material_index_.find(region.material);
    if (index == material_index_.end())
      refuse("material", region.material, names(material_index_));
    else if (region.set == kAllTets)
      std::fill(material.begin(), material.end(), index->second);
    else if (set == mesh_.tet_sets.end())
      refuse("set", region.set, names(mesh_.tet_sets));
    else
      for (Index t : set->second) material[static_cast<std::size_t>(t)] = index->second;
  }
  if (mesh_.materials.empty()) return;

  std::vector<std::int64_t> bare;
  for (std::size_t t = 0; t < material.size(); ++t)
    if (material[t] == kNone) bare.push_back(mesh_.origin.tets[t].id);
  if (!bare.empty())
    throw InputError(Fault{"mesh.region",
                           mesh_.origin.place(mesh_.origin.tets[static_cast<std::size_t>(bare[0] - mesh_.origin.first_id)]),
                           fmt::format("tets in no *REGION, though the file has materials: {}", list_ids(bare)),
                           "add a *REGION allElements, <material> before the others"});
  mesh_.tet_material = std::move(material);
}

}  // namespace

MeshContent parse_veg(TextFile file, const std::filesystem::path& path) { return VegReader(std::move(file), path).read(); }

}  // namespace lilyan
