// scripts/build writes the header, only when it says something new, and names its directory; other builds have none.

#include "CCommit.h"

#if __has_include("batchwatch-commit.h")
#include "batchwatch-commit.h"
#endif
#ifndef BATCHWATCH_COMMIT
#define BATCHWATCH_COMMIT ""
#endif

const char *ccommit(void) { return BATCHWATCH_COMMIT; }
