"""Trains the networks of the fall detector.

    python3 train_networks.py WORK           chooses examples and trains, into WORK/networks.json
    python3 train_networks.py WORK --choose  writes the chosen examples to WORK/networks.npz, for another machine
    python3 train_networks.py FILE.npz OUT   trains on chosen examples, into OUT/networks.json

WORK is the folder in which `npm run train` keeps its examples and forests. The script needs NumPy, PyTorch and the modules
beside it, and takes long without an accelerator. For each look and each fold, and last for all people, it trains an
ensemble of networks whose scores are averaged. The networks of a fold never saw its people or its data set; if data sets
were left out, there are none of all people.

The input of a network is the motion from three seconds before an impact to two (early) or five (late) after it, in channels
that do not depend on how the device is worn. Of daily life, it is trained on the impacts that the forests score highest,
and on a sample of the others with a higher weight.
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
from network_inputs import AFTER, BEFORE, CHANNELS, RATE, augmented, channels_of, spliced, truncated
from training_settings import SEED, folds_of

MEMBERS = 5
WIDTHS = (24, 48, 64, 96)
KERNELS = (7, 5, 5, 3)
PARTS = 5
HIDDEN = 32
EPOCHS = {"early": 85, "late": 97}
BATCH = 1024
WEIGHT_DECAY = 0.3
DROPOUT = 0.4
HARD_SHARE = 0.16
EASY_EXAMPLES = 25_000
TRIAL_EXAMPLES = 30_000
# The highest weight of falls of the smaller data sets, and the weight of those of the largest.
FALL_WEIGHTS = {"early": (3.5, 1.5), "late": (4.7, 2.5)}
# The share of examples that begin with other motion of daily life, and that end early.
SPLICED_SHARE = {"early": 0, "late": 0.3}
TRUNCATED_SHARE = {"early": 0, "late": 0.6}


def choose_examples(work):
    """Returns the windows to train on, with labels, folds, groups, weights and the number of known seconds around them."""
    description = json.load(open(f"{work}/recordings.json"))
    info = description["recordings"]
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
    sampled = random.choice(easy, min(EASY_EXAMPLES, len(easy)), replace=False)
    falls = np.where(is_training & (rows[:, 3] == 1))[0]
    trials = np.where(is_training & (kinds != "life") & (rows[:, 3] == 0))[0]
    trials = random.choice(trials, min(TRIAL_EXAMPLES, len(trials)), replace=False)
    weights = np.ones(len(rows), np.float32)
    weights[sampled] = min(5, len(easy) / max(1, len(sampled)))
    chosen = np.sort(np.concatenate([hard, sampled, falls, trials]))
    return {
        "left_out": np.array(folds_of(description)),
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
    fall_weights = weigh_falls(is_fall, examples["groups"], *FALL_WEIGHTS[look])
    weights = np.where(is_fall, fall_weights, examples["weights"])
    return match_contexts(weights, is_fall, examples["before"])


def train(examples, look, device):
    """Trains the networks of all folds at the same time, each on its own examples."""
    torch.manual_seed(SEED)
    started = time.time()
    windows = torch.tensor(examples["windows"][:, : BEFORE + AFTER[look]]).to(device)
    labels = torch.tensor(examples["labels"]).float().to(device)
    weights = torch.tensor(weights_of(examples, look)).float().to(device)
    is_whole_life = examples["is_life"] & (examples["before"] >= BEFORE / RATE)
    after = torch.tensor(examples["after"]).float().to(device)
    own, donors = [], []
    left_out = examples["left_out"].tolist()
    for fold in left_out:
        is_seen = examples["folds"] != fold
        own += MEMBERS * [torch.tensor(np.where(is_seen)[0]).to(device)]
        donors += MEMBERS * [torch.tensor(np.where(is_seen & is_whole_life)[0]).to(device)]
    networks = Networks(len(own)).to(device)
    average = Networks(len(own)).to(device)
    average.load_state_dict(networks.state_dict())
    steps = min(len(rows) for rows in own) // BATCH
    optimizer = torch.optim.AdamW(networks.parameters(), lr=3e-3, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=EPOCHS[look] * steps, pct_start=0.15)
    for epoch in range(EPOCHS[look]):
        shuffled = [rows[torch.randperm(len(rows), device=device)[: steps * BATCH]] for rows in own]
        for batch in torch.stack(shuffled).split(BATCH, dim=1):
            flat = batch.flatten()
            seen = windows[flat].float() / 64
            if SPLICED_SHARE[look] > 0:
                others = [rows[torch.randint(len(rows), (BATCH,), device=device)] for rows in donors]
                seen = spliced(seen, windows[torch.cat(others), :BEFORE].float() / 64, SPLICED_SHARE[look])
            if TRUNCATED_SHARE[look] > 0:
                seen = truncated(seen, after[flat], TRUNCATED_SHARE[look])
            channels = channels_of(augmented(seen))
            inputs = channels.view(len(own), BATCH, CHANNELS, -1).transpose(1, 2)
            scores = networks(inputs.to(torch.bfloat16 if device == "cuda" else torch.float32))
            losses = F.binary_cross_entropy_with_logits(scores, labels[batch] * 0.98 + 0.005, reduction="none")
            focused = focused_on_tail(weights[batch], labels[batch], scores.detach())
            loss = (losses * focused).mean(1).sum()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            with torch.no_grad():
                for kept, now in zip(average.state_dict().values(), networks.state_dict().values()):
                    kept.lerp_(now, 0.005)
        if epoch % 10 == 9:
            print(f"{look}: epoch {epoch + 1}, {time.time() - started:.0f} s, loss {loss.item() / len(own):.4f}", flush=True)
    state = {name: value.double().cpu().numpy() for name, value in average.state_dict().items()}
    return [[encoded(state, fold * MEMBERS + member, look) for member in range(MEMBERS)] for fold in range(len(left_out))]


def focused_on_tail(weights, labels, scores):
    """Weights daily life by its present probability of a fall, without changing its sum: an alarm a day is one of ten
    thousand impacts, and the others are learned soon."""
    is_life = labels < 0.5
    likelihood = torch.where(is_life, torch.sigmoid(scores), 0.0)
    total = (weights * is_life).sum(1, keepdim=True)
    mean = (likelihood * weights).sum(1, keepdim=True) / total
    return torch.where(is_life, weights * likelihood / mean.clamp(min=0.02), weights)


def convolve(x, weights, gains, offsets, kernel, is_pooled):
    """A convolution, batch normalization, a rectifier and max pooling; also returns the mean and variance of the batch."""
    count, channels, batch, length = x.shape
    padded = F.pad(x, (kernel // 2, kernel // 2))
    shifted = torch.stack([padded[..., k : k + length] for k in range(kernel)], 2)
    y = torch.bmm(weights.to(x.dtype), shifted.reshape(count, channels * kernel, batch * length)).float()
    mean = y.mean(2)
    variance = ((y * y).mean(2) - mean * mean).clamp(min=0)
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
            x, mean, variance = convolve(x, *weights, kernel, i < len(KERNELS) - 1)
            with torch.no_grad():
                getattr(self, f"mean{i}").lerp_(mean, 0.1)
                getattr(self, f"variance{i}").lerp_(variance, 0.1)
        count, channels, batch, length = x.shape
        x = F.adaptive_avg_pool1d(x.float().flatten(0, 1), PARTS).view(count, channels, batch, PARTS)
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
        np.savez_compressed(f"{source}/networks.npz", **choose_examples(source))
        return
    is_chosen = source.endswith(".npz")
    examples = dict(np.load(source)) if is_chosen else choose_examples(source)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    networks = {look: train(examples, look, device) for look in AFTER}
    json.dump(networks, open(f"{option if is_chosen else source}/networks.json", "w"))


if __name__ == "__main__":
    main(*sys.argv[1:])
