// Which vertices pairs join in a Hessian's pattern: they are predicted at the start of a step and added as they come.
#include <lilyan/energy/contact/pair_term.hpp>

#include <algorithm>
#include <span>

namespace lilyan {

namespace {

template <class Thing>
void keep_once(std::vector<Thing>& things) {
  std::sort(things.begin(), things.end());
  things.erase(std::unique(things.begin(), things.end()), things.end());
}

}  // namespace

PairTerm::Stencil PairTerm::stencil_of(const NearPair& pair) const {
  Stencil stencil = {-1, -1, -1, -1};
  std::size_t count = 0;
  for (Index point : pair.points)
    if (point >= 0 && contact_.is_vertex(point)) stencil[count++] = point;
  std::sort(stencil.begin(), stencil.begin() + static_cast<std::ptrdiff_t>(count));
  return stencil;
}

bool PairTerm::is_new(const Stencil& stencil, const BlockPattern& pattern) const {
  for (std::size_t i = 0; i < 4 && stencil[i] >= 0; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (pattern.place_of(stencil[i], stencil[j]) < 0) return true;
  return false;
}

// The first four numbers of those that are remembered.
PairTerm::Stencil PairTerm::remembered_stencil(std::span<const double> numbers) const {
  Stencil stencil = {-1, -1, -1, -1};
  bool is_one = numbers.size() >= stencil.size();
  for (std::size_t i = 0; is_one && i < stencil.size(); ++i) {
    const bool ends = i > 0 && (numbers[i] == -1 || stencil[i - 1] < 0);  // all that follow are -1
    is_one = ends ? numbers[i] == -1 : is_whole(numbers[i], i > 0 ? stencil[i - 1] + 1.0 : 0, contact_.vertices() - 1.0);
    if (is_one) stencil[i] = static_cast<Index>(numbers[i]);
  }
  if (!is_one) refuse_memory("contact.stencils", "holds vertices that no pair has");
  return stencil;
}

// Pairs that come within twice their barrier's distance in free flight, and those of the step before unless these are too many:
// a pattern that stays the same keeps its analysis and its factor.
void PairTerm::predict() const {
  constexpr std::size_t kFew = 16;
  if (is_predicted_) return;
  is_predicted_ = true;
  cover(flight_);
  for (std::size_t k = 0; k < near_.size(); ++k)
    if (gaps_[k] - way_of(k, x_n_, obstacles_n_, flight_).fastest() < kNear * contact_.law_of(near_[k]).distance)
      if (const Stencil stencil = stencil_of(near_[k]); is_new(stencil, *pattern_)) stencils_.push_back(stencil);
  keep_once(stencils_);
  if (!remembered_) return;
  std::vector<Stencil> with_former = stencils_;
  for (std::size_t k = 0; k < remembered_->size(); k += 4)
    with_former.push_back(remembered_stencil(std::span(*remembered_).subspan(k)));
  keep_once(with_former);
  if (with_former.size() <= 2 * stencils_.size() + kFew) stencils_ = std::move(with_former);
}

void PairTerm::connect(BlockPatternBuilder& pattern) const {
  predict();
  std::array<std::vector<Index>, 5> by_size;
  for (const Stencil& stencil : stencils_) {
    const auto count = static_cast<std::size_t>(std::count_if(stencil.begin(), stencil.end(), [](Index i) { return i >= 0; }));
    by_size[count].insert(by_size[count].end(), stencil.begin(), stencil.begin() + static_cast<std::ptrdiff_t>(count));
  }
  for (std::size_t count = 2; count <= 4; ++count)
    if (!by_size[count].empty()) pattern.add(std::move(by_size[count]), static_cast<Index>(count));
}

bool PairTerm::fits(const Vector& x, const BlockPattern& pattern) const {
  bool fits = true;
  for (const Active& active : active(x))
    if (const Stencil stencil = stencil_of(near_[active.pair]); is_new(stencil, pattern)) {
      stencils_.push_back(stencil);
      fits = false;
    }
  if (!fits) keep_once(stencils_);
  return fits;
}

void PairTerm::remember(const Vector&, Memory& memory) const {
  std::vector<double> all;
  all.reserve(4 * stencils_.size());
  for (const Stencil& stencil : stencils_) all.insert(all.end(), stencil.begin(), stencil.end());
  if (!all.empty()) memory.set("contact.stencils", std::move(all));
}

}  // namespace lilyan
