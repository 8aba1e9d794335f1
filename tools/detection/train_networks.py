"""Trains the networks of the fall detector.

    python3 train_networks.py WORK           chooses examples and trains, into WORK/networks.json
    python3 train_networks.py WORK --choose  writes the chosen examples to WORK/networks.npz, to be trained elsewhere
    python3 train_networks.py FILE.npz OUT   trains on chosen examples, into OUT/networks.json

WORK is the folder in which `npm run train` keeps its examples and forests. Needs NumPy and PyTorch, and takes long
without an accelerator. For each look and each fold, and last for everybody, it trains a few networks whose scores are
averaged. Those of a fold never saw its people.

A network learns from three seconds before an impact to two (early) or five (late) after it. What it is given does not
depend on how the device is worn. Of daily life it sees the impacts that the forests find least unlikely, and some of
the others, which then stand for more.
"""

import base64
import json
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from example_weights import match_contexts, weigh_falls

RATE = 25
BEFORE = 3 * RATE
AFTER = {"early": 2 * RATE, "late": 5 * RATE}
FOLDS = (0, 1, 2, 3, 4, -1)  # -1 leaves nobody out.
MEMBERS = 5
CHANNELS = 5
WIDTHS = (24, 48, 64, 96)
KERNELS = (7, 5, 5, 3)
PARTS = 5
HIDDEN = 32
EPOCHS = 32
BATCH = 2048
SEED = 1
HARD_SHARE = 0.2
EASY_EXAMPLES = 25_000
TRIAL_EXAMPLES = 30_000
# What falls of the smaller sets weigh at most, and those of the largest.
FALL_WEIGHTS = {"early": (3.5, 1.5), "late": (4.7, 2.5)}
# Of how many examples the beginning is replaced by that of another moment of daily life, and the end is not known yet.
SPLICED_SHARE = {"early": 0, "late": 0.3}
CUT_SHARE = {"early": 0, "late": 0.6}


def choose_examples(work):
    """The windows to learn from, with their labels, folds, groups, weights, and how many seconds are known around them."""
    info = json.load(open(f"{work}/recordings.json"))["recordings"]
    rows = np.fromfile(f"{work}/samples.rows", np.float32).reshape(-1, 8)
    scores = np.fromfile(f"{work}/samples-early.scores", np.float32)
    windows = np.memmap(f"{work}/samples.windows", np.int8, mode="r").reshape(-1, BEFORE + AFTER["late"], 3)
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
    weights = np.ones(len(rows), np.float32)
    weights[some] = min(5, len(easy) / max(1, len(some)))
    chosen = np.sort(np.concatenate([hard, some, falls, trials]))
    return {
        "windows": np.ascontiguousarray(windows[chosen]),
        "labels": rows[chosen, 3],
        "folds": folds[chosen],
        "groups": np.unique(groups, return_inverse=True)[1][chosen].astype(np.int8),
        "weights": weights[chosen],
        "before": rows[chosen, 5],
        "after": rows[chosen, 6],
        "is_life": kinds[chosen] == "life",
    }


def weights_of(examples, look):
    is_fall = examples["labels"] == 1
    of_falls = weigh_falls(is_fall, examples["groups"], *FALL_WEIGHTS[look])
    weights = np.where(is_fall, of_falls, examples["weights"])
    return match_contexts(weights, is_fall, examples["before"])


