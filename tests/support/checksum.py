"""The checksum that models and checkpoints end with."""

import struct

MASK = (1 << 64) - 1


def checksum(data):
    """As core/bytes.cpp has it."""
    value = 0x9E3779B97F4A7C15 ^ len(data)
    whole = len(data) // 8 * 8
    for word in [*struct.unpack(f"<{whole // 8}Q", data[:whole]), *data[whole:]]:
        value = ((value ^ word) * 0xFF51AFD7ED558CCD) & MASK
        value ^= value >> 32
    return value
