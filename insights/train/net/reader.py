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

    def __init__(self, states, drop, hidden=0, aspects=ASPECTS):
        super().__init__()
        self.aspects = aspects
        self.drop, self.mix = nn.Dropout(drop), nn.Linear(states, hidden) if hidden else None
        states += hidden
        self.det, self.cond = nn.Linear(states, aspects), nn.Linear(2 * states, aspects * SIDES)
        self.doc, self.tg = nn.Linear(states, SIDES), nn.Linear(states, 3)
        nn.init.constant_(self.det.bias, -2.0)

    def forward(self, texts, rows, tokens, bags, owner):
        states, known = self.states(tokens)
        whole = self.mixed(states.masked_fill(~known[..., None], -1e4).amax(1))
        self.of_bags = self.mixed(largest(states, owner, texts.bag_from[bags], texts.bag_to[bags]))
        part = self.drop(self.of_bags)
        sides = self.cond(torch.cat([part, self.drop(whole[owner])], 1)).view(-1, self.aspects, SIDES)
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


def bent(x):
    """The sigmoid less a half, as the kernel has it: two parabolas, flat below -4 and above 4."""
    part = (x / 4).clamp(-1, 1)
    return part - part * part.abs() / 2


def read_bent(gru, inputs):
    """What a recurrent net of one layer reads in both directions, with the kernel's curves and its rounding of states."""
    both = lambda name: torch.stack([getattr(gru, name), getattr(gru, f"{name}_reverse")])
    weights, bias = both("weight_hh_l0").transpose(1, 2).contiguous(), both("bias_hh_l0")[:, None]
    (count, length, _), units = inputs.shape, gru.hidden_size
    ways = torch.stack([inputs, inputs.flip(1)]).view(2, count * length, -1)
    given = torch.baddbmm(both("bias_ih_l0")[:, None], ways, both("weight_ih_l0").transpose(1, 2))
    state, states = inputs.new_zeros(2, count, units), []
    for of_token in given.view(2, count, length, 3 * units).unbind(2):
        short = state + ((state * 64).round() / 64 - state).detach()
        of_state = torch.baddbmm(bias, short, weights)
        gates = 0.5 + bent(of_token[..., : 2 * units] + of_state[..., : 2 * units])
        new = 2 * bent(2 * (of_token[..., 2 * units :] + gates[..., :units] * of_state[..., 2 * units :]))
        state = new + gates[..., units:] * (state - new)
        states.append(state)
    forward, backward = torch.stack(states, 2)
    return torch.cat([forward, backward.flip(1)], -1)


class Reader(Heads):
    given = (("table", "pairs"), 0.3)
    is_bent = False
    pair_keys = None

    def __init__(self, vectors, meta, width, units, layers, drop, hidden=0, blocks=1, aspects=ASPECTS):
        super().__init__(2 * units * blocks, drop, hidden, aspects)
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
        scale = earlier.pop("table_scale", np.float32(1))
        table, pairs, pair_keys = earlier.pop("table") * scale, earlier.pop("pairs", None), earlier.pop("pair_keys", None)
        to = of = np.arange(len(table))
        if "keys" in earlier:
            to, of = same_rows(meta, earlier.pop("keys").tolist())
            first, known, with_vector = first_table(vectors, meta), table, to < len(vectors)
            table = first @ np.linalg.lstsq(first[to[with_vector]], known[of[with_vector]], rcond=None)[0]
            table[to] = known[of]
        self.table, self.project = nn.Parameter(torch.tensor(table, dtype=torch.float32)), nn.Identity()
        if pairs is not None:
            self.load_pairs(pairs * scale, pair_keys, dict(zip(of.tolist(), to.tolist())))
        return earlier

    def load_pairs(self, pairs, keys, row_of):
        """Takes over the pairs of an earlier student whose rows are `row_of` here; the commonest come first there."""
        first, second = np.divmod(keys, max(row_of) + 1)
        there = np.array([a in row_of and b in row_of for a, b in zip(first, second)])
        keys = np.array([row_of[a] * len(self.table) + row_of[b] for a, b in zip(first[there], second[there])])
        order = np.argsort(keys)
        self.pair_keys = torch.tensor(keys[order], device=DEVICE)
        self.pair_counts = torch.tensor(len(keys) - order, device=DEVICE)
        self.pairs = nn.Parameter(torch.tensor(pairs[there][order], dtype=torch.float32))

    def load_net(self, path, vectors, meta):
        """Takes over an earlier student."""
        earlier = self.load_words(path, vectors, meta)
        mine = {"table": self.table, **({} if self.pair_keys is None else {"pairs": self.pairs})}
        self.load_state_dict({**mine, **{name: torch.tensor(values) for name, values in earlier.items()}})

    def learn_pairs(self, tokens, count):
        """Numbers of their own for the commonest pairs of neighboring tokens: they are added to those of the second."""
        both = (tokens[:, :-1] >= 0) & (tokens[:, 1:] >= 0)
        keys, counts = torch.unique((tokens[:, :-1] * len(self.table) + tokens[:, 1:])[both], return_counts=True)
        chosen = counts.topk(min(count, len(counts))).indices.sort().values
        self.pair_keys, self.pair_counts = keys[chosen], counts[chosen]
        self.pairs = nn.Parameter(torch.zeros(len(chosen), self.table.shape[1], device=DEVICE))

    def of_pairs(self, tokens):
        keys = torch.full_like(tokens, -1)
        keys[:, 1:] = torch.where((tokens[:, :-1] >= 0) & (tokens[:, 1:] >= 0), tokens[:, :-1] * len(self.table) + tokens[:, 1:], -1)
        place = torch.searchsorted(self.pair_keys, keys).clamp(max=len(self.pair_keys) - 1)
        there = self.pair_keys[place] == keys
        if self.training:
            there &= torch.rand(tokens.shape, device=DEVICE) > 0.1
        return F.embedding(place, self.pairs) * there[..., None]

    def states(self, tokens):
        known = tokens >= 0
        kept = known & (torch.rand(tokens.shape, device=DEVICE) > 0.08) if self.training else known
        words = F.embedding(tokens.clamp(min=0), self.table)
        words = words if self.pair_keys is None else words + self.of_pairs(tokens)
        inputs = self.drop(self.project(words * kept[..., None]))
        if self.is_bent:
            return torch.cat([read_bent(read, inputs) for read in self.read], -1), known
        with torch.autocast("cpu", torch.bfloat16, enabled=AMX and self.read[0].num_layers > 1):
            return torch.cat([read(inputs)[0].float() for read in self.read], -1), known
