"""Settings that forests and networks share."""

import numpy as np

SEED = 1  # Of sampling and of initial weights; the examples have the seed of `npm run train`.


def left_out_folds(description):
    """Returns the folds that each model is trained without (tools/detection/folds.ts), one row for each model, filled with -1."""
    rows = description["trainedWithout"]
    longest = max(map(len, rows))
    return np.array([row + [-1] * (longest - len(row)) for row in rows])
