"""How the windows that networks are trained on are varied, beyond what another sensor would measure.

Falls come from short trials of few data sets, daily life from one device. What is alike in all trials of a set, or in all of
daily life, must not tell a fall: the length of the history, the motion before, the strength, one channel alone.
"""

import torch
import torch.nn.functional as F

from network_inputs import AFTER, BEFORE, RATE, channels_of, clipped, unit

# Of windows_at in network_inputs.py.
SENSOR = {"speed": 0.12, "slow": 0.3, "width": (0.6, 1.4), "gain": 0.05, "axis_gain": 0.02, "zero": 0.01, "clipped": 0.5}
# The logarithm of how much stronger or weaker half of the windows become, and the most noise.
STRENGTH = 0.25
NOISE = 0.015
# The share of windows that begin later, that end early (late look), and that begin with other motion.
CUT_SHARE = 0.4
TRUNCATED_SHARE = {"early": 0, "late": 0.6}
SPLICED_SHARE = {"early": 0.35, "late": 0.4}
# The share of other motion that comes from trials, which contain running and jumping, and not from daily life.
TRIAL_SHARE = 0.35
NEAR = RATE // 2


def varied_channels(windows, known, seconds_before, counts, look, channel_dropout):
    """Varies batches of several networks and returns their channels: (network, channel, example, time).

    Windows are (network, example, time, axis); each batch consists of falls, trials and daily life, as many as `counts`
    says. `channel_dropout` is the share of channels that each network does without.
    """
    networks, size, length, _ = windows.shape
    falls, trials, life = counts
    device = windows.device
    others, others_known = windows[:, falls:], known[:, falls:]
    known = with_history_of_falls(known, seconds_before, falls)
    windows = windows * known[..., None]
    chosen = torch.where(
        torch.rand(networks, size, device=device) < TRIAL_SHARE,
        torch.randint(trials, (networks, size), device=device),
        trials + torch.randint(life, (networks, size), device=device),
    )
    donors = others.gather(1, chosen[..., None, None].expand(-1, -1, length, 3)).flatten(0, 1)
    donors_known = others_known.gather(1, chosen[..., None].expand(-1, -1, length)).flatten(0, 1)
    windows, known = spliced(windows.flatten(0, 1), known.flatten(0, 1), donors, donors_known, SPLICED_SHARE[look])
    windows, known = varied(windows, known, look)
    channels = channels_of(windows, known)
    kept = torch.rand(*channels.shape[:2], 1, device=device) >= channel_dropout.repeat_interleave(size)[:, None, None]
    return (channels * kept).view(networks, size, -1, length).transpose(1, 2).contiguous()


def with_history_of_falls(known, seconds_before, falls):
    """Shortens what is known before other impacts to that before some fall of the batch."""
    networks, size, length = known.shape
    device = known.device
    chosen = torch.randint(falls, (networks, size - falls), device=device)
    samples_before = (seconds_before[:, :falls] * RATE).round().clamp(max=BEFORE)
    first = (BEFORE - samples_before.gather(1, chosen))[..., None]
    index = torch.arange(length, device=device)[None, None]
    is_kept = (index >= first) | (first >= BEFORE - 20)
    return torch.cat([known[:, :falls], known[:, falls:] * is_kept.float()], 1)


def spliced(windows, known, others, others_known, share):
    """Replaces the beginning of some windows by that of others, rotated so that the direction of gravity continues."""
    n, length, _ = windows.shape
    device = windows.device
    index = torch.arange(length, device=device)[None]
    is_known = known[:, :BEFORE] > 0
    first = torch.where(is_known.any(1), known[:, :BEFORE].argmax(1), BEFORE)
    places = (BEFORE - (NEAR + 1 + torch.rand(n, device=device) * (BEFORE - 26))).long()
    places = torch.maximum(first, places)[:, None]

    def direction(of, mask, start, end):
        mask = mask * ((index >= start) & (index < end)).float()
        return unit((of * mask[..., None]).sum(1) / mask.sum(1, keepdim=True).clamp(min=1))

    others = rotated(
        others,
        direction(others, others_known, places - NEAR, places),
        direction(windows, known, places, places + NEAR),
    )
    is_spliced = (torch.rand(n, device=device) < share) & (first < BEFORE - NEAR)
    is_other = (index < places) & is_spliced[:, None]
    return torch.where(is_other[..., None], others, windows), torch.where(is_other, others_known, known)


def rotated(vectors, start, end):
    """Rotates vectors by the shortest rotation from one direction to another (Rodrigues)."""
    axis = torch.cross(start, end, dim=1)[:, None].expand_as(vectors)
    cosine = (start * end).sum(1)[:, None, None]
    once = torch.cross(axis, vectors, dim=2)
    return vectors + once + torch.cross(axis, once, dim=2) / (1 + cosine).clamp(min=1e-2)


def varied(windows, known, look):
    """Makes the motion around its mean of a second stronger or weaker, adds noise, and hides a beginning or an end."""
    n, length, _ = windows.shape
    random = lambda *shape: torch.rand(n, *shape, device=windows.device)
    index = torch.arange(length, device=windows.device).float()[None]
    means = second_means(windows * known[..., None]) / second_means(known[..., None]).clamp(min=1e-3)
    strength = torch.exp((random(1, 1) * 2 - 1) * STRENGTH)
    windows = torch.where(random(1, 1) < 0.5, means + strength * (windows - means), windows)
    windows = clipped(windows + torch.randn_like(windows) * NOISE * random(1, 1))
    start = torch.floor(random(1) * (BEFORE - 20)) * (random(1) < CUT_SHARE).float()
    known = known * (index >= start).float()
    if TRUNCATED_SHARE[look] > 0:
        early, late = AFTER["early"], AFTER["late"]
        end = torch.where(random(1) < TRUNCATED_SHARE[look], early + (late - early) * random(1), length)
        known = known * (index < BEFORE + end).float()
    return windows * known[..., None], known


def second_means(values):
    return F.avg_pool1d(values.transpose(1, 2), RATE, 1, RATE // 2).transpose(1, 2)
