"""Trains the net: teachers (two-layer LSTMs), then a small GRU that learns from them and from the labels.

python3 train.py DATA teacher SEED OUT.pt [--fold K] [--start EARLIER.pt] [--epochs N]
python3 train.py DATA student SEED OUT.npz --teachers 'GLOB' [--fold K] [--start EARLIER.npz] [--epochs N]

DATA is what train/net/data.ts writes. With --fold K, the training writers whose number is K modulo 4 are held out and
measured. Needs PyTorch; with a GPU it is faster. The weights differ in their last bits from one machine to another.
"""
import argparse
import copy
import glob
import json
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

ASPECTS, SIDES, LONGEST = 9, 4, 220
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
# How many of the texts that are not labeled by sentence each epoch sees.
SHARE = 0.15
# How much of the earlier net stays when training goes on from it.
KEPT = 0.25


def load(folder):
    meta = json.load(open(f"{folder}/meta.json"))
    vectors = np.fromfile(f"{folder}/vectors.f32", dtype="<f4").reshape(-1, 101)
    read = lambda name: [json.loads(line) for line in open(f"{folder}/{name}.jsonl")]
    return meta, vectors, read("corpus"), read("sets"), read("terms")


def in_fold(item, fold):
    writer = item["writer"]
    return item["split"] == "train" and writer is not None and int(writer[1:]) % 4 == fold


class Texts:
    """Texts, their bags (labeled passages) and targets as tensors."""

    def __init__(self, items):
        tensor = lambda values: torch.tensor(values, device=DEVICE)
        self.length = np.array([min(LONGEST, len(item["rows"])) for item in items])
        tokens = np.full((len(items), self.length.max()), -1, np.int64)
        bags, off = [], [0]
        for at, item in enumerate(items):
            tokens[at, : self.length[at]] = item["rows"][:LONGEST]
            bags += [bag for bag in item.get("bags", []) if bag[0] < LONGEST]
            off.append(len(bags))
        self.count, self.off = len(items), np.array(off)
        self.always = np.array([bool(item.get("by_sentence")) for item in items])
        self.spanish = tensor([item.get("language") == "es" for item in items])
        has, side = np.zeros((len(bags), ASPECTS), np.float32), np.full((len(bags), ASPECTS), -1)
        for at, (_, _, labels) in enumerate(bags):
            for aspect, label in labels:
                has[at, aspect], side[at, aspect] = 1, label
        self.tokens, self.has, self.side = tensor(tokens), tensor(has), tensor(side)
        self.bag_from = tensor([bag[0] for bag in bags])
        self.bag_to = tensor([min(LONGEST, bag[1]) for bag in bags])
        self.text_side = tensor([-1 if "target" in item else item["side"] for item in items])
        self.target = tensor([[*item["target"], item["side"]] if "target" in item else [-1] * 3 for item in items])
        self.weight = tensor([float(item.get("weight", 1)) for item in items])
        self.labeled = tensor([float("aspects" in item) for item in items])

    def batches(self, size, random):
        """Texts of one length each, so that nothing is read after the end of a text."""
        chosen = np.flatnonzero(self.always | (random.random(self.count) < SHARE))
        order = chosen[np.lexsort((random.random(len(chosen)), self.length[chosen]))]
        groups = np.split(order, np.flatnonzero(np.diff(self.length[order])) + 1)
        parts = [group[at : at + size] for group in groups for at in range(0, len(group), size)]
        random.shuffle(parts)
        return parts

    def take(self, part):
        bags = np.concatenate([np.arange(self.off[at], self.off[at + 1]) for at in part])
        owner = np.concatenate([np.full(self.off[at + 1] - self.off[at], to) for to, at in enumerate(part)])
        rows = torch.tensor(part, device=DEVICE)
        tensor = lambda values: torch.tensor(values.astype(np.int64), device=DEVICE)
        return rows, self.tokens[rows, : int(self.length[part].max())], tensor(bags), tensor(owner)


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


