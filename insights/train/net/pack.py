"""python3 insights/train/net/pack.py TRAINED.npz META.json OUT: the trained net as integers, in the format of net-weights.ts."""
import json
import struct
import sys

import numpy as np

# Fixed point: inputs of the gates in 2048ths; states as inputs of the weights in 64ths, from 0 on (64 is zero). The scale
# of a row is in 4096ths. kernel.wat has the same numbers as shifts. Its curve is that of a gate; new states, which go
# through a tanh, are given twice as large.
PRE, SHORT, SCALE = 11, 6, 12
HEAD_ROWS, UNITS = 48, 16
# The key of a pair of rows is their number times this, as in net-weights.ts.
SPREAD = 0x9E3779B1
# The commonest pairs are kept, as many as machine.ts has slots.
PAIRS = 32768
trained, meta_path, out = sys.argv[1:4]
z = np.load(trained)
meta = json.load(open(meta_path))
# A reader is a recurrent unit in one direction.
blocks = len({name.split(".")[1] for name in z.files if name.startswith("read.")})
READERS = [(f"read.{block}.", direction) for block in range(blocks) for direction in ("", "_reverse")]
of_readers = lambda name: [z[f"{block}{name}_l0{direction}"] for block, direction in READERS]
units = z["read.0.weight_hh_l0"].shape[1]
states = len(READERS) * units
hidden = len(z["mix.bias"])
width, pairs = z["table"].shape[1], z["pairs"][:PAIRS]

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

scaled = np.concatenate([by_units(weights) for weights in of_readers("weight_ih")]) * z["table_scale"]
input_bits = int(np.floor(np.log2(32767 / np.abs(scaled).max())))
# The reset and update gates have one bias; that of the state's part of the new value is inside the reset.
input_bias, state_bias = [], []
for of_input, of_state in zip(of_readers("bias_ih"), of_readers("bias_hh")):
    is_gate = np.arange(3 * units) < 2 * units
    input_bias.append(by_units(of_input + of_state * is_gate))
    state_bias.append(by_units(of_state * ~is_gate))
cond = z["cond.weight"]
biases = {name: [float(np.float32(v)) for v in z[f"{name}.bias"]] for name in ("det", "cond", "doc", "tg")}
header = {
    "version": "3",
    "words": len(meta["keys"]),
    "special": meta["special"],
    "width": width,
    "readers": len(READERS),
    "units": units,
    "hidden": hidden,
    "pairs": len(pairs),
    "input_bits": input_bits,
    "aspects": meta["aspects"],
    "bias": biases,
}

parts = [
    np.array(meta["keys"], np.int32),
    z["table"],
    (z["pair_keys"][:PAIRS] * SPREAD).astype(np.uint32).view(np.int32),
    pairs,
    whole(scaled, input_bits, np.int16),
    whole(np.concatenate(input_bias), PRE, np.int16),
    *in_bytes(np.concatenate([by_units(weights) for weights in of_readers("weight_hh")]), np.concatenate(state_bias)),
    *in_bytes(z["mix.weight"], z["mix.bias"]),
    *in_bytes(padded(z["det.weight"], cond[:, : states + hidden])),
    *in_bytes(padded(cond[:, states + hidden :], z["doc.weight"], z["tg.weight"])),
]
text = json.dumps(header, separators=(",", ":")).encode()
data = b"CNDRN003" + struct.pack("<I", len(text)) + text
for part in parts:
    data += b"\0" * (-len(data) % 4) + np.ascontiguousarray(part).astype(part.dtype.newbyteorder("<")).tobytes()
open(out, "wb").write(data)
print(out, len(data), "bytes", "input bits", input_bits)
