/* The boosted trees; the same as src/detection/forest.ts. */
#include "fall_screen.h"
#include "fall_trees.h"

#include <string.h>

enum { TREES_PER_CHECK = 40 };

/* An impact below this score is so far from an alarm that evaluation ends. */
static const double early_exit_score = -6;

double fall_score(fall_look look, const double *features) {
  const fall_forest *forest = look == FALL_EARLY ? &fall_early_forest : &fall_late_forest;
  const int nodes = (1 << forest->depth) - 1;
  double sum = forest->bias;
  for (int tree = 0; tree < forest->trees; tree++) {
    if (tree % TREES_PER_CHECK == 0 && sum < early_exit_score) return sum;
    const int root = tree * nodes;
    int at = 0;
    for (int level = 0; level < forest->depth; level++) {
      /* A threshold is the upper half of a 32-bit number. */
      const uint32_t bits = (uint32_t)forest->thresholds[root + at] << 16;
      float threshold;
      memcpy(&threshold, &bits, sizeof threshold);
      at = 2 * at + (features[forest->features[root + at]] > threshold ? 2 : 1);
    }
    sum += forest->leaves[root + tree + at - nodes] / 256.0;
  }
  return sum;
}
