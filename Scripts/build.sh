#!/usr/bin/env bash
# Builds with optimisation: build.sh ARGUMENT..., arguments of 'swift build' such as '--product pmgit'.
#
# Programs and tests are built with the same options, so that the tests are linked to the libraries
# of the programs. SWIFT is another 'swift', SWIFTFLAGS are further options, and LIBGIT2=shared loads
# libgit2 at each start instead of building it in.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
programs=(.build/release/pmgit .build/release/pmgit-web)
# Libraries that are built in though they are there to be loaded as well: libgit2, SQLite, zlib,
# libyaml, and the C++ runtime. Loading that one alone takes a fifth of the start of a command.
static=$PWD/.build/static
mkdir -p "$static"
for name in libstdc++.a libsqlite3.a libyaml.a libz.a; do
  library=$(clang -print-file-name="$name" 2>/dev/null || :)
  # The linker takes the first library of a name that it finds.
  if [[ -f $library ]]; then ln -sf "$library" "$static/"; fi
done

# Tests see what is internal.
options=(-c release -Xswiftc -enable-testing -Xswiftc "-L$static")
# The same bytes wherever the sources lie: the stripped program has no path of this machine in it.
# '-file-prefix-map' would remap the paths of the index too, in which SwiftPM looks for tests.
options+=(-Xswiftc -debug-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=.")
# Generic types are made by direct calls. Otherwise each start of the program finds them by their
# names, and searches all conformances for each: a seventh of a command's processor time. A compiler
# that does not know the option builds without it.
direct=-disable-concrete-type-metadata-mangled-name-accessors
if "${swift}c" -frontend -parse "$direct" - </dev/null >/dev/null 2>&1; then
  options+=(-Xswiftc -Xfrontend -Xswiftc "$direct")
fi
libgit2=$(Scripts/static-libgit2.sh "${LIBGIT2:-static}" "$static" "${programs[@]}")
commit=$(Scripts/commit-object.sh "$static" "${programs[@]}")
export PKG_CONFIG_PATH=$static/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
set -x
# shellcheck disable=SC2086  # Words are arguments.
"$swift" build "${options[@]}" ${SWIFTFLAGS:-} $libgit2 $commit "$@"
