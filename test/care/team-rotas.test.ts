import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { findRecipients } from '../../src/alerting/escalation/recipients.ts'
import { act, incidentsOf } from '../support/incidents.ts'
import { reportFall } from '../support/people.ts'
import { assign, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'
import { createTeam, join } from '../support/teams.ts'

const service = useSteadyService({ TIME_ZONE: 'Europe/Madrid', SESSION_DURATION: '3650d' })
let token = ''
before(async () => {
  token = await service.adminToken()
})

const caregiver = () => service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })

/** Replaces the rota of a team. */
const setRota = (teamId: string, ...shifts: object[]) =>
  service.call('PUT', `/admin/teams/${teamId}/rota`, { token, body: { shifts } })

const shift = (weekday: string, from: string, to: string, ...people: Person[]) => ({
  weekday,
  from,
  to,
  caregiverIds: people.map(({ id }) => id),
})

/** Who of the caregivers of a patient is on duty at a moment. */
async function onDuty(patient: Person, at: string): Promise<string[]> {
  const { caregivers } = await findRecipients(
    service.ctx,
    service.ctx.db,
    { patientId: patient.id },
    new Date(at),
  )
  return caregivers.filter((one) => one.onDuty).map(({ userId }) => userId)
}

/** A team of caregivers with one chosen patient. */
async function makeTeam(...members: Person[]) {
  const rosa = await service.signUp()
  const team = await createTeam(service, token, {}, members)
  await service.call('POST', `/admin/teams/${team.id}/patients/${rosa.id}`, { token })
  return { ...team, rosa }
}

const nobody: string[] = []
const monday = { morning: '2026-03-02T09:00:00Z', evening: '2026-03-02T21:30:00Z' }

