#include <lilyan/algebra/multifrontal/factor.hpp>

#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>
#include <lilyan/algebra/threads.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace lilyan {

namespace {

// Fronts of more operations than this are worth the threads.
constexpr double kSharedFlops = 1e7;

void one_after_the_other(Index n, const std::function<void(Index)>& body) {
  for (Index i = 0; i < n; ++i) body(i);
}

// The memories that are not in use.
class MemoryPool {
 public:
  explicit MemoryPool(const std::vector<LargeArray>& memories) {
    for (const LargeArray& memory : memories) idle_.push_back(memory.data());
  }
  double* take() {
    const std::lock_guard lock(mutex_);
    double* memory = idle_.back();
    idle_.pop_back();
    return memory;
  }
  void give_back(double* memory) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(memory);
  }

 private:
  std::mutex mutex_;
  std::vector<double*> idle_;
};

std::size_t memories_at_once(const UpdateMemory& plan) {
  return std::min(static_cast<std::size_t>(threads()), plan.subtrees.size());
}

}  // namespace

struct MultifrontalFactor::Work {
  const Front& front;
  DenseFront numbers;
  UpdateLayout layout;
  std::span<const double> values;  // of the matrix
  const double* memory_of_children;
};

MultifrontalFactor::MultifrontalFactor(AssemblyTree tree) : tree_(std::move(tree)), plan_(plan_updates(tree_)) {}

const double* MultifrontalFactor::L21(const Front& front) const { return L11(front) + padded(front.pivots) * front.pivots; }

double MultifrontalFactor::predicted_bytes() const {
  const double updates = static_cast<double>(plan_.common_size) +
                         static_cast<double>(memories_at_once(plan_)) * static_cast<double>(plan_.bundle_size);
  const auto solve = static_cast<double>(tree_.unknown.size() + tree_.row.size());
  return 8 * (static_cast<double>(tree_.factor_size) + updates + solve + static_cast<double>(plan_.place.size())) +
         tree_.index_bytes();
}

void MultifrontalFactor::allocate() {
  const std::size_t memories = memories_at_once(plan_);
  if (panels_.size() < tree_.factor_size) panels_ = LargeArray(tree_.factor_size);
  if (common_.size() < plan_.common_size) common_ = LargeArray(plan_.common_size);
  while (bundle_memories_.size() < memories) bundle_memories_.emplace_back(plan_.bundle_size);
}

bool MultifrontalFactor::compute(std::span<const double> values) {
  allocate();
  std::atomic<bool> is_definite = true;
  MemoryPool pool(bundle_memories_);
  parallel_for(static_cast<Index>(plan_.subtrees.size()), [&](Index k) {
    double* memory = pool.take();
    for (Index root : plan_.subtrees[k])
      for (Index f = tree_.fronts[root].first_front; f <= root && is_definite; ++f)
        if (!compute_front(f, values, f == root ? common_.data() : memory, memory, one_after_the_other)) is_definite = false;
    pool.give_back(memory);
  });
  for (auto f = plan_.top.begin(); f != plan_.top.end() && is_definite; ++f) {
    const bool is_shared = tree_.fronts[*f].flops() > kSharedFlops;
    if (!compute_front(*f, values, common_.data(), common_.data(), is_shared ? parallel_for : one_after_the_other))
      is_definite = false;
  }
  return is_definite;
}

bool MultifrontalFactor::compute_front(Index f, std::span<const double> values, double* memory, double* memory_of_children,
                                       ShareWork share) {
  constexpr Index kPivotsAtOnce = 64;
  const Front& front = tree_.fronts[f];
  double* panel = panels_.data() + front.panel;
  const DenseFront numbers{front.pivots, front.rows, panel, panel + padded(front.pivots) * front.pivots, memory + plan_.place[f]};
  const Work work{front, numbers, UpdateLayout(front.rows), values, memory_of_children};
  if (front.flops() > kSharedFlops) {
    const Index chunks = (front.pivots + kPivotsAtOnce - 1) / kPivotsAtOnce;
    share(chunks + work.layout.strips(), [&](Index k) {
      if (k < chunks)
        assemble_pivots(work, k * kPivotsAtOnce, std::min(front.pivots, (k + 1) * kPivotsAtOnce));
      else
        assemble_update(work, k - chunks);
    });
  } else {
    assemble_pivots(work, 0, front.pivots);
    for (Index strip = 0; strip < work.layout.strips(); ++strip) assemble_update(work, strip);
  }
  return eliminate(numbers, share);
}

// The columns of the pivots [begin, end).
void MultifrontalFactor::assemble_pivots(const Work& work, Index begin, Index end) const {
  const std::int64_t stride = padded(work.front.pivots), row_stride = padded(work.front.rows);
  double *L11 = work.numbers.L11, *L21 = work.numbers.L21;
  std::fill(L11 + begin * stride, L11 + end * stride, 0.0);
  std::fill(L21 + begin * row_stride, L21 + end * row_stride, 0.0);
  const Index first = work.front.first_pivot;
  for (std::int64_t k = tree_.entry_begin[first + begin]; k < tree_.entry_begin[first + end]; ++k)
    L11[tree_.entry[k].to] = work.values[tree_.entry[k].from];

  for (Index c : tree_.children(work.front)) {
    const Front& child = tree_.fronts[c];
    const UpdateLayout layout(child.rows);
    const Index *place = tree_.in_parent.data() + child.first_row, *run_end = tree_.run_end.data() + child.first_row;
    const double* update = work.memory_of_children + plan_.place[c];
    const Index on_pivots = child.rows_on_pivots;
    for (auto j = static_cast<Index>(std::lower_bound(place, place + on_pivots, begin) - place); j < on_pivots && place[j] < end;
         ++j) {
      const double* column = update + layout.column(j);
      kernels().add_by_runs(L11 + place[j] * stride, column, place, run_end, j, on_pivots);
      kernels().add_by_runs(L21 + place[j] * row_stride, column, place, run_end, on_pivots, child.rows);
    }
  }
}

void MultifrontalFactor::assemble_update(const Work& work, Index strip) const {
  const UpdateLayout& to = work.layout;
  double* numbers = work.numbers.update + to.begin(strip);
  std::fill(numbers, numbers + to.columns(strip) * to.stride(strip), 0.0);
  const std::int64_t begin = to.first_column(strip), end = begin + to.columns(strip);
  for (Index c : tree_.children(work.front)) {
    const Front& child = tree_.fronts[c];
    const UpdateLayout from(child.rows);
    const Index *place = tree_.in_parent.data() + child.first_row, *run_end = tree_.run_end.data() + child.first_row;
    const double* update = work.memory_of_children + plan_.place[c];
    const Index* first = std::lower_bound(place + child.rows_on_pivots, place + child.rows, begin);
    for (auto j = static_cast<Index>(first - place); j < child.rows && place[j] < end; ++j)
      kernels().add_by_runs(work.numbers.update + to.column(place[j]), update + from.column(j), place, run_end, j, child.rows);
  }
}

}  // namespace lilyan
