#!/usr/bin/env bash
# Tests the output of 'make dist' in new systems made by mmdebstrap: try-dist.sh FOLDER [RELEASE...]
#
# Each system has the packages that every Debian has, git, xz, and a user. The script unpacks the
# archive, runs 'pmgit init --demo' and continues the demo's story in its clones. Then it installs, tests,
# upgrades and removes the Debian package. It needs root. RELEASE is bookworm and trixie by default.
set -euo pipefail

folder=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
releases=("$@")
((${#releases[@]} > 0)) || releases=(bookworm trixie)
root=$(mktemp -d)
finish() {
  umount "$root"/*/proc 2>/dev/null || :
  rm -rf --one-file-system "$root"
}
trap finish EXIT

# What a person does who has just got it.
cat >"$root/try" <<'END'
set -eu
pmgit --version
pmgit init --demo "$HOME/demo"
cd "$HOME/demo/one"
test "$(pmgit resolve --list | wc -l)" -eq 2
pmgit resolve "login on every iPad" title --take 1
git pm sync
cd ../two
pmgit sync
test "$(pmgit list --all | wc -l)" -eq 14
test "$(git -C ../one rev-parse pmgit/main)" = "$(git rev-parse pmgit/main)"
test -z "$(pmgit resolve --list)"
pmgit doctor
rm -f "$HOME/address"
pmgit web --no-open >"$HOME/address" 2>&1 &
for try in 1 2 3 4 5 6 7 8 9 10; do grep -q http "$HOME/address" && break; sleep 1; done
grep http "$HOME/address"
# The page itself, without a program that not every system has.
port=$(sed -n 's,^http://127.0.0.1:\([0-9]*\)/.*,\1,p' "$HOME/address")
printf 'GET / HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$port" >"$HOME/request"
bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$0"; cat "$1" >&3; cat <&3' "$port" "$HOME/request" | grep -a 'HTTP/1.1 200 OK'
# Not Ctrl-C: what a script starts beside itself ignores it.
kill $!
wait $!
rm -rf "$HOME/demo"
END

# Prints a line of the installation page that begins with a pattern.
line() { grep -m1 -e "$1" docs/install.md; }

# Makes the same package with a later version, for the upgrade.
later() {
  dpkg-deb --raw-extract "$folder"/*.deb "$root/later"
  sed -i 's/^Version: .*/Version: 9999-1/' "$root/later/DEBIAN/control"
  dpkg-deb --root-owner-group --build "$root/later" "$root/later.deb" >/dev/null
  rm -r "$root/later"
}

try() {  # RELEASE
  local system=$root/$1
  mmdebstrap --quiet --variant=minbase --include=git,xz-utils "$1" "$system"
  inside() { chroot "$system" "$@"; }
  as_user() { inside su - user -c "$1"; }
  # The only mount that a chroot needs here: /proc.
  mount -t proc proc "$system/proc"
  inside useradd --create-home --shell /bin/bash user
  cp "$folder"/*.tar.xz "$folder"/*.deb "$folder/SHA256SUMS" "$root/try" "$system/tmp/"
  inside chmod 644 /tmp/try
  echo "== $1: the archive"
  as_user "cd /tmp && sha256sum --check --ignore-missing SHA256SUMS"
  as_user "cd /tmp && $(line '^mkdir -p ~/.local')"
  as_user "PATH=\$HOME/.local/bin:\$PATH sh /tmp/try"
  echo "== $1: the package"
  inside sh -c "dpkg --install /tmp/*.deb"
  as_user "rm -rf .local && sh /tmp/try"
  cp "$root/later.deb" "$system/tmp/later"
  inside dpkg --install /tmp/later
  as_user "sh /tmp/try"
  inside dpkg --purge pmgit
  if inside sh -c "command -v pmgit"; then echo "pmgit is still there" >&2; exit 1; fi
  umount "$system/proc"
  rm -rf "$system"
}

later
for release in "${releases[@]}"; do
  try "$release"
done
echo "tried on: ${releases[*]}"
