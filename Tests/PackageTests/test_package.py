"""The output of 'make dist': its files, their origin, supported systems, and reproducibility."""

import hashlib
import json
import os
import re
import subprocess
import tarfile
import unittest

from packed import PMGIT, ROOT, folder, needs, pack, packed, run, unpacked


class PackageTest(unittest.TestCase):
    def test_archive(self):
        path, = packed().glob("*.tar.xz")
        version = run(PMGIT, "--version").split()[2]
        self.assertTrue(path.name.startswith(f"pmgit-{version}-linux-"), path.name)
        with tarfile.open(path) as archive:
            members = {member.name.partition("/")[2]: member for member in archive}
        self.assertEqual({(member.uid, member.gid) for member in members.values()}, {(0, 0)})
        self.assertEqual(len({member.mtime for member in members.values()}), 1)
        self.assertFalse([name for name, member in members.items() if member.isdir()])
        for name in ["bin/pmgit", "bin/pmgit-web"]:
            self.assertEqual(members[name].mode, 0o755)
        self.assertEqual(members["bin/git-pm"].linkname, "pmgit")
        for name in ["share/man/man1/pmgit-sync.1", "share/man/man7/pmgit-query.7", "share/man/man5/pmgit-format.5",
                     "share/bash-completion/completions/git-pm", "share/zsh/site-functions/_git-pm",
                     "share/fish/vendor_conf.d/pmgit.fish", "share/doc/pmgit/LICENSE"]:
            self.assertIn(name, members)

    def test_sums(self):
        sums = dict(reversed(line.split()) for line in (packed() / "SHA256SUMS").read_text().splitlines())
        files = {path.name: path for path in packed().iterdir() if path.name != "SHA256SUMS"}
        self.assertEqual(set(sums), set(files))
        self.assertEqual(len(files), 3)
        for name, path in files.items():
            self.assertEqual(sums[name], hashlib.sha256(path.read_bytes()).hexdigest())

    def test_unpacking_leaves_folders_as_they_are(self):
        """A private folder stays private, and a link to a folder stays a link."""
        prefix = folder()
        (prefix / "share").mkdir(mode=0o700)
        (prefix / "dotfiles").mkdir()
        (prefix / "bin").symlink_to("dotfiles")
        archive, = packed().glob("*.tar.xz")
        run("tar", "-xJf", archive, "--strip-components=1", "-C", prefix)
        self.assertEqual((prefix / "share").stat().st_mode & 0o777, 0o700)
        self.assertTrue((prefix / "bin").is_symlink() and (prefix / "dotfiles/pmgit").exists())

    def test_same_bytes(self):
        """With any umask, language, date and temporary disk."""
        here = (packed() / "SHA256SUMS").read_text()
        elsewhere = {"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8", "TZ": "Asia/Seoul"}
        if os.access("/dev/shm", os.W_OK):
            elsewhere["TMPDIR"] = "/dev/shm"
        self.assertEqual((pack(umask=0o077, **elsewhere) / "SHA256SUMS").read_text(), here)

    def test_numbers_of_programs(self):
        """The build ids, by which debuggers find files: 20 bytes, different for each program."""
        numbers = [re.search(r"Build ID: (\w+)", run("readelf", "-n", unpacked() / "bin" / name))[1] for name in ["pmgit", "pmgit-web"]]
        self.assertEqual([len(number) for number in numbers], [40, 40])
        self.assertEqual(len({*numbers, "0" * 40}), 3)

    def test_systems(self):
        for name in ["pmgit", "pmgit-web"]:
            program = unpacked() / "bin" / name
            libraries = re.findall(r"NEEDED +(\S+)", run("objdump", "-p", program))
            self.assertLessEqual(set(libraries), {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"})
            numbers = {int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", run("objdump", "-T", program))}
            self.assertLessEqual(max(numbers), 34)
            # The path of the build is private, and would change the bytes elsewhere.
            self.assertNotIn(str(ROOT).encode(), program.read_bytes())

    def test_bill_of_materials(self):
        document = json.loads((unpacked() / "share/doc/pmgit/sbom.spdx.json").read_text())
        packages = {package["name"]: package for package in document["packages"]}
        self.assertEqual(document["spdxVersion"], "SPDX-2.3")
        for name in ["swift-nio", "swift-argument-parser", "swift", "swift-foundation", "swift-corelibs-libdispatch", "libgit2-dev",
                     "libsqlite3-dev", "libyaml-dev"]:
            self.assertIn(name, packages)
        identities = [package["SPDXID"] for package in document["packages"]]
        self.assertEqual(len(identities), len(set(identities)))
        described = {relation["relatedSpdxElement"] for relation in document["relationships"]}
        self.assertEqual(described, set(identities))
        for name in ["pmgit", "pmgit-web"]:
            program = hashlib.sha256((unpacked() / "bin" / name).read_bytes()).hexdigest()
            self.assertEqual(packages.pop(name)["checksums"][0]["checksumValue"], program)
        # Only the server contains the network library.
        users = {relation["spdxElementId"] for relation in document["relationships"]
                 if relation["relatedSpdxElement"] == "SPDXRef-swift-nio"}
        self.assertEqual(users, {"SPDXRef-pmgit-web"})
        versions = dict(re.findall(r"^(libgit2) (\S+)", run(PMGIT, "--version"), re.MULTILINE))
        self.assertTrue(packages["libgit2-dev"]["versionInfo"].startswith(versions["libgit2"]))
        for name in packages:
            text = (unpacked() / f"share/doc/pmgit/licenses/{name}.txt").read_text()
            self.assertGreater(len(text), 500, name)
            # Licenses that a text refers to are included, because not every system has that folder.
            for common in re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", text):
                self.assertTrue((unpacked() / "share/doc/pmgit/licenses/common" / common).exists(), common)
        nio = (unpacked() / "share/doc/pmgit/licenses/swift-nio.txt").read_text()
        for owner in ["Fedor Indutny", "WIDE Project"]:
            self.assertIn(owner, nio)
        resolved = json.loads((unpacked() / "share/doc/pmgit/Package.resolved").read_text())
        self.assertIn("swift-nio", [pin["identity"] for pin in resolved["pins"]])

    def test_debian_package(self):
        path, = packed().glob("*.deb")
        said = run("dpkg-deb", "--info", path)
        self.assertIn("Depends: libc6 (>= 2.34)\n", said)
        contents = run("dpkg-deb", "--contents", path)
        for name in ["./usr/bin/pmgit", "./usr/bin/git-pm -> pmgit", "./usr/share/man/man1/git-pm.1.gz -> pmgit.1.gz",
                     "./usr/share/zsh/vendor-completions/_pmgit", "./usr/share/doc/pmgit/copyright"]:
            self.assertIn(name + "\n", contents)
        self.assertNotIn("site-functions", contents)

    @unittest.skipIf(needs("lintian"), "lintian is not installed")
    def test_debian_policy(self):
        path, = packed().glob("*.deb")
        self.assertEqual(run("lintian", "--allow-root", "--fail-on", "none", path), "")


class ManualTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = {path.name: path for path in (unpacked() / "share/man").rglob("*.[157]")}

    def test_every_command_has_a_page(self):
        said = json.loads(run(PMGIT, "--experimental-dump-help"))["command"]
        names = {command["commandName"] for command in said["subcommands"]} - {"help"}
        pages = {name[len("pmgit-"):-2] for name in self.pages if name.startswith("pmgit-") and name.endswith(".1")}
        self.assertEqual(pages, names)
        for command in said["subcommands"]:
            if command["commandName"] == "help":
                continue
            page = self.pages[f"pmgit-{command['commandName']}.1"].read_text()
            for argument in command.get("arguments", []):
                if argument["kind"] == "option":
                    self.assertIn(argument["names"][0]["name"], page)

    def test_references(self):
        for path in self.pages.values():
            for name, section in re.findall(r"^\.(?:It )?Xr (pmgit\S*) (\d)", path.read_text(), re.MULTILINE):
                self.assertIn(f"{name}.{section}", self.pages, path.name)

    @unittest.skipIf(needs("mandoc"), "mandoc is not installed")
    def test_form(self):
        files = [path for path in self.pages.values() if not path.is_symlink()]
        self.assertGreater(len(files), 40)
        said = subprocess.run(
            ["mandoc", "-T", "lint", *files], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
        # mandoc looks for other manual pages among those installed here.
        self.assertEqual([line for line in said.splitlines() if "referenced manual not found" not in line], [])


if __name__ == "__main__":
    unittest.main()
