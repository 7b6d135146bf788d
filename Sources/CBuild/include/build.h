// Facts about a build of pmgit that are not in its sources.

#ifndef PMGIT_BUILD_H
#define PMGIT_BUILD_H

/// The commit that the program was built from, as 40 hexadecimal digits. A '+' follows if files differed from it.
/// Empty if the commit is unknown, as in a build without 'make'.
extern const char pmgit_commit[42];

#endif
