/*
 * Runs the screen on recorded readings, to compare its scores with those of the service. It reads the file replay.in and
 * writes replay.out.
 *
 * Each reading: two 32-bit integers (1 if the device starts, the number of samples), the rate as a 64-bit number, and the
 * samples as 32-bit numbers. A rate below zero means that every sample is scored, not only impacts. Each score: the look
 * and how many samples ago, as 32-bit integers, and the score as a 64-bit number.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../fall_screen.h"

enum { MAX_SAMPLES = 512 };

static fall_screen screen;
static float samples[MAX_SAMPLES * 3];
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
  int32_t head[2];
  double rate_hz;
  while (fread(head, sizeof head, 1, in) == 1) {
    const size_t count = (size_t)head[1];
    if (count > MAX_SAMPLES) return 2;
    if (fread(&rate_hz, sizeof rate_hz, 1, in) != 1) return 3;
    if (fread(samples, sizeof(float) * 3, count, in) != count) return 3;
    if (head[0]) fall_screen_start(&screen);
    fall_screen_add(&screen, samples, (int)count, fabs(rate_hz), rate_hz < 0 ? no_score : write_score, 0);
    if (rate_hz < 0) score_every_sample((int)floor((double)count / -rate_hz * FALL_HZ + 0.5));
  }
  fclose(in);
  return fclose(out) == 0 ? 0 : 4;
}
