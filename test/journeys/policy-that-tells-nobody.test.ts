import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { upsertPolicy } from '../../src/alerting/escalation/policies.store.ts'
import type { Audience, EscalationPolicy, EscalationStep } from '../../src/alerting/escalation/policy.ts'
import { raiseIncident } from '../../src/alerting/incidents/raise-incident.ts'
import { nextLocalTime } from '../../src/platform/lib/local-time.ts'
import { useAlarms } from '../support/alerting.ts'
import { act, incidentOf } from '../support/incidents.ts'
import type { Person } from '../support/readings.ts'

const alarms = useAlarms()

/** Stores a policy that the API would refuse, as one of before may be. */
async function follow({ id }: Person, tell: Audience[], repeat: EscalationPolicy['repeat'] = null) {
  const { db, now } = alarms.service.ctx
  const policy = { steps: [{ afterSeconds: 0, tell }], repeat, quietAtNight: false }
  await upsertPolicy(db, { severity: 'CRITICAL', patientId: id, policy }, now())
}

async function sos({ token }: Person): Promise<string> {
  const { status, body, text } = await alarms.service.call('POST', '/sos', { token })
  assert.equal(status, 201, text)
  return body.data.id
}

describe('an incident whose policy tells nobody', () => {
  const silent: [title: string, tell: Audience[]][] = [
    ['open pages only', [{ who: 'assigned', channels: ['live'] }]],
    ['a priority that nobody has', [{ who: 'priority', priority: 5, channels: 'all' }]],
    ['by a channel that nobody has', [{ who: 'assigned', channels: ['mail'] }]],
  ]
  for (const [title, tell] of silent)
    for (const repeat of [null, { steps: 1, everySeconds: 86_400 }])
      test(`is told to the assigned caregivers: ${title}, ${repeat ? 'once a day' : 'once'}`, async () => {
        const rosa = await alarms.patient()
        await alarms.admin(['push'])
        await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
        await follow(rosa, tell, repeat)
        await sos(rosa)
        assert.deepEqual(await alarms.now(), ['Ana push'])
        assert.deepEqual(await alarms.after('20m'), [])
      })

  test('is told to the assigned caregivers beside the webhooks', async () => {
    const rosa = await alarms.patient()
    await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.webhook()
    await follow(rosa, [{ who: 'webhooks' }])
    await sos(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push', 'webhook webhook'])
  })
})

for (const repeat of [null, { steps: 1, everySeconds: 86_400 }])
  test(`if no message has arrived a minute after the last step, the others and the admins are told (${repeat ? 'once a day' : 'once'})`, async () => {
    const rosa = await alarms.patient()
    await alarms.admin(['push'])
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
    await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 2 })
    await follow(rosa, [{ who: 'priority', priority: 1, channels: 'all' }], repeat)
    alarms.respond = () => 500
    const id = await sos(rosa)
    assert.deepEqual(await alarms.now(), ['Ana ntfy'])
    assert.deepEqual(
      (await alarms.after('60s')).filter((line) => !line.startsWith('Ana')),
      ['Admin push', 'Eva push'],
    )
    assert.deepEqual(
      (await alarms.after('10m')).filter((line) => !line.startsWith('Ana')),
      [],
    )
    assert.equal((await act(alarms.service, ana, id, 'acknowledge')).status, 200)
  })

describe('of severity LOW, without a repetition, the others are told', () => {
  const minuteOfNight = 22 * 60
  const minuteOfMorning = 7 * 60

  /** Opens an incident 30 seconds before a time of the day, whose only message is not accepted. */
  async function undelivered(minuteOfDay: number) {
    const { ctx } = alarms.service
    const at = nextLocalTime(ctx.now(), minuteOfDay, ctx.timeZone.current())
    alarms.service.setClock(new Date(at.getTime() - 30_000))
    const rosa = await alarms.patient()
    await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
    await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 2 })
    const steps = [atOnce({ who: 'priority', priority: 1, channels: 'all' })]
    const policy = { steps, repeat: null, quietAtNight: true }
    await upsertPolicy(ctx.db, { severity: 'LOW', patientId: rosa.id, policy }, ctx.now())
    alarms.respond = () => 500
    await ctx.db.transaction((tx) =>
      raiseIncident(ctx, tx, {
        ...{ kind: 'LOW_BATTERY', severity: 'LOW', patientId: rosa.id },
        data: { code: 'BATTERY_LOW', percent: 5 },
      }),
    )
    assert.deepEqual(await alarms.now(), ['Ana ntfy'])
  }

  test('after a minute, by day', async () => {
    await undelivered(12 * 60)
    assert.deepEqual(linesTo('Eva', await alarms.after('60s')), ['Eva push'])
    assert.deepEqual(linesTo('Eva', await alarms.after('1d')), [])
  })

  test('in the morning, by night', async () => {
    await undelivered(minuteOfNight)
    assert.deepEqual(linesTo('Eva', await alarms.after('60s')), [])
    const { ctx } = alarms.service
    const morning = nextLocalTime(ctx.now(), minuteOfMorning, ctx.timeZone.current())
    alarms.service.setClock(new Date(morning.getTime() - 1))
    assert.deepEqual(linesTo('Eva', await alarms.now()), [])
    alarms.service.setClock(morning)
    assert.deepEqual(linesTo('Eva', await alarms.now()), ['Eva push'])
  })
})

