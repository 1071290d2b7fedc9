// The program with steps of changing length.
#include "program.hpp"

#include <gmock/gmock.h>

namespace lilyan::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Adaption : public ::testing::Test {
 protected:
  void SetUp() override { folder.write("bar.json", kGoodScene); }
  Outcome run(std::vector<std::string> arguments, const std::string& time) {
    arguments.insert(arguments.end(),
                     {"--set", R"(bodies.0.deform=[{"type": "stretch", "factors": [1.1, 1, 1]}])", "--set", "time=" + time});
    return run_program(arguments, folder.path());
  }
  static std::string adapted(const std::string& more) {
    return R"({"step": 0.002, "adaption": {"type": "energy", "energy": 10}, )" + more + "}";
  }

  ScratchFolder folder;
};

TEST_F(Adaption, IsToldByCheckRunAndReport) {
  const Outcome outcome = run({"run", "bar.json", "-o", "o"}, adapted(R"("duration": 0.05)"));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("steps of up to 0.002 s for 0.05 s"));
  EXPECT_THAT(outcome.out, HasSubstr("enforced reversible"));
  const std::string page = folder.read("o/report.html");
  EXPECT_THAT(page, HasSubstr("Length of the steps"));
  EXPECT_THAT(page, HasSubstr("steps of up to 0.002 s"));
  EXPECT_THAT(folder.read("o/summary.json"), HasSubstr("\"shortest\""));
  EXPECT_THAT(run({"check", "bar.json"}, adapted(R"("duration": 0.05)")).out, HasSubstr("steps of up to 0.002 s for 0.05 s"));
  const Outcome alike = run({"run", "bar.json", "-o", "o"}, R"({"step": 0.002, "steps": 5})");
  EXPECT_THAT(folder.read("o/report.html"), Not(HasSubstr("Length of the steps")));
  EXPECT_THAT(folder.read("o/summary.json"), Not(HasSubstr("\"shortest\"")));
}

TEST_F(Adaption, GoesOnWhereARunEnded) {
  ASSERT_EQ(run({"run", "bar.json", "-o", "whole"}, adapted(R"("duration": 0.05)")).status, 0);
  ASSERT_EQ(run({"run", "bar.json", "-o", "parts"}, adapted(R"("duration": 0.02)")).status, 0);
  ASSERT_EQ(run({"run", "bar.json", "-o", "parts", "--resume"}, adapted(R"("duration": 0.05)")).status, 0);
  const auto times = [&](const std::string& name) { return run_shell("cut -d, -f1-9 " + name + "/ledger.csv", folder.path()).out; };
  EXPECT_EQ(times("whole"), times("parts"));
  EXPECT_THAT(run({"run", "bar.json", "-o", "parts", "--resume"}, adapted(R"("duration": 0.05)")).err, HasSubstr("is finished"));
}

TEST_F(Adaption, IsTurnedRoundByANumberOfSteps) {
  EXPECT_THAT(run({"run", "bar.json", "--check-reversible"}, adapted(R"("steps": 20)")).out, HasSubstr("reversible to rounding"));
  const Outcome refused = run({"run", "bar.json", "--check-reversible"}, adapted(R"("duration": 0.05)"));
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("give time.steps"));
}

}  // namespace
}  // namespace lilyan::testing
