import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { defaultPolicies } from '../../src/alerting/escalation/policy.ts'
import { type Circle, callers, makeCircle, tokenOf } from '../support/people.ts'
import { assign, countRows, type Fields, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'
import { createTeam, join } from '../support/teams.ts'

const service = useSteadyService({ TIME_ZONE: 'Europe/Madrid' })

let circle: Circle
/** Once for all tests; `before` within a group runs after the service has started. */
before(async () => {
  circle = await makeCircle(service)
})

const call = (method: string, path: string, { token }: { token: string }, body?: unknown) =>
  service.call(method, path, { token, body })

const policyOf = (afterSeconds: number): Fields => ({
  steps: [{ afterSeconds, tell: [{ who: 'assigned', channels: 'all' }] }],
  repeat: null,
  quietAtNight: false,
})

async function addContact({ id }: { id: string }, channel = 'ntfy'): Promise<void> {
  await service.ctx.db.query(
    `insert into contacts (id, user_id, channel, address, created_at, confirmed_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [randomUUID(), id, channel, `https://ntfy.sh/${randomUUID()}`, service.ctx.now()],
  )
}

/** Gives a patient and their caregivers, one for each list of channels. */
async function patientWith(...channels: string[][]) {
  const patient = await service.signUp()
  const caregivers: Person[] = []
  for (const [i, list] of channels.entries()) {
    const caregiver = await service.signUp({ role: 'CAREGIVER', firstName: `Caregiver${i}`, lastName: 'Gil' })
    await assign(service, caregiver.id, patient.id)
    for (const channel of list) await addContact(caregiver, channel)
    caregivers.push(caregiver)
  }
  return { patient, caregivers }
}

describe('access', () => {
  const policies = { severity: 'CRITICAL', policy: policyOf(0) }
  const rows: [endpoint: string, body: Fields | undefined, ...statuses: number[]][] = [
    ['GET /admin/escalation-policies', undefined, 401, 403, 403, 403, 403, 200],
    ['PUT /admin/escalation-policies', policies, 401, 403, 403, 403, 403, 200],
    ['GET /patients/:id/escalation', undefined, 401, 200, 403, 200, 403, 200],
    ['GET /patients/:id/escalation/preview', undefined, 401, 200, 403, 200, 403, 200],
    ['PUT /patients/:id/escalation', policies, 401, 403, 403, 403, 403, 200],
    ['GET /caregivers/me/duty', undefined, 401, 403, 403, 200, 200, 403],
    ['PUT /caregivers/me/duty', { onDuty: true }, 401, 403, 403, 200, 200, 403],
    ['PUT /caregivers/:caregiver/patients/:id', { priority: 1 }, 401, 403, 403, 403, 403, 200],
  ]
  for (const [endpoint, body, ...statuses] of rows) {
    test(endpoint, async () => {
      const [method = '', route = ''] = endpoint.split(' ')
      const path = route.replace(':id', circle.patient.id).replace(':caregiver', circle.caregiver.id)
      const answered: number[] = []
      for (const caller of callers) {
        const { status } = await service.call(method, path, { token: tokenOf(circle, caller), body })
        answered.push(status)
      }
      assert.deepEqual(answered, statuses)
    })
  }

  test('of a patient who does not exist, or is none', async () => {
    for (const id of [randomUUID(), circle.stranger.id]) {
      for (const path of ['escalation', 'escalation/preview'])
        assert.equal((await call('GET', `/patients/${id}/${path}`, circle.admin)).status, 404)
      assert.equal((await call('PUT', `/patients/${id}/escalation`, circle.admin, policies)).status, 404)
    }
    assert.equal(
      await countRows(service, 'escalation_policies where patient_id = $1', [circle.stranger.id]),
      0,
    )
  })

  test('is audited: who reads another person’s record, and every change', async () => {
    const { patient, caregivers } = await patientWith(['ntfy'])
    const [ana] = caregivers as [Person]
    const lines = (actor: Person, action: string) =>
      countRows(service, 'audit_log where actor_id = $1 and subject_id = $2 and action = $3', [
        actor.id,
        action.startsWith('caregiver') ? ana.id : patient.id,
        action,
      ])
    await call('GET', `/patients/${patient.id}/escalation`, ana)
    await call('GET', `/patients/${patient.id}/escalation/preview`, ana)
    await call('GET', `/patients/${patient.id}/escalation`, patient)
    assert.equal(await lines(ana, 'record.viewed'), 2)
    assert.equal(await lines(patient, 'record.viewed'), 0)
    await call('PUT', `/patients/${patient.id}/escalation`, circle.admin, policies)
    assert.equal(await lines(circle.admin, 'escalation.policy_changed'), 1)
    await call('PUT', `/caregivers/${ana.id}/patients/${patient.id}`, circle.admin, { priority: 3 })
    assert.equal(await lines(circle.admin, 'patient.priority_changed'), 1)
    await call('PUT', '/caregivers/me/duty', ana, { onDuty: false })
    assert.equal(await lines(ana, 'caregiver.duty_changed'), 1)
  })
})

describe('policies', () => {
  const path = '/admin/escalation-policies'
  const own = () => `/patients/${circle.patient.id}/escalation`
  const set = (severity: string, policy: unknown, to = path) =>
    call('PUT', to, circle.admin, { severity, policy })

  test('of the installation are the defaults, and are so again after a change is taken back', async () => {
    const expected = ['LOW', 'MEDIUM'].map((severity) => ({
      severity,
      isDefault: true,
      policy: defaultPolicies[severity as 'LOW'],
    }))
    const { data } = (await call('GET', path, circle.admin)).body
    assert.deepEqual(data.slice(0, 2), expected)
    assert.equal(data.length, 4)
    const changed = await set('LOW', policyOf(30))
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.body.data[0], { severity: 'LOW', isDefault: false, policy: policyOf(30) })
    assert.deepEqual((await set('LOW', policyOf(31))).body.data[0].policy, policyOf(31))
    for (let i = 0; i < 2; i++) assert.deepEqual((await set('LOW', null)).body.data[0], expected[0])
  })

  test('of a patient apply before those of the installation', async () => {
    const source = async () => {
      const { policies } = (await call('GET', own(), circle.patient)).body.data
      const low = policies.find(({ severity }: Fields) => severity === 'LOW')
      return [low.source, low.policy.steps[0].afterSeconds]
    }
    assert.deepEqual(await source(), ['DEFAULT', 0])
    await set('LOW', policyOf(1))
    assert.deepEqual(await source(), ['INSTALLATION', 1])
    const { body } = await set('LOW', policyOf(2), own())
    assert.equal(body.data.policies[0].source, 'PATIENT')
    assert.deepEqual(await source(), ['PATIENT', 2])
    const other = (await call('GET', `/patients/${circle.neighbour.id}/escalation`, circle.neighbour)).body
      .data
    assert.equal(other.policies[0].source, 'INSTALLATION')
    await set('LOW', null, own())
    assert.deepEqual(await source(), ['INSTALLATION', 1])
    await set('LOW', null)
  })

  test('show the caregivers in the order of their priority', async () => {
    const { patient, caregivers } = await patientWith([], [])
    const [first, second] = caregivers as [Person, Person]
    const change = `/caregivers/${first.id}/patients/${patient.id}`
    const { status, body } = await call('PUT', change, circle.admin, { priority: 4 })
    assert.equal(status, 200)
    assert.equal(body.data.priority, 4)
    assert.equal(body.data.caregiverId, first.id)
    await call('PUT', '/caregivers/me/duty', second, { onDuty: false })
    const { data } = (await call('GET', `/patients/${patient.id}/escalation`, patient)).body
    const staff = { kind: 'STAFF', relationship: null, helps: true }
    assert.deepEqual(data.caregivers, [
      { personId: second.id, name: 'Caregiver1 Gil', ...staff, priority: 1, onDuty: false },
      { personId: first.id, name: 'Caregiver0 Gil', ...staff, priority: 4, onDuty: true },
    ])
  })

  test('name the members of a team to admins and to members of the same team only', async () => {
    const { patient, caregivers } = await patientWith([], [])
    const [nurse, relative] = caregivers as [Person, Person]
    await createTeam(service, circle.admin.token, {}, [nurse])
    const namesFor = async (reader: Person) => {
      const { data } = (await call('GET', `/patients/${patient.id}/escalation`, reader)).body
      return data.caregivers.map(({ personId, name }: Fields) => [personId, name])
    }
    const named = [
      [nurse.id, 'Caregiver0 Gil'],
      [relative.id, 'Caregiver1 Gil'],
    ]
    for (const reader of [circle.admin, nurse])
      assert.deepEqual((await namesFor(reader)).toSorted(), named.toSorted())
    const hidden = [[null, 'Staff'], named[1]]
    for (const reader of [patient, relative])
      assert.deepEqual((await namesFor(reader)).toSorted(), hidden.toSorted())
  })

  const step = (fields: Fields = {}) => ({
    afterSeconds: 0,
    tell: [{ who: 'assigned', channels: 'all' }],
    ...fields,
  })
  const telling = (audience: unknown) => ({ ...policyOf(0), steps: [step({ tell: [audience] })] })
  const tooMany = Array.from({ length: 11 }, (_, afterSeconds) => step({ afterSeconds }))
  const bad: [title: string, policy: unknown, field: string][] = [
    ['no policy', undefined, 'policy'],
    ['a word', 'all', 'policy'],
    ['no steps', { ...policyOf(0), steps: [] }, 'policy.steps'],
    ['eleven steps', { ...policyOf(0), steps: tooMany }, 'policy.steps'],
    ['unsorted steps', { ...policyOf(0), steps: [step({ afterSeconds: 9 }), step()] }, 'policy.steps'],
    ['two steps at once', { ...policyOf(0), steps: [step(), step()] }, 'policy.steps'],
    ['a step in the past', policyOf(-1), 'policy.steps.0.afterSeconds'],
    ['a step in half a second', policyOf(0.5), 'policy.steps.0.afterSeconds'],
    ['a step in ten years', policyOf(315_360_000), 'policy.steps.0.afterSeconds'],
    ['a step without people', { ...policyOf(0), steps: [step({ tell: [] })] }, 'policy.steps.0.tell'],
    ['unknown people', telling({ who: 'neighbours', channels: 'all' }), 'policy.steps.0.tell.0.who'],
    ['an unknown channel', telling({ who: 'admins', channels: ['sms'] }), 'policy.steps.0.tell.0.channels'],
    ['no channel', telling({ who: 'admins', channels: [] }), 'policy.steps.0.tell.0.channels'],
    ['no channels', telling({ who: 'admins' }), 'policy.steps.0.tell.0.channels'],
    [
      'priority 6',
      telling({ who: 'priority', priority: 6, channels: 'all' }),
      'policy.steps.0.tell.0.priority',
    ],
    [
      'more to repeat than there is',
      { ...policyOf(0), repeat: { steps: 2, everySeconds: 60 } },
      'policy.repeat.steps',
    ],
    ['nothing to repeat', { ...policyOf(0), repeat: { steps: 0, everySeconds: 60 } }, 'policy.repeat.steps'],
    [
      'a repetition each second',
      { ...policyOf(0), repeat: { steps: 1, everySeconds: 1 } },
      'policy.repeat.everySeconds',
    ],
    ['no word about repeating', { ...policyOf(0), repeat: undefined }, 'policy.repeat'],
  ]
  const tellsNobody: [title: string, policy: unknown][] = [
    ['live only', telling({ who: 'assigned', channels: ['live'] })],
    ['webhooks only', telling({ who: 'webhooks' })],
    ['a first step after more than ten minutes', policyOf(601)],
  ]
  for (const [title, policy] of tellsNobody) {
    test(`with ${title} are refused for what is urgent`, async () => {
      for (const to of [path, own()])
        for (const severity of ['HIGH', 'CRITICAL']) {
          const { status, body, text } = await set(severity, policy, to)
          assert.equal(status, 400, text)
          assert.match(body.details['policy.steps'], /people within 10 minutes/)
        }
      const stored = `escalation_policies where policy = $1::jsonb`
      assert.equal(await countRows(service, stored, [JSON.stringify(policy)]), 0)
      assert.equal((await set('LOW', policy, own())).status, 200)
      assert.equal((await set('LOW', null, own())).status, 200)
    })
  }

  for (const [title, policy, field] of bad) {
    test(`with ${title} are refused`, async () => {
      for (const to of [path, own()]) {
        const { status, body, text } = await set('MEDIUM', policy, to)
        assert.equal(status, 400, text)
        assert.ok(field in body.details, text)
      }
      assert.equal(await countRows(service, `escalation_policies where severity = 'MEDIUM'`, []), 0)
    })
  }

  test('of an unknown severity are refused', async () => {
    const { status, body } = await set('URGENT', policyOf(0))
    assert.equal(status, 400)
    assert.ok('severity' in body.details)
  })

  test('of several admins at the same time do not get in each other’s way', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((seconds) => set('LOW', policyOf(seconds), own())))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    await set('LOW', null, own())
  })

  test('go with the patient', async () => {
    const { patient } = await patientWith()
    await set('LOW', policyOf(0), `/patients/${patient.id}/escalation`)
    assert.equal((await call('DELETE', `/patients/${patient.id}`, circle.admin)).status, 200)
    assert.equal(await countRows(service, 'escalation_policies where patient_id = $1', [patient.id]), 0)
  })
})

