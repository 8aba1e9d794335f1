/*
 * The first stage of the fall detector in plain C99, for a device that decides alone which seconds of motion to send. It
 * keeps the last 13 seconds, finds impacts in them and scores each with the trees of the service, twice: two and five
 * seconds after it. Nothing is allocated, and every score is the same number as that of the service.
 *
 * `npm run export-model -- --out FILE` writes the trees as fall_trees.h, which fall_trees.c includes.
 */
#ifndef FALL_SCREEN_H
#define FALL_SCREEN_H

#include <stdint.h>

enum {
  FALL_HZ = 25,
  FALL_WINDOW_SAMPLES = 325,
  /* Two impacts are at least half a second apart, and wait for three seconds. */
  FALL_MAX_PENDING = 16,
  FALL_MAX_FEATURES = 96
};

/* A score above this is worth sending: about eight impacts an hour on a busy wrist are. */
#define FALL_WORTH_SENDING (-3.5)

typedef enum { FALL_EARLY, FALL_LATE } fall_look;

/* Called for each impact at each look; `samples_ago` says how long before the newest sample it was, at FALL_HZ. */
typedef void (*fall_on_score)(void *context, fall_look look, double score, int samples_ago);

typedef struct {
  /* The window: x, y and z in g at FALL_HZ, oldest first. */
  float values[FALL_WINDOW_SAMPLES * 3];
  int count;
  int pending[FALL_MAX_PENDING];
  int pending_count;
  /* Working memory of the features. */
  double magnitudes[FALL_WINDOW_SAMPLES];
  double sums[(FALL_WINDOW_SAMPLES + 1) * 4];
} fall_screen;

void fall_screen_start(fall_screen *screen);

/*
 * Adds the samples of about a second, x, y and z in m/s2 with gravity, and scores the impacts whose look has become due.
 * A device that missed samples starts again.
 */
void fall_screen_add(fall_screen *screen, const float *samples, int count, double rate_hz, fall_on_score on_score,
                     void *context);

/* Used by fall_screen.c: the features of the impact at a sample, and the log-odds of a fall from them. */
void fall_load(fall_screen *screen);
void fall_features(const fall_screen *screen, int impact, fall_look look, double *features);
double fall_score(fall_look look, const double *features);

#endif
