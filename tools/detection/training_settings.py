"""Settings that forests and networks share."""

FOLDS = (0, 1, 2, 3, 4, -1)  # -1 leaves nobody out.
SEED = 1  # Of sampling and of initial weights; the examples have the seed of `npm run train`.
