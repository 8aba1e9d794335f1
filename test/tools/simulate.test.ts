import assert from 'node:assert/strict'
import { test } from 'node:test'
import { angleBetween, gravity } from '../../src/detection/motion.ts'
import { batchBody, readingBody } from '../../src/telemetry/ingest/ingest.schemas.ts'
import { writeScript } from '../../tools/demo/script.ts'
import { createChance } from '../../tools/simulate/chance.ts'
import { measure } from '../../tools/simulate/clip.ts'
import { type ActivityName, activityNames, dailyLife } from '../../tools/simulate/daily-life.ts'
import { createDetectionRecord, detectionWindowMs } from '../../tools/simulate/detection-record.ts'
import { createFall, fallKinds } from '../../tools/simulate/falls.ts'
import { createLibrary } from '../../tools/simulate/library.ts'
import { fullName, nameOf } from '../../tools/simulate/names.ts'
import { assessSteps, evaluateOffline } from '../../tools/simulate/offline.ts'
import { parse } from '../../tools/simulate/options.ts'
import { createPace } from '../../tools/simulate/pace.ts'
import { type ScenarioName, scenarioNames } from '../../tools/simulate/scenarios.ts'
import { createHistogram } from '../../tools/simulate/tally.ts'
import {
  batchText,
  createWearable,
  readingText,
  type SimulatedReading,
} from '../../tools/simulate/wearable.ts'
import { createWearer } from '../../tools/simulate/wearer.ts'

const mac = '02:00:00:00:00:01'
const hz = 50

function live(
  scenario: ScenarioName,
  seconds: number,
  { seed = 1, device = 0, peakOnly = false } = {},
): SimulatedReading[] {
  const next = createWearable({ device, seed, scenario, library: createLibrary({ seed, hz: 20, peakOnly }) })
  return Array.from({ length: seconds }, next)
}

test('the same seed lives the same life, another seed or device another one', () => {
  const texts = (options: object) => live('fall', 40, options).map((reading) => readingText(mac, reading))
  const first = texts({ seed: 3 })
  assert.deepEqual(texts({ seed: 3 }), first)
  assert.notDeepEqual(texts({ seed: 4 }), first)
  assert.notDeepEqual(texts({ seed: 3, device: 1 }), first)
})

test('what was worked out beforehand is what would have been worked out later', () => {
  const [prepared, lazy] = [createLibrary({ seed: 1, hz: 10 }), createLibrary({ seed: 1, hz: 10 })]
  prepared.prepare(2)
  assert.deepEqual(prepared.fall(2, 'faint', 1), lazy.fall(2, 'faint', 1))
  assert.deepEqual(prepared.activity(2, 'walk', 1), lazy.activity(2, 'walk', 1))
})

for (const scenario of scenarioNames) {
  test(`every reading of the scenario ${scenario} is one that the service takes`, () => {
    for (const peakOnly of [false, true]) {
      const readings = live(scenario, 150, { peakOnly })
      for (const second of readings) {
        const body = JSON.parse(readingText(mac, second))
        const { success, error } = readingBody.safeParse(body)
        assert.ok(success, `${error}`)
        assert.equal(body.samples === undefined, peakOnly)
      }
      const at = new Date()
      const batch = JSON.parse(
        batchText(
          mac,
          readings.slice(0, 100).map((second) => ({ reading: second, at })),
        ),
      )
      assert.ok(batchBody.safeParse(batch).success)
    }
  })
}

test('scenarios do what they are for', () => {
  const falls = (readings: SimulatedReading[]) => readings.filter(({ fall }) => fall).length
  const battery = (reading: SimulatedReading | undefined) =>
    Number(/"battery_level":([\d.]+)/.exec(reading?.fields ?? '')?.[1])
  assert.equal(falls(live('busy-day', 300)), 0)
  assert.ok(falls(live('fall', 60)) === 1)
  assert.equal(falls(live('night', 200)), 1)
  assert.equal(falls(live('night', 200, { device: 1 })), 0)
  const low = live('low-battery', 60)
  assert.ok(battery(low[0]) > 20)
  assert.ok(battery(low.at(-1)) < 20)
  const buttons = (device: number) =>
    live('button', 200, { device }).flatMap(({ fields }) => /"button":"(\w+)"/.exec(fields)?.[1] ?? [])
  assert.deepEqual([buttons(0), buttons(1)], [['sos'], ['ok', 'sos']])
  const reach = new Set(live('offline', 120).map(({ reachable }) => reachable))
  assert.deepEqual(reach, new Set([true, false]))
})

const sizeOf = (row: readonly number[], from: number) => Math.hypot(...row.slice(from, from + 3))

