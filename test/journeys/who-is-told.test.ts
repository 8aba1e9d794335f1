import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextLocalTime } from '../../src/platform/lib/local-time.ts'
import { useAlarms } from '../support/alerting.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { alertsOf } from '../support/people.ts'
import { assign, type Person } from '../support/readings.ts'

const timeZone = 'Europe/Madrid'
const alarms = useAlarms({ TIME_ZONE: timeZone })

const asAdmin = async (method: string, path: string, body?: object) => {
  const token = await alarms.service.adminToken()
  const answer = await alarms.service.call(method, path, { token, ...(body && { body }) })
  assert.ok(answer.status < 300, answer.text)
}
const unassign = (caregiver: Person, patient: Person) =>
  asAdmin('DELETE', `/caregivers/${caregiver.id}/patients/${patient.id}`)
const deactivate = ({ id }: Person) => asAdmin('PUT', `/admin/users/${id}`, { status: 'inactive' })
const remove = ({ id }: Person) => asAdmin('DELETE', `/admin/users/${id}`)
const demote = ({ id }: Person) => asAdmin('POST', `/admin/users/${id}/role`, { role: 'PATIENT' })

describe('somebody off duty', () => {
  const setDuty = async ({ token }: Person, body: object) => {
    const answer = await alarms.service.call('PUT', '/caregivers/me/duty', { token, body })
    assert.equal(answer.status, 200, answer.text)
  }
  const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
  const byDay = { onDuty: true, hours: [{ days, from: '07:00', to: '22:00' }] }
  const byNight = { onDuty: true, hours: [{ days, from: '22:00', to: '07:00' }] }
  const setClock = (minuteOfDay: number, ms = 0) => {
    const at = nextLocalTime(alarms.service.ctx.now(), minuteOfDay, timeZone)
    alarms.service.setClock(new Date(at.getTime() + ms))
  }

  /** Cared for by Ana by day and by Eva by night. */
  async function household() {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    const eva = await alarms.caregiver(rosa, 'Eva', { channels: ['push'] })
    await setDuty(ana, byDay)
    await setDuty(eva, byNight)
    return { rosa, ana, eva }
  }

  test('at night is told only together with everybody', async () => {
    const { rosa } = await household()
    setClock(3 * 60)
    await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Eva push'])
    assert.deepEqual(await alarms.after('60s'), ['Eva push'])
    assert.deepEqual(await alarms.after('120s'), ['Ana push', 'Eva push'])
  })

  test('is judged by the clock of the installation, to the minute', async () => {
    for (const [minute, ms, sent] of [
      [22 * 60, -1, 'Ana push'],
      [22 * 60, 0, 'Eva push'],
      [7 * 60, -1, 'Eva push'],
      [7 * 60, 0, 'Ana push'],
    ] as const) {
      await alarms.clear()
      const { rosa } = await household()
      setClock(minute, ms)
      await alarms.fall(rosa)
      assert.deepEqual(await alarms.now(), [sent], `${minute} ${ms}`)
    }
  })

  test('when the step is due, not when the incident opened, counts', async () => {
    const { rosa } = await household()
    setClock(22 * 60, -30_000)
    await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push'])
    assert.deepEqual(await alarms.after('60s'), ['Eva push'])
  })

  test('does not delay the next step if nobody else is on duty', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    const luz = await alarms.caregiver(rosa, 'Luz', { priority: 2, channels: ['push'] })
    await setDuty(ana, { onDuty: false })
    await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Luz push'])
    await alarms.clear()
    await setDuty(luz, { onDuty: false })
    for (const [person, name] of [
      [ana, 'Ana'],
      [luz, 'Luz'],
    ] as const)
      await alarms.reach(person, name, ['push'])
    await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push', 'Luz push'], 'everybody, at once')
  })
})

