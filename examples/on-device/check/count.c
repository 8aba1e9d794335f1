/*
 * Counts the instructions that the screen takes for recorded readings on a Cortex-M4 in QEMU, whose clock advances by the
 * same time with each instruction (-icount). It reads replay.in (recorded_reading.h) and writes replay.out: the ticks
 * of a million instructions, and for each reading the ticks and the number of scores, as 32-bit integers.
 */
#include <stdint.h>
#include <stdio.h>

#include "../fall_screen.h"
#include "recorded_reading.h"

static volatile uint32_t *const control = (volatile uint32_t *)0xe000e010u;
static volatile uint32_t *const reload = (volatile uint32_t *)0xe000e014u;
static volatile uint32_t *const current = (volatile uint32_t *)0xe000e018u;
static const uint32_t ticks_before_zero = 0xffffffu;
static const uint32_t has_passed_zero = 1u << 16;

static fall_screen screen;
static recorded_reading reading;
static int32_t scores;

static void count_score(void *context, fall_look look, double score, int samples_ago) {
  (void)context, (void)look, (void)score, (void)samples_ago;
  scores++;
}

/* Runs the counter of the processor (SysTick) down from its highest value. */
static void start_counting(void) {
  *control = 0;
  *reload = ticks_before_zero;
  *current = 0;
  *control = 5;
  while (*current == 0) continue;
}

/* Returns the ticks since, or -1 if there were more than can be counted. */
static int32_t counted(void) {
  const uint32_t left = *current;
  return *control & has_passed_zero ? -1 : (int32_t)(ticks_before_zero - left);
}

static int32_t ticks_of_a_million(void) {
  uint32_t left = 500000;
  start_counting();
  __asm volatile("1: subs %0, #1\n bne 1b" : "+r"(left) : : "cc");
  return counted();
}

int main(void) {
  FILE *in = fopen("replay.in", "rb");
  FILE *out = fopen("replay.out", "wb");
  if (!in || !out) return 1;
  const int32_t million = ticks_of_a_million();
  fwrite(&million, sizeof million, 1, out);
  int status;
  while ((status = read_recorded(in, &reading)) > 0) {
    if (reading.starts) fall_screen_start(&screen);
    scores = 0;
    start_counting();
    fall_screen_add(&screen, reading.samples, (int)reading.count, reading.rate_hz, count_score, 0);
    const int32_t ticks = counted();
    if (ticks < 0) return 4;
    fwrite(&ticks, sizeof ticks, 1, out);
    fwrite(&scores, sizeof scores, 1, out);
  }
  if (status < 0) return -status;
  fclose(in);
  return fclose(out) == 0 ? 0 : 5;
}
