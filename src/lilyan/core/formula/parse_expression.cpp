// From text to an expression by recursive descent: a function for each rule of the grammar. They call each other, so they stand in
// one file; the functions that a formula may name are in expression_functions.hpp.
#include <lilyan/core/error.hpp>
#include <lilyan/core/formula/expression.hpp>
#include <lilyan/core/formula/expression_functions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace lilyan {
namespace {

// Far more than a formula holds that anyone reads; they bound the time and the stack that a hostile one can take.
constexpr std::size_t kLongestText = 10000;
constexpr int kDeepest = 100;
static_assert(kLongestText <= std::size_t{kAnyNumberOfOperands});

constexpr const char* kPi = "pi";
constexpr const char* kComponents[] = {"x", "y", "z"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// sum     = product {("+" | "-") product}
// product = signed {("*" | "/") signed}
// signed  = ("-" | "+") signed | power
// power   = atom ["^" signed]
// atom    = number | name | function "(" sum {"," sum} ")" | "(" sum ")"
class Parser {
 public:
  Parser(const std::string& text, const ExpressionNames& names, const std::string& place)
      : text_(text), names_(names), place_(place) {}

  Expression parse() {
    if (text_.size() > kLongestText)
      fail("expression.too-long", kLongestText,
           fmt::format("the formula has {} characters, expected at most {}", text_.size(), kLongestText), "divide it into several");
    sum();
    if (at_ < text_.size()) unexpected("an operator or the end");
    return Expression(std::move(program_));
  }

 private:
  [[noreturn]] void fail(const char* id, std::size_t at, const std::string& message, const std::string& hint = {}) const {
    throw InputError({id, place_, fmt::format("column {}: {}", at + 1, message), hint});
  }

  // What stands at the cursor, for a message.
  std::string found() const {
    if (at_ >= text_.size()) return "the end";
    const char c = text_[at_];
    if (c <= ' ' || c > '~') return fmt::format("a character that no formula has (byte {:#04x})", static_cast<unsigned char>(c));
    std::size_t end = at_ + 1;
    while ((is_letter(c) || is_digit(c)) && end < text_.size() && end < at_ + 40 && (is_letter(text_[end]) || is_digit(text_[end])))
      ++end;
    return fmt::format("\"{}\"", text_.substr(at_, end - at_));
  }

  [[noreturn]] void unexpected(const std::string& expected) const {
    const char c = at_ < text_.size() ? text_[at_] : '\0', before = at_ > 0 ? text_[at_ - 1] : '\0';
    std::string hint;
    if (c == '*' && before == '*')
      hint = "a power is written with ^";
    else if (is_letter(c) || is_digit(c) || c == '(')
      hint = "a product is written with *";
    else if (static_cast<unsigned char>(c) > '~')
      hint = "write signs and powers as + - * / ^ and letters without accents";
    fail("expression.syntax", at_, fmt::format("found {}, expected {}", found(), expected), hint);
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) ++at_;
  }

  bool take(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    skip_space();
    return true;
  }

  void expect(char c, const std::string& expected) {
    if (!take(c)) unexpected(expected);
  }

  // Appends an operation on the last `operands` values. What depends on nothing is worked out at once.
  void emit(Operation operation, int operands, std::size_t at, double number = 0) {
    const Instruction instruction{operation, operands, number, 0};
    const auto first = program_.end() - operands;
    if (!std::all_of(first, program_.end(), [](const Instruction& i) { return i.operation == Operation::constant; })) {
      program_.push_back(instruction);
      return;
    }
    double u[kMostOperands] = {};
    std::transform(first, program_.end(), u, [](const Instruction& i) { return i.number; });
    const double value = apply(instruction, u);
    if (!std::isfinite(value))
      fail("expression.not-finite", at, "what is computed here is not a finite number", "it depends on nothing that could change");
    program_.erase(first, program_.end());
    push(value);
  }

  void push(double constant) { program_.push_back({Operation::constant, 0, constant, 0}); }
  void push(Operation operation, std::size_t index) { program_.push_back({operation, 0, 0, static_cast<std::int32_t>(index)}); }

  void sum() {
    product();
    while (true) {
      const std::size_t at = at_;
      if (take('+'))
        product(), emit(Operation::add, 2, at);
      else if (take('-'))
        product(), emit(Operation::subtract, 2, at);
      else
        return;
    }
  }

  void product() {
    signed_power();
    while (true) {
      const std::size_t at = at_;
      if (take('*'))
        signed_power(), emit(Operation::multiply, 2, at);
      else if (take('/'))
        signed_power(), emit(Operation::divide, 2, at);
      else
        return;
    }
  }

  void signed_power() {
    skip_space();
    if (++depth_ > kDeepest)
      fail("expression.too-long", at_, fmt::format("nested deeper than {} levels", kDeepest), "divide it into several");
    const std::size_t at = at_;
    if (take('-'))
      signed_power(), emit(Operation::negate, 1, at);
    else if (take('+'))
      signed_power();
    else
      power();
    --depth_;
  }

  void power() {
    atom();
    skip_space();
    const std::size_t at = at_;
    if (!take('^')) return;
    signed_power();
    if (program_.back().operation != Operation::constant) return emit(Operation::power, 2, at);
    double exponent = program_.back().number;
    program_.pop_back();
    // |u|^2n is a polynomial, and smooth also where u vanishes.
    if (program_.back().operation == Operation::hypot && exponent >= 2 && std::fmod(exponent, 2) == 0) {
      program_.back().operation = Operation::squares;
      exponent /= 2;
    }
    if (exponent != 1) emit(Operation::fixed_power, 1, at, exponent);
  }

  void atom() {
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) return number();
    if (at_ < text_.size() && is_letter(text_[at_])) return name();
    if (!take('(')) unexpected("a number, a name or \"(\"");
    sum();
    expect(')', "an operator or \")\"");
  }

