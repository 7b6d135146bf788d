#!/usr/bin/env python3
"""Takes out of programs what depends on the folder that they were built in: nameless.py PROGRAM...

What the Swift compiler leaves of its own arguments (.swift_modhash) becomes zeros, as nothing reads it. The number by which
debuggers know a program (.note.gnu.build-id), which the linker has made of that too, is made of what is left. The sections
stay where they are: tools that remove some drop the protection of the program's data.
"""

import hashlib
import pathlib
import subprocess
import sys

# A note begins with three numbers and the name "GNU".
NOTE_HEAD = 16


def section(program, name):
    """The bytes of a section, as a slice of the file; an empty one where there is none."""
    table = subprocess.run(["objdump", "--section-headers", program], stdout=subprocess.PIPE, check=True, text=True).stdout
    for words in map(str.split, table.splitlines()):
        if len(words) > 5 and words[1] == name:
            size, offset = int(words[2], 16), int(words[5], 16)
            return slice(offset, offset + size)
    return slice(0, 0)


for path in map(pathlib.Path, sys.argv[1:]):
    content = bytearray(path.read_bytes())
    left = section(path, ".swift_modhash")
    note = section(path, ".note.gnu.build-id")
    number = slice(min(note.start + NOTE_HEAD, note.stop), note.stop)
    for part in (left, number):
        content[part] = bytes(part.stop - part.start)
    content[number] = hashlib.sha512(content).digest()[:number.stop - number.start]
    path.write_bytes(content)
