import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useAlarms } from '../support/alerting.ts'

const alarms = useAlarms()

const ofAna = ['Ana mail', 'Ana ntfy', 'Ana push']
const ofEva = ['Eva mail', 'Eva ntfy', 'Eva push']
const everybody = [...ofAna, ...ofEva, 'Luz mail', 'webhook webhook']
const admins = ['Admin mail', 'Admin ntfy', 'Admin push']

/** A patient with caregivers of three priorities, an admin and a webhook. */
async function household() {
  const rosa = await alarms.patient()
  const ana = await alarms.caregiver(rosa, 'Ana')
  const eva = await alarms.caregiver(rosa, 'Eva', { priority: 2 })
  const luz = await alarms.caregiver(rosa, 'Luz', { priority: 3, channels: ['mail'] })
  await alarms.admin()
  await alarms.webhook()
  return { rosa, ana, eva, luz }
}

/** Plays an escalation, and asserts what is sent at which second, and that nothing is sent a second before. */
async function timetable(steps: [seconds: number, sent: string[]][]) {
  let passed = 0
  for (const [seconds, sent] of steps) {
    if (seconds > 0) {
      assert.deepEqual(await alarms.after(`${seconds - passed - 1}s`), [], `before ${seconds} s`)
      passed = seconds - 1
    }
    const arrived = seconds > 0 ? await alarms.after('1s') : await alarms.now()
    assert.deepEqual(arrived, sent.toSorted(), `at ${seconds} s`)
    assert.deepEqual(await alarms.now(), [], `again at ${seconds} s`)
    passed = seconds
  }
}

for (const confidence of [0.8, 0.95]) {
  test(`a fall of confidence ${confidence} that nobody answers is told to everybody in turn, and again`, async () => {
    const { rosa } = await household()
    await alarms.fall(rosa, confidence)
    await timetable([
      [0, ['Ana ntfy', 'Ana push']],
      [60, [...ofAna, 'Eva push']],
      [180, everybody],
      [300, admins],
      [600, [...everybody, ...admins]],
      [900, [...everybody, ...admins]],
      [1200, [...everybody, ...admins]],
    ])
    const alerts = alarms.messages.filter(({ purpose }) => purpose === 'alert')
    assert.equal(alerts.length, alarms.messages.length)
    for (const channel of ['push', 'ntfy', 'mail', 'webhook'] as const) {
      const identities = alerts.filter((alert) => alert.channel === channel).map(({ identity }) => identity)
      assert.equal(new Set(identities).size, 1, `one ${channel} replaces the other`)
    }
    const ids = alerts.flatMap(({ deliveryIdentity }) => deliveryIdentity ?? [])
    assert.equal(new Set(ids).size, ids.length, 'each is a message of its own')
  })
}

test('a fall that is only possible is told in the same order, half as fast', async () => {
  const { rosa } = await household()
  await alarms.fall(rosa, 0.6)
  await timetable([
    [0, ['Ana ntfy', 'Ana push']],
    [120, [...ofAna, 'Eva push']],
    [360, everybody],
    [600, admins],
    [1200, [...everybody, ...admins]],
  ])
})

test('a fall that becomes certain goes on at the faster pace, and repeats no step', async () => {
  const { rosa } = await household()
  const detect = await alarms.device(rosa)
  await detect(0.6)
  assert.deepEqual(await alarms.now(), ['Ana ntfy', 'Ana push'])
  assert.deepEqual(await alarms.after('20s'), [])
  await detect(0.95)
  assert.deepEqual(await alarms.now(), [])
  assert.deepEqual(await alarms.after('39s'), [])
  assert.deepEqual(await alarms.after('1s'), [...ofAna, 'Eva push'])
})

test('a service that was down for an hour tells everybody at once, and each of them no more than the steps', async () => {
  const { rosa } = await household()
  await alarms.fall(rosa)
  const sent = await alarms.after('1h')
  for (const line of [...everybody, ...admins]) assert.ok(sent.includes(line), line)
  // Four steps and one repetition, not the eleven that were missed.
  assert.equal(sent.filter((line) => line === 'Ana push').length, 4)
  assert.equal(sent.filter((line) => line === 'Admin push').length, 2)
  assert.deepEqual(await alarms.after('299s'), [])
  assert.deepEqual(await alarms.after('1s'), [...everybody, ...admins].toSorted())
})
