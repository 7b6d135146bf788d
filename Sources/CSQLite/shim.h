// The header of SQLite for Swift, and wrappers of what Swift cannot call: variadic functions, and a
// function whose destructor argument is a number.

#ifndef PMGIT_CSQLITE_SHIM_H
#define PMGIT_CSQLITE_SHIM_H

#if !__has_include(<sqlite3.h>)
#error "pmgit needs the headers of SQLite: install libsqlite3-dev (Debian) or sqlite (Homebrew)"
#endif

#include <sqlite3.h>

#if SQLITE_VERSION_NUMBER < 3037000
#error "pmgit needs SQLite 3.37 or later; 'pkg-config --modversion sqlite3' tells which one is here"
#endif

/// Binds bytes, which SQLite copies before this returns. An empty value is an empty blob, not NULL.
static inline int pmgit_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, count > 0 ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Keeps the files `-wal` and `-shm` when the last connection closes, instead of removing them.
static inline int pmgit_keep_side_files(sqlite3 *database) {
  int keep = 1;
  return sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &keep);
}

/// Prevents code in the file from running, and statements from changing the file's internal tables.
static inline int pmgit_distrust_schema(sqlite3 *database) {
  int status = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (status == SQLITE_OK)
    status = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (status == SQLITE_OK)
    status = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  if (status == SQLITE_OK)
    status = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  return status;
}

#endif
