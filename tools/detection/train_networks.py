"""Trains the networks of the fall detector: python3 tools/detection/train_networks.py WORK

WORK is the folder in which `npm run train` keeps its examples and forests. Needs NumPy and PyTorch; without an
accelerator it takes long. Writes WORK/networks.json: for each look the networks of the folds,
which never saw the people of their fold, and last the network of everybody.

A network learns from three seconds before an impact to two (early) or five (late) after it. What it is given does not
depend on how the device is worn. Of daily life it sees the impacts that the forests find least unlikely, and some of
the others, which then stand for more.
"""

import base64
import json
import os
import sys
import time

import numpy as np
import torch
import torch.multiprocessing as mp
import torch.nn as nn
import torch.nn.functional as F

BEFORE = 75
AFTER = {"early": 50, "late": 125}
FOLDS = 5
WIDTHS = (24, 48, 64, 96)
KERNELS = (7, 5, 5, 3)
EPOCHS = 32
BATCH = 2048
SEED = 1
HARD_SHARE = 0.2
EASY_EXAMPLES = 25_000
TRIAL_EXAMPLES = 30_000
FALL_WEIGHT = {"largest": 1.5, "most": 3.5}

work = sys.argv[1]
device = "cuda" if torch.cuda.is_available() else "cpu"


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        channels = [5, *WIDTHS]
        self.convolutions = nn.ModuleList(
            nn.Conv1d(channels[i], channels[i + 1], KERNELS[i], padding=KERNELS[i] // 2, bias=False)
            for i in range(len(WIDTHS))
        )
        self.norms = nn.ModuleList(nn.BatchNorm1d(width) for width in WIDTHS)
        self.hidden = nn.Linear(WIDTHS[-1] * 5, 32)
        self.last = nn.Linear(32, 1)
        self.dropout = nn.Dropout(0.2)

    def forward(self, x):
        for i, (convolution, norm) in enumerate(zip(self.convolutions, self.norms)):
            x = F.relu(norm(convolution(x)))
            if i < len(WIDTHS) - 1:
                x = F.max_pool1d(x, 2)
        x = F.adaptive_avg_pool1d(x, 5).flatten(1)
        return self.last(self.dropout(F.relu(self.hidden(self.dropout(x))))).squeeze(1)


def known_in(windows):
    """Samples that are not known are zeros, which no sensor tells."""
    return (windows.abs().sum(2, keepdim=True) > 0).float()


def channels_of(windows):
    """The same channels as in src/detection/convolutional-network.ts."""
    known = known_in(windows)
    index = torch.arange(windows.shape[1], device=windows.device)[None, :, None]

    def direction(start, end):
        mask = known * ((index >= BEFORE + start) & (index < BEFORE + end)).float()
        mean = (windows * mask).sum(1, keepdim=True) / mask.sum(1, keepdim=True).clamp(min=1)
        return mean / mean.norm(dim=2, keepdim=True).clamp(min=1e-3)

    magnitude = windows.norm(dim=2, keepdim=True)
    change = torch.zeros_like(magnitude)
    change[:, 1:] = (windows[:, 1:] - windows[:, :-1]).norm(dim=2, keepdim=True) * known[:, 1:] * known[:, :-1]
    before = (windows * direction(-BEFORE, -10)).sum(2, keepdim=True)
    after = (windows * direction(13, 50)).sum(2, keepdim=True)
    across = (magnitude * magnitude - before * before).clamp(min=0).sqrt()
    return torch.cat([(magnitude - 1) * known, change, before, after, across], 2).transpose(1, 2)


def varied(windows):
    """Other people and devices: faster or slower, a little earlier or later, of another gain, noisier, begun later."""
    n, length, _ = windows.shape
    dev = windows.device
    known = known_in(windows)
    index = torch.arange(length, device=dev).float()[None]
    stretch = 1 + (torch.rand(n, 1, device=dev) - 0.5) * 0.2 * (torch.rand(n, 1, device=dev) < 0.5).float()
    at = (index - BEFORE) * stretch + BEFORE + torch.randint(-2, 3, (n, 1), device=dev).float()
    low = at.floor().clamp(0, length - 1)
    share = (at - low).clamp(0, 1)[..., None]
    high = (low + 1).clamp(max=length - 1)

    def pick(of, places):
        return torch.gather(of, 1, places.long()[..., None].expand(-1, -1, of.shape[2]))

    moved = pick(windows, low) * (1 - share) + pick(windows, high) * share
    known = pick(known, low) * pick(known, high)
    gain = 1 + 0.1 * (torch.rand(n, 1, 1, device=dev) - 0.5)
    noise = torch.randn_like(moved) * 0.012 * torch.rand(n, 1, 1, device=dev)
    start = (torch.rand(n, 1, device=dev) * (BEFORE - 20)).floor() * (torch.rand(n, 1, device=dev) < 0.4).float()
    known = known * (index >= start).float()[..., None]
    return (moved * gain + noise) * known


def choose_examples():
    """Row numbers, labels, folds and weights of the examples to learn from."""
    info = json.load(open(f"{work}/recordings.json"))["recordings"]
    rows = np.fromfile(f"{work}/samples.rows", np.float32).reshape(-1, 8)
    scores = np.fromfile(f"{work}/samples-early.scores", np.float32)
    recording = rows[:, 0].astype(int)
    kinds = np.array([r["kind"] for r in info])[recording]
    folds = np.array([r["fold"] for r in info])[recording]
    groups = np.array([f"{r['dataset']} {r['site']}" for r in info])[recording]
    is_training = (rows[:, 1] == 2) & (rows[:, 3] <= 1)
    random = np.random.default_rng(SEED)
    life = np.where(is_training & (kinds == "life"))[0]
    limit = np.quantile(scores[(rows[:, 1] == 0) & (kinds == "life")], 1 - HARD_SHARE)
    hard, easy = life[scores[life] > limit], life[~(scores[life] > limit)]
    some = random.choice(easy, min(EASY_EXAMPLES, len(easy)), replace=False)
    falls = np.where(is_training & (rows[:, 3] == 1))[0]
    trials = np.where(is_training & (kinds != "life") & (rows[:, 3] == 0))[0]
    trials = random.choice(trials, min(TRIAL_EXAMPLES, len(trials)), replace=False)
    chosen = np.concatenate([hard, some, falls, trials])
    weights = np.ones(len(rows), np.float32)
    weights[some] = min(5, len(easy) / max(1, len(some)))
    names, counts = np.unique(groups[falls], return_counts=True)
    for name, count in zip(names, counts):
        share = 0.7 * counts.max() / count
        weight = FALL_WEIGHT["largest"] if count == counts.max() else min(FALL_WEIGHT["most"], share)
        weights[falls[groups[falls] == name]] = weight
    return chosen, rows[chosen, 3], folds[chosen], weights[chosen], rows[chosen, 7]


def train(job):
    look, fold = job
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    began = time.time()
    chosen, labels, folds, weights, has_late = choose_examples()
    keep = (folds != fold) & ((look == "early") | (has_late == 1))
    all_windows = np.memmap(f"{work}/samples.windows", np.int8, mode="r").reshape(-1, BEFORE + AFTER["late"], 3)
    order = np.sort(np.where(keep)[0])
    windows = torch.tensor(np.ascontiguousarray(all_windows[chosen[order]][:, : BEFORE + AFTER[look]])).to(device)
    labels = torch.tensor(labels[order]).float().to(device)
    weights = torch.tensor(weights[order]).to(device)
    network, average = Network().to(device), Network().to(device)
    average.load_state_dict(network.state_dict())
    steps = len(order) // BATCH
    optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=EPOCHS * steps, pct_start=0.15)
    for _ in range(EPOCHS):
        shuffled = torch.randperm(len(order), device=device)
        for step in range(steps):
            batch = shuffled[step * BATCH : (step + 1) * BATCH]
            scores = network(channels_of(varied(windows[batch].float() / 64)))
            targets = labels[batch] * 0.98 + 0.005
            loss = (F.binary_cross_entropy_with_logits(scores, targets, reduction="none") * weights[batch]).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            with torch.no_grad():
                for kept, now in zip(average.state_dict().values(), network.state_dict().values()):
                    kept.lerp_(now, 0.005) if kept.dtype.is_floating_point else kept.copy_(now)
    print(f"{look} fold {fold}: {time.time() - began:.0f} s, loss {loss.item():.4f}", flush=True)
    return look, fold, written(average.eval(), look)


