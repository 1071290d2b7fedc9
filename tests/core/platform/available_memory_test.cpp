#include <lilyan/core/platform/available_memory.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gtest/gtest.h>

namespace lilyan::test {
namespace {

// A machine with 8000 kB free, in which nothing else is limited.
class AvailableMemory : public testing::Test {
 protected:
  AvailableMemory() {
    root.write("proc/meminfo", "MemTotal:       16000 kB\nMemFree:         1000 kB\nMemAvailable:    8000 kB\n");
    limits("unlimited", "unlimited");
  }
  void limits(const std::string& address_space, const std::string& data) {
    root.write("proc/self/limits",
               "Limit                     Soft Limit           Hard Limit           Units     \nMax data size             " + data +
                   "           unlimited            bytes     \nMax address space         " + address_space +
                   "            unlimited            bytes     \n");
    root.write("proc/self/status", "Name:\tlilyan\nVmPeak:\t   900 kB\nVmSize:\t   300 kB\nVmData:\t   100 kB\n");
  }
  double kilobytes() const { return available_memory(root.path()) / 1024; }
  TemporaryFolder root;
};

TEST_F(AvailableMemory, IsWhatTheMachineHasToGive) { EXPECT_EQ(kilobytes(), 8000); }

TEST_F(AvailableMemory, IsUnlimitedWhereNothingIsKnown) {
  const TemporaryFolder empty;
  EXPECT_TRUE(std::isinf(available_memory(empty.path())));
}

TEST_F(AvailableMemory, IsLimitedByTheProcessItself) {
  limits("2048000", "unlimited");
  EXPECT_EQ(kilobytes(), 2000 - 300);
  limits("2048000", "1024000");
  EXPECT_EQ(kilobytes(), 1000 - 100);
  EXPECT_EQ(available_address_space(root.path()), 1024 * (1000 - 100));
  limits("1024", "unlimited");
  EXPECT_EQ(kilobytes(), 0) << "never less than nothing";
}

TEST_F(AvailableMemory, IsLimitedByTheControlGroupOfVersion2) {
  root.write("proc/self/cgroup", "0::/batch/job\n");
  root.write("sys/fs/cgroup/batch/job/memory.max", "max\n");
  root.write("sys/fs/cgroup/batch/job/memory.high", "max\n");
  root.write("sys/fs/cgroup/batch/job/memory.current", "1024000\n");
  EXPECT_EQ(kilobytes(), 8000) << "max is no limit";
  root.write("sys/fs/cgroup/batch/job/memory.max", "4096000\n");
  EXPECT_EQ(kilobytes(), 4000 - 1000);
  root.write("sys/fs/cgroup/batch/job/memory.high", "3072000\n");
  EXPECT_EQ(kilobytes(), 3000 - 1000) << "above memory.high the kernel slows the process down";
  root.write("sys/fs/cgroup/batch/job/memory.stat", "anon 512000\nfile 512000\ninactive_file 307200\nactive_file 204800\n");
  EXPECT_EQ(kilobytes(), 3000 - 1000 + 300) << "the cache of files gives way";
}

TEST_F(AvailableMemory, IsLimitedByEveryGroupAbove) {
  root.write("proc/self/cgroup", "0::/batch/job\n");
  root.write("sys/fs/cgroup/batch/job/memory.max", "4096000\n");
  root.write("sys/fs/cgroup/batch/memory.max", "2048000\n");
  root.write("sys/fs/cgroup/batch/memory.current", "1536000\n");
  EXPECT_EQ(kilobytes(), 2000 - 1500);
}

TEST_F(AvailableMemory, IsLimitedByTheControlGroupOfVersion1) {
  root.write("proc/self/cgroup", "5:cpuset:/\n4:cpu,memory:/batch/job\n0::/\n");
  root.write("sys/fs/cgroup/memory/batch/job/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(kilobytes(), 8000);
  root.write("sys/fs/cgroup/memory/batch/memory.limit_in_bytes", "4096000\n");
  root.write("sys/fs/cgroup/memory/batch/memory.usage_in_bytes", "2048000\n");
  root.write("sys/fs/cgroup/memory/batch/memory.stat", "cache 1\ninactive_file 1\ntotal_inactive_file 512000\n");
  EXPECT_EQ(kilobytes(), 4000 - 2000 + 500);
}

TEST_F(AvailableMemory, InAContainerIsLimitedByTheGroupThatIsMounted) {
  root.write("proc/self/cgroup", "4:memory:/docker/0123\n0::/../outside\n");  // as they are called outside
  root.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "4096000\n");
  EXPECT_EQ(kilobytes(), 4000);
  root.write("sys/fs/cgroup/memory.max", "2048000\n");
  EXPECT_EQ(kilobytes(), 2000);
}

}  // namespace
}  // namespace lilyan::test
