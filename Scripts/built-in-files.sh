#!/usr/bin/env bash
# Writes which files are built into the programs: Sources/CPage/page.c and CFiles/hook.c, with '#embed'.
# Run it after adding, moving or removing a file of Sources/PlanWeb/Page or hooks. With '--check' it
# writes nothing, and fails if they are not up to date.
#
# SwiftPM can build files in by itself ('embedInCode'), as arrays of Swift. The compiler needs
# minutes for those of the page, and a quarter of a second for these.
set -euo pipefail
cd "$(dirname "$0")/.."

# table FOLDER NAME HEADER
table() {
  cat <<END
// Written by Scripts/built-in-files.sh.

#include <stddef.h>

#include "$3.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const CFile files[] = {
END
  (cd "$1" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) | while IFS= read -r path; do
    printf '    {"%s", (const char[]){\n#embed "../../%s/%s" suffix(, 0)\n    }},\n' "$path" "$1" "$path"
  done
  cat <<END
    {NULL, NULL},
};

const CFile *c_$2_files(void) { return files; }
END
}

status=0
for each in "Sources/PlanWeb/Page page CPage" "hooks hook CFiles"; do
  read -r folder name target <<<"$each"
  file=Sources/$target/$name.c
  if [[ ${1:-} == --check ]]; then
    if ! diff -q "$file" <(table "$folder" "$name" "$target") >/dev/null; then
      echo "$file is not up to date; run Scripts/built-in-files.sh" >&2
      status=1
    fi
  else
    table "$folder" "$name" "$target" >"$file"
  fi
done
exit "$status"
