// The headers of libgit2 for Swift, and wrappers of its variadic function, which Swift cannot call.

#ifndef PMGIT_CGIT2_SHIM_H
#define PMGIT_CGIT2_SHIM_H

#if !__has_include(<git2.h>)
#error "pmgit needs the headers of libgit2 1.5 or later: install libgit2-dev (Debian) or libgit2 (Homebrew)"
#endif

#include <git2.h>

#if LIBGIT2_VER_MAJOR < 1 || (LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR < 5)
#error "pmgit needs libgit2 1.5 or later; 'pkg-config --modversion libgit2' tells which one is here"
#endif

// 'git_error_clear' is here since libgit2 1.9.
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h>
#endif
#include <git2/sys/commit_graph.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

/// A source of objects for libgit2 that belongs to a Swift object.
struct pmgit_backend {
  git_odb_backend parent;
  void *objects;
};

/// Checks that every object named by a new tree exists. This costs one lookup for each entry.
static inline int pmgit_enable_strict_object_creation(void) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_OBJECT_CREATION, 1);
}

/// Flushes objects, packs and references to the disk before they are renamed into place.
static inline int pmgit_enable_fsync(void) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
}

/// Sets the size of libgit2's object cache in bytes.
static inline int pmgit_limit_cache(size_t size) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, (ssize_t)size);
}

/// Limits how many bytes of packs libgit2 maps into memory at the same time.
static inline int pmgit_limit_maps(size_t window, size_t mapped) {
  int status = git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, window);
  if (status == 0) status = git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, mapped);
  return status;
}

/// Lets libgit2 cache trees of up to `size` bytes.
static inline int pmgit_keep_trees(size_t size) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, GIT_OBJECT_TREE, size);
}

/// Allows the repository extensions in `names`, in addition to those that libgit2 supports.
static inline int pmgit_allow_extensions(const char **names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}

/// Makes libgit2 open repositories of any owner, until the process ends.
static inline int pmgit_disable_owner_validation(void) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
}

/// Sets the folders in which configuration files of `level` are searched; an empty `path` means none.
static inline int pmgit_set_search_path(git_config_level_t level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

#endif
