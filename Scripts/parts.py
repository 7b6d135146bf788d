#!/usr/bin/env python3
"""Lists what is linked into the programs: parts.py TREE VERSION, where TREE has them below bin.

Into TREE/share/doc/pmgit go the licence of each part, the texts that these refer to, and sbom.spdx.json, a bill of materials
after SPDX 2.3. The parts are the packages that Swift has checked out, the archives of its runtime, and the Debian packages
of the archives that 'make build' linked; the symbols of the programs tell which are in which. A part whose licence is not
written down here is an error, so that none is forgotten. SOURCE_DATE_EPOCH dates the bill.
"""

import dataclasses
import datetime
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"
PROGRAMS = ["pmgit", "pmgit-web"]
COMMON = pathlib.Path("/usr/share/common-licenses")

LICENCES = {
    "swift-argument-parser": "Apache-2.0 WITH Swift-exception",
    "swift-atomics": "Apache-2.0 WITH Swift-exception",
    "swift-collections": "Apache-2.0 WITH Swift-exception",
    "swift-nio": "Apache-2.0 AND MIT AND BSD-3-Clause",
    "swift-subprocess": "Apache-2.0 WITH Swift-exception",
    "swift-system": "Apache-2.0 WITH Swift-exception",
    "swift": "Apache-2.0 WITH Swift-exception",
    "swift-corelibs-libdispatch": "Apache-2.0 WITH Swift-exception",
    "swift-foundation": "Apache-2.0 WITH Swift-exception",
    "libgit2-dev": "GPL-2.0-only WITH GCC-exception-2.0 AND LGPL-2.1-or-later AND BSD-3-Clause AND BSD-2-Clause AND MIT AND CC0-1.0",
    "libhttp-parser-dev": "MIT",
    "libmbedtls-dev": "Apache-2.0",
    "libpcre2-dev": "BSD-3-Clause",
    "zlib1g-dev": "Zlib",
    "libsqlite3-dev": "blessing",
    "libyaml-dev": "MIT",
    "libstdc++-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libgcc-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
}


# The parts of Swift's runtime that are projects of their own, by their archives; the rest is Swift's.
RUNTIME = {
    "libdispatch": "swift-corelibs-libdispatch", "libswiftDispatch": "swift-corelibs-libdispatch",
    "libBlocksRuntime": "swift-corelibs-libdispatch", "libFoundationEssentials": "swift-foundation",
    "lib_FoundationCollections": "swift-foundation", "lib_FoundationCShims": "swift-foundation",
}


@dataclasses.dataclass(order=True)
class Part:
    name: str
    version: str
    address: str
    """Of its sources: 'git+URL@COMMIT', or 'pkg:' of a distribution."""
    text: str
    """Its licence, with notices."""
    programs: set
    """The programs that it is linked into."""


