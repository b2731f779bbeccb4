"""python3 train/net/unpack.py NET.bin OUT.npz: a packed net as numbers again, to go on training from it."""
import json
import struct
import sys

import numpy as np

PRE, SHORT, SCALE_BITS, HEAD = 11, 6, 12, 12
# A packed table has no scale of its own; its numbers and the weights that read them get a usual size.
SCALE = 1 / 64
path, out = sys.argv[1:3]
data = open(path, "rb").read()
length = struct.unpack_from("<I", data, 8)[0]
header = json.loads(data[12 : 12 + length])
at = 12 + length


def take(dtype, *shape):
    global at
    at += -at % 4
    values = np.frombuffer(data, dtype, int(np.prod(shape)), at).reshape(shape)
    at += values.nbytes
    return values


units, width, bias = header["units"], header["width"], header["bias"]
keys = take("<i4", header["words"])
table = take("i1", header["words"] + header["special"], width) * SCALE
inputs = take("<i2", 2, 3 * units, width) * 2.0 ** -header["input_bits"] / SCALE
input_bias = take("<i2", 2, 3 * units) * 2.0**-PRE
states = take("i1", 2, 3 * units, units)
states = states * take("<i4", 2, 3 * units, 1) * 2.0 ** (SHORT - PRE - SCALE_BITS)
state_bias = take("<i2", 2, units) * 2.0**-PRE
result = {"keys": keys, "table": table}
for at_direction, name in enumerate(["", "_reverse"]):
    result[f"read.weight_ih_l0{name}"] = inputs[at_direction]
    result[f"read.weight_hh_l0{name}"] = states[at_direction]
    result[f"read.bias_ih_l0{name}"] = input_bias[at_direction]
    result[f"read.bias_hh_l0{name}"] = np.concatenate([np.zeros(2 * units), state_bias[at_direction]])


def head(rows):
    return take("<i2", rows + -rows % 4, 2 * units)[:rows] * 2.0**-HEAD


sizes = {name: len(values) for name, values in bias.items()}
result["det.weight"] = head(sizes["det"])
result["cond.weight"] = np.concatenate([head(sizes["cond"]), head(sizes["cond"])], 1)
result["doc.weight"], result["tg.weight"] = head(sizes["doc"]), head(sizes["tg"])
for name, values in bias.items():
    result[f"{name}.bias"] = np.array(values)
assert at == len(data), "not all of the file was read"
np.savez_compressed(out, **{name: values if name == "keys" else values.astype(np.float32) for name, values in result.items()})
