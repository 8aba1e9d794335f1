import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchDevices } from '../../src/alerting/monitoring/watch-devices.ts'
import { deviceKinds } from '../../src/telemetry/devices/device.ts'
import { useAlarms } from '../support/alerting.ts'
import { isFull, longLimit } from '../support/full.ts'
import { beginOfHome, minute, momentOf, timeZone } from '../support/home/clock.ts'
import { expectationsOf, expectationsOfDoor } from '../support/home/expectations.ts'
import { type Home, type HomeMessage, nurseOf, setUpHome, type Ward, wardOf } from '../support/home/home.ts'
import { drawLife, drawSharedDoor, endOfHome } from '../support/home/lives.ts'
import { messagesOfRoom, messagesOfSharedDoor } from '../support/home/messages.ts'
import { type Expected, isTold, type Pace } from '../support/home/pace.ts'
import { act } from '../support/incidents.ts'

// The clocks change in the week, in the night to 28 March 2027.
const alarms = useAlarms({ TIME_ZONE: timeZone, RATE_LIMIT_GLOBAL: 'off' })

const [residents, days] = isFull ? [40, 7] : [6, 1]
const seed = 104

const pace: Pace = {
  begin: beginOfHome,
  // Of a day the afternoon, the evening and the begin of the night.
  end: isFull ? endOfHome(days) : momentOf(0, 23 * 60),
  // The service was down if it has not looked for three minutes.
  lookEvery: 178_000,
  answerAfter: 4 * minute,
  doneAfter: 12 * minute,
}

test(
  `${residents} residents of a home with four devices each are told of once for each thing that happens in ${isFull ? 'a week' : 'half a day'}`,
  longLimit,
  async () => {
    const { service } = alarms
    service.setClock(new Date(beginOfHome - 5 * minute))
    const lives = Array.from({ length: residents }, (_, i) => drawLife(i, days, seed))
    const home = await setUpHome(alarms, lives)
    assert.equal(home.deviceCount, 4 * residents + 4)
    assert.deepEqual(Object.keys(await countKinds(home)).sort(), deviceKinds.toSorted(), 'of all kinds')
    const openings = home.sharedDoors.map((_, i) => drawSharedDoor(i, days, seed))
    await live(home, [
      ...home.rooms.flatMap((room) => messagesOfRoom(home, room, pace.end)),
      ...home.sharedDoors.flatMap((door, i) => messagesOfSharedDoor(home, door, openings[i] ?? [])),
    ])

    const expected = [
      ...lives.flatMap((life) => expectationsOf(life, pace)),
      ...home.sharedDoors.flatMap(({ name }, i) => expectationsOfDoor(name, openings[i] ?? [], pace)),
    ]
    const incidents = await opened(home)
    const { missing, unexpected } = compare(expected, incidents)
    // Only what differs: a week has hundreds of incidents.
    const differs = { missing: missing.map(lineOf), unexpected: unexpected.map(lineOf) }
    assert.deepEqual(differs, { missing: [], unexpected: [] })
    // The home is one in which something happens.
    for (const kind of [
      'SOS',
      'BED_EXIT',
      'WANDERING',
      'INACTIVITY',
      'FALL',
      'VITALS',
      'DEVICE_SILENT',
      'LOW_BATTERY',
    ])
      assert.ok(
        expected.some((one) => one.kind === kind),
        `no ${kind}`,
      )

    // Each is told once, to the team of the ward, and to nobody else; a notice that somebody sees to at night, never.
    const alerts = alarms.messages.filter(({ purpose, identity }) => purpose === 'alert' && identity)
    const toldOf = new Map<string, string[]>()
    for (const { raw, to } of alerts) {
      const id = /incidents\/([0-9a-f-]{36})/.exec(raw)?.[1] ?? raw
      toldOf.set(id, [...(toldOf.get(id) ?? []), to])
    }
    const wrong = incidents.flatMap((incident) => {
      const told = toldOf.get(incident.id) ?? []
      const should = isTold(incident, pace) ? [nurseOf(wardOfExpected(incident.of))] : []
      toldOf.delete(incident.id)
      return told.join() === should.join() ? [] : [`${lineOf(incident)}: told to ${told.join() || 'nobody'}`]
    })
    assert.deepEqual(wrong, [], 'not told once, to the team of the ward')
    assert.deepEqual([...toldOf.keys()], [], 'messages of nothing')

    // What was of no kind is a button once it is pressed.
    const untouched = lives.filter(
      ({ companion }) => companion?.kind === 'OTHER' && companion.presses.every((at) => at > pace.end),
    )
    assert.equal((await countKinds(home)).OTHER ?? 0, untouched.length, 'of no kind')
  },
)

