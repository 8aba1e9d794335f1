import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchDevices } from '../../src/alerting/monitoring/watch-devices.ts'
import { useAlarms } from '../support/alerting.ts'
import { isFull, longLimit } from '../support/full.ts'
import { minute, momentOf, timeZone } from '../support/home/clock.ts'
import { type Expected, expectationsOf, expectationsOfDoor, type Pace } from '../support/home/expectations.ts'
import { type Home, nurseOf, setUpHome, type Ward, wardOf, wards } from '../support/home/home.ts'
import { beginOfHome, drawLife, drawSharedDoor, endOfHome } from '../support/home/lives.ts'
import { type HomeMessage, messagesOfRoom, messagesOfSharedDoor } from '../support/home/messages.ts'
import { act } from '../support/incidents.ts'

// The clocks change in the week, in the night to 28 March 2027.
const alarms = useAlarms({ TIME_ZONE: timeZone, RATE_LIMIT_GLOBAL: 'off' })

const [residents, days] = isFull ? [40, 7] : [6, 1]
const seed = 104

const pace: Pace = {
  begin: beginOfHome,
  // Of a day the afternoon, the evening and the begin of the night.
  end: isFull ? endOfHome(days) : momentOf(1, 0),
  // The service was down if it has not looked for three minutes.
  lookEvery: 170_000,
  answerAfter: 4 * minute,
  doneAfter: 12 * minute,
}

/** Of a device instead of somebody: it waits for the morning. */
const isNotice = ({ kind }: Pick<Expected, 'kind'>) => kind === 'DEVICE_SILENT'

test(
  `${residents} residents of a home with four devices each are told of once for each thing that happens in ${isFull ? 'a week' : 'half a day'}`,
  longLimit,
  async () => {
    const { service } = alarms
    service.setClock(new Date(beginOfHome - 5 * minute))
    const lives = Array.from({ length: residents }, (_, i) => drawLife(i, days, seed))
    const home = await setUpHome(alarms, lives)
    assert.equal(home.deviceCount, 4 * residents + 4)
    const openings = home.sharedDoors.map((_, i) => drawSharedDoor(i, days, seed))
    await live(home, [
      ...home.rooms.flatMap((room) => messagesOfRoom(home, room, pace.end)),
      ...home.sharedDoors.flatMap((door, i) => messagesOfSharedDoor(home, door, openings[i] ?? [])),
    ])

    const expected = [
      ...lives.flatMap((life) => expectationsOf(life, pace)),
      ...home.sharedDoors.flatMap(({ name }, i) => expectationsOfDoor(name, openings[i] ?? [], pace)),
    ]
    const [lines, wanted] = [await opened(home), expected.map(lineOf)]
    // Only what differs: a week has hundreds of incidents.
    assert.deepEqual(without(wanted, lines), [], 'nobody was told of these')
    assert.deepEqual(without(lines, wanted), [], 'people were told of these')
    // The home is one in which something happens.
    for (const kind of [
      'SOS',
      'BED_EXIT',
      'WANDERING',
      'INACTIVITY',
      ...(isFull ? ['FALL', 'DEVICE_SILENT'] : []),
    ])
      assert.ok(
        expected.some((one) => one.kind === kind),
        `no ${kind}`,
      )

    // Each is told once, to the team of the ward, and to nobody else.
    const alerts = alarms.messages.filter(({ purpose, identity }) => purpose === 'alert' && identity)
    const loud = expected.filter((one) => !isNotice(one))
    const quiet = expected.length - loud.length
    assert.equal(new Set(alerts.map(({ identity }) => identity)).size, alerts.length)
    assert.ok(
      alerts.length >= loud.length && alerts.length <= loud.length + quiet,
      `${alerts.length} messages`,
    )
    for (const ward of wards) {
      const ofWard = loud.filter(({ of }) => wardOfExpected(of) === ward).length
      const told = alerts.filter(({ to }) => to === nurseOf(ward)).length
      assert.ok(told >= ofWard && told <= ofWard + quiet, `${ward}: ${told} messages of ${ofWard}`)
    }
  },
)

const wardOfExpected = (of: string): Ward =>
  of.startsWith('resident') ? wardOf(Number(of.split(' ')[1])) : (of.split(' ')[1] as Ward)

/** The lines that are not among the others, of several that are alike as often as they are missing. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const lineOf = ({ of, kind, openedAt }: Expected) => `${of} ${kind} ${new Date(openedAt).toISOString()}`

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
    await service.engine.runDue()
    await staffLook(home, look)
  }
  await alarms.now()
}

/** The nurse of the ward goes to whoever needs somebody, and is done some minutes later. */
async function staffLook({ service, nurses, names }: Home, now: number): Promise<void> {
  const rows = await service.ctx.db.query<{
    id: string
    kind: string
    state: string
    of: string
    openedAt: Date
  }>(
    `select id, kind, state, coalesce(patient_id, shared_device_id) as of, opened_at as "openedAt" from incidents
     where state in ('OPEN', 'ACKNOWLEDGED')`,
  )
  for (const { id, kind, state, of, openedAt } of rows) {
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
async function opened({ service, names }: Home): Promise<string[]> {
  const rows = await service.ctx.db.query<{ kind: string; of: string; openedAt: Date }>(
    'select kind, coalesce(patient_id, shared_device_id) as of, opened_at as "openedAt" from incidents',
  )
  return rows.map(({ kind, of, openedAt }) =>
    lineOf({ kind, of: names.get(of) ?? `unknown ${of}`, openedAt: openedAt.getTime() }),
  )
}
