// The commit that the programs were built from. A target of its own: all Swift that depends on a C target is compiled
// again when one of its files changes, and this one changes with each commit.

#pragma once

/// "abc1234"; empty where nobody said.
const char *_Nonnull ccommit(void);
