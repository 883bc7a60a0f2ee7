// A hook that notes when it began, in seconds since 1970.

#include <stdio.h>
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    FILE *notes = fopen(NOTES, "a");
    if (!notes) return 75;
    fprintf(notes, "%lld.%09ld\n", (long long)now.tv_sec, now.tv_nsec);
    return fclose(notes) == 0 ? 0 : 75;
}
