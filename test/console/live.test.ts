import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { until } from '../../harness/until.ts'
import { ApiError } from '../../web/src/api/client.ts'
import { keys } from '../../web/src/api/keys.ts'
import { retryDelayMs, shouldRetry } from '../../web/src/api/retries.ts'
import { hasDeviceProblem, type Incident } from '../../web/src/home/my-incidents.ts'
import { isCalm, needsHelpNow } from '../../web/src/incident/incident.ts'
import type { LiveEvent } from '../../web/src/live/live-events.ts'
import { serviceTime, setClockAhead } from '../../web/src/live/service-clock.ts'
import { updateCache } from '../../web/src/live/update-cache.ts'

/** Which of the keys are to be read again after an event. */
function outdated(event: LiveEvent, known: readonly (readonly string[])[]): (readonly string[])[] {
  const client = new QueryClient()
  for (const key of known) client.setQueryData(key, [])
  updateCache(client, event)
  return known.filter((key) => client.getQueryState(key)?.isInvalidated)
}

describe('what is cached', () => {
  const known = [keys.me, keys.patient('rosa'), keys.notes('rosa'), keys.notes('luis')]

  test('before a stream has begun is read again, apart from who is signed in', () => {
    const ready: LiveEvent = { type: 'ready', data: { id: '1', reachable: true, unread: 0 } }
    assert.deepEqual(outdated(ready, known), known.slice(1))
  })

  test('of a patient is read again when they have moved, or share more or less', () => {
    const shown = [
      [...keys.patient('rosa'), 'sharing'],
      [...keys.patient('rosa'), 'series', 'day'],
      keys.overview,
      keys.incident('1'),
      keys.trace('1'),
    ]
    const event: LiveEvent = { type: 'patient.changed', data: { id: 'rosa' } }
    assert.deepEqual(outdated(event, [...shown, keys.me, keys.patient('luis')]), shown)
    const access = [...keys.patient('rosa'), 'access']
    const links: LiveEvent = { type: 'shares.changed', data: { id: 'rosa' } }
    assert.deepEqual(outdated(links, [...shown, access]), [access])
  })

  test('of notes is read again when there are others', () => {
    assert.deepEqual(outdated({ type: 'notes.changed', data: { id: 'rosa' } }, known), [keys.notes('rosa')])
  })
})

test('a list of incidents that could not be read is read when one of them changes', async () => {
  const client = new QueryClient()
  let reads = 0
  const failing = new QueryObserver(client, {
    queryKey: keys.unresolved,
    queryFn: () => (++reads === 1 ? Promise.reject(new Error('refused')) : []),
    retry: false,
  })
  const stop = failing.subscribe(() => {})
  await until(() => failing.getCurrentResult().isError, 60_000)
  updateCache(client, { type: 'incident.changed', data: { id: '1', state: 'OPEN' } as Incident })
  await until(() => failing.getCurrentResult().isSuccess, 60_000)
  stop()
  assert.equal(reads, 2)
})

test('a first answer that is on its way when an incident changes is shown, and followed by a newer one', async () => {
  const client = new QueryClient()
  const answers = ['before the change', 'after it']
  let answer = () => {}
  const loading = new QueryObserver(client, {
    queryKey: keys.incident('1'),
    queryFn: () => new Promise<string | undefined>((resolve) => (answer = () => resolve(answers.shift()))),
  })
  const stop = loading.subscribe(() => {})
  for (let events = 0; events < 2; events++)
    updateCache(client, { type: 'incident.changed', data: { id: '1', state: 'OPEN' } as Incident })
  for (const expected of [...answers]) {
    await until(() => {
      answer()
      return loading.getCurrentResult().data === expected
    }, 60_000)
  }
  await until(() => !loading.getCurrentResult().isFetching, 60_000)
  assert.deepEqual([answers, client.getQueryState(keys.incident('1'))?.isInvalidated], [[], false])
  stop()
})

test('a refused request is sent again only if that may help, and not before the service wants it', () => {
  const refusal = (status: number, seconds?: number) => new ApiError(status, 'refused', {}, seconds)
  const isRepeated = (status: number) => [0, 3].map((count) => shouldRetry(count, refusal(status)))
  assert.deepEqual(isRepeated(429), [true, true])
  assert.deepEqual(isRepeated(503), [true, false])
  assert.deepEqual(isRepeated(404), [false, false])
  const waits = Array.from({ length: 100 }, () => retryDelayMs(0, refusal(429, 20)))
  assert.ok(Math.min(...waits) >= 20_000 && Math.max(...waits) <= 25_000)
  assert.ok(new Set(waits).size > 1, 'all come back at once')
  assert.ok(retryDelayMs(0, refusal(429, 86_400)) <= 75_000)
})

test('times are those of the service, whatever the clock of the device says', () => {
  setClockAhead(-600_000)
  assert.equal(serviceTime(1_000_000).getTime(), 400_000)
  const before = Date.now()
  const shown = serviceTime().getTime() + 600_000
  assert.ok(before <= shown && shown <= Date.now())
})

describe('an incident', () => {
  const incidents = (['FALL', 'SOS', 'VITALS', 'DEVICE_SILENT', 'LOW_BATTERY'] as const).map((kind) => ({
    ...{ kind, severity: 'MEDIUM' as const, deviceId: 'watch' },
  }))

  test('sounds and is red only about a person', () => {
    const urgent = incidents.filter((incident) => needsHelpNow({ ...incident, state: 'OPEN' }))
    assert.deepEqual(
      urgent.map(({ kind }) => kind),
      ['FALL', 'SOS', 'VITALS'],
    )
  })

  test('about a person is not calm until it is over; one about a device is', () => {
    const calmIn = (state: Incident['state']) =>
      incidents.filter((incident) => isCalm([{ ...incident, state }])).map(({ kind }) => kind)
    for (const state of ['CHECKING', 'OPEN', 'ACKNOWLEDGED'] as const)
      assert.deepEqual(calmIn(state), ['DEVICE_SILENT', 'LOW_BATTERY'], state)
    assert.equal(calmIn('RESOLVED').length, incidents.length)
  })

  test('about a device says nothing about another one', () => {
    const known = incidents as Incident[]
    assert.ok(hasDeviceProblem(known, 'DEVICE_SILENT', 'watch'))
    assert.ok(!hasDeviceProblem(known, 'DEVICE_SILENT', 'necklace'))
  })
})