class Reader(nn.Module):
    def __init__(self, vectors, meta, width, hidden, layers, drop):
        super().__init__()
        table = first_table(vectors, meta)
        self.table, self.drop = nn.Parameter(torch.tensor(table)), nn.Dropout(drop)
        self.project = nn.Linear(101, width, bias=False) if width else nn.Identity()
        kind = nn.LSTM if layers > 1 else nn.GRU
        inner = drop if layers > 1 else 0
        self.read = kind(width or 101, hidden, layers, batch_first=True, bidirectional=True, dropout=inner)
        states = 2 * hidden
        self.det, self.cond = nn.Linear(states, ASPECTS), nn.Linear(2 * states, ASPECTS * SIDES)
        self.doc, self.tg = nn.Linear(states, SIDES), nn.Linear(states, 3)
        nn.init.constant_(self.det.bias, -2.0)

    def load(self, path, meta):
        """Takes over an earlier teacher: rows by their words, all else as it is."""
        earlier = torch.load(path, map_location=DEVICE)
        to, of = torch.tensor(same_rows(meta, earlier["keys"]), device=DEVICE)
        table = self.table.detach().clone()
        table[to] = earlier["state"]["table"][of]
        self.load_state_dict({**earlier["state"], "table": table})

    def load_net(self, path, vectors, meta):
        """Takes over an earlier student. A new word begins where a linear map from the vectors puts it."""
        earlier = dict(np.load(path))
        to, of = same_rows(meta, earlier.pop("keys").tolist())
        known, first = earlier.pop("table"), first_table(vectors, meta)
        with_vector = to < len(vectors)
        table = first @ np.linalg.lstsq(first[to[with_vector]], known[of[with_vector]], rcond=None)[0]
        table[to] = known[of]
        self.table, self.project = nn.Parameter(torch.tensor(table)), nn.Identity()
        self.load_state_dict({"table": self.table, **{name: torch.tensor(values) for name, values in earlier.items()}})

    def states(self, tokens):
        known = tokens >= 0
        kept = known & (torch.rand(tokens.shape, device=DEVICE) > 0.08) if self.training else known
        inputs = self.drop(self.project(F.embedding(tokens.clamp(min=0), self.table) * kept[..., None]))
        with torch.autocast("cpu", torch.bfloat16, enabled=DEVICE == "cpu" and self.read.num_layers > 1):
            return self.read(inputs)[0].float(), known

    def forward(self, texts, rows, tokens, bags, owner):
        states, known = self.states(tokens)
        whole = states.masked_fill(~known[..., None], -1e4).amax(1)
        part = self.drop(largest(states, owner, texts.bag_from[bags], texts.bag_to[bags]))
        sides = self.cond(torch.cat([part, self.drop(whole[owner])], 1)).view(-1, ASPECTS, SIDES)
        target = texts.target[rows]
        named = (target[:, 0] >= 0).nonzero()[:, 0]
        at_target = self.tg(self.drop(largest(states, named, target[named, 0], target[named, 1])))
        return self.det(part), sides, self.doc(self.drop(whole)), at_target, target[named, 2]


def neighbors(vectors, english):
    """Eight words like each English word that has no valence of its own: replacing one by another keeps the label."""
    words = torch.tensor(vectors[:, :100], device=DEVICE)
    near = torch.cat([(words[at : at + 2048] @ words[:english].T).topk(9, 1).indices[:, 1:] for at in range(0, len(words), 2048)])
    free = torch.tensor(vectors[:, 100] == 0, device=DEVICE)
    free[:150] = False
    free[english:] = False
    return near, free


