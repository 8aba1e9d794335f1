/* The full summary of a second of motion, for a device that cannot send its samples. Acceleration is in m/s2. */
#ifndef SECOND_SUMMARY_H
#define SECOND_SUMMARY_H

typedef struct {
  float peak[3];      /* accel_peak */
  float mean[3];      /* accel_mean */
  float spread;       /* accel_spread */
  float low_share;    /* accel_low_share */
  float peak_at;      /* accel_peak_at */
  float spread_first; /* accel_spread_first */
} second_summary;

/* Summarizes the samples of a second, oldest first: x, y and z of each, gravity included. There must be two or more. */
void summarize_second(const float (*samples)[3], int count, second_summary *summary);

#endif
