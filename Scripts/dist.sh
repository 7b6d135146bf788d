#!/usr/bin/env bash
# Packs the built programs: dist.sh FOLDER, after 'make build'.
#
# It writes pmgit-VERSION-linux-ARCHITECTURE.tar.xz, the Debian package, their checksums and the
# bill of materials into FOLDER. The archive has the folders bin and share, so it can be unpacked
# below any prefix. The same sources always give the same bytes, even if built elsewhere: all files
# have the time of the commit and no owner.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$1
program=.build/release/pmgit
version=$("$program" --version | awk 'NR == 1 { print $3 }')
architecture=$(uname -m)
name=pmgit-$version-linux-$architecture
# Sources without a repository may lie in the repository of another project.
own_history() { [[ $(git rev-parse --show-prefix 2>/dev/null || echo none) == "" ]]; }
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(if own_history; then git -c log.showSignature=false log -1 --format=%ct; else stat -c %Y CHANGELOG.md; fi)}
export SOURCE_DATE_EPOCH
# Everybody can read the files, whatever the umask, and their order does not depend on the language.
umask 022
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/$name
mkdir -p "$folder" "$tree/share/doc/pmgit"
make --no-print-directory install DESTDIR="$tree" PREFIX= >/dev/null
Scripts/nameless.py "$tree/bin/pmgit" "$tree/bin/pmgit-web"
install -m 644 LICENSE CHANGELOG.md "$tree/share/doc/pmgit/"
Scripts/parts.py "$tree" "$version"
# The exact versions of the packages, so that the sources can be built again with the same ones.
install -m 644 Package.resolved "$tree/share/doc/pmgit/"

# The documentation promises the oldest supported C library.
newest=$(objdump -T "$tree/bin/pmgit" "$tree/bin/pmgit-web" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
if [[ $(printf '%s\n' "$newest" GLIBC_2.34 | sort -V | tail -n 1) != GLIBC_2.34 ]]; then
  echo "the programs need $newest, and are promised to run with glibc 2.34" >&2
  exit 1
fi

find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
# The archive contains only files and links. Entries for folders would change the permissions of
# existing ones, such as a private ~/.local/share, and would replace links to folders.
# Most of the second program is also in the first, 40 MB before it. The dictionary reaches so far,
# which halves the archive.
(cd "$work" && find "$name" ! -type d -print0 | sort -z) |
  tar -C "$work" --no-recursion --null --files-from=- --format=gnu --owner=0 --group=0 --numeric-owner \
    --mtime="@$SOURCE_DATE_EPOCH" -cf - |
  xz --threads=1 --lzma2=preset=1,dict=96MiB >"$folder/$name.tar.xz"
cp "$tree/share/doc/pmgit/sbom.spdx.json" "$folder/$name.spdx.json"
if command -v dpkg-deb >/dev/null; then
  Scripts/deb.sh "$tree" "$version" "$folder"
else
  echo "dpkg-deb is not installed; there is no Debian package" >&2
fi
cd "$folder"
shopt -s nullglob
sha256sum -- *"$version"*.tar.xz *"$version"*.json *"$version"*.deb >SHA256SUMS
cat SHA256SUMS