describe('priority', () => {
  test('is part of an assignment', async () => {
    const [patient, caregiver] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    const path = `/caregivers/${caregiver.id}/patients`
    const body = { patientId: patient.id, priority: 2 }
    assert.equal((await call('POST', path, circle.admin, { ...body, priority: 0 })).status, 400)
    assert.equal((await call('POST', path, circle.admin, body)).status, 201)
    const { data } = (await call('GET', `/patients/${patient.id}/escalation`, patient)).body
    assert.equal(data.caregivers[0].priority, 2)
  })

  test('is a whole number from 1 to 5, of an assignment that exists', async () => {
    const { caregiver, patient, neighbour, admin } = circle
    for (const priority of [0, 6, 1.5, '1', null, undefined]) {
      const { status } = await call('PUT', `/caregivers/${caregiver.id}/patients/${patient.id}`, admin, {
        priority,
      })
      assert.equal(status, 400, String(priority))
    }
    for (const id of [neighbour.id, randomUUID()]) {
      const { status } = await call('PUT', `/caregivers/${caregiver.id}/patients/${id}`, admin, {
        priority: 1,
      })
      assert.equal(status, 404)
    }
  })
})

describe('duty', () => {
  const path = '/caregivers/me/duty'
  const hours = [{ days: ['MON'], from: '22:00', to: '06:00' }]

  test('is on unless the caregiver says otherwise', async () => {
    const ana = await service.signUp({ role: 'CAREGIVER' })
    const timeZone = 'Europe/Madrid'
    const read = async () => (await call('GET', path, ana)).body.data
    assert.deepEqual(await read(), { onDuty: true, hours: null, onDutyNow: true, timeZone, rotas: [] })
    const off = await call('PUT', path, ana, { onDuty: false })
    assert.deepEqual(off.body.data, { onDuty: false, hours: null, onDutyNow: false, timeZone, rotas: [] })
    assert.deepEqual(await read(), off.body.data)
  })

  test('keeps its hours until they are changed', async () => {
    const ana = await service.signUp({ role: 'CAREGIVER' })
    const put = async (body: Fields) => (await call('PUT', path, ana, body)).body.data
    assert.deepEqual((await put({ onDuty: true, hours })).hours, hours)
    assert.deepEqual((await put({ onDuty: false })).hours, hours)
    assert.equal((await put({ onDuty: true, hours: null })).hours, null)
  })

  const bad: [title: string, body: Fields, field: string][] = [
    ['nothing', {}, 'onDuty'],
    ['a word', { onDuty: 'yes' }, 'onDuty'],
    ['no hours', { onDuty: true, hours: [] }, 'hours'],
    ['no days', { onDuty: true, hours: [{ ...hours[0], days: [] }] }, 'hours.0.days'],
    ['a day that is none', { onDuty: true, hours: [{ ...hours[0], days: ['LUN'] }] }, 'hours.0.days.0'],
    ['25 o’clock', { onDuty: true, hours: [{ ...hours[0], from: '25:00' }] }, 'hours.0.from'],
    ['a time without minutes', { onDuty: true, hours: [{ ...hours[0], to: '6' }] }, 'hours.0.to'],
    ['hours without an end', { onDuty: true, hours: [{ days: ['MON'], from: '22:00' }] }, 'hours.0.to'],
    ['51 hours', { onDuty: true, hours: Array(51).fill(hours[0]) }, 'hours'],
  ]
  for (const [title, body, field] of bad) {
    test(`with ${title} is refused`, async () => {
      const ana = await service.signUp({ role: 'CAREGIVER' })
      const answer = await call('PUT', path, ana, body)
      assert.equal(answer.status, 400, answer.text)
      assert.ok(field in answer.body.details, answer.text)
      assert.equal(await countRows(service, 'caregiver_duty where user_id = $1', [ana.id]), 0)
    })
  }
})

