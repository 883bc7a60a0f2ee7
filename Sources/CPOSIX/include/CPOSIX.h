// What Swift cannot import: GNU calls, variadic functions and macros. Each function is one call, or one that belongs
// together; none keeps state. Errors are told as the C library tells them, -1 and errno, where nothing else is said.

#pragma once
#include <stddef.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

/// Starts `path` in its own session, in "/", with all signals at their defaults and none blocked. `descriptors[n]`
/// becomes its descriptor n, for each of the `count` (8 at most). Every other descriptor is closed. Returns 0, or the
/// error number (a failed exec included; EINVAL for more descriptors).
int cposix_spawn(pid_t *_Nonnull pid, const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                 char *_Nullable const *_Nonnull environment, const int *_Nonnull descriptors, int count);

/// pidfd_open(2), close-on-exec.
int cposix_pidfd_open(pid_t pid);

/// pipe2(2), both ends close-on-exec: `ends[0]` is read, `ends[1]` written.
int cposix_pipe(int *_Nonnull ends);

/// Rows and columns of the terminal behind a descriptor (ioctl_tty(2), TIOCGWINSZ); 0 where it does not know. Returns 0,
/// or -1 and errno.
int cposix_terminal_size(int terminal, int *_Nonnull rows, int *_Nonnull columns);

/// Writes all bytes, however many calls of write(2) that takes, and whatever signals interrupt them. Where the
/// descriptor is non-blocking and has no room, waits so many milliseconds for some: 0 not at all, -1 for ever. Returns
/// 0, or -1 and errno: EAGAIN where there was no room in time, EIO where the call wrote nothing and gave no reason.
/// What was written until then stays so.
int cposix_write_all(int file, const void *_Nullable bytes, size_t count, int patience);

/// An unnamed file in memory that holds these bytes, to be read from its beginning; close-on-exec. No program can be made
/// of it, where the kernel knows how (memfd_create(2), MFD_NOEXEC_SEAL).
int cposix_memory_file(const void *_Nullable bytes, size_t count);

/// Seals such a file: nobody who has it can change it any more, for good (fcntl(2), F_ADD_SEALS). Returns 0, or -1 and
/// errno.
int cposix_seal(int file);
/// Makes a descriptor stand for the file of another, close-on-exec (dup3(2)): 0, or -1.
int cposix_replace(int descriptor, int by);

/// What libdispatch exports for run loops: the descriptor that is readable when the main queue has work, and the call
/// that does this work on the main thread. For programs that link libdispatch.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *_Nullable message);

/// eventfd(2) at 0, close-on-exec, non-blocking.
int cposix_eventfd(void);

/// Whether the kernel says that the wall clock is kept by others (adjtimex(2), without STA_UNSYNC): 1 or 0; -1 and errno
/// where it may not be asked.
int cposix_clock_is_synchronised(void);

/// "KILL" for 9; null for no signal.
const char *_Nullable cposix_signal_name(int number);

/// "No such file or directory" for ENOENT; null for no error number. Untranslated, and safe on every thread.
const char *_Nullable cposix_error_text(int number);

/// Makes this process unable to gain privileges by what it executes, ends it when the thread that started it ends, and
/// lets no other process of its user look into it (prctl(2): PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG with SIGKILL,
/// PR_SET_DUMPABLE).
int cposix_confine(void);

/// The version of Landlock that the kernel has; 0 for none.
int cposix_landlock_version(void);

/// Takes from the calling thread and those it starts, for good and as far as the kernel knows how (landlock(7)): to
/// open, make or change any file but for reading those of `readable` and what lies below them (a null ends the list;
/// what is not there is passed over), to run programs, to listen for TCP, to connect by TCP unless `connects`, to reach
/// abstract sockets and to send signals outside. Descriptors that are open stay as they are. Sets PR_SET_NO_NEW_PRIVS.
/// Returns the version of Landlock, 0 where there is none, or -1 and errno.
int cposix_enclose(const char *_Nullable const *_Nonnull readable, int connects);

/// Takes system calls from the calling thread and those it starts, for good (seccomp(2)): all that foreign code would
/// need beyond reading files and, where it `connects`, servers. A call that only such code makes ends the process by
/// SIGSYS, after a line on standard error that names it; others fail. No memory can be made executable that was written,
/// no process started, no socket made but for connections. Needs PR_SET_NO_NEW_PRIVS. Returns 0, also where the kernel
/// has no such filters, or -1 and errno.
int cposix_refuse_calls(int connects);

/// Takes from the calling thread and those it starts, for good, to map any file as code: what is to be run is loaded by
/// now, and dlopen(3) finds nothing more. After cposix_refuse_calls. Returns 0, also where the kernel has no such filters,
/// or -1 and errno.
int cposix_refuse_code(void);

/// Writes the address of a socket's path, "@name" for one of the abstract kind (unix(7)). Returns its length, or 0
/// where the path is empty or too long.
socklen_t cposix_unix_address(struct sockaddr_un *_Nonnull address, const char *_Nonnull path);

/// The user and the process at the other end of a Unix socket, as they were when it connected (unix(7) SO_PEERCRED); 0
/// for a process that cannot be seen from here. Returns 0, or -1 and errno.
int cposix_peer(int socket, uid_t *_Nonnull user, pid_t *_Nonnull process);

/// Whether that process has ended (SO_PEERPIDFD), so that another one may have its number: 1 or 0; -1 and errno where the
/// kernel cannot say, before Linux 6.5 or without a descriptor left.
int cposix_peer_is_gone(int socket);

/// A socket that tells of addresses and routes (rtnetlink(7)), close-on-exec, non-blocking; -1 and errno.
int cposix_network_news(void);

/// Reads all that such a socket has to tell. Returns 1 where an address or a route has appeared that may lead to a
/// server, also where news was lost (ENOBUFS); 0 for anything else; -1 and errno where it can tell no more.
int cposix_way_out_appeared(int socket);

/// malloc_trim(3): gives the system back what is free in all arenas.
void cposix_trim_memory(void);

/// mallopt(3), for a process that waits for years. M_ARENA_MAX: all threads take memory from one place; with one for each
/// it grows, a little. M_TRIM_THRESHOLD, M_TOP_PAD: of what is free at the end of that place 32 KiB are kept, in place of
/// 128 KiB and twice the largest block that was ever freed.
void cposix_hoard_no_memory(void);

/// environ(7): "NAME=value" each, a null at the end.
char *_Nullable const *_Nonnull cposix_environment(void);

/// Removes a directory of our own with all that is in it, following no link (nftw(3)). Returns 0; -1 and errno where
/// something stays.
int cposix_remove_tree(const char *_Nonnull path);
