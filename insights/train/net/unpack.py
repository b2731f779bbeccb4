"""python3 insights/train/net/unpack.py NET.bin OUT.npz: a packed net as numbers again, to go on training from it."""
import json
import struct
import sys

import numpy as np

PRE, SHORT, SCALE_BITS, HEAD_ROWS, UNITS = 11, 6, 12, 48, 16
SPREAD = 0x9E3779B1
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
    """Weights, and the bias that is in what the sums begin with."""
    numbers, scales, first = take("i1", *shape), take("<i4", *shape[:-1]), take("<i4", *shape[:-1])
    bias = (first + numbers.astype(np.int64).sum(-1) * 2**SHORT) * scales * 2.0 ** -(PRE + SCALE_BITS)
    return numbers * scales[..., None] * 2.0 ** (SHORT - PRE - SCALE_BITS), bias


def by_gates(values):
    """The rows of each reader as reset gates, update gates and new states again."""
    parts = values.reshape(len(values), -1, 3, UNITS, *values.shape[2:]).swapaxes(1, 2)
    return np.concatenate([parts[:, :2], parts[:, 2:] / 2], 1).reshape(values.shape)


readers, units, hidden, width, bias = (header[name] for name in ("readers", "units", "hidden", "width", "bias"))
states = readers * units
keys = take("<i4", header["words"])
table = take("i1", header["words"] + header["special"], width) * SCALE
pair_keys = (take("<u4", header["pairs"]) * np.uint32(pow(SPREAD, -1, 2**32))).astype(np.int64)
pairs = take("i1", header["pairs"], width) * SCALE
inputs = by_gates(take("<i2", readers, 3 * units, width) * 2.0 ** -header["input_bits"] / SCALE)
input_bias = by_gates(take("<i2", readers, 3 * units) * 2.0**-PRE)
state_weights, state_bias = (by_gates(values) for values in matrix(readers, 3 * units, units))
result = {"keys": keys, "pair_keys": pair_keys, "table": table, "pairs": pairs}
for reader in range(readers):
    name = lambda kind: f"read.{reader // 2}.{kind}_l0{'_reverse' if reader % 2 else ''}"
    result[name("weight_ih")] = inputs[reader]
    result[name("weight_hh")] = state_weights[reader]
    result[name("bias_ih")] = input_bias[reader]
    result[name("bias_hh")] = state_bias[reader]
result["mix.weight"], result["mix.bias"] = matrix(hidden, states)
(of_part, _), (of_text, _) = matrix(HEAD_ROWS, states + hidden), matrix(HEAD_ROWS, states + hidden)
det, cond, doc, tg = (len(bias[name]) for name in ("det", "cond", "doc", "tg"))
result["det.weight"] = of_part[:det]
result["cond.weight"] = np.concatenate([of_part[det : det + cond], of_text[:cond]], 1)
result["doc.weight"], result["tg.weight"] = of_text[cond : cond + doc], of_text[cond + doc : cond + doc + tg]
for name, values in bias.items():
    result[f"{name}.bias"] = np.array(values)
assert at == len(data), "not all of the file was read"
np.savez_compressed(out, **{name: values if name.endswith("keys") else values.astype(np.float32) for name, values in result.items()})