describe('who is on duty for the patients of a team', () => {
  test('follows the rota, and not what the caregiver says', async () => {
    const [ana, ben] = [await caregiver(), await caregiver()]
    const { id, rosa } = await makeTeam(ana, ben)
    const off = { onDuty: false }
    await service.call('PUT', '/caregivers/me/duty', { token: ana.token, body: off })
    assert.deepEqual(await onDuty(rosa, monday.morning), [ben.id], 'without a rota: their own hours')
    await setRota(id, shift('MON', '06:00', '14:00', ana))
    assert.deepEqual(await onDuty(rosa, monday.morning), [ana.id])
    assert.deepEqual(await onDuty(rosa, monday.evening), nobody)
    await setRota(id)
    assert.deepEqual(await onDuty(rosa, monday.morning), [ben.id], 'the rota was removed')
  })

  test('goes on over midnight', async () => {
    const ana = await caregiver()
    const { id, rosa } = await makeTeam(ana)
    await setRota(id, shift('MON', '22:00', '06:00', ana))
    const moments: [string, boolean][] = [
      ['2026-03-02T20:59:59Z', false],
      ['2026-03-02T21:00:00Z', true],
      ['2026-03-03T04:59:59Z', true],
      ['2026-03-03T05:00:00Z', false],
      ['2026-03-02T04:00:00Z', false],
    ]
    for (const [at, is] of moments) assert.deepEqual(await onDuty(rosa, at), is ? [ana.id] : nobody, at)
  })

  test('follows the clock on the wall when it changes', async () => {
    const ana = await caregiver()
    const { id, rosa } = await makeTeam(ana)
    await setRota(id, shift('SAT', '22:00', '06:00', ana))
    const moments: [string, boolean][] = [
      // Forward: the night ends an hour earlier.
      ['2026-03-29T03:59:59Z', true],
      ['2026-03-29T04:00:00Z', false],
      // Back: it lasts an hour longer.
      ['2026-10-24T20:00:00Z', true],
      ['2026-10-25T01:30:00Z', true],
      ['2026-10-25T04:59:59Z', true],
      ['2026-10-25T05:00:00Z', false],
    ]
    for (const [at, is] of moments) assert.deepEqual(await onDuty(rosa, at), is ? [ana.id] : nobody, at)
  })

  test('is decided by the hours of the caregiver for patients of no such team', async () => {
    const ana = await caregiver()
    const { id } = await makeTeam(ana)
    await setRota(id, shift('MON', '06:00', '14:00'))
    const luis = await service.signUp()
    await assign(service, ana.id, luis.id)
    assert.deepEqual(await onDuty(luis, monday.morning), [ana.id])
  })

  test('of two teams with a rota, is who one of them says', async () => {
    const ana = await caregiver()
    const { id, rosa } = await makeTeam(ana)
    const other = await createTeam(service, token, {}, [ana])
    await service.call('POST', `/admin/teams/${other.id}/patients/${rosa.id}`, { token })
    await setRota(id, shift('MON', '06:00', '14:00', ana))
    await setRota(other.id, shift('MON', '20:00', '23:00', ana))
    for (const at of Object.values(monday)) assert.deepEqual(await onDuty(rosa, at), [ana.id])
  })

  test('is nobody who has left the team and its shifts', async () => {
    const [ana, ben] = [await caregiver(), await caregiver()]
    const { id, rosa } = await makeTeam(ana, ben)
    await setRota(id, shift('MON', '06:00', '14:00', ana, ben))
    await service.call('DELETE', `/admin/teams/${id}/members/${ana.id}`, { token })
    assert.deepEqual(await onDuty(rosa, monday.morning), [ben.id])
    await join(service, token, { id }, ana.id)
    assert.deepEqual(await onDuty(rosa, monday.morning), [ben.id])
  })

  test('is shown in the preview of an escalation', async () => {
    const ana = await caregiver()
    const { id, rosa } = await makeTeam(ana)
    await setRota(id, shift('MON', '06:00', '14:00', ana))
    const preview = async (at: string) => {
      const path = `/patients/${rosa.id}/escalation/preview`
      const { body } = await service.call('GET', path, {
        token,
        query: { at, severity: 'HIGH', kind: 'FALL' },
      })
      return body.data.steps.flatMap(({ tells }: { tells: { personId: string; onDuty: boolean }[] }) =>
        tells.filter(({ personId }) => personId === ana.id).map((tell) => tell.onDuty),
      )
    }
    const [morning, evening] = [await preview(monday.morning), await preview(monday.evening)]
    assert.ok(morning.length > 0 && evening.length > 0)
    assert.deepEqual([new Set(morning), new Set(evening)], [new Set([true]), new Set([false])])
  })
})

test('members read the rota, who is on duty now and the shift that is on', async () => {
  const [ana, ben] = [await caregiver(), await caregiver()]
  const { id } = await makeTeam(ana, ben)
  const answer = await setRota(
    id,
    shift('SUN', '22:00', '06:00', ana, ana),
    shift('MON', '06:00', '14:00', ben),
  )
  assert.equal(answer.status, 200, answer.text)
  service.setClock(new Date('2027-03-28T23:30:00Z'))
  const { body } = await service.call('GET', `/teams/${id}/rota`, { token: ben.token })
  assert.deepEqual(body.data, {
    timeZone: 'Europe/Madrid',
    shifts: [
      { weekday: 'MON', from: '06:00', to: '14:00', caregivers: [{ id: ben.id, name: 'Ana Gil' }] },
      { weekday: 'SUN', from: '22:00', to: '06:00', caregivers: [{ id: ana.id, name: 'Ana Gil' }] },
    ],
    gaps: [{ from: { weekday: 'MON', time: '14:00' }, to: { weekday: 'SUN', time: '22:00' } }],
    currentShift: { startsAt: '2027-03-28T20:00:00.000Z', endsAt: '2027-03-29T04:00:00.000Z' },
    onDuty: [{ id: ana.id, name: 'Ana Gil' }],
  })
  const duty = (await service.call('GET', '/caregivers/me/duty', { token: ana.token })).body.data
  assert.deepEqual(
    duty.rotas.map(({ teamId, onDutyNow }: { teamId: string; onDutyNow: boolean }) => [teamId, onDutyNow]),
    [[id, true]],
  )
})

