#!/usr/bin/env bash
# Makes libgit2 part of the programs that are linked next: static-libgit2.sh static|shared FOLDER PROGRAM...
#
# In FOLDER it puts a libgit2.a, which names the archives of libgit2 and of what it needs, and
# pkgconfig/libgit2.pc, by which Swift finds it. What libgit2 needs for connections alone is not linked: the
# functions in Sources/CGit2/Absent take its place, and let every connection fail. Where an archive is missing, or
# libgit2 needs something else, FOLDER gets neither, so that libgit2 is loaded, and a line says why.
#
# The programs are removed where the archives are others than those of the last time, as Swift does not look at them.
# The arguments for 'swift build' are printed.
set -euo pipefail

kind=$1 folder=$2
shift 2
linked=("$@")
[[ $kind =~ ^(static|shared)$ ]] || { echo "LIBGIT2 is 'static' or 'shared', not '$kind'" >&2; exit 1; }
# Swift and pkg-config take the folder apart at a space.
[[ $folder != *[[:space:]]* ]] || { echo "the path of this folder has a space: $folder; move it" >&2; exit 1; }
sources=$(dirname "$0")/../Sources/CGit2/Absent

# What the functions in Absent take the place of.
absent='ssh2|mbedtls|mbedx509|gssapi_krb5'
# Parts of the C library, which is loaded.
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

# Ends; the link is made anew if it would be another one.
finish() {
  if [[ "$(cat "$folder/libgit2.sum" 2>/dev/null || :)" != "$sum" ]]; then rm -f -- "${linked[@]}"; fi
  echo "$sum" >"$folder/libgit2.sum"
  exit 0
}

# Prints the paths of the archives, or the name of the first that is missing.
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
# A script of the linker: the archives may need each other in any order. What is absent comes right behind
# libgit2, so that it is found before what mbed TLS has of the same name.
{
  echo 'GROUP ('
  printf '  "%s"\n' "${paths[0]}" "$folder/libabsent.a" "${paths[@]:1}"
  echo ')'
} >"$new/libgit2.a"

# A program that starts libgit2 shows whether something is missing, before Swift takes minutes to find out.
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
# Symbols of the program are of no use to libraries that are loaded, as libgit2 is not one. What unwinds the stack is
# built in as well, which leaves the C library alone to be loaded.
echo "-Xlinker --no-export-dynamic -Xswiftc -Xclang-linker -Xswiftc -static-libgcc"
sum=$(cat "${paths[@]}" "$folder/libabsent.a" | cksum)
finish
