"""Trains the net for other trades: teachers, what they say of many texts (lessons), then a student that learns from that.

python3 train_trades.py DATA teacher SEED OUT.pt --encoder FOLDER [--epochs N] [--without WRITERS]
python3 train_trades.py DATA lessons SEED OUT.npz --teachers 'GLOB' [--without WRITERS]
python3 train_trades.py DATA student SEED OUT.npz --lessons LESSONS.npz --start EARLIER.npz [--epochs N] [--bent N] …

DATA is what insights/train/net/trade-data.ts writes, FOLDER the folder of an encoder, EARLIER.npz what unpack.py makes of
net.bin. A text has labels for the aspects of its own trade, and the outputs for other trades learn nothing from it. What
is trained in two parts is saved after each: where time runs out, the first will do. Writers (m,n) of trades-train that are
held out are measured instead. The rest is as in train.py.
"""
import argparse
import glob
import json
import time

import numpy as np
import torch
import torch.nn as nn

from encoder import Encoder, Pieces
from reader import Reader
from texts import DEVICE, SIDES, Texts, recombined, reworded, shortened
from train import SAID, blend, fit, label_loss, taught_loss, teach

CLINICS = "physical-therapy"
# The aspect of a clinic that an aspect of another trade begins as.
BEGINNINGS = {
    "dentist": {
        "care": "care",
        "work": "results",
        "explanations": "communication",
        "front_desk": "front_desk",
        "appointments": "scheduling",
        "waiting": "punctuality",
        "office": "facility",
        "cost": "billing",
    },
    "restaurant": {
        "food": "results",
        "service": "care",
        "wait": "punctuality",
        "price": "billing",
        "place": "facility",
        "drinks": "facility",
    },
    "auto-repair": {
        "work": "results",
        "honesty": "expertise",
        "staff": "care",
        "communication": "communication",
        "time": "punctuality",
        "price": "billing",
        "place": "facility",
    },
    "hair-salon": {
        "cut": "results",
        "color": "results",
        "listening": "communication",
        "staff": "care",
        "appointments": "scheduling",
        "waiting": "punctuality",
        "place": "facility",
        "price": "billing",
    },
    "hotel": {
        "room": "facility",
        "cleanliness": "facility",
        "staff": "front_desk",
        "location": "facility",
        "food": "facility",
        "noise": "facility",
        "facilities": "facility",
        "check_in": "front_desk",
        "price": "billing",
    },
}
# How many new texts are made of parts of texts of one trade, for the lessons.
MIXED = 8000
# How often a text of a trade is reworded.
COPIES = 6
# Teachers learn from all of the clinics' texts; one of this many is a lesson.
CLINICS_STEP = 6


def load(folder):
    meta = json.load(open(f"{folder}/meta.json"))
    vectors = np.fromfile(f"{folder}/vectors.f32", dtype="<f4").reshape(-1, 101)

    def read(name):
        items = [shortened(json.loads(line)) for line in open(f"{folder}/{name}.jsonl", encoding="utf8")]
        return [{**item, "trade": item["asked"], "asked": meta["asked"][item["asked"]]} for item in items if item["rows"]]

    return meta, vectors, *map(read, ("trades", "categories", "clinics", "sets", "terms"))


class OtherWords:
    """Eight words like each word that has no valence of its own: replacing one by another keeps the label."""

    def __init__(self, meta, vectors):
        is_free = np.abs(vectors[:, :100]).sum(1) > 0
        is_free &= vectors[:, 100] == 0
        is_free[meta["common"]] = False
        rows = torch.tensor(np.flatnonzero(is_free), device=DEVICE)
        words = torch.tensor(vectors[:, :100], device=DEVICE)[rows]
        near = torch.cat([(words[at : at + 2048] @ words.T).topk(9, 1).indices[:, 1:] for at in range(0, len(words), 2048)])
        self.is_free = np.append(is_free, np.zeros(meta["special"], bool))
        self.near = torch.arange(len(self.is_free), device=DEVICE)[:, None].repeat(1, 8)
        self.near[rows] = rows[near]

    def __call__(self, tokens, share):
        pick = torch.randint(0, 8, (*tokens.shape, 1), device=DEVICE)
        chosen = (torch.rand(tokens.shape, device=DEVICE) < share) & (tokens >= 0)
        return torch.where(chosen, self.near[tokens.clamp(min=0)].gather(2, pick)[..., 0], tokens)


