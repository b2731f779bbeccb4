"""python3 train/net/average.py OUT.npz NET.npz NET.npz …: the mean of students that went on from one net with the same words."""
import sys

import numpy as np

out, *paths = sys.argv[1:]
nets = [dict(np.load(path)) for path in paths]
for net in nets:
    net["table"] = net["table"] * net.pop("table_scale")
mean = {name: np.mean([net[name] for net in nets], axis=0) for name in nets[0]}
table = mean.pop("table")
scale = np.abs(table).max(0) / 127
np.savez_compressed(out, table=np.round(table / scale).astype(np.int8), table_scale=scale, **mean)
