// Own process: it measures for how long the event loop stands still, to which garbage of earlier files adds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addUnregisteredDevice, batchReading, sampledSecond } from './support/readings.ts'
import { useService } from './support/service.ts'

const service = useService()
const narrow = useService({ RATE_LIMIT_BACKFILL: '50/24h' })

/** A batch that takes long to assess: a hundred hard impacts, a few seconds apart, with samples. */
const hundredImpacts = () => {
  const begin = service.ctx.now().getTime() - 3_000_000
  return Array.from({ length: 100 }, (_, i) =>
    batchReading(new Date(begin + i * 4000), { uptime_ms: 1000 + i * 4000, ...sampledSecond(0) }),
  )
}

/** stallsDuring measures for how long the event loop stood still meanwhile: at a stretch, and in all. */
async function stallsDuring<T>(work: () => Promise<T>) {
  const noticeableMs = 3
  let longestMs = 0
  let totalMs = 0
  let last = performance.now()
  let isDone = false
  setImmediate(function look() {
    const stall = performance.now() - last
    last += stall
    longestMs = Math.max(longestMs, stall)
    if (stall > noticeableMs) totalMs += stall
    if (!isDone) setImmediate(look)
  })
  const answer = await work()
  isDone = true
  return { answer, longestMs, totalMs }
}

/** backfill sends a hundred impacts of a new device, which has credit or none. */
async function backfill(to: typeof service, credit: 'credit' | 'no credit' = 'credit') {
  const { id, token } = await to.signUp()
  const device = await addUnregisteredDevice(to, id)
  if (credit === 'no credit')
    await to.ctx.db.query(
      `update device_states set backfill_credit_ms = 0, backfilled_at = $2
       where device = (select number from devices where id = $1)`,
      [device.id, to.ctx.now()],
    )
  const body = { device_id: device.mac, readings: hundredImpacts() }
  return stallsDuring(() => to.call('POST', '/device/sensor-stream/batch', { token, body }))
}

test('a batch of a hundred hard impacts lets others come in between', async () => {
  await backfill(service)
  const { answer, longestMs, totalMs } = await backfill(service)
  assert.equal(answer.status, 200)
  assert.ok(longestMs < totalMs / 3, `${longestMs} ms of ${totalMs} at a stretch`)
})

test('a batch that is refused is not assessed', async () => {
  const taken = await backfill(service)
  const refused = [await backfill(service, 'no credit'), await backfill(narrow)]
  for (const { answer, totalMs } of refused) {
    assert.equal(answer.status, 429)
    assert.ok(totalMs < taken.totalMs / 3, `${totalMs} ms, and ${taken.totalMs} where it is taken`)
  }
})