test('who was told after the last step is told again by the repetition', async () => {
  const rosa = await alarms.patient()
  await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
  const eva = await alarms.caregiver(rosa, 'Eva', { channels: ['push'] })
  const setDuty = (onDuty: boolean) =>
    alarms.service.call('PUT', '/caregivers/me/duty', { token: eva.token, body: { onDuty } })
  await setDuty(false)
  await follow(rosa, [{ who: 'priority', priority: 1, channels: 'all' }], { steps: 1, everySeconds: 1200 })
  alarms.respond = () => 500
  await sos(rosa)
  await alarms.now()
  assert.deepEqual(linesTo('Eva', await alarms.after('60s')), ['Eva push'])
  await setDuty(true)
  assert.deepEqual(linesTo('Eva', await alarms.after('18m')), [])
  assert.deepEqual(linesTo('Eva', await alarms.after('2m')), ['Eva push'])
})

test('if a message has arrived, nobody else is told', async () => {
  const rosa = await alarms.patient()
  await alarms.admin(['push'])
  await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
  await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 2 })
  await follow(rosa, [{ who: 'priority', priority: 1, channels: 'all' }])
  await sos(rosa)
  assert.deepEqual(await alarms.now(), ['Ana push'])
  assert.deepEqual(await alarms.after('20m'), [])
})

const week = 604_800

/** Sets a policy of CRITICAL by the API, which accepts it. */
async function setPolicy({ id }: Person, steps: EscalationStep[], repeat: EscalationPolicy['repeat'] = null) {
  const token = await alarms.service.adminToken()
  const body = { severity: 'CRITICAL', policy: { steps, repeat } }
  const answer = await alarms.service.call('PUT', `/patients/${id}/escalation`, { token, body })
  assert.equal(answer.status, 200, answer.text)
}

const atOnce = (...tell: Audience[]): EscalationStep => ({ afterSeconds: 0, tell })
const afterAWeek = (who: 'assigned' | 'admins'): EscalationStep => ({
  afterSeconds: week,
  tell: [{ who, channels: 'all' }],
})

/** Leaves out the attempts to others. */
const linesTo = (name: string, lines: string[]) => lines.filter((line) => line.startsWith(name))

const toldOf = async (person: Person, id: string): Promise<string[]> =>
  (await incidentOf(alarms.service, person, id)).told.map(({ name }: { name: string }) => name)

describe('a first step whose messages go to webhooks only is taken together with the next one', () => {
  test('if nobody has the priority', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.webhook()
    const nobody: Audience = { who: 'priority', priority: 5, channels: ['push'] }
    await setPolicy(rosa, [atOnce(nobody, { who: 'webhooks' }), afterAWeek('assigned')])
    const id = await sos(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push', 'webhook webhook'])
    assert.deepEqual(await toldOf(ana, id), ['Ana Gil'])
    assert.deepEqual(await alarms.after('1d'), [])
  })

  test('if whoever has it is off duty', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.webhook()
    const body = { onDuty: false }
    const off = await alarms.service.call('PUT', '/caregivers/me/duty', { token: ana.token, body })
    assert.equal(off.status, 200, off.text)
    const first: Audience = { who: 'priority', priority: 1, channels: 'all' }
    await setPolicy(rosa, [atOnce(first, { who: 'webhooks' }), afterAWeek('assigned')])
    await sos(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push', 'webhook webhook'])
  })

  test('if nobody has the channel', async () => {
    const rosa = await alarms.patient()
    await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.webhook()
    const byMail: Audience = { who: 'assigned', channels: ['mail'] }
    await setPolicy(rosa, [atOnce(byMail, { who: 'webhooks' }), afterAWeek('assigned')])
    await sos(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push', 'webhook webhook'])
  })

  test('if the receiver of the person no longer exists', async () => {
    const rosa = await alarms.patient()
    await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 2 })
    await alarms.webhook()
    alarms.expirePush('Ana')
    const first: Audience = { who: 'priority', priority: 1, channels: 'all' }
    await setPolicy(rosa, [atOnce(first, { who: 'webhooks' }), afterAWeek('assigned')])
    await sos(rosa)
    assert.deepEqual(linesTo('Eva', await alarms.now()), ['Eva push'])
  })
})

