#include <lilyan/multidomain/domain_tree.hpp>

#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace lilyan {

namespace {

bool is_rotation(const Mat3& R) {
  return (R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-9 && R.determinant() > 0;
}

bool is_factor(double value) { return value > 0 && std::isfinite(value); }

void check_tree(const std::vector<Domain>& domains) {
  FaultList faults;
  auto refuse = [&](std::size_t j, const std::string& message, const std::string& hint) {
    faults.add("multidomain.tree", fmt::format("domain {}", j), message, hint);
  };
  if (domains.empty()) faults.add("multidomain.tree", "", "a tree without domains", "give a root");
  for (std::size_t j = 0; j < domains.size(); ++j) {
    const auto& [model, parent, interface, rotation, offset, scale, frequency_factor] = domains[j];
    if (!model) {
      refuse(j, "no model", "");
      continue;
    }
    if (j == 0 && parent != -1)
      refuse(j, fmt::format("the root has the parent {}", parent), "the parent of the first domain is -1");
    if (j > 0) {
      if (parent < 0 || parent >= static_cast<Index>(j))
        refuse(j, fmt::format("the parent is {}", parent), "a domain stands behind its parent");
      else if (domains[parent].model &&
               (interface < 0 || interface >= static_cast<Index>(domains[parent].model->interfaces().size())))
        refuse(j, fmt::format("interface {} of {}", interface, domains[parent].model->interfaces().size()), "");
    }
    if (!is_rotation(rotation)) refuse(j, "its rotation is not a rotation", "give a matrix with orthonormal columns, not mirrored");
    if (!offset.allFinite()) refuse(j, "its offset is not finite", "give three numbers [m]");
    if (!is_factor(scale) || !is_factor(frequency_factor))
      refuse(j, fmt::format("scale {}, frequency factor {}", scale, frequency_factor), "both are positive");
  }
  faults.throw_if_any();
}

}  // namespace

DomainTree::DomainTree(std::vector<Domain> domains, RootMotion root_motion, const FramePlacement& placement)
    : domains_(std::move(domains)), root_motion_(root_motion), placement_(placement) {
  check_tree(domains_);
  std::map<const DomainModel*, Index> numbers;
  for (const Domain& domain : domains_) {
    first_.push_back(size_);
    size_ += domain.model->size();
    mass_ += std::pow(domain.scale, 3) * domain.model->moments().mass();
    model_number_.push_back(numbers.try_emplace(domain.model.get(), static_cast<Index>(numbers.size())).first->second);
  }
  models_ = static_cast<Index>(numbers.size());
}

}  // namespace lilyan
