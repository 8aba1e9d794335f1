/*
 * Writes the event with which a device that decides alone sends the motion around an impact: the body of
 * POST /api/device/events, as JSON. Nothing is allocated; the text comes in pieces of at most 64 bytes.
 */
#ifndef IMPACT_EVENT_H
#define IMPACT_EVENT_H

#include "fall_screen.h"

typedef void (*impact_write)(void *context, const char *text);

/* The window of the screen ends now. The id has no characters that JSON would escape. */
void write_impact_event(const fall_screen *screen, const char *device_id, impact_write write, void *context);

/* How many bytes that are: the service wants to know before it reads them. */
int impact_event_length(const fall_screen *screen, const char *device_id);

#endif