describe('if nobody was told ten minutes after an incident was opened, the fallback does not wait for the policy', () => {
  const first: Audience = { who: 'priority', priority: 1, channels: ['ntfy'] }

  /** An SOS whose first message is not accepted, with others who could be told. */
  async function unanswered(repeat: EscalationPolicy['repeat'] = null) {
    const rosa = await alarms.patient()
    await alarms.admin(['push'])
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
    const eva = await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 2 })
    await setPolicy(rosa, [atOnce(first), afterAWeek('admins')], repeat)
    alarms.respond = () => 500
    const id = await sos(rosa)
    assert.deepEqual(await alarms.now(), ['Ana ntfy'])
    return { rosa, ana, eva, id }
  }
  const others = (lines: string[]) => lines.filter((line) => !line.startsWith('Ana'))

  for (const repeat of [null, { steps: 1, everySeconds: 86_400 }])
    test(`once, and the later steps at their times (${repeat ? 'with a repetition' : 'without one'})`, async () => {
      const { eva, id } = await unanswered(repeat)
      assert.deepEqual(others(await alarms.after('9m')), [])
      assert.deepEqual(await toldOf(eva, id), [])
      assert.deepEqual(others(await alarms.after('1m')), ['Admin push', 'Eva push'])
      assert.deepEqual((await toldOf(eva, id)).length, 2)
      for (const duration of ['4m', '1m', '5m', '1h', '1d'])
        assert.deepEqual(others(await alarms.after(duration)), [], duration)
      const { openedAt, nextStepAt } = await incidentOf(alarms.service, eva, id)
      assert.equal(Date.parse(nextStepAt) - Date.parse(openedAt), week * 1000)
      alarms.service.setClock(new Date(nextStepAt))
      assert.deepEqual(others(await alarms.now()), ['Admin push'])
    })

  test('and again in each round', async () => {
    const { ana, id } = await unanswered()
    await alarms.after('5m')
    assert.equal((await act(alarms.service, ana, id, 'acknowledge')).status, 200)
    assert.deepEqual(others(await alarms.after('29m')), [])
    assert.equal((await act(alarms.service, ana, id, 'release')).status, 200)
    // Who cannot go is passed over: the next step tells the admin.
    assert.deepEqual(others(await alarms.now()), ['Admin push'])
  })

  test('which begins anew after 30 minutes without a resolution', async () => {
    const { ana, id } = await unanswered()
    assert.equal((await act(alarms.service, ana, id, 'acknowledge')).status, 200)
    assert.deepEqual(others(await alarms.after('30m')), [])
    assert.deepEqual(others(await alarms.after('9m')), [])
    assert.deepEqual(others(await alarms.after('1m')), ['Admin push', 'Eva push'])
  })

  test('unless a message was accepted meanwhile', async () => {
    const { eva, id } = await unanswered()
    alarms.respond = () => 200
    assert.deepEqual(await alarms.after('9m'), ['Ana ntfy'])
    for (const duration of ['1m', '5m', '1h']) assert.deepEqual(await alarms.after(duration), [], duration)
    const { openedAt, nextStepAt } = await incidentOf(alarms.service, eva, id)
    assert.equal(Date.parse(nextStepAt) - Date.parse(openedAt), week * 1000)
  })

  test('also if whoever was told no longer looks after the patient', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 2 })
    await setPolicy(rosa, [atOnce({ ...first, channels: 'all' }), afterAWeek('admins')])
    await sos(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push'])
    const token = await alarms.service.adminToken()
    const path = `/caregivers/${ana.id}/patients/${rosa.id}`
    assert.equal((await alarms.service.call('DELETE', path, { token })).status, 200)
    assert.deepEqual(await alarms.after('9m'), [])
    assert.deepEqual(await alarms.after('1m'), ['Eva push'])
  })

  test('and a repeated call takes the next step, however far it is', async () => {
    const { rosa } = await unanswered()
    alarms.service.advance('2m')
    assert.equal((await alarms.service.call('POST', '/sos', { token: rosa.token })).status, 200)
    assert.ok((await alarms.now()).includes('Admin push'))
  })

  test('also of a policy of before, whose first step comes later', async () => {
    const rosa = await alarms.patient()
    await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    const policy = { steps: [afterAWeek('assigned')], repeat: null, quietAtNight: false }
    const { db, now } = alarms.service.ctx
    await upsertPolicy(db, { severity: 'CRITICAL', patientId: rosa.id, policy }, now())
    await sos(rosa)
    assert.deepEqual(await alarms.after('9m'), [])
    assert.deepEqual(await alarms.after('1m'), ['Ana push'])
  })

  test('also if its severity was raised later', async () => {
    const rosa = await alarms.patient()
    await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
    await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 2 })
    const policy = { steps: [atOnce(first), afterAWeek('admins')], repeat: null, quietAtNight: false }
    const { db, now } = alarms.service.ctx
    for (const severity of ['MEDIUM', 'CRITICAL'] as const)
      await upsertPolicy(db, { severity, patientId: rosa.id, policy }, now())
    alarms.respond = () => 500
    const detect = await alarms.device(rosa)
    assert.equal((await detect(0.6)).severity, 'MEDIUM')
    assert.deepEqual(others(await alarms.after('20m')), [])
    assert.equal((await detect(0.95)).severity, 'CRITICAL')
    assert.deepEqual(others(await alarms.now()), ['Eva push'])
  })
})
