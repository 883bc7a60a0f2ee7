// seccomp(2): a process gives up for good the system calls that it does not need. What is allowed stands in lists; what
// only code from outside would ask for ends the process, which says the call's name first; everything else fails as if the
// kernel did not know it, so that a newer C library finds another way.

#define _GNU_SOURCE
#include "CPOSIX.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Not in the headers of every system that this is built on.
#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

struct call {
    long number;
    const char *name;
};
#define CALL(name) {SYS_##name, #name}

// What reading and thinking takes: memory, descriptors that are open, files that Landlock leaves, threads, clocks, the end.
static const struct call common[] = {
    CALL(read), CALL(write), CALL(readv), CALL(writev), CALL(pread64), CALL(lseek), CALL(close), CALL(fstat),
    CALL(newfstatat), CALL(statx), CALL(ftruncate), CALL(readlinkat), CALL(faccessat), CALL(faccessat2),
    CALL(getdents64), CALL(brk), CALL(munmap), CALL(mremap), CALL(madvise), CALL(futex), CALL(set_robust_list),
    CALL(rseq), CALL(membarrier), CALL(sched_yield), CALL(sched_getaffinity), CALL(getrandom), CALL(getpid),
    CALL(gettid), CALL(getuid), CALL(geteuid), CALL(getgid), CALL(getegid), CALL(uname), CALL(sysinfo),
    CALL(getrusage), CALL(getcpu), CALL(clock_gettime), CALL(clock_getres), CALL(clock_nanosleep), CALL(nanosleep),
    CALL(gettimeofday), CALL(ppoll), CALL(pselect6), CALL(eventfd2), CALL(pipe2), CALL(rt_sigprocmask),
    CALL(rt_sigreturn), CALL(sigaltstack), CALL(restart_syscall), CALL(exit), CALL(exit_group), CALL(getcwd),
#ifdef SYS_poll
    CALL(poll), CALL(select), CALL(stat), CALL(lstat), CALL(access), CALL(readlink), CALL(time), CALL(pipe),
    CALL(eventfd), CALL(arch_prctl),
#endif
};

// What a transfer takes besides. The C library asks name servers by sendmmsg, over sockets that are connected.
static const struct call network[] = {
    CALL(connect), CALL(recvfrom), CALL(sendmmsg), CALL(shutdown), CALL(getsockopt), CALL(getsockname),
    CALL(getpeername), CALL(epoll_create1), CALL(epoll_ctl), CALL(epoll_pwait),
#ifdef SYS_poll
    CALL(epoll_wait),
#endif
};

// What changes files by name: refused as Landlock does it, also where that is missing.
static const struct call changes[] = {
    CALL(truncate), CALL(unlinkat), CALL(mkdirat), CALL(symlinkat), CALL(linkat), CALL(renameat2), CALL(mknodat),
    CALL(fchmodat), CALL(fchownat), CALL(utimensat),
#ifdef SYS_poll
    CALL(unlink), CALL(mkdir), CALL(symlink), CALL(link), CALL(rename), CALL(renameat), CALL(rmdir), CALL(chmod),
    CALL(chown), CALL(creat), CALL(mknod),
#endif
};

