/*
 * Runs the screen on recorded readings, to compare its scores with those of the service. It reads the file replay.in
 * (recorded_reading.h) and writes replay.out.
 *
 * A rate below zero means that every sample is scored, not only impacts. Each score: the look and how many samples ago, as
 * 32-bit integers, and the score as a 64-bit number.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../fall_screen.h"
#include "recorded_reading.h"

static fall_screen screen;
static recorded_reading reading;
static FILE *out;

static void write_score(void *context, fall_look look, double score, int samples_ago) {
  (void)context;
  const int32_t where[2] = {(int32_t)look, samples_ago};
  fwrite(where, sizeof where, 1, out);
  fwrite(&score, sizeof score, 1, out);
}

static void no_score(void *context, fall_look look, double score, int samples_ago) {
  (void)context, (void)look, (void)score, (void)samples_ago;
}

/* Scores the samples that have just become old enough for a look, whether they are impacts or not. */
static void score_every_sample(int fresh) {
  double features[FALL_MAX_FEATURES];
  fall_load(&screen);
  for (int look = FALL_EARLY; look <= FALL_LATE; look++) {
    const int end = screen.count - FALL_HZ * (look == FALL_EARLY ? 2 : 5);
    for (int at = end - fresh < 0 ? 0 : end - fresh; at < end; at++) {
      fall_features(&screen, at, (fall_look)look, features);
      write_score(0, (fall_look)look, fall_score((fall_look)look, features), screen.count - 1 - at);
    }
  }
}

int main(void) {
  FILE *in = fopen("replay.in", "rb");
  out = fopen("replay.out", "wb");
  if (!in || !out) return 1;
  int status;
  while ((status = read_recorded(in, &reading)) > 0) {
    const double rate_hz = reading.rate_hz;
    const int count = (int)reading.count;
    if (reading.starts) fall_screen_start(&screen);
    fall_screen_add(&screen, reading.samples, count, fabs(rate_hz), rate_hz < 0 ? no_score : write_score, 0);
    if (rate_hz < 0) score_every_sample((int)floor(count / -rate_hz * FALL_HZ + 0.5));
  }
  if (status < 0) return -status;
  fclose(in);
  return fclose(out) == 0 ? 0 : 4;
}
