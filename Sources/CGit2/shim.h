// What Swift needs to see of libgit2, and the one variadic function that Swift cannot call.

#ifndef PMGIT_CGIT2_SHIM_H
#define PMGIT_CGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

/// Checks that every object named by a new tree exists, at the cost of one lookup an entry.
static inline int pmgit_enable_strict_object_creation(void) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_OBJECT_CREATION, 1);
}

/// Flushes objects, packs and references to the disk before they are renamed into place.
static inline int pmgit_enable_fsync(void) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
}

/// Allows the repository extensions in `names`, beside those that libgit2 knows.
static inline int pmgit_allow_extensions(const char **names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}

/// Sets where the configuration files of `level` are looked for; an empty `path` is nowhere.
static inline int pmgit_set_search_path(git_config_level_t level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

#endif
