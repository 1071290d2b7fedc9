#include <lilyan/run/contact_watch.hpp>

#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/energy/contact/planes/plane_contact.hpp>

#include <algorithm>

namespace lilyan {

void look_at_contacts(const Inventory& inventory, const Vector& x, double t, ContactRecord& record) {
  Index touching = 0;
  for (const MetPlane& plane : inventory.planes) {
    const Vector met = plane.positions(x);
    touching += plane.contact->touching(met, t);
    const double gap = plane.contact->least_gap(met, t);
    record.least_gap = std::min(record.least_gap, gap / plane.contact->distance());
    record.deepest = std::max(record.deepest, -gap);
  }
  if (inventory.pairs) {
    touching += static_cast<Index>(inventory.pairs->touching(x, t).size());
    if (const auto nearest = inventory.pairs->nearest(x, t))
      record.least_gap = std::min(record.least_gap, nearest->gap_over_distance);
  }
  record.most_pairs = std::max(record.most_pairs, touching);
}

}  // namespace lilyan
