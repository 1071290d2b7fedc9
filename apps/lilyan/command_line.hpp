// The command line -> one of the commands with its options.
#pragma once

#include <apps/lilyan/commands/commands.hpp>

#include <string>
#include <variant>

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

}  // namespace lilyan::app