// What nothing of ours asks for. The first ones are refused by what they are called with.
static const struct call foreign[] = {
    CALL(socket), CALL(socketpair), CALL(mmap), CALL(mprotect), CALL(clone), CALL(kill), CALL(tgkill), CALL(execve), CALL(execveat),
    CALL(bind), CALL(listen), CALL(accept), CALL(accept4), CALL(ptrace), CALL(process_vm_readv),
    CALL(process_vm_writev), CALL(userfaultfd), CALL(memfd_create), CALL(bpf), CALL(perf_event_open), CALL(unshare),
    CALL(setns), CALL(mount), CALL(umount2), CALL(pivot_root), CALL(chroot), CALL(keyctl), CALL(add_key),
    CALL(request_key), CALL(init_module), CALL(finit_module), CALL(delete_module), CALL(setuid), CALL(setgid),
    CALL(setgroups), CALL(capset), CALL(personality), CALL(tkill), CALL(rt_sigqueueinfo), CALL(rt_tgsigqueueinfo),
    CALL(pidfd_open), CALL(pidfd_send_signal), CALL(io_setup), CALL(io_submit), CALL(name_to_handle_at),
    CALL(open_by_handle_at), CALL(reboot), CALL(swapon), CALL(quotactl), CALL(shmget), CALL(shmat), CALL(msgget),
    CALL(semget), CALL(mq_open), CALL(inotify_init1), CALL(fanotify_init), CALL(pkey_mprotect), CALL(remap_file_pages),
#ifdef SYS_poll
    CALL(fork), CALL(vfork), CALL(inotify_init), CALL(modify_ldt), CALL(iopl), CALL(ioperm),
#endif
#ifdef SYS_io_uring_setup
    CALL(io_uring_setup), CALL(io_uring_enter), CALL(io_uring_register),
#endif
#ifdef SYS_pidfd_getfd
    CALL(pidfd_getfd),
#endif
#ifdef SYS_memfd_secret
    CALL(memfd_secret),
#endif
};

// By this call the process that was refused another one ends.
static const long last_call = SYS_kexec_load;

// MARK: The filter

struct program {
    struct sock_filter code[1024];
    size_t count;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t is_true, uint8_t is_false) {
    if (program->count < sizeof program->code / sizeof *program->code)
        program->code[program->count] = (struct sock_filter){code, is_true, is_false, value};
    program->count++;
}

static void load(struct program *program, size_t offset) { add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }

static void result(struct program *program, uint32_t value) { add(program, BPF_RET | BPF_K, value, 0, 0); }

// Answers a call; the accumulator holds its number.
static void answer(struct program *program, long number, uint32_t value) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1);
    result(program, value);
}

static void answer_all(struct program *program, const struct call *calls, size_t count, uint32_t value) {
    for (size_t n = 0; n < count; n++) answer(program, calls[n].number, value);
}
#define ANSWER_ALL(program, calls, value) answer_all(program, calls, sizeof calls / sizeof *calls, value)

// The lower half of an argument: what these calls look at.
static size_t argument(int index) {
    size_t upper = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;
    return offsetof(struct seccomp_data, args) + 8 * (size_t)index + upper;
}

// The next rules look at arguments of this call; returns where its block ends has to be written.
static size_t begin(struct program *program, long number) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 0);
    return program->count - 1;
}

// Answers what the block left over, and brings the number back for what follows.
static void end(struct program *program, size_t start, uint32_t otherwise) {
    result(program, otherwise);
    if (start < sizeof program->code / sizeof *program->code)
        program->code[start].jf = (uint8_t)(program->count - start - 1);
}

// Where the argument is this, masked.
static void when(struct program *program, int index, uint32_t mask, uint32_t value, uint32_t then) {
    load(program, argument(index));
    add(program, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    result(program, then);
}

static const uint32_t allow = SECCOMP_RET_ALLOW;
static const uint32_t trap = SECCOMP_RET_TRAP;
static uint32_t refuse(int error) { return SECCOMP_RET_ERRNO | ((uint32_t)error & SECCOMP_RET_DATA); }

// Ends the block unless the argument is this, masked.
static void require(struct program *program, int index, uint32_t mask, uint32_t value, uint32_t otherwise) {
    load(program, argument(index));
    add(program, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    result(program, otherwise);
}

// Where two arguments are these.
static void when_both(struct program *program, const uint32_t first[2], const uint32_t second[2], uint32_t then) {
    load(program, argument((int)first[0]));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, first[1], 0, 3);
    load(program, argument((int)second[0]));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, second[1], 0, 1);
    result(program, then);
}

// The type of a socket, without the flags that may be added to it.
static const uint32_t type_mask = 0xF;