describe('a rota is refused', () => {
  const shifts: [string, object, string][] = [
    ['with an unknown day', { weekday: 'MONDAY', from: '06:00', to: '14:00', caregiverIds: [] }, 'weekday'],
    ['with an odd time', { weekday: 'MON', from: '24:00', to: '14:00', caregiverIds: [] }, 'from'],
    ['without caregivers', { weekday: 'MON', from: '06:00', to: '14:00' }, 'caregiverIds'],
    [
      'with somebody who is no member',
      { weekday: 'MON', from: '06:00', to: '14:00', caregiverIds: [randomUUID()] },
      'caregiverIds',
    ],
  ]
  for (const [title, wrong, field] of shifts)
    test(`${title}, and the old one stays`, async () => {
      const ana = await caregiver()
      const { id } = await makeTeam(ana)
      await setRota(id, shift('MON', '06:00', '14:00', ana))
      const answer = await setRota(id, shift('TUE', '06:00', '14:00', ana), wrong)
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.details), [`shifts.1.${field}`])
      const { body } = await service.call('GET', `/admin/teams/${id}/rota`, { token })
      assert.deepEqual(
        body.data.shifts.map(({ weekday }: { weekday: string }) => weekday),
        ['MON'],
      )
    })
})

describe('a handover note', () => {
  test('is read by the team, the newest first, with its shift and its author', async () => {
    const [ana, ben] = [await caregiver(), await caregiver()]
    const { id } = await makeTeam(ana, ben)
    const path = `/teams/${id}/handovers`
    const write = async (of: string, text: string) =>
      (await service.call('POST', path, { token: of, body: { text } })).body.data
    service.setClock(new Date('2027-06-01T01:00:00Z'))
    const first = await write(token, ' All quiet. ')
    await setRota(id, shift('MON', '22:00', '06:00', ana))
    service.advance('1m')
    const second = await write(ana.token, 'Room 12 slept badly.')
    assert.deepEqual(
      { ...second, id: '' },
      {
        id: '',
        teamId: id,
        author: { id: ana.id, name: 'Ana Gil' },
        text: 'Room 12 slept badly.',
        createdAt: '2027-06-01T01:01:00.000Z',
        shiftStartsAt: '2027-05-31T20:00:00.000Z',
        shiftEndsAt: '2027-06-01T04:00:00.000Z',
      },
    )
    assert.deepEqual([first.text, first.shiftStartsAt, first.shiftEndsAt], ['All quiet.', null, null])
    const { body } = await service.call('GET', path, { token: ben.token })
    assert.deepEqual([body.data, body.pagination.total], [[second, first], 2])
  })

  test('of more than 2000 characters, or blank, is refused', async () => {
    const { id } = await makeTeam()
    for (const text of ['a'.repeat(2001), ' \n ', 7]) {
      const answer = await service.call('POST', `/teams/${id}/handovers`, { token, body: { text } })
      assert.equal(answer.status, 400)
      assert.deepEqual(Object.keys(answer.body.details), ['text'])
    }
    const path = `/teams/${randomUUID()}/handovers`
    assert.equal((await service.call('POST', path, { token, body: { text: 'a' } })).status, 404)
    assert.equal((await service.call('GET', path, { token })).status, 404)
  })
})

