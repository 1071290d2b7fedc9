// What the page about reduced models tells of a body of domains, computed.
#pragma once

#include <lilyan/multidomain/body/domain_body_model.hpp>
#include <lilyan/report/domains/domain_page.hpp>
#include <lilyan/run/inventory.hpp>

namespace lilyan {

// Without `body`, `file`, `seconds` and `bytes`. The tree is compared with the full body if the scene shows its cells and there are
// not too many.
TreeReductionRecord tree_record(const DomainBodyModel& domains, const Inventory& inventory);

}  // namespace lilyan
