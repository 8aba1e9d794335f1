import type { ReadEventViews } from './event-views.ts'
import type { StreamEvent } from './events.store.ts'

/** One event as the protocol has it; JSON contains no line breaks. Without an id, it does not move where a client resumes. */
export const frame = (type: string, id: number | undefined, data: unknown) =>
  Buffer.from(`event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)

/** The time of the service, for clients whose own clock may be wrong; others leave a comment out. */
export const timeComment = (now: Date) => `: ${now.toISOString()}\n`

/**
 * Returns the frames of events by their ids, with the subjects as they are now. An event whose subject no
 * longer exists has none, nor has one whose subject cannot be read.
 */
export async function renderFrames(
  readViews: ReadEventViews,
  events: readonly StreamEvent[],
): Promise<Map<number, Buffer>> {
  const frames = new Map<number, Buffer>()
  for (const type of new Set(events.map((event) => event.type))) {
    const ofType = events.filter((event) => event.type === type)
    const ids = new Set(ofType.map(({ subjectId }) => subjectId))
    const views = await readViews(type, [...ids])
    const byId = new Map(views.map((view) => [view.id, view]))
    for (const { id, subjectId } of ofType) {
      const view = byId.get(subjectId)
      if (view) frames.set(id, frame(type, id, view))
    }
  }
  return frames
}
