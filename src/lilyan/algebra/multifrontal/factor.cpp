#include <lilyan/algebra/multifrontal/factor.hpp>

#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>
#include <lilyan/algebra/threads.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

namespace lilyan {

// The numbers of a front whose sums are complete, laid out as panel_layout.hpp says.
struct DenseFront {
  Index pivots, rows;
  double *L11, *L21, *update;
};

namespace {

constexpr Index kBlock = 128;              // pivots that are eliminated in one pass over the rows
constexpr std::int64_t kRowsAtOnce = 256;  // of a product: what it reads again and again stays in the cache

bool eliminate_pivots(const DenseFront& front, ShareWork share) {
  const std::int64_t stride = padded(front.pivots), row_stride = padded(front.rows);
  for (Index begin = 0; begin < front.pivots; begin += kBlock) {
    const Index end = std::min(begin + kBlock, front.pivots);
    const double* L_before = front.L11 + begin;  // of the block's rows, in the columns done
    if (begin > 0)
      kernels().subtract_transposed_product(front.L11 + begin + begin * stride, stride, L_before, stride, padded(end - begin),
                                            L_before, stride, end - begin, begin);
    if (!kernels().factor_diagonal_block(front.L11, stride, begin, end)) return false;

    auto rows_below = [&](double* X, std::int64_t x_stride, std::int64_t rows) {
      if (begin > 0)
        kernels().subtract_transposed_product(X + begin * x_stride, x_stride, X, x_stride, rows, L_before, stride, end - begin,
                                              begin);
      kernels().solve_rows(X, x_stride, rows, front.L11, stride, begin, end);
    };
    const auto chunks = [](std::int64_t rows) { return static_cast<Index>((rows + kRowsAtOnce - 1) / kRowsAtOnce); };
    const Index chunks_of_L11 = chunks(end < front.pivots ? stride - end : 0);
    auto chunk = [&](Index k) {
      if (k < chunks_of_L11) {
        const std::int64_t row = end + std::int64_t{k} * kRowsAtOnce;
        rows_below(front.L11 + row, stride, std::min<std::int64_t>(kRowsAtOnce, stride - row));
      } else {
        const std::int64_t row = std::int64_t{k - chunks_of_L11} * kRowsAtOnce;
        rows_below(front.L21 + row, row_stride, std::min<std::int64_t>(kRowsAtOnce, row_stride - row));
      }
    };
    const Index n = chunks_of_L11 + chunks(row_stride);
    if (n > 2)
      share(n, chunk);
    else
      for (Index k = 0; k < n; ++k) chunk(k);
  }
  return true;
}

// A part of the update: a strip of columns, in the rows [begin, end).
struct UpdatePart {
  Index strip;
  std::int64_t begin, end;
};

std::vector<UpdatePart> update_parts(const UpdateLayout& layout) {
  std::vector<UpdatePart> parts;
  for (Index strip = 0; strip < layout.strips(); ++strip) {
    const std::int64_t first = layout.first_column(strip), rows = first + layout.stride(strip);
    parts.push_back({strip, first, first + layout.columns(strip)});
    for (std::int64_t row = parts.back().end; row < rows; row += kRowsAtOnce)
      parts.push_back({strip, row, std::min(rows, row + kRowsAtOnce)});
  }
  return parts;
}

void subtract_part(const DenseFront& front, const UpdateLayout& layout, const UpdatePart& part) {
  const std::int64_t first = layout.first_column(part.strip), stride = layout.stride(part.strip), x_stride = padded(front.rows);
  double* C = front.update + layout.begin(part.strip) + (part.begin - first);
  if (part.begin == first)
    kernels().subtract_square(C, stride, front.L21 + first, x_stride, part.end - part.begin, part.end - part.begin, front.pivots);
  else
    kernels().subtract_transposed_product(C, stride, front.L21 + part.begin, x_stride, part.end - part.begin, front.L21 + first,
                                          x_stride, layout.columns(part.strip), front.pivots);
}

// Leaves the factor in L11 and L21 and the update in its place; false where a pivot is not positive. How the work is cut depends on
// the sizes of the front alone.
bool eliminate(const DenseFront& front, ShareWork share) {
  if (!eliminate_pivots(front, share)) return false;
  const UpdateLayout layout(front.rows);
  if (layout.strips() == 1) {
    kernels().subtract_square(front.update, layout.stride(0), front.L21, layout.stride(0), layout.stride(0), layout.stride(0),
                              front.pivots);
  } else if (layout.strips() > 1) {
    const std::vector<UpdatePart> parts = update_parts(layout);
    share(static_cast<Index>(parts.size()), [&](Index k) { subtract_part(front, layout, parts[k]); });
  }
  return true;
}

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