describe('nobody to tell', () => {
  test('because no caregiver has a contact: the admins are told at once', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: [] })
    await alarms.admin(['push'])
    const { id } = await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Admin push'])
    assert.equal((await alertsOf(alarms.service, ana)).length, 1, 'whoever looks sees it')
    await act(alarms.service, ana, id, 'acknowledge')
    assert.deepEqual(await alarms.now(), ['Admin push closing'])
  })

  test('because there is no caregiver: the admins are told at once, and again', async () => {
    const rosa = await alarms.patient()
    await alarms.admin(['push'])
    await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Admin push'])
    // As often as the caregivers would be.
    for (const wait of ['60s', '2m', '2m', '5m']) {
      assert.deepEqual(await alarms.after(wait), ['Admin push'], `after ${wait} more`)
      assert.deepEqual(await alarms.now(), [])
    }
  })

  test('because every caregiver is off duty and unreachable, and so on: each kind of incident is told', async () => {
    const rosa = await alarms.patient()
    await alarms.admin(['push'])
    await alarms.service.call('POST', '/sos', { token: rosa.token })
    assert.deepEqual(await alarms.now(), ['Admin push'])
  })

  test('at all: whoever becomes reachable is told with the next step', async () => {
    const rosa = await alarms.patient()
    const { id } = await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), [])
    const admin = await alarms.admin(['push'])
    const { timeline, state, nextStepAt } = await incidentOf(alarms.service, admin, id)
    assert.equal(state, 'OPEN')
    assert.match(timeline.at(-1).text, /nobody can be told/)
    assert.ok(nextStepAt)
    assert.deepEqual(await alarms.after('60s'), ['Admin push'])
  })

  test('from a later step on: the admins are told at once, whatever the policy says', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.admin(['push'])
    await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push'])
    await unassign(ana, rosa)
    assert.deepEqual(await alarms.now(), ['Admin push'])
    assert.deepEqual(await alarms.after('3m'), ['Admin push'])
  })
})

describe('an incident lists whom it has told', () => {
  const toldOf = async (person: Person, id: string) =>
    (await incidentOf(alarms.service, person, id)).told.map(({ name }: { name: string }) => name)

  const eventsOf = async (id: string) => {
    const text = 'select type from events where subject_id = $1 order by id'
    return (await alarms.service.ctx.db.query<{ type: string }>(text, [id])).map(({ type }) => type)
  }

  test('in their order, once each, for everybody who sees it', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push', 'ntfy'] })
    const eva = await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 2 })
    const silent = await alarms.caregiver(rosa, 'Ida', { channels: [] })
    const { id } = await alarms.fall(rosa)
    assert.deepEqual(await toldOf(rosa, id), [])
    await alarms.now()
    assert.deepEqual(await toldOf(rosa, id), ['Ana Gil'])
    // Both messages were sent together, after the step was taken.
    assert.deepEqual(await eventsOf(id), ['incident.opened', 'incident.changed', 'incident.changed'])
    await alarms.after('60s')
    await alarms.after('120s')
    const admin = await alarms.admin([])
    for (const person of [rosa, ana, silent, admin])
      assert.deepEqual(await toldOf(person, id), ['Ana Gil', 'Eva Gil'])
    const [listed] = await incidentsOf(alarms.service, rosa)
    const staff = { kind: 'STAFF', relationship: null }
    assert.deepEqual(listed.told, [
      { id: ana.id, name: 'Ana Gil', ...staff },
      { id: eva.id, name: 'Eva Gil', ...staff },
    ])
    await act(alarms.service, ana, id, 'acknowledge')
    assert.deepEqual(await toldOf(rosa, id), ['Ana Gil', 'Eva Gil'], 'the closing messages change nothing')
  })

  test('only once their message was sent', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    const { id } = await alarms.fall(rosa)
    await alarms.now()
    for (const state of ['PENDING', 'SENDING', 'FAILED', 'CANCELLED', 'SENT']) {
      await alarms.service.ctx.db.query('update deliveries set state = $2 where incident_id = $1', [
        id,
        state,
      ])
      assert.deepEqual(await toldOf(ana, id), state === 'SENT' ? ['Ana Gil'] : [], state)
    }
  })

  test('as far as ten people', async () => {
    const rosa = await alarms.patient()
    for (let i = 0; i < 11; i++) await alarms.caregiver(rosa, `C${i}`, { channels: ['ntfy'] })
    const { id } = await alarms.fall(rosa)
    assert.equal((await alarms.now()).length, 11)
    assert.equal((await toldOf(rosa, id)).length, 10)
  })
})

