/*
 * Writes the event with which a device that decides alone sends the motion around an impact: the body of
 * POST /api/device/events, as JSON. Nothing is allocated; the text comes in pieces of at most 64 bytes.
 */
#ifndef IMPACT_EVENT_H
#define IMPACT_EVENT_H

#include "fall_screen.h"

typedef void (*impact_write)(void *context, const char *text);

/*
 * `at` is when the newest sample was measured, as 2026-11-15T09:13:04Z, or 0 for an event that is sent at once. The id has
 * no characters that JSON would escape.
 */
void write_impact_event(const fall_screen *screen, const char *device_id, const char *at, impact_write write,
                        void *context);

/* How many bytes that are: the service wants to know before it reads them. */
int impact_event_length(const fall_screen *screen, const char *device_id, const char *at);

#endif
