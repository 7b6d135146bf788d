// Files of the project that are built into the programs: the form of a table of them, and the hooks.

#ifndef PMGIT_FILES_H
#define PMGIT_FILES_H

/// A text file. The contents end with a byte 0, and have no other one.
typedef struct {
  const char *path;
  const char *contents;
} CFile;

/// The files of `hooks`, by their names. The path of the element after the last one is NULL.
const CFile *c_hook_files(void);

#endif
