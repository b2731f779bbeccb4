"""Trains the net: teachers, what they say of many texts (lessons), then a small GRU that learns from that and from the labels.

python3 train.py DATA teacher SEED OUT.pt [--fold K] [--start EARLIER.pt] [--epochs N] [--rate R]
python3 train.py DATA encoder SEED OUT.pt --encoder FOLDER [--fold K] [--epochs N] [--rate R]
python3 train.py DATA lessons SEED OUT.npz --teachers 'GLOB' --encoders 'GLOB' [--hints OUT.npy] [--fold K]
python3 train.py DATA student SEED OUT.npz --lessons LESSONS.npz [--hints HINTS.npy] [--start EARLIER.npz | --words EARLIER.npz] …

DATA is what insights/train/net/data.ts writes, FOLDER the folder of an encoder. A teacher is a two-layer LSTM, an encoder is
a pretrained one with our outputs: encoders say what English texts mean, teachers what Spanish ones do. A student reads
the texts of the lessons again (their seed is in the file), and may begin with the words of an earlier net, or go on from
all of it. With --hints, it also guesses the states of the first encoder for each passage, which makes its own states
more useful. Its last epochs (--bent) have the curves of the kernel. With --fold K, the training writers whose number is
K modulo 4 are held out and measured. Needs PyTorch; with a GPU it is faster. The weights differ in their last bits from
one machine to another.
"""
import argparse
import glob
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from encoder import Encoder, Pieces
from reader import Reader, largest
from texts import ASPECTS, COMMON, DEVICE, SIDES, Texts, Variety, in_fold, joined, load, neighbors, recombined, reworded


# What is said of a text: the chances of aspects and of their sides by bag, of the text's side and of a target's side.
SAID = ("detection", "sides", "text", "target")


def label_loss(texts, rows, bags, owner, outputs):
    detection, sides, text, target, target_side = outputs
    weight = (texts.weight * texts.labeled)[rows][owner]
    loss = F.binary_cross_entropy_with_logits(detection, texts.has[bags], reduction="none") * texts.asked[rows][owner]
    loss = (loss.sum(1) * weight).sum()
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


def in_order(texts):
    """All texts, in groups of one length."""
    order = np.argsort(texts.length, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(texts.length[order])) + 1)
    return (texts.take(group[at : at + 256]) for group in groups for at in range(0, len(group), 256))


@torch.no_grad()
def teach(teachers, texts):
    """What the teachers say of each text and bag, on average."""
    bags, aspects = texts.has.shape
    said = [torch.zeros(size, device=DEVICE) for size in ((bags, aspects), (bags, aspects, SIDES), (texts.count, SIDES), (texts.count, 3))]
    for rows, tokens, inside, owner in in_order(texts):
        named = rows[texts.target[rows][:, 0] >= 0]
        for teacher in teachers:
            detection, sides, text, target, _ = teacher(texts, rows, tokens, inside, owner)
            said[0][inside] += torch.sigmoid(detection) / len(teachers)
            said[1][inside] += F.softmax(sides, -1) / len(teachers)
            said[2][rows] += F.softmax(text, -1) / len(teachers)
            said[3][named] += F.softmax(target, -1) / len(teachers)
    return said