class Variety:
    """Other words for the same labels: similar words, Spanish words for English ones, stems for Spanish words."""

    def __init__(self, meta, vectors):
        self.near, self.free = neighbors(vectors, meta["english"])
        rows = len(meta["keys"]) + meta["special"]
        self.stem = torch.full((rows,), -1, device=DEVICE)
        self.stem[: len(meta["stem_rows"])] = torch.tensor(meta["stem_rows"], device=DEVICE)
        meanings = {}
        for row, english in enumerate(meta["meaning_rows"]):
            if english >= 0:
                meanings.setdefault(english, []).append(row)
        spanish = np.full((rows, 8), -1)
        for english, words in meanings.items():
            spanish[english] = [words[at * len(words) // 8] for at in range(8)]
        self.spanish = torch.tensor(spanish, device=DEVICE)

    def __call__(self, tokens, share):
        chance = lambda: torch.rand(tokens.shape, device=DEVICE)
        pick = torch.randint(0, 8, (*tokens.shape, 1), device=DEVICE)
        known = tokens.clamp(0, len(self.near) - 1)
        chosen = (chance() < share) & (tokens >= 0) & (tokens < len(self.near)) & self.free[known]
        tokens = torch.where(chosen, self.near[known].gather(2, pick)[..., 0], tokens)
        spanish = self.spanish[tokens.clamp(min=0)].gather(2, pick)[..., 0]
        switched = (torch.rand(len(tokens), 1, device=DEVICE) < 0.2) & (chance() < 0.7) & (spanish >= 0) & (tokens >= 0)
        tokens = torch.where(switched, spanish, tokens)
        stem = self.stem[tokens.clamp(min=0)]
        return torch.where((chance() < 0.12) & (stem >= 0) & (tokens >= 0), stem, tokens)


def label_loss(texts, rows, bags, owner, outputs):
    detection, sides, text, target, target_side = outputs
    weight = (texts.weight * texts.labeled)[rows][owner]
    loss = (F.binary_cross_entropy_with_logits(detection, texts.has[bags], reduction="none").sum(1) * weight).sum()
    side = texts.side[bags]
    there = side >= 0
    if there.any():
        loss += (F.cross_entropy(sides[there], side[there], reduction="none") * weight[:, None].expand_as(side)[there]).sum()
    text_side = texts.text_side[rows]
    there = text_side >= 0
    if there.any():
        loss += (F.cross_entropy(text[there], text_side[there], reduction="none") * texts.weight[rows][there]).sum()
    if len(target):
        loss += F.cross_entropy(target, target_side, reduction="sum")
    return loss / len(rows)


@torch.no_grad()
def teach(teachers, texts):
    """What the teachers say of each text and bag, on average."""
    bags = len(texts.has)
    said = [torch.zeros(size, device=DEVICE) for size in ((bags, ASPECTS), (bags, ASPECTS, SIDES), (texts.count, SIDES), (texts.count, 3))]
    order = np.argsort(texts.length, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(texts.length[order])) + 1)
    for part in (group[at : at + 256] for group in groups for at in range(0, len(group), 256)):
        rows, tokens, inside, owner = texts.take(part)
        named = rows[texts.target[rows][:, 0] >= 0]
        for teacher in teachers:
            detection, sides, text, target, _ = teacher(texts, rows, tokens, inside, owner)
            said[0][inside] += torch.sigmoid(detection) / len(teachers)
            said[1][inside] += F.softmax(sides, -1) / len(teachers)
            said[2][rows] += F.softmax(text, -1) / len(teachers)
            said[3][named] += F.softmax(target, -1) / len(teachers)
    return said


def taught_loss(said, texts, taken, outputs):
    rows, _, bags, _ = taken
    detection, sides, text, target = said[0][bags], said[1][bags], said[2][rows], said[3][rows[texts.target[rows][:, 0] >= 0]]
    like = lambda logits, chances: -(chances * F.log_softmax(logits, -1)).sum(-1)
    loss = F.binary_cross_entropy_with_logits(outputs[0], detection, reduction="sum")
    loss += (like(outputs[1], sides) * detection).sum() + like(outputs[2], text).sum() + like(outputs[3], target).sum()
    return loss / len(rows)


def blend(said, texts):
    """What the teachers say, in part replaced by the labels: by more in Spanish, which the teachers know less well."""
    share = torch.where(texts.spanish, 0.75, 0.4)
    counts = torch.tensor(np.diff(texts.off), device=DEVICE)
    bag_share = (share * texts.labeled).repeat_interleave(counts)[:, None]
    detection = said[0] * (1 - bag_share) + texts.has * bag_share
    side_share = (bag_share * (texts.side >= 0))[..., None]
    sides = said[1] * (1 - side_share) + F.one_hot(texts.side.clamp(min=0), SIDES) * side_share
    text_share = (share * (texts.text_side >= 0))[:, None]
    text = said[2] * (1 - text_share) + F.one_hot(texts.text_side.clamp(min=0), SIDES) * text_share
    target_side = texts.target[:, 2]
    target_share = (share * (target_side >= 0))[:, None]
    target = said[3] * (1 - target_share) + F.one_hot(target_side.clamp(0, 2), 3) * target_share
    return [detection, sides, text, target]


def recombined(items, language, count, random):
    """Texts of sentences from several texts."""
    pool = [item for item in items if item["by_sentence"] and item["bags"] and item["language"] == language]
    for _ in range(count):
        rows, bags = [], []
        for at in random.integers(0, len(pool), random.integers(2, 5)):
            start, end, labels = pool[at]["bags"][random.integers(0, len(pool[at]["bags"]))]
            if len(rows) + end - start <= 150:
                bags.append([len(rows), len(rows) + end - start, labels])
                rows = rows + pool[at]["rows"][start:end]
        if rows:
            yield {"rows": rows, "bags": bags, "aspects": [], "side": -1, "by_sentence": True, "language": language}


def fit(model, texts, loss_of, epochs, size, rate, random):
    words, others = [model.table], [each for name, each in model.named_parameters() if name != "table"]
    groups = [{"params": words, "lr": rate * 0.3, "weight_decay": 0.0}, {"params": others, "lr": rate, "weight_decay": 1e-4}]
    step = torch.optim.AdamW(groups, fused=True)
    steps = epochs * int(1.1 * len(texts.batches(size, np.random.default_rng(0))))
    plan = torch.optim.lr_scheduler.OneCycleLR(step, [rate * 0.3, rate], total_steps=steps + 2, pct_start=0.1)
    for epoch in range(epochs):
        model.train()
        for part in texts.batches(size, random):
            step.zero_grad(set_to_none=True)
            loss = loss_of(texts.take(part))
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            step.step()
            if plan.last_epoch < steps:
                plan.step()
        print(f"{time.process_time():.0f} s, epoch {epoch + 1} of {epochs}, loss {loss.item():.3f}", flush=True)


@torch.no_grad()
def joint_f1(model, items, threshold=0.4):
    texts = Texts([{**item, "bags": [[start, end, []] for start, end in item["sentences"]]} for item in items])
    model.eval()
    found = wanted = right = both = 0
    for at, item in enumerate(items):
        detection, sides, _, _, _ = model(texts, *texts.take(np.array([at])))
        chance, share = torch.sigmoid(detection), F.softmax(sides, -1)
        labels = dict(item["aspects"])
        wanted += len(labels)
        for aspect in range(ASPECTS):
            if 1 - torch.prod(1 - chance[:, aspect]) <= threshold:
                continue
            found += 1
            side = (chance[:, aspect, None] * share[:, aspect]).sum(0).argmax().item()
            right += aspect in labels
            both += labels.get(aspect) == side
    print(f"{len(items)} texts: detection F1 {200 * right / (found + wanted):.1f}, joint {200 * both / (found + wanted):.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("what", choices=["teacher", "student"])
    parser.add_argument("seed", type=int)
    parser.add_argument("out")
    parser.add_argument("--teachers", default="")
    parser.add_argument("--start")
    parser.add_argument("--fold", type=int, default=-1)
    parser.add_argument("--epochs", type=int, default=8)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    np.random.seed(given.seed)
    random = np.random.default_rng(given.seed)
    meta, vectors, corpus, sets, terms = load(given.data)
    train = [item for item in corpus if item["split"] == "train" and not in_fold(item, given.fold)]
    vary = Variety(meta, vectors)
    if given.what == "teacher":
        for item in sets:
            item["weight"] *= 0.5
        model, texts = Reader(vectors, meta, 0, 192, 2, 0.35).to(DEVICE), Texts(train + sets + terms)
        if given.start:
            model.load(given.start, meta)

        def loss_of(taken):
            tokens = vary(taken[1], 0.08)
            return label_loss(texts, taken[0], *taken[2:], model(texts, taken[0], tokens, *taken[2:]))

        fit(model, texts, loss_of, given.epochs, 128, 1e-3 if given.start else 2.2e-3, random)
        torch.save({"keys": meta["keys"], "state": model.state_dict()}, given.out)
    else:
        for item in sets + terms:
            item["bags"] = [[0, len(item["rows"]), []]]
        mixed = [*recombined(train, "en", 2000, random), *recombined(train, "es", 5000, random)]
        model, texts = Reader(vectors, meta, 96, 80, 1, 0.1), Texts(train + sets + terms + mixed)
        if given.start:
            model.load_net(given.start, vectors, meta)
        model.to(DEVICE)
        teachers = []
        for path in sorted(glob.glob(given.teachers)):
            teacher = Reader(vectors, meta, 0, 192, 2, 0.35)
            teacher.load(path, meta)
            teachers.append(teacher.to(DEVICE).eval())
        if given.start:
            teachers.append(copy.deepcopy(model).eval())
        said = blend(teach(teachers, texts), texts)
        print(f"{time.process_time():.0f} s, taught", flush=True)

        def loss_of(taken):
            return taught_loss(said, texts, taken, model(texts, taken[0], vary(taken[1], 0.15), *taken[2:]))

        fit(model, texts, loss_of, given.epochs, 256, 2e-3 if given.start else 4e-3, random)
        weights = {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}
        if given.start:
            for name, before in teachers[-1].state_dict().items():
                weights[name] = (1 - KEPT) * weights[name] + KEPT * before.cpu().numpy()
        table = weights.pop("table")
        if "project.weight" in weights:
            table = table @ weights.pop("project.weight").T
        scale = np.abs(table).max(0) / 127
        np.savez_compressed(given.out, table=np.round(table / scale).astype(np.int8), table_scale=scale, **weights)
    held_out = [item for item in corpus if in_fold(item, given.fold)]
    for language in ("en", "es"):
        some = [item for item in held_out if item["language"] == language]
        if some:
            joint_f1(model, some)


if __name__ == "__main__":
    main()
