"""Trains the net: teachers (two-layer LSTMs), then a small GRU that learns from them and from the labels.

python3 train.py DATA teacher SEED OUT.pt [--fold K] [--start EARLIER.pt] [--epochs N] [--rate R]
python3 train.py DATA student SEED OUT.npz --teachers 'GLOB' [--fold K] [--start EARLIER.npz] [--others OTHER.npz] …

DATA is what train/net/data.ts writes. A student that goes on from an earlier net has that net as one more teacher, and
as the only one of texts by others, or OTHER.npz if it is given. With --fold K, the training writers whose number is K
modulo 4 are held out and measured. Needs PyTorch; with a GPU it is faster. The weights differ in their last bits from one
machine to another.
"""
import argparse
import glob
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from reader import Reader
from texts import ASPECTS, DEVICE, SIDES, Texts, Variety, in_fold, joined, load, recombined


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


def of_others(said, by_one, texts):
    """What the teachers say of our own texts, and what one of them says of the texts by others."""
    own = torch.tensor(texts.own, device=DEVICE)
    of_bags = own.repeat_interleave(torch.tensor(np.diff(texts.off), device=DEVICE))
    shaped = lambda flags, values: flags.view(-1, *[1] * (values.dim() - 1))
    return [torch.where(shaped(flags, a), a, b) for flags, a, b in zip((of_bags, of_bags, own, own), said, by_one)]


def blend(said, texts):
    """
    What the teachers say, in part replaced by the labels: by more in Spanish, which the teachers know less well, and for
    the side of long texts.
    """
    share = torch.where(texts.spanish, 0.75, 0.5)
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


def save(model, path):
    """A student as numbers: the words in 8 bits, with the projection in them."""
    weights = {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}
    table = weights.pop("table")
    if "project.weight" in weights:
        table = table @ weights.pop("project.weight").T
    scale = np.abs(table).max(0) / 127
    np.savez_compressed(path, table=np.round(table / scale).astype(np.int8), table_scale=scale, **weights)


def train_teacher(given, data, train, random):
    meta, vectors, _, sets, terms = data
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


def student_from(path, meta, vectors):
    np.random.seed(1)  # new words begin alike for every seed, so that students can be averaged
    model = Reader(vectors, meta, 96, 80, 1, 0.1)
    if path:
        model.load_net(path, vectors, meta)
    return model.to(DEVICE)


def train_student(given, data, train, random):
    meta, vectors, _, sets, terms = data
    for item in sets + terms:
        item["bags"] = [[0, len(item["rows"]), []]]
    by_sentence = [item for item in train if item["by_sentence"] and item["bags"]]
    mixed = [*recombined(train, "en", 4000, random), *recombined(train, "es", 6000, random)]
    long = [*joined(by_sentence, 2500, random), *joined(sets, 2500, random)]
    texts = Texts(train + sets + terms + mixed + long, 0.3, 1)
    model, vary = student_from(given.start, meta, vectors), Variety(meta, vectors)
    teachers = []
    for path in sorted(glob.glob(given.teachers)):
        teacher = Reader(vectors, meta, 0, 192, 2, 0.35).to(DEVICE)
        teacher.load(path, meta)
        teachers.append(teacher.eval())
    if given.start:
        teachers.append(student_from(given.start, meta, vectors).eval())
    said = teach(teachers, texts)
    if given.start:
        said = of_others(said, teach([student_from(given.others or given.start, meta, vectors).eval()], texts), texts)
    said = blend(said, texts)
    print(f"{time.process_time():.0f} s, taught", flush=True)

    def loss_of(taken):
        return taught_loss(said, texts, taken, model(texts, taken[0], vary(taken[1], 0.15), *taken[2:]))

    fit(model, texts, loss_of, given.epochs, 256, given.rate or (2e-3 if given.start else 4e-3), random)
    save(model, given.out)
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("what", choices=["teacher", "student"])
    parser.add_argument("seed", type=int)
    parser.add_argument("out")
    parser.add_argument("--teachers", default="")
    parser.add_argument("--start")
    parser.add_argument("--others")
    parser.add_argument("--fold", type=int, default=-1)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    np.random.seed(given.seed)
    random = np.random.default_rng(given.seed)
    data = load(given.data)
    corpus = data[2]
    train = [item for item in corpus if item["split"] == "train" and not in_fold(item, given.fold)]
    model = (train_teacher if given.what == "teacher" else train_student)(given, data, train, random)
    held_out = [item for item in corpus if in_fold(item, given.fold)]
    for language in ("en", "es"):
        some = [item for item in held_out if item["language"] == language]
        if some:
            joint_f1(model, some)


if __name__ == "__main__":
    main()
