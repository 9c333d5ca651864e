"""Writes and reads the few kinds of protobuf fields that Perfetto's trace processor uses."""
import collections
import struct

VARIABLE, EIGHT, DELIMITED, FOUR = 0, 1, 2, 5


def variable(number):
    """A number of variable length."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def field(number, value):
    """A field with a number, or with bytes."""
    if isinstance(value, int):
        return variable(number << 3 | VARIABLE) + variable(value)
    return variable(number << 3 | DELIMITED) + variable(len(value)) + value


def read_variable(data, place):
    number = shift = 0
    while True:
        byte = data[place]
        place += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, place


def fields(data):
    """The values of each field of a message, by the field's number."""
    found, place = collections.defaultdict(list), 0
    while place < len(data):
        tag, place = read_variable(data, place)
        kind = tag & 7
        if kind == VARIABLE:
            value, place = read_variable(data, place)
        else:
            length = {EIGHT: 8, FOUR: 4}.get(kind)
            if length is None:
                length, place = read_variable(data, place)
            value, place = data[place:place + length], place + length
        found[tag >> 3].append(value)
    return dict(found)


def integers(packed):
    """Signed numbers of 64 bits, one after another."""
    found, place = [], 0
    while place < len(packed):
        number, place = read_variable(packed, place)
        found.append(number - (1 << 64) if number >> 63 else number)
    return found


def floats(packed):
    return [number for number, in struct.iter_unpack("<d", packed)]