describe('a caregiver who goes in mid-incident', () => {
  const ways: [title: string, go: (ana: Person, rosa: Person) => Promise<void>][] = [
    ['is unassigned', unassign],
    ['is deactivated', (ana) => deactivate(ana)],
    ['is deleted', (ana) => remove(ana)],
    ['gets another role', (ana) => demote(ana)],
  ]
  for (const [title, go] of ways) {
    test(`and ${title} is told nothing more, not even what was queued before`, async () => {
      const rosa = await alarms.patient()
      const ana = await alarms.caregiver(rosa, 'Ana', { showDetails: true })
      const eva = await alarms.caregiver(rosa, 'Eva', { channels: ['push'] })
      // Ana's ntfy server is down, so that a message to her waits.
      alarms.respond = () => 503
      const { id } = await alarms.fall(rosa)
      assert.deepEqual(await alarms.now(), ['Ana ntfy', 'Ana push', 'Eva push'])
      alarms.respond = () => 200
      await go(ana, rosa)
      assert.deepEqual(await alarms.after('2s'), [])
      assert.deepEqual(await alarms.after('58s'), ['Eva push'])
      assert.deepEqual(await alarms.after('120s'), ['Eva push'])
      await act(alarms.service, eva, id, 'acknowledge')
      assert.deepEqual(await alarms.now(), ['Eva push closing'])
      assert.deepEqual(await alarms.after('20m'), [])
    })

    test(`and ${title} handles nothing any more: others are told at once`, async () => {
      const rosa = await alarms.patient()
      const ana = await alarms.caregiver(rosa, 'Ana')
      const eva = await alarms.caregiver(rosa, 'Eva', { channels: ['push'] })
      const { id } = await alarms.fall(rosa)
      await alarms.now()
      await act(alarms.service, ana, id, 'acknowledge')
      await alarms.now()
      await alarms.after('1m')
      alarms.service.logLines.length = 0
      await go(ana, rosa)
      assert.deepEqual(await alarms.now(), ['Eva push'])
      const incident = await incidentOf(alarms.service, eva, id)
      assert.deepEqual([incident.state, incident.handledBy], ['OPEN', null])
      assert.equal((await alertsOf(alarms.service, eva)).length, 1)
      assert.doesNotMatch(alarms.service.logLines.join(''), /overdue/, 'the auditor had nothing to repair')
      assert.equal((await act(alarms.service, eva, id, 'acknowledge')).status, 200)
    })
  }

  test('and is deleted stays in the timeline with the bare id', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana')
    const { id } = await alarms.fall(rosa)
    await act(alarms.service, ana, id, 'acknowledge')
    await act(alarms.service, ana, id, 'resolve', { outcome: 'HELP_GIVEN' })
    await remove(ana)
    const incident = await incidentOf(alarms.service, rosa, id)
    const gone = { id: ana.id, name: null }
    assert.deepEqual(incident.handledBy, gone)
    const actors = incident.timeline.flatMap(({ actor }: { actor: object | null }) => actor ?? [])
    assert.deepEqual(actors, Array(2).fill({ ...gone, kind: 'STAFF', relationship: null }))
  })

  test('handles the incidents of other patients as before', async () => {
    const [rosa, luis] = [await alarms.patient(), await alarms.patient({ firstName: 'Luis' })]
    const ana = await alarms.caregiver(rosa, 'Ana')
    await assign(alarms.service, ana.id, luis.id)
    const incidents = [await alarms.fall(rosa), await alarms.fall(luis)]
    for (const { id } of incidents) await act(alarms.service, ana, id, 'acknowledge')
    await unassign(ana, rosa)
    await alarms.now()
    assert.equal((await alarms.incident(rosa)).state, 'OPEN')
    assert.equal((await alarms.incident(luis)).state, 'ACKNOWLEDGED')
  })
})

