// What is known of a build of pmgit beside its sources.

#ifndef PMGIT_BUILD_H
#define PMGIT_BUILD_H

/// The commit that the program was built from, 40 hexadecimal digits, with a '+' behind them where files differed from
/// it; empty where it is not known, as in a build without 'make'.
extern const char pmgit_commit[42];

#endif
