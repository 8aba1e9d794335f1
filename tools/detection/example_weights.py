"""What the examples weigh that forests and networks learn from."""

import numpy as np

CONTEXT_STEPS_PER_SECOND = 2
MAX_CONTEXT_WEIGHT = 5


def weigh_falls(is_fall, groups, most, largest):
    """Falls of the smaller sets weigh more, up to `most`, and those of the largest `largest`, so that it does not decide alone."""
    weights = np.ones(len(is_fall), np.float32)
    names, counts = np.unique(groups[is_fall], return_counts=True)
    for name, count in zip(names, counts):
        weight = largest if count == counts.max() else min(most, 0.7 * counts.max() / count)
        weights[is_fall & (groups == name)] = weight
    return weights


def match_contexts(weights, is_fall, before):
    """Weighs daily life so that how many seconds are known before an impact tells nothing of what it is."""
    steps = np.round(before * CONTEXT_STEPS_PER_SECOND).astype(int)
    matched = weights.copy()
    for step in np.unique(steps):
        wanted = weights[is_fall & (steps == step)].sum() / weights[is_fall].sum()
        found = weights[~is_fall & (steps == step)].sum() / weights[~is_fall].sum()
        if found > 0:
            matched[~is_fall & (steps == step)] *= min(MAX_CONTEXT_WEIGHT, wanted / found)
    return matched