describe('the preview', () => {
  interface PreviewedStep {
    afterSeconds: number
    tells: { personId: string | null; name: string; channels: string[]; onDuty: boolean }[]
  }
  const preview = async (patient: Person, query: Record<string, string> = {}, reader = circle.admin) => {
    const path = `/patients/${patient.id}/escalation/preview`
    const answer = await service.call('GET', path, { token: reader.token, query })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  const summary = (steps: PreviewedStep[]) =>
    steps.map(
      ({ afterSeconds, tells }) =>
        `${afterSeconds}: ${tells.map(({ name, channels }) => `${name} ${channels.join('+')}`).join(', ')}`,
    )

  test('shows who is told by what, and when', async () => {
    const { patient, caregivers } = await patientWith(['push', 'mail'], ['push', 'ntfy'], [])
    const [, second, silent] = caregivers as [Person, Person, Person]
    await call('PUT', `/caregivers/${second.id}/patients/${patient.id}`, circle.admin, { priority: 2 })
    const { at, steps, repeatEverySeconds, unreachable } = await preview(patient, {
      at: '2026-03-02T12:00:00+01:00',
    })
    assert.equal(at, '2026-03-02T11:00:00.000Z')
    const names = steps.at(-1).tells.map(({ name }: Fields) => `${name} live`)
    assert.deepEqual(summary(steps), [
      '0: Caregiver0 Gil push+live, Caregiver2 Gil live',
      '60: Caregiver0 Gil push+live+mail, Caregiver2 Gil live, Caregiver1 Gil push+live',
      '180: Caregiver0 Gil push+live+mail, Caregiver2 Gil live, Caregiver1 Gil push+live+ntfy',
      `300: ${names.join(', ')}`,
    ])
    assert.ok(names.includes('Ada Mar live'))
    assert.equal(repeatEverySeconds, 300)
    assert.deepEqual(unreachable, [
      { personId: silent.id, name: 'Caregiver2 Gil', relationship: null, reason: 'NO_CONTACT' },
    ])
  })

  test('skips at 03:00 who is off duty, and tells everybody at once if that is all there are', async () => {
    const { patient, caregivers } = await patientWith(['push'], ['push'])
    const [night, day] = caregivers as [Person, Person]
    const everyDay = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
    const setHours = (of: Person, from: string, to: string) =>
      call('PUT', '/caregivers/me/duty', of, { onDuty: true, hours: [{ days: everyDay, from, to }] })
    await setHours(night, '20:00', '08:00')
    await setHours(day, '08:00', '20:00')
    // 03:00 in Madrid.
    const at = '2026-03-02T02:00:00Z'
    const { steps } = await preview(patient, { at })
    assert.deepEqual(
      steps[0].tells.map(({ name }: Fields) => name),
      ['Caregiver0 Gil'],
    )
    const everybody: PreviewedStep['tells'] = steps[2].tells
    assert.deepEqual(
      everybody.map(({ name, onDuty }) => [name, onDuty]),
      [
        ['Caregiver0 Gil', true],
        ['Caregiver1 Gil', false],
      ],
    )
    await call('PUT', '/caregivers/me/duty', night, { onDuty: false })
    const alone = (await preview(patient, { at })).steps
    assert.deepEqual(summary(alone.slice(0, 1)), ['0: Caregiver0 Gil push+live, Caregiver1 Gil push+live'])
    assert.deepEqual(
      alone.map(({ afterSeconds }: PreviewedStep) => afterSeconds),
      [0, 300],
    )
  })

  test('judges duty at the time of each step, in summer as in winter', async () => {
    const { patient, caregivers } = await patientWith(['push'], ['push'])
    const [early, late] = caregivers as [Person, Person]
    const setHours = (of: Person, from: string, to: string) =>
      call('PUT', '/caregivers/me/duty', of, { onDuty: true, hours: [{ days: ['SUN'], from, to }] })
    await setHours(early, '00:00', '08:00')
    await setHours(late, '08:00', '16:00')
    // The clocks of Madrid go forward in the night to 29 March: eight o'clock is an hour earlier in UTC.
    for (const at of ['2026-03-22T06:59:30Z', '2026-03-29T05:59:30Z']) {
      const { steps } = await preview(patient, { at })
      assert.deepEqual(summary(steps.slice(0, 2)), [
        '0: Caregiver0 Gil push+live',
        '60: Caregiver1 Gil push+live',
      ])
    }
  })

  test('tells the admins at once if there is nobody else', async () => {
    const { patient } = await patientWith()
    await addContact(circle.admin, 'mail')
    const { steps, unreachable } = await preview(patient)
    assert.equal(steps[0].afterSeconds, 0)
    const ada = steps[0].tells.find(({ personId }: Fields) => personId === circle.admin.id)
    assert.deepEqual(ada.channels, ['live', 'mail'])
    assert.deepEqual(unreachable, [])
  })

  test('names the webhooks without their addresses', async () => {
    const { patient } = await patientWith(['push'])
    const url = 'https://example.org/secret-path'
    assert.equal((await call('POST', '/admin/webhooks', circle.admin, { url })).status, 201)
    const shown = await preview(patient)
    const webhooks = {
      ...{ personId: null, name: 'Webhooks', role: null, kind: null, relationship: null, helps: false },
      ...{ channels: ['webhook'], onDuty: true },
    }
    assert.deepEqual(shown.steps[2].tells[1], webhooks)
    assert.doesNotMatch(JSON.stringify(shown), /secret-path/)
  })

  test('names staff to admins and to members of the same team only', async () => {
    const { patient, caregivers } = await patientWith(['push'], ['push'], [], ['push'])
    const [nurse, colleague, silent, neighbour] = caregivers as [Person, Person, Person, Person]
    await createTeam(service, circle.admin.token, {}, [nurse, colleague, silent])
    const other = await createTeam(service, circle.admin.token, {}, [])
    const namesFor = async (reader: Person) => {
      const { steps, unreachable } = await preview(patient, {}, reader)
      const tells: Fields[] = [...steps.flatMap((step: PreviewedStep) => step.tells), ...unreachable]
      for (const { personId, name } of tells)
        assert.equal(personId === null, ['Staff', 'Admin', 'Webhooks'].includes(String(name)))
      return [...new Set(tells.map(({ name }) => String(name)))].filter((name) => name !== 'Webhooks').sort()
    }
    const [first, second, third, fourth] = [0, 1, 2, 3].map((n) => `Caregiver${n} Gil`)
    for (const stranger of [patient, neighbour])
      assert.deepEqual(await namesFor(stranger), ['Admin', fourth, 'Staff'])
    for (const member of [nurse, silent])
      assert.deepEqual(await namesFor(member), ['Admin', first, second, third, fourth])
    await join(service, circle.admin.token, other, neighbour.id)
    assert.deepEqual(await namesFor(neighbour), ['Admin', fourth, 'Staff'])
    const all = await namesFor(circle.admin)
    assert.ok(all.includes('Ada Mar') && all.includes(String(third)) && !all.includes('Staff'))
  })

  test('uses the policy of the kind and severity', async () => {
    const { patient } = await patientWith(['mail'])
    const at = '2026-03-02T22:30:00Z'
    const slow = await preview(patient, { severity: 'MEDIUM' })
    assert.deepEqual(
      slow.steps.map(({ afterSeconds }: PreviewedStep) => afterSeconds),
      // Mail is not used before the second step, so that it is taken at once.
      [0, 360, 600],
    )
    // 23:30 in Madrid: seven and a half hours until the morning.
    const quiet = await preview(patient, { at, kind: 'LOW_BATTERY', severity: 'LOW' })
    assert.deepEqual(summary(quiet.steps), ['27000: Caregiver0 Gil mail', '113400: Caregiver0 Gil mail'])
    assert.equal(quiet.repeatEverySeconds, 86_400)
    const urgent = await preview(patient, { at, kind: 'LOW_BATTERY', severity: 'HIGH' })
    assert.deepEqual(summary(urgent.steps), ['0: Caregiver0 Gil mail', '86400: Caregiver0 Gil mail'])
  })

  test('says why a caregiver cannot be reached', async () => {
    const { patient, caregivers } = await patientWith(['push'], ['push'])
    const [inactive, invited] = caregivers as [Person, Person]
    const { db } = service.ctx
    await db.query(`update users set status = 'inactive' where id = $1`, [inactive.id])
    await db.query('update users set password_hash = null where id = $1', [invited.id])
    const { unreachable } = await preview(patient)
    assert.deepEqual(
      unreachable.map(({ reason }: Fields) => reason),
      ['INACTIVE', 'INVITED'],
    )
  })

  test('refuses a time, severity or kind that is none', async () => {
    const { patient } = circle
    const path = `/patients/${patient.id}/escalation/preview`
    const bad: Record<string, string>[] = [
      { at: 'tomorrow' },
      { at: '2026-02-30T00:00:00Z' },
      { at: '1772409600000' },
      { severity: 'URGENT' },
      { kind: 'FIRE' },
    ]
    for (const query of bad) {
      const { status, body } = await service.call('GET', path, { token: patient.token, query })
      assert.equal(status, 400, JSON.stringify(query))
      assert.deepEqual(Object.keys(body.details), Object.keys(query))
    }
    for (const at of ['0000-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'])
      for (const kind of ['FALL', 'LOW_BATTERY']) await preview(patient, { at, kind, severity: 'LOW' })
  })
})
