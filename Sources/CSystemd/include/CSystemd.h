// libsystemd, as far as it is used: the journal's front door and sd_notify. No other part of it, no state.

#pragma once
// The journal's CODE_FILE and CODE_LINE would name this shim.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

/// Whether a journal listens and has room for a message now, waiting `milliseconds` for room at most: 0, or the error
/// number. sd_journal_sendv(3) says 0 when no journal is there (ENOENT), and blocks when one is there and does not read
/// (EAGAIN here).
int csystemd_journal_room(const char *_Nonnull path, int milliseconds);
