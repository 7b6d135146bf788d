"""A font in which each character is a block of the same width, so that pictures of the page are the same whatever fonts a
machine has."""

import struct

UNITS = 1000
ADVANCE, LEFT, RIGHT, TOP = 560, 40, 520, 520
ASCENT, DESCENT = 900, 250
LAST = 0x10FFFF


def glyph():
    """Returns the outline of a block from the baseline on, with its corners in the order of the format."""
    points = [(LEFT, 0), (LEFT, TOP), (RIGHT, TOP), (RIGHT, 0)]
    steps = [(x - a, y - b) for (a, b), (x, y) in zip([(0, 0)] + points, points)]
    return (struct.pack(">hhhhh", 1, LEFT, 0, RIGHT, TOP) + struct.pack(">HH", len(points) - 1, 0) + b"\1" * len(points)
            + b"".join(struct.pack(">h", x) for x, _ in steps) + b"".join(struct.pack(">h", y) for _, y in steps))


def characters():
    """Returns the table that gives every character the one block."""
    groups = [(0x20, LAST, 1)]
    table = struct.pack(">HHIII", 13, 0, 16 + 12 * len(groups), 0, len(groups)) + b"".join(struct.pack(">III", *each) for each in groups)
    return struct.pack(">HHHHI", 0, 1, 3, 10, 12) + table


def name():
    text = "Blocks".encode("utf-16-be")
    records = b"".join(struct.pack(">HHHHHH", 3, 1, 0x409, number, len(text), 0) for number in (1, 2, 4, 6))
    return struct.pack(">HHH", 0, 4, 6 + len(records)) + records + text


def padded(data):
    return data + b"\0" * (-len(data) % 4)


def checksum(data):
    return sum(struct.unpack(f">{len(padded(data)) // 4}I", padded(data))) & 0xFFFFFFFF


def block_font(advance=ADVANCE):
    """Returns the file of the font with characters of a width, in the format TrueType."""
    empty, block = b"", padded(glyph())
    tables = {
        b"OS/2": struct.pack(">HhHHH11h10s4I4sHHHhhhHHII", 3, advance, 400, 5, 0, 300, 300, 0, 0, 300, 300, 0, 0, 50, 250, 0, b"\0" * 10,
                             1, 0, 0, 0, b"    ", 64, 0x20, 0xFFFF, ASCENT, -DESCENT, 0, ASCENT, DESCENT, 1, 0)
        + struct.pack(">hhHHH", TOP, TOP, 0, 32, 0),
        b"cmap": characters(),
        b"glyf": empty + block,
        b"head": struct.pack(">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, UNITS, 0, 0, LEFT, 0, RIGHT, TOP, 0, 8, 2, 1, 0),
        b"hhea": struct.pack(">IhhhHhhhhhhhhhhhH", 0x10000, ASCENT, -DESCENT, 0, advance, LEFT, UNITS - RIGHT, RIGHT, 1, 0, 0, 0, 0, 0, 0, 0, 2),
        b"hmtx": struct.pack(">HhHh", advance, 0, advance, LEFT),
        b"loca": struct.pack(">III", 0, 0, len(block)),
        b"maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        b"name": name(),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
    }
    place = 12 + 16 * len(tables)
    head, body = struct.pack(">IHHHH", 0x10000, len(tables), 128, 3, 32), b""
    for tag, data in sorted(tables.items()):
        head += tag + struct.pack(">III", checksum(data), place + len(body), len(data))
        body += padded(data)
    return head + body