@torch.no_grad()
def hints_of(encoder, texts):
    """The largest states of each bag, each unit with mean 0 and deviation 1."""
    hints = torch.zeros(len(texts.has), encoder.layers.width, dtype=torch.float16, device=DEVICE)
    for _, tokens, inside, owner in in_order(texts):
        hints[inside] = largest(encoder.states(tokens)[0], owner, texts.bag_from[inside], texts.bag_to[inside]).half()
    some = hints[:: max(1, len(hints) // 100000)].float()
    return ((hints - some.mean(0)) / (some.std(0) + 1e-4)).clamp(-4, 4).half().cpu().numpy()


def taught_loss(said, texts, taken, outputs):
    rows, _, bags, owner = taken
    asked = texts.asked[rows][owner]
    detection, sides, text, target = said[0][bags], said[1][bags], said[2][rows], said[3][rows[texts.target[rows][:, 0] >= 0]]
    like = lambda logits, chances: -(chances * F.log_softmax(logits, -1)).sum(-1)
    loss = (F.binary_cross_entropy_with_logits(outputs[0], detection, reduction="none") * asked).sum()
    loss += (like(outputs[1], sides) * detection * asked).sum() + like(outputs[2], text).sum() + like(outputs[3], target).sum()
    return loss / len(rows)


def by_language(said, said_of_english, texts):
    """What the encoders say of English texts, and the other teachers of Spanish ones."""
    of_bags = texts.spanish.repeat_interleave(torch.tensor(np.diff(texts.off), device=DEVICE))
    shaped = lambda flags, values: flags.view(-1, *[1] * (values.dim() - 1))
    flags = (of_bags, of_bags, texts.spanish, texts.spanish)
    return [torch.where(shaped(is_spanish, a), a, b) for is_spanish, a, b in zip(flags, said, said_of_english)]


def blend(said, texts):
    """
    What the teachers say, in part replaced by the labels: by more in Spanish and in texts by others, which the teachers
    know less well, and for the side of long texts.
    """
    own = torch.tensor(texts.own, device=DEVICE)
    share = torch.where(texts.spanish | ~own, 0.75, 0.4)
    counts = torch.tensor(np.diff(texts.off), device=DEVICE)
    bag_share = (share * texts.labeled).repeat_interleave(counts)[:, None]
    detection = said[0] * (1 - bag_share) + texts.has * bag_share
    side_share = (bag_share * (texts.side >= 0))[..., None]
    sides = said[1] * (1 - side_share) + F.one_hot(texts.side.clamp(min=0), SIDES) * side_share
    text_share = (torch.where(texts.long, 0.9, share) * (texts.text_side >= 0))[:, None]
    text = said[2] * (1 - text_share) + F.one_hot(texts.text_side.clamp(min=0), SIDES) * text_share
    target_side = texts.target[:, 2]
    target_share = (share * (target_side >= 0))[:, None]
    target = said[3] * (1 - target_share) + F.one_hot(target_side.clamp(0, 2), 3) * target_share
    return [detection, sides, text, target]


def fit(model, texts, loss_of, epochs, size, rate, random):
    groups = model.groups(rate)
    step = torch.optim.AdamW(groups, fused=True)
    steps = epochs * int(1.1 * len(texts.batches(size, np.random.default_rng(0))))
    rates = [group["lr"] for group in groups]
    plan = torch.optim.lr_scheduler.OneCycleLR(step, rates, total_steps=steps + 2, pct_start=0.1)
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
def joint_f1(model, items, in_pieces=None, threshold=0.4):
    whole = [{**item, "bags": [[start, end, []] for start, end in item["sentences"] if end <= len(item["rows"])]} for item in items]
    texts = Texts([*map(in_pieces, whole)] if in_pieces else whole)
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


def save(model, path):
    """A student as numbers: the words in 8 bits, with the projection in them."""
    weights = {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}
    project = weights.pop("project.weight", None)
    projected = lambda values: values if project is None else values @ project.T
    table = projected(weights.pop("table"))
    scale = np.abs(table).max(0) / 127
    in_steps = lambda values: np.round(values / scale).clip(-127, 127).astype(np.int8)
    if model.pair_keys is not None:
        commonest = np.argsort(-model.pair_counts.cpu().numpy(), kind="stable")
        weights["pair_keys"] = model.pair_keys.cpu().numpy()[commonest]
        weights["pairs"] = in_steps(projected(weights["pairs"][commonest]))
    np.savez_compressed(path, table=in_steps(table), table_scale=scale, **weights)


def train_teacher(given, data, train, random):
    meta, vectors, _, sets, terms, _ = data
    for item in sets:
        item["weight"] *= 0.5
    model, texts, vary = Reader(vectors, meta, 0, 192, 2, 0.35).to(DEVICE), Texts(train + sets + terms), Variety(meta, vectors)
    if given.start:
        model.load(given.start, meta)

    def loss_of(taken):
        tokens = vary(taken[1], 0.08)
        return label_loss(texts, taken[0], *taken[2:], model(texts, taken[0], tokens, *taken[2:]))

    fit(model, texts, loss_of, given.epochs, 128, given.rate or (1e-3 if given.start else 2.2e-3), random)
    torch.save({"keys": meta["keys"], "state": model.state_dict()}, given.out)
    return model


def train_encoder(given, data, train, random):
    _, _, _, sets, terms, _ = data
    for item in sets:
        item["weight"] *= 0.5
    pieces = Pieces(given.encoder)
    english = [item for item in train if item["language"] == "en"]
    model, texts = Encoder(given.encoder, pieces).to(DEVICE), Texts([*map(pieces.text, english + sets + terms)], 0.15, 0.25)
    loss_of = lambda taken: label_loss(texts, taken[0], *taken[2:], model(texts, *taken))
    fit(model, texts, loss_of, given.epochs, 96, given.rate or 1e-3, random)
    torch.save({"folder": given.encoder, "state": model.state_dict()}, given.out)
    return model


def lesson_items(data, train, random):
    """All that a student reads: labeled texts, others, and new ones of their sentences and of other words."""
    meta, vectors, _, sets, terms, unlabeled = data
    for item in sets + terms:
        item["bags"] = [[0, len(item["rows"]), []]]
    by_sentence = [item for item in train if item["by_sentence"] and item["bags"]]
    mixed = [*recombined(train, "en", 10000, random), *recombined(train, "es", 6000, random)]
    long = [*joined(by_sentence, 2500, random), *joined(sets, 2500, random)]
    english = [item for item in by_sentence if item["language"] == "en"]
    both = english[:: max(1, len(english) // (3 * len(unlabeled)))] + unlabeled * 2
    of_several = [*recombined(train, "en", 160000, random), *recombined(both, "en", 3 * len(unlabeled), random)]
    others = [item for item in english * 2 + unlabeled * 2 + of_several if item["rows"]]
    near, _ = neighbors(vectors, meta["english"])
    is_word = np.zeros(len(meta["keys"]) + meta["special"], bool)
    is_word[COMMON : meta["english"]] = True
    return train + sets + terms + mixed + long + unlabeled + [*reworded(others, meta["names"], near.cpu().numpy(), is_word, random)]


def taught_by_encoders(paths, items, hints):
    said = None
    for path in paths:
        saved = torch.load(path, map_location=DEVICE)
        pieces = Pieces(saved["folder"])
        encoder = Encoder(saved["folder"], pieces).to(DEVICE)
        encoder.load_state_dict(saved["state"])
        texts = Texts([*map(pieces.text, items)])
        by_this = teach([encoder.eval()], texts)
        if hints and path == paths[0]:
            np.save(hints, hints_of(encoder, texts))
        said = [a + b for a, b in zip(said, by_this)] if said else by_this
    return [values / len(paths) for values in said]


def write_lessons(given, data, train, random):
    meta, vectors, *_ = data
    items = lesson_items(data, train, random)
    teachers = []
    for path in sorted(glob.glob(given.teachers)):
        teacher = Reader(vectors, meta, 0, 192, 2, 0.35).to(DEVICE)
        teacher.load(path, meta)
        teachers.append(teacher.eval())
    texts = Texts(items)
    said_of_english = taught_by_encoders(sorted(glob.glob(given.encoders)), items, given.hints)
    said = by_language(teach(teachers, texts), said_of_english, texts)
    in_bytes = [(255 * values).round().to(torch.uint8).cpu().numpy() for values in said]
    np.savez_compressed(given.out, seed=given.seed, **dict(zip(SAID, in_bytes)))
    print(f"{time.process_time():.0f} s, {len(items)} texts", flush=True)


def guess_loss(model, hints, texts, taken):
    """How far a student is from the hints of English texts."""
    rows, _, bags, owner = taken
    off = (model.guess(model.of_bags) - hints[bags]).square().mean(1)
    return (off * ~texts.spanish[rows][owner]).sum() / len(rows)


def train_student(given, data, train, random):
    meta, vectors, *_ = data
    lessons = np.load(given.lessons)
    texts = Texts(lesson_items(data, train, np.random.default_rng(int(lessons["seed"]))), 0.3, 1)
    said = blend([torch.tensor(lessons[name], device=DEVICE) / 255 for name in SAID], texts)
    np.random.seed(1)  # new words begin alike for every seed
    model, vary = Reader(vectors, meta, 96, given.units, 1, 0.1, given.hidden, given.blocks), Variety(meta, vectors)
    if given.start:
        model.load_net(given.start, vectors, meta)
    elif given.words:
        model.load_words(given.words, vectors, meta)
    model.to(DEVICE)
    if model.pair_keys is None:
        model.learn_pairs(texts.tokens, given.pairs)
    hints = torch.tensor(np.load(given.hints), device=DEVICE) if given.hints else None
    if given.hints:
        model.guess = nn.Linear(model.det.in_features, hints.shape[1], device=DEVICE)

    def loss_of(taken):
        loss = taught_loss(said, texts, taken, model(texts, taken[0], vary(taken[1], 0.1), *taken[2:]))
        return loss + guess_loss(model, hints, texts, taken) if given.hints else loss

    rate = given.rate or (2e-3 if given.start else 4e-3)
    fit(model, texts, loss_of, given.epochs, 256, rate, random)
    model.is_bent = True
    fit(model, texts, loss_of, given.bent, 1024, 0.4 * rate, random)
    if given.hints:
        del model.guess
    save(model, given.out)
    return model


STAGES = {"teacher": train_teacher, "encoder": train_encoder, "lessons": write_lessons, "student": train_student}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("what", choices=STAGES)
    parser.add_argument("seed", type=int)
    parser.add_argument("out")
    parser.add_argument("--teachers", default="")
    parser.add_argument("--encoders", default="")
    parser.add_argument("--encoder")
    parser.add_argument("--lessons")
    parser.add_argument("--hints")
    parser.add_argument("--start")
    parser.add_argument("--words")
    parser.add_argument("--fold", type=int, default=-1)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--units", type=int, default=96)
    parser.add_argument("--blocks", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=480)
    parser.add_argument("--pairs", type=int, default=40000)
    parser.add_argument("--bent", type=int, default=5)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    np.random.seed(given.seed)
    random = np.random.default_rng(given.seed)
    data = load(given.data)
    corpus = data[2]
    train = [item for item in corpus if item["split"] == "train" and not in_fold(item, given.fold)]
    model = STAGES[given.what](given, data, train, random)
    held_out = [item for item in corpus if in_fold(item, given.fold)]
    for language in ("en", "es"):
        some = [item for item in held_out if item["language"] == language]
        if some and model and not (isinstance(model, Encoder) and language == "es"):
            joint_f1(model, some, Pieces(given.encoder).text if isinstance(model, Encoder) else None)


if __name__ == "__main__":
    main()
