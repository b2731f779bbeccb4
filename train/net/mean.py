"""python3 mean.py A.npz SHARE B.npz OUT.npz: a net between two that train.py has written for the same words, nearer to A with a larger SHARE."""
import sys

import numpy as np

one_path, share_given, other_path, out = sys.argv[1:5]
one, other, share = dict(np.load(one_path)), dict(np.load(other_path)), float(share_given)
table_of = lambda net: net.pop("table").astype(np.float32) * net.pop("table_scale")
table = share * table_of(one) + (1 - share) * table_of(other)
scale = np.abs(table).max(0) / 127
weights = {name: share * values + (1 - share) * other[name] for name, values in one.items()}
np.savez_compressed(out, table=np.round(table / scale).astype(np.int8), table_scale=scale, **weights)
