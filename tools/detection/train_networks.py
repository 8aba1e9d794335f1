"""Trains the networks of the fall detector.

    python3 train_networks.py WORK           trains into WORK/networks.json
    python3 train_networks.py WORK --choose  writes what it trains on to WORK/networks.npz, for another machine
    python3 train_networks.py FILE.npz OUT   trains on such a file, into OUT/networks.json

WORK is the folder in which `npm run train` keeps its examples. The script needs NumPy, PyTorch and the modules beside it,
and takes long without an accelerator. For each look it trains ensembles of networks whose scores are averaged: those that
never saw the people of a fold (or a data set and some of the people of daily life), and last, unless data sets were left
out, the one of all people.

The input of a network is the motion from three seconds before an impact to two (early) or five (late) after it, in channels
that do not depend on how the device is worn. Every example is made anew from the recording each time it is seen, as another
sensor, person and moment would have made it. All impacts of daily life are scored again and again while it trains, and
those that look like a fall are seen more often.
"""

import base64
import json
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from network_inputs import AFTER, BEFORE, CHANNELS, RATE, Recordings, channels_of, windows_at
from training_settings import SEED, left_out_folds
from variations import SENSOR, varied_channels

WIDTHS = (24, 48, 64, 96)
KERNELS = (7, 5, 5, 3)
PARTS = 5
HIDDEN = 32
STEPS = {"early": 2900, "late": 3300}
# How many falls, impacts in trials and impacts of daily life a batch has.
COUNTS = (256, 160, 608)
LEARNING_RATE = 4e-3
WEIGHT_DECAY = 0.3
DROPOUT = 0.4
# The share of channels that each member of an ensemble does without in training, so that none relies on one of them.
CHANNEL_DROPOUT = (0.1, 0.15, 0.2, 0.12, 0.18)
MEMBERS = len(CHANNEL_DROPOUT)
# A data set and site is seen as often as the square root of its falls, so that the largest does not decide.
GROUP_POWER = 0.5
# The share of daily life in a batch that is drawn by its probability of a fall, and how often that is calculated.
MINED_SHARE = 0.6
MINED_EVERY = 300
LEAST_LIKELIHOOD = 1e-3
# The weight of the loss that ranks every fall above the highest scores of others in its batch, and how many those are.
RANKING_WEIGHT = 0.5
RANKED = 16
SCORED_AT_ONCE = 1024


def read_examples(work):
    """Returns all recordings, and the impacts in them as recorded."""
    description = json.load(open(f"{work}/recordings.json"))
    info = description["recordings"]
    rows = np.fromfile(f"{work}/samples.rows", np.float32).reshape(-1, 8)
    # Other impacts in the recording of a fall than the fall are neither.
    rows = rows[(rows[:, 1] == 0) & (rows[:, 3] <= 1)]
    recording = rows[:, 0].astype(int)
    names = np.array([f"{r['dataset'].removesuffix('old')} {r['site']}" for r in info])
    kinds = np.array([r["kind"] for r in info])[recording]
    return {
        "left_out": left_out_folds(description),
        "signals": np.fromfile(f"{work}/samples.signals", "<i2").reshape(-1, 3),
        "lengths": np.array([round(r["seconds"] * r["hz"]) for r in info]),
        "rates": np.array([r["hz"] for r in info], np.float32),
        "recording": recording,
        # Written as 32-bit numbers, which are not exact in a recording of hours.
        "seconds": np.round(rows[:, 4].astype(np.float64) * RATE) / RATE,
        "before": rows[:, 5],
        "folds": np.array([r["fold"] for r in info])[recording],
        "groups": np.unique(names, return_inverse=True)[1][recording],
        "is_fall": rows[:, 3] == 1,
        "is_life": kinds == "life",
    }


class Examples:
    """The impacts on the device that trains, and the pool that each network draws from."""

    def __init__(self, examples, left_out_by_network, device):
        on = lambda values, kind: torch.tensor(values).to(device, kind)
        lengths = examples["lengths"]
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        assert lengths.sum() == len(examples["signals"]), "The signals are not those of the recordings"
        self.recordings = Recordings(
            torch.tensor(examples["signals"]).to(device),
            on(starts, torch.long),
            on(lengths, torch.long),
            on(examples["rates"], torch.float32),
        )
        self.recording = on(examples["recording"], torch.long)
        self.seconds = on(examples["seconds"], torch.float64)
        self.before = on(examples["before"], torch.float32)
        is_fall, is_life = examples["is_fall"], examples["is_life"]
        pools = []
        for left_out in left_out_by_network:
            seen = ~np.isin(examples["folds"], left_out)
            pools.append([np.where(seen & kind)[0] for kind in (is_fall, ~is_fall & ~is_life, is_life)])
        weights = [[fall_weights(examples["groups"][falls]), np.ones(len(trials)), np.ones(len(life))] for falls, trials, life in pools]
        self.pools = [padded([pool[kind] for pool in pools], torch.long, device) for kind in range(3)]
        self.weights = [padded([weight[kind] for weight in weights], torch.float32, device) for kind in range(3)]

    def windows(self, chosen, length, vary=None):
        """Returns the windows of (network, example), and what is known of them."""
        flat = chosen.flatten()
        windows, known = windows_at(self.recordings, self.recording[flat], self.seconds[flat], length, vary)
        return windows.view(*chosen.shape, length, 3), known.view(*chosen.shape, length)


