import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../../harness/until.ts'
import type { Display } from '../../tools/simulate/display.ts'
import { parse, type SimulateOptions } from '../../tools/simulate/options.ts'
import { simulate } from '../../tools/simulate/run.ts'
import { printSummary } from '../../tools/simulate/summary.ts'
import { openTerminal } from '../../tools/terminal.ts'
import { listenForMqtt } from '../support/mqtt.ts'
import { countRows } from '../support/readings.ts'
import { type TestService, useService } from '../support/service.ts'

const paced = useService()
const unpaced = useService({ RATE_LIMIT_SENSOR: 'off' })

/** The lines that the display of the last run printed. */
let printed: string[] = []
const plain = openTerminal({ write() {} }, {})
const display: Display = {
  isLive: false,
  paint: plain.paint,
  say: (line) => void printed.push(line),
  draw() {},
  finish() {},
}

async function run(
  service: TestService,
  fields: Partial<SimulateOptions>,
  signal = new AbortController().signal,
) {
  const listening = service.app.server.listening
  const url = listening ? addressOf(service) : await service.app.listen({ host: '127.0.0.1', port: 0 })
  const defaults = parse([]) as SimulateOptions
  printed = []
  return simulate({ ...defaults, url, hz: 10, ...fields }, signal, display)
}

function addressOf({ app }: TestService): string {
  const address = app.server.address()
  assert.ok(address && typeof address === 'object')
  return `http://127.0.0.1:${address.port}`
}

test('five devices register and send within the default rate limits, and no reading is refused', async () => {
  const { totals, caregiver, patients, alerts } = await run(paced, { devices: 5, duration: 2 })
  assert.deepEqual([...totals.errors], [])
  assert.equal(patients.length, 5)
  assert.ok(totals.live >= 5)
  assert.equal(totals.live, await countRows(paced, 'readings', []))
  assert.equal(await countRows(paced, 'devices', []), 5)
  assert.equal(await countRows(paced, 'assignments where caregiver_id = $1', [caregiver.id]), 5)
  assert.equal(alerts, await countRows(paced, 'alerts', []))
  assert.equal((await paced.logIn(caregiver.email, caregiver.password)).status, 200)
})

test('the rate limit of the service slows a fast run down instead of refusing its readings', async () => {
  const { totals, slowedTo } = await run(paced, { devices: 1, duration: 2, speed: 10, remove: true })
  assert.deepEqual([...totals.errors], [])
  assert.equal(slowedTo, 1000)
  assert.equal(await countRows(paced, 'devices', []), 5, 'those of this run are gone again')
})

test('devices that speak MQTT send all their readings so, and are gone at the end', async () => {
  const mqttUrl = `mqtt://127.0.0.1:${await listenForMqtt(unpaced)}`
  const before = await countRows(unpaced, 'readings', [])
  const { totals } = await run(unpaced, { devices: 3, duration: 2, speed: 5, mqttUrl })
  assert.deepEqual([...totals.errors], [])
  assert.ok(totals.live >= 3)
  assert.equal((await countRows(unpaced, 'readings', [])) - before, totals.live + totals.backfilled)
  // Only a last will says so.
  await until(async () => (await countRows(unpaced, 'device_disconnections', [])) === 3)
  await unpaced.ctx.db.query('delete from readings')
})

test('what was collected offline arrives in batches, and nothing is lost', async () => {
  const options = { devices: 3, speed: 40, scenario: 'offline' } as const
  let [sent, backfilled] = [0, 0]
  // A busy machine gets as far in more time.
  for (const duration of [2, 8, 32]) {
    const { totals } = await run(unpaced, { ...options, duration })
    assert.deepEqual([...totals.errors], [])
    sent += totals.live + totals.backfilled
    backfilled += totals.backfilled
    if (backfilled > 0) break
  }
  assert.ok(backfilled > 0)
  assert.equal(sent, await countRows(unpaced, 'readings', []))
})

test('each fall is printed as it happens, and the commands at the end list it', async () => {
  const options = { devices: 2, duration: 120, speed: 20, hz: 50 }
  const isEnough = new AbortController()
  const running = run(unpaced, options, isEnough.signal)
  const isDetected = () => printed.some((line) => line.includes('detected after'))
  await Promise.race([until(isDetected, 110_000, 'a fall that is detected'), running])
  isEnough.abort()
  const outcome = await running
  const { injected, missed, falseAlarms, pending } = outcome.detections.counts()
  const lines = printed.filter((line) => /: /.test(line) && / fell | did not fall/.test(line))
  assert.ok(injected > 0)
  assert.equal(lines.length, injected - pending + falseAlarms)
  const detected = lines.filter((line) => line.includes('detected after'))
  assert.ok(detected.length >= injected - pending - missed)
  assert.match(
    detected[0] ?? '',
    /^ {2}\d+:\d\d {2}(Rosa Marín|Luis Vega) fell \(\w+\): (POTENTIAL|HIGH|CONFIRMED), confidence [\d.]+, detected after [\d.]+ s$/,
  )

  let text = ''
  const terminal = openTerminal({ write: (chunk) => (text += chunk) }, {})
  const defaults = parse([]) as SimulateOptions
  printSummary(terminal, outcome, { ...defaults, url: addressOf(unpaced), ...options })
  const [, command = ''] = /^(TOKEN=.*?^curl .*?)$/ms.exec(text) ?? []
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command])
  const { data } = JSON.parse(stdout) as { data: { patientName: string | null }[] }
  const names = new Set(data.map(({ patientName }) => patientName))
  assert.ok(names.has('Rosa Marín') || names.has('Luis Vega'), [...names].join())
  assert.match(text, /^npm run simulate -- --url '\S+' --email '\S+' --password '\S+'$/m)
})
