"""The smallest files that are whole films of so many pictures: containers without a picture that could be shown."""

import struct


def box(kind, *content):
    held = b"".join(content)
    return struct.pack(">I4s", 8 + len(held), kind) + held


def mp4(pictures):
    sizes = box(b"stsz", struct.pack(">III", 0, 0, pictures), struct.pack(">I", 5) * pictures)
    moov = box(b"moov", box(b"mvhd", bytes(100)), box(b"trak", box(b"mdia", box(b"minf", box(b"stbl", box(b"stsd", bytes(8)), sizes)))))
    return box(b"ftyp", b"isom", bytes(4)) + moov + box(b"mdat", b"12345" * pictures)


def element(identity, content):
    return bytes.fromhex(identity) + struct.pack(">Q", len(content) | 1 << 56) + content


def webm(pictures):
    cluster = element("1f43b675", element("e7", b"\0") + element("a3", b"12345") * pictures)
    return element("1a45dfa3", element("4282", b"webm")) + element("18538067", element("ec", bytes(20)) + cluster)


def gif(pictures):
    image = b"\x21\xf9\x04" + bytes(4) + b"\0" + b"\x2c" + bytes(8) + b"\x80" + bytes(6) + b"\x02" + b"\x03abc" + b"\0"
    return b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + bytes(6) + image * pictures + b"\x3b"


FILMS = {".mp4": mp4, ".webm": webm, ".gif": gif}
