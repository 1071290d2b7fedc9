#include <lilyan/scene/scene_text.hpp>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson in_order(const Json& value, const OrderedJson& given) {
  if (value.is_array()) {
    OrderedJson list = OrderedJson::array();
    for (std::size_t k = 0; k < value.size(); ++k)
      list.push_back(in_order(value[k], given.is_array() && k < given.size() ? given[k] : OrderedJson()));
    return list;
  }
  if (!value.is_object()) return OrderedJson(value);
  OrderedJson object = OrderedJson::object();
  if (given.is_object())
    for (const auto& [key, before] : given.items())
      if (const auto now = value.find(key); now != value.end()) object[key] = in_order(*now, before);
  for (const auto& [key, now] : value.items())
    if (!object.contains(key)) object[key] = in_order(now, OrderedJson());
  return object;
}

}  // namespace

std::string text_in_given_order(const Json& value, const std::string& given) {
  constexpr std::size_t kLongest = 1u << 18;  // [bytes]; ordered objects are searched key by key
  if (given.size() > kLongest) return value.dump(2, ' ', false, Json::error_handler_t::replace);
  const OrderedJson order = OrderedJson::parse(given, nullptr, false, true);  // comments are allowed, faults are the parser's
  return in_order(value, order).dump(2, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace lilyan