function measureAll(activity: ActivityName, seed: number) {
  const [wearer, chance] = [createWearer(seed), createChance(seed, 5)]
  const { seconds } = measure(dailyLife[activity](wearer, chance), wearer, hz, chance)
  return seconds.flatMap(({ samples }) => samples)
}

test('daily life stays within the forces of daily life', () => {
  const calm = new Set<ActivityName>(['sleep', 'sit', 'standAbout', 'sitUp', 'bendDown', 'standUp'])
  for (const name of activityNames) {
    for (let seed = 0; seed < 8; seed++) {
      const rows = measureAll(name, seed)
      const forces = rows.map((row) => sizeOf(row, 0) / gravity)
      const mean = forces.reduce((sum, force) => sum + force, 0) / forces.length
      const hardest = Math.max(...forces)
      assert.ok(Math.abs(mean - 1) < 0.08, `${name}: gravity is ${mean} g on average`)
      assert.ok(hardest < (calm.has(name) ? 1.4 : 4), `${name}: ${hardest} g`)
      assert.ok(Math.max(...rows.map((row) => sizeOf(row, 3))) < 250, `${name} spins`)
    }
  }
})

test('a fall is light, then hard, and ends lying', () => {
  for (const kind of fallKinds) {
    for (let seed = 0; seed < 8; seed++) {
      const [wearer, chance] = [createWearer(seed), createChance(seed, 6)]
      const { fall } = createFall(kind, wearer, chance)
      const { seconds, impactAt = 0 } = measure(fall, wearer, hz, chance)
      const rows = seconds.flatMap(({ samples }) => samples)
      const part = (from: number, to: number) => rows.slice(Math.round(from * hz), Math.round(to * hz))
      const forces = (from: number, to: number) => part(from, to).map((row) => sizeOf(row, 0) / gravity)
      const where = `${kind}, seed ${seed}`
      assert.ok(Math.min(...forces(impactAt - 0.6, impactAt)) < 0.7, where)
      const hardest = Math.max(...forces(impactAt - 1, impactAt + 0.3))
      assert.ok(hardest > 2.5 && hardest < 14, `${where}: ${hardest} g`)
      const turn = angleBetween(meanOf(part(0.5, 1.8)), meanOf(part(9, 10)))
      assert.ok(turn > 45 && turn < 115, `${where}: turned by ${turn}°`)
      assert.ok(Math.abs(Math.hypot(...meanOf(part(9, 10))) / gravity - 1) < 0.06, where)
    }
  }
})

function meanOf(rows: (readonly number[])[]): [number, number, number] {
  const mean = (axis: number) => rows.reduce((sum, row) => sum + (row[axis] ?? 0), 0) / rows.length
  return [mean(0), mean(1), mean(2)]
}

test('the detector detects the falls, and no falls in daily life', () => {
  const results = evaluateOffline(8, { seed: 11, hz })
  const falls = results.filter(({ falls }) => falls > 0)
  assert.deepEqual(
    falls.map(({ name }) => name),
    [...fallKinds],
  )
  for (const { name, detected } of falls) assert.ok(detected >= 1, name)
  const detected = falls.reduce((sum, result) => sum + result.detected, 0)
  assert.ok(detected >= falls.length * 4, `${detected} falls detected`)
  const falseAlarms = results.reduce((sum, result) => sum + result.falseAlarms, 0)
  assert.ok(falseAlarms <= 2, `${falseAlarms} false alarms`)
})

test("the demo's fall is detected, and nothing before or after it", () => {
  const record = createDetectionRecord()
  const steps = writeScript().map(({ step }) => step)
  assert.ok(steps.length <= 100, 'it takes no longer than a hundred seconds')
  assessSteps(record.open(), steps, createChance(8))
  const { injected, detected, falseAlarms } = record.counts()
  assert.deepEqual([injected, detected, falseAlarms], [1, 1, 0])
})

test('an alarm soon after the impact is a detection, any other is false, and one alarm counts once', () => {
  const record = createDetectionRecord()
  const device = record.open()
  device.addResponse(1000, false)
  device.addResponse(2000, true)
  device.addResponse(3000, true)
  device.addResponse(4000, false)
  device.addFall({ kind: 'slip', impactMs: 100_000 })
  device.addResponse(101_000, false)
  assert.equal(record.counts().pending, 1)
  device.addResponse(102_000, true)
  device.addResponse(150_000, true)
  device.addResponse(160_000, false)
  device.addFall({ kind: 'faint', impactMs: 300_000 })
  device.addResponse(300_000 + detectionWindowMs + 1000, false)
  const { injected, detected, missed, pending, falseAlarms, medianDelay } = record.counts()
  assert.deepEqual([injected, detected, missed, pending, falseAlarms, medianDelay], [2, 1, 1, 0, 1, 2])
  assert.equal(record.counts('faint').missed, 1)
})