describe('the rotas of several teams', () => {
  const read = async () => (await service.call('GET', '/admin/rotas', { token })).body.data
  const save = (...teams: object[]) => service.call('PUT', '/admin/rotas', { token, body: { teams } })
  const rotaOf = async (id: string) => (await read()).teams.find((team: { id: string }) => team.id === id)

  test('are read and replaced together, with what they lack', async () => {
    const [ana, ben, cem] = [await caregiver(), await caregiver(), await caregiver()]
    const [north, south, third] = [await makeTeam(ana), await makeTeam(ben), await makeTeam(cem)]
    await setRota(third.id, shift('MON', '00:00', '00:00', cem))
    const week = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
    const saved = await save(
      { teamId: north.id, shifts: week.map((day) => shift(day, '07:00', '07:00', ana)) },
      { teamId: south.id, shifts: week.map((day) => shift(day, '07:00', '19:00')) },
    )
    assert.equal(saved.status, 200, saved.text)
    assert.deepEqual(saved.body.data, await read())
    assert.equal(saved.body.data.timeZone, 'Europe/Madrid')
    const [first, second] = [await rotaOf(north.id), await rotaOf(south.id)]
    assert.deepEqual(first.members, [{ id: ana.id, name: 'Ana Gil' }])
    assert.deepEqual([first.shifts.length, second.shifts.length], [7, 7])
    assert.deepEqual(first.gaps, [])
    assert.equal(second.gaps.length, 7)
    assert.deepEqual(second.shifts[0].caregivers, [])
    assert.equal((await rotaOf(third.id)).shifts.length, 1, 'what is not given stays')
  })

  test('are all replaced, or none of them', async () => {
    const [ana, ben] = [await caregiver(), await caregiver()]
    const [north, south] = [await makeTeam(ana), await makeTeam(ben)]
    const good = { teamId: north.id, shifts: [shift('MON', '06:00', '14:00', ana)] }
    const strange = await save(good, { teamId: south.id, shifts: [shift('MON', '06:00', '14:00', ana)] })
    assert.deepEqual(
      [strange.status, Object.keys(strange.body.details)],
      [400, ['teams.1.shifts.0.caregiverIds']],
    )
    const unknown = await save(good, { teamId: randomUUID(), shifts: [] })
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'TEAM_NOT_FOUND'])
    const twice = await save(good, good)
    assert.deepEqual([twice.status, Object.keys(twice.body.details)], [400, ['teams']])
    assert.deepEqual((await rotaOf(north.id)).shifts, [])
  })
})

describe('the summary of the last shift', () => {
  const read = (person: Person) => service.call('GET', '/shift-summary', { token: person.token })

  test('has the notes and incidents since the shift before the current one began', async () => {
    const [ana, ben] = [await caregiver(), await caregiver()]
    const { id, rosa } = await makeTeam(ana, ben)
    const other = await makeTeam(await caregiver())
    await setRota(id, shift('MON', '14:00', '22:00', ana), shift('MON', '22:00', '06:00', ben))
    const note = (person: Person, text: string) =>
      service.call('POST', `/teams/${id}/handovers`, { token: person.token, body: { text } })
    service.setClock(new Date('2027-04-05T11:59:00Z'))
    await note(ben, 'Before the shift')
    await reportFall(service, rosa)
    const [early] = await incidentsOf(service, rosa)
    await act(service, ana, early.id, 'resolve', { outcome: 'FALSE_ALARM' })
    service.setClock(new Date('2027-04-05T18:00:00Z'))
    await note(ana, 'Rosa slept badly')
    await reportFall(service, rosa)
    await reportFall(service, other.rosa)
    const [fall] = await incidentsOf(service, rosa)
    await act(service, ana, fall.id, 'resolve', { outcome: 'REAL_FALL' })
    service.setClock(new Date('2027-04-05T20:10:00Z'))
    const { status, body } = await read(ben)
    assert.equal(status, 200)
    assert.deepEqual([body.data.from, body.data.to], ['2027-04-05T12:00:00.000Z', '2027-04-05T20:10:00.000Z'])
    assert.deepEqual(
      body.data.handovers.map(({ text }: { text: string }) => text),
      ['Rosa slept badly'],
    )
    assert.deepEqual(
      body.data.incidents.map(({ id: known, outcome }: { id: string; outcome: string }) => [known, outcome]),
      [[fall.id, 'REAL_FALL']],
    )
  })

  test('goes back twelve hours without a rota, and is empty for who has no patients', async () => {
    const ana = await caregiver()
    service.setClock(new Date('2027-04-06T12:00:00Z'))
    const { body } = await read(ana)
    assert.deepEqual(body.data, {
      from: '2027-04-06T00:00:00.000Z',
      to: '2027-04-06T12:00:00.000Z',
      handovers: [],
      incidents: [],
    })
  })
})
