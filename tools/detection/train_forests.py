"""Trains the forests of the fall detector.

    python3 train_forests.py WORK           trains all forests, into WORK
    python3 train_forests.py WORK --choose  writes the examples to WORK/samples.npz and WORK/seconds.npz, for another machine
    python3 train_forests.py FILE.npz OUT   trains on such a file, into OUT

WORK is the folder in which `npm run train` keeps its examples. The script needs NumPy, PyTorch and the modules beside it,
and, without an accelerator, a C compiler. For each mode and look it writes the forests that never saw the people of a fold
(or a data set and some of the people of daily life), and last, unless data sets were left out, the forest of all people.

Trees are complete, of one depth, and boosted for the log-odds of a fall (second-order gradients, histograms of 64 bins).
"""

import base64
import ctypes
import functools
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import torch

from example_weights import match_contexts, weigh_falls
from training_settings import SEED, left_out_folds

BINS = 64
ROW_SHARE = 0.5
COLUMN_SHARE = 0.4
LEAF_UNIT = 1 / 256
SETTINGS = {
    "samples": {"trees": 300, "depth": 5, "rate": 0.08, "least": 5, "shrinkage": 5},
    "full-summary": {"trees": 400, "depth": 6, "rate": 0.05, "least": 10, "shrinkage": 10, "least_focus": 0.1},
    "summary": {"trees": 400, "depth": 6, "rate": 0.05, "least": 10, "shrinkage": 10, "least_focus": 0.1},
    "peak-only": {"trees": 700, "depth": 5, "rate": 0.05, "least": 10, "shrinkage": 10},
}
# The highest weight of falls of the smaller data sets, and the weight of those of the largest.
FALL_WEIGHTS = {"samples": (2.5, 1.5), "full-summary": (3.5, 1.5), "summary": (3.5, 1.5), "peak-only": (3.5, 1.5)}
# The share of daily life that is used: devices without samples have many more examples than needed.
LIFE_SHARE = {"samples": 1, "seconds": 0.55}
MODES = {"samples": ("samples",), "seconds": ("full-summary", "summary", "peak-only")}


def choose_examples(work, rows_name):
    """Returns the rows to train on and to score, with binned features."""
    description = json.load(open(f"{work}/recordings.json"))
    info = description["recordings"]
    rows = np.fromfile(f"{work}/{rows_name}.rows", np.float32).reshape(-1, 8)
    recording = rows[:, 0].astype(int)
    kinds = np.array([r["kind"] for r in info])[recording]
    groups = np.array([f"{r['dataset']} {r['site']}" for r in info])[recording]
    random = np.random.default_rng(SEED)
    is_surplus = (kinds == "life") & (rows[:, 1] == 2) & (random.random(len(rows)) >= LIFE_SHARE[rows_name])
    index = np.where((rows[:, 1] != 1) & (rows[:, 3] <= 1) & ~is_surplus)[0]
    examples = {
        "left_out": left_out_folds(description),
        "folds": np.array([r["fold"] for r in info])[recording[index]].astype(np.int8),
        "groups": np.unique(groups, return_inverse=True)[1][index].astype(np.int8),
        "is_training": rows[index, 1] == 2,
        "is_fall": rows[index, 3] == 1,
        "before": rows[index, 5],
        "has_late": rows[index, 7] == 1,
    }
    for mode in MODES[rows_name]:
        names = description["features"][mode]
        late = np.memmap(f"{work}/{mode}-late.features", np.float32, mode="r").reshape(len(rows), -1)
        early = np.memmap(f"{work}/{mode}-early.features", np.float32, mode="r").reshape(len(rows), -1)
        sampled = np.sort(random.choice(index, min(100_000, len(index)), replace=False))
        bins = np.zeros((len(index), len(names["late"])), np.uint8)
        cuts = np.full((len(names["late"]), BINS - 1), np.inf, np.float32)
        for k in range(len(names["late"])):
            # The late look begins with the features of the early one.
            source = early if k < len(names["early"]) else late
            own = cuts_of(source[sampled, k])
            cuts[k, : len(own)] = own
            bins[:, k] = np.searchsorted(own, np.nan_to_num(source[index, k], nan=-np.inf), side="left")
        examples |= {f"{mode} bins": bins, f"{mode} cuts": cuts, f"{mode} names": json.dumps(names)}
    return examples


