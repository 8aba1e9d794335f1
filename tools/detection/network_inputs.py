"""The windows that networks are trained on: random variations of them, and the channels that are calculated from them."""

import torch
import torch.nn.functional as F

RATE = 25
BEFORE = 3 * RATE
AFTER = {"early": 2 * RATE, "late": 5 * RATE}
CHANNELS = 5
# The share of examples of a slower device, and the logarithm of how much stronger or weaker half of them become.
SLOW_SHARE = 0.3
STRENGTH_RANGE = 0.2


def known_in(windows):
    """Returns 1 for known samples; unknown ones are zeros, which no sensor measures."""
    return (windows.abs().sum(2, keepdim=True) > 0).float()


def channels_of(windows):
    """Returns the same channels as src/detection/network-channels.ts."""
    known = known_in(windows)
    index = torch.arange(windows.shape[1], device=windows.device)[None, :, None]

    def direction(start, end):
        mask = known * ((index >= BEFORE + start) & (index < BEFORE + end)).float()
        mean = (windows * mask).sum(1, keepdim=True) / mask.sum(1, keepdim=True).clamp(min=1)
        return mean / mean.norm(dim=2, keepdim=True).clamp(min=1e-3)

    magnitude = windows.norm(dim=2, keepdim=True)
    steps = (windows[:, 1:] - windows[:, :-1]).norm(dim=2, keepdim=True) * known[:, 1:] * known[:, :-1]
    change = F.pad(steps, (0, 0, 1, 0))
    before = (windows * direction(-BEFORE, -10)).sum(2, keepdim=True)
    after = (windows * direction(13, 50)).sum(2, keepdim=True)
    across = (magnitude * magnitude - before * before).clamp(min=0).sqrt()
    return torch.cat([(magnitude - 1) * known, change, before, after, across], 2).transpose(1, 2)


def truncated(windows, after, share):
    """Ends some windows between the early and the late look, so that a network does not learn their length."""
    n, length, _ = windows.shape
    dev = windows.device
    early, late = AFTER["early"] / RATE, AFTER["late"] / RATE
    end = torch.where(torch.rand(n, device=dev) < share, early + (late - early) * torch.rand(n, device=dev), late)
    index = torch.arange(length, device=dev)[None]
    return windows * (index < BEFORE + RATE * torch.minimum(end, after)[:, None])[..., None]


def spliced(windows, others, share):
    """Replaces the beginning of some windows by that of others, rotated so that the direction of gravity continues.

    Falls come from trials, which all begin in a similar way. Without this, a network learns that as the sign of a fall.
    """
    n = len(windows)
    index = torch.arange(BEFORE, device=windows.device)[None]
    known = known_in(windows[:, :BEFORE])[..., 0]
    first = torch.where(known.any(1), known.argmax(1), BEFORE)
    splice = (RATE // 2 + torch.rand(n, device=windows.device) * 1.8 * RATE).long()
    splice = torch.maximum(first, splice)[:, None]

    def direction(of, start, end):
        mean = (of * ((index >= start) & (index < end))[..., None]).sum(1)
        return mean / mean.norm(dim=1, keepdim=True).clamp(min=1e-3)

    near = RATE // 2
    rotated_others = rotated(
        others, direction(others, splice - near, splice), direction(windows[:, :BEFORE], splice, splice + near)
    )
    is_spliced = (torch.rand(n, device=windows.device) < share) & (first < BEFORE - near)
    is_other = (index < splice) & is_spliced[:, None]
    begin = torch.where(is_other[..., None], rotated_others, windows[:, :BEFORE])
    return torch.cat([begin, windows[:, BEFORE:]], 1)


def rotated(vectors, start, end):
    """Rotates vectors by the shortest rotation from one direction to another (Rodrigues)."""
    axis = torch.cross(start, end, dim=1)[:, None].expand_as(vectors)
    cosine = (start * end).sum(1)[:, None, None]
    once = torch.cross(axis, vectors, dim=2)
    return vectors + once + torch.cross(axis, once, dim=2) / (1 + cosine).clamp(min=1e-2)


def second_means(values):
    return F.avg_pool1d(values.transpose(1, 2), RATE, 1, RATE // 2).transpose(1, 2)


def augmented(windows):
    """Varies windows as other people and devices would.

    They differ in speed, time, gain, noise and the length before the impact, in the strength of motion around its mean of a
    second, and some have a lower rate, whose samples are repeated as the service does.
    """
    n, length, _ = windows.shape
    dev = windows.device
    random = lambda *shape: torch.rand(*shape, device=dev)
    known = known_in(windows)
    index = torch.arange(length, device=dev).float()[None]
    stretch = 1 + (torch.rand(n, 1, device=dev) - 0.5) * 0.2 * (torch.rand(n, 1, device=dev) < 0.5).float()
    at = (index - BEFORE) * stretch + BEFORE + torch.floor(random(n, 1) * 5) - 2
    step = torch.where(random(n, 1) < SLOW_SHARE, RATE / (10 + 15 * random(n, 1)), 1.0)
    phase = random(n, 1) * step
    repeated = torch.floor(torch.floor((at + phase) / step) * step - phase + 0.5)
    at = torch.where(step > 1, repeated, at)
    low = at.floor().clamp(0, length - 1)
    share = (at - low).clamp(0, 1)[..., None]
    high = (low + 1).clamp(max=length - 1)

    def pick(of, places):
        return torch.gather(of, 1, places.long()[..., None].expand(-1, -1, of.shape[2]))

    moved = pick(windows, low) * (1 - share) + pick(windows, high) * share
    known = pick(known, low) * pick(known, high)
    means = second_means(moved * known) / second_means(known).clamp(min=1e-3)
    strength = torch.exp((random(n, 1, 1) - 0.5) * 2 * STRENGTH_RANGE)
    moved = torch.where(random(n, 1, 1) < 0.5, means + strength * (moved - means), moved)
    gain = 1 + 0.1 * (torch.rand(n, 1, 1, device=dev) - 0.5)
    noise = torch.randn_like(moved) * 0.012 * torch.rand(n, 1, 1, device=dev)
    start = (torch.rand(n, 1, device=dev) * (BEFORE - 20)).floor() * (torch.rand(n, 1, device=dev) < 0.4).float()
    known = known * (index >= start).float()[..., None]
    return (moved * gain + noise) * known