def fall_weights(groups):
    names, places, counts = np.unique(groups, return_inverse=True, return_counts=True)
    return (counts ** (GROUP_POWER - 1))[places]


def padded(rows, kind, device):
    longest = max(map(len, rows))
    return torch.stack([F.pad(torch.tensor(row).to(device, kind), (0, longest - len(row))) for row in rows])


def train(examples, look, device):
    """Trains the networks of all ensembles at the same time."""
    torch.manual_seed(SEED)
    started = time.time()
    ensembles = len(examples["left_out"])
    count = ensembles * MEMBERS
    examples = Examples(examples, np.repeat(examples["left_out"], MEMBERS, axis=0), device)
    length = BEFORE + AFTER[look]
    number = torch.bfloat16 if device == "cuda" else torch.float32
    networks, average = Networks(count).to(device), Networks(count).to(device)
    average.load_state_dict(networks.state_dict())
    optimizer = torch.optim.AdamW(networks.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY, fused=device == "cuda")
    steps = STEPS[look]
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=steps, pct_start=0.15)
    falls, trials, life = COUNTS
    labels = torch.cat([torch.ones(falls), torch.zeros(trials + life)]).to(device).expand(count, -1)
    dropout = torch.tensor(CHANNEL_DROPOUT, device=device).repeat(ensembles)
    fall_pool, trial_pool, life_pool = examples.pools
    likelihoods = None

    def drawn(pool, weights, size):
        return pool.gather(1, torch.multinomial(weights, size, replacement=True))

    for step in range(steps):
        if step > 0 and step % MINED_EVERY == 0:
            scores = scores_of(networks, examples, life_pool, length, number)
            likelihoods = torch.sigmoid(scores).clamp(min=LEAST_LIKELIHOOD) * examples.weights[2]
        mined = 0 if likelihoods is None else int(MINED_SHARE * life)
        parts = [
            drawn(fall_pool, examples.weights[0], falls),
            drawn(trial_pool, examples.weights[1], trials),
            drawn(life_pool, examples.weights[2], life - mined),
        ]
        if mined > 0:
            parts.append(drawn(life_pool, likelihoods, mined))
        batch = torch.cat(parts, 1)
        with torch.no_grad():
            windows, known = examples.windows(batch, length, SENSOR)
            inputs = varied_channels(windows, known, examples.before[batch], COUNTS, look, dropout)
        scores = networks(inputs.to(number))
        losses = F.binary_cross_entropy_with_logits(scores, labels * 0.98 + 0.005, reduction="none")
        focused = focused_on_tail(torch.ones_like(scores), labels, scores.detach())
        highest = scores[:, falls:].topk(RANKED, 1).values
        ranking = F.softplus(highest[:, None] - scores[:, :falls, None]).mean((1, 2))
        loss = ((losses * focused).mean(1) + RANKING_WEIGHT * ranking).sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        schedule.step()
        with torch.no_grad():
            torch._foreach_lerp_(list(average.state_dict().values()), list(networks.state_dict().values()), 17.4 / steps)
        if step % 500 == 499:
            print(f"{look}: step {step + 1}, {time.time() - started:.0f} s, loss {loss.item() / count:.4f}", flush=True)
    state = {name: value.double().cpu().numpy() for name, value in average.state_dict().items()}
    own = np.arange(count).reshape(ensembles, MEMBERS)
    return [[encoded(state, network, look) for network in members] for members in own]


@torch.no_grad()
def scores_of(networks, examples, chosen, length, number):
    """Returns the scores of impacts as recorded, each by its network."""
    networks.eval()
    scores = []
    # All parts are as long, because the compiled functions are compiled again for another length.
    filled = F.pad(chosen, (0, -chosen.shape[1] % SCORED_AT_ONCE))
    for part in filled.split(SCORED_AT_ONCE, dim=1):
        windows, known = examples.windows(part, length)
        channels = channels_of(windows.flatten(0, 1), known.flatten(0, 1)).view(*part.shape, CHANNELS, length)
        scores.append(networks(channels.transpose(1, 2).to(number)))
    networks.train()
    return torch.cat(scores, 1)[:, : chosen.shape[1]]