class Sides(nn.Module):
    """The sides of many aspects, each of which has few texts: what they have in common, and what each adds."""

    def __init__(self, states, aspects):
        super().__init__()
        self.common, self.own, self.aspects = nn.Linear(states, SIDES), nn.Linear(states, aspects * SIDES), aspects
        nn.init.zeros_(self.own.weight)
        nn.init.zeros_(self.own.bias)

    def forward(self, states):
        return self.own(states) + self.common(states).repeat(1, self.aspects)

    def together(self):
        """The weights and the bias of one layer that says the same."""
        return [getattr(self.own, part) + torch.cat([getattr(self.common, part)] * self.aspects) for part in ("weight", "bias")]


class Teacher(Encoder):
    def __init__(self, folder, pieces, meta):
        super().__init__(folder, pieces, aspects=len(meta["aspects"]))
        self.cond = Sides(self.cond.in_features, len(meta["aspects"]))


class Student(Reader):
    """The net of net.bin with outputs for the aspects of all trades, and with more words."""

    def __init__(self, path, vectors, meta):
        earlier = np.load(path)
        keys = earlier["keys"].tolist()
        meta = {**meta, "keys": keys + meta["more_keys"], "stem_rows": [-1] * len(vectors)}
        count, units = len(meta["aspects"]), earlier["read.0.weight_hh_l0"].shape[1]
        super().__init__(vectors, meta, 0, units, 1, 0.1, len(earlier["mix.bias"]), aspects=count)
        self.read = nn.ModuleList([nn.GRU(earlier["table"].shape[1], units, batch_first=True, bidirectional=True)])
        begin = self.load_words(path, vectors, meta)
        self.pairs.requires_grad = False
        of_clinics = [name.split(".")[1] for name in meta["aspects"] if name.startswith(f"{CLINICS}.")]
        self.cond = Sides(self.cond.in_features, count)
        begin = {name: torch.tensor(values, dtype=torch.float32) for name, values in begin.items()}
        sides = {part: begin.pop(f"cond.{part}").unflatten(0, (-1, SIDES)) for part in ("weight", "bias")}
        detection = {part: begin.pop(f"det.{part}") for part in ("weight", "bias")}
        self.load_state_dict(begin, strict=False)
        with torch.no_grad():
            # A word without a vector begins as an unknown one.
            unknown = len(keys) + np.flatnonzero(np.abs(vectors[len(keys) :]).sum(1) == 0)
            self.table[unknown] = self.table[len(meta["keys"])].clone()
            for part in ("weight", "bias"):
                getattr(self.cond.common, part).copy_(sides[part].mean(0))
                own = getattr(self.cond.own, part).unflatten(0, (count, SIDES))
                for at, name in enumerate(meta["aspects"]):
                    trade, aspect = name.split(".")
                    place = of_clinics.index(aspect if trade == CLINICS else BEGINNINGS[trade][aspect])
                    getattr(self.det, part)[at] = detection[part][place]
                    if trade == CLINICS:
                        own[at] = sides[part][place] - sides[part].mean(0)


def save(model, path):
    """A student as numbers: words and pairs in the steps of net.bin."""
    weights = {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}
    weights = {name: values for name, values in weights.items() if not name.startswith(("pairs", "cond."))}
    weights["table"] = np.round(weights["table"] * 64).clip(-127, 127).astype(np.int8)
    together = [value.detach().cpu().numpy() for value in model.cond.together()]
    np.savez_compressed(path, **weights, **dict(zip(("cond.weight", "cond.bias"), together)))


def mixed(trades, count, random):
    """For each trade, new texts of parts of several."""
    for name in sorted({item["trade"] for item in trades}):
        of_trade = [item for item in trades if item["trade"] == name]
        for item in recombined(of_trade, "en", count, random):
            yield {**item, "trade": name, "asked": of_trade[0]["asked"]}


def joint_f1(model, items, meta, in_pieces=None, threshold=0.4):
    """The F1 of aspects and of aspects with their sides, trade by trade, on writers who were held out."""
    if not items:
        return
    whole = [{**item, "bags": [[a, b, []] for a, b in item["sentences"] if b <= len(item["rows"])]} for item in items]
    texts = Texts([*map(in_pieces, whole)] if in_pieces else whole, aspects=len(meta["aspects"]))
    chances, sides = (values.cpu() for values in teach([model.eval()], texts)[:2])
    for name in sorted({(item["writer"], item["trade"]) for item in items}):
        found = wanted = right = both = 0
        for at, item in enumerate(items):
            if (item["writer"], item["trade"]) != name:
                continue
            labels, (start, end) = dict(item["said"]), texts.off[at : at + 2]
            wanted += len(labels)
            for aspect in item["asked"]:
                chance = chances[start:end, aspect]
                if 1 - torch.prod(1 - chance) <= threshold:
                    continue
                found += 1
                right += aspect in labels
                both += labels.get(aspect) == (chance[:, None] * sides[start:end, aspect]).sum(0).argmax().item()
        print(*name, f"aspects {200 * right / (found + wanted):.1f}, joint {200 * both / (found + wanted):.1f}", flush=True)


