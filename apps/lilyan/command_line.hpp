// The command line -> one of the commands with its options.
#pragma once

#include <apps/lilyan/commands/commands.hpp>

#include <string>
#include <variant>

namespace CLI {
class App;
}

namespace lilyan::app {

struct SchemaOptions {};
struct Message {
  std::string text;  // help or version, for standard output
};

using Command =
    std::variant<Message, RunOptions, CompareOptions, ReportOptions, CheckOptions, ConvertOptions, ModesOptions, ReduceOptions,
                 CoarsenOptions, MeshOptions, ListOptions, InfoOptions, RenderOptions, SchemaOptions, ReferenceOptions>;

// Throws InputError (id "usage") where the arguments mean nothing.
Command parse_command_line(int argc, const char* const* argv);

// Declares all commands with their options. Parsing leaves the command that is given in `chosen`, with its options.
void add_commands(CLI::App& program, Command& chosen);

// What is made from these declarations: a script for `source <(lilyan completion)`, which needs nothing but bash, and the page of
// the reference.
std::string bash_completion(const CLI::App& program);
std::string command_reference(const CLI::App& program);

}  // namespace lilyan::app
