#!/usr/bin/env bash
# Builds with optimisation: build.sh TARGET..., each 'pmgit', 'pmgit-web' or 'tests'.
#
# Programs and tests are built with the same options, so that the tests are linked to the libraries
# of the programs. SWIFT is another 'swift', SWIFTFLAGS are further options, and LIBGIT2=shared loads
# libgit2 at each start instead of building it in.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
programs=(.build/release/pmgit .build/release/pmgit-web)
# These libraries are built in, although they could be loaded: libgit2, SQLite, zlib, libyaml, and
# the C++ runtime. Loading the C++ runtime alone takes a fifth of the start of a command.
static=$PWD/.build/static
mkdir -p "$static"
for name in libstdc++.a libsqlite3.a libyaml.a libz.a; do
  library=$(clang -print-file-name="$name" 2>/dev/null || :)
  # The linker takes the first library of a name that it finds.
  if [[ -f $library ]]; then ln -sf "$library" "$static/"; fi
done

# Tests use '@testable import'. Without the local path, the loader does not look for the C library
# beside the program first.
options=(-c release --disable-local-rpath -Xswiftc -enable-testing -Xswiftc "-L$static")
# No path of this machine is in the stripped program, so it has the same bytes wherever it is built.
# '-file-prefix-map' would also remap the paths of the index, in which SwiftPM looks for tests.
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
for target in "$@"; do
  if [[ $target == tests ]]; then what=(--build-tests); else what=(--product "$target"); fi
  # shellcheck disable=SC2086  # Words are arguments.
  (set -x && "$swift" build "${options[@]}" ${SWIFTFLAGS:-} $libgit2 $commit "${what[@]}")
done
