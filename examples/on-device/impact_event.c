#include "impact_event.h"

#include <stdio.h>
#include <string.h>

static const double gravity = 9.81;

void write_impact_event(const fall_screen *screen, const char *device_id, const char *at, impact_write write,
                        void *context) {
  char text[64];
  write(context, "{\"event\":\"impact\",\"device_id\":\"");
  write(context, device_id);
  if (at) {
    write(context, "\",\"at\":\"");
    write(context, at);
  }
  snprintf(text, sizeof text, "\",\"sample_rate_hz\":%d,\"samples\":[", FALL_HZ);
  write(context, text);
  for (int i = 0; i < screen->count; i++) {
    const float *g = screen->values + 3 * i;
    /* Rows have three more numbers for rotation, which the detector does not use. */
    snprintf(text, sizeof text, "%s[%.3f,%.3f,%.3f,0,0,0]", i == 0 ? "" : ",", g[0] * gravity, g[1] * gravity,
             g[2] * gravity);
    write(context, text);
  }
  write(context, "]}");
}

static void add_length(void *context, const char *text) { *(int *)context += (int)strlen(text); }

int impact_event_length(const fall_screen *screen, const char *device_id, const char *at) {
  int length = 0;
  write_impact_event(screen, device_id, at, add_length, &length);
  return length;
}
