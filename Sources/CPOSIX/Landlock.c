// landlock(7): a process gives up for good what it does not need of files, ports and other processes. The numbers and
// structures are the kernel's, written down here since the headers of the build machine may be older than the kernel
// that runs this.

#define _GNU_SOURCE
#include "CPOSIX.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

// The same on all machines.
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };
enum { create_ruleset_version = 1, rule_path_beneath = 1 };

#define READ_FILE (1ULL << 2)
#define READ_DIRECTORY (1ULL << 3)
#define BIND_TCP (1ULL << 0)
#define CONNECT_TCP (1ULL << 1)
#define SCOPE_ABSTRACT_SOCKETS (1ULL << 0)
#define SCOPE_SIGNALS (1ULL << 1)

// What is forbidden where no rule allows it.
struct ruleset {
    uint64_t files;
    uint64_t ports;  // since version 4
    uint64_t scopes; // since version 6
};

struct path_rule {
    uint64_t allowed;
    int32_t file;
} __attribute__((packed));

// All rights to files that this version knows: 13 at first, then linking to other directories (2), truncating (3),
// ioctl on devices (5).
static uint64_t rights_to_files(int version) {
    int count = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    return (1ULL << count) - 1;
}

// What is not there, or may not even be looked at, needs no rule; nor does what lies in no file system, a pipe for
// example.
static int allow_reading(int rules, const char *path) {
    struct path_rule rule = {.allowed = READ_FILE, .file = open(path, O_PATH | O_CLOEXEC)};
    if (rule.file < 0) return errno == EMFILE || errno == ENFILE || errno == ENOMEM ? -1 : 0;
    struct stat status;
    int result = fstat(rule.file, &status);
    if (result == 0 && S_ISDIR(status.st_mode)) rule.allowed |= READ_DIRECTORY;
    if (result == 0) result = (int)syscall(add_rule, rules, rule_path_beneath, &rule, 0);
    if (result != 0 && errno == EBADFD) result = 0;
    int error = errno;
    close(rule.file);
    errno = error;
    return result;
}

int cposix_landlock_version(void) {
    long version = syscall(create_ruleset, NULL, 0, create_ruleset_version);
    return version < 0 ? 0 : (int)version;
}

int cposix_enclose(const char *const *readable, int connects) {
    int version = cposix_landlock_version();
    if (version == 0) return 0;
    struct ruleset ruleset = {
        .files = rights_to_files(version),
        .ports = BIND_TCP | (connects ? 0 : CONNECT_TCP),
        .scopes = SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS,
    };
    size_t size = version >= 6   ? sizeof ruleset
                  : version >= 4 ? offsetof(struct ruleset, scopes)
                                 : offsetof(struct ruleset, ports);
    int rules = (int)syscall(create_ruleset, &ruleset, size, 0);
    if (rules < 0) return -1;
    int result = 0;
    for (; *readable && result == 0; readable++) result = allow_reading(rules, *readable);
    if (result == 0) result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (result == 0) result = (int)syscall(restrict_self, rules, 0);
    int error = errno;
    close(rules);
    errno = error;
    return result == 0 ? version : -1;
}