test('whoever is assigned in mid-incident is told with the next step', async () => {
  const rosa = await alarms.patient()
  await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
  await alarms.fall(rosa)
  assert.deepEqual(await alarms.now(), ['Ana push'])
  await alarms.caregiver(rosa, 'Eva', { channels: ['push'] })
  assert.deepEqual(await alarms.after('60s'), ['Ana push', 'Eva push'])
})

test('a patient who is deleted takes the incident and its messages along', async () => {
  const rosa = await alarms.patient()
  const ana = await alarms.caregiver(rosa, 'Ana')
  await alarms.fall(rosa)
  await alarms.now()
  await remove(rosa)
  assert.deepEqual(await alarms.after('1h'), [])
  assert.deepEqual(await incidentsOf(alarms.service, ana), [])
})

describe('a second fall', () => {
  async function household() {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    const { id } = await alarms.fall(rosa)
    await alarms.now()
    return { rosa, ana, id }
  }

  test('joins an open incident, and delays no step', async () => {
    const { rosa, id } = await household()
    await alarms.after('30s')
    assert.equal((await alarms.fall(rosa)).id, id)
    assert.deepEqual(await alarms.now(), [])
    assert.deepEqual(await alarms.after('30s'), ['Ana push'])
  })

  test('joins one that is being handled, and tells nobody', async () => {
    const { rosa, ana, id } = await household()
    await act(alarms.service, ana, id, 'acknowledge')
    await alarms.after('10m')
    const second = await alarms.fall(rosa)
    assert.deepEqual([second.id, second.state], [id, 'ACKNOWLEDGED'])
    assert.deepEqual(await alarms.now(), [])
    assert.equal((await alertsOf(alarms.service, ana)).length, 1, 'the handler sees it')
  })

  test('opens one again that was acknowledged more than ten minutes ago', async () => {
    const { rosa, ana, id } = await household()
    await act(alarms.service, ana, id, 'acknowledge')
    await alarms.after('601s')
    const second = await alarms.fall(rosa)
    assert.deepEqual([second.id, second.state, second.handledBy], [id, 'OPEN', null])
    assert.deepEqual(await alarms.now(), ['Ana push'])
    assert.deepEqual(await alarms.after('60s'), ['Ana push'])
  })

  test('after a resolution is a new incident, with messages of another identity', async () => {
    const { rosa, ana, id } = await household()
    const first = alarms.lastOf('Ana', 'push')
    await act(alarms.service, ana, id, 'resolve', { outcome: 'NEAR_FALL' })
    await alarms.now()
    const second = await alarms.fall(rosa)
    assert.notEqual(second.id, id)
    assert.deepEqual(await alarms.now(), ['Ana push'])
    assert.notEqual(alarms.lastOf('Ana', 'push').identity, first.identity)
  })

  test('that is the first one, known better after the resolution, opens nothing', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    const detect = await alarms.device(rosa)
    const at = alarms.service.ctx.now()
    const { id } = await detect(0.6)
    await alarms.now()
    await act(alarms.service, ana, id, 'resolve', { outcome: 'FALSE_ALARM' })
    await alarms.now()
    await detect(0.95, at)
    assert.deepEqual(await incidentsOf(alarms.service, rosa), [])
    assert.deepEqual(await alarms.after('1h'), [])
    const { timeline } = await incidentOf(alarms.service, ana, id)
    assert.match(timeline.at(-1).text, /CONFIRMED after the incident had ended/)
  })
})