def written(network, look):
    """Batch normalization is folded into the weights, which become whole numbers."""
    state = {name: value.double().cpu().numpy() for name, value in network.state_dict().items()}
    layers = []
    for i in range(len(WIDTHS)):
        scale = state[f"norms.{i}.weight"] / np.sqrt(state[f"norms.{i}.running_var"] + 1e-5)
        biases = state[f"norms.{i}.bias"] - state[f"norms.{i}.running_mean"] * scale
        layers.append(written_layer(state[f"convolutions.{i}.weight"] * scale[:, None, None], biases))
    for name in ("hidden", "last"):
        layers.append(written_layer(state[f"{name}.weight"][:, :, None], state[f"{name}.bias"]))
    return {"secondsBefore": BEFORE // 25, "secondsAfter": AFTER[look] // 25, "layers": layers}


def written_layer(weights, biases):
    flat = weights.reshape(len(weights), -1)
    scales = np.maximum(np.abs(flat).max(1), 1e-9) / 127
    whole = np.clip(np.round(flat / scales[:, None]), -127, 127).astype(np.int8)
    short = lambda values: [float(f"{value:.5g}") for value in values]
    return {
        "inputs": weights.shape[1],
        "outputs": weights.shape[0],
        "width": weights.shape[2],
        "weights": base64.b64encode(whole.tobytes()).decode(),
        "scales": short(scales),
        "biases": short(biases),
    }


if __name__ == "__main__":
    mp.set_start_method("spawn")
    # The last, of fold -1, is that of everybody.
    jobs = [(look, fold) for look in ("late", "early") for fold in (*range(FOLDS), -1)]
    networks = {"early": {}, "late": {}}
    with mp.Pool(min(len(jobs), os.cpu_count() or 1), maxtasksperchild=1) as pool:
        for look, fold, network in pool.imap_unordered(train, jobs):
            networks[look][fold] = network
    in_order = {look: [found[fold] for fold in (*range(FOLDS), -1)] for look, found in networks.items()}
    json.dump(in_order, open(f"{work}/networks.json", "w"))
