/*
 * Reads recorded readings, which the tools write one after the other: two 32-bit integers (1 if the device starts, the
 * number of samples), the rate as a 64-bit number, and the samples as 32-bit numbers.
 */
#ifndef RECORDED_READING_H
#define RECORDED_READING_H

#include <stdint.h>
#include <stdio.h>

enum { MAX_SAMPLES = 512 };

typedef struct {
  int32_t starts;
  size_t count;
  double rate_hz;
  float samples[MAX_SAMPLES * 3];
} recorded_reading;

/* Returns 1 for a reading, 0 at the end of the file, -2 if a reading is too long, and -3 if it is cut off. */
static int read_recorded(FILE *in, recorded_reading *reading) {
  int32_t head[2];
  if (fread(head, sizeof head, 1, in) != 1) return 0;
  reading->starts = head[0];
  reading->count = (size_t)head[1];
  if (reading->count > MAX_SAMPLES) return -2;
  if (fread(&reading->rate_hz, sizeof reading->rate_hz, 1, in) != 1) return -3;
  return fread(reading->samples, sizeof(float) * 3, reading->count, in) == reading->count ? 1 : -3;
}

#endif
