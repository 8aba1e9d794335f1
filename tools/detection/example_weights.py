"""The weights of the examples that forests and networks are trained on."""

import numpy as np

CONTEXT_STEPS_PER_SECOND = 2
MAX_CONTEXT_WEIGHT = 5


def weigh_falls(is_fall, groups, most, largest):
    """Weights falls by the size of their data set: `largest` for the largest set, up to `most` for the others."""
    weights = np.ones(len(is_fall), np.float32)
    names, counts = np.unique(groups[is_fall], return_counts=True)
    for name, count in zip(names, counts):
        weight = largest if count == counts.max() else min(most, 0.7 * counts.max() / count)
        weights[is_fall & (groups == name)] = weight
    return weights


def match_contexts(weights, is_fall, before):
    """Weights daily life so that the number of known seconds before an impact carries no information about its label."""
    steps = np.round(before * CONTEXT_STEPS_PER_SECOND).astype(int)
    matched = weights.copy()
    for step in np.unique(steps):
        fall_share = weights[is_fall & (steps == step)].sum() / weights[is_fall].sum()
        life_share = weights[~is_fall & (steps == step)].sum() / weights[~is_fall].sum()
        if life_share > 0:
            matched[~is_fall & (steps == step)] *= min(MAX_CONTEXT_WEIGHT, fall_share / life_share)
    return matched
