"""Type-checks modules of a copy of the project, with the arguments of its last release build."""

import json
import os
import re
import subprocess

from recipe import ROOT

# Arguments with which the compiler would write what a check does not need.
ALONE = {"-emit-dependencies", "-emit-module", "-c", "-parseable-output", "-emit-objc-header", "-O", "-g",
         "-serialize-diagnostics", "-j2"}
WITH_VALUE = {"-emit-module-path", "-output-file-map", "-emit-objc-header-path", "-num-threads",
              "-module-cache-path"}
# These pass the next argument on.
PASSING = {"-Xcc", "-Xfrontend", "-Xclang-linker", "-Xlinker"}
CACHE = os.path.join(ROOT, ".build/recipe-tests")


class Modules:
    """The Swift modules of the programs, as SwiftPM compiles them."""

    def __init__(self):
        with open(os.path.join(ROOT, ".build/release.yaml"), encoding="utf-8") as file:
            text = file.read()
        self.arguments, self.imports = {}, {}
        rule = r'"C\.[\w-]+-release\.module":\n(.*?)\n    args: (\[.*?\])\n'
        for head, listed in re.findall(rule, text, re.S):
            arguments = json.loads(listed)
            name = arguments[arguments.index("-module-name") + 1]
            if os.path.isdir(os.path.join(ROOT, "Sources", name)):
                self.arguments[name] = arguments
                inputs = json.loads(re.search(r"inputs: (\[.*?\])\n", head, re.S)[1])
                self.imports[name] = {os.path.basename(path)[:-len(".swiftmodule")]
                                      for path in inputs if path.endswith(".swiftmodule")}

    def depending(self, changed):
        """Returns the modules that changed and those that import them, in the order of their imports."""
        if unknown := set(changed) - set(self.arguments):
            raise ValueError(f".build/release.yaml has no arguments for {unknown}")
        found = []
        for name in self.sorted():
            if name in changed or self.imports[name] & set(found):
                found.append(name)
        return found

    def sorted(self):
        done = []

        def add(name):
            if name in done or name not in self.arguments:
                return
            for other in sorted(self.imports[name]):
                add(other)
            done.append(name)
        for name in sorted(self.arguments):
            add(name)
        return done

    def errors(self, name, folder):
        """Type-checks a module of a copy, and writes its interface for those that import it.

        Returns the compiler's messages; empty without an error.
        """
        interfaces = os.path.join(folder, ".interfaces")
        os.makedirs(interfaces, exist_ok=True)
        listed = os.path.join(interfaces, f"{name}.sources")
        with open(listed, "w", encoding="utf-8") as file:
            file.writelines(f"{os.path.join(parent, each)}\n"
                            for parent, _, files in sorted(os.walk(os.path.join(folder, "Sources", name)))
                            for each in sorted(files) if each.endswith(".swift"))
        command = list(self.checking(name, listed, interfaces))
        checked = run(command + ["-typecheck"])
        if checked.returncode != 0:
            return checked.stderr or checked.stdout
        # Without bodies of functions this takes a sixth of the time.
        written = run(command + [
            "-emit-module", "-emit-module-path", os.path.join(interfaces, f"{name}.swiftmodule"),
            "-Xfrontend", "-experimental-skip-all-function-bodies"])
        return written.stderr if written.returncode != 0 else ""

    def checking(self, name, listed, interfaces):
        given = iter(self.arguments[name])
        # A cache of its own, because a build may run meanwhile.
        yield from (next(given), "-I", interfaces, "-Onone", "-module-cache-path", CACHE)
        for each in given:
            if each in PASSING:
                yield from (each, next(given))
            elif each in WITH_VALUE:
                next(given)
            elif each.startswith("@"):
                yield f"@{listed}"
            elif each not in ALONE:
                yield each


def run(command):
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
