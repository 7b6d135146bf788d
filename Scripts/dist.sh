#!/usr/bin/env bash
# Packs the built programs: dist.sh FOLDER, after 'make build'.
#
# FOLDER gets pmgit-VERSION-linux-ARCHITECTURE.tar.gz, the same as a Debian package, their sums, and the bill of
# materials. The archive has the folders bin and share, so that it can be unpacked below any prefix. From the same sources
# it is the same bytes each time, also when these were built elsewhere: all files have the time of the commit, and nobody's
# name.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$1
program=.build/release/pmgit
version=$("$program" --version | awk 'NR == 1 { print $3 }')
architecture=$(uname -m)
name=pmgit-$version-linux-$architecture
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
# Files are for everybody, whatever mask the builder has.
umask 022

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/$name
mkdir -p "$folder" "$tree/share/doc/pmgit"
make --no-print-directory install DESTDIR="$tree" PREFIX= >/dev/null
# What the compiler leaves of its own arguments, and with them of the names of folders, becomes zeros, and so does the
# number that the linker makes of all; nothing reads either. Tools that remove sections break the program's protection.
for program in pmgit pmgit-web; do
  objdump --section-headers "$tree/bin/$program" |
    awk '$2 == ".swift_modhash" { print $3, $6 } $2 == ".note.gnu.build-id" { print $3, $6 }' |
    while read -r size offset; do
      # Behind the 16 bytes that say what a note is.
      head=$((16#$size == 36 ? 16 : 0))
      dd if=/dev/zero of="$tree/bin/$program" bs=1 seek=$((16#$offset + head)) count=$((16#$size - head)) \
        conv=notrunc status=none
    done
done
install -m 644 LICENSE README.md CHANGELOG.md "$tree/share/doc/pmgit/"
Scripts/parts.py "$tree/bin/pmgit" "$version" "$tree/share/doc/pmgit"

# The oldest C library on which it runs is a promise.
newest=$(objdump -T "$tree/bin/pmgit" "$tree/bin/pmgit-web" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
if [[ $(printf '%s\n' "$newest" GLIBC_2.34 | sort -V | tail -n 1) != GLIBC_2.34 ]]; then
  echo "the programs need $newest, and are promised to run with glibc 2.34" >&2
  exit 1
fi

find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
tar -C "$work" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner \
  --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" | gzip -9n >"$folder/$name.tar.gz"
cp "$tree/share/doc/pmgit/sbom.spdx.json" "$folder/$name.spdx.json"
if command -v dpkg-deb >/dev/null; then
  Scripts/deb.sh "$tree" "$version" "$folder"
else
  echo "dpkg-deb is not installed; there is no Debian package" >&2
fi
cd "$folder"
shopt -s nullglob
sha256sum -- *"$version"*.tar.gz *"$version"*.json *"$version"*.deb >SHA256SUMS
cat SHA256SUMS
