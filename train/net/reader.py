"""The net: words to numbers, a recurrent net over them, and what is read from its states."""
import platform

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from texts import ASPECTS, DEVICE, SIDES

# 16-bit matrix instructions; PyTorch has none for recurrent nets on arm64.
AMX = DEVICE == "cpu" and platform.machine() == "x86_64"


def largest(states, owner, start, end):
    """The largest states of passages, which do not overlap."""
    if len(owner) == 0:
        return states.new_zeros(0, states.shape[2])
    sizes = end.clamp(max=states.shape[1]) - start
    first = torch.cumsum(sizes, 0) - sizes
    place = torch.arange(int(sizes.sum()), device=DEVICE) + (owner * states.shape[1] + start - first).repeat_interleave(sizes)
    return torch.segment_reduce(states.reshape(-1, states.shape[2])[place], "max", lengths=sizes)


def begin_stems(table, stem_rows, known):
    """A stem begins as the mean of its words that have a vector; its other words begin as the stem."""
    for stem in set(stem_rows[:known]) - {-1}:
        table[stem] = table[:known][stem_rows[:known] == stem].mean(0)
    with_stem = known + np.flatnonzero(stem_rows[known:] >= 0)
    table[with_stem] = table[stem_rows[with_stem]]


def first_table(vectors, meta):
    table = np.random.randn(len(meta["keys"]) + meta["special"], 101).astype(np.float32) * 0.08
    table[: len(vectors)] = vectors
    table[: len(vectors), :100] *= 3
    table[: len(vectors), 100] *= 0.5
    begin_stems(table, np.array(meta["stem_rows"]), len(vectors))
    return table


def same_rows(meta, keys):
    """Pairs of rows: of a word here, and of the same word in an earlier model."""
    row_of = {key: row for row, key in enumerate(keys)}
    pairs = [(row, row_of[key]) for row, key in enumerate(meta["keys"]) if key in row_of]
    return np.array(pairs + [(len(meta["keys"]) + at, len(keys) + at) for at in range(meta["special"])]).T


class Heads(nn.Module):
    """What is read from the states of the tokens, which a subclass computes."""

    def __init__(self, states, drop, hidden=0):
        super().__init__()
        self.drop, self.mix = nn.Dropout(drop), nn.Linear(states, hidden) if hidden else None
        states += hidden
        self.det, self.cond = nn.Linear(states, ASPECTS), nn.Linear(2 * states, ASPECTS * SIDES)
        self.doc, self.tg = nn.Linear(states, SIDES), nn.Linear(states, 3)
        nn.init.constant_(self.det.bias, -2.0)

    def forward(self, texts, rows, tokens, bags, owner):
        states, known = self.states(tokens)
        whole = self.mixed(states.masked_fill(~known[..., None], -1e4).amax(1))
        part = self.drop(self.mixed(largest(states, owner, texts.bag_from[bags], texts.bag_to[bags])))
        sides = self.cond(torch.cat([part, self.drop(whole[owner])], 1)).view(-1, ASPECTS, SIDES)
        target = texts.target[rows]
        named = (target[:, 0] >= 0).nonzero()[:, 0]
        at_target = self.tg(self.drop(self.mixed(largest(states, named, target[named, 0], target[named, 1]))))
        return self.det(part), sides, self.doc(self.drop(whole)), at_target, target[named, 2]

    def mixed(self, states):
        """With hidden units, which see the states of a passage together."""
        return states if self.mix is None else torch.cat([states, torch.tanh(self.mix(states))], -1)

    def groups(self, rate):
        """The parameters for the optimizer. What was there before training (`given`) learns more slowly."""
        name_of_given, share = self.given
        is_given = lambda name: name.startswith(name_of_given)
        of = lambda wanted: [each for name, each in self.named_parameters() if is_given(name) == wanted]
        return [
            {"params": of(True), "lr": rate * share, "weight_decay": 0.0},
            {"params": of(False), "lr": rate, "weight_decay": 1e-4},
        ]


class Reader(Heads):
    given = ("table", 0.3)

    def __init__(self, vectors, meta, width, units, layers, drop, hidden=0, blocks=1):
        super().__init__(2 * units * blocks, drop, hidden)
        self.table = nn.Parameter(torch.tensor(first_table(vectors, meta)))
        self.project = nn.Linear(101, width, bias=False) if width else nn.Identity()
        kind = nn.LSTM if layers > 1 else nn.GRU
        inner = drop if layers > 1 else 0
        read = lambda: kind(width or 101, units, layers, batch_first=True, bidirectional=True, dropout=inner)
        self.read = nn.ModuleList([read() for _ in range(blocks)])

    def load(self, path, meta):
        """Takes over an earlier teacher: rows by their words, all else as it is."""
        earlier = torch.load(path, map_location=DEVICE)
        to, of = torch.tensor(same_rows(meta, earlier["keys"]), device=DEVICE)
        table = self.table.detach().clone()
        table[to] = earlier["state"]["table"][of]
        self.load_state_dict({**earlier["state"], "table": table})

    def load_words(self, path, vectors, meta):
        """Takes over the words of an earlier student, of other words (`keys`) or of the same. A new word begins where a linear map from the vectors puts it."""
        earlier = dict(np.load(path))
        table = earlier.pop("table").astype(np.float32) * earlier.pop("table_scale", np.float32(1))
        if "keys" in earlier:
            to, of = same_rows(meta, earlier.pop("keys").tolist())
            first, known, with_vector = first_table(vectors, meta), table, to < len(vectors)
            table = first @ np.linalg.lstsq(first[to[with_vector]], known[of[with_vector]], rcond=None)[0]
            table[to] = known[of]
        self.table, self.project = nn.Parameter(torch.tensor(table, dtype=torch.float32)), nn.Identity()
        return earlier

    def load_net(self, path, vectors, meta):
        """Takes over an earlier student."""
        earlier = self.load_words(path, vectors, meta)
        self.load_state_dict({"table": self.table, **{name: torch.tensor(values) for name, values in earlier.items()}})

    def states(self, tokens):
        known = tokens >= 0
        kept = known & (torch.rand(tokens.shape, device=DEVICE) > 0.08) if self.training else known
        inputs = self.drop(self.project(F.embedding(tokens.clamp(min=0), self.table) * kept[..., None]))
        with torch.autocast("cpu", torch.bfloat16, enabled=AMX and self.read[0].num_layers > 1):
            return torch.cat([read(inputs)[0].float() for read in self.read], -1), known
