"""python3 train/net/pack.py TRAINED.npz META.json OUT: the trained net as integers, in the format of net-weights.ts."""
import json
import struct
import sys

import numpy as np

# Fixed point: inputs of the gates in 2048ths, states in 4096ths; as inputs of the weights, in 64ths from 0 on (64 is zero).
# The scale of a row is in 4096ths. kernel.wat has the same numbers as shifts.
PRE, SHORT, SCALE, HEAD = 11, 6, 12, 12
trained, meta_path, out = sys.argv[1:4]
z = np.load(trained)
meta = json.load(open(meta_path))
DIRECTIONS = ["", "_reverse"]
units = z["read.weight_hh_l0"].shape[1]
width = z["table"].shape[1]

def whole(values, bits, dtype):
    numbers = np.round(np.asarray(values, np.float64) * 2.0**bits)
    limits = np.iinfo(dtype)
    if numbers.min() < limits.min or numbers.max() > limits.max:
        raise SystemExit(f"{bits} bits after the point do not fit {dtype}")
    return numbers.astype(dtype)

def padded(rows):
    return np.concatenate([rows, np.zeros((-len(rows) % 4, rows.shape[1]), rows.dtype)])

def in_bytes(weights):
    """8-bit weights, each row with a scale of its own: from its sums to 2048ths."""
    unit = 2.0 ** (PRE - SHORT + SCALE)
    scales = np.maximum(1, np.ceil(np.abs(weights).max(1) * unit / 127)).astype(np.int32)
    numbers = np.round(weights * unit / scales[:, None]).astype(np.int8)
    if (np.abs(numbers.astype(np.int64)).sum(1) * 2**SHORT * scales).max() >= 2**31 - 2 ** (SCALE - 1):
        raise SystemExit("the sums of states do not fit 32 bits")
    return numbers, scales

scaled = np.concatenate([z["read.weight_ih_l0" + d] * z["table_scale"] for d in DIRECTIONS])
input_bits = int(np.floor(np.log2(32767 / np.abs(scaled).max())))
# The reset and update gates have one bias; that of the state's part of the new value is inside the reset.
input_bias, state_bias = [], []
for d in DIRECTIONS:
    both = z["read.bias_ih_l0" + d].copy()
    both[: 2 * units] += z["read.bias_hh_l0" + d][: 2 * units]
    input_bias.append(both)
    state_bias.append(z["read.bias_hh_l0" + d][2 * units :])
state_weights, state_scales = in_bytes(np.concatenate([z["read.weight_hh_l0" + d] for d in DIRECTIONS]))
cond = z["cond.weight"]
rows = lambda name: padded(z[f"{name}.weight"])
heads = [rows("det"), padded(cond[:, : 2 * units]), padded(cond[:, 2 * units :]), rows("doc"), rows("tg")]
biases = {name: [float(np.float32(v)) for v in z[f"{name}.bias"]] for name in ("det", "cond", "doc", "tg")}
header = {
    "version": "2",
    "words": len(meta["keys"]),
    "special": meta["special"],
    "width": width,
    "units": units,
    "input_bits": input_bits,
    "aspects": meta["aspects"],
    "bias": biases,
}

parts = [
    np.array(meta["keys"], np.int32),
    z["table"],
    whole(scaled, input_bits, np.int16),
    whole(np.concatenate(input_bias), PRE, np.int16),
    state_weights,
    state_scales,
    whole(np.concatenate(state_bias), PRE, np.int16),
    whole(np.concatenate(heads), HEAD, np.int16),
]
text = json.dumps(header, separators=(",", ":")).encode()
data = b"CNDRN002" + struct.pack("<I", len(text)) + text
for part in parts:
    data += b"\0" * (-len(data) % 4) + np.ascontiguousarray(part).astype(part.dtype.newbyteorder("<")).tobytes()
open(out, "wb").write(data)
print(out, len(data), "bytes", "input bits", input_bits)