test('a batch is searched for the fall that lies in it', () => {
  const record = createDetectionRecord()
  const device = record.open()
  device.addFall({ kind: 'forward', impactMs: 20_000 })
  device.addBatch(10_000, 40_000, true)
  device.addBatch(41_000, 60_000, true)
  device.addBatch(61_000, 80_000, false)
  device.addBatch(500_000, 520_000, true)
  const { detected, falseAlarms, medianDelay } = record.counts()
  assert.deepEqual([detected, falseAlarms, medianDelay], [1, 1, undefined])
})

test('news of a fall comes once, when it is detected or can no longer be', () => {
  const news: object[] = []
  const device = createDetectionRecord().open((one) => news.push(one))
  device.addFall({ kind: 'slip', impactMs: 1000 })
  device.addResponse(2000, false, 0.4)
  device.addResponse(3000, true, 0.6)
  device.addResponse(4000, true, 0.9)
  device.addFall({ kind: 'faint', impactMs: 200_000 })
  device.addResponse(201_000, false, 0)
  device.addResponse(200_000 + detectionWindowMs + 1000, false, 0)
  device.addResponse(300_000, false, 0)
  device.addResponse(400_000, true, 0.55)
  device.addResponse(401_000, true, 0.55)
  assert.deepEqual(news, [
    { outcome: 'detected', kind: 'slip', seconds: 2, confidence: 0.6, isLive: true },
    { outcome: 'missed', kind: 'faint' },
    { outcome: 'false alarm', confidence: 0.55 },
  ])
})

test('a thousand people have a thousand names', () => {
  const names = Array.from({ length: 1000 }, (_, person) => fullName(nameOf(person)))
  assert.equal(new Set(names).size, 1000)
  assert.ok(names.every((name) => /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(name)))
})

test('the pace is that of the service, whatever its clock says', () => {
  const pace = createPace()
  const iso = (ms: number) => new Date(ms).toISOString()
  // The service is an hour ahead; the first answer took 500 ms to come, the second 20 ms.
  const ahead = 3_600_000
  const first = pace.nextAfter({ timestamp: iso(ahead), nextAllowedRequest: iso(ahead + 1000) }, 500)
  assert.ok(first >= 1500 && first < 1510)
  const second = pace.nextAfter({ timestamp: iso(ahead + 2000), nextAllowedRequest: iso(ahead + 3000) }, 2020)
  assert.ok(second >= 3020 && second < 3030)
})

test('the histogram is at most a twentieth too high', () => {
  const histogram = createHistogram()
  for (let ms = 1; ms <= 1000; ms++) histogram.add(ms)
  for (const [share, exact] of [
    [0.5, 500],
    [0.99, 990],
  ] as const) {
    const readings = histogram.at(share)
    assert.ok(readings >= exact && readings <= exact * 1.051, `${readings}`)
  }
  assert.equal(createHistogram().at(0.5), 0)
})

test('options are checked', () => {
  assert.equal(parse(['--help']), undefined)
  assert.deepEqual(
    [parse([])?.devices, parse(['--devices', '10000'])?.devices, parse(['--speed', '2.5'])?.speed],
    [10, 10_000, 2.5],
  )
  const mqttUrlOf = (...args: string[]) => parse(args)?.mqttUrl
  assert.deepEqual(
    [
      mqttUrlOf(),
      mqttUrlOf('--mqtt'),
      mqttUrlOf('--mqtt', '--url', 'https://care.example.org/'),
      mqttUrlOf('--mqtt', '--url', 'http://[::1]:8080'),
      mqttUrlOf('--mqtt-url', 'mqtts://care.example.org:9883'),
    ],
    [
      undefined,
      'mqtt://127.0.0.1:1883',
      'mqtts://care.example.org:8883',
      'mqtt://[::1]:1883',
      'mqtts://care.example.org:9883',
    ],
  )
  for (const bad of [
    ['--devices', '0'],
    ['--devices', '10001'],
    ['--devices', '1.5'],
    ['--hz', '30'],
    ['--scenario', 'holiday'],
    ['--url', 'localhost'],
    ['--email', 'a@example.org'],
    ['--speed', 'fast'],
    ['--mqtt-url', 'http://localhost:1883'],
    ['--unknown'],
  ]) {
    assert.throws(() => parse(bad), Error, bad.join(' '))
  }
})