const wardOfExpected = (of: string): Ward =>
  of.startsWith('resident') ? wardOf(Number(of.split(' ')[1])) : (of.split(' ')[1] as Ward)

/** What there should be and is not, and what there is and should not be; of several that are alike, each counts. */
function compare(expected: readonly Expected[], incidents: readonly Expected[]) {
  const unexpected = [...incidents]
  const missing = expected.filter((one) => {
    const at = unexpected.findIndex(
      ({ of, kind, openedAt, severity }) =>
        of === one.of &&
        kind === one.kind &&
        openedAt >= one.openedAt &&
        openedAt <= one.openedAt + (one.within ?? 0) &&
        (one.severity ?? severity) === severity,
    )
    if (at >= 0) unexpected.splice(at, 1)
    return at < 0
  })
  return { missing, unexpected }
}

const lineOf = ({ of, kind, severity, openedAt }: Expected) =>
  `${of} ${kind}${severity ? ` ${severity}` : ''} ${new Date(openedAt).toISOString()}`

/** Lets the time of the home pass: devices speak, and the service and staff look again and again. */
async function live(home: Home, messages: HomeMessage[]): Promise<void> {
  const { service } = home
  const inOrder = messages.filter(({ at }) => at <= pace.end).sort((a, b) => a.at - b.at)
  let next = 0
  for (let look = pace.begin; look <= pace.end; look += pace.lookEvery) {
    for (let message = inOrder[next]; message && message.at <= look; message = inOrder[++next]) {
      service.setClock(new Date(message.at))
      const answer = await message.send()
      assert.equal(answer.status, 200, answer.text)
    }
    service.setClock(new Date(look))
    await watchDevices(service.ctx)
    const waiting = await listUnresolved(home)
    // While nobody waits for anything, nothing is due.
    if (waiting.length === 0) continue
    await service.engine.runDue()
    await staffLook(home, waiting, look)
  }
  await alarms.now()
}

interface Unresolved {
  id: string
  kind: string
  state: string
  of: string
  openedAt: Date
}

const listUnresolved = ({ service }: Home): Promise<Unresolved[]> =>
  service.ctx.db.query(
    `select id, kind, state, coalesce(patient_id, shared_device_id) as of, opened_at as "openedAt" from incidents
     where state in ('OPEN', 'ACKNOWLEDGED')`,
  )

/** The nurse of the ward goes to whoever needs somebody, and is done some minutes later. */
async function staffLook(
  { service, nurses, names }: Home,
  waiting: readonly Unresolved[],
  now: number,
): Promise<void> {
  for (const { id, kind, state, of, openedAt } of waiting) {
    const nurse = nurses[wardOfExpected(names.get(of) ?? '')]
    const age = now - openedAt.getTime()
    if (state === 'OPEN' && age >= pace.answerAfter) await succeed(act(service, nurse, id, 'acknowledge', {}))
    const outcome = kind === 'FALL' ? 'REAL_FALL' : 'HELP_GIVEN'
    if (age >= pace.doneAfter) await succeed(act(service, nurse, id, 'resolve', { outcome }))
  }
}

async function succeed(answer: ReturnType<typeof act>): Promise<void> {
  const { status, text } = await answer
  assert.equal(status, 200, text)
}

/** Every incident of the home, in words of the model. */
async function opened({ service, names }: Home): Promise<(Expected & { id: string })[]> {
  const rows = await service.ctx.db.query<{
    id: string
    kind: string
    of: string
    openedAt: Date
    severity: string
  }>(
    `select id, kind, coalesce(patient_id, shared_device_id) as of, opened_at as "openedAt", severity
     from incidents`,
  )
  return rows.map(({ of, openedAt, ...incident }) => ({
    ...incident,
    of: names.get(of) ?? `unknown ${of}`,
    openedAt: openedAt.getTime(),
  }))
}

/** How many devices of each kind there are. */
async function countKinds({ service }: Home): Promise<Record<string, number>> {
  const rows = await service.ctx.db.query<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from devices group by kind',
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}