def train(examples, look, device):
    """Trains the networks of all folds side by side, each on examples of its own."""
    torch.manual_seed(SEED)
    began = time.time()
    windows = torch.tensor(examples["windows"][:, : BEFORE + AFTER[look]]).to(device)
    labels = torch.tensor(examples["labels"]).float().to(device)
    weights = torch.tensor(weights_of(examples, look)).float().to(device)
    is_whole_life = examples["is_life"] & (examples["before"] >= BEFORE / RATE)
    after = torch.tensor(examples["after"]).float().to(device)
    own, donors = [], []
    for fold in FOLDS:
        is_seen = examples["folds"] != fold
        own += MEMBERS * [torch.tensor(np.where(is_seen)[0]).to(device)]
        donors += MEMBERS * [torch.tensor(np.where(is_seen & is_whole_life)[0]).to(device)]
    networks = Networks(len(own)).to(device)
    average = Networks(len(own)).to(device)
    average.load_state_dict(networks.state_dict())
    steps = min(len(rows) for rows in own) // BATCH
    optimizer = torch.optim.AdamW(networks.parameters(), lr=3e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=EPOCHS * steps, pct_start=0.15)
    for epoch in range(EPOCHS):
        shuffled = [rows[torch.randperm(len(rows), device=device)[: steps * BATCH]] for rows in own]
        for batch in torch.stack(shuffled).split(BATCH, dim=1):
            flat = batch.flatten()
            seen = windows[flat].float() / 64
            if SPLICED_SHARE[look] > 0:
                others = [rows[torch.randint(len(rows), (BATCH,), device=device)] for rows in donors]
                seen = spliced(seen, windows[torch.cat(others), :BEFORE].float() / 64, SPLICED_SHARE[look])
            if CUT_SHARE[look] > 0:
                seen = cut_off(seen, after[flat], CUT_SHARE[look])
            channels = channels_of(varied(seen))
            inputs = channels.view(len(own), BATCH, CHANNELS, -1).transpose(1, 2)
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                scores = networks(inputs)
            losses = F.binary_cross_entropy_with_logits(scores.float(), labels[batch] * 0.98 + 0.005, reduction="none")
            loss = (losses * weights[batch]).mean(1).sum()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            with torch.no_grad():
                for kept, now in zip(average.state_dict().values(), networks.state_dict().values()):
                    kept.lerp_(now, 0.005)
        if epoch % 4 == 3:
            print(f"{look}: epoch {epoch + 1}, {time.time() - began:.0f} s, loss {loss.item() / len(own):.4f}", flush=True)
    state = {name: value.double().cpu().numpy() for name, value in average.state_dict().items()}
    return [[written(state, fold * MEMBERS + member, look) for member in range(MEMBERS)] for fold in range(len(FOLDS))]


