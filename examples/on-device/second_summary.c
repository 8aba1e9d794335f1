#include "second_summary.h"

#include <math.h>

#define LOW 6.867f      /* 0.7 g */
#define LONGEST 19.4238f /* 1.98 g */

static float length(const float *v) { return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/* Returns the spread of samples that are shortened to a length, and writes their mean. */
static float spread_of(const float (*samples)[3], int count, float longest, float *mean) {
  float squares = 0;
  mean[0] = mean[1] = mean[2] = 0;
  for (int i = 0; i < count; i++) {
    float own = length(samples[i]);
    float scale = own > longest ? longest / own : 1;
    for (int k = 0; k < 3; k++) mean[k] += samples[i][k] * scale / count;
  }
  for (int i = 0; i < count; i++) {
    float own = length(samples[i]);
    float scale = own > longest ? longest / own : 1;
    for (int k = 0; k < 3; k++) squares += powf(samples[i][k] * scale - mean[k], 2);
  }
  return sqrtf(squares / count);
}

void summarize_second(const float (*samples)[3], int count, second_summary *summary) {
  float ignored[3];
  float largest = -1;
  int peak = 0, first = 0, low = 0;
  for (int i = 0; i < count; i++) {
    float own = length(samples[i]);
    if (own > length(samples[peak])) peak = i;
    if (own < LOW) low++;
    if (own > LONGEST) own = LONGEST;
    if (own > largest) {
      largest = own;
      first = i;
    }
  }
  for (int k = 0; k < 3; k++) summary->peak[k] = samples[peak][k];
  summary->spread = spread_of(samples, count, INFINITY, summary->mean);
  summary->low_share = (float)low / count;
  summary->peak_at = (first + 0.5f) / count;
  summary->spread_first = spread_of(samples, count / 2, LONGEST, ignored);
}