def focused_on_tail(weights, labels, scores):
    """Weights what is not a fall by its present probability of one, without changing the sum of weights: an alarm a day is
    one of ten thousand impacts, and the others are learned soon."""
    is_other = labels < 0.5
    likelihood = torch.where(is_other, torch.sigmoid(scores), 0.0)
    total = (weights * is_other).sum(1, keepdim=True)
    mean = (likelihood * weights).sum(1, keepdim=True) / total
    return torch.where(is_other, weights * likelihood / mean.clamp(min=0.02), weights)


def convolve(x, weights, gains, offsets, kernel, is_pooled, known=None):
    """A convolution, batch normalization (by the batch, or a known mean and variance), a rectifier and max pooling; also
    returns the mean and variance."""
    count, channels, batch, length = x.shape
    padded = F.pad(x, (kernel // 2, kernel // 2))
    shifted = torch.stack([padded[..., k : k + length] for k in range(kernel)], 2)
    y = torch.bmm(weights.to(x.dtype), shifted.reshape(count, channels * kernel, batch * length)).float()
    mean = y.mean(2) if known is None else known[0]
    variance = ((y * y).mean(2) - mean * mean).clamp(min=0) if known is None else known[1]
    scale = gains / (variance + 1e-5).sqrt()
    y = F.relu(y * scale[..., None] + (offsets - mean * scale)[..., None]).to(x.dtype).view(count, -1, batch, length)
    if is_pooled:
        end = length // 2 * 2
        y = torch.maximum(y[..., 0:end:2], y[..., 1:end:2])
    return y, mean.detach(), variance.detach()


if torch.cuda.is_available():
    torch._dynamo.config.automatic_dynamic_shapes = False
    torch._dynamo.config.recompile_limit = 64
    convolve = torch.compile(convolve, dynamic=False)
    windows_at = torch.compile(windows_at, dynamic=False)
    varied_channels = torch.compile(varied_channels, dynamic=False)


class Networks(nn.Module):
    """Many networks at once; the first dimension of every weight and every input is the network."""

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

    def forward(self, x):
        """Maps (network, channel, example, time) to (network, example)."""
        for i, kernel in enumerate(KERNELS):
            weights = (self.convolutions[i], self.gains[i], self.offsets[i])
            moving = (getattr(self, f"mean{i}"), getattr(self, f"variance{i}"))
            x, mean, variance = convolve(x, *weights, kernel, i < len(KERNELS) - 1, None if self.training else moving)
            if self.training:
                with torch.no_grad():
                    moving[0].lerp_(mean, 0.1)
                    moving[1].lerp_(variance, 0.1)
        count, channels, batch, length = x.shape
        x = x.float().view(count, channels, batch, PARTS, length // PARTS).mean(4)
        x = F.dropout(x.permute(0, 2, 1, 3).flatten(2), DROPOUT, self.training)
        x = F.relu(torch.bmm(x, self.hidden.transpose(1, 2)) + self.hidden_bias[:, None])
        x = torch.bmm(F.dropout(x, DROPOUT, self.training), self.last.transpose(1, 2)) + self.last_bias[:, None]
        return x[..., 0]


def encoded(state, network, look):
    """Encodes a network for src/detection/network-layers.ts: normalization is folded into the weights, which are rounded."""
    layers = []
    for i in range(len(WIDTHS)):
        scale = state[f"gains.{i}"][network] / np.sqrt(state[f"variance{i}"][network] + 1e-5)
        biases = state[f"offsets.{i}"][network] - state[f"mean{i}"][network] * scale
        weights = state[f"convolutions.{i}"][network] * scale[:, None]
        layers.append(encoded_layer(weights.reshape(len(weights), -1, KERNELS[i]), biases))
    for name in ("hidden", "last"):
        layers.append(encoded_layer(state[name][network][:, :, None], state[f"{name}_bias"][network]))
    return {"secondsBefore": BEFORE // RATE, "secondsAfter": AFTER[look] // RATE, "layers": layers}


def encoded_layer(weights, biases):
    flat = weights.reshape(len(weights), -1)
    scales = np.maximum(np.abs(flat).max(1), 1e-9) / 127
    weight_bytes = np.clip(np.round(flat / scales[:, None]), -127, 127).astype(np.int8)
    rounded = lambda values: [float(f"{value:.5g}") for value in values]
    return {
        "inputs": weights.shape[1],
        "outputs": weights.shape[0],
        "width": weights.shape[2],
        "weights": base64.b64encode(weight_bytes.tobytes()).decode(),
        "scales": rounded(scales),
        "biases": rounded(biases),
    }


def main(source, option=None):
    if option == "--choose":
        np.savez_compressed(f"{source}/networks.npz", **read_examples(source))
        return
    is_packed = source.endswith(".npz")
    examples = dict(np.load(source)) if is_packed else read_examples(source)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    networks = {look: train(examples, look, device) for look in AFTER}
    json.dump(networks, open(f"{option if is_packed else source}/networks.json", "w"))


if __name__ == "__main__":
    main(*sys.argv[1:])
