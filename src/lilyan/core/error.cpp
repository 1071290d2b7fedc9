#include <lilyan/core/error.hpp>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace lilyan {

std::string to_text(const Fault& fault) {
  std::string text = "error: ";
  if (!fault.place.empty()) text += fault.place + ": ";
  text += fault.message;
  if (!fault.hint.empty()) text += "\n  hint: " + fault.hint;
  return text;
}

InputError::InputError(Fault fault) : InputError(std::vector<Fault>{std::move(fault)}) {}

InputError::InputError(std::vector<Fault> faults) : faults_(std::move(faults)) {
  for (const Fault& fault : faults_) {
    if (!text_.empty()) text_ += '\n';
    text_ += to_text(fault);
  }
}

void FaultList::add(std::string id, std::string place, std::string message, std::string hint) {
  faults_.push_back({std::move(id), std::move(place), std::move(message), std::move(hint)});
}

void FaultList::add(const InputError& error) { faults_.insert(faults_.end(), error.faults().begin(), error.faults().end()); }

void FaultList::throw_if_any() const {
  if (!faults_.empty()) throw InputError(faults_);
}

namespace {

// Levenshtein distance, case ignored.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(const std::string& word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongestWord = 64;  // a longer word is no misspelling; keeps hostile input cheap
  if (word.empty() || word.size() > kLongestWord) return {};
  std::string best;
  // Short words have too few letters for two to be wrong.
  std::size_t best_distance = (word.size() <= 2 ? 1 : std::max<std::size_t>(2, word.size() / 3)) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(word, candidates);
  return nearest.empty() ? std::string{} : "did you mean \"" + nearest + "\"?";
}

}  // namespace lilyan
