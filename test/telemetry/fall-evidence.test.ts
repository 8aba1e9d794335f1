import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { alertsOf, makeCircle, reportFall } from '../support/people.ts'
import {
  addDevice,
  batchReading,
  countRows,
  type Fields,
  fallSequence,
  impact,
  impactIndex,
  knock,
  lying,
  motion,
  type Person,
  standing,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const walking = motion([2, 3, 12], [60, 30, 10])
const lyingFor = (seconds: number) => Array<Fields>(seconds).fill(lying)

/** A fall for which only motion is evidence, and what came after it. */
const fallThen = (...after: Fields[]) => [...Array<Fields>(6).fill(standing), impact, ...after]

async function sendSequence({ token }: Person, sequence: Fields[]) {
  const device = await addDevice(service, token)
  const answers = []
  for (const [i, fields] of sequence.entries()) {
    answers.push(await device.send({ ...fields, uptime_ms: 10_000 + i * 1000 }))
  }
  return { device, answers }
}

const onlyFall = async ({ token }: Person) => {
  const { data } = (await service.call('GET', '/falls', { token })).body
  assert.equal(data.length, 1)
  return (await service.call('GET', `/falls/${data[0].id}`, { token })).body.data
}

describe('the evidence of a fall', () => {
  test('is there from the first suspicion on', async () => {
    const rosa = await service.signUp()
    await sendSequence(rosa, [standing, knock])
    const { status, evidence } = await onlyFall(rosa)
    assert.equal(status, 'SUSPICIOUS')
    assert.deepEqual(evidence, {
      ...{ peakG: 5.1, turnDegrees: null, stillSeconds: 0, secondsSince: 0 },
      ...{ gotUpAfterSeconds: null, raisedBy: ['impact'] },
    })
  })

  test('grows with the assessment, which raises the same fall', async () => {
    const rosa = await service.signUp()
    const { device } = await sendSequence(rosa, fallThen(...lyingFor(5)))
    const { evidence, confidence, sensorData, createdAt } = await onlyFall(rosa)
    assert.ok(confidence > 0.5)
    assert.equal(evidence.peakG, 5.9)
    assert.ok(evidence.turnDegrees > 75 && evidence.turnDegrees < 105, evidence.turnDegrees)
    assert.deepEqual(evidence.raisedBy, ['impact', 'turn'])
    assert.ok(evidence.secondsSince >= 1 && evidence.secondsSince <= 5)
    // Whatever was measured later, the stored motion is that of the impact.
    assert.ok(Math.abs(Date.parse(sensorData.timestamp) - Date.parse(createdAt)) < 2000)
    assert.equal(await countRows(service, 'falls where device_id = $1', [device.id]), 1)
  })

  test('belongs to one fall, also where readings come slower than the clock of the device goes', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    for (const [i, fields] of fallThen(...lyingFor(40)).entries()) {
      await device.send({ ...fields, uptime_ms: 10_000 + i * 1000 })
      service.advance('2s')
    }
    const { evidence } = await onlyFall(rosa)
    assert.ok(evidence.stillSeconds >= 30, evidence.stillSeconds)
  })

  test('is null when somebody reported it', async () => {
    const rosa = await service.signUp()
    await reportFall(service, rosa)
    assert.equal((await onlyFall(rosa)).evidence, null)
  })

  test('comes with a batch as well', async () => {
    const rosa = await service.signUp()
    const start = service.ctx.now().getTime() - 3_600_000
    const readings = fallThen(...lyingFor(30)).map((fields, i) =>
      batchReading(new Date(start + i * 1000), { ...fields, uptime_ms: 50_000 + i * 1000 }),
    )
    const body = { device_id: '02:00:00:00:00:01', readings }
    await service.call('POST', '/device/sensor-stream/batch', { token: rosa.token, body })
    const { evidence, createdAt } = await onlyFall(rosa)
    assert.equal(createdAt, new Date(start + impactIndex * 1000).toISOString())
    assert.ok(evidence.stillSeconds >= 25, String(evidence.stillSeconds))
    assert.ok(evidence.raisedBy.includes('stillness'))
  })
})

describe('long stillness', () => {
  test('raises the fall, up to what is nearly certain', async () => {
    const rosa = await service.signUp()
    const { answers } = await sendSequence(rosa, fallThen(...lyingFor(34)))
    const soon = answers[impactIndex + 5].fallConfidence
    const { confidence, evidence } = await onlyFall(rosa)
    assert.ok(confidence > soon, `${soon} then ${confidence}`)
    assert.equal(confidence, answers.at(-1).fallConfidence)
    assert.ok(evidence.raisedBy.includes('stillness'))
    assert.ok(evidence.stillSeconds > 15)
  })

  test('that raises nothing more is noted now and then, not every second', async () => {
    const rosa = await service.signUp()
    const { device } = await sendSequence(rosa, [...fallSequence, ...lyingFor(30)])
    const versions = new Set<string>()
    for (let i = 0; i < 30; i++) {
      await device.send({ ...lying, uptime_ms: 51_000 + i * 1000 })
      const [row] = await service.ctx.db.query<{ xmin: string }>(
        'select xmin::text from falls where device_id = $1',
        [device.id],
      )
      versions.add(row?.xmin ?? '')
    }
    assert.ok(versions.size >= 2 && versions.size <= 3, `${versions.size} versions in 30 s`)
    assert.ok((await onlyFall(rosa)).evidence.stillSeconds >= 45)
  })
})

test('getting up is noted on the fall, and lowers nothing', async () => {
  const rosa = await service.signUp()
  const { answers } = await sendSequence(rosa, fallThen(...lyingFor(12), ...Array<Fields>(6).fill(walking)))
  const { evidence, confidence } = await onlyFall(rosa)
  const after = evidence.gotUpAfterSeconds
  assert.ok(after >= 11 && after <= 14, String(after))
  const highest = Math.max(...answers.map(({ fallConfidence }) => fallConfidence))
  assert.equal(confidence, highest)
})

describe('the alert states what the device measured', () => {
  test('and how long nothing has moved since', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await sendSequence(patient, fallThen(...lyingFor(20)))
    const [{ message }] = await alertsOf(service, caregiver)
    const words =
      /Their device recorded a hard impact, a change in body position and no movement for (\d+) seconds\. /
    const seconds = Number(words.exec(message)?.[1])
    assert.ok(seconds >= 5 && seconds <= 20, message)
  })

  test('and that somebody got up', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await sendSequence(patient, fallThen(...lyingFor(8), ...Array<Fields>(6).fill(walking)))
    const [{ message }] = await alertsOf(service, caregiver)
    assert.match(message, /They seem to have got up after \d+ seconds\. /)
    assert.doesNotMatch(message, /no movement/)
  })

  test('and nothing of that when somebody reported it', async () => {
    const { patient, caregiver } = await makeCircle(service)
    await reportFall(service, patient)
    const [{ message }] = await alertsOf(service, caregiver)
    assert.doesNotMatch(message, /device/)
  })
})
