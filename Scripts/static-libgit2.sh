#!/usr/bin/env bash
# Links libgit2 statically into the next build: static-libgit2.sh static|shared FOLDER PROGRAM...
#
# It writes libgit2.a, which refers to the archives of libgit2 and its dependencies, and
# pkgconfig/libgit2.pc into FOLDER, where Swift finds them. Libraries that libgit2 only needs for
# connections are not linked: the functions in Sources/CGit2/Absent replace them and make every
# connection fail. If an archive is missing, or libgit2 needs something else, neither file is
# written. Then libgit2 is linked dynamically, and a message says why.
#
# If the archives have changed since the last time, it removes the programs, because Swift does not
# track them. It prints the arguments for 'swift build'.
set -euo pipefail

kind=$1 folder=$2
shift 2
linked=("$@")
[[ $kind =~ ^(static|shared)$ ]] || { echo "LIBGIT2 is 'static' or 'shared', not '$kind'" >&2; exit 1; }
# Swift and pkg-config split paths at spaces.
[[ $folder != *[[:space:]]* ]] || { echo "the path of this folder has a space: $folder; move it" >&2; exit 1; }
sources=$(dirname "$0")/../Sources/CGit2/Absent

# The libraries that the functions in Absent replace.
absent='ssh2|mbedtls|mbedx509|gssapi_krb5'
# Parts of the C library, which is linked dynamically.
system='rt|pthread|dl|m|c'

rm -f "$folder/libgit2.a" "$folder/pkgconfig/libgit2.pc"
mkdir -p "$folder/pkgconfig"
new=$(mktemp -d "$folder/new.XXXXXX")
trap 'rm -rf "$new"' EXIT

shared() {  # REASON
  echo "libgit2 is loaded when pmgit starts, not built in: $1" >&2
  sum=shared
  finish
}

# Ends the script; first it removes the programs if they have to be linked again.
finish() {
  if [[ "$(cat "$folder/libgit2.sum" 2>/dev/null || :)" != "$sum" ]]; then rm -f -- "${linked[@]}"; fi
  echo "$sum" >"$folder/libgit2.sum"
  exit 0
}

# Prints the paths of the archives, or the name of the first missing one, and then fails.
archives() {
  local word name path
  for word in $(pkg-config --static --libs libgit2); do
    [[ $word == -l* ]] || continue
    name=${word#-l}
    [[ $name =~ ^($absent|$system)$ ]] && continue
    path=$(clang -print-file-name="lib$name.a")
    if [[ ! -f $path ]]; then
      echo "lib$name.a"
      return 1
    fi
    echo "$path"
  done
}

[[ $kind == shared ]] && shared "LIBGIT2=shared"
[[ $(uname) == Linux ]] || shared "this is tried on Linux only"
for program in clang ar pkg-config; do
  command -v "$program" >/dev/null || shared "there is no program '$program'"
done
pkg-config --exists libgit2 || shared "pkg-config does not know libgit2"
found=$(archives) || shared "there is no ${found##*$'\n'}"

for source in "$sources"/*.c; do
  clang -O2 -fPIC -ffunction-sections -c "$source" -o "$new/$(basename "$source" .c).o" \
    2>"$new/said" || shared "$(basename "$source") does not fit to its libraries: $(grep -m 1 error "$new/said")"
done
ar rcs "$new/libabsent.a" "$new"/*.o
mv "$new/libabsent.a" "$folder/"
mapfile -t paths <<<"$found"
# A linker script, because the archives may depend on each other in any order. The replacements come
# directly after libgit2, so that they take precedence over functions of mbed TLS with the same
# names.
{
  echo 'GROUP ('
  printf '  "%s"\n' "${paths[0]}" "$folder/libabsent.a" "${paths[@]:1}"
  echo ')'
} >"$new/libgit2.a"

# A small program that starts libgit2 finds missing libraries at once; the Swift build takes
# minutes.
cat >"$new/try.c" <<'END'
#include <git2.h>
int main(void) { return git_libgit2_init() == 1 ? 0 : 1; }
END
# shellcheck disable=SC2046  # Words are arguments.
clang $(pkg-config --cflags libgit2) "$new/try.c" -L"$new" -lgit2 -o "$new/try" 2>"$new/said" ||
  shared "it can't be linked: $(grep -m 1 'error\|undefined' "$new/said")"
"$new/try" || shared "it can't be started"

mv "$new/libgit2.a" "$folder/"
cat >"$folder/pkgconfig/libgit2.pc" <<END
Name: libgit2
Description: libgit2, to be built in
Version: $(pkg-config --modversion libgit2)
Cflags: $(pkg-config --cflags libgit2)
Libs: -L$folder -lgit2
END
echo "libgit2 $(pkg-config --modversion libgit2) is built in" >&2
# No library is loaded that uses symbols of the program, so none are exported. The unwinder is
# linked statically as well, so that only the C library is loaded.
echo "-Xlinker --no-export-dynamic -Xswiftc -Xclang-linker -Xswiftc -static-libgcc"
sum=$(cat "${paths[@]}" "$folder/libabsent.a" | cksum)
finish
