import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { falling, type SyntheticMotion, standing } from '../../tools/detection/synthetic-motion.ts'
import { Bangle, BangleStorage, Gadgetbridge } from '../support/bangle.ts'
import { incidentsOf } from '../support/incidents.ts'
import { countRows, randomMac } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()
let origin: string
before(async () => {
  origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
})

const hz = 25
const still: SyntheticMotion = () => ({ accel: standing, gyro: [0, 0, 0] })

async function wearer() {
  const person = await service.signUp()
  const { body } = await service.call('POST', '/device/keys', {
    token: person.token,
    body: { name: 'Watch' },
  })
  const url = `${origin}/api`
  const storage = new BangleStorage()
  const device = randomMac()
  storage.module.writeJSON('fallwatch.json', { url, key: body.data.key, device })
  const phone = new Gadgetbridge()
  const watch = new Bangle(storage, phone, () => service.ctx.now().getTime())
  /** Somebody wears the watch for some seconds; each of its requests is answered before it goes on. */
  async function wear(seconds: number, motion = still): Promise<void> {
    for (let i = 0; i < seconds * hz; i++) {
      watch.measure(motion(i / hz).accel)
      if (i % hz < hz - 1) continue
      service.advance('1s')
      await phone.idle()
    }
  }
  const stored = async () => {
    const rows = await service.ctx.db.query<{ id: string }>('select id from devices where user_id = $1', [
      person.id,
    ])
    const query = { limit: '100', samples: 'true' }
    const path = `/device/${rows[0]?.id}/readings`
    const { body } = await service.call('GET', path, { token: person.token, query })
    return body.data as { uptime: number; samples: { rateHz: number; values: number[][] } }[]
  }
  return { person, key: body.data, storage, phone, watch, wear, stored }
}

describe('a Bangle.js 2', () => {
  test('sends what it measures through a phone, and its fall is noticed', async () => {
    const { person, watch, wear, stored, phone } = await wearer()
    await wear(30, falling)
    const [incident, ...others] = await incidentsOf(service, person)
    assert.deepEqual([incident?.kind, others.length], ['FALL', 0])
    assert.ok(watch.buzzes.includes(2000), 'the watch says so')
    assert.match(watch.screen, /Fall noticed/)
    assert.ok(phone.statuses.every(({ status }) => status === 200))
    assert.deepEqual(watch.registers, [
      [0x18, 0b01110100],
      [0x1b, 0x41],
      [0x18, 0b11110100],
    ])
    const readings = (await stored()).toSorted((a, b) => a.uptime - b.uptime)
    const rows = readings.flatMap(({ samples }) => samples.values)
    assert.ok(rows.length >= 29 * hz)
    assert.ok(readings.every(({ samples }) => samples.rateHz === hz))
    for (const [i, row] of rows.entries())
      for (const axis of [0, 1, 2] as const) {
        const measured = falling(i / hz).accel[axis]
        const limit = 8 * 9.80665
        const expected = Math.max(-limit, Math.min(limit, measured))
        assert.ok(Math.abs((row[axis] ?? 0) - expected) < 0.02, `row ${i}: ${row[axis]} and not ${expected}`)
      }
  })

  test('calls for help with its button, once, also if there was no phone and it was restarted', async () => {
    const { person, watch, wear, phone, storage } = await wearer()
    await wear(2)
    phone.isConnected = false
    watch.press()
    await wear(3)
    assert.match(watch.screen, /NOT CALLED YET\nNo phone/)
    watch.restart()
    await wear(90)
    assert.equal(watch.state.calls, 1)
    assert.deepEqual(await incidentsOf(service, person), [])
    phone.isConnected = true
    phone.isOnline = false
    await wear(20)
    assert.match(watch.screen, /NOT CALLED YET\nNo service/)
    phone.isOnline = true
    await wear(5)
    const [incident, ...others] = await incidentsOf(service, person)
    assert.deepEqual([incident?.kind, others.length], ['SOS', 0])
    assert.equal(await countRows(service, 'device_events', []), 1)
    assert.deepEqual([watch.state.calls, storage.plain.get('fallwatch.calls.json')], [0, '[]'])
    watch.press()
    await phone.idle()
    assert.match(watch.screen, /Help was called/)
  })

  test('keeps what it could not send, in files that end, and sends it afterwards', async () => {
    const { watch, wear, phone, storage, stored } = await wearer()
    await wear(3)
    phone.isConnected = false
    await wear(35)
    watch.restart()
    await wear(20)
    assert.equal(storage.appended.size, 2)
    phone.isConnected = true
    await wear(4)
    watch.restart()
    await wear(20)
    assert.equal(storage.appended.size, 0)
    assert.equal(watch.state.kept, false)
    assert.ok(
      phone.statuses.every(({ status }) => status === 200),
      JSON.stringify(phone.statuses),
    )
    const rows = (await stored()).reduce((sum, { samples }) => sum + samples.values.length, 0)
    assert.ok(rows >= 80 * hz, `${rows} rows`)

    phone.isConnected = false
    for (let i = 0; i < 4000 * hz; i++) watch.measure(standing)
    assert.equal(storage.appended.size, 12)
    const bytes = [...storage.appended.values()].reduce((sum, text) => sum + text.length, 0)
    assert.ok(bytes < 1_000_000, `${bytes} bytes`)
  })

  test('asks for a person when its key is revoked, and does not press the service', async () => {
    const { person, key, watch, wear, phone } = await wearer()
    await wear(2)
    await service.call('DELETE', `/device/keys/${key.id}`, { token: person.token })
    const before = phone.statuses.length
    await wear(100)
    assert.deepEqual(
      phone.statuses.slice(before).map(({ status }) => status),
      [401],
    )
    assert.match(watch.screen, /Key refused/)
  })
})
