"""The program that is extracted from proofs/, by Scripts/proof.sh: what it reads and prints."""

import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODEL = os.environ.get("PROOF_MODEL", os.path.join(ROOT, ".build/proofs/model"))


def run(lines, *arguments):
    return subprocess.run([MODEL, *arguments], input="\n".join(lines) + "\n", check=True, capture_output=True,
                          text=True).stdout


def states(histories, *arguments):
    """Returns what the commits of histories of one path hold: for each commit the elements and whether they conflict."""
    output = run([line for history in histories for line in [*history, ""]], *arguments)
    results = []
    for block in output.split("\n\n")[:len(histories)]:
        rows = [row.split(" ") for row in block.strip("\n").split("\n")]
        results.append([(read_list(held), conflict == "conflict") for held, conflict in rows])
    return results


def is_hidden(deletions, content):
    """Whether a plan with these elements at the path of the deletion is hidden; 'content' is the hash of its content."""
    seen = [hash_in(json.loads(value)) for _, value in deletions]
    return run([f"{content} {','.join(seen) or '-'}"], "hidden").strip() == "hidden"


def canonical_files(texts):
    """Returns for each text the canonical file with its JSON; None for a text that is no JSON."""
    found = run([text.hex() for text in texts], "json").split()
    return [None if line == "invalid" else bytes.fromhex(line) for line in found]


def hash_in(value):
    """Returns the hash in a deletion as the model reads it: 'null' for a restoration, 'other' for anything else."""
    if value is None:
        return "null"
    seen = value.get("seen") if isinstance(value, dict) else None
    return seen if isinstance(seen, str) else "other"


def read_list(text):
    return [] if text == "-" else [tuple(bytes.fromhex(part).decode() for part in item.split(":"))
                                   for item in text.split(",")]


def write_list(items):
    return ",".join(f"{stamp.encode().hex()}:{value.encode().hex()}" for stamp, value in items) or "-"


def line(parents, found=(), now=(), writes=True):
    """Returns a commit at one path: its parents, and what it keeps of what it found and adds.

    A merge that leaves what it found is a commit that writes nothing there, as is one with 'writes' false.
    """
    text = ",".join(map(str, parents)) or "-"
    if not writes or sorted(found) == sorted(now) and parents:
        return f"{text} N"
    kept = [item for item in now if item in found]
    return f"{text} W {write_list(kept)} {write_list([item for item in now if item not in found])}"
