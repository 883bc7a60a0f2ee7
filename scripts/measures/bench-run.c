// Runs a program, discards its output, and prints the cost of the program and the children that it waited for: the
// seconds of processor time of all, and the peak memory of the largest one, in KiB. Python cannot measure this itself:
// a process starts with the peak of its parent (getrusage(2), ru_maxrss), and Python's exceeds that of some measured
// programs.

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count < 2) return fprintf(stderr, "usage: bench-run PROGRAM ARGUMENT...\n"), 64;
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_RDWR);
        for (int stream = 0; stream <= 2; stream++) dup2(nothing, stream);
        execvp(arguments[1], arguments + 1);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) return 71;
    if (!WIFEXITED(status)) return 70;
    struct timeval user = usage.ru_utime, system = usage.ru_stime;
    long long microseconds = (user.tv_sec + system.tv_sec) * 1000000LL + user.tv_usec + system.tv_usec;
    printf("%.6f %ld %d\n", (double)microseconds / 1e6, usage.ru_maxrss, WEXITSTATUS(status));
    return 0;
}
