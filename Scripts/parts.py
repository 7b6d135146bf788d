#!/usr/bin/env python3
"""Lists what is linked into the programs: parts.py PROGRAM VERSION FOLDER.

Into FOLDER go the licence of each part and sbom.spdx.json, a bill of materials after SPDX 2.3. The parts are the
packages that Swift has checked out, the Swift runtime, and the Debian packages of the archives that 'make build' linked. A
part whose licence is not written down here is an error, so that none is forgotten. SOURCE_DATE_EPOCH dates the bill.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"

LICENCES = {
    "swift-argument-parser": "Apache-2.0 WITH Swift-exception",
    "swift-atomics": "Apache-2.0 WITH Swift-exception",
    "swift-collections": "Apache-2.0 WITH Swift-exception",
    "swift-nio": "Apache-2.0",
    "swift-subprocess": "Apache-2.0 WITH Swift-exception",
    "swift-system": "Apache-2.0 WITH Swift-exception",
    "swift": "Apache-2.0 WITH Swift-exception",
    "libgit2-dev": "GPL-2.0-only WITH GCC-exception-2.0",
    "libhttp-parser-dev": "MIT",
    "libmbedtls-dev": "Apache-2.0 OR GPL-2.0-or-later",
    "libpcre2-dev": "BSD-3-Clause",
    "zlib1g-dev": "Zlib",
    "libsqlite3-dev": "blessing",
    "libstdc++-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libgcc-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
}


def said(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.strip()


def swift_packages():
    """Name, version, address and licence text of each package that is checked out."""
    state = json.loads((BUILD / "workspace-state.json").read_text())
    for dependency in state["object"]["dependencies"]:
        reference, checkout = dependency["packageRef"], dependency["state"]["checkoutState"]
        folder = BUILD / "checkouts" / dependency["subpath"]
        texts = sorted(path for path in folder.iterdir() if path.name.startswith(("LICENSE", "NOTICE")))
        address = f"git+{reference['location'].removesuffix('.git')}@{checkout['revision']}"
        yield reference["identity"], checkout["version"], address, "\n".join(path.read_text() for path in texts)


def swift_runtime():
    version = re.search(r"Swift version (\S+)", said("swift", "--version"))[1]
    library = json.loads(said("swift", "-print-target-info"))["paths"]["runtimeResourcePath"]
    text = pathlib.Path(library).parents[1] / "share" / "swift" / "LICENSE.txt"
    return "swift", version, f"git+https://github.com/swiftlang/swift@swift-{version}-RELEASE", text.read_text()


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
        yield package, version, f"pkg:deb/debian/{source}@{version}", text


def licence(name):
    name = re.sub(r"-[0-9]+-dev$", "-dev", name)
    if name not in LICENCES:
        sys.exit(f"{name} is linked in, and its licence is not in {__file__}")
    return LICENCES[name]


def bill(parts, version, program, moment):
    """The bill of materials of the program, which contains all parts."""
    checksum = hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()
    packages = [{
        "SPDXID": "SPDXRef-pmgit", "name": "pmgit", "versionInfo": version, "downloadLocation": "NOASSERTION",
        "licenseDeclared": "Apache-2.0", "licenseConcluded": "Apache-2.0", "copyrightText": "NOASSERTION", "filesAnalyzed": False,
        "checksums": [{"algorithm": "SHA256", "checksumValue": checksum}], "primaryPackagePurpose": "APPLICATION",
    }]
    for name, number, address, _ in parts:
        packages.append({
            "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]", "-", name), "name": name, "versionInfo": number,
            "downloadLocation": address if address.startswith("git+") else "NOASSERTION",
            "licenseDeclared": licence(name), "licenseConcluded": licence(name), "copyrightText": "NOASSERTION",
            "filesAnalyzed": False, "primaryPackagePurpose": "LIBRARY",
        } | ({} if address.startswith("git+") else {"externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": address}]}))
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-pmgit")]
    relations += [("SPDXRef-pmgit", "STATIC_LINK", package["SPDXID"]) for package in packages[1:]]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"pmgit-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/pmgit-{version}-{checksum}",
        "creationInfo": {"created": f"{moment:%Y-%m-%dT%H:%M:%SZ}", "creators": ["Tool: pmgit-parts"]},
        "packages": packages,
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                          for one, kind, other in relations],
    }


def main(program, version, folder):
    folder = pathlib.Path(folder)
    licences = folder / "licenses"
    licences.mkdir(parents=True, exist_ok=True)
    parts = sorted({part[0]: part for part in [*swift_packages(), swift_runtime(), *debian_packages()]}.values())
    for name, _, _, text in parts:
        (licences / f"{name}.txt").write_text(text)
    seconds = int(os.environ["SOURCE_DATE_EPOCH"])
    document = bill(parts, version, program, datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc))
    (folder / "sbom.spdx.json").write_text(json.dumps(document, indent=2, sort_keys=True) + "\n")


main(*sys.argv[1:])