def cuts_of(values):
    """Returns the bin edges: quantiles, rounded to what an encoded forest can hold."""
    values = values[~np.isnan(values)]
    cuts = np.quantile(values, np.arange(1, BINS) / BINS).astype(np.float32) if len(values) else np.zeros(1, np.float32)
    return np.unique((cuts.view(np.uint32) & 0xFFFF0000).view(np.float32))


def weights_of(examples, chosen, mode):
    is_fall = examples["is_fall"][chosen]
    weights = weigh_falls(is_fall, examples["groups"][chosen], *FALL_WEIGHTS[mode])
    # Without samples, matching contexts found 4 to 7 points fewer falls.
    return match_contexts(weights, is_fall, examples["before"][chosen]) if mode == "samples" else weights


def train(examples, mode, look, folder, device):
    names = json.loads(str(examples[f"{mode} names"]))[look]
    bins = torch.tensor(examples[f"{mode} bins"][:, : len(names)]).to(device).T.contiguous()
    usable = (look == "early") | examples["has_late"]
    forests = []
    for left_out in examples["left_out"]:
        chosen = np.where(examples["is_training"] & usable & ~np.isin(examples["folds"], left_out))[0]
        on = lambda values: torch.tensor(values).float().to(device)
        own = bins[:, torch.tensor(chosen).to(device)].contiguous()
        forest = grow(own, on(examples["is_fall"][chosen]), on(weights_of(examples, chosen, mode)), **SETTINGS[mode])
        forests.append(encoded(forest, examples[f"{mode} cuts"], SETTINGS[mode]["depth"]))
        print(f"{mode} {look}: {len(forests)} of {len(examples['left_out'])}", flush=True)
    json.dump({"features": names, "forests": forests}, open(f"{folder}/{mode}-{look}.forests.json", "w"))