// TCP and UDP over IP, and no other protocol that a type may stand for, as MPTCP. Whom UDP is sent to cannot be seen; it
// takes the name servers.
static void look_at_sockets(struct program *program) {
    static const uint32_t kinds[][2] = {
        {SOCK_STREAM, 0}, {SOCK_STREAM, IPPROTO_TCP}, {SOCK_DGRAM, 0}, {SOCK_DGRAM, IPPROTO_UDP},
    };
    const uint32_t all = UINT32_MAX;
    size_t start = begin(program, SYS_socket);
    // What name services have besides: it is asked for in vain, and they take the next way.
    when(program, 0, all, AF_UNIX, refuse(EAFNOSUPPORT));
    when(program, 0, all, AF_NETLINK, refuse(EAFNOSUPPORT));
    load(program, argument(0));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 2, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0);
    result(program, trap);
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        load(program, argument(1));
        add(program, BPF_ALU | BPF_AND | BPF_K, type_mask, 0, 0);
        add(program, BPF_JMP | BPF_JEQ | BPF_K, kinds[n][0], 0, 3);
        load(program, argument(2));
        add(program, BPF_JMP | BPF_JEQ | BPF_K, kinds[n][1], 0, 1);
        result(program, allow);
    }
    end(program, start, trap);

    // libcurl's threads wake each other by it. The ends of a pair of datagrams could send to any other socket by its path.
    start = begin(program, SYS_socketpair);
    require(program, 0, all, AF_UNIX, trap);
    require(program, 1, type_mask, SOCK_STREAM, trap);
    when(program, 2, all, 0, allow);
    end(program, start, trap);

    // To whom the socket is connected, and to nobody else: no address, so both halves of it are 0.
    start = begin(program, SYS_sendto);
    load(program, argument(4) ^ 4);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    result(program, refuse(EACCES));
    when(program, 4, all, 0, allow);
    end(program, start, refuse(EACCES));

    static const uint32_t options[][2] = {
        {SOL_SOCKET, SO_KEEPALIVE}, {IPPROTO_TCP, TCP_NODELAY}, {IPPROTO_TCP, TCP_KEEPIDLE},
        {IPPROTO_TCP, TCP_KEEPINTVL}, {IPPROTO_TCP, TCP_KEEPCNT}, {IPPROTO_IP, IP_RECVERR},
        {IPPROTO_IPV6, IPV6_RECVERR},
    };
    start = begin(program, SYS_setsockopt);
    for (size_t n = 0; n < sizeof options / sizeof *options; n++)
        when_both(program, (uint32_t[]){1, options[n][0]}, (uint32_t[]){2, options[n][1]}, allow);
    end(program, start, refuse(ENOPROTOOPT));
}

static void look_at_arguments(struct program *program) {
    const uint32_t all = UINT32_MAX;
    size_t start;
    // No memory that is written and run: code comes from libraries, which are opened later, and not from what is open now.
    // Once all libraries are there, cposix_refuse_code takes the rest.
    start = begin(program, SYS_mmap);
    when(program, 2, PROT_EXEC, 0, allow);
    when(program, 2, PROT_WRITE, PROT_WRITE, trap);
    when(program, 3, MAP_ANONYMOUS, MAP_ANONYMOUS, trap);
    for (int file = 0; file < 64; file++)
        if (fcntl(file, F_GETFD) >= 0) when(program, 4, all, (uint32_t)file, trap);
    end(program, start, allow);
    start = begin(program, SYS_mprotect);
    when(program, 2, PROT_EXEC, 0, allow);
    end(program, start, trap);

    // Threads, and no processes. The arguments of clone3 cannot be seen; without it the C library takes clone.
    answer(program, SYS_clone3, refuse(ENOSYS));
    start = begin(program, SYS_clone);
    when(program, 0, CLONE_THREAD, CLONE_THREAD, allow);
    end(program, start, trap);
    start = begin(program, SYS_tgkill);
    when(program, 0, all, (uint32_t)getpid(), allow);
    end(program, start, trap);
    start = begin(program, SYS_rt_sigaction);
    when(program, 0, all, SIGSYS, refuse(EPERM));
    end(program, start, allow);

    // Files to be read.
    start = begin(program, SYS_openat);
    when(program, 2, O_ACCMODE | O_CREAT | O_TRUNC, 0, allow);
    end(program, start, refuse(EACCES));
#ifdef SYS_open
    start = begin(program, SYS_open);
    when(program, 1, O_ACCMODE | O_CREAT | O_TRUNC, 0, allow);
    end(program, start, refuse(EACCES));
#endif

    start = begin(program, SYS_fcntl);
    for (uint32_t command = F_GETFD; command <= F_SETFL; command++) when(program, 1, all, command, allow);
    end(program, start, refuse(EPERM));
    start = begin(program, SYS_ioctl);
    when(program, 1, all, FIONREAD, allow);
    when(program, 1, all, FIONBIO, allow);
    when(program, 1, all, TCGETS, allow);
    end(program, start, refuse(ENOTTY));
    start = begin(program, SYS_prctl);
    when(program, 0, all, PR_SET_NAME, allow);
    when(program, 0, all, PR_SET_VMA, allow);
    when(program, 0, all, PR_SET_SECCOMP, allow);
    end(program, start, refuse(EPERM));
    // To look at a limit is no harm: both halves of the address of a new one are 0.
    start = begin(program, SYS_prlimit64);
    load(program, argument(2));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
    load(program, argument(2) ^ 4);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
    result(program, allow);
    end(program, start, refuse(EPERM));
}