def said(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.strip()


@functools.cache
def symbols(path, *options):
    """The names that a program or an archive defines, by their kinds."""
    return {(words[-2], words[-1]) for words in map(str.split, said("nm", "--defined-only", *options, str(path)).splitlines())
            if len(words) >= 2}


def built(program):
    return BUILD / "release" / program


def linking(archive):
    """The programs that have functions of an archive."""
    functions = {name for kind, name in symbols(archive, "--quiet", "--extern-only") if kind == "T"}
    return {program for program in PROGRAMS if not functions.isdisjoint(name for _, name in symbols(built(program)))}


def using(modules):
    """The programs that have symbols of Swift modules, whose names are mangled behind their lengths."""
    pattern = re.compile(r"^\$s(?:" + "|".join(f"{len(module)}{module}" for module in modules) + ")[A-Z0-9]")
    return {program for program in PROGRAMS if any(pattern.match(name) for _, name in symbols(built(program)))}


def swift_packages():
    state = json.loads((BUILD / "workspace-state.json").read_text())
    for dependency in state["object"]["dependencies"]:
        reference, checkout = dependency["packageRef"], dependency["state"]["checkoutState"]
        name, folder = reference["identity"], BUILD / "checkouts" / dependency["subpath"]
        modules = {path.name for path in (folder / "Sources").iterdir() if path.is_dir()}
        modules.update(re.findall(r'\.target\(\s*name: *"(\w+)"', (folder / "Package.swift").read_text()))
        address = f"git+{reference['location'].removesuffix('.git')}@{checkout['revision']}"
        yield Part(name, checkout["version"], address, "\n".join(package_texts(name, folder)), using(modules))


def package_texts(name, folder):
    """The licences of a package and of what others wrote in it: files of their own, and the heads of C files."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith(("LICENSE", "NOTICE")):
            yield path.read_text()
    for path in sorted((folder / "Sources").rglob("LICENSE*")):
        yield f"{path.relative_to(folder)}:\n\n{path.read_text()}"
    for path in sorted((folder / "Sources").rglob("*.[ch]")):
        text = path.read_text()
        found = re.search(r"SPDX-License-Identifier: (.+)", text)
        if found and not found[1].startswith("Apache-2.0"):
            if found[1].strip() not in licence(name):
                sys.exit(f"{path} has the licence {found[1]}, which is not among those of {name} in {__file__}")
            yield f"{path.relative_to(folder)}:\n\n{text[:text.index('#')]}"


def swift_runtime():
    version = re.search(r"Swift version (\S+)", said("swift", "--version"))[1]
    library = pathlib.Path(json.loads(said("swift", "-print-target-info"))["paths"]["runtimeResourcePath"])
    text = (library.parents[1] / "share" / "swift" / "LICENSE.txt").read_text()
    parts = {}
    for path in sorted((library.with_name("swift_static")).rglob("*.a")):
        if programs := linking(path):
            name = RUNTIME.get(path.stem, "swift")
            address = f"git+https://github.com/swiftlang/{name}@swift-{version}-RELEASE"
            parts.setdefault(name, Part(name, version, address, text, set())).programs.update(programs)
    return parts.values()


def archives():
    """The archives that were linked: those of libgit2's script for the linker, and the links beside it."""
    static = BUILD / "static"
    yield from (pathlib.Path(path).resolve() for path in re.findall(r'"(.+?)"', (static / "libgit2.a").read_text())
                if not path.startswith(str(static)))
    yield from (path.resolve() for path in sorted(static.glob("*.a")) if path.is_symlink())
    yield pathlib.Path(said("clang", "-print-file-name=libgcc_eh.a")).resolve()


def debian_packages():
    for path in archives():
        package = said("dpkg-query", "-S", str(path)).split(":")[0]
        version = said("dpkg-query", "-W", "-f", "${Version}", package)
        source = said("dpkg-query", "-W", "-f", "${source:Package}", package)
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text()
        yield Part(package, version, f"pkg:deb/debian/{source}@{version}", text, linking(path))


def licence(name):
    name = re.sub(r"-[0-9]+-dev$", "-dev", name)
    if name not in LICENCES:
        sys.exit(f"{name} is linked in, and its licence is not in {__file__}")
    return LICENCES[name]


def identity(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]", "-", name)


def entry(part):
    """What the bill says of a part."""
    is_git = part.address.startswith("git+")
    reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": part.address}
    return {
        "SPDXID": identity(part.name), "name": part.name, "versionInfo": part.version,
        "downloadLocation": part.address if is_git else "NOASSERTION",
        "licenseDeclared": licence(part.name), "licenseConcluded": licence(part.name), "copyrightText": "NOASSERTION",
        "filesAnalyzed": False, "primaryPackagePurpose": "LIBRARY",
    } | ({} if is_git else {"externalRefs": [reference]})


def own_entry(program, version, checksum):
    return {
        "SPDXID": identity(program), "name": program, "versionInfo": version, "downloadLocation": "NOASSERTION",
        "licenseDeclared": "Apache-2.0", "licenseConcluded": "Apache-2.0", "copyrightText": "NOASSERTION", "filesAnalyzed": False,
        "checksums": [{"algorithm": "SHA256", "checksumValue": checksum}], "primaryPackagePurpose": "APPLICATION",
    }


def bill(parts, version, checksums, moment):
    """The bill of materials of the programs.

    checksums: the SHA-256 sums of the programs by their names."""
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", identity(program)) for program in PROGRAMS]
    relations += [(identity(program), "STATIC_LINK", identity(part.name)) for part in parts for program in sorted(part.programs)]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"pmgit-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/pmgit-{version}-{checksums['pmgit']}",
        "creationInfo": {"created": f"{moment:%Y-%m-%dT%H:%M:%SZ}", "creators": ["Tool: pmgit-parts"]},
        "packages": [own_entry(program, version, checksums[program]) for program in PROGRAMS] + [entry(part) for part in parts],
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                          for one, kind, other in relations],
    }


def write_licences(parts, folder):
    """Writes the licence of each part, and those texts that Debian keeps once for all its packages."""
    (folder / "common").mkdir(parents=True, exist_ok=True)
    for part in parts:
        (folder / f"{part.name}.txt").write_text(part.text)
        for name in re.findall(rf"{COMMON}/([A-Z][\w.+-]*\w)", part.text):
            (folder / "common" / name).write_text((COMMON / name).read_text())


def main(tree, version):
    tree = pathlib.Path(tree)
    found = {part.name: part for part in [*swift_packages(), *swift_runtime(), *debian_packages()]}
    parts = sorted(part for part in found.values() if part.programs)
    folder = tree / "share/doc/pmgit"
    write_licences(parts, folder / "licenses")
    checksums = {program: hashlib.sha256((tree / "bin" / program).read_bytes()).hexdigest() for program in PROGRAMS}
    moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    (folder / "sbom.spdx.json").write_text(json.dumps(bill(parts, version, checksums, moment), indent=2, sort_keys=True) + "\n")


main(*sys.argv[1:])