def train_teacher(given, data, random):
    """First on all texts, then on those of the trades, with a few others."""
    meta, _, trades, categories, clinics, sets, terms = data
    pieces = Pieces(given.encoder)
    model = Teacher(given.encoder, pieces, meta).to(DEVICE)
    some = lambda items, count: [items[at] for at in random.permutation(len(items))[:count]]
    for item in sets:
        item["weight"] *= 0.5
    first = trades * 2 + categories + clinics + sets + terms
    then = trades + [*mixed(trades, len(trades) // 10, random)] + categories + some(clinics, 1500)
    for items, epochs, size in ((first, 2, 96), (then, given.epochs, 64)):
        texts = Texts([*map(pieces.text, items)], 1, 1, len(meta["aspects"]))
        loss_of = lambda taken: label_loss(texts, taken[0], *taken[2:], model(texts, *taken))
        fit(model, texts, loss_of, epochs, size, 1e-3, random)
        torch.save({"folder": given.encoder, "state": model.state_dict()}, given.out)
        joint_f1(model, given.held_out, meta, pieces.text)
    return model


def lesson_items(data, random):
    """All that a student reads: reviews, new ones of their parts and of other words, and other texts."""
    meta, vectors, trades, categories, clinics, sets, _ = data
    clinics = clinics[::CLINICS_STEP]
    others, names = OtherWords(meta, vectors), meta["names"] + [""] * meta["special"]
    # MAMS has other rules: only the teachers learn its labels.
    for item in categories:
        del item["aspects"]
    items = trades + [*mixed(trades, MIXED, random)] + categories
    again = trades * COPIES + items + categories
    new = reworded(again, names, others.near.cpu().numpy(), others.is_free, random)
    return items + [{**item, "asked": of["asked"]} for item, of in zip(new, again)] + clinics + sets


def write_lessons(given, data, random):
    meta, items, said = data[0], lesson_items(data, random), []
    paths = sorted(glob.glob(given.teachers))
    for path in paths:
        saved = torch.load(path, map_location=DEVICE)
        pieces = Pieces(saved["folder"])
        teacher = Teacher(saved["folder"], pieces, meta).to(DEVICE)
        teacher.load_state_dict(saved["state"])
        texts = Texts([*map(pieces.text, items)], aspects=len(meta["aspects"]))
        said.append(teach([teacher.eval()], texts))
    said = [sum(values) / len(paths) for values in zip(*said)]
    counts = torch.tensor(np.diff(texts.off), device=DEVICE)
    asked = texts.asked.repeat_interleave(counts, 0)
    said[:2] = said[0] * asked, said[1] * asked[..., None]
    in_bytes = [(255 * values).round().to(torch.uint8).cpu().numpy() for values in said]
    np.savez_compressed(given.out, seed=given.seed, **dict(zip(SAID, in_bytes)))
    print(f"{time.process_time():.0f} s, {len(items)} texts, {len(paths)} teachers", flush=True)


def train_student(given, data, random):
    meta, vectors, *_ = data
    lessons = np.load(given.lessons)
    texts = Texts(lesson_items(data, np.random.default_rng(int(lessons["seed"]))), 1, 1, len(meta["aspects"]))
    said = blend([torch.tensor(lessons[name], device=DEVICE) / 255 for name in SAID], texts)
    model, vary = Student(given.start, vectors, meta).to(DEVICE), OtherWords(meta, vectors)
    loss_of = lambda taken: taught_loss(said, texts, taken, model(texts, taken[0], vary(taken[1], 0.1), *taken[2:]))
    fit(model, texts, loss_of, given.epochs, 256, 2e-3, random)
    save(model, given.out)
    joint_f1(model, given.held_out, meta)
    model.is_bent = True
    fit(model, texts, loss_of, given.bent, 512, 8e-4, random)
    save(model, given.out)
    joint_f1(model, given.held_out, meta)


STAGES = {"teacher": train_teacher, "lessons": write_lessons, "student": train_student}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("what", choices=STAGES)
    parser.add_argument("seed", type=int)
    parser.add_argument("out")
    parser.add_argument("--encoder")
    parser.add_argument("--teachers", default="")
    parser.add_argument("--lessons")
    parser.add_argument("--start")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--bent", type=int, default=2)
    parser.add_argument("--without", default="")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    np.random.seed(given.seed)
    meta, vectors, trades, *others = load(given.data)
    is_held_out = lambda item: item["writer"] in given.without.split(",")
    given.held_out = [*filter(is_held_out, trades)]
    trades = [item for item in trades if not is_held_out(item)]
    STAGES[given.what](given, (meta, vectors, trades, *others), np.random.default_rng(given.seed))


if __name__ == "__main__":
    main()
