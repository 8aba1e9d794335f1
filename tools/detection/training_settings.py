"""Settings that forests and networks share."""

PERSON_FOLDS = 5
SEED = 1  # Of sampling and of initial weights; the examples have the seed of `npm run train`.


def folds_of(description):
    """Returns what is left out in turn, as in tools/detection/folds.ts, and -1 for models of all people."""
    left_out = len(description["leftOutSets"])
    return list(range(left_out)) if left_out else [*range(PERSON_FOLDS), -1]
