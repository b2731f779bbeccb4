"""A pretrained English encoder (all-MiniLM-L6-v2, gte-small) as a teacher. It reads pieces of words."""
import json
import unicodedata
from functools import lru_cache

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from reader import Heads
from texts import ASPECTS, DEVICE
from weights import read_tensors

FIRST, LAST, HIDDEN, UNKNOWN = "[CLS]", "[SEP]", "[MASK]", "[UNK]"


class Pieces:
    """WordPiece: the longest known piece first."""

    def __init__(self, folder):
        self.number = json.load(open(f"{folder}/tokenizer.json", encoding="utf8"))["model"]["vocab"]
        self.of = lru_cache(None)(self._of)

    def _of(self, word):
        plain = "".join(c for c in unicodedata.normalize("NFD", word.strip().lower()) if unicodedata.category(c) != "Mn")
        pieces, at = [], 0
        while at < len(plain):
            begin = "##" if pieces and plain[at].isalnum() and plain[at - 1].isalnum() else ""
            ends = (end for end in range(len(plain), at, -1) if begin + plain[at:end] in self.number)
            end = next(ends, None)
            if end is None:
                return [self.number[UNKNOWN]]
            pieces.append(self.number[begin + plain[at:end]])
            at = end
        return pieces or [self.number[UNKNOWN]]

    def text(self, item):
        """A text in pieces, with the places of its bags, sentences and target among them."""
        rows, place = [self.number[FIRST]], []
        for word in item["words"]:
            place.append(len(rows))
            rows += self.of(word)
        place.append(len(rows))
        there = {"rows": [*rows, self.number[LAST]], "bags": [[place[a], place[b], labels] for a, b, labels in item["bags"]]}
        if "sentences" in item:
            there["sentences"] = [[place[a], place[min(b, len(place) - 1)]] for a, b in item["sentences"] if a < len(place) - 1]
        if "target" in item:
            there["target"] = [place[min(at, len(place) - 1)] for at in item["target"]]
        return {**item, **there}


class Block(nn.Module):
    def __init__(self, width, heads, drop):
        super().__init__()
        self.heads, self.drop = heads, nn.Dropout(drop)
        self.ask, self.back = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norm1, self.norm2 = nn.LayerNorm(width, 1e-12), nn.LayerNorm(width, 1e-12)

    def forward(self, x):
        count, length, width = x.shape
        query, key, value = self.ask(x).view(count, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(query, key, value, dropout_p=self.drop.p if self.training else 0)
        x = self.norm1(x + self.drop(self.back(seen.transpose(1, 2).reshape(count, length, width))))
        return self.norm2(x + self.drop(self.down(F.gelu(self.up(x)))))


class Layers(nn.Module):
    def __init__(self, folder, drop):
        super().__init__()
        weights = read_tensors(folder)
        heads = json.load(open(f"{folder}/config.json"))["num_attention_heads"]
        tensor = lambda name: torch.tensor(weights[name].astype(np.float32))
        self.words = nn.Parameter(tensor("embeddings.word_embeddings.weight"))
        self.width = self.words.shape[1]
        kind = tensor("embeddings.token_type_embeddings.weight")[0]
        self.places = nn.Parameter(tensor("embeddings.position_embeddings.weight") + kind)
        self.norm, self.drop = nn.LayerNorm(self.width, 1e-12), nn.Dropout(drop)
        count = len({name.split(".")[2] for name in weights if name.startswith("encoder.")})
        self.blocks = nn.ModuleList([Block(self.width, heads, drop) for _ in range(count)])
        with torch.no_grad():
            for part in ("weight", "bias"):
                fill = lambda module, name: getattr(module, part).copy_(tensor(f"{name}.{part}"))
                fill(self.norm, "embeddings.LayerNorm")
                for at, block in enumerate(self.blocks):
                    name = f"encoder.layer.{at}"
                    asked = [tensor(f"{name}.attention.self.{each}.{part}") for each in ("query", "key", "value")]
                    getattr(block.ask, part).copy_(torch.cat(asked))
                    fill(block.back, f"{name}.attention.output.dense")
                    fill(block.norm1, f"{name}.attention.output.LayerNorm")
                    fill(block.up, f"{name}.intermediate.dense")
                    fill(block.down, f"{name}.output.dense")
                    fill(block.norm2, f"{name}.output.LayerNorm")

    def forward(self, pieces):
        x = self.drop(self.norm(self.words[pieces] + self.places[: pieces.shape[1]]))
        for block in self.blocks:
            x = block(x)
        return x


class Encoder(Heads):
    given = ("layers", 0.2)

    def __init__(self, folder, pieces, drop=0.3, aspects=ASPECTS):
        layers = Layers(folder, 0.15)
        super().__init__(layers.width, drop, aspects=aspects)
        self.layers, self.hidden = layers, pieces.number[HIDDEN]

    def states(self, tokens):
        known = tokens >= 0
        pieces = tokens.clamp(min=0)
        if self.training:
            pieces = torch.where(torch.rand(tokens.shape, device=DEVICE) < 0.05, self.hidden, pieces)
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            return self.layers(pieces).float(), known
