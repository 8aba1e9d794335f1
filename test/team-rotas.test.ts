import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { findRecipients } from '../src/alerting/escalation/recipients.ts'
import { assign, type Person } from './support/readings.ts'
import { useSteadyService } from './support/service.ts'
import { createTeam, join } from './support/teams.ts'

const service = useSteadyService({ TIME_ZONE: 'Europe/Madrid', SESSION_DURATION: '3650d' })
let token = ''
before(async () => {
  token = await service.adminToken()
})

const caregiver = () => service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })

/** setRota replaces the rota of a team. */
const setRota = (teamId: string, ...shifts: object[]) =>
  service.call('PUT', `/admin/teams/${teamId}/rota`, { token, body: { shifts } })

const shift = (weekday: string, from: string, to: string, ...people: Person[]) => ({
  weekday,
  from,
  to,
  caregiverIds: people.map(({ id }) => id),
})

/** onDuty is who of the caregivers of a patient is on duty at a moment. */
async function onDuty(patient: Person, at: string): Promise<string[]> {
  const { caregivers } = await findRecipients(service.ctx, service.ctx.db, patient.id, new Date(at))
  return caregivers.filter((one) => one.onDuty).map(({ userId }) => userId)
}

/** makeTeam is a team of caregivers with one chosen patient. */
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
