"""A trained net as the integers that the kernel takes, and the file with them: for pack.py and pack_trades.py."""
import json
import struct

import numpy as np

# Fixed point: inputs of the gates in 2048ths; states as inputs of the weights in 64ths, from 0 on (64 is zero). The scale
# of a row is in 4096ths. kernel.wat has the same numbers as shifts. Its curve is that of a gate; new states, which go
# through a tanh, are given twice as large.
PRE, SHORT, SCALE = 11, 6, 12
HEAD_ROWS, UNITS = 48, 16

def whole(values, bits, dtype):
    numbers = np.round(np.asarray(values, np.float64) * 2.0**bits)
    limits = np.iinfo(dtype)
    if numbers.min() < limits.min or numbers.max() > limits.max:
        raise SystemExit(f"{bits} bits after the point do not fit {dtype}")
    return numbers.astype(dtype)

def padded(*heads):
    """The rows of several heads, and zeros up to as many as the kernel takes at a time."""
    rows = np.concatenate(heads)
    return np.concatenate([rows, np.zeros((HEAD_ROWS - len(rows), rows.shape[1]), rows.dtype)])

def in_bytes(weights, bias=0):
    """8-bit weights, each row with a scale of its own (from its sums to 2048ths) and with what its sums begin with."""
    unit = 2.0 ** (PRE - SHORT + SCALE)
    scales = np.maximum(1, np.ceil(np.abs(weights).max(1) * unit / 127)).astype(np.int32)
    numbers = np.round(weights * unit / scales[:, None]).astype(np.int8)
    bias = np.round(np.zeros(len(weights)) + bias * 2.0 ** (PRE + SCALE) / scales).astype(np.int64)
    if ((np.abs(numbers.astype(np.int64)).sum(1) * 2**SHORT + np.abs(bias)) * scales).max() >= 2**31:
        raise SystemExit("the sums of states do not fit 32 bits")
    return numbers, scales, (bias - numbers.astype(np.int64).sum(1) * 2**SHORT).astype(np.int32)

def by_units(values):
    """The rows of one reader (reset gates, update gates, new states) in the order of the kernel: 16 units of each in turn."""
    parts = np.reshape(values, (3, -1, UNITS, *values.shape[1:]))
    return np.concatenate([parts[:2], 2 * parts[2:]]).swapaxes(0, 1).reshape(values.shape)

def write(path, magic, header, parts):
    """A header in JSON and the numbers after it, each part from a multiple of four bytes on. Returns how many bytes."""
    text = json.dumps(header, separators=(",", ":")).encode()
    data = magic + struct.pack("<I", len(text)) + text
    for part in parts:
        data += b"\0" * (-len(data) % 4) + np.ascontiguousarray(part).astype(part.dtype.newbyteorder("<")).tobytes()
    open(path, "wb").write(data)
    return len(data)
