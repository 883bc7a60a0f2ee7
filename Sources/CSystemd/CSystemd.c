#define _GNU_SOURCE
#include "CSystemd.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int csystemd_journal_room(const char *path, int milliseconds) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return ENAMETOOLONG;
    strcpy(address.sun_path, path);
    int door = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (door < 0) return errno;

    int error = 0;
    if (connect(door, (struct sockaddr *)&address, sizeof address) < 0) {
        error = errno;
    } else {
        // On a connected datagram socket "writable" means that the receiver's queue has room (unix(7)).
        struct pollfd entry = {.fd = door, .events = POLLOUT};
        int ready = poll(&entry, 1, milliseconds);
        if (ready == 0) error = EAGAIN;
        if (ready < 0 && errno != EINTR) error = errno;
    }
    close(door);
    return error;
}
