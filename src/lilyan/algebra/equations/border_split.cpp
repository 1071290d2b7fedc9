#include <lilyan/algebra/equations/border_split.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

// A spring between this many unknowns fills a dense block of as many rows.
constexpr std::size_t kMostUnknowns = 48;

// |B_k - beta C_k| by |B_k|: beyond it one direction does not stand for both.
constexpr double kLargestTurn = 0.5;

struct Numbers {
  Index unknown;
  double B, C;
};

// The numbers of each row by unknowns, those of the same place added up and zeros left out.
std::vector<std::vector<Numbers>> by_rows(const Border& border) {
  std::vector<std::vector<Numbers>> rows(static_cast<std::size_t>(border.rows));
  for (const Entry& entry : border.B) rows[entry.column].push_back({entry.row, entry.value, 0});
  for (const Entry& entry : border.C) rows[entry.row].push_back({entry.column, 0, entry.value});
  for (std::vector<Numbers>& row : rows) {
    std::stable_sort(row.begin(), row.end(), [](const Numbers& a, const Numbers& b) { return a.unknown < b.unknown; });
    std::vector<Numbers> sums;
    for (const Numbers& number : row) {
      if (sums.empty() || sums.back().unknown != number.unknown) sums.push_back({number.unknown, 0, 0});
      sums.back().B += number.B;
      sums.back().C += number.C;
    }
    std::erase_if(sums, [](const Numbers& number) { return number.B == 0 && number.C == 0; });
    row.swap(sums);
  }
  return rows;
}

// Whether the row is light; if so, `light` is filled.
bool is_light(const std::vector<Numbers>& numbers, LightRow& light) {
  if (numbers.empty() || numbers.size() > kMostUnknowns) return false;
  double BB = 0, BC = 0, CC = 0;
  for (const Numbers& at : numbers) {
    BB += at.B * at.B;
    BC += at.B * at.C;
    CC += at.C * at.C;
  }
  if (BC == 0 || BB - BC * BC / CC > kLargestTurn * kLargestTurn * BB) return false;
  light.beta = BC / CC;
  for (const Numbers& at : numbers) {
    light.unknowns.push_back(at.unknown);
    light.G.push_back(0.5 * (at.C + at.B / light.beta));
  }
  return true;
}

}  // namespace

BorderSplit split_border(const Border& border) {
  BorderSplit parts;
  const std::vector<std::vector<Numbers>> rows = by_rows(border);
  for (Index k = 0; k < border.rows; ++k) {
    LightRow light{k, {}, {}, 0};
    const bool has_D = border.D.size() > 0 && !(border.D.row(k).isZero(0) && border.D.col(k).isZero(0));
    if (!has_D && is_light(rows[k], light))
      parts.light.push_back(std::move(light));
    else
      parts.heavy.push_back(k);
  }
  return parts;
}

}  // namespace lilyan