class Networks(nn.Module):
    """Many networks at once: the first dimension of every weight and of every input is the network."""

    def __init__(self, count):
        super().__init__()
        channels = (CHANNELS, *WIDTHS)
        weight = lambda *shape: nn.Parameter(torch.randn(count, *shape) * (2 / shape[-1]) ** 0.5)
        self.convolutions = nn.ParameterList(
            weight(channels[i + 1], channels[i] * KERNELS[i]) for i in range(len(WIDTHS))
        )
        self.gains = nn.ParameterList(torch.ones(count, width) for width in WIDTHS)
        self.offsets = nn.ParameterList(torch.zeros(count, width) for width in WIDTHS)
        for i, width in enumerate(WIDTHS):
            self.register_buffer(f"mean{i}", torch.zeros(count, width))
            self.register_buffer(f"variance{i}", torch.ones(count, width))
        self.hidden = weight(HIDDEN, WIDTHS[-1] * PARTS)
        self.hidden_bias = nn.Parameter(torch.zeros(count, HIDDEN))
        self.last = weight(1, HIDDEN)
        self.last_bias = nn.Parameter(torch.zeros(count, 1))

    def normalized(self, x, i):
        """Normalizes over the batch, and keeps the mean and variance for later."""
        mean, variance = x.mean((2, 3)), x.var((2, 3), unbiased=False)
        with torch.no_grad():
            getattr(self, f"mean{i}").lerp_(mean, 0.1)
            getattr(self, f"variance{i}").lerp_(variance, 0.1)
        scale = self.gains[i] / (variance + 1e-5).sqrt()
        return x * scale[..., None, None] + (self.offsets[i] - mean * scale)[..., None, None]

    def forward(self, x):
        """From (network, channel, example, time) to (network, example)."""
        for i, kernel in enumerate(KERNELS):
            count, channels, batch, length = x.shape
            padded = F.pad(x, (kernel // 2, kernel // 2))
            shifted = torch.stack([padded[..., k : k + length] for k in range(kernel)], 2)
            x = torch.bmm(self.convolutions[i], shifted.reshape(count, channels * kernel, batch * length))
            x = F.relu(self.normalized(x.float().view(count, -1, batch, length), i))
            if i < len(KERNELS) - 1:
                x = F.max_pool1d(x.flatten(0, 1), 2).view(count, -1, batch, length // 2)
        count, channels, batch, length = x.shape
        x = F.adaptive_avg_pool1d(x.flatten(0, 1), PARTS).view(count, channels, batch, PARTS)
        x = F.dropout(x.permute(0, 2, 1, 3).flatten(2), 0.2, self.training)
        x = F.relu(torch.bmm(x, self.hidden.transpose(1, 2)) + self.hidden_bias[:, None])
        x = torch.bmm(F.dropout(x, 0.2, self.training), self.last.transpose(1, 2)) + self.last_bias[:, None]
        return x[..., 0]


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


def cut_off(windows, after, share):
    """Ends what is known after some impacts from two seconds on, so that a network learns more than how long it was known."""
    n, length, _ = windows.shape
    dev = windows.device
    early, late = AFTER["early"] / RATE, AFTER["late"] / RATE
    end = torch.where(torch.rand(n, device=dev) < share, early + (late - early) * torch.rand(n, device=dev), late)
    index = torch.arange(length, device=dev)[None]
    return windows * (index < BEFORE + RATE * torch.minimum(end, after)[:, None])[..., None]


def spliced(windows, others, share):
    """Replaces the beginning of some windows by that of others, turned so that gravity goes on in its direction.

    Falls come from trials, which begin alike. Without this a network takes their beginning for the sign of a fall.
    """
    n = len(windows)
    index = torch.arange(BEFORE, device=windows.device)[None]
    known = known_in(windows[:, :BEFORE])[..., 0]
    first = torch.where(known.any(1), known.argmax(1), BEFORE)
    place = (RATE // 2 + torch.rand(n, device=windows.device) * 1.8 * RATE).long()
    place = torch.maximum(first, place)[:, None]

    def direction(of, start, end):
        mean = (of * ((index >= start) & (index < end))[..., None]).sum(1)
        return mean / mean.norm(dim=1, keepdim=True).clamp(min=1e-3)

    near = RATE // 2
    turned = rotated(
        others, direction(others, place - near, place), direction(windows[:, :BEFORE], place, place + near)
    )
    is_spliced = (torch.rand(n, device=windows.device) < share) & (first < BEFORE - near)
    is_other = (index < place) & is_spliced[:, None]
    begin = torch.where(is_other[..., None], turned, windows[:, :BEFORE])
    return torch.cat([begin, windows[:, BEFORE:]], 1)


def rotated(vectors, start, end):
    """Turns vectors by the shortest rotation from one direction to another (Rodrigues)."""
    axis = torch.cross(start, end, dim=1)[:, None].expand_as(vectors)
    cosine = (start * end).sum(1)[:, None, None]
    once = torch.cross(axis, vectors, dim=2)
    return vectors + once + torch.cross(axis, once, dim=2) / (1 + cosine).clamp(min=1e-2)


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


def written(state, network, look):
    """Normalization is folded into the weights, which become whole numbers."""
    layers = []
    for i in range(len(WIDTHS)):
        scale = state[f"gains.{i}"][network] / np.sqrt(state[f"variance{i}"][network] + 1e-5)
        biases = state[f"offsets.{i}"][network] - state[f"mean{i}"][network] * scale
        weights = state[f"convolutions.{i}"][network] * scale[:, None]
        layers.append(written_layer(weights.reshape(len(weights), -1, KERNELS[i]), biases))
    for name in ("hidden", "last"):
        layers.append(written_layer(state[name][network][:, :, None], state[f"{name}_bias"][network]))
    return {"secondsBefore": BEFORE // RATE, "secondsAfter": AFTER[look] // RATE, "layers": layers}


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


def main(source, option=None):
    if option == "--choose":
        np.savez_compressed(f"{source}/networks.npz", **choose_examples(source))
        return
    is_chosen = source.endswith(".npz")
    examples = dict(np.load(source)) if is_chosen else choose_examples(source)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    networks = {look: train(examples, look, device) for look in AFTER}
    json.dump(networks, open(f"{option if is_chosen else source}/networks.json", "w"))


if __name__ == "__main__":
    main(*sys.argv[1:])
