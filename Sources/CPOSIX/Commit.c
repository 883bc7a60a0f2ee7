// The commit that the programs were built from. scripts/build writes the header, only when it says something new, and names its
// directory; other builds have none. A file of its own, so that nothing else is compiled again after a commit.

#include "CPOSIX.h"

#if __has_include("batchwatch-commit.h")
#include "batchwatch-commit.h"
#endif
#ifndef BATCHWATCH_COMMIT
#define BATCHWATCH_COMMIT ""
#endif

const char *cposix_commit(void) { return BATCHWATCH_COMMIT; }
