"""python3 insights/train/net/pack.py TRAINED.npz META.json OUT: the trained net as integers, in the format of net-weights.ts."""
import json
import sys

import numpy as np

from integers import PRE, by_units, in_bytes, padded, whole, write

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
print(out, write(out, b"CNDRN003", header, parts), "bytes", "input bits", input_bits)
