// A library for LD_PRELOAD that a test puts into a worker: when the first byte from outside is about to be read (or a
// server to be reached), it tries what the sandbox should forbid, as foreign code would, and writes down what came of
// it. SANDBOX_PROBE: what to try, "VERB ARGUMENT" in each line. SANDBOX_REPORT: the file for the outcomes.
// SANDBOX_VERSION: the version of Landlock to pretend; 0 for none. SANDBOX_LATE: wait until the worker connects
// or writes its answer.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static int report = -1;
static int is_done;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("SANDBOX_REPORT");
    if (!path) return;
    // Not 3: that one has a meaning for the worker.
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    report = fcntl(file, F_DUPFD_CLOEXEC, 40);
    close(file);
}

static int real_connect(int handle, const void *address, socklen_t size) {
    int (*next)(int, const void *, socklen_t) = dlsym(RTLD_NEXT, "connect");
    return next(handle, address, size);
}

static int tcp(const char *port, int binds) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(port))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int handle = socket(AF_INET, SOCK_STREAM, 0);
    int result = binds ? bind(handle, (void *)&address, sizeof address)
                       : real_connect(handle, &address, sizeof address);
    int error = errno;
    close(handle);
    errno = error;
    return result;
}

static int abstract(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path + 1, name, sizeof address.sun_path - 2);
    int handle = socket(AF_UNIX, SOCK_DGRAM, 0);
    int result = real_connect(handle, &address, offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
    int error = errno;
    close(handle);
    errno = error;
    return result;
}

static int start(const char *path) {
    char *arguments[] = {(char *)path, NULL};
    pid_t pid;
    errno = posix_spawn(&pid, path, NULL, NULL, arguments, NULL);
    return errno;
}

static int opened(int file) {
    if (file >= 0) close(file);
    return file < 0 ? -1 : 0;
}

static long raw(long number, long a, long b, long c, long d, long e, long f) {
    long (*next)(long, ...) = dlsym(RTLD_NEXT, "syscall");
    return next(number, a, b, c, d, e, f);
}

// A system call by its name, without arguments.
static int call(const char *name) {
    static const struct {
        const char *name;
        long number;
    } calls[] = {
#define CALL(name) {#name, SYS_##name},
        CALL(listen) CALL(accept4) CALL(execve) CALL(ptrace) CALL(process_vm_readv) CALL(memfd_create)
        CALL(io_uring_setup) CALL(userfaultfd) CALL(bpf) CALL(perf_event_open) CALL(unshare) CALL(setns) CALL(mount)
        CALL(keyctl) CALL(kill) CALL(tgkill) CALL(clone) CALL(clone3) CALL(pidfd_open) CALL(execveat) CALL(setuid)
        CALL(kexec_load) CALL(seccomp) CALL(sendmsg) CALL(recvmsg)
    };
    for (size_t n = 0; n < sizeof calls / sizeof *calls; n++)
        if (!strcmp(calls[n].name, name)) return raw(calls[n].number, 0, 0, 0, 0, 0, 0) < 0 ? -1 : 0;
    errno = EINVAL;
    return -1;
}

// "DOMAIN TYPE PROTOCOL"
static int make_socket(const char *what) {
    int domain = 0, type = 0, protocol = 0;
    sscanf(what, "%d %d %d", &domain, &type, &protocol);
    return opened(socket(domain, type, protocol));
}

// Likewise.
static int make_pair(const char *what) {
    int domain = 0, type = 0, protocol = 0, pair[2];
    sscanf(what, "%d %d %d", &domain, &type, &protocol);
    int result = socketpair(domain, type, protocol, pair);
    if (result == 0) close(pair[0]), close(pair[1]);
    return result;
}

// "LEVEL OPTION", on a socket for UDP.
static int set_option(const char *what) {
    int level = 0, option = 0, one = 1;
    sscanf(what, "%d %d", &level, &option);
    int handle = socket(AF_INET, level == IPPROTO_TCP ? SOCK_STREAM : SOCK_DGRAM, 0);
    int result = setsockopt(handle, level, option, &one, sizeof one);
    int error = errno;
    close(handle);
    errno = error;
    return result;
}

// To a socket by its path, and to a port, as a resolver does not: sockets that it asks by are connected.
static int send_to(const char *what) {
    struct sockaddr_un path = {.sun_family = AF_UNIX};
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_port = htons(atoi(what))};
    port.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    strncpy(path.sun_path, what, sizeof path.sun_path - 1);
    int is_path = *what == '/', pair[2] = {-1, -1};
    if (is_path && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return -1;
    int handle = is_path ? pair[0] : socket(AF_INET, SOCK_DGRAM, 0);
    const void *address = is_path ? (const void *)&path : &port;
    int result = sendto(handle, "x", 1, 0, address, is_path ? sizeof path : sizeof port) == 1 ? 0 : -1;
    int error = errno;
    close(handle), close(pair[1]);
    errno = error;
    return result;
}

