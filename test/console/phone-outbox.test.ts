import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Row } from '../../web/src/phone/motion-sampler.ts'
import { type KeptSecond, nextRequest, outcomeOf } from '../../web/src/phone/outbox.ts'

const facts = { device_id: '02:00:00:00:00:01', placement: 'pocket' }
const start = Date.parse('2026-11-15T09:00:00.000Z')
const row = (x: number): Row => [x, 0, 9.81, 0, 0, 0]

/** Seconds that ended so many seconds after the start. */
const ended = (...ends: number[]): KeptSecond[] =>
  ends.map((end, i) => ({
    id: i + 1,
    client_timestamp: new Date(start + end * 1000).toISOString(),
    uptime_ms: 5000 + end * 1000,
    rows: Array.from({ length: 25 }, (_, k) => row(end + (k === 7 ? 20 : 0))),
  }))
const at = (seconds: number) => start + seconds * 1000

describe('the next request', () => {
  test('is none while nothing is kept', () => assert.equal(nextRequest([], facts, start), undefined))

  test('is a live reading of what has just happened, with the motion at its peak', () => {
    const request = nextRequest(ended(1, 2, 3), { ...facts, battery_level: 80 }, at(3.2))
    assert.deepEqual([request?.kind, request?.ids], ['live', [1, 2, 3]])
    const { samples, ...body } = (request?.body ?? {}) as Record<string, unknown>
    assert.equal((samples as Row[]).length, 75)
    assert.deepEqual(body, {
      ...{ ...facts, battery_level: 80, uptime_ms: 8000, sample_rate_hz: 25 },
      ...{ accel_x: 23, accel_y: 0, accel_z: 9.81, gyro_x: 0, gyro_y: 0, gyro_z: 0 },
    })
  })

  const batches: [string, KeptSecond[], number][] = [
    ['more than five seconds', ended(1, 2, 3, 4, 5, 6), 6],
    ['what is older than ten seconds', ended(1), 11.5],
    ['seconds with a pause in between', ended(1, 4), 4.5],
  ]
  for (const [what, kept, now] of batches)
    test(`is a batch for ${what}`, () => {
      const request = nextRequest(kept, facts, at(now))
      assert.equal(request?.kind, 'batch')
      const { readings = [] } = (request?.body ?? {}) as {
        readings?: { client_timestamp: string; samples: Row[] }[]
      }
      assert.deepEqual(
        readings.map(({ client_timestamp, samples }) => [client_timestamp, samples.length]),
        kept.map(({ client_timestamp }) => [client_timestamp, 25]),
      )
    })

  test('has a hundred readings at most, the oldest first', () => {
    const kept = ended(...Array.from({ length: 250 }, (_, i) => i))
    const request = nextRequest(kept, facts, at(250))
    assert.deepEqual(
      request?.ids,
      kept.slice(0, 100).map(({ id }) => id),
    )
  })
})

describe('a response', () => {
  const sent = { kind: 'batch' as const, ids: [11, 12, 13] }

  test('of 200 ends what was sent', () => {
    assert.deepEqual(outcomeOf(sent, { status: 200 }, 3), {
      ...{ doneIds: [11, 12, 13], refused: 0, waitMs: 1000, line: 'connected' },
    })
  })

  test('of 400 ends the readings that it names, or all', () => {
    const named = outcomeOf(sent, { status: 400, fields: ['readings.1.samples', 'readings.10.spo2'] }, 0)
    assert.deepEqual([named.doneIds, named.refused], [[12], 1])
    assert.deepEqual(outcomeOf(sent, { status: 400, fields: ['device_id'] }, 0).doneIds, [11, 12, 13])
    assert.deepEqual(outcomeOf({ kind: 'live', ids: [1] }, { status: 413 }, 0).refused, 1)
  })

  const kept: [number, number, string, number][] = [
    [401, 0, 'ended', 60_000],
    [403, 0, 'refused', 60_000],
    [409, 0, 'refused', 60_000],
    [429, 700, 'connected', 700],
    [429, 0, 'connected', 1000],
    [0, 0, 'lost', 1000],
    [503, 5000, 'lost', 5000],
  ]
  for (const [status, retryAfter, line, waitMs] of kept)
    test(`of ${status} keeps everything: ${line}, again after ${waitMs} ms`, () => {
      const outcome = outcomeOf(sent, { status, retryAfter }, 0, 0)
      assert.deepEqual(outcome, { doneIds: [], refused: 0, line, waitMs })
    })

  test('that fails to come is waited for longer each time, sixteen seconds and a quarter at most', () => {
    const waits = [0, 1, 2, 3, 4, 5, 100].map(
      (failures) => outcomeOf(sent, { status: 0 }, failures, 0).waitMs,
    )
    assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 16_000, 16_000])
    assert.equal(outcomeOf(sent, { status: 0 }, 9, 1).waitMs, 20_000)
  })
})
