"""The texts that the net learns from, as tensors, and other words and other texts for the same labels."""
import json

import numpy as np
import torch

ASPECTS, SIDES, LONGEST = 9, 4, 220
# Words before this row are the most common ones, which hold a sentence together: they are not replaced.
COMMON = 150
POSITIVE, NEGATIVE = 0, 1
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def load(folder):
    meta = json.load(open(f"{folder}/meta.json"))
    vectors = np.fromfile(f"{folder}/vectors.f32", dtype="<f4").reshape(-1, 101)
    read = lambda name: [shortened(json.loads(line)) for line in open(f"{folder}/{name}.jsonl", encoding="utf8")]
    return meta, vectors, read("corpus"), read("sets"), read("terms"), read("unlabeled")


def shortened(item):
    """The first LONGEST words, with the bags in them."""
    bags = [[start, min(LONGEST, end), labels] for start, end, labels in item.get("bags", []) if start < LONGEST]
    return {**item, "rows": item["rows"][:LONGEST], "words": item["words"][:LONGEST], "bags": bags}


def in_fold(item, fold):
    writer = item["writer"]
    return item["split"] == "train" and writer is not None and int(writer[1:]) % 4 == fold


class Texts:
    """
    Texts, their bags (labeled passages) and targets as tensors. `share` is how many of the texts that are not labeled by
    sentence each epoch sees; of sets by others, `share_of_others`. `asked` are the aspects that somebody looked for.
    """

    def __init__(self, items, share=0.15, share_of_others=0.15, aspects=ASPECTS):
        tensor = lambda values: torch.tensor(values, device=DEVICE)
        self.length = np.array([len(item["rows"]) for item in items])
        tokens = np.full((len(items), self.length.max()), -1, np.int64)
        bags, off = [], [0]
        for at, item in enumerate(items):
            tokens[at, : self.length[at]] = item["rows"]
            bags += item["bags"]
            off.append(len(bags))
        self.count, self.off = len(items), np.array(off)
        self.own = np.array(["language" in item for item in items])
        self.share = np.where(self.own, share, share_of_others)
        self.always = np.array([bool(item.get("by_sentence")) for item in items])
        self.long = tensor([bool(item.get("is_long")) for item in items])
        self.spanish = tensor([item.get("language") == "es" for item in items])
        has, side = np.zeros((len(bags), aspects), np.float32), np.full((len(bags), aspects), -1)
        for at, (_, _, labels) in enumerate(bags):
            for aspect, label in labels:
                has[at, aspect], side[at, aspect] = 1, label
        asked = np.zeros((len(items), aspects), np.float32)
        for at, item in enumerate(items):
            asked[at, item.get("asked", slice(None))] = 1
        self.tokens, self.has, self.side, self.asked = tensor(tokens), tensor(has), tensor(side), tensor(asked)
        self.bag_from = tensor([bag[0] for bag in bags])
        self.bag_to = tensor([bag[1] for bag in bags])
        self.text_side = tensor([-1 if "target" in item else item["side"] for item in items])
        self.target = tensor([[*item["target"], item["side"]] if "target" in item else [-1] * 3 for item in items])
        self.weight = tensor([float(item.get("weight", 1)) for item in items])
        self.labeled = tensor([float("aspects" in item) for item in items])

    def batches(self, size, random):
        """Texts of one length each, so that nothing is read after the end of a text."""
        chosen = np.flatnonzero(self.always | (random.random(self.count) < self.share))
        order = chosen[np.lexsort((random.random(len(chosen)), self.length[chosen]))]
        groups = np.split(order, np.flatnonzero(np.diff(self.length[order])) + 1)
        parts = [group[at : at + size] for group in groups for at in range(0, len(group), size)]
        random.shuffle(parts)
        return parts

    def take(self, part):
        first, counts = self.off[part], self.off[part + 1] - self.off[part]
        owner = np.repeat(np.arange(len(part)), counts)
        bags = np.arange(counts.sum()) + np.repeat(first - np.cumsum(counts) + counts, counts)
        rows = torch.tensor(part, device=DEVICE)
        tensor = lambda values: torch.tensor(values.astype(np.int64), device=DEVICE)
        return rows, self.tokens[rows, : int(self.length[part].max())], tensor(bags), tensor(owner)


def put_together(parts, longest):
    """One text of several (rows, words, bags), as many as fit."""
    rows, words, bags = [], [], []
    for part_rows, part_words, part_bags in parts:
        if part_rows and len(rows) + len(part_rows) <= longest:
            bags += [[len(rows) + start, len(rows) + end, labels] for start, end, labels in part_bags]
            rows, words = rows + part_rows, words + [" " + part_words[0].lstrip(), *part_words[1:]]
    return {"rows": rows, "words": words, "bags": bags, "by_sentence": True}


def recombined(items, language, count, random):
    """Texts of sentences from several texts."""
    pool = [item for item in items if item["by_sentence"] and item["bags"] and item["language"] == language]

    def sentence(item):
        start, end, labels = item["bags"][random.integers(0, len(item["bags"]))]
        return item["rows"][start:end], item["words"][start:end], [[0, end - start, labels]]

    for _ in range(count):
        parts = [sentence(pool[at]) for at in random.integers(0, len(pool), random.integers(2, 5))]
        yield {**put_together(parts, 150), "aspects": [], "side": -1, "language": language}


def joined(items, count, random):
    """Long texts: two to four of the same side, one after the other."""
    pools = {side: [item for item in items if item["side"] == side and len(item["rows"]) < 80] for side in (POSITIVE, NEGATIVE)}
    for at in range(count):
        pool = pools[(POSITIVE, NEGATIVE)[at % 2]]
        parts = [pool[pick] for pick in random.integers(0, len(pool), random.integers(2, 5))]
        text = put_together([(part["rows"], part["words"], part["bags"]) for part in parts], 200)
        yield {**parts[0], **text, "weight": 1, "is_long": True}


def reworded(items, names, near, is_word, random):
    """The same texts with other words, which may change what they mean: no label is kept, only teachers say what they do."""
    for item in items:
        rows, words, share = item["rows"].copy(), item["words"].copy(), random.uniform(0.1, 0.35)
        for at, row in enumerate(rows):
            if is_word[row] and random.random() < share:
                rows[at] = int(near[row, random.integers(0, near.shape[1])])
                words[at] = " " * words[at].startswith(" ") + names[rows[at]]
        bags = [[start, end, []] for start, end, _ in item["bags"]]
        yield {"rows": rows, "words": words, "bags": bags, "side": -1, "by_sentence": True, "language": item["language"]}


def neighbors(vectors, english):
    """Eight words like each English word that has no valence of its own: replacing one by another keeps the label."""
    words = torch.tensor(vectors[:, :100], device=DEVICE)
    near = torch.cat([(words[at : at + 2048] @ words[:english].T).topk(9, 1).indices[:, 1:] for at in range(0, len(words), 2048)])
    free = torch.tensor(vectors[:, 100] == 0, device=DEVICE)
    free[:COMMON] = False
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
