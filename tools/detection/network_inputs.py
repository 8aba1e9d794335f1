"""The inputs of networks: motion around impacts, taken from whole recordings, and the channels calculated from it.

Windows are (example, time, axis) in g, with a mask of the known samples (example, time). Unknown samples are zero.
"""

import math

import torch
import torch.nn.functional as F

RATE = 25
BEFORE = 3 * RATE
AFTER = {"early": 2 * RATE, "late": 5 * RATE}
CHANNELS = 5
UNITS_PER_G = 1024
CLIPPING_G = 1.98
# No recording has more samples a second than twice RATE, and no sample of a window lies further from its place than this.
NATIVE_PER_SAMPLE = 2
MARGIN = 5


class Recordings:
    """All recordings one after the other, on the device that trains."""

    def __init__(self, signals, starts, lengths, rates):
        self.signals, self.starts, self.lengths, self.rates = signals, starts, lengths, rates


def windows_at(recordings, of, seconds, length, vary=None):
    """Returns the windows around impacts at these seconds of these recordings, and what of them is known.

    Without `vary` they are what src/detection/motion-window.ts makes of the recording. With it, each is what another
    sensor, in another place and at another rate, would have measured of a motion that is a little faster or slower: the
    variations of `varied` in variations.py need the resampled window, these the motion as it was recorded.
    """
    n, device = len(of), seconds.device
    margin = MARGIN if vary else 0
    rate = recordings.rates[of][:, None]
    random = lambda: torch.rand(n, 1, device=device)
    speed, phase, width = (torch.full((n, 1), value, device=device) for value in (1.0, 0.0, 1.0))
    if vary:
        speed = torch.where(random() < 0.6, torch.exp((random() * 2 - 1) * vary["speed"]), speed)
        phase = (random() - 0.5) / RATE
        least, most = vary["width"]
        width = torch.where(random() < 0.5, width, least + (most - least) * random())
    step = speed / RATE
    index = torch.arange(length + 2 * margin, device=device).float()[None]
    # Places in a recording of hours need more digits than 32 bits have.
    places = (seconds.double()[:, None] + phase + (index - BEFORE - margin) * step) * rate
    first = torch.floor(places[:, :1]) - 3
    fastest = math.exp(vary["speed"]) if vary else 1
    count = math.ceil((length + 2 * margin) * fastest * NATIVE_PER_SAMPLE + 12)
    native, known = native_samples(recordings, of, first.long() + torch.arange(count, device=device)[None])
    if vary:
        native = as_another_sensor(native, vary)
    native = clipped(native)
    sums = F.pad(torch.cumsum(torch.cat([native * known, known], 2), 1), (0, 0, 1, 0))

    def sums_until(place):
        place = place.clamp(0, count - 1)
        whole = place.floor()
        at = whole.long()[..., None].expand(-1, -1, 4)
        share = (place - whole)[..., None]
        return torch.gather(sums, 1, at) * (1 - share) + torch.gather(sums, 1, at + 1) * share

    begin = (places - first).float()
    span = (rate * step).float()
    # A higher rate is averaged, of a lower one the nearest sample is repeated.
    nearest = torch.floor(begin + 0.5 * span + 1e-4)
    start = torch.where(rate < RATE, nearest, begin + 0.5 * span * (1 - width))
    end = torch.where(rate < RATE, nearest + 1, begin + 0.5 * span * (1 + width))
    if vary:
        own_rate = 10 + 15 * random()
        own_phase = random()
        taken_at = (torch.floor((places / rate + 0.5 * step) * own_rate - own_phase) + own_phase) / own_rate
        taken = (torch.floor(taken_at * rate) - first).float().clamp(min=0)
        is_slow = (random() < vary["slow"]) & (own_rate < rate)
        start, end = torch.where(is_slow, taken, start), torch.where(is_slow, taken + 1, end)
    means = (sums_until(end) - sums_until(start)) / (end - start).clamp(min=1e-3)[..., None]
    mask = (means[..., 3] > 0.99).float()
    values = means[..., :3] * mask[..., None]
    if not vary:
        return values, mask
    # The impact is the hardest sample of what the other sensor measured; sometimes its neighbour.
    near = values[:, BEFORE + margin - 4 : BEFORE + margin + 5].norm(dim=2)
    missed = torch.randint(-1, 2, (n,), device=device) * (random()[:, 0] < 0.3)
    shift = (near.argmax(1) + margin - 4 + missed).clamp(0, 2 * margin)
    kept = shift[:, None] + torch.arange(length, device=device)[None]
    return torch.gather(values, 1, kept[..., None].expand(-1, -1, 3)), torch.gather(mask, 1, kept)


def native_samples(recordings, of, index):
    """Returns samples of recordings in g, and 1 for those that exist."""
    known = (index >= 0) & (index < recordings.lengths[of][:, None])
    places = (recordings.starts[of][:, None] + index).clamp(0, len(recordings.signals) - 1)
    return recordings.signals[places].float() / UNITS_PER_G, known.float()[..., None]


def as_another_sensor(samples, vary):
    """Turns each window, changes the gain and zero of the axes, and clips some of them at 2 g."""
    n, device = len(samples), samples.device
    spread = lambda *shape: torch.rand(n, 1, *shape, device=device) * 2 - 1
    samples = torch.bmm(samples, random_rotations(n, device).transpose(1, 2))
    samples = samples * (1 + vary["gain"] * spread(1)) * (1 + vary["axis_gain"] * spread(3))
    samples = samples + vary["zero"] * torch.randn(n, 1, 3, device=device)
    limit = torch.where(torch.rand(n, 1, 1, device=device) < vary["clipped"], 2.0, 16.0)
    return torch.maximum(torch.minimum(samples, limit), -limit)


def random_rotations(n, device):
    w, x, y, z = unit(torch.randn(n, 4, device=device)).unbind(1)
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )
    return torch.stack([torch.stack(row, 1) for row in rows], 1)


def clipped(values):
    """Shortens vectors as the service does."""
    return values * (CLIPPING_G / values.norm(dim=2, keepdim=True).clamp(min=CLIPPING_G))


def unit(vectors):
    return vectors / vectors.norm(dim=-1, keepdim=True).clamp(min=1e-3)


def channels_of(windows, known):
    """Returns the same channels as src/detection/network-channels.ts: (example, channel, time)."""
    index = torch.arange(windows.shape[1], device=windows.device)[None]

    def along_mean(start, end):
        mask = known * ((index >= BEFORE + start) & (index < BEFORE + end)).float()
        mean = (windows * mask[..., None]).sum(1, keepdim=True) / mask.sum(1)[:, None, None].clamp(min=1)
        return (windows * unit(mean)).sum(2)

    magnitude = windows.norm(dim=2)
    change = F.pad((windows[:, 1:] - windows[:, :-1]).norm(dim=2) * known[:, 1:] * known[:, :-1], (1, 0))
    before, after = along_mean(-BEFORE, -10), along_mean(13, 50)
    across = (magnitude * magnitude - before * before).clamp(min=0).sqrt()
    return torch.stack([(magnitude - 1) * known, change, before, after, across], 1)
