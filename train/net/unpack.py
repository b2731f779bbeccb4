"""python3 train/net/unpack.py NET.bin OUT.npz: a packed net as numbers again, to go on training from it."""
import json
import struct
import sys

import numpy as np

PRE, SHORT, SCALE_BITS, HEAD_ROWS = 11, 6, 12, 48
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


def matrix(*shape):
    weights = take("i1", *shape)
    return weights * take("<i4", *shape[:-1], 1) * 2.0 ** (SHORT - PRE - SCALE_BITS)


readers, units, hidden, width, bias = (header[name] for name in ("readers", "units", "hidden", "width", "bias"))
states = readers * units
keys = take("<i4", header["words"])
table = take("i1", header["words"] + header["special"], width) * SCALE
inputs = take("<i2", readers, 3 * units, width) * 2.0 ** -header["input_bits"] / SCALE
input_bias = take("<i2", readers, 3 * units) * 2.0**-PRE
state_weights = matrix(readers, 3 * units, units)
state_bias = take("<i2", readers, units) * 2.0**-PRE
result = {"keys": keys, "table": table}
for reader in range(readers):
    name = lambda kind: f"read.{reader // 2}.{kind}_l0{'_reverse' if reader % 2 else ''}"
    result[name("weight_ih")] = inputs[reader]
    result[name("weight_hh")] = state_weights[reader]
    result[name("bias_ih")] = input_bias[reader]
    result[name("bias_hh")] = np.concatenate([np.zeros(2 * units), state_bias[reader]])
result["mix.weight"], result["mix.bias"] = matrix(hidden, states), take("<i2", hidden) * 2.0**-PRE
of_part, of_text = matrix(HEAD_ROWS, states + hidden), matrix(HEAD_ROWS, states + hidden)
det, cond, doc, tg = (len(bias[name]) for name in ("det", "cond", "doc", "tg"))
result["det.weight"] = of_part[:det]
result["cond.weight"] = np.concatenate([of_part[det : det + cond], of_text[:cond]], 1)
result["doc.weight"], result["tg.weight"] = of_text[cond : cond + doc], of_text[cond + doc : cond + doc + tg]
for name, values in bias.items():
    result[f"{name}.bias"] = np.array(values)
assert at == len(data), "not all of the file was read"
np.savez_compressed(out, **{name: values if name == "keys" else values.astype(np.float32) for name, values in result.items()})
