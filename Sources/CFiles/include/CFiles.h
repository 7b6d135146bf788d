// Files of the project that are built into the programs: the form of a table of them, and the hooks.

#ifndef PMGIT_FILES_H
#define PMGIT_FILES_H

/// A text file. It has no byte 0, which ends its contents here.
typedef struct {
  const char *path;
  const char *contents;
} CFile;

/// The files of `hooks`, by their names. The path of the element after the last one is NULL.
const CFile *c_hook_files(void);

#endif