// MARK: The end

static void say(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static const char *name_of(int number, char *digits) {
    for (size_t n = 0; n < sizeof foreign / sizeof *foreign; n++)
        if (foreign[n].number == number) return foreign[n].name;
    char *end = digits + 11;
    *end = 0;
    do *--end = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return end;
}

static void end_process(int signal, siginfo_t *info, void *context) {
    (void)signal;
    (void)context;
    char digits[12];
    say("error: its sandbox refuses the system call ");
    say(name_of(info->si_syscall, digits));
    say("\n");
    syscall(last_call, 0, 0, 0, 0);
    _exit(1);
}

// Puts the program in force and frees it.
static int enforce(struct program *program) {
    struct sock_fprog code = {.len = (unsigned short)program->count, .filter = program->code};
    int outcome = -1;
    errno = E2BIG;
    if (program->count <= sizeof program->code / sizeof *program->code)
        outcome = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &code);
    int error = errno;
    free(program);
    errno = error;
    return outcome;
}

int cposix_refuse_code(void) {
#ifndef OWN_ARCHITECTURE
    return 0;
#else
    struct program *program = calloc(1, sizeof *program);
    if (!program) return -1;
    load(program, offsetof(struct seccomp_data, nr));
    size_t start = begin(program, SYS_mmap);
    when(program, 2, PROT_EXEC, 0, allow);
    // No end of the process: a library that is looked for too late is told to be missing.
    end(program, start, refuse(EACCES));
    result(program, allow);
    // A kernel without filters; whether there are some may not be asked any more.
    return enforce(program) == 0 || errno == EINVAL ? 0 : -1;
#endif
}

int cposix_refuse_calls(int connects) {
#ifndef OWN_ARCHITECTURE
    (void)connects;
    return 0;
#else
    // A kernel without filters.
    if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0) return errno == EINVAL ? 0 : -1;
    struct sigaction action = {.sa_sigaction = end_process, .sa_flags = SA_SIGINFO};
    if (sigaction(SIGSYS, &action, NULL) != 0) return -1;

    struct program *program = calloc(1, sizeof *program);
    if (!program) return -1;
    load(program, offsetof(struct seccomp_data, arch));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
    result(program, SECCOMP_RET_KILL_PROCESS);
    load(program, offsetof(struct seccomp_data, nr));
    answer(program, last_call, SECCOMP_RET_KILL_PROCESS);
    ANSWER_ALL(program, common, allow);
    if (connects) {
        ANSWER_ALL(program, network, allow);
        look_at_sockets(program);
    }
    look_at_arguments(program);
    ANSWER_ALL(program, changes, refuse(EACCES));
    ANSWER_ALL(program, foreign, trap);
    // Calls that are unknown here, and those of the other interface of x86-64 (x32), which have other numbers.
    result(program, refuse(ENOSYS));

    return enforce(program);
#endif
}