def grow(bins, labels, weights, trees, depth, rate, least, shrinkage, least_focus=None):
    """Returns the bias and, for each tree, the feature and bin of each node by level, and the leaves."""
    columns, n = bins.shape
    random = torch.Generator(device=bins.device).manual_seed(SEED)
    share = (labels * weights).sum() / weights.sum()
    bias = torch.log(share / (1 - share)).item()
    scores = torch.full((n,), bias, device=bins.device)
    grown = []
    for _ in range(trees):
        p = torch.sigmoid(scores)
        seen = torch.randperm(columns, generator=random, device=bins.device)[: max(1, round(columns * COLUMN_SHARE))]
        rows = (torch.rand(n, generator=random, device=bins.device) < ROW_SHARE).nonzero()[:, 0]
        focused = weights if least_focus is None else focused_on_tail(weights, labels, p, least_focus)
        gradients = (focused * (p - labels))[rows]
        hessians = (focused * p * (1 - p))[rows]
        own = bins[seen][:, rows].contiguous()
        node = torch.zeros(n, dtype=torch.long, device=bins.device)
        levels = []
        for level in range(depth):
            nodes = 2**level
            left_g, left_h = histograms(own, node[rows], nodes, gradients, hessians).cumsum(2).unbind(3)
            all_g, all_h = left_g[:, :, -1:], left_h[:, :, -1:]
            right_g, right_h = all_g - left_g, all_h - left_h
            gain = left_g**2 / (left_h + shrinkage) + right_g**2 / (right_h + shrinkage) - all_g**2 / (all_h + shrinkage)
            gain[(left_h < least) | (right_h < least)] = -1
            best, position = gain.transpose(0, 1).reshape(nodes, -1).max(1)
            feature = torch.where(best > 0, seen[position // BINS], 0)
            limit = torch.where(best > 0, position % BINS, BINS)
            levels.append((feature, limit))
            node = descend(bins, node, feature, limit)
        sum_g = torch.zeros(2**depth, device=bins.device).index_add_(0, node[rows], gradients)
        sum_h = torch.zeros(2**depth, device=bins.device).index_add_(0, node[rows], hessians)
        leaves = (-rate * sum_g / (sum_h + shrinkage) / LEAF_UNIT).round().clamp(-127, 127) * LEAF_UNIT
        scores += leaves[node]
        grown.append((levels, leaves))
    return bias, grown


def histograms(bins, node, nodes, gradients, hessians):
    """Returns the sums of gradients and hessians by column, node and bin."""
    columns, rows = bins.shape
    if bins.is_cuda:
        offsets = torch.arange(columns, device=bins.device)[:, None] * nodes * BINS
        places = (bins.long() + node * BINS + offsets).flatten()
        sums = torch.zeros(columns * nodes * BINS, 2, device=bins.device)
        sums.index_add_(0, places, torch.stack([gradients, hessians], 1).repeat(columns, 1))
    else:
        sums = torch.zeros(columns * nodes * BINS, 2)
        arrays = (bins, node.to(torch.uint8), gradients.contiguous(), hessians.contiguous())
        sizes = (columns, rows, nodes, BINS)
        compiled_histogram()(*(ctypes.c_void_p(a.data_ptr()) for a in arrays), *map(ctypes.c_long, sizes), ctypes.c_void_p(sums.data_ptr()))
    return sums.view(columns, nodes, BINS, 2)


@functools.cache
def compiled_histogram():
    """Compiles histogram.c with the machine's C compiler."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "histogram.c")
    library = os.path.join(tempfile.mkdtemp(), "histogram.so")
    subprocess.run(["cc", "-O3", "-march=native", "-shared", "-fPIC", source, "-o", library], check=True)
    return ctypes.CDLL(library).histogram


def focused_on_tail(weights, labels, p, least):
    """Weights daily life by its present probability of a fall, without changing its sum while the mean is above `least`."""
    life = weights * (1 - labels)
    mean = (life * p).sum() / life.sum()
    return torch.where(labels < 0.5, weights * p / mean.clamp(min=least), weights)


def descend(bins, node, feature, limit):
    values = bins.gather(0, feature[node][None])[0].long()
    return node * 2 + (values > limit[node]).long()


def encoded(forest, cuts, depth):
    """Encodes a forest for src/detection/forest.ts: all features, the upper halves of all thresholds, all leaves."""
    bias, trees = forest
    padded = np.concatenate([cuts, np.full((len(cuts), 2), np.inf, np.float32)], 1)
    features = np.concatenate([f.cpu().numpy() for levels, _ in trees for f, _ in levels]).astype(np.uint8)
    bins = np.concatenate([limit.cpu().numpy() for levels, _ in trees for _, limit in levels])
    thresholds = np.minimum(padded[features, bins], np.float32(3e38))
    halves = (thresholds.view(np.uint32) >> 16).astype("<u2")
    leaves = np.concatenate([leaves.cpu().numpy() for _, leaves in trees])
    leaf_bytes = np.round(leaves / LEAF_UNIT).astype(np.int8)
    trees = features.tobytes() + halves.tobytes() + leaf_bytes.tobytes()
    return {"depth": depth, "bias": bias, "trees": base64.b64encode(trees).decode()}


def written(work):
    """Returns which examples `npm run train` has written: with --mode, not all."""
    return [name for name in MODES if os.path.exists(f"{work}/{name}.rows")]


def main(source, option=None):
    if option == "--choose":
        for name in written(source):
            np.savez_compressed(f"{source}/{name}.npz", **choose_examples(source, name))
        return
    device = "cuda" if torch.cuda.is_available() else "cpu"
    is_chosen = source.endswith(".npz")
    for name in MODES if is_chosen else written(source):
        if is_chosen and not source.endswith(f"{name}.npz"):
            continue
        examples = dict(np.load(source)) if is_chosen else choose_examples(source, name)
        for mode in MODES[name]:
            for look in ("early", "late"):
                train(examples, mode, look, option if is_chosen else source, device)


if __name__ == "__main__":
    main(*sys.argv[1:])
