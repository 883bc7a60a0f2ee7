// For scripts/proofs/disk-faults, as LD_PRELOAD: write(2) to a regular file writes only half of its data, which is
// allowed.
#define _GNU_SOURCE
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t write(int file, const void *bytes, size_t count) {
    struct stat status;
    if (count > 1 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) count /= 2;
    return syscall(SYS_write, file, bytes, count);
}
