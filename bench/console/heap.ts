import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import type { Figure } from '../alerts/figure.ts'
import { withClient } from '../stores.ts'

const firstEvents = 1000
const lastEvents = 10_000
const eventsAtOnce = 500
/** What the engine keeps for itself differs by this much from one measurement to the next. */
const maxGrowth = 1.2

/** Compares the memory of an open page after 1,000 events and after 10,000. */
export async function measureHeap(
  page: Page,
  databaseUrl: string,
  incidents: { id: string; patientId: string }[],
): Promise<Figure> {
  const devtools = await page.context().newCDPSession(page)
  await countEvents(page)
  const after: number[] = []
  for (const total of [firstEvents, lastEvents]) {
    await emitEvents(page, databaseUrl, incidents, total)
    after.push(await heapBytes(devtools))
  }
  const [first = 0, last = 0] = after
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1)
  return {
    name: `JavaScript heap after ${lastEvents} events`,
    measured: `${mb(last)} MB (${mb(first)} MB after ${firstEvents})`,
    goal: `< ${maxGrowth} × that after ${firstEvents}`,
    isMet: first > 0 && last < first * maxGrowth,
    values: { firstBytes: first, lastBytes: last },
  }
}

/** The page hands its events on to other tabs; what they hear is counted here. */
async function countEvents(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const me = await (await fetch('/api/me', { headers: { 'x-requested-with': 'bench' } })).json()
    globalThis.eventCount = 0
    globalThis.eventChannel = new BroadcastChannel('fallwatch-live-' + me.data.id)
    eventChannel.onmessage = ({ data }) => { if (data.type === 'event') eventCount++ }
  })()`)
}

/** Adds events of these incidents, as if they had changed, until the page has got this many in all. */
async function emitEvents(
  page: Page,
  databaseUrl: string,
  incidents: { id: string; patientId: string }[],
  total: number,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (;;) {
      const before = await page.evaluate<number>('eventCount')
      if (before >= total) return
      await client.query(
        `with appended as (
           insert into events (type, at, patient_id, subject_id)
           select 'incident.changed', now(), patient, incident
           from generate_series(1, $3) as n
           join unnest($1::uuid[], $2::uuid[]) with ordinality as t (incident, patient, i)
             on i = 1 + n % cardinality($1::uuid[])
         )
         select pg_notify('fallwatch_events', '')`,
        [incidents.map(({ id }) => id), incidents.map(({ patientId }) => patientId), eventsAtOnce],
      )
      while ((await page.evaluate<number>('eventCount')) < before + eventsAtOnce) await sleep(50)
    }
  })
}

async function heapBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.enable')
  // What one collection frees can make more to be freed by the next.
  for (let i = 0; i < 3; i++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize
}
