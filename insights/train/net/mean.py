"""python3 mean.py A.npz SHARE B.npz OUT.npz: a net between two that train.py has written for the same words, nearer to A with a larger SHARE."""
import sys

import numpy as np

one_path, share_given, other_path, out = sys.argv[1:5]
one, other, share = dict(np.load(one_path)), dict(np.load(other_path)), float(share_given)
pair_keys = one.pop("pair_keys")
assert (pair_keys == other.pop("pair_keys")).all(), "the nets have other pairs"
for net in (one, other):
    scale = net.pop("table_scale")
    net.update({name: net[name] * scale for name in ("table", "pairs")})
weights = {name: share * values + (1 - share) * other[name] for name, values in one.items()}
scale = np.abs(weights["table"]).max(0) / 127
weights.update({name: np.round(weights[name] / scale).clip(-127, 127).astype(np.int8) for name in ("table", "pairs")})
np.savez_compressed(out, pair_keys=pair_keys, table_scale=scale, **weights)
