import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Caller } from '../../src/platform/context.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { importFiles } from '../../src/records/imports/imports.service.ts'
import { act, incidentsOf } from '../support/incidents.ts'
import { alertsOf, reportFall } from '../support/people.ts'
import { addDevice, type Person, randomMac, sendReading } from '../support/readings.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const withDb = (db: Database) => ({ ...service.ctx, db })

async function anAdmin(): Promise<Caller> {
  const [admin] = await service.ctx.db.query<{ id: string }>(
    `select id from users where role = 'ADMIN' limit 1`,
  )
  const id = admin?.id ?? ''
  return { actor: { id, role: 'ADMIN' }, sessionId: id, address: null, requestId: null }
}

/** Does something while the transaction of an import has written everything and is still open. */
async function whileImporting(files: Record<string, string[]>, work: () => Promise<void>) {
  const { db } = service.ctx
  let isHeld = true
  const ctx = withDb({
    ...db,
    transaction: (run) =>
      db.transaction(async (tx) => {
        const result = await run(tx)
        // What follows the import is not held.
        if (isHeld) await work()
        isHeld = false
        return result
      }),
  })
  const given = Object.entries(files).map(([name, lines]) => ({ name, content: `${lines.join('\n')}\n` }))
  const result = await importFiles(ctx, await anAdmin(), noMail, {
    files: given,
    dryRun: false,
    mail: false,
  })
  assert.ok(result.applied, JSON.stringify(result.lines))
}

/** These people have no e-mail addresses to write to. */
const noMail = { sendsMail: false, sendMail: async () => ({ ok: true as const }) }

const aPatient = () => service.signUp()
const aCaregiver = () => service.signUp({ role: 'CAREGIVER', firstName: 'Ana', lastName: 'Gil' })
const lineOf = ({ email }: Person, ...cells: string[]) => [email, 'Rosa', 'Marín', ...cells].join(',')

/** Has alarms answered; one that waited for the import would be refused, as the import waits for its answer. */
async function assertAlarms(person: Person): Promise<void> {
  await reportFall(service, person)
  const sos = await service.call('POST', '/sos', { token: person.token })
  assert.equal(sos.status, 201, sos.text)
}

describe('while an import runs', () => {
  test('its people can fall, call for help, sign in and send readings', async () => {
    const [rosa, olga, ana] = [await aPatient(), await aPatient(), await aCaregiver()]
    const ward = randomUUID()
    const device = await addDevice(service, rosa.token)
    const files = {
      'people.csv': [
        'email,firstName,lastName,phone,ward,room,caregiverEmails',
        lineOf(rosa, '', ward, '12', ana.email),
        lineOf(olga, '+34 600 111 222', ward, '14', ''),
      ],
      'devices.csv': ['macAddress,name,email', `,Wrist,${rosa.email}`, `,Wrist,${olga.email}`],
      'teams.csv': ['team,ward,caregiverEmail', `${ward},${ward},${ana.email}`],
    }
    await whileImporting(files, async () => {
      await assertAlarms(rosa)
      await assertAlarms(olga)
      await device.send()
      const first = await sendReading(service, rosa.token, randomMac())
      assert.equal(first.status, 200, first.text)
      for (const { email } of [rosa, ana])
        assert.equal((await service.logIn(email, goodPassword)).status, 200)
    })
    const alerts: { patientId: string; type: string }[] = await alertsOf(service, ana)
    assert.deepEqual(
      alerts.map(({ patientId, type }) => `${type} ${patientId}`).sort(),
      [rosa, olga].flatMap(({ id }) => [`FALL_DETECTED ${id}`, `SOS ${id}`]).sort(),
      'who is assigned by the import is alerted to what happened meanwhile',
    )
  })

  test('a caregiver whose patient it moves answers an alarm, which is opened again for the others', async () => {
    const [rosa, ana, luis] = [await aPatient(), await aCaregiver(), await aCaregiver()]
    const [before, after] = [randomUUID(), randomUUID()]
    const people = (ward: string) => ({
      'people.csv': ['email,firstName,lastName,ward', lineOf(rosa, ward)],
    })
    const teams = [`${before},${before},${ana.email}`, `${after},${after},${luis.email}`]
    await whileImporting(
      { ...people(before), 'teams.csv': ['team,ward,caregiverEmail', ...teams] },
      async () => {},
    )
    await reportFall(service, rosa)
    const [incident] = await incidentsOf(service, ana)
    await whileImporting(people(after), async () => {
      assert.equal((await act(service, ana, incident.id, 'acknowledge')).status, 200)
      // Adds to the incident.
      await reportFall(service, rosa)
    })
    await service.engine.runDue()
    const [open] = await incidentsOf(service, luis)
    assert.deepEqual([open.id, open.state, open.handledBy], [incident.id, 'OPEN', null])
    assert.deepEqual(await incidentsOf(service, ana), [])
  })
})

test('an import that gives somebody another reference than was given meanwhile is refused', async () => {
  const name = randomUUID()
  const token = await service.adminToken()
  const body = { firstName: 'Irma', lastName: name }
  const { id } = (await service.call('POST', '/admin/patients', { token, body })).body.data
  const { db } = service.ctx
  const content = `firstName,lastName,reference,role\nIrma,${name},${name}-1,patient\n`
  const setReference = 'update users set reference = $2 where id = $1'
  const imported = importFiles(
    withDb({
      ...db,
      transaction: (run) =>
        db.transaction((tx) =>
          run({
            ...tx,
            async query(sql, values, statement) {
              if (sql.startsWith('update users')) await db.query(setReference, [id, `${name}-2`])
              return tx.query(sql, values, statement)
            },
          }),
        ),
    }),
    await anAdmin(),
    noMail,
    { files: [{ name: 'people.csv', content }], dryRun: false, mail: false },
  )
  await assert.rejects(imported, /meanwhile/)
  const [row] = await db.query<{ reference: string }>('select reference from users where id = $1', [id])
  assert.equal(row?.reference, `${name}-2`)
})
