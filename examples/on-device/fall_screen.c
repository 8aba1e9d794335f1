/* The window of motion and the impacts in it; the same as src/detection/motion-window.ts and impact-scan.ts. */
#include "fall_screen.h"

#include <math.h>
#include <string.h>

static const double gravity = 9.81;
static const double clipping_g = 1.98;
static const double min_impact_g = 1.4;

enum { REACH = 13, EARLY_SAMPLES = 2 * FALL_HZ, LATE_SAMPLES = 5 * FALL_HZ };

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

void fall_screen_start(fall_screen *screen) {
  screen->count = 0;
  screen->pending_count = 0;
}

/* Converts m/s2 to g, and shortens a vector to what every sensor can measure. */
static double clipping_scale(const float *sample) {
  const double x = sample[0], y = sample[1], z = sample[2];
  const double length = sqrt(x * x + y * y + z * z) / gravity;
  return (length > clipping_g ? clipping_g / length : 1) / gravity;
}

static void average(const float *samples, double from, double until, float *out) {
  double sum[3] = {0, 0, 0};
  const int end = (int)ceil(until - 1e-9);
  for (int k = (int)floor(from + 1e-9); k < end; k++) {
    const double left = k > from ? k : from;
    const double right = k + 1 < until ? k + 1 : until;
    const double share = (right - left) / (until - from);
    const double scale = share * clipping_scale(samples + 3 * k);
    for (int axis = 0; axis < 3; axis++) sum[axis] += (double)samples[3 * k + axis] * scale;
  }
  for (int axis = 0; axis < 3; axis++) out[axis] = (float)sum[axis];
}

static void copy(const float *sample, float *out) {
  const double scale = clipping_scale(sample);
  for (int axis = 0; axis < 3; axis++) out[axis] = (float)((double)sample[axis] * scale);
}

/* Averages a higher rate, and repeats the nearest sample of a lower one: interpolation would lose peaks. */
static void resample(const float *samples, int count, float *out, int fresh) {
  const double ratio = (double)count / fresh;
  for (int i = 0; i < fresh; i++) {
    const double until = (i + 1) * ratio;
    if (ratio >= 1)
      average(samples, i * ratio, until < count ? until : count, out + 3 * i);
    else
      copy(samples + 3 * (int)floor((i + 0.5) * ratio), out + 3 * i);
  }
}

static double square_at(const fall_screen *screen, int i) {
  const double x = screen->values[3 * i], y = screen->values[3 * i + 1], z = screen->values[3 * i + 2];
  return x * x + y * y + z * z;
}

/* An impact is the highest sample within half a second before and after it. */
static int is_impact(const fall_screen *screen, int at) {
  const double own = square_at(screen, at);
  if (own < min_impact_g * min_impact_g) return 0;
  /* Clipping makes many samples equally high; the first of them counts. */
  for (int i = larger(0, at - REACH); i < at; i++)
    if (square_at(screen, i) >= own * 0.9999) return 0;
  const int end = smaller(screen->count - 1, at + REACH);
  for (int i = at + 1; i <= end; i++)
    if (square_at(screen, i) > own * 1.0001) return 0;
  return 1;
}

static double look_at(const fall_screen *screen, int impact, fall_look look, fall_on_score on_score, void *context) {
  double features[FALL_MAX_FEATURES];
  fall_features(screen, impact, look, features);
  const double score = fall_score(look, features);
  on_score(context, look, score, screen->count - 1 - impact);
  return score;
}

void fall_screen_add(fall_screen *screen, const float *samples, int count, double rate_hz, fall_on_score on_score,
                     void *context) {
  if (count <= 0) return;
  const double exact = floor(count / rate_hz * FALL_HZ + 0.5);
  const int fresh = smaller(FALL_WINDOW_SAMPLES, larger(1, (int)exact));
  const int kept = larger(0, smaller(screen->count, FALL_WINDOW_SAMPLES - fresh));
  const int dropped = screen->count - kept;
  memmove(screen->values, screen->values + 3 * dropped, sizeof(float) * 3 * (size_t)kept);
  screen->count = kept + fresh;
  resample(samples, count, screen->values + 3 * kept, fresh);

  const int early_end = screen->count - EARLY_SAMPLES;
  const int late_end = screen->count - LATE_SAMPLES;
  int is_loaded = 0;
  int waiting = 0;
  for (int i = 0; i < screen->pending_count; i++) {
    const int impact = screen->pending[i] - dropped;
    if (impact < 0) continue;
    if (impact >= late_end) {
      screen->pending[waiting++] = impact;
      continue;
    }
    if (!is_loaded) fall_load(screen);
    is_loaded = 1;
    look_at(screen, impact, FALL_LATE, on_score, context);
  }
  screen->pending_count = waiting;
  for (int at = larger(0, early_end - fresh); at < early_end; at++) {
    if (!is_impact(screen, at)) continue;
    if (!is_loaded) fall_load(screen);
    is_loaded = 1;
    const double score = look_at(screen, at, FALL_EARLY, on_score, context);
    if (score > FALL_WORTH_SENDING && screen->pending_count < FALL_MAX_PENDING)
      screen->pending[screen->pending_count++] = at;
  }
}
