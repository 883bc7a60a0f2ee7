// libsystemd: sd-daemon(3) and sd-journal(3), as far as neither is variadic.

#pragma once
// Else each entry would name this header as its place in the code.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
