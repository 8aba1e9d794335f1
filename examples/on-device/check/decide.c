/*
 * A device that decides alone, on recorded readings in the format of replay.c. It writes each event that it sends on a
 * line, after the number of the second in which it sends it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../fall_screen.h"
#include "../impact_event.h"

enum { MAX_SAMPLES = 512 };

static fall_screen screen;
static float samples[MAX_SAMPLES * 3];
static int is_worth_sending;

static void on_score(void *context, fall_look look, double score, int samples_ago) {
  (void)context, (void)look, (void)samples_ago;
  if (score > FALL_WORTH_SENDING) is_worth_sending = 1;
}

static int written;

static void print(void *context, const char *text) {
  (void)context;
  written += printf("%s", text);
}

int main(int count_of_arguments, char **arguments) {
  if (count_of_arguments != 2) return 1;
  const char *device_id = arguments[1];
  int32_t head[2];
  double rate_hz;
  fall_screen_start(&screen);
  for (int second = 0; fread(head, sizeof head, 1, stdin) == 1; second++) {
    const size_t count = (size_t)head[1];
    if (count > MAX_SAMPLES) return 2;
    if (fread(&rate_hz, sizeof rate_hz, 1, stdin) != 1) return 3;
    if (fread(samples, sizeof(float) * 3, count, stdin) != count) return 3;
    is_worth_sending = 0;
    fall_screen_add(&screen, samples, (int)count, rate_hz, on_score, 0);
    if (!is_worth_sending) continue;
    printf("%d ", second);
    written = 0;
    write_impact_event(&screen, device_id, 0, print, 0);
    if (written != impact_event_length(&screen, device_id, 0)) return 4;
    printf("\n");
  }
  return 0;
}
