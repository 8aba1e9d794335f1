import { z } from 'zod'

const id = z.string().max(100)

export const eventsQuery = z.object({
  lastEventId: id.optional().meta({
    description: 'As the header Last-Event-ID, which comes first, for clients that cannot set headers',
  }),
})

/** The other headers stay as they are. */
export const eventsHeaders = z.looseObject({
  'last-event-id': z
    .string()
    .optional()
    .meta({ description: 'The id of the last event received: the stream continues after it' }),
})

export const eventsResponse = {
  description: 'The stream, which stays open',
  content: {
    'text/event-stream': {
      schema: z.string().meta({
        example: 'event: incident.opened\nid: 57\ndata: {"id":"…","kind":"FALL","state":"OPEN"}\n\n',
      }),
    },
  },
}
