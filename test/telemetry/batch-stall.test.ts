import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addUnregisteredDevice, batchReading, sampledSecond } from '../support/readings.ts'
import { useService } from '../support/service.ts'

const service = useService()
const narrow = useService({ RATE_LIMIT_BACKFILL: '50/24h' })

/** A batch that takes long to assess: a hundred hard impacts, a few seconds apart, with samples. */
const hundredImpacts = () => {
  const begin = service.ctx.now().getTime() - 3_000_000
  return Array.from({ length: 100 }, (_, i) =>
    batchReading(new Date(begin + i * 4000), { uptime_ms: 1000 + i * 4000, ...sampledSecond(0) }),
  )
}

/**
 * Measures how much processor time this process used between two turns of the event loop: at most, and in
 * all turns that use a noticeable part of it. Other than time that passes, it does not depend on what else is running.
 */
async function stallsDuring<T>(work: () => Promise<T>) {
  const noticeableUs = 3000
  let longestUs = 0
  let totalUs = 0
  let last = process.cpuUsage()
  let isDone = false
  setImmediate(function look() {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    const used = user + system
    longestUs = Math.max(longestUs, used)
    if (used > noticeableUs) totalUs += used
    if (!isDone) setImmediate(look)
  })
  const answer = await work()
  isDone = true
  return { answer, longestUs, totalUs }
}

/** Sends a hundred impacts of a new device, which has credit or none. */
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

/** Garbage of other tests may be collected in any of several attempts; what the code itself does, it does in all. */
async function attempts(to: typeof service, credit: 'credit' | 'no credit', status: number) {
  const all = []
  for (let i = 0; i < 3; i++) all.push(await backfill(to, credit))
  for (const { answer } of all) assert.equal(answer.status, status, answer.text)
  return all
}

const leastTotal = (all: { totalUs: number }[]) => Math.min(...all.map(({ totalUs }) => totalUs))

test('a batch of a hundred hard impacts lets others come in between, and one that is refused is not assessed', async () => {
  const taken = await attempts(service, 'credit', 200)
  const shares = taken.map(({ longestUs, totalUs }) => longestUs / totalUs)
  assert.ok(Math.min(...shares) < 1 / 3, `at a stretch: ${shares} of the processor time`)
  for (const refused of [await attempts(service, 'no credit', 429), await attempts(narrow, 'credit', 429)]) {
    const [most, used] = [leastTotal(taken) / 3, leastTotal(refused)]
    assert.ok(used < most, `${used} µs, of at most ${most}`)
  }
})
