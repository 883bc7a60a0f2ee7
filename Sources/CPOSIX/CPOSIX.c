#define _GNU_SOURCE
#include "CPOSIX.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <unistd.h>

// A program built for release has the checked calls of glibc (features.h), whoever builds it: few of our calls need one, so
// that the built file need not show any.
#if defined __OPTIMIZE__ && __USE_FORTIFY_LEVEL < 2
#error "built without _FORTIFY_SOURCE"
#endif

// Not in the headers of every system that this is built on.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U
#endif

int cposix_terminal_size(int terminal, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size)) return -1;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return 0;
}

int cposix_peer(int socket, uid_t *user, pid_t *process) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length)) return -1;
    *user = peer.uid;
    *process = peer.pid;
    return 0;
}

int cposix_peer_is_gone(int socket) {
    int process;
    socklen_t length = sizeof process;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &process, &length))
        // For a process that was waited for already the kernel has no descriptor to give.
        return errno == ENOPROTOOPT || errno == ENODATA || errno == EMFILE || errno == ENFILE ? -1 : 1;
    struct pollfd end = {.fd = process, .events = POLLIN};
    int result = poll(&end, 1, 0) == 1;
    close(process);
    return result;
}

// The sources must lie above the targets: dup2 in the child would overwrite one that is still needed.
static int spawn_above(pid_t *pid, const char *path, char *const *arguments, char *const *environment,
                       const int *descriptors, int count) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }

    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    for (int n = 0; n < count && !error; n++) error = posix_spawn_file_actions_adddup2(&actions, descriptors[n], n);
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, count);
    if (!error) error = posix_spawn_file_actions_addchdir_np(&actions, "/");
    if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
    if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
    if (!error)
        error = posix_spawnattr_setflags(&attributes,
                                         POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (!error) error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);

    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int cposix_spawn(pid_t *pid, const char *path, char *const *arguments, char *const *environment,
                 const int *descriptors, int count) {
    int above[8];
    if (count > (int)(sizeof above / sizeof *above)) return EINVAL;
    int error = 0;
    int made = 0;
    while (made < count) {
        above[made] = fcntl(descriptors[made], F_DUPFD_CLOEXEC, count);
        if (above[made] < 0) {
            error = errno;
            break;
        }
        made++;
    }
    if (!error) error = spawn_above(pid, path, arguments, environment, above, count);
    while (made > 0) close(above[--made]);
    return error;
}

int cposix_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int cposix_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

static int wait_for_room(int file, int patience) {
    struct pollfd entry = {.fd = file, .events = POLLOUT};
    int ready = poll(&entry, 1, patience);
    if (ready == 0) errno = EAGAIN;
    return ready > 0 || errno == EINTR;
}

int cposix_write_all(int file, const void *bytes, size_t count, int patience) {
    const char *rest = bytes;
    while (count > 0) {
        ssize_t written = write(file, rest, count);
        if (written < 0 && (errno == EINTR || (errno == EAGAIN && wait_for_room(file, patience)))) continue;
        if (written == 0) errno = EIO;
        if (written <= 0) return -1;
        rest += written;
        count -= (size_t)written;
    }
    return 0;
}

int cposix_memory_file(const void *bytes, size_t count) {
    int file = memfd_create("batchwatch", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
    // Before Linux 6.3.
    if (file < 0 && errno == EINVAL) file = memfd_create("batchwatch", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    if (cposix_write_all(file, bytes, count, 0) != 0 || lseek(file, 0, SEEK_SET) < 0) {
        int error = errno;
        close(file);
        errno = error;
        return -1;
    }
    return file;
}

int cposix_replace(int descriptor, int by) { return dup3(by, descriptor, O_CLOEXEC) < 0 ? -1 : 0; }

int cposix_seal(int file) {
    return fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

int cposix_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

const char *cposix_signal_name(int number) { return sigabbrev_np(number); }

const char *cposix_error_text(int number) { return strerrordesc_np(number); }

int cposix_confine(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    if (prctl(PR_SET_DUMPABLE, 0) != 0) return -1;
    return prctl(PR_SET_PDEATHSIG, SIGKILL);
}

socklen_t cposix_unix_address(struct sockaddr_un *address, const char *path) {
    size_t count = strlen(path);
    if (count == 0 || count >= sizeof address->sun_path) return 0;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, count);
    // A name of the abstract kind begins with a zero byte and ends where the address does.
    int is_abstract = path[0] == '@';
    if (is_abstract) address->sun_path[0] = 0;
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + count + !is_abstract);
}

void cposix_trim_memory(void) { malloc_trim(0); }

void cposix_hoard_no_memory(void) {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TRIM_THRESHOLD, 32 << 10);
    mallopt(M_TOP_PAD, 16 << 10);
}

char *const *cposix_environment(void) { return environ; }

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

int cposix_remove_tree(const char *path) { return nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS); }

int cposix_clock_is_synchronised(void) {
    struct timex clock = {.modes = 0};
    int state = adjtimex(&clock);
    return state < 0 ? -1 : state != TIME_ERROR && !(clock.status & STA_UNSYNC);
}
