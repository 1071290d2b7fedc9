// lilyan: elastic bodies in motion, from the command line.
#include <apps/lilyan/command_line.hpp>
#include <apps/lilyan/console/program_end.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <cstdio>
#include <cstdlib>
#include <new>

namespace lilyan::app {
namespace {

ExitStatus run(const Message& message) { return print(message.text), kDone; }
ExitStatus run(const RunOptions& options) { return run_command(options); }
ExitStatus run(const CompareOptions& options) { return compare_command(options); }
ExitStatus run(const ReportOptions& options) { return report_command(options); }
ExitStatus run(const CheckOptions& options) { return check_command(options); }
ExitStatus run(const ConvertOptions& options) { return convert_command(options); }
ExitStatus run(const ModesOptions& options) { return modes_command(options); }
ExitStatus run(const ReduceOptions& options) { return reduce_command(options); }
ExitStatus run(const CoarsenOptions& options) { return coarsen_command(options); }
ExitStatus run(const MeshOptions& options) { return mesh_command(options); }
ExitStatus run(const ListOptions& options) { return list_command(options); }
ExitStatus run(const InfoOptions& options) { return info_command(options); }
ExitStatus run(const RenderOptions& options) { return render_command(options); }
ExitStatus run(const SchemaOptions&) { return schema_command(); }
ExitStatus run(const ReferenceOptions& options) { return reference_command(options); }

ExitStatus run_program(int argc, const char* const* argv) {
  try {
    const Command command = parse_command_line(argc, argv);
    const ExitStatus status = std::visit([](const auto& options) { return run(options); }, command);
    finish_output();
    return status;
  } catch (const InputError& error) {
    print_error(error);
    return kBadInput;
  } catch (const std::bad_alloc&) {
    print_out_of_memory();
    return kBadInput;  // a run under way has said so itself
  } catch (const std::exception& error) {
    print_error(std::string("unexpected: ") + error.what(), "this is a fault of Lilyan; please report it with the scene");
    return kCannotGoOn;
  }
}

}  // namespace
}  // namespace lilyan::app

int main(int argc, char** argv) {
  lilyan::app::prepare_streams();
  lilyan::app::stop_at_once_on_signals();
  const int status = lilyan::app::run_program(argc, argv);
  // All files are closed and on disk: the exit handlers of shared libraries have nothing to add, and none can keep the program
  // waiting.
  std::fflush(nullptr);
  std::_Exit(status);
}
