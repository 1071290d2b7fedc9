// What the page of `lilyan reduce` says about a body of domains.
#pragma once

#include <lilyan/report/domains/domain_page.hpp>
#include <lilyan/run/inventory.hpp>
#include <lilyan/scene/models/body_model.hpp>

#include <apps/lilyan/stage_line.hpp>

namespace lilyan::app {

// Without file and bytes. The tree is compared with the full body if the scene shows its cells and there are not too many.
TreeReductionRecord tree_record(const BodyModel& model, const DomainBodyModel& domains, const Inventory& inventory,
                                StageLine& stage);

}  // namespace lilyan::app
