"""python3 insights/train/net/pack_trades.py TRAINED.npz META.json EARLIER.npz OUT: the net for other trades as integers, in the
format of trade-nets.ts. EARLIER.npz is what unpack.py makes of net.bin, which has the other words."""
import json
import sys

import numpy as np

from integers import PRE, by_units, in_bytes, padded, whole, write

# The unit of the shared table of words, as in unpack.py.
TABLE = 64
# Words none of whose numbers changed by as many of these steps keep those of net.bin.
LEAST_CHANGE = 4
trained, meta_path, earlier, out = sys.argv[1:5]
z = np.load(trained)
meta = json.load(open(meta_path))
units = z["read.0.weight_hh_l0"].shape[1]


of_readers = lambda name: [z[f"read.0.{name}_l0{direction}"] for direction in ("", "_reverse")]
scaled = np.concatenate([by_units(values) for values in of_readers("weight_ih")]) / TABLE
input_bits = int(np.floor(np.log2(32767 / np.abs(scaled).max())))
is_gate = np.arange(3 * units) < 2 * units
both = list(zip(of_readers("bias_ih"), of_readers("bias_hh")))
input_bias = np.concatenate([by_units(of_input + of_state * is_gate) for of_input, of_state in both])
state_bias = np.concatenate([by_units(of_state * ~is_gate) for _, of_state in both])
# The rows of more words are before the special ones; net.bin has none.
words, more = meta["words"], meta["words"] + len(meta["more_keys"])
table = np.concatenate([z["table"][:words], z["table"][more:]])
steps = np.abs(table - np.round(np.load(earlier)["table"] * TABLE)).max(1)
changed = np.flatnonzero(steps >= LEAST_CHANGE)
parts = [
    changed.astype(np.int32),
    table[changed],
    np.array(meta["more_keys"], np.int32),
    z["table"][words:more],
    whole(scaled, input_bits, np.int16),
    whole(input_bias, PRE, np.int16),
    *in_bytes(np.concatenate([by_units(values) for values in of_readers("weight_hh")]), state_bias),
    *in_bytes(z["mix.weight"], z["mix.bias"]),
]
trades, states = {}, z["det.weight"].shape[1]
cond, cond_bias = z["cond.weight"].reshape(-1, 4, 2 * states), z["cond.bias"].reshape(-1, 4)
for trade in dict.fromkeys(name.split(".")[0] for name in meta["aspects"]):
    if trade == "physical-therapy":
        continue
    at = [k for k, name in enumerate(meta["aspects"]) if name.split(".")[0] == trade]
    of = cond[at].reshape(-1, 2 * states)
    parts += in_bytes(padded(z["det.weight"][at], of[:, :states]))
    parts += in_bytes(padded(of[:, states:], z["doc.weight"], z["tg.weight"]))
    bias = {"det": z["det.bias"][at], "cond": cond_bias[at].reshape(-1), "doc": z["doc.bias"], "tg": z["tg.bias"]}
    trades[trade] = {
        "aspects": [meta["aspects"][k].split(".")[1] for k in at],
        "bias": {name: [float(value) for value in values] for name, values in bias.items()},
    }
header = {"changed": len(changed), "extra": more - words, "input_bits": input_bits, "trades": trades}
size = write(out, b"CNDRT001", header, parts)
print(out, size, "bytes", header["changed"], "words changed,", header["extra"], "more")