// Memory that is to be run: new, new and writable, the document, or written before; what is opened by its path.
static int map(const char *what) {
    int run = PROT_READ | PROT_EXEC;
    void *place = NULL;
    if (!strcmp(what, "new")) place = mmap(NULL, 4096, run, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!strcmp(what, "writable")) place = mmap(NULL, 4096, run | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!strcmp(what, "document")) place = mmap(NULL, 4096, run, MAP_PRIVATE, 3, 0);
    if (*what == '/') {
        int file = open(what, O_RDONLY | O_CLOEXEC);
        if (file < 0) return -1;
        place = mmap(NULL, 4096, run, MAP_PRIVATE, file, 0);
    }
    if (!strcmp(what, "written")) {
        place = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return mprotect(place, 4096, run);
    }
    return place == MAP_FAILED ? -1 : 0;
}

static int try(const char *verb, const char *what) {
    if (!strcmp(verb, "call")) return call(what);
    if (!strcmp(verb, "socket")) return make_socket(what);
    if (!strcmp(verb, "socketpair")) return make_pair(what);
    if (!strcmp(verb, "setsockopt")) return set_option(what);
    if (!strcmp(verb, "sendto")) return send_to(what);
    if (!strcmp(verb, "map")) return map(what);
    if (!strcmp(verb, "load")) return dlopen(what, RTLD_NOW) ? 0 : (errno = ELIBACC, -1);
    if (!strcmp(verb, "sigaction")) return signal(atoi(what), SIG_IGN) == SIG_ERR ? -1 : 0;
    if (!strcmp(verb, "dump")) return prctl(PR_SET_DUMPABLE, 1);
    if (!strcmp(verb, "read")) return opened(open(what, O_RDONLY | O_CLOEXEC));
    if (!strcmp(verb, "write")) return opened(open(what, O_WRONLY | O_CLOEXEC));
    if (!strcmp(verb, "create")) return opened(open(what, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    if (!strcmp(verb, "truncate")) return truncate(what, 0);
    if (!strcmp(verb, "unlink")) return unlink(what);
    if (!strcmp(verb, "mkdir")) return mkdir(what, 0700);
    if (!strcmp(verb, "symlink")) return symlink("/", what);
    if (!strcmp(verb, "run")) return start(what);
    if (!strcmp(verb, "bind")) return tcp(what, 1);
    if (!strcmp(verb, "connect")) return tcp(what, 0);
    if (!strcmp(verb, "abstract")) return abstract(what);
    if (!strcmp(verb, "signal")) return kill(atoi(what), 0);
    if (!strcmp(verb, "grow")) {
        struct rlimit limit = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
        return setrlimit(atoi(what), &limit);
    }
    errno = EINVAL;
    return -1;
}

static void probe(void) {
    if (is_done++ || report < 0) return;
    int error = errno;
    struct rlimit memory, size, processes;
    getrlimit(RLIMIT_AS, &memory);
    getrlimit(RLIMIT_FSIZE, &size);
    getrlimit(RLIMIT_NPROC, &processes);
    dprintf(report, "memory %ju\nsize %ju\nprocesses %ju\n", (uintmax_t)memory.rlim_max, (uintmax_t)size.rlim_max,
            (uintmax_t)processes.rlim_max);
    char *tries = strdup(getenv("SANDBOX_PROBE") ?: "");
    for (char *line = strtok(tries, "\n"); line; line = strtok(NULL, "\n")) {
        char *what = strchr(line, ' ');
        if (!what) continue;
        *what++ = 0;
        int result = try(line, what);
        dprintf(report, "%s %s: %s\n", line, what, result == 0 ? "done" : strerrorname_np(errno));
    }
    free(tries);
    errno = error;
}

ssize_t read(int file, void *buffer, size_t count) {
    ssize_t (*next)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
    // 0 is the request.
    if (file > 2 && !getenv("SANDBOX_LATE")) probe();
    return next(file, buffer, count);
}

// How the reader reads its document.
ssize_t pread(int file, void *buffer, size_t count, off_t offset) {
    ssize_t (*next)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread");
    if (!getenv("SANDBOX_LATE")) probe();
    return next(file, buffer, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
    ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (file == 1 && getenv("SANDBOX_LATE")) probe();
    return next(file, bytes, count);
}

int connect(int handle, const struct sockaddr *address, socklen_t size) {
    if (address->sa_family != AF_UNIX) probe();
    return real_connect(handle, address, size);
}

long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long),
         e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    const char *version = getenv("SANDBOX_VERSION");
    if (number == 444 && c == 1 && version) {
        errno = ENOSYS;
        return atoi(version) > 0 ? atoi(version) : -1;
    }
    long (*next)(long, ...) = dlsym(RTLD_NEXT, "syscall");
    return next(number, a, b, c, d, e, f);
}