  void number() {
    double value = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range)
      fail("expression.not-finite", at_, "the number is too large or too small to be computed with");
    if (error != std::errc{}) unexpected("a number");
    push(value);
    at_ += static_cast<std::size_t>(end - begin);
  }

  // Letters, digits and _, and a component behind a dot.
  std::string read_name() {
    const std::size_t begin = at_;
    const auto letters = [&] {
      while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    };
    letters();
    if (at_ + 1 < text_.size() && text_[at_] == '.' && is_letter(text_[at_ + 1])) ++at_, letters();
    return text_.substr(begin, at_ - begin);
  }

  void name() {
    const std::size_t at = at_;
    const std::string name = read_name();
    skip_space();
    if (at_ < text_.size() && text_[at_] == '(') return call(name, at);
    if (name == kPi) return push(std::numbers::pi);
    if (const auto parameter = names_.parameters.find(name); parameter != names_.parameters.end()) return push(parameter->second);
    std::size_t index = 0;
    for (const std::string& point : names_.points)
      for (const char* component : kComponents) {
        if (name == point + "." + component) return push(Operation::variable, index);
        ++index;
      }
    for (const std::string& variable : names_.variables) {
      if (name == variable) return push(Operation::variable, index);
      ++index;
    }
    for (const std::string& input : names_.inputs) {
      if (name == input) return push(Operation::input, index);
      ++index;
    }
    unknown_name(name, at);
  }

  [[noreturn]] void unknown_name(const std::string& name, std::size_t at) const {
    const std::string shown = name.substr(0, 40);
    if (is_function(name)) fail("expression.syntax", at, fmt::format("found \"{0}\" without operands, expected \"{0}(\"", shown));
    if (std::find(names_.points.begin(), names_.points.end(), name) != names_.points.end())
      fail("expression.syntax", at, fmt::format("found the point \"{}\", expected a number", shown),
           fmt::format("its components are {0}.x, {0}.y and {0}.z", shown));
    std::vector<std::string> known = {kPi};
    for (const std::string& point : names_.points)
      for (const char* component : kComponents) known.push_back(point + "." + component);
    known.insert(known.end(), names_.variables.begin(), names_.variables.end());
    known.insert(known.end(), names_.inputs.begin(), names_.inputs.end());
    for (const auto& [parameter, value] : names_.parameters) known.push_back(parameter);
    fail("expression.unknown-name", at, fmt::format("nothing is called \"{}\"", shown), did_you_mean(name, known));
  }

  void call(const std::string& name, std::size_t at) {
    if (name == kDistance) return distance(at);
    const FormulaFunction* const function = find_function(name);
    if (!function) {
      std::vector<std::string> known = {kDistance};
      for (const FormulaFunction& candidate : formula_functions()) known.push_back(candidate.name);
      const std::string hint = did_you_mean(name, known);
      fail("expression.unknown-name", at, fmt::format("no function is called \"{}\"", name.substr(0, 40)),
           hint.empty() ? "a product is written with *" : hint);
    }
    const bool joins_pairs = function->most == kAnyNumberOfOperands;
    expect('(', "\"(\"");
    int operands = 0;
    do {
      sum();
      ++operands;
      if (joins_pairs && operands > 1) emit(function->operation, 2, at);
      if (operands == function->most + 1) break;  // too many already
    } while (take(','));
    if (operands < function->fewest || operands > function->most)
      fail("expression.operands", at,
           fmt::format("{} takes {}, found {}", name, operands_in_words(*function),
                       operands > function->most ? "more" : std::to_string(operands)));
    expect(')', "an operator, \",\" or \")\"");
    if (!joins_pairs) emit(function->operation, operands, at);
  }

  void distance(std::size_t at) {
    expect('(', "\"(\"");
    const std::size_t a = point();
    if (!take(',')) fail("expression.operands", at, "distance takes two points, found one", "for example distance(a, b)");
    const std::size_t b = point();
    if (!take(')'))
      fail("expression.operands", at, "distance takes two points, and \")\" after them", "for example distance(a, b)");
    if (a == b) fail("expression.operands", at, "distance takes two different points, found the same one twice");
    for (std::size_t c = 0; c < std::size(kComponents); ++c) {
      push(Operation::variable, a + c);
      push(Operation::variable, b + c);
      emit(Operation::subtract, 2, at);
    }
    emit(Operation::hypot, 3, at);
  }

  // The place of a point's first component.
  std::size_t point() {
    const std::size_t at = at_;
    const std::string name = at_ < text_.size() && is_letter(text_[at_]) ? read_name() : std::string{};
    if (name.empty()) unexpected("the name of a point");
    const auto found = std::find(names_.points.begin(), names_.points.end(), name);
    if (found == names_.points.end())
      fail("expression.unknown-name", at, fmt::format("no point is called \"{}\"", name.substr(0, 40)),
           did_you_mean(name, names_.points));
    skip_space();
    return std::size(kComponents) * static_cast<std::size_t>(found - names_.points.begin());
  }

  const std::string& text_;
  const ExpressionNames& names_;
  const std::string& place_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Instruction> program_;
};

}  // namespace

Expression parse_expression(const std::string& text, const ExpressionNames& names, const std::string& place) {
  return Parser(text, names, place).parse();
}

bool is_expression_name(const std::string& name) {
  return !name.empty() && is_letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); }) && name != kPi &&
         !is_function(name);
}

}  // namespace lilyan
